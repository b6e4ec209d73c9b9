#!/usr/bin/env python3
"""Ask a fleet of profile files the example questions of docs/profile-file.md with DuckDB, and check the answers.

    check_fleet.py PROFILE.opscope... [--files 1000]

Copies the profiles into folders `model=.../device=.../date=...` until there are that many files, runs the queries over all of them,
and compares with what pyarrow and plain Python compute from the originals. Prints how long each query took. Needs duckdb, pyarrow.
Exit code 1 if an answer differs.
"""

import argparse
import collections
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
import time

import duckdb
import pyarrow.parquet as pq

COLUMNS = ["profile", "device", "kind", "op_type", "node", "side", "dur_ns"]
UNPROFILED = 4


def slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "-", text) or "unknown"


def lay_out(originals: list[pathlib.Path], folder: pathlib.Path, count: int) -> list[int]:
    """How many copies of each."""
    copies = [0] * len(originals)
    for i in range(count):
        which = i % len(originals)
        place = folder / f"model={slug(originals[which].stem)}" / "device=cpu" / "date=2026-11-21"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(originals[which], place / f"{i:05}.opscope")
        copies[which] += 1
    return copies


def timed(what: str, query: str) -> list[tuple]:
    start = time.perf_counter()
    rows = duckdb.sql(query).fetchall()
    print(f"{what}: {time.perf_counter() - start:.2f} s, {len(rows)} rows")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("profiles", nargs="+", type=pathlib.Path)
    parser.add_argument("--files", type=int, default=1000)
    arguments = parser.parse_args()
    findings = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copies = lay_out(arguments.profiles, folder, arguments.files)
        rows = [pq.ParquetFile(path).read(columns=COLUMNS).to_pylist() for path in arguments.profiles]
        source = f"read_parquet('{folder}/**/*.opscope', hive_partitioning = true, union_by_name = true)"

        found = timed("rows and time", f"SELECT count(*), sum(dur_ns) FROM {source}")[0]
        wanted = (sum(n * len(r) for n, r in zip(copies, rows)), sum(n * sum(x["dur_ns"] for x in r) for n, r in zip(copies, rows)))
        if tuple(map(int, found)) != wanted:
            findings.append(f"rows and time: {found}, expected {wanted}")

        found = timed("slowest operator types by device", f"""SELECT device, op_type, count(*), median(dur_ns), quantile_cont(dur_ns, .95)
            FROM {source} WHERE kind = 'op' AND side <> {UNPROFILED} AND date >= '2026-10-21' GROUP BY ALL ORDER BY 3 * 4 DESC""")
        times = collections.defaultdict(list)
        for n, own in zip(copies, rows):
            for row in own:
                if row["kind"] == "op" and row["side"] != UNPROFILED:
                    times[row["op_type"]] += [row["dur_ns"]] * n
        answers = {row[1]: row for row in found}
        for op_type, own in times.items():
            answer = answers.get(op_type)
            if answer is None or answer[2] != len(own) or answer[3] != statistics.median(own):
                findings.append(f"{op_type}: DuckDB says {answer}, expected {len(own)} and {statistics.median(own)}")

        found = dict(timed("wall by profile", f"SELECT profile, median(dur_ns) FROM {source} WHERE kind = 'run' GROUP BY ALL"))
        for own in rows:
            walls = [row["dur_ns"] for row in own if row["kind"] == "run"]
            if walls and found.get(own[0]["profile"]) != statistics.median(walls):
                findings.append(f"wall of {own[0]['profile']}: {found.get(own[0]['profile'])}, expected {statistics.median(walls)}")

        found = dict(timed("share of inserted steps", f"""SELECT profile, coalesce(sum(dur_ns) FILTER (node = ''), 0) / sum(dur_ns)
            FROM {source} WHERE kind = 'op' GROUP BY 1"""))
        for own in rows:
            all_ns = sum(row["dur_ns"] for row in own if row["kind"] == "op")
            inserted = sum(row["dur_ns"] for row in own if row["kind"] == "op" and row["node"] == "")
            if all_ns and abs(found[own[0]["profile"]] - inserted / all_ns) > 1e-9:
                findings.append(f"inserted share of {own[0]['profile']}: {found[own[0]['profile']]}, expected {inserted / all_ns}")
    for text in findings:
        print(f"finding: {text}")
    print(f"{arguments.files} files, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
