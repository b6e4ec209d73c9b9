"""Edits models at random and loads what is saved in ONNX Runtime.

`edit_sequences` makes each sequence of operations, of all kinds, and compares by itself: the saved
file with the model in memory and its findings, the bytes after undo with those of the original,
those after redo with the result. This script takes the saved file, with its weights inside or in
external files, and asks ONNX Runtime:
- `any`, a sequence of any operations: a model that it loads before must load after it, unless our
  check finds an error, unsorted nodes, an odd input, another type than declared, or a type that only a later operator set takes, in the
  result that the original has not;
- `same`, a sequence of operations that keep what a model computes: the outputs of a run with random
  inputs must also have the same bits, without optimisation. ONNX Runtime has other kernels for
  constant operands and newer operators: after ROUNDING operations, a difference of 1e-5 is allowed.

usage: random_edits.py EDIT_SEQUENCES MODEL... [--seeds 20] [--operations 12]
Needs numpy, onnx and onnxruntime. The exit code is 1 if something differs.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

DEFAULT_SIZE = 2
ROUNDING = {"foldConstants", "insertNode", "convertOpset", "inlineFunctions"}
# What ONNX Runtime says of a sound model that it cannot run: no kernel for a type, a version that it does not know.
NOT_THERE = re.compile(r"NOT_IMPLEMENTED|Could not find an implementation|is under development|Unsupported model IR version|"
                       r"is not a registered function/op|No Op registered for|"
                       r"Type .* is not (yet )?supported|Tensor type .* is not supported|"
                       # Its operators that generate tokens want names and a size in their bodies, others attributes that ONNX does not ask for.
                       r"subgraph (in|out)put \d+ shall be named|logits dimension 2 shall have a positive value|\"hidden_size\"|"
                       r"!scale_\.empty\(\)|scale_\.size\(\) == offset_\.size\(\)|intercepts must not be empty|"
                       r"inputdimensions attribute must be provided|n_targets_or_classes_? > 0|"
                       # It sees only in constants that the scales of Resize are empty.
                       r"Either `sizes` or `scales` must be provided, but not both")
# Of an operator that it replaces by the function that defines it.
WRONG_TYPE = re.compile(r"Type Error: Type .* of input parameter \((.*?)\) of operator \((\w+)\)")


def session(path):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def load(path):
    """A session, or the error as text."""
    try:
        return session(path)
    except Exception as failure:  # of any kind: it is only compared
        return str(failure)


def inputs_of(model, seed):
    """Random inputs in the order of the model; None if one is no tensor of numbers."""
    generator = numpy.random.default_rng(seed)
    values = []
    for value in model.get_inputs():
        shape = [size if isinstance(size, int) and size > 0 else DEFAULT_SIZE for size in value.shape]
        if value.type == "tensor(float)":
            values.append(generator.standard_normal(shape).astype(numpy.float32))
        elif value.type in ("tensor(int64)", "tensor(int32)"):
            values.append(generator.integers(0, 2, shape).astype(value.type[7:-1]))
        elif value.type == "tensor(bool)":
            values.append(generator.integers(0, 2, shape).astype(bool))
        else:
            return None
    return values


def is_same(expected, output, tolerance):
    """Compares shape and bytes of a tensor, the text of a map or a sequence."""
    if not isinstance(expected, numpy.ndarray) or expected.dtype == object:
        return repr(expected) == repr(output)
    if expected.dtype != output.dtype or expected.shape != output.shape:
        return False
    if expected.tobytes() == output.tobytes():
        return True
    if not tolerance or expected.dtype.kind != "f":
        return False
    expected, output = expected.astype(numpy.float64), output.astype(numpy.float64)
    scale = numpy.nanmax(numpy.abs(expected), initial=1e-6)
    return bool(numpy.allclose(output, expected, tolerance, tolerance * scale, equal_nan=True))


def run(model, seed):
    """The outputs of a run, by position; the error as text."""
    if isinstance(model, str):
        return model
    try:
        values = inputs_of(model, seed)
        if values is None:
            return "inputs that are no tensors of numbers"
        names = [value.name for value in model.get_inputs()]
        return model.run(None, dict(zip(names, values)))
    except Exception as failure:
        return str(failure)


def write_parts(folder):
    """The models that `paste` and `merge` take: nodes with weights and a body; a model with one input."""
    def value(name, kind=TensorProto.FLOAT, shape=None):
        return helper.make_tensor_value_info(name, kind, shape)

    weight = numpy_helper.from_array(numpy.float32([1, 2]), "w")
    body = helper.make_graph([helper.make_node("Neg", ["pasted"], ["negated"])], "then", [], [value("negated")])
    other = helper.make_graph([helper.make_node("Abs", ["pasted"], ["positive"])], "else", [], [value("positive")])
    nodes = [helper.make_node("Add", ["pasted_in", "w"], ["pasted"], "sum"),
             helper.make_node("If", ["flag"], ["chosen"], "choice", then_branch=body, else_branch=other)]
    pasted = helper.make_graph(nodes, "pasted", [value("pasted_in"), value("flag", TensorProto.BOOL, [])], [value("chosen")], [weight])
    following = helper.make_graph([helper.make_node("Add", ["next_in", "w"], ["a"], "sum"), helper.make_node("Relu", ["a"], ["b"])],
                                  "next", [value("next_in")], [value("b")], [weight])
    for name, graph in (("pasted", pasted), ("next", following)):
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), folder / f"{name}.onnx")


def new_errors(answer):
    return collections.Counter(answer["errors"]) - collections.Counter(answer["errors_before"])


def is_absent(operator, value, path):
    """True if no node of the model, its bodies and functions with the operator reads the value."""
    def has(nodes):
        return any((node.op_type == operator and value in node.input)
                   or any(has(graph.node) for attribute in node.attribute for graph in (attribute.g, *attribute.graphs)) for node in nodes)

    model = onnx.load(path, load_external_data=False)
    return not has(model.graph.node) and not any(has(function.node) for function in model.functions)


def judge(answer, path, target, seed, mode):
    """Returns what is wrong after one sequence, as a list of texts."""
    if "error" in answer:
        return [answer["error"]]
    wrong = list(answer["faults"])
    before, after = load(path), load(target)
    if isinstance(before, str):
        return wrong
    if isinstance(after, str):
        inside = WRONG_TYPE.search(after)
        if not new_errors(answer) and not NOT_THERE.search(after) and not (inside and is_absent(inside[2], inside[1], target)):
            wrong.append(f"ONNX Runtime refuses it: {after}")
        return wrong
    if mode == "same":
        expected, outputs = run(before, seed), run(after, seed)
        tolerance = 1e-5 if ROUNDING & answer["applied"].keys() else 0
        if isinstance(expected, list) and isinstance(outputs, str):
            wrong.append(f"it does not run: {outputs}")
        elif isinstance(expected, list) and not all(map(is_same, expected, outputs, [tolerance] * len(expected))):
            wrong.append("outputs differ")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--operations", type=int, default=12)
    parser.add_argument("--modes", default="any,same")
    parser.add_argument("--scripts", type=pathlib.Path, help="a folder for the scripts of sequences with faults")
    arguments = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    applied, refused = collections.Counter(), collections.Counter()
    sequences = faults = loaded = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_parts(folder)
        (folder / "out").mkdir()
        command = [arguments.program, folder / "out", folder / "pasted.onnx", folder / "next.onnx", str(arguments.operations)]
        for path in arguments.models:
            maker = None
            for seed in range(arguments.first, arguments.first + arguments.seeds):
                for mode in arguments.modes.split(","):
                    if maker is None:
                        maker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                    # Each model gets operations of its own.
                    start = zlib.crc32(f"{path} {seed} {mode}".encode())
                    maker.stdin.write(f"{start} {mode} {path.absolute()}\n")
                    maker.stdin.flush()
                    line = maker.stdout.readline()
                    if not line:
                        wrong, maker = [f"died with {maker.wait()}"], None
                    else:
                        answer = json.loads(line)
                        wrong = judge(answer, path, folder / "out" / "edited.onnx", seed, mode)
                        applied.update(answer.get("applied", {}))
                        refused.update(answer.get("refused", {}))
                    sequences += 1
                    faults += bool(wrong)
                    for text in wrong:
                        print(f"{path} {seed} {mode}: {text}", flush=True)
                    if wrong and line and arguments.scripts:
                        (arguments.scripts / f"{path.parent.name}-{path.stem}-{seed}-{mode}.json").write_text(answer.get("script", ""))
            loaded += not isinstance(load(path), str)
            if maker:
                maker.stdin.close()
                maker.wait()
    for kind in sorted(set(applied) | set(refused)):
        print(f"{kind}: {applied[kind]} applied, {refused[kind]} refused")
    print(f"{sequences} sequences on {len(arguments.models)} models, of which ONNX Runtime loads {loaded}: "
          f"{sum(applied.values())} operations applied, {sum(refused.values())} refused; {faults} sequences with faults")
    sys.exit(1 if faults or not sequences else 0)


if __name__ == "__main__":
    main()
