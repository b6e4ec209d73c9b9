#!/usr/bin/env python3
"""Kills commands of opscope-cli that write files, by SIGKILL at random moments, and looks at what is left.

  kill_commands.py OPSCOPE-CLI [--kills N] [--seed N] [--only NAME] [--keep DIR]

Each command first runs to its end: that is the new output, and how long it takes. Then, many times: an older output lies there, the command
starts and is killed after a random part of that time. What must hold then:

  - the output is whole: byte for byte the older one, or a complete new one (it is read by opscope-cli again);
  - the input is byte for byte what it was;
  - the command succeeds when it is run again in that folder. Left there may be `.part` files (for `opscope-cli recover`) of killed runs, the
    data file of an older output, and hidden temporary files where the file system has no files without a name.

The window: tests/ui/tst_window_killed.cpp.

Exit code 1 if one does not hold. Nothing but Python's library is needed.
"""

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DONE = (0, 1, 6)  # done, a finding, undecided
HAS_UNNAMED = False
MIDDLE = "/head/Flatten_output_0"
SAMPLES = Path(__file__).resolve().parents[2] / "resources/samples"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def tree(folder):
    return {str(path.relative_to(folder)): digest(path) for path in sorted(folder.rglob("*")) if path.is_file()}


class Command:
    """A command that writes `output`, a file or folder below the work folder, and how to tell that it is whole.

    `arguments`: a function from the path of the output to the words. `is_stable`: it writes the same bytes each time. `check` is called with
    each file of the output (with the output itself if `of_folder`). `prepare` makes the older output, if it is not the command itself."""

    def __init__(self, name, arguments, output, check, is_stable=True, of_folder=False, prepare=None):
        self.name, self.arguments, self.output, self.check = name, arguments, output, check
        self.is_stable, self.of_folder, self.prepare = is_stable, of_folder, prepare

    def is_whole(self, path):
        if self.of_folder or path.is_file():
            return self.check(path)
        return all(self.check(file) for file in path.rglob("*") if file.is_file() and not is_left(file.name))


def is_left(name):
    """Hidden temporary files of file systems without unnamed files, parts of profiles, data files of older outputs."""
    return re.search(r"(^|/)\.[^/]*\.[a-z0-9]{6}$|\.part(/.*)?$|\.data$", name) is not None


