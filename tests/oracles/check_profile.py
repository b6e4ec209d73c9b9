#!/usr/bin/env python3
"""Read an .opscope profile with two foreign Parquet readers, print its tables, compare with Opscope's own CSV export.

    check_profile.py PROFILE.opscope [--csv OPS.csv] [--rows N]

Checks: pyarrow and DuckDB read the same cells; the columns and types of schema version 1 and, where the footer says 2 or more, those of
devices; since version 3 nulls where a row cannot have a figure and nowhere else, and the least and largest value and the number of nulls
that each row group says of each column; what DuckDB finds with these (it passes over groups) is what the rows hold; kinds and phases are known; constants are
constant; rows of each kind sorted by start; the key-value footer is JSON; no row group over 1,048,576 rows; operators, dispatch and
what is left add up to each run. With --csv: the median per step equals the export's. Development script: needs pyarrow and
duckdb. Exit code 1 if there are findings, 2 if the file cannot be read.
"""

import argparse
import csv
import json
import pathlib
import re
import statistics
import sys

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

TEXT, INTEGER, NUMBER = "text", "integer", "number"
COLUMNS = {
    **dict.fromkeys(("profile", "model_sha256", "model", "device", "host", "tag", "kind", "phase", "track", "op_type", "node", "nodes",
                     "name", "impl"), TEXT),
    **dict.fromkeys(("started_at", "start_ns", "dur_ns", "run", "round", "side", "step", "correlation", "parent"), INTEGER),
    **dict.fromkeys(("flops", "bytes", "value"), NUMBER),
}
DEVICE_COLUMNS = {
    **dict.fromkeys(("work", "kernel"), TEXT),
    **dict.fromkeys(("launch", "blocks", "threads_per_block", "registers", "shared_bytes", "moved_bytes", "busy_ns", "result"), INTEGER),
}
# Figures that only rows of these kinds have, or of these kinds of work.
FIGURES = {"value": ("kind", {"counter"}), **dict.fromkeys(("blocks", "threads_per_block", "registers", "shared_bytes"), ("work", {"kernel"})),
           "moved_bytes": ("work", {"h2d", "d2h", "d2d", "p2p", "h2h", "copy", "set"}), "busy_ns": ("work", {"operator"}), "result": ("work", {"call"})}
LONGEST_RANGE = 64  # bytes of a text
CONSTANT = ("profile", "model_sha256", "model", "device", "host", "tag", "started_at")
KINDS = {"step", "run", "op", "phase", "gpu", "counter", "drop", "note", "summary"}
PHASES = {"kernel", "reorder", "copy", "dispatch", "wait", "alloc", ""}
WORKS = {"kernel", "h2d", "d2h", "d2d", "p2p", "h2h", "copy", "set", "graph", "call", "wait", "overhead", "compilation", "operator", ""}
FOOTER = ("opscope.schema", "opscope.metadata")
GROUP_ROWS = 1_048_576
UNPROFILED = 4
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def kind_of(column: pa.DataType) -> str:
    if pa.types.is_dictionary(column):
        return kind_of(column.value_type)
    if pa.types.is_string(column) or pa.types.is_large_string(column):
        return TEXT
    return INTEGER if pa.types.is_integer(column) else NUMBER if pa.types.is_floating(column) else str(column)


def version_of(file: pq.ParquetFile) -> int:
    return json.loads((file.metadata.metadata or {}).get(b"opscope.schema", b"{}")).get("version", 1)


def check_columns(table: pa.Table, version: int, findings: list[str]) -> None:
    for name, expected in (COLUMNS if version < 2 else COLUMNS | DEVICE_COLUMNS).items():
        if name not in table.column_names:
            findings.append(f"column {name} is absent")
            continue
        found = kind_of(table.schema.field(name).type)
        if found != expected and not (expected == NUMBER and found == INTEGER):
            findings.append(f"column {name} is {found}, expected {expected}")
        if table[name].null_count and not (version >= 3 and name in FIGURES.keys() | {"flops", "bytes"}):
            findings.append(f"column {name} has {table[name].null_count} nulls")
    for name in CONSTANT:
        if name in table.column_names and len(pc.unique(table[name])) > 1:
            findings.append(f"column {name} is not constant")


