#!/usr/bin/env python3
"""What recording costs, and how much of a run has a name: figures for a list of models.

    check_overhead.py PROGRAM [MODEL[:OPTION...]...] [--chain 1000] [--runs 200] [--limit 20] [--threads N]

PROGRAM is opscope-cli. Each model is measured by `profile`, which takes turns of recorded and plain runs in random order; printed per
model: wall, cost of recording with its 95 % interval, unexplained share of the median run, and the number of model nodes that are in a
step or listed with what became of them. Options behind a colon go to `profile` (`gpt2.onnx:--dim:past_sequence_length=64`). --chain adds
a model made here: that many small operators one after the other, none of which can be fused with its neighbour or folded, so
that recording has the most to do per microsecond of work. Exit code 1 if the cost exceeds 1 % beyond its interval, more than
1 % is unexplained, or a node is missing.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

CHAIN_ROWS, CHAIN_COLUMNS = 16, 64


def write_chain(path: pathlib.Path, count: int) -> str:
    """`count` operators, in turn a matrix product and a softmax: each needs all of the other's result."""
    weight = numpy.random.default_rng(0).standard_normal((CHAIN_COLUMNS, CHAIN_COLUMNS)).astype(numpy.float32)
    nodes = [helper.make_node("MatMul" if i % 2 == 0 else "Softmax", [f"x{i}", "w"][:2 - i % 2], [f"x{i + 1}"], name=f"n{i}")
             for i in range(count)]
    shape = [CHAIN_ROWS, CHAIN_COLUMNS]
    graph = helper.make_graph(nodes, "chain", [helper.make_tensor_value_info("x0", TensorProto.FLOAT, shape)],
                              [helper.make_tensor_value_info(f"x{count}", TensorProto.FLOAT, shape)],
                              [numpy_helper.from_array(weight, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return str(path)


def measure(program: str, model: str, options: list[str]) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        path, *own = model.split(":")
        profile = pathlib.Path(folder) / "p.opscope"
        subprocess.run([program, "profile", path, "-o", profile, "--quiet", *own, *options], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "export", profile, "-o", profile.with_suffix(".json")], check=True)
        subprocess.run([program, "export", profile, "--to", "csv-nodes", "-o", profile.with_suffix(".csv")], check=True)
        report = json.loads(profile.with_suffix(".json").read_text())
        report["node_lines"] = len(profile.with_suffix(".csv").read_text().splitlines()) - 1
        return report


def line(model: str, report: dict) -> tuple[str, bool]:
    account, overhead = report["accounting"], report.get("overhead", {})
    unexplained = account["unaccounted_ns"] / account["wall_ns"]
    ratio, low, high = (overhead.get(key) for key in ("ratio", "lo", "hi"))
    nodes = report["metadata"].get("model.nodes", 0)
    fates = len(report["provenance"])
    covered = {node for step in report["steps"] for node in step["nodes"]}
    listed = {entry["node"] for entry in report["provenance"]}
    missing = nodes - len(covered | listed)
    interval = f" ({low:+.2%} to {high:+.2%})" if low is not None else ""
    words = (f"{pathlib.Path(model.split(':')[0]).name}: wall {report['total']['median_ns'] / 1e6:.3f} ms, recording "
             f"{'–' if ratio is None else f'{ratio:+.2%}'}{interval}, unexplained {unexplained:.3%}, "
             f"{nodes} nodes: {len(covered)} in steps, {fates} listed, {missing} missing")
    is_good = (low is None or low <= 0.01) and unexplained <= 0.01 and missing <= 0
    return words, is_good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--chain", type=int, metavar="COUNT")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--threads", type=int)
    arguments = parser.parse_args()
    options = ["--runs", str(arguments.runs), "--limit", f"{arguments.limit}s"]
    if arguments.threads:
        options += ["--threads", str(arguments.threads)]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        models = list(arguments.models)
        if arguments.chain:
            models.insert(0, write_chain(pathlib.Path(folder) / f"chain-{arguments.chain}.onnx", arguments.chain))
        for model in models:
            words, is_good = line(model, measure(arguments.program, model, options))
            print(("" if is_good else "finding: ") + words, flush=True)
            results.append(is_good)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
