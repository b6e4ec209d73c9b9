#!/usr/bin/env python3
"""Times the questions of docs/fleet.sql: bench_sql.py PACKED… [--singles FOLDER] [--spark] [--threads 2]

PACKED are folders of `opscope-cli pack`; the second call of each question counts. --singles also asks four questions over single files. Says how many
row groups DuckDB scanned. Development script: needs duckdb, for --spark pyspark and a Java.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import time

from fleet_sql import DuckDb, Spark, seconds_of, statements

#: The same questions over single files, which have no null for "none" and no columns of settings.
SINGLES = {
    "count of profiles": "SELECT count(DISTINCT profile) FROM s",
    "slowest types": "SELECT op_type, sum(dur_ns) FROM s WHERE kind = 'op' AND side <> 5 GROUP BY op_type ORDER BY 2 DESC",
    "one model's operators": "SELECT node, median(dur_ns) FROM s WHERE kind = 'op' AND model = 'residual-cnn/model.onnx' GROUP BY node",
    "one profile": "SELECT * FROM s WHERE profile = '00000000000000000000000000000007'",
}


def ask(engine, what: str) -> None:
    times = []
    for name, statement in statements()[1]:
        seconds, rows = seconds_of(engine, statement)
        times.append(seconds)
        groups = f"  row groups {engine.groups_scanned(statement)}" if isinstance(engine, DuckDb) else ""
        print(f"{seconds:8.3f} s {rows:7} rows{groups}  {name}", flush=True)
    print(f"{engine.name}, {what}: slowest {max(times):.3f} s, sum {sum(times):.2f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packed", nargs="+", type=pathlib.Path)
    parser.add_argument("--singles", type=pathlib.Path)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    for packed in wanted.packed:
        ask(DuckDb(packed, wanted.threads), str(packed))
    if wanted.singles:
        import duckdb

        connection = duckdb.connect()
        connection.execute(f"SET threads = {wanted.threads}")
        connection.execute(f"CREATE VIEW s AS SELECT * FROM read_parquet('{wanted.singles}/**/*.opscope')")
        for name, statement in SINGLES.items():
            connection.execute(statement).fetchall()
            start = time.perf_counter()
            connection.execute(statement).fetchall()
            print(f"{time.perf_counter() - start:8.3f} s single files, {name}", flush=True)
    if wanted.spark:
        start = time.perf_counter()
        engine = Spark(wanted.packed[-1])
        print(f"Spark: start and views {time.perf_counter() - start:.1f} s", flush=True)
        ask(engine, str(wanted.packed[-1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
