"""Gives models a batch by name with `opscope-cli edit` and runs them in ONNX Runtime.

Three samples in one batch must give what they give one by one, and the edited model must give for one sample what the model gave.

usage: check_batch.py OPSCOPE_CLI [NAME=SIZE...] MODEL.onnx...   models whose inputs have a fixed first dimension of 1; inputs are
random, other named dimensions have the given size, else 16
Needs numpy, onnx and onnxruntime. The exit code is 1 if something differs.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnxruntime

TYPES = {"tensor(float)": numpy.float32, "tensor(int64)": numpy.int64, "tensor(int32)": numpy.int32, "tensor(uint8)": numpy.uint8}


def session(path):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def samples(inputs, sizes, generator):
    """Three values for each input, with 1 as the batch."""
    values = {}
    for value in inputs:
        shape = [size if isinstance(size, int) else sizes.get(size, 16) for size in value.shape]
        kind = TYPES[value.type]
        values[value.name] = [(generator.standard_normal(shape) if kind is numpy.float32 else generator.integers(0, 2, shape)).astype(kind)
                              for _ in range(3)]
    return values


def error(a, b):
    return float(numpy.max(numpy.abs(a.astype(numpy.float64) - b.astype(numpy.float64)), initial=0) /
                 (numpy.max(numpy.abs(a.astype(numpy.float64)), initial=0) + 1e-6))


def check(program, path, sizes, folder):
    before = session(path)
    values = samples(before.get_inputs(), sizes, numpy.random.default_rng(1))
    edited = folder / "edited.onnx"
    done = subprocess.run([program, "edit", path, "--operation", '{"op":"setBatch","size":"n"}', "--external-data", "one", "--force",
                           "-o", edited], capture_output=True, text=True)
    if done.returncode != 0:
        return False, (done.stderr or done.stdout).strip().splitlines()[-1]
    after = session(edited)
    single = [before.run(None, {name: value[i] for name, value in values.items()}) for i in range(3)]
    again = after.run(None, {name: value[0] for name, value in values.items()})
    together = after.run(None, {name: numpy.concatenate(value) for name, value in values.items()})
    worst = max(error(a, b) for a, b in zip(single[0], again))
    declared = [output.shape for output in after.get_outputs()]
    for place, whole in enumerate(together):
        parts = [outputs[place] for outputs in single]
        if whole.shape == parts[0].shape:
            return False, f"output {place} has the shape {whole.shape} for three samples"
        if any(isinstance(size, int) and size != found for size, found in zip(declared[place], whole.shape)):
            return False, f"output {place} is declared as {declared[place]}, but has the shape {whole.shape}"
        worst = max(worst, error(numpy.concatenate(parts), whole))
    return worst < 1e-4, f"largest relative difference {worst:.1e}; " + next((line for line in done.stdout.splitlines() if "batch" in line), "")


def main():
    program, *words = sys.argv[1:]
    paths = [word for word in words if "=" not in word]
    sizes = {name: int(size) for name, size in (word.split("=") for word in words if "=" in word)}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in map(pathlib.Path, paths):
            try:
                passed, text = check(program, path.resolve(), sizes, pathlib.Path(folder))
            except Exception as error:  # of ONNX Runtime, which has a type of its own for each
                passed, text = False, str(error)
            failed += not passed
            print("ok  " if passed else "FAIL", path.name, text)
    print(f"{len(paths) - failed} of {len(paths)} passed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
