#!/usr/bin/env python3
"""Kill a measurement at random moments and read what is left with two foreign Parquet readers.

    check_recovery.py PROGRAM MODEL [--tries N] [--seed S]

Each time: `profile MODEL -o p.opscope` gets SIGKILL after a random time, nothing but p.opscope.part may be left, `recover` makes a profile
of it, and pyarrow and DuckDB must see the same rows: runs 0, 1, 2 ... in order of time with nothing missing, each recorded run with one
row per step, the last run not long before the kill. Development script: needs pyarrow and duckdb. Exit code 1 if there are findings.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import duckdb
import pyarrow.parquet as pq

PROFILED = 3


def measure_and_kill(program: str, model: str, target: pathlib.Path, seconds: float) -> list[dict]:
    process = subprocess.Popen([program, "profile", model, "--runs", "1000000", "--limit", "3600s", "--threads", "1", "--json-progress",
                                "-o", str(target)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    events = []
    until = None
    for line in process.stderr:
        if line.startswith("{"):
            event = json.loads(line)
            if event["event"] == "run":
                events.append(event)
                until = until or time.monotonic() + seconds
        if until and time.monotonic() >= until:
            process.kill()
    process.wait()
    return events


def check(program: str, folder: pathlib.Path, told: list[dict], findings: list[str], moment: str) -> tuple[int, float]:
    target = folder / "p.opscope"
    if (left := sorted(path.name for path in folder.iterdir())) != ["p.opscope.part"]:
        findings.append(f"{moment}: left {left}")
        return 0, 0
    part = target.with_name("p.opscope.part")
    if part.stat().st_size <= 4:
        return 0, sum(event["wall_ns"] for event in told) / 1e9
    outcome = subprocess.run([program, "recover", str(part), "-o", str(target)], capture_output=True, text=True)
    if outcome.returncode != 0:
        findings.append(f"{moment}: {outcome.stderr.strip()}")
        return 0, 0
    table = pq.read_table(target).to_pylist()
    duck = duckdb.sql(f"SELECT kind, count(*), sum(dur_ns), sum(start_ns) FROM read_parquet('{target}') GROUP BY 1 ORDER BY 1").fetchall()
    own = {}
    for row in table:
        count, duration, start = own.get(row["kind"], (0, 0, 0))
        own[row["kind"]] = (count + 1, duration + row["dur_ns"], start + row["start_ns"])
    if duck != [(kind, *own[kind]) for kind in sorted(own)]:
        findings.append(f"{moment}: DuckDB and pyarrow disagree")
    runs = sorted((row for row in table if row["kind"] == "run"), key=lambda row: row["start_ns"])
    if [row["run"] for row in runs] != list(range(len(runs))):
        findings.append(f"{moment}: the runs are no prefix")
    for row, event in zip(runs, told):
        if abs(row["dur_ns"] - event["wall_ns"]) > 1:
            findings.append(f"{moment}: run {row['run']} took {row['dur_ns']} ns, told {event['wall_ns']}")
            break
    steps = {}
    for row in table:
        if row["kind"] == "op":
            steps[row["run"]] = steps.get(row["run"], 0) + 1
    wanted = {row["run"] for row in runs if row["side"] == PROFILED}
    if set(steps) != wanted or len(set(steps.values())) > 1:
        findings.append(f"{moment}: operators of {len(steps)} runs, recorded are {len(wanted)}; {sorted(set(steps.values()))} per run")
    return len(runs), sum(event["wall_ns"] for event in told[len(runs):]) / 1e9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("model")
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    findings: list[str] = []
    for attempt in range(arguments.tries):
        with tempfile.TemporaryDirectory() as name:
            seconds = random.uniform(0, 4)
            moment = f"{attempt + 1}: killed after {seconds:.2f} s"
            told = measure_and_kill(arguments.program, arguments.model, pathlib.Path(name) / "p.opscope", seconds)
            kept, lost = check(arguments.program, pathlib.Path(name), told, findings, moment)
            print(f"{moment}: {kept} of {len(told)} runs kept, {lost:.2f} s of runs lost")
    for finding in findings:
        print(f"FINDING {finding}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
