#!/usr/bin/env python3
"""Export a profile in every form and check each form from outside, against the table of the profile file.

    check_exports.py PROGRAM PROFILE.opscope [--folder DIR]

PROGRAM is opscope-cli. Checked: the Perfetto trace decodes with Perfetto's own schema, nests strictly on every track, and its sums
by category and name equal the table's; so do the Chrome trace's (plain and gz), whose spans by thread take no longer than the wall
from first to last; CSV and JSON have the medians that the table gives, JSON keeps its schema; folded stacks have the medians too;
Markdown names the slowest operator; of a profile of a GPU kernels, arrows and the account agree with the table. Needs perfetto (PyPI), pyarrow, jsonschema. Exit code 1 if there are findings.
"""

import argparse
import collections
import csv
import gzip
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import pyarrow.parquet as pq
from perfetto.protos.perfetto.trace import perfetto_trace_pb2

import check_report

UNPROFILED = 4
BEGIN, END, COUNTER = 1, 2, 4


def table_rows(path: pathlib.Path) -> list[dict]:
    columns = ["kind", "track", "step", "run", "side", "start_ns", "dur_ns", "value", "work", "busy_ns", "correlation", "launch"]
    return pq.read_table(path, columns=columns).to_pylist()


def table_sums(rows: list[dict]) -> dict[tuple, int]:
    """Time and number of spans by category and step; spans without step together."""
    sums: dict[tuple, list] = collections.defaultdict(lambda: [0, 0])
    for row in rows:
        if row["kind"] != "counter":
            entry = sums[row["kind"], row["step"]]
            entry[0] += row["dur_ns"]
            entry[1] += 1
    return {key: tuple(value) for key, value in sums.items()}


def perfetto_sums(path: pathlib.Path, rows: list[dict], findings: list[str]) -> dict[tuple, tuple]:
    trace = perfetto_trace_pb2.Trace()
    trace.ParseFromString(path.read_bytes())
    categories, names, annotations = {}, {}, {}
    stacks, last, counters = collections.defaultdict(list), {}, []
    sums: dict[tuple, list] = collections.defaultdict(lambda: [0, 0])
    described = set()
    for packet in trace.packet:
        categories.update((entry.iid, entry.name) for entry in packet.interned_data.event_categories)
        names.update((entry.iid, entry.name) for entry in packet.interned_data.event_names)
        annotations.update((entry.iid, entry.name) for entry in packet.interned_data.debug_annotation_names)
        if packet.HasField("track_descriptor"):
            described.add(packet.track_descriptor.uuid)
        if not packet.HasField("track_event"):
            continue
        event, track = packet.track_event, packet.track_event.track_uuid
        if track not in described:
            findings.append(f"perfetto: track {track} is used before it is described")
        if packet.timestamp < last.get(track, 0):
            findings.append(f"perfetto: track {track} goes back in time at {packet.timestamp}")
        last[track] = packet.timestamp
        if event.type == BEGIN:
            step = next((a.uint_value for a in event.debug_annotations if annotations[a.name_iid] == "step"), -1)
            stacks[track].append((packet.timestamp, categories[event.category_iids[0]], step))
            if event.name_iid not in names:
                findings.append(f"perfetto: name {event.name_iid} is not interned")
        elif event.type == END:
            if not stacks[track]:
                findings.append(f"perfetto: an end without begin on track {track}")
                continue
            start, category, step = stacks[track].pop()
            sums[category, step][0] += packet.timestamp - start
            sums[category, step][1] += 1
        elif event.type == COUNTER:
            counters.append(event.double_counter_value)
    for track, left in stacks.items():
        if left:
            findings.append(f"perfetto: {len(left)} spans of track {track} never end")
    if sorted(counters) != sorted(row["value"] for row in rows if row["kind"] == "counter"):
        findings.append("perfetto: the values of counters differ from the table's")
    return {key: tuple(value) for key, value in sums.items()}


