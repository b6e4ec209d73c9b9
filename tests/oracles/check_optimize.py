"""Writes out what the optimiser changes (`edit --optimize full`), and compares with the original in ONNX Runtime.

Both models are run there without its own optimisation, with the same random inputs. Outputs may differ by rounding: by 1e-4 of the largest number
of an output.

usage: check_optimize.py OPSCOPE_CLI MODEL...
Needs numpy, onnx and onnxruntime. The exit code is 1 if a model differs or is refused.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnxruntime

from random_edits import load, run

TOLERANCE = 1e-4


def difference(expected, outputs):
    """The largest difference of two lists of outputs, as a share of the largest number of its output."""
    worst = 0.0
    for a, b in zip(expected, outputs):
        if not isinstance(a, numpy.ndarray) or a.dtype.kind not in "fiub":
            continue
        if a.shape != b.shape:
            return numpy.inf
        if a.size and not numpy.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
            a, b = a.astype(numpy.float64), b.astype(numpy.float64)
            worst = max(worst, numpy.nanmax(numpy.abs(a - b)) / max(numpy.nanmax(numpy.abs(a)), 1e-30))
    return worst


def operators(path):
    return collections.Counter(node.op_type for node in onnx.load(path, load_external_data=False).graph.node)


def main():
    cli, models = sys.argv[1], [pathlib.Path(word) for word in sys.argv[2:]]
    onnxruntime.set_default_logger_severity(4)
    counts = collections.Counter()
    for path in models:
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "optimised.onnx"
            done = subprocess.run([cli, "edit", path, "--optimize", "full", "--external-data", "none", "-o", target, "--format", "json"],
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                counts["not opened" if done.returncode == 4 else "failed"] += 1
                print(f"{path}: {done.stderr.strip().splitlines()[-1] if done.stderr else done.returncode}")
                continue
            before, after = load(path), load(target)
            expected = run(before, 1)
            if isinstance(expected, str):
                counts["not run by ONNX Runtime before"] += 1
                continue
            outputs = run(after, 1)
            worst = numpy.inf if isinstance(outputs, str) else difference(expected, outputs)
            counts["equal" if worst == 0 else "rounded" if worst <= TOLERANCE else "wrong"] += 1
            gone, new = operators(path) - operators(target), operators(target) - operators(path)
            report = json.loads(done.stdout)
            print(f"{path}: {report['nodes_before']} to {report['nodes']} nodes, differs by {worst:.1e}; gone {dict(gone)}, new {dict(new)}"
                  + (f"; {outputs}" if isinstance(outputs, str) else ""), flush=True)
    print(dict(counts))
    sys.exit(1 if counts["wrong"] or counts["failed"] or not models else 0)


if __name__ == "__main__":
    main()
