#!/usr/bin/env python3
"""List what ONNX Runtime runs and Opscope does not: real models at default sizes, and models that break one rule of the standard each.

    list_unrunnable.py PROGRAM [PATH...] [--timeout SECONDS]

PROGRAM is opscope-cli. For each PATH (a folder with model.onnx, or one whose folders are searched) both get inputs of the declared
shapes, 1 for every size without a number. Then come small models, one for each rule of docs/checks.md that stops a run and can be
broken alone. One line for each model that only one of the two runs, with the other's words. Development script: needs onnx,
onnxruntime, numpy. Exit code 1 if ONNX Runtime runs something that PROGRAM does not.
"""

import argparse
import multiprocessing
import pathlib
import queue
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from compare_seeded_models import seeded_array
from folder_data import real_inputs
from run_real_models import model_files, run_ort


def info(name, shape=(2,), kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def weight(name, numbers, dtype=np.float32):
    return numpy_helper.from_array(np.array(numbers, dtype), name)


def node(kind, inputs, outputs, **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), **attributes)


def model(nodes, inputs=None, outputs=None, weights=(), ir=8, opset=17, name="g", functions=(), values=()):
    graph = helper.make_graph(nodes, name, [info("x")] if inputs is None else inputs, [info("y")] if outputs is None else outputs,
                              list(weights), value_info=list(values))
    opsets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid("c", 1)] if functions else [])
    return helper.make_model(graph, opset_imports=opsets, ir_version=ir, functions=list(functions))


def function(inner="Neg", domain=""):
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("c", 1)]
    return helper.make_function("c", "F", ["a"], ["b"], [helper.make_node(inner, ["a"], ["b"], domain=domain)], imports)


def rule_breakers() -> dict[str, onnx.ModelProto]:
    neg, add = node("Neg", "x", "y"), node("Add", "x w", "y")
    twice = node("Softmax", "x", "y", axis=0)
    twice.attribute.append(helper.make_attribute("axis", 0))
    payload = node("Softmax", "x", "y", axis=0)
    payload.attribute[0].type = onnx.AttributeProto.FLOAT
    call = helper.make_node("F", ["x"], ["y"], domain="c")
    image, kernel = info("x", (1, 1, 8, 8)), info("w", (1, 1, 3, 3))
    free = [info("y", None)]
    return {
        "arity-input": model([node("Neg", "x x", "y")]),
        "arity-output": model([node("Neg", "x", "y z")]),
        "attribute-duplicate": model([twice]),
        "attribute-kind": model([node("LeakyRelu", "x", "y", alpha=1)]),
        "attribute-missing": model([node("Concat", "x x", "y")], outputs=[info("y", (4,))]),
        "attribute-payload": model([payload]),
        "attribute-version": model([node("Dropout", "x", "y", ratio=0.5)], opset=13),
        "cycle": model([node("Add", "x y", "z"), node("Neg", "z", "y")]),
        "function-duplicate": model([call], functions=[function(), function()]),
        "function-input": model([helper.make_node("F", ["x", "x"], ["y"], domain="c")], functions=[function()]),
        "function-output": model([helper.make_node("F", ["x"], ["y", "z"], domain="c")], functions=[function()]),
        "function-recursive": model([call], functions=[function("F", "c")]),
        "input-invalid": model([add], [info("x"), info("w", (3,))]),
        "input-invalid axes without a rank": model([node("Unsqueeze", "x a", "y")], outputs=[info("y", (1, 2))],
                                                   weights=[weight("a", 0, np.int64)]),
        "input-kind": model([node("SequenceLength", "x", "y")], outputs=[info("y", (), TensorProto.INT64)]),
        "input-type-mismatch": model([add], [info("x"), info("w", (2,), TensorProto.DOUBLE)]),
        "input-undefined": model([node("Add", "x q", "y")]),
        "interface-empty": model([], outputs=[]),
        "interface-initializer": model([add], weights=[weight("w", [1, 2])], ir=3, opset=8),
        "interface-name": model([neg], name=""),
        "interface-output": model([neg], outputs=[]),
        "name-duplicate inputs": model([neg], [info("x"), info("x")]),
        "name-duplicate weights": model([add], weights=[weight("w", [1, 2]), weight("w", [3, 4])]),
        "node-invalid kernel": model([node("Conv", "x w", "y", kernel_shape=[5, 5])], [image, kernel], free),
        "node-invalid pads": model([node("Conv", "x w", "y", pads=[1, 1])], [image, kernel], free),
        "nodes-unsorted": model([node("Neg", "z", "y"), node("Neg", "x", "z")]),
        "output-undefined": model([node("Neg", "x", "z")]),
        "type-conflict shape of an output": model([neg], outputs=[info("y", (3, 1))]),
        "type-conflict shape of a value": model([node("Neg", "x", "z"), node("Neg", "z", "y")], values=[info("z", (5, 1))]),
        "type-conflict type of an output": model([neg], outputs=[info("y", (2,), TensorProto.DOUBLE)]),
        "value-redefined": model([neg, node("Abs", "x", "y")]),
        "value-redefined weight": model([neg], weights=[weight("y", [1, 2])]),
    }


def run_other(path: pathlib.Path, results) -> None:
    """Runs in a child process; puts the reason why it does not run, or an empty text."""
    try:
        loaded = onnx.load(path, load_external_data=False)
        random = np.random.default_rng(0)
        run_ort(path, {value.name: seeded_array(value.type, {}, random) for value in real_inputs(loaded)})
        results.put("")
    except Exception as error:  # whatever the engine throws is the answer
        results.put(" ".join(f"{type(error).__name__}: {error}".split())[:160])


def words_of_other(path: pathlib.Path, timeout: float) -> str:
    results = multiprocessing.Queue()
    child = multiprocessing.Process(target=run_other, args=(path, results))
    child.start()
    try:
        return results.get(timeout=timeout)
    except queue.Empty:
        return "no answer in time"
    finally:
        child.kill()
        child.join()


def our_words(program: str, path: pathlib.Path, timeout: float) -> str:
    try:
        ended = subprocess.run([program, "run", str(path), "--quiet"], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return "no answer in time"
    return "" if ended.returncode == 0 else f"exit code {ended.returncode}: " + " ".join(ended.stderr.split())[:200]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=120)
    arguments = parser.parse_args()
    missing = 0
    with tempfile.TemporaryDirectory() as scratch:
        files = {str(path.parent): path for path in model_files(arguments.paths)}
        for index, (name, broken) in enumerate(rule_breakers().items()):
            files[f"rule {name}"] = pathlib.Path(scratch) / f"{index}.onnx"
            files[f"rule {name}"].write_bytes(broken.SerializeToString())
        for name, path in files.items():
            other, ours = words_of_other(path, arguments.timeout), our_words(arguments.program, path, arguments.timeout)
            if bool(other) != bool(ours):
                missing += bool(ours)
                print(f"{name}: only {'ONNX Runtime' if ours else 'Opscope'} runs it; {other or ours}", flush=True)
    print(f"{len(files)} models, {missing} that only ONNX Runtime runs", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