def nanoseconds(value: float) -> int:
    return round(value * 1000)


def chrome_sums(trace: dict, findings: list[str]) -> dict[tuple, tuple]:
    sums: dict[tuple, list] = collections.defaultdict(lambda: [0, 0])
    tops, previous = collections.defaultdict(list), None
    for event in trace["traceEvents"]:
        if event["ph"] != "X":
            continue
        start, duration = nanoseconds(event["ts"]), nanoseconds(event["dur"])
        if previous and (start, -duration) < previous:
            findings.append(f"chrome: {event['name']} at {start} is out of order")
        previous = (start, -duration)
        entry = sums[event["cat"], event["args"].get("step", -1)]
        entry[0] += duration
        entry[1] += 1
        tops[event["tid"]].append((start, start + duration))
    for thread, spans in tops.items():
        wall = max(stop for _, stop in spans) - spans[0][0]
        covered = reach = 0
        for start, stop in spans:
            covered += max(0, stop - max(start, reach))
            reach = max(reach, stop)
        if covered > wall:
            findings.append(f"chrome: thread {thread} is busy {covered} ns of {wall}")
    return {key: tuple(value) for key, value in sums.items()}


def compare_sums(form: str, found: dict, expected: dict, findings: list[str]) -> None:
    for key in sorted(found.keys() | expected.keys()):
        if found.get(key) != expected.get(key):
            findings.append(f"{form}: {key[0]} of step {key[1]}: (ns, spans) {found.get(key)}, the table has {expected.get(key)}")


def table_medians(rows: list[dict]) -> dict[int, float]:
    """Medians of own times: steps of bodies lie within the step they belong to and are taken off it. Of a step that a device worked for it
    is the time that its work ran."""
    times: dict[int, dict] = collections.defaultdict(lambda: collections.defaultdict(int))
    around: dict[str, list] = collections.defaultdict(list)  # by track: spans that may contain the next
    recorded = (row for row in rows if row["kind"] == "op" and row["side"] not in (UNPROFILED, 5))
    for row in sorted(recorded, key=lambda row: (row["start_ns"], -row["dur_ns"])):
        stack, stop = around[row["track"]], row["start_ns"] + row["dur_ns"]
        while stack and stack[-1][0] < stop:
            stack.pop()
        if stack:
            times[stack[-1][1]][row["run"]] -= row["dur_ns"]
        stack.append((stop, row["step"]))
        times[row["step"]][row["run"]] += row["dur_ns"]
    for step in {row["step"] for row in rows if row["work"] == "operator"}:
        times[step].clear()
    for row in rows:
        if row["work"] == "operator" and row["side"] not in (UNPROFILED, 5):
            times[row["step"]][row["run"]] += row["busy_ns"]
    return {step: statistics.median(own.values()) for step, own in times.items()}


def check_medians(folder: pathlib.Path, rows: list[dict], findings: list[str]) -> None:
    expected = table_medians(rows)
    with (folder / "p.csv").open(newline="") as file:
        from_csv = {int(row["step"]): float(row["median_ns"]) for row in csv.DictReader(file) if row["median_ns"]}
    report = json.loads((folder / "p.json").read_text())
    from_json = {step["id"]: step["median_ns"] for step in report["steps"] if "median_ns" in step}
    for form, found in (("csv", from_csv), ("json", from_json)):
        for step in sorted(expected.keys() | found.keys()):
            if step not in found or step not in expected or abs(found[step] - expected[step]) > 1:
                findings.append(f"{form}: step {step} has {found.get(step)} ns, the table {expected.get(step)}")
    schema = json.loads(check_report.DEFAULT_SCHEMA.read_text())
    findings += [f"json: {text}" for text in check_report.schema_findings(report, schema)]
    findings += [f"json: {text}" for text in check_report.account_findings(report)]


