#!/usr/bin/env python3
"""Writes opscope_LANGUAGE.ts anew: all texts of the window that Qt's lupdate finds in the sources, and the sentences of rules.

Translations that are there are kept, new texts are marked as unfinished, texts that are no longer shown are removed. Texts are kept
once, whatever class shows them (ui/translation/translations.h). Edit the files with Qt Linguist.

  update.py          writes the files
  update.py --check  writes nothing; exit code 1 if a text is missing, unfinished, no longer shown, or has other placeholders

Exit code 77 if lupdate is not there.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
PLURAL_FORMS = {"de": 2, "zh_CN": 1}
# Functions below the window whose texts it shows (nameText() in ui/translation/translations.h).
NAME_FUNCTIONS = {"profiler/tables/profile.cpp": ["sideName", "fateName"], "profiler/tables/device_tables.cpp": ["deviceWorkName"],
                  "profiler/device/occupancy.cpp": ["occupancyLimitName"], "profiler/device/device_report.cpp": ["deviceBoundName"],
                  "profiler/device/device_account.cpp": ["gapCauseName", "gapCauseAdvice"],
                  "profiler/record/benchmark.cpp": ["benchmarkEndName"]}
PROGRESS = re.compile(r'(?:progress|[pP]hase)\(\s*(?:\w+ \? )?"([^"]*[^" ])"(?: : "([^"]+)")?')
# A function that returns support::Sentence (model/support/text.h), one or several.
SENTENCE_FUNCTION = re.compile(r"^(?:std::vector<)?support::Sentence>? \w+\(.*?^}", re.DOTALL | re.MULTILINE)
LITERALS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'


SKIPPED = 77


def find_lupdate():
    program = shutil.which("lupdate", path=os.environ.get("PATH", "") + ":/usr/lib/qt6/bin")
    if program is None:
        print("lupdate is not there: apt-get install qt6-l10n-tools", file=sys.stderr)
        sys.exit(SKIPPED)
    return program


def shown_texts():
    """Texts of the window: {(context, source, comment): list of files}; the comment tells two meanings of one text apart."""
    texts = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.ts"
        # It complains about functions outside of classes, whose context does not matter here.
        subprocess.run([find_lupdate(), "-silent", "-I", ".", "ui", "app/gui", "-ts", str(file)], cwd=ROOT, check=True,
                       stderr=subprocess.DEVNULL)
        for message in ElementTree.parse(file).getroot().iter("message"):
            files = texts.setdefault(("ui", message.findtext("source"), message.findtext("comment") or ""), [])
            for place in message.findall("location"):
                path = os.path.relpath((Path(folder) / place.get("filename")).resolve(), FOLDER)
                if path not in files:
                    files.append(path)
    return texts


def joined(literals):
    """The text of C++ string literals that stand behind each other."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')


def rules():
    """Sentences of rules: {id: (English, file)}."""
    found = {}
    for file, pattern in [(ROOT / "model/checks/finding_rules.cpp", r'\{ "([a-z0-9-]+)", \w+,\s*' + LITERALS)] + [
            (file, r'LintRule \{ "([a-z0-9-]+)",\s*' + LITERALS) for file in sorted((ROOT / "profiler/linter").glob("*.cpp"))]:
        for match in re.finditer(pattern, file.read_text()):
            found[match[1]] = (joined(match[2]), os.path.relpath(file, FOLDER))
    return found


def names():
    """Words of the layers below the window: {word: list of files}."""
    found = {}

    def add(word, file):
        files = found.setdefault(word, [])
        path = os.path.relpath(ROOT / file, FOLDER)
        if path not in files:
            files.append(path)

    for file, functions in NAME_FUNCTIONS.items():
        text = (ROOT / file).read_text()
        for function in functions:
            body = re.search(r"^std::string_view " + function + r"\(.*?^}", text, re.DOTALL | re.MULTILINE)[0]
            for literals in re.findall(LITERALS, body):
                add(joined(literals), file)
    for file in sorted(path for layer in ("model", "engine", "profiler") for path in (ROOT / layer).rglob("*.cpp")):
        for body in re.findall(SENTENCE_FUNCTION, file.read_text()):
            for literals in re.findall(LITERALS, body):
                if " " in joined(literals):
                    add(joined(literals), file)
    tokens = "resources/themes/tokens.json"
    for category in json.loads((ROOT / tokens).read_text())["category"].values():
        add(category["name"], tokens)
    for layer in ("model", "layout", "engine", "profiler", "app"):
        for file in sorted((ROOT / layer).rglob("*.cpp")):
            for words in PROGRESS.findall(file.read_text()):
                for word in filter(None, words):
                    add(word, file)
    return found


