#!/usr/bin/env python3
"""Why a quantised model gives other numbers here than there: a fault, or rounding that it magnifies?

Runs MODEL with one seeded input by ONNX Runtime (with and without graph optimisation, and with an
input that is one unit in the last place larger), by Opscope with and without passes, and with
--preload by the device that tests emulate. Prints how far each pair of runs is apart. Where ONNX Runtime is as far from itself as from Opscope, the model does not say which codes
numbers half way between two get, and no implementation can be held to another's.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

SHARE = 1e-4  # of the largest element: beyond it an element counts as another one


def seeded_inputs(model, seed):
    generator = np.random.default_rng(seed)
    weights = {tensor.name for tensor in model.graph.initializer}
    inputs = {}
    for value in model.graph.input:
        if value.name in weights:
            continue
        tensor = value.type.tensor_type
        dims = [d.dim_value or 1 for d in tensor.shape.dim]
        kind = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        inputs[value.name] = generator.random(dims).astype(kind)
    return inputs


def by_onnxruntime(path, inputs, level):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def by_opscope(arguments, folder, name, more, preload=None):
    out = folder / name
    command = [arguments.program, "run", str(arguments.model), "--data", str(folder), "--save",
               str(out), "--threads", "1", "--quiet", *more]
    environment = dict(os.environ, LD_PRELOAD=preload) if preload else None
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    files = sorted(out.glob("output_*.pb"), key=lambda file: int(file.stem.split("_")[1]))
    return [numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes())) for file in files]


def apart(a, b):
    """Worst difference, elements that differ, and how many."""
    worst = 0.0
    beyond = 0
    total = 0
    for x, y in zip(a, b):
        x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
        difference = np.abs(x - y)
        worst = max(worst, difference.max(initial=0.0))
        beyond += int((difference > SHARE * np.abs(y).max(initial=0.0)).sum())
        total += x.size
    return worst, beyond, total


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="opscope-cli")
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--preload", help="libopscope_emulated_device.so")
    parser.add_argument("--data", type=pathlib.Path, help="input_<i>.pb in place of seeded inputs")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    model = onnx.load(arguments.model)
    inputs = seeded_inputs(model, arguments.seed)
    if arguments.data:
        for i, name in enumerate(inputs):
            content = (arguments.data / f"input_{i}.pb").read_bytes()
            inputs[name] = numpy_helper.to_array(onnx.TensorProto.FromString(content))
    off = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    nudged = {name: np.nextafter(x, np.inf, dtype=x.dtype) if x.dtype.kind == "f" else x
              for name, x in inputs.items()}
    runs = {
        "ORT": by_onnxruntime(arguments.model, inputs, off),
        "ORT, optimised": by_onnxruntime(
            arguments.model, inputs, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL),
        "ORT, input + 1 ulp": by_onnxruntime(arguments.model, nudged, off),
    }
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i, x in enumerate(inputs.values()):
            (folder / f"input_{i}.pb").write_bytes(numpy_helper.from_array(x).SerializeToString())
        runs["CPU"] = by_opscope(arguments, folder, "cpu", [])
        runs["CPU, no passes"] = by_opscope(arguments, folder, "plain", ["--optimize", "none"])
        if arguments.preload:
            runs["device"] = by_opscope(
                arguments, folder, "device", ["--device", "cuda"], arguments.preload)
    names = list(runs)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            worst, beyond, total = apart(runs[a], runs[b])
            print(f"{a:20} {b:20} worst {worst:<12.6g} {beyond:8} of {total} elements")


if __name__ == "__main__":
    main()