def commands(cli, inputs):
    model = str(inputs / "model.onnx")
    profile = str(inputs / "profile.opscope")
    profiles = str(inputs / "profiles")
    values = str(inputs / "values/output_0.pb")

    def reads(*arguments):
        return lambda path: subprocess.run([cli, *arguments, str(path)], capture_output=True).returncode in (0, 1)

    def ends(text):
        return lambda path: path.read_text().rstrip().endswith(text)

    def is_json(path):
        json.loads(path.read_text())
        return True

    def has(*words):
        return lambda path: all(word in path.read_text() for word in words)

    def is_value(path):
        return path.stat().st_size == os.path.getsize(values)

    def o(*words):
        return lambda output: [*words, "-o", output]

    def copies(source):
        return lambda output: shutil.copy(source, output)

    def saves_baseline(output):
        output.mkdir()
        subprocess.run([cli, "baseline", "save", str(output), profile], check=True, capture_output=True)

    def has_baseline(path):
        """The one that was there before is still listed."""
        listed = subprocess.run([cli, "baseline", "list", str(path), "--format", "json"], capture_output=True)
        return listed.returncode == 0 and len(json.loads(listed.stdout)["baselines"]) >= 1

    def plan_is_whole(path):
        return all(checked_profile(file) for file in path.rglob("*.opscope"))

    checked, checked_profile, page = reads("check"), reads("export", "--to", "json"), ends("</html>")
    rename = ["--rename", "value/image=picture"]
    short = ["--runs", "3"]
    with_report = lambda option: lambda output: ["profile", model, *short, option, output]
    return [
        Command("edit", o("edit", model, *rename), "out.onnx", checked),
        Command("edit in place", lambda output: ["edit", output, "--set", "model.producer_name=x", "--in-place"], "out.onnx", checked,
                is_stable=False, prepare=copies(model)),
        Command("edit external", o("edit", model, *rename, "--external-data", "many"), "out.onnx", checked, is_stable=False),
        Command("edit script", lambda output: ["edit", model, *rename, "--dry-run", "--save-script", output], "out.json", has("picture")),
        Command("convert", o("convert", model, "--to", "fp16"), "out.onnx", checked),
        Command("convert external", o("convert", model, "--to", "bf16", "--external-data", "one"), "out.onnx", checked, is_stable=False),
        Command("extract", o("extract", model, "--nodes", "/stem/conv/Conv"), "out.onnx", checked),
        Command("merge", o("merge", str(inputs / "first.onnx"), str(inputs / "next.onnx")), "out.onnx", checked),
        Command("quantize", o("quantize", model, "--scheme", "8bit", "--no-errors"), "out.onnx", checked),
        Command("quantize static", o("quantize", model, "--scheme", "static", "--samples", "2"), "out.onnx", checked),
        Command("profile", o("profile", model, *short), "out.opscope", checked_profile, is_stable=False),
        Command("profile report", with_report("--report"), "out.html", page, is_stable=False),
        Command("profile trace", with_report("--trace"), "out.json", is_json, is_stable=False),
        Command("profile sarif", with_report("--sarif"), "out.sarif", is_json, is_stable=False),
        Command("run document", o("run", model, "--format", "json"), "out.json", is_json, is_stable=False),
        Command("run save", lambda output: ["run", model, "--save", output], "out", is_value),
        Command("verify", o("verify", model, "--against", "reference", "--format", "json"), "out.json", is_json, is_stable=False),
        Command("compare", lambda output: ["compare", model, model, "--measure", "--rounds", "1", *short, "--report", output], "out.html",
                page, is_stable=False),
        Command("compare profiles", lambda output: ["compare", model, model, "--measure", "--rounds", "1", *short, "--profiles", output],
                "out", checked_profile, is_stable=False),
        Command("compare junit", lambda output: ["compare", profile, profile, "--gate", "10%", "--junit", output], "out.xml",
                ends("</testsuites>"), is_stable=False),
        Command("baseline save", lambda output: ["baseline", "save", output, profiles + "/1.opscope"], "out", has_baseline,
                is_stable=False, of_folder=True, prepare=saves_baseline),
        Command("history", lambda output: ["history", profiles, "--html", output], "out.html", page, is_stable=False),
        Command("export html", o("export", profile, "--to", "html"), "out.html", page),
        Command("export csv", o("export", profile, "--to", "csv"), "out.csv", has("/stem")),
        Command("export chrome", o("export", profile, "--to", "chrome"), "out.json", is_json),
        Command("export perfetto", o("export", profile, "--to", "perfetto"), "out.pftrace", lambda path: False),
        Command("import", o("import", str(inputs / "chrome.json")), "out.opscope", checked_profile, is_stable=False),
        Command("recover", o("recover", str(inputs / "long.opscope.part")), "out.opscope", checked_profile, is_stable=False),
        Command("draw", o("draw", model), "out.svg", ends("</svg>")),
        Command("check sarif", lambda output: ["check", model, "--sarif", output], "out.sarif", is_json),
        Command("inspect", o("inspect", model, "--format", "json"), "out.json", is_json),
        Command("plan make", o("plan", "make", model, "--threads", "1,2"), "out.json", is_json),
        Command("plan parquet", o("plan", "make", model, "--threads", "1,2"), "out.parquet", lambda path: False),
        Command("plan run", lambda output: ["plan", "run", str(inputs / "plan.json"), "--to", output, "--lock", output + ".lock"], "out",
                plan_is_whole, is_stable=False, of_folder=True, prepare=lambda output: output.mkdir()),
        Command("pack", o("pack", profiles, "--force"), "out", reads("history", "--format", "json"), is_stable=False, of_folder=True),
        Command("pack extract", o("pack", str(inputs / "packed"), "--extract", "1.opscope"), "out.opscope", checked_profile),
        Command("completion", o("completion", "bash"), "out.sh", has("opscope-cli")),
    ]


def run_to_end(cli, command, folder):
    begin = time.monotonic()
    done = subprocess.run([cli, *command.arguments(str(folder / command.output))], capture_output=True, text=True)
    return done, time.monotonic() - begin


def whole(path):
    return tree(path) if path.is_dir() else digest(path)