def known_translations(file):
    """{(context, source, comment): list of forms}, unfinished ones left out."""
    known = {}
    if not file.exists():
        return known
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation.get("type") == "unfinished":
                continue
            forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
            known[context.findtext("name"), message.findtext("source"), message.findtext("comment") or ""] = forms
    return known


def places_of(text):
    return sorted(set(re.findall(r"%(?:L?\d|n)", text)))


def is_plural(text):
    return "%n" in text or "(s)" in text


def mnemonics_of(text):
    return len(re.findall(r"&(?=[^& ])", text.replace("&&", "")))


def faults_of(english, forms, count):
    """What is wrong with a translation, one text each."""
    if len(forms) != count:
        yield f"{len(forms)} forms, expected {count}"
    for index, form in enumerate(forms):
        if not form.strip() and english.strip():
            yield "empty"
        places = places_of(english)
        if places_of(form) != places:
            yield f"placeholders of {form!r}"
        if mnemonics_of(form) != mnemonics_of(english):
            yield f"mnemonic of {form!r}"
        if (english[:1].isspace(), english[-1:].isspace()) != (form[:1].isspace(), form[-1:].isspace()):
            yield f"spaces around {form!r}"
        if "(s)" in form:
            yield f"(s) in {form!r}"


def message(source, comment, forms, files, english=None):
    """One element of the file; `forms` is None for a text without a translation."""
    lines = ['    <message numerus="yes">' if is_plural(source) else "    <message>"]
    lines += [f'        <location filename="{escape(file)}"/>' for file in files]
    lines += [f"        <source>{escape(source)}</source>"]
    if comment:
        lines += [f"        <comment>{escape(comment)}</comment>"]
    if english is not None:
        lines += [f"        <extracomment>{escape(english)}</extracomment>"]
    state = ' type="unfinished"' if forms is None else ""
    if is_plural(source):
        written = "".join(f"<numerusform>{escape(form)}</numerusform>" for form in forms or [""])
    else:
        written = escape((forms or [""])[0])
    return "\n".join(lines + [f"        <translation{state}>{written}</translation>", "    </message>"])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    texts, sentences = shown_texts(), rules()
    texts |= {("name", word, ""): files for word, files in names().items()}
    problems = 0
    for language, forms in PLURAL_FORMS.items():
        file = FOLDER / f"opscope_{language}.ts"
        known = known_translations(file)
        if check:
            wanted = [(key, key[1]) for key in texts] + [(("rule", rule, ""), english) for rule, (english, _) in sentences.items()]
            for key, english in wanted:
                faults = ["no translation"] if key not in known else faults_of(english, known[key], forms if is_plural(key[1]) else 1)
                for fault in faults:
                    problems += 1
                    print(f"{file.name}: {key[0]} {key[1]!r}: {fault}")
            for key in known.keys() - {key for key, _ in wanted}:
                problems += 1
                print(f"{file.name}: {key[0]} {key[1]!r}: no longer shown")
            print(f"{file.name}: {len(wanted)} texts")
            continue
        written = {name: [message(key[1], key[2], known.get(key), files) for key, files in texts.items() if key[0] == name]
                   for name in ("ui", "name")}
        of_rules = [message(rule, "", known.get(("rule", rule, "")), [place], english)
                    for rule, (english, place) in sorted(sentences.items())]
        parts = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f'<TS version="2.1" language="{language}" sourcelanguage="en">']
        for name, messages in (*written.items(), ("rule", of_rules)):
            parts += ["<context>", f"    <name>{name}</name>", *messages, "</context>"]
        file.write_text("\n".join(parts + ["</TS>", ""]))
        missing = sum(key not in known for key in texts) + sum(("rule", rule, "") not in known for rule in sentences)
        print(f"{file.name}: {len(texts) + len(sentences)} texts, {missing} without a translation")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