def check_words(table: pa.Table, findings: list[str]) -> None:
    for name, allowed in (("kind", KINDS), ("phase", PHASES)):
        unknown = set(pc.unique(table[name]).to_pylist()) - allowed
        if unknown:
            findings.append(f"{name} has unknown words {sorted(unknown)}")
    for text in pc.unique(table["nodes"]).to_pylist():
        try:
            good = not text or isinstance(json.loads(text), list)
        except ValueError:
            good = False
        if not good:
            findings.append(f"nodes {text[:60]!r} is not a JSON array")


def check_device(file: pq.ParquetFile, table: pa.Table, findings: list[str]) -> None:
    """Rows of a device: words, launches that the footer has, one span per step and run with the time its work ran."""
    rows = table.filter(pc.equal(table["kind"], "gpu")).select(["work", "launch", "step", "run", "start_ns", "dur_ns", "busy_ns"]).to_pylist()
    others = set(pc.unique(table.filter(pc.not_equal(table["kind"], "gpu"))["work"]).to_pylist())
    if others - {""}:
        findings.append(f"rows that are no device's have the work {sorted(others)}")
    entry = json.loads((file.metadata.metadata or {}).get(b"opscope.device", b"{}"))
    sizes = {"kernel": len(entry.get("launches", [])), **dict.fromkeys(("h2d", "d2h", "d2d", "p2p", "h2h", "copy", "set"), len(entry.get("copies", [])))}
    spans: dict[tuple, list] = {}
    operators = {}
    for row in rows:
        if row["work"] not in WORKS:
            findings.append(f"work {row['work']!r} is not known")
        if row["work"] in sizes and not 0 <= row["launch"] < sizes[row["work"]]:
            findings.append(f"a {row['work']} names launch {row['launch']} of {sizes[row['work']]}")
        key = row["run"], row["step"]
        if row["work"] == "operator":
            operators[key] = row
        elif (row["work"] in sizes or row["work"] == "graph") and row["step"] >= 0 and row["run"] >= 0:
            spans.setdefault(key, []).append((row["start_ns"], row["start_ns"] + row["dur_ns"]))
    for key in sorted(operators.keys() | spans.keys()):
        if key not in operators or key not in spans:
            findings.append(f"run {key[0]} step {key[1]}: work of a device without its span, or the other way round")
            continue
        busy = end = 0
        for start, stop in sorted(spans[key]):
            busy += max(0, stop - max(start, end)) if end else stop - start
            end = max(end, stop)
        row = operators[key]
        first = min(start for start, _ in spans[key])
        if (row["busy_ns"], row["start_ns"], row["start_ns"] + row["dur_ns"]) != (busy, first, end):
            findings.append(f"run {key[0]} step {key[1]}: its span says {row}, its work is busy for {busy} from {first} to {end}")
    if rows:
        print(f"device: {len(rows)} rows, {sizes.get('kernel', 0)} different launches, {len(operators)} spans of operators")


def check_nulls(table: pa.Table, findings: list[str]) -> None:
    for name, (where, words) in FIGURES.items():
        wrong = sum((value is not None) != (word in words) for word, value in zip(table[where].to_pylist(), table[name].to_pylist()))
        if wrong:
            findings.append(f"column {name} is null, or is not, in {wrong} rows where it should not")
    for name in ("flops", "bytes"):
        wrong = sum(value is not None and step < 0 for value, step in zip(table[name].to_pylist(), table["step"].to_pylist()))
        if wrong:
            findings.append(f"column {name} has a value in {wrong} rows without step")


