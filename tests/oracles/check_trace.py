#!/usr/bin/env python3
"""Check a Chrome trace written by Opscope against its contract, from outside.

    check_trace.py TRACE[.gz] [--model MODEL.onnx] [--steps N]

Rules: object form with displayTimeUnit "ns"; events sorted by start, longer first; times in microseconds with at most three
decimals, none negative; every process and thread named; one complete event of category `op` per executed step, with op_type, nodes,
step, impl; a step without nodes says that it is inserted; runs and operators nest and do not cross; flows come in pairs; counters are
numbers; otherData names the model's hash and the losses. With --model: every node named exists, and each node of the main graph
is in a step or in `eliminated` (needs onnx). With --steps: that many operator events in each run. Prints findings and a summary;
exit code 1 if there are findings, 2 if the file cannot be read.
"""

import argparse
import collections
import gzip
import hashlib
import json
import pathlib
import sys

CATEGORIES = {"run", "op", "phase", "gpu", "drop"}
OP_ARGUMENTS = {"op_type": str, "nodes": list, "step": int, "impl": str}
SHOWN = 8


class Findings:
    def __init__(self):
        self.by_rule: dict[str, list[str]] = collections.defaultdict(list)

    def add(self, rule: str, text: str) -> None:
        self.by_rule[rule].append(text)

    def print(self) -> None:
        for rule, texts in self.by_rule.items():
            for text in texts[:SHOWN]:
                print(f"{rule}: {text}")
            if len(texts) > SHOWN:
                print(f"{rule}: and {len(texts) - SHOWN} more")


def thousandths(value) -> int | None:
    """Nanoseconds if the number is microseconds with at most three decimals."""
    nanoseconds = round(value * 1000)
    return nanoseconds if abs(value * 1000 - nanoseconds) < 1e-3 else None


def read(path: pathlib.Path):
    content = path.read_bytes()
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    return json.loads(content, parse_constant=lambda word: (_ for _ in ()).throw(ValueError(f"{word} is not JSON")))


def check_head(trace: dict, findings: Findings) -> None:
    if trace.get("displayTimeUnit") != "ns":
        findings.add("head", f"displayTimeUnit is {trace.get('displayTimeUnit')!r}, expected 'ns'")
    other = trace.get("otherData")
    if not isinstance(other, dict):
        findings.add("head", "otherData is absent")
        return
    if not any("sha256" in key for key in other):
        findings.add("head", "otherData does not name the model's sha256")
    if "dropped" not in other:
        findings.add("head", "otherData does not say how many records were dropped")


def check_times(events, findings: Findings) -> None:
    previous = None
    for index, event in enumerate(events):
        if event.get("ph") == "M":
            continue
        if not isinstance(event.get("ts"), (int, float)) or thousandths(event["ts"]) is None:
            findings.add("time", f"event {index}: ts {event.get('ts')!r} is not microseconds with three decimals")
            continue
        start, duration = thousandths(event["ts"]), 0
        if event["ph"] == "X":
            duration = thousandths(event["dur"]) if isinstance(event.get("dur"), (int, float)) else None
            if duration is None or duration < 0:
                findings.add("time", f"event {index} {event.get('name')!r}: dur {event.get('dur')!r}")
                continue
        if start < 0:
            findings.add("time", f"event {index} {event.get('name')!r}: ts {event['ts']} before the start")
        if previous is not None and (start, -duration) < previous:
            findings.add("order", f"event {index} {event.get('name')!r} at {event['ts']} comes after a later one")
        previous = (start, -duration)


def check_names(events, findings: Findings) -> None:
    named = {(event["name"], event.get("pid"), event.get("tid") if event["name"] == "thread_name" else None)
             for event in events if event.get("ph") == "M"}
    for pid, tid in {(event.get("pid"), event.get("tid")) for event in events if event.get("ph") == "X"}:
        if ("process_name", pid, None) not in named:
            findings.add("names", f"process {pid} has no name")
        if ("thread_name", pid, tid) not in named:
            findings.add("names", f"thread {pid}/{tid} has no name")


def check_kinds(events, findings: Findings) -> None:
    for index, event in enumerate(events):
        kind = event.get("ph")
        if kind not in ("X", "M", "s", "f", "C", "i", "I"):
            findings.add("kind", f"event {index}: phase {kind!r}")
        if kind == "X" and event.get("cat") not in CATEGORIES:
            findings.add("kind", f"event {index} {event.get('name')!r}: category {event.get('cat')!r}")
        if kind == "C" and not all(isinstance(value, (int, float)) for value in event.get("args", {"": None}).values()):
            findings.add("kind", f"counter {event.get('name')!r}: value is not a number")
    flows = collections.Counter((event.get("id"), event["ph"]) for event in events if event.get("ph") in ("s", "f"))
    for identity in {identity for identity, _ in flows}:
        if flows[identity, "s"] != 1 or flows[identity, "f"] < 1:
            findings.add("flow", f"flow {identity}: {flows[identity, 's']} starts, {flows[identity, 'f']} ends")


