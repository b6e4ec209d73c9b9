#!/usr/bin/env python3
"""Kills commands of opscope-cli that write files, by SIGKILL at random moments, and looks at what is left.

  kill_commands.py OPSCOPE-CLI [--kills N] [--seed N] [--keep DIR]

Each command first runs to its end: that is the new output, and how long it takes. Then, many times: an older output lies there, the command
starts and is killed after a random part of that time. What must hold then:

  - the output is whole: byte for byte the older one, or a complete new one (it is read by opscope-cli again);
  - the input is byte for byte what it was;
  - the command succeeds when it is run again in that folder. Hidden temporary files and `.part` files (for `opscope-cli recover`) of killed runs
    may be left there, and the data file of an older output.

Exit code 1 if one does not hold. Nothing but Python's library is needed.
"""

import argparse
import hashlib
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "resources/samples"


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def tree(folder):
    return {str(path.relative_to(folder)): digest(path) for path in sorted(folder.rglob("*")) if path.is_file()}


class Command:
    """A command that writes `output`, a file or folder below the work folder, and how to tell that it is whole."""

    def __init__(self, name, arguments, output, check, is_stable=True):
        self.name, self.arguments, self.output, self.check, self.is_stable = name, arguments, output, check, is_stable


def commands(cli, inputs):
    model = str(inputs / "model.onnx")
    profile = str(inputs / "profile.opscope")

    def reads(*arguments):
        return lambda path: subprocess.run([cli, *arguments, str(path)], capture_output=True).returncode in (0, 1)

    def is_page(path):
        text = path.read_text()
        return text.rstrip().endswith("</html>")

    def is_svg(path):
        return path.read_text().rstrip().endswith("</svg>")

    def is_json(path):
        json.loads(path.read_text())
        return True

    checked = reads("check")
    return [
        Command("edit", ["edit", model, "--rename", "value/image=picture"], "out.onnx", checked),
        Command("convert", ["convert", model, "--to", "fp16"], "out.onnx", checked),
        Command("convert external", ["convert", model, "--to", "bf16", "--external-data", "one"], "out.onnx", checked),
        Command("quantize", ["quantize", model, "--scheme", "8bit", "--no-errors"], "out.onnx", checked),
        Command("profile", ["profile", model, "--runs", "3"], "out.opscope", reads("export", "--to", "json"), is_stable=False),
        Command("export html", ["export", profile, "--to", "html"], "out.html", is_page),
        Command("export chrome", ["export", profile, "--to", "chrome"], "out.json", is_json),
        Command("draw", ["draw", model], "out.svg", is_svg),
        Command("pack", ["pack", str(inputs / "profiles"), "--force"], "out", reads("history", "--format", "json")),
    ]


def run_to_end(cli, command, folder):
    begin = time.monotonic()
    done = subprocess.run([cli, *command.arguments, "-o", str(folder / command.output)], capture_output=True, text=True)
    return done, time.monotonic() - begin


def whole(path):
    return tree(path) if path.is_dir() else digest(path)


def kill_once(cli, command, folder, after):
    process = subprocess.Popen([cli, *command.arguments, "-o", str(folder / command.output)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True


def faults_of(cli, command, inputs, work, kills, chance):
    """Yields what is wrong, one text each; the last item is the number of kills that met a running command."""
    before = tree(inputs)
    folder = work / command.name.replace(" ", "-")
    folder.mkdir()
    done, seconds = run_to_end(cli, command, folder)
    if done.returncode not in (0, 1):
        yield f"does not run: {done.stderr.strip()}"
        return
    output = folder / command.output
    older = whole(output)
    names = set(tree(folder))
    met = 0
    for _ in range(kills):
        met += kill_once(cli, command, folder, chance.uniform(0, 1.1 * seconds))
        if not output.exists():
            yield "the older output is gone"
            run_to_end(cli, command, folder)
        elif whole(output) != older:
            if not command.check(output):
                yield "the output is neither the older one nor a whole new one"
            if command.is_stable and set(tree(folder)) == names:
                yield "the output differs from the one of the same command"
            older = whole(output)
        if tree(inputs) != before:
            yield "an input has changed"
            return
    done, _ = run_to_end(cli, command, folder)
    if done.returncode not in (0, 1):
        yield f"does not run after kills: {done.stderr.strip()}"
    for name in set(tree(folder)) - names:
        if not re.search(r"(^|/)\.[^/]*\.[a-z0-9]{6}$|\.part$|\.data$", name):
            yield f"{name} is left"
    yield met


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cli")
    options.add_argument("--kills", type=int, default=25, help="of each command (25)")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", help="work in this folder and leave it")
    given = options.parse_args()
    work = Path(given.keep or tempfile.mkdtemp(prefix="opscope-kills-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    inputs = work / "inputs"
    inputs.mkdir()
    shutil.copy(SAMPLES / "residual-cnn/model.onnx", inputs / "model.onnx")
    (inputs / "profiles").mkdir()
    for i in range(3):
        subprocess.run([given.cli, "profile", str(inputs / "model.onnx"), "--runs", "3", "-o", str(inputs / f"profiles/{i}.opscope")],
                       check=True, capture_output=True)
    shutil.copy(inputs / "profiles/0.opscope", inputs / "profile.opscope")
    chance = random.Random(given.seed)
    failed = total = 0
    for command in commands(given.cli, inputs):
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