def check_ranges(path: pathlib.Path, file: pq.ParquetFile, findings: list[str]) -> None:
    """What each row group says of each column, against its values; then whether a reader that passes over groups finds the same rows."""
    ranges = 0
    for group in range(file.metadata.num_row_groups):
        rows = file.read_row_group(group)
        for i in range(file.metadata.num_columns):
            chunk = file.metadata.row_group(group).column(i)
            said, values = chunk.statistics, rows[chunk.path_in_schema]
            if said is None or said.null_count != values.null_count:
                findings.append(f"group {group}, {chunk.path_in_schema}: {said and said.null_count} nulls are said, {values.null_count} found")
                continue
            least, largest = pc.min_max(values).values()
            if least.as_py() is None or isinstance(least.as_py(), str) and max(len(v.encode()) for v in pc.unique(values).to_pylist()) > LONGEST_RANGE:
                continue
            if not said.has_min_max or (said.min, said.max) != (least.as_py(), largest.as_py()):
                findings.append(f"group {group}, {chunk.path_in_schema}: from {said.min!r} to {said.max!r} is said, {least} to {largest} found")
            ranges += 1
    table = file.read()
    source = f"read_parquet('{str(path).replace(chr(39), chr(39) * 2)}')"
    starts = sorted(table["start_ns"].to_pylist())
    middle = starts[len(starts) // 2] if starts else 0
    found = duckdb.sql(f"SELECT count(*), count(flops), avg(flops) FROM {source} WHERE start_ns > {middle}").fetchall()[0]
    flops = [value for value, start in zip(table["flops"].to_pylist(), table["start_ns"].to_pylist()) if start > middle and value is not None]
    wanted = sum(start > middle for start in starts), len(flops), sum(flops) / len(flops) if flops else None
    if found[:2] != wanted[:2] or (wanted[2] is not None and abs(found[2] - wanted[2]) > 1e-9 * abs(wanted[2])):
        findings.append(f"DuckDB finds {found} after the middle, the rows are {wanted}")
    print(f"{ranges} ranges of columns in {file.metadata.num_row_groups} groups; {found[0]} rows after the middle, avg(flops) {found[2]}")


def check_order(table: pa.Table, findings: list[str]) -> None:
    for kind in pc.unique(table["kind"]).to_pylist():
        starts = table.filter(pc.equal(table["kind"], kind))["start_ns"].to_pylist()
        if any(a > b for a, b in zip(starts, starts[1:])):
            findings.append(f"rows of kind {kind} are not sorted by start")
    if pc.min(table["dur_ns"]).as_py() is not None and pc.min(table["dur_ns"]).as_py() < 0:
        findings.append("a duration is negative")


def check_footer(file: pq.ParquetFile, findings: list[str]) -> None:
    entries = {key.decode(): value for key, value in (file.metadata.metadata or {}).items()}
    for key in FOOTER:
        if key not in entries:
            findings.append(f"footer has no {key}")
    for key, value in entries.items():
        if key.startswith("opscope."):
            try:
                json.loads(value)
            except ValueError as error:
                findings.append(f"footer {key} is not JSON: {error}")
    for group in range(file.metadata.num_row_groups):
        if file.metadata.row_group(group).num_rows > GROUP_ROWS:
            findings.append(f"row group {group} has {file.metadata.row_group(group).num_rows} rows")


def check_second_reader(path: pathlib.Path, table: pa.Table, findings: list[str]) -> None:
    other = duckdb.read_parquet(str(path)).to_arrow_table()
    if other.column_names != table.column_names or other.num_rows != table.num_rows:
        findings.append(f"DuckDB sees {other.num_rows} rows of {other.column_names}")
        return
    for name in table.column_names:
        if repr(table[name].to_pylist()) != repr(other[name].to_pylist()):
            findings.append(f"pyarrow and DuckDB differ in column {name}")


def print_tables(path: pathlib.Path, rows: int) -> None:
    source = f"read_parquet('{str(path).replace(chr(39), chr(39) * 2)}')"
    duckdb.sql(f"SELECT kind, phase, side, count(*) AS rows, sum(dur_ns) / 1e6 AS ms FROM {source} GROUP BY ALL ORDER BY ALL").show()
    duckdb.sql(f"""SELECT op_type, impl, count(*) AS n, median(dur_ns) / 1e3 AS median_us, quantile_cont(dur_ns, 0.1) / 1e3 AS p10_us,
               quantile_cont(dur_ns, 0.9) / 1e3 AS p90_us, 100.0 * sum(dur_ns) / sum(sum(dur_ns)) OVER () AS share
               FROM {source} WHERE kind = 'op' AND side <> {UNPROFILED} GROUP BY ALL ORDER BY sum(dur_ns) DESC LIMIT {rows}""").show()


def check_account(table: pa.Table, findings: list[str]) -> None:
    """In each profiled run, outermost operators may not take longer than the run; says how much they cover."""
    runs, inside = {}, {}
    columns = ("kind", "run", "side", "start_ns", "dur_ns")
    for kind, run, side, start, duration in zip(*(table[name].to_pylist() for name in columns)):
        if kind == "run" and side != UNPROFILED:
            runs[side, run] = duration
        if kind == "op":
            inside.setdefault((side, run), []).append((start, start + duration))
    shares = []
    for key, spans in inside.items():
        total = end = 0
        for start, stop in sorted(spans):
            total += max(0, stop - max(start, end))
            end = max(end, stop)
        if key not in runs:
            findings.append(f"operators of side {key[0]} run {key[1]} have no row of kind run")
        elif total > runs[key]:
            findings.append(f"operators of run {key[1]} take {total} ns, the run {runs[key]} ns")
        elif runs[key]:
            shares.append(total / runs[key])
    if shares:
        print(f"{len(shares)} runs, operators cover {statistics.median(shares):.2%} of wall (median), {min(shares):.2%} at least")


def medians(table: pa.Table) -> dict[int, float]:
    """Median over the runs of a step's time in one run: a step in a Loop runs several times. Of a step that a device worked for it is the
    time that its work ran."""
    times: dict[int, dict] = {}
    columns = ("kind", "side", "run", "step", "dur_ns")
    works = table["work"].to_pylist() if "work" in table.column_names else [""] * table.num_rows
    busy = table["busy_ns"].to_pylist() if "busy_ns" in table.column_names else [0] * table.num_rows
    steps = table["step"].to_pylist()
    on_device = {step for step, work in zip(steps, works) if work == "operator"}
    for kind, side, run, step, duration, work, ran in zip(*(table[name].to_pylist() for name in columns), works, busy):
        if step in on_device:
            kind, duration = ("op" if work == "operator" else ""), ran
        if kind == "op" and side != UNPROFILED:
            own = times.setdefault(step, {})
            own[side, run] = own.get((side, run), 0) + duration
    return {step: statistics.median(own.values()) for step, own in times.items()}


def compare_csv(path: pathlib.Path, table: pa.Table, findings: list[str]) -> None:
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    header = rows[0].keys() if rows else ()
    step = next((name for name in header if name.lower() in ("step", "id")), None)
    median = next((name for name in header if re.fullmatch(r"median[ _(]*(ns|us|ms|s)\)?", name.lower())), None)
    if not step or not median:
        findings.append(f"{path}: no columns for step and median with its unit among {list(header)}")
        return
    scale = NANOSECONDS[re.search(r"(ns|us|ms|s)\)?$", median.lower())[1]]
    expected, seen = medians(table), set()
    for row in rows:
        if not row[step].isdigit():
            continue
        seen.add(int(row[step]))
        value = float(row[median]) * scale
        wanted = expected.get(int(row[step]))
        if wanted is None or abs(value - wanted) > max(1.0, 1e-3 * wanted, 5e-4 * scale):
            findings.append(f"step {row[step]}: the export says {value:g} ns, the file {wanted} ns")
    for number in sorted(expected.keys() - seen):
        findings.append(f"step {number} is not in the export")
    print(f"{path.name}: {len(seen)} steps compared by median")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("profile", type=pathlib.Path)
    parser.add_argument("--csv", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=20)
    arguments = parser.parse_args()
    try:
        file = pq.ParquetFile(arguments.profile)
        table = file.read()
    except (OSError, pa.ArrowException) as error:
        print(f"cannot read {arguments.profile}: {error}", file=sys.stderr)
        return 2

    findings: list[str] = []
    version = version_of(file)
    check_columns(table, version, findings)
    check_footer(file, findings)
    check_second_reader(arguments.profile, table, findings)
    if not any(text.endswith("is absent") for text in findings):
        check_words(table, findings)
        check_order(table, findings)
        if version >= 2:
            check_device(file, table, findings)
        if version >= 3:
            check_nulls(table, findings)
            check_ranges(arguments.profile, file, findings)
        print_tables(arguments.profile, arguments.rows)
        check_account(table, findings)
        if arguments.csv:
            compare_csv(arguments.csv, table, findings)
    for text in findings:
        print(f"finding: {text}")
    print(f"{table.num_rows} rows, {file.metadata.num_row_groups} row groups, {arguments.profile.stat().st_size} bytes, "
          f"written by {file.metadata.created_by}; {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
