#!/usr/bin/env python3
"""Asks the questions of docs/fleet.sql over packed profiles by DuckDB, and checks answers with pandas over the single files.

check_sql.py [--spark]: needs OPSCOPE_CLI, and PyPI's duckdb, pandas, pyarrow and numpy; --spark also pyspark and a Java. Ends with 77 where one is missing.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
NEEDED = ["duckdb", "pandas", "pyarrow", "numpy"] + (["pyspark"] if "--spark" in sys.argv else [])
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]
if MISSING:
    print(f"not tried: {', '.join(MISSING)} of PyPI is not installed")
    sys.exit(SKIPPED)

import pandas
import pyarrow.parquet as pq

from fleet_sql import ROOT, DuckDb, Spark, statements

DATE = pandas.Timestamp("2026-03-02").value


def cli(*words: object) -> None:
    subprocess.run([os.environ["OPSCOPE_CLI"], *map(str, words)], check=True, capture_output=True)


def make(folder: pathlib.Path) -> pathlib.Path:
    """Real profiles of the sample models, and a fleet made of them."""
    for name in ("residual-cnn", "control-flow", "tiny-decoder"):
        model = ROOT / "resources/samples" / name / "model.onnx"
        for threads in (1, 2):
            for precision in ("f32", "f32-strict"):
                cli("profile", model, "--threads", threads, "--precision", precision, "--runs", 6, "--warmup", 1, "--record", "phases" if threads == 2 else "operators", "-o",
                    folder / f"real/{name}-{threads}-{precision}.opscope")
    subprocess.run([sys.executable, ROOT / "tests/fleet/make_profiles.py", folder / "real", "-o", folder / "made", "--count", "240", "--machines", "5"],
                   check=True, capture_output=True)
    return folder / "made"


class Singles:
    """The single files as pandas frames: rows, and a row a profile."""

    SETTINGS = ["engine.name", "settings.device", "settings.threads", "settings.pinned", "settings.streams", "settings.precision", "settings.optimisation",
                "settings.cuda_graph", "settings.dims", "settings.record_level"]
    MACHINE = ["machine.cpu", "machine.cores", "machine.isa", "machine.system"]

    def __init__(self, folder: pathlib.Path) -> None:
        frames, profiles = [], []
        for path in sorted(folder.rglob("*.opscope")):
            file = pq.ParquetFile(path)
            metadata = json.loads(file.metadata.metadata[b"opscope.metadata"])
            frame = file.read().to_pandas()
            runs = frame[frame["kind"] == "run"]
            plain = runs[runs["side"] == 4]
            walls = plain if len(plain) else runs[~runs["side"].isin([4, 5])]
            profiles.append({"profile": metadata["profile.id"], "model": metadata["model.name"], "host": metadata["machine.host"],
                             "started": metadata["profile.started_at_ns"], "wall": walls["dur_ns"].median(),
                             "machine": str([metadata.get(key) for key in self.MACHINE]),
                             "settings": str([metadata.get(key) for key in self.SETTINGS])})
            frames.append(frame)
        self.rows = pandas.concat(frames, ignore_index=True)
        self.profiles = pandas.DataFrame(profiles)
        self.ops = self.rows[(self.rows["kind"] == "op") & (self.rows["side"] != 5)]
        self.runs = self.rows[(self.rows["kind"] == "run") & (self.rows["side"] != 5)]


def medians(singles: Singles) -> list[tuple]:
    """Question 2: model, profiles, ms."""
    groups = singles.profiles.groupby(["model", "machine", "settings"])["wall"]
    return [(key[0], len(walls), walls.median() / 1e6) for key, walls in groups]


def slowest_types(singles: Singles) -> list[tuple]:
    """Question 3: type, executions, seconds, percent, models."""
    groups = singles.ops.groupby("op_type")
    whole = singles.ops["dur_ns"].sum()
    found = [(key, len(rows), rows["dur_ns"].sum() / 1e9, 100 * rows["dur_ns"].sum() / whole, rows["model"].nunique()) for key, rows in groups]
    return sorted(found, key=lambda row: (-row[2], row[0]))[:20]


def disagreements(singles: Singles) -> list[tuple]:
    """Question 5: model, machines, ratio."""
    ms = singles.profiles.groupby(["model", "settings", "machine"])["wall"].median().reset_index()
    return [(key[0], len(rows), rows["wall"].max() / rows["wall"].min()) for key, rows in ms.groupby(["model", "settings"]) if len(rows) > 1]


def since(singles: Singles) -> list[tuple]:
    """Question 8: model, ratio."""
    found = []
    for key, rows in singles.profiles.groupby(["model", "machine", "settings"]):
        before, after = rows[rows["started"] < DATE]["wall"].median(), rows[rows["started"] >= DATE]["wall"].median()
        if after > 1.02 * before:
            found.append((key[0], after / before))
    return sorted(found, key=lambda row: -row[1])[:50]


def outliers(singles: Singles) -> list[tuple]:
    """Question 11: model, host, run, ratio."""
    ratio = singles.runs["dur_ns"] / singles.runs.groupby("profile")["dur_ns"].transform("median")
    found = singles.runs.assign(ratio=ratio)[ratio > 3]
    return [(row.model, row.host, row.run, row.ratio) for row in found.nlargest(50, "ratio").itertuples()]


def rates(singles: Singles) -> list[tuple]:
    """Question 16: type, implementation, executions, rate."""
    known = singles.ops[(singles.ops["flops"] > 0) & (singles.ops["dur_ns"] > 0)]
    groups = [(key, rows) for key, rows in known.groupby(["op_type", "impl"])]
    groups.sort(key=lambda group: -group[1]["dur_ns"].sum())
    return [(*key, len(rows), rows["flops"].sum() / rows["dur_ns"].sum()) for key, rows in groups[:50]]


def newest(singles: Singles) -> list[tuple]:
    """Question 19: model, type, executions, ms."""
    chosen = singles.profiles.sort_values("started").groupby("model")["profile"].last()
    rows = singles.ops[singles.ops["profile"].isin(chosen)]
    return [(*key, len(part), part["dur_ns"].sum() / 1e6) for key, part in rows.groupby(["model", "op_type"])]


#: By question: the oracle, and which columns of the answer it has.
ORACLES = {2: (medians, [0, 4, 5]), 3: (slowest_types, [0, 1, 2, 3, 4]), 5: (disagreements, [0, 2, 5]), 8: (since, [0, 5]), 11: (outliers, [1, 2, 3, 5]),
           16: (rates, [0, 1, 2, 3]), 19: (newest, [0, 2, 3, 4])}


def is_same(a: object, b: object) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return math.isclose(float(a), float(b), rel_tol=1e-9)
    return a == b


def ordered(rows: list[tuple]) -> list[tuple]:
    return sorted(rows, key=lambda row: tuple(round(cell, 9) if isinstance(cell, float) else cell for cell in row))


def difference(expected: list[tuple], found: list[tuple]) -> str:
    if len(expected) != len(found):
        return f"{len(found)} rows, pandas has {len(expected)}"
    for a, b in zip(ordered(expected), ordered(found)):
        if not all(map(is_same, a, b)):
            return f"{b}, pandas has {a}"
    return ""


def check(engine, singles: Singles) -> int:
    """Asks every question; returns the number of wrong answers."""
    wrong = 0
    for number, (name, statement) in enumerate(statements()[1], start=1):
        rows = engine.rows(statement)
        oracle, columns = ORACLES.get(number, (None, []))
        found = difference(oracle(singles), [tuple(row[i] for i in columns) for row in rows]) if oracle else ""
        wrong += bool(found)
        print(f"{engine.name} {name} {len(rows)} rows{', as pandas' if oracle and not found else ''}{': ' + found if found else ''}")
    statement = "SELECT profile, kind, run, start_ns, dur_ns FROM packed_rows WHERE profile = '{}' ORDER BY row_no"
    for profile in singles.profiles["profile"].head(5):
        rows = [(row[0], row[1], -1 if row[2] is None else row[2], *row[3:]) for row in map(tuple, engine.rows(statement.format(profile)))]
        single = singles.rows[singles.rows["profile"] == profile][["profile", "kind", "run", "start_ns", "dur_ns"]]
        if rows != list(single.itertuples(index=False, name=None)):
            wrong += 1
            print(f"{engine.name}: the rows of {profile} are not those of its file")
    return wrong


def main() -> int:
    assert len(statements()[1]) == 20
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "real").mkdir()
        made = make(folder)
        singles = Singles(made)
        cli("pack", made, "-o", folder / "packed")
        cli("pack", made, "-o", folder / "parts", "--partition", "machine,month")
        wrong = check(DuckDb(folder / "packed"), singles) + check(DuckDb(folder / "parts"), singles)
        one = made / next(path.relative_to(made) for path in sorted(made.rglob("*.opscope")))
        cli("pack", folder / "parts", "--extract", one.relative_to(made), "-o", folder / "one.opscope")
        for reader in (pq.read_table, lambda path: pq.read_metadata(path).metadata):
            a, b = reader(one), reader(folder / "one.opscope")
            same = a.cast(b.schema).equals(b) if hasattr(a, "cast") else a == b
            wrong += not same
            print(f"an extracted profile is {'as it was' if same else 'another'}")
        if "--spark" in sys.argv:
            wrong += check(Spark(folder / "parts"), singles)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