def check_folded(folder: pathlib.Path, findings: list[str]) -> None:
    total = 0
    for line in (folder / "p.folded").read_text().splitlines():
        stack, _, number = line.rpartition(" ")
        if not stack or not number.isdigit():
            findings.append(f"folded: {line[:80]!r} is no stack with a number")
        else:
            total += int(number)
    report = json.loads((folder / "p.json").read_text())
    wall = report["accounting"]["wall_ns"] if "accounting" in report else 0
    if wall and not 0.5 * wall < total < 1.5 * wall:
        findings.append(f"folded: the stacks have {total} ns in all, the median run {wall}")


def check_device(folder: pathlib.Path, trace: dict, rows: list[dict], findings: list[str]) -> None:
    """Kernels in their own form, arrows from calls to what they asked for, and the account of the device."""
    kernels = list(csv.DictReader((folder / "p.kernels.csv").open(newline="")))
    report = json.loads((folder / "p.json").read_text())
    busy = {"kernel", "h2d", "d2h", "d2d", "p2p", "h2h", "copy", "set", "graph"}
    if "accounting" in report.get("device", {}):
        run = report["device"]["accounting"]["run"]
        work = [row for row in rows if row["run"] == run and row["work"] in busy]
        if sorted(int(row["dur_ns"]) for row in kernels) != sorted(row["dur_ns"] for row in work):
            findings.append(f"csv-kernels: {len(kernels)} rows, the table has {len(work)} of run {run}")
    calls = {row["correlation"] for row in rows if row["work"] == "call"}
    expected = sum(row["work"] in busy and row["correlation"] in calls and row["correlation"] > 0 for row in rows)
    ends = [event for event in trace["traceEvents"] if event["ph"] == "f"]
    if len(ends) != expected:
        findings.append(f"chrome: {len(ends)} arrows end at work of a device, the table has {expected} with their calls")
    starts = {event["id"]: event["ts"] for event in trace["traceEvents"] if event["ph"] == "s"}
    findings += [f"chrome: arrow {event['id']} ends without a start" for event in ends if event["id"] not in starts]


def check_markdown(folder: pathlib.Path, findings: list[str]) -> None:
    report = json.loads((folder / "p.json").read_text())
    timed = [step for step in report["steps"] if "median_ns" in step and step["op_type"] not in ("If", "Loop", "Scan")]
    if not timed:
        return
    slowest = max(timed, key=lambda step: step["median_ns"])["name"]
    text = (folder / "p.md").read_text().replace("\\", "")
    if slowest not in text:
        findings.append(f"markdown: the slowest operator {slowest} is not named")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("profile", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.folder or pathlib.Path(tempfile.mkdtemp())
    files = {"p.pftrace": "perfetto", "p.trace.json": "chrome", "p.trace.json.gz": "chrome", "p.csv": "csv", "p.json": "json",
             "p.folded": "folded", "p.md": "markdown", "p.html": "html", "p.kernels.csv": "csv-kernels"}
    for name, form in files.items():
        subprocess.run([arguments.program, "export", arguments.profile, "--to", form, "-o", folder / name], check=True)

    findings: list[str] = []
    rows = table_rows(arguments.profile)
    expected = table_sums(rows)
    compare_sums("perfetto", perfetto_sums(folder / "p.pftrace", rows, findings), expected, findings)
    plain = (folder / "p.trace.json").read_bytes()
    if gzip.decompress((folder / "p.trace.json.gz").read_bytes()) != plain:
        findings.append("chrome: the compressed trace differs from the plain one")
    compare_sums("chrome", chrome_sums(json.loads(plain), findings), expected, findings)
    check_device(folder, json.loads(plain), rows, findings)
    check_medians(folder, rows, findings)
    check_folded(folder, findings)
    check_markdown(folder, findings)
    for text in findings[:50]:
        print(f"finding: {text}")
    sizes = ", ".join(f"{name} {(folder / name).stat().st_size}" for name in files)
    print(f"{len(rows)} rows, {len(expected)} groups compared; bytes: {sizes}; {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
