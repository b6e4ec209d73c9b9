#!/usr/bin/env python3
"""How far `opscope-cli compare --measure` can be believed on this machine, now.

  equal    the same model as A and B: how often is anything called faster or slower, and what does
           the gate (3 %, operators 5 %) say?
  slower   an operator of 1 ms or more does 5 % more work in B: how often is it found, and how often
           is another one blamed?
  failing  the same with 10 %: how often does the gate end with exit code 1 and name it alone?

Operators of known work come from the test plug-in busy_operators (build target
opscope_test_plugins). With --model a model of your own takes the place of the equal ones.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

import onnx
from onnx import TensorProto, helper

TURNS = [60_000, 400_000, 100_000, 30_000, 130_000]
LARGE = 1


def write_model(path, scale, factor):
    nodes = []
    for i, turns in enumerate(TURNS):
        turns = int(turns * scale * (factor if i == LARGE else 1))
        nodes.append(helper.make_node("Busy", [f"x{i}"], [f"x{i + 1}"], name=f"b{i}",
                                      domain="busy.test", turns=turns))
    graph = helper.make_graph(
        nodes, "busy",
        [helper.make_tensor_value_info("x0", TensorProto.FLOAT, [8])],
        [helper.make_tensor_value_info(f"x{len(TURNS)}", TensorProto.FLOAT, [8])])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("busy.test", 1)]
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=8), path)
    return str(path)


def compare(arguments, a, b, seed):
    command = [arguments.program, "compare", a, b, "--measure", "--format", "json", "--quiet",
               "--gate", "3%", "--gate-op", "5%", "--order-seed", str(seed), "--rounds",
               str(arguments.rounds), "--threads", "1"]
    if arguments.plugin:
        command += ["--plugin", arguments.plugin]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 6):
        raise SystemExit(f"{' '.join(command)}\nexit {done.returncode}: {done.stderr}")
    return done.returncode, json.loads(done.stdout)


def called(document):
    """Operators that are faster or slower; the wall as `wall`."""
    rows = [(row["operator"], row) for row in document["time"]["operators"]]
    rows.append(("wall", document["time"]["wall"]))
    return {name for name, row in rows if row["verdict"] in ("faster", "slower")}


def half_width(row):
    return (row["high"] - row["low"]) / 2 if row["low"] is not None else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="opscope-cli")
    parser.add_argument("--plugin", help="busy_operators.so")
    parser.add_argument("--model", action="append", default=[], help="compared with itself")
    parser.add_argument("--equal", type=int, default=40)
    parser.add_argument("--slower", type=int, default=20)
    parser.add_argument("--failing", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--scale", type=float, default=1,
                        help="of all work, so that the large operator takes 1 ms on this machine")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="compare-noise-"))
    large = f"b{LARGE}"
    base = write_model(folder / "base.onnx", arguments.scale, 1)

    models = arguments.model or [base]
    alarms, codes, widths = [], [], []
    for i in range(arguments.equal):
        model = models[i % len(models)]
        code, document = compare(arguments, model, model, i + 1)
        codes.append(code)
        widths.append(half_width(document["time"]["wall"]))
        if called(document):
            alarms.append((pathlib.Path(model).name, sorted(called(document))))
    if codes:
        print(f"equal: {len(alarms)} of {len(codes)} comparisons raise a false alarm {alarms}; gate:"
              f" {codes.count(0)} within, {codes.count(6)} undecided, {codes.count(1)} beyond;"
              f" half width of the wall's interval {100 * sorted(widths)[len(widths) // 2]:.2f} %")
    for name, factor, count in (("slower", 1.05, arguments.slower),
                                ("failing", 1.10, arguments.failing)):
        if count == 0 or not arguments.plugin:
            continue
        other = write_model(folder / f"{name}.onnx", arguments.scale, factor)
        found, blamed, gates, named, effects, lengths = 0, 0, [], 0, [], []
        for i in range(count):
            code, document = compare(arguments, base, other, i + 1)
            row = next(r for r in document["time"]["operators"] if r["operator"] == large)
            found += row["verdict"] == "slower"
            blamed += bool(called(document) - {large, "wall"})
            gates.append(code)
            beyond = {r["name"] for r in document["gate"]["rows"] if r["result"] == "beyond"}
            named += code == 1 and beyond - {"wall"} == {large}
            effects.append(row["change"])
            lengths.append(row["a_ns"])
        effects.sort()
        print(f"{name}: {100 * (factor - 1):.0f} % more work in an operator of"
              f" {sorted(lengths)[count // 2] / 1e6:.2f} ms: found in {found} of {count}, others"
              f" blamed in {blamed}; median change {100 * effects[count // 2]:+.1f} %; gate:"
              f" {gates.count(0)} within, {gates.count(6)} undecided, {gates.count(1)} beyond"
              f" ({named} name it alone)")


if __name__ == "__main__":
    main()