def kill_once(cli, command, folder, after):
    process = subprocess.Popen([cli, *command.arguments(str(folder / command.output))], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True


class Try:
    """A work folder with an older output, into which the command is killed again and again."""

    def __init__(self, cli, command, work):
        self.cli, self.command = cli, command
        self.folder = work / command.name.replace(" ", "-")
        self.folder.mkdir()
        self.output = self.folder / command.output

    def make_older(self):
        if self.command.prepare:
            remove(self.output)
            self.command.prepare(self.output)
        self.older = whole(self.output)

    def run_to_end(self):
        return run_to_end(self.cli, self.command, self.folder)

    def first(self):
        if self.command.prepare:
            self.command.prepare(self.output)
        done, self.seconds = self.run_to_end()
        self.newer = whole(self.output)
        self.names = set(tree(self.folder))
        self.make_older()
        return done

    def faults(self):
        """What is wrong with the output after a kill."""
        if not self.output.exists():
            if self.older is not None:
                yield "the older output is gone"
            return
        now = whole(self.output)
        if now in (self.older, self.newer):
            return
        if self.command.is_stable and not isinstance(now, dict):
            yield "the output differs from the older one and from that of the same command"
        elif self.command.is_stable:
            known = set(self.older.items()) | set(self.newer.items())
            mixed = {item for item in now.items() if not is_left(item[0])} - known
            if mixed:
                yield f"{sorted(mixed)[0][0]} is neither the older one nor a whole new one"
        elif not self.command.is_whole(self.output):
            yield "the output is neither the older one nor a whole new one"


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def moment(seconds, chance):
    """Half of the moments are near the end, where outputs are written."""
    return chance.uniform(0.7 * seconds if chance.random() < 0.5 else 0, 1.1 * seconds)


def faults_of(cli, command, inputs, work, kills, chance):
    """Yields what is wrong, one text each; the last item is the number of kills that met a running command."""
    before = tree(inputs)
    at = Try(cli, command, work)
    done = at.first()
    if done.returncode not in DONE:
        yield f"does not run: {done.stderr.strip()}"
        return
    met = 0
    for _ in range(kills):
        if command.prepare:
            at.make_older()
        met += kill_once(cli, command, at.folder, moment(at.seconds, chance))
        found = list(at.faults())
        yield from found
        if found or not at.output.exists():
            remove(at.output)
            at.make_older()
        if tree(inputs) != before:
            yield "an input has changed"
            return
    done, _ = at.run_to_end()
    if done.returncode not in DONE:
        yield f"does not run after kills: {done.stderr.strip()}"
    left = [name for name in set(tree(at.folder)) - at.names if not command.of_folder or is_left(name)]
    yield from (f"{name} is left" for name in left if not is_left(name) or (HAS_UNNAMED and "/." in "/" + name))
    yield met


def has_unnamed(folder):
    """Whether the file system has files without a name: then no temporary file may be left."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600))
        return True
    except OSError:
        return False


def make_inputs(cli, inputs):
    def run(*words):
        subprocess.run([cli, *map(str, words)], check=True, capture_output=True)

    model = inputs / "model.onnx"
    shutil.copy(SAMPLES / "residual-cnn/model.onnx", model)
    (inputs / "profiles").mkdir()
    for i in range(3):
        run("profile", model, "--runs", "3", "-o", inputs / f"profiles/{i}.opscope")
    shutil.copy(inputs / "profiles/0.opscope", inputs / "profile.opscope")
    long = subprocess.Popen([cli, "profile", str(model), "--runs", "1000000", "--limit", "1h", "-o", str(inputs / "long.opscope")],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    part = inputs / "long.opscope.part"
    while not part.exists() or part.stat().st_size < 50_000:
        time.sleep(0.05)
    long.kill()
    long.wait()
    run("export", inputs / "profile.opscope", "--to", "chrome", "-o", inputs / "chrome.json")
    run("extract", model, "--from", MIDDLE, "--to", "probabilities", "-o", inputs / "next.onnx")
    run("extract", model, "--from", "image", "--to", MIDDLE, "-o", inputs / "first.onnx")
    run("run", model, "--save", inputs / "values")
    run("plan", "make", model, "--threads", "1,2", "--runs", "3", "-o", inputs / "plan.json")
    run("pack", inputs / "profiles", "-o", inputs / "packed")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cli")
    options.add_argument("--kills", type=int, default=10, help="of each command (10)")
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="of the moments (drawn, and printed)")
    options.add_argument("--only", default="", help="only commands whose names contain this")
    options.add_argument("--keep", help="work in this folder and leave it")
    given = options.parse_args()
    work = Path(given.keep or tempfile.mkdtemp(prefix="opscope-kills-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = str(work / "cache")
    global HAS_UNNAMED
    HAS_UNNAMED = has_unnamed(work)
    inputs = work / "inputs"
    inputs.mkdir()
    make_inputs(given.cli, inputs)
    print(f"seed {given.seed}", flush=True)
    chance = random.Random(given.seed)
    failed = total = 0
    for command in commands(given.cli, inputs):
        if given.only not in command.name:
            continue
        found = list(faults_of(given.cli, command, inputs, work, given.kills, chance))
        met = found.pop() if found and isinstance(found[-1], int) else 0
        total += met
        failed += len(found)
        print(f"{command.name}: killed {met} times while it ran; " + ("; ".join(sorted(set(found))) or "whole each time"), flush=True)
    print(f"{total} kills, {failed} faults, seed {given.seed}")
    if not given.keep:
        shutil.rmtree(work)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
