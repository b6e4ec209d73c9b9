#!/usr/bin/env python3
"""Import a folder of foreign or damaged profiles and check what became of each.

    check_foreign_profiles.py PROGRAM FOLDER

PROGRAM is opscope-cli. FOLDER has a MANIFEST.json: a list of {"file", "expect"}, where `events N` asks for N records, `error` for exit
code 3 with a message, and `any` for either, without crash. Every file must be done within 5 s and 1 GiB. Exit code 1 if there are findings.
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile

SECONDS, BYTES = 5, 1 << 30


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (4 * BYTES, 4 * BYTES))


def run(program: str, path: pathlib.Path, out: pathlib.Path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = subprocess.run([program, "import", path, "--format", "json", "-o", out], capture_output=True, timeout=12 * SECONDS,
                          preexec_fn=limit)
    return done, max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) * 1024


def finding_of(program: str, path: pathlib.Path, expect: str, out: pathlib.Path) -> str | None:
    try:
        done, peak = run(program, path, out)
    except subprocess.TimeoutExpired:
        return f"took over {12 * SECONDS} s"
    if done.returncode not in (0, 3):
        return f"exit code {done.returncode}: {done.stderr[-200:]!r}"
    if peak > BYTES:
        return f"took {peak >> 20} MiB"
    if expect == "error" and done.returncode != 3:
        return "was read, an error was expected"
    if done.returncode == 3 and not done.stderr.strip():
        return "was refused without a message"
    if expect.startswith("events"):
        if done.returncode != 0:
            return f"was refused: {done.stderr.decode(errors='replace').strip()[:200]}"
        records = json.loads(done.stdout)["records"]
        if records != int(expect.split()[1]):
            return f"{records} records, expected {expect}"
    return None


def main() -> int:
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    entries = json.loads((folder / "MANIFEST.json").read_text())
    findings = 0
    with tempfile.TemporaryDirectory() as name:
        for entry in entries:
            found = finding_of(program, folder / entry["file"], entry["expect"], pathlib.Path(name) / "p.opscope")
            if found:
                findings += 1
                print(f"{entry['file']} ({entry['why']}): {found}")
    print(f"{len(entries)} files, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
