"""Edits models at random with `opscope-cli edit` and loads what is written in ONNX Runtime.

Each sequence is a script of operations that keep what a model computes: renames of values, nodes
and dimensions, texts, metadata, unused initializers and nodes, copies of nodes, Identity nodes on
lines, orders of declarations, weights in external files. Two operations on the whole model follow:
folding, inlining, cleaning, repairs, anonymous names, extraction of everything. Then
- `check` must have no finding that `edit` did not announce and the original did not have;
- onnx.checker and ONNX Runtime must accept the file if they accept the original;
- the outputs of a run with random inputs must have the same bits, without optimisation.

usage: random_edits.py OPSCOPE_CLI MODEL... [--seeds 20] [--operations 12]
Needs numpy, onnx and onnxruntime. The exit code is 1 if something differs.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnxruntime

DEFAULT_SIZE = 2


def opscope(program, *arguments):
    return subprocess.run([program, *map(str, arguments), "--format", "json"], capture_output=True, text=True, timeout=600)


def session(path):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


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


def bits(output):
    """What is compared of an output: shape and bytes of a tensor, text of a map or a sequence."""
    if isinstance(output, numpy.ndarray) and output.dtype != object:
        return output.dtype, output.shape, output.tobytes()
    return repr(output.tolist() if isinstance(output, numpy.ndarray) else output)


def run(path, seed):
    """The outputs of a run, by position; the error as text."""
    try:
        model = session(path)
        values = inputs_of(model, seed)
        if values is None:
            return "inputs that are no tensors of numbers"
        names = [value.name for value in model.get_inputs()]
        return [bits(output) for output in model.run(None, dict(zip(names, values)))]
    except Exception as failure:  # of any kind: it is only compared
        return str(failure)


def accepted(path):
    try:
        onnx.checker.check_model(str(path))
        return True
    except Exception:
        return False


def findings(program, path):
    done = opscope(program, "check", path)
    return collections.Counter(problem["rule"] for problem in json.loads(done.stdout).get("problems", []))


def script(model, generator, count):
    """Operations that keep what the model computes. Names are those of the original, so each place is changed once."""
    graph = model.graph
    # Some tools define a Constant twice; such a name is refused, as it is not clear which one is meant.
    outputs = collections.Counter(name for node in graph.node for name in node.output if name)
    produced = [name for name, times in outputs.items() if times == 1]
    values = generator.sample(produced, min(count, len(produced)))
    # Identity takes sequences and optionals from version 16 on, and maps never.
    version = max((entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx")), default=0)
    standard = {name for node in graph.node if version >= 16 and node.domain in ("", "ai.onnx") for name in node.output}
    standard &= {name for node in graph.node for name in node.input} | {value.name for value in graph.output}
    nodes = generator.sample(range(len(graph.node)), min(count, len(graph.node)))
    dimensions = sorted({d.dim_param for v in graph.input for d in v.type.tensor_type.shape.dim if d.dim_param.isidentifier()})
    generator.shuffle(dimensions)
    operations = []
    for i in range(count):
        choice = generator.randrange(10)
        if choice < 2 and values:
            operations.append({"op": "renameValue", "value": values.pop(), "graph": "graph", "to": f"renamed value {i}"})
        elif choice == 2 and nodes:
            operations.append({"op": "renameNode", "node": f"graph/node[{nodes.pop()}]", "to": f"renamed/node.{i}"})
        elif choice == 3 and dimensions:
            operations.append({"op": "renameDimension", "dimension": dimensions.pop(), "to": f"size_{i}"})
        elif choice == 4:
            operations.append({"op": "addInitializer", "name": f"unused {i}", "type": "float", "shape": [2, 3], "fill": i})
        elif choice == 5 and nodes:
            operations.append({"op": "setDoc", "node": f"graph/node[{nodes.pop()}]", "doc": f"text {i} \u00e9"})
        elif choice == 6:
            operations.append({"op": "setMetadata", "entries": [["key", str(i)], ["other", "text"]]})
        elif choice == 7 and values and values[-1] in standard:
            operations.append({"op": "insertNode", "type": "Identity", "value": values.pop(), "graph": "graph"})
        elif choice == 8 and len(operations) == 0 and graph.node:
            # Later paths would be others, so it comes first and its own place is the last.
            operations.append({"op": "duplicateNode", "node": f"graph/node[{len(graph.node) - 1}]"})
        else:
            operations.append({"op": "setModelField", "field": "producer_name", "value": f"producer {i}"})
    return operations


WHOLE_MODEL = [["--operation", json.dumps({"op": name})] for name in (
    "removeIdentities", "removeUnused", "stripDocs", "anonymise", "inlineFunctions", "sortNodes", "makeNodeNamesUnique",
    "removeRepetitions", "removeStaleTypes", "addMissingImports")] + [["--fold", "64KiB"], ["--repair"], ["extract"]]
# What such an operation says if it finds nothing to do, or must not do it.
NOTHING = ("can be removed", "need everything", "no doc strings", "no functions", "sorted already", "one name", "said twice",
           "is contradicted", "is imported", "whose names would not follow", "convert one of them", "are not known", "is not known")


def change_whole(program, path, target, generator):
    """Applies one operation on the whole model; returns an error as text, or the rules of new findings."""
    arguments = generator.choice(WHOLE_MODEL)
    if arguments == ["extract"]:
        outputs = [value.name for value in onnx.load(path, load_external_data=False).graph.output]
        command = ["extract", path, *(word for name in outputs for word in ("--to", name))]
    else:
        command = ["edit", path, *arguments]
    done = opscope(program, *command, "-o", target)
    if done.returncode == 0:
        return collections.Counter(finding["rule"] for finding in json.loads(done.stdout)["findings_made"])
    target.write_bytes(path.read_bytes())
    return collections.Counter() if any(words in done.stderr for words in NOTHING) else f"{command[2:]}: {done.stderr.strip()}"


def check(program, path, seed, count, folder):
    """Returns what is wrong after one sequence, as a list of texts."""
    generator = random.Random(seed * 1000003 + len(path.name))
    model = onnx.load(path, load_external_data=False)
    steps, target = folder / "steps.json", folder / "edited.onnx"
    steps.write_text(json.dumps(script(model, generator, count)), encoding="utf-8")
    places = generator.choice(["none", "one", "many"])
    for old in folder.glob("*.data"):
        old.unlink()
    done = opscope(program, "edit", path, "--script", steps, "-o", target, "--external-data", places, "--threshold", "64")
    if done.returncode:
        return [f"refused: {done.stderr.strip()}"]
    wrong = []
    announced = collections.Counter(finding["rule"] for finding in json.loads(done.stdout)["findings_made"])
    for step in range(2):
        before_step, target = target, folder / f"whole_{step}.onnx"
        made = change_whole(program, before_step, target, generator)
        if isinstance(made, str):
            return [f"refused: {made}"]
        announced += made
    unannounced = findings(program, target) - findings(program, path) - announced
    if unannounced:
        wrong.append(f"new findings: {dict(unannounced)}")
    if accepted(path) and not accepted(target):
        wrong.append("onnx.checker refuses it")
    before, after = run(path, seed), run(target, seed)
    if isinstance(before, list) and isinstance(after, list):
        if before != after:
            wrong.append("outputs differ")
    elif isinstance(before, list):
        wrong.append(f"ONNX Runtime refuses it: {after}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--operations", type=int, default=12)
    arguments = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    sequences = faults = ran = 0
    for path in arguments.models:
        try:
            onnx.load(path, load_external_data=False)
        except Exception as failure:  # Protocol Buffers in Python refuses deep nesting
            print(f"{path} is left out: {failure}")
            continue
        ran += isinstance(run(path, 1), list)
        for seed in range(1, arguments.seeds + 1):
            with tempfile.TemporaryDirectory() as folder:
                wrong = check(arguments.program, path, seed, arguments.operations, pathlib.Path(folder))
            sequences += 1
            faults += bool(wrong)
            for text in wrong:
                print(f"{path} seed {seed}: {text}", flush=True)
    print(f"{sequences} sequences on {len(arguments.models)} models, of which ONNX Runtime runs {ran}; {faults} with faults")
    sys.exit(1 if faults or not sequences else 0)


if __name__ == "__main__":
    main()