def check_operators(operators, findings: Findings) -> None:
    for event in operators:
        arguments = event.get("args", {})
        where = f"{event.get('name')!r} at {event.get('ts')}"
        for key, kind in OP_ARGUMENTS.items():
            value = arguments.get(key)
            if not isinstance(value, kind) or isinstance(value, bool):
                findings.add("operator", f"{where}: {key} is {value!r}, expected {kind.__name__}")
        if arguments.get("nodes") == [] and not arguments.get("inserted"):
            findings.add("operator", f"{where}: no nodes and not marked as inserted")
        if not all(isinstance(node, str) and node for node in arguments.get("nodes") or []):
            findings.add("operator", f"{where}: nodes {arguments.get('nodes')!r}")


def check_nesting(events, findings: Findings) -> None:
    """On one thread, complete events lie inside each other or apart."""
    threads = collections.defaultdict(list)
    for event in events:
        if event.get("ph") == "X" and "ts" in event and "dur" in event:
            threads[event.get("pid"), event.get("tid")].append(event)
    for key, own in threads.items():
        open_ends: list[tuple[int, str]] = []
        for event in sorted(own, key=lambda e: (e["ts"], -e["dur"])):
            start = round(event["ts"] * 1000)
            end = start + round(event["dur"] * 1000)
            while open_ends and open_ends[-1][0] <= start:
                open_ends.pop()
            if open_ends and end > open_ends[-1][0]:
                findings.add("nesting", f"thread {key}: {event.get('name')!r} crosses the end of {open_ends[-1][1]!r}")
            open_ends.append((end, event.get("name")))


def check_runs(runs, operators, expected: int | None, findings: Findings) -> None:
    counts = []
    left = sorted(operators, key=lambda e: e["ts"])
    for run in sorted(runs, key=lambda e: e["ts"]):
        start, end = run["ts"], run["ts"] + run["dur"] + 5e-4
        inside = [event for event in left if start <= event["ts"] and event["ts"] + event["dur"] <= end]
        counts.append(len(inside))
    if runs and sum(counts) != len(operators):
        findings.add("runs", f"{len(operators) - sum(counts)} operator events lie in no run, or in several")
    if expected is not None and any(count != expected for count in counts):
        findings.add("runs", f"operator events per run {sorted(set(counts))}, expected {expected}")
    if not runs:
        findings.add("runs", "no event of category run")


def graph_nodes(model):
    """(path, node, graph path) of every node in all graphs and functions, without recursion."""
    work = [("graph", model.graph.node)]
    work += [(f"function {function.domain}.{function.name}", function.node) for function in model.functions]
    while work:
        prefix, nodes = work.pop()
        for index, node in enumerate(nodes):
            path = f"{prefix}/node[{index}]"
            yield path, node, prefix
            for attribute in node.attribute:
                if attribute.HasField("g"):
                    work.append((f"{path}/{attribute.name}", attribute.g.node))


def check_nodes(trace, operators, path: pathlib.Path, findings: Findings) -> None:
    import onnx

    model = onnx.load(path, load_external_data=False)
    nodes = list(graph_nodes(model))
    names = collections.Counter(node.name for _, node, _ in nodes)
    labels = {node.name if node.name and names[node.name] == 1 else place: prefix for place, node, prefix in nodes}
    seen = {name for event in operators for name in event.get("args", {}).get("nodes") or []}
    for name in sorted(seen - labels.keys()):
        findings.add("nodes", f"{name!r} is no node of the model")
    eliminated = trace.get("otherData", {}).get("eliminated", {})
    missing = [name for name, prefix in labels.items() if prefix == "graph" and name not in seen and name not in eliminated]
    for name in missing:
        findings.add("nodes", f"{name!r} is in no step and not listed as eliminated")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest not in json.dumps(trace.get("otherData", {})):
        findings.add("nodes", "otherData has another sha256 than the model")


def covered(operators) -> float:
    """Microseconds inside operators; those in the body of a Loop or If count once."""
    total, end = 0.0, 0.0
    for event in sorted(operators, key=lambda e: e["ts"]):
        stop = event["ts"] + event["dur"]
        total += max(0.0, stop - max(event["ts"], end))
        end = max(end, stop)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=pathlib.Path)
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("--steps", type=int)
    arguments = parser.parse_args()
    try:
        trace = read(arguments.trace)
        events = trace["traceEvents"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"cannot read {arguments.trace}: {error}", file=sys.stderr)
        return 2

    findings = Findings()
    check_head(trace, findings)
    check_times(events, findings)
    check_names(events, findings)
    check_kinds(events, findings)
    complete = [event for event in events if event.get("ph") == "X" and "ts" in event and "dur" in event]
    operators = [event for event in complete if event.get("cat") == "op"]
    runs = [event for event in complete if event.get("cat") == "run"]
    check_operators(operators, findings)
    check_nesting(events, findings)
    check_runs(runs, operators, arguments.steps, findings)
    if arguments.model:
        check_nodes(trace, operators, arguments.model, findings)
    findings.print()
    in_runs = sum(event["dur"] for event in runs)
    share = covered(operators) / in_runs if in_runs else 0
    print(f"{len(events)} events, {len(runs)} runs, {len(operators)} operator events, {share:.1%} of the runs' time in operators; "
          f"{sum(map(len, findings.by_rule.values()))} findings")
    return 1 if findings.by_rule else 0


if __name__ == "__main__":
    sys.exit(main())
