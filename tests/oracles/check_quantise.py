"""Quantises models with `opscope-cli quantize` and with onnxruntime.quantization, and compares both.

Both get the same calibration inputs. What they write runs in ONNX Runtime on other inputs, beside the
model as it was. A line of the table has size, error and time of both; the error is the L2 norm of the
differences of all outputs by that of the outputs. The exit code is 1 if a file of ours does not load,
has a larger error than the other, or is larger by more than 1 %. An error that is larger by at most a
fifth, in a file that is smaller by at least a quarter, is another choice and not counted: tables have 8
bits unless they are kept, and the other quantiser for blocks keeps them.

MODEL is an .onnx file, best with real or made weights (the zoo's `materialize.py make --embed`).
Inputs of integers are drawn from 0 to 999, masks are 1, floats are normal; sizes that are names are 1
for `batch`, and else those of SIZES.

ONNX Runtime's quantiser for blocks looks at MatMul only. A line "Gemm as MatMul" gives it a model in
which each Gemm is MatMul and Add, and the last product has weights of its own.

usage: check_quantise.py OPSCOPE_CLI MODEL... [--schemes static,dynamic,4bit,8bit] [--work DIR]
Needs numpy, onnx, onnx_ir and onnxruntime.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from onnxruntime import quantization as q
from onnxruntime.quantization.matmul_nbits_quantizer import DefaultWeightOnlyQuantConfig, MatMulNBitsQuantizer
from onnxruntime.quantization.quant_utils import QuantFormat

CALIBRATION, EVALUATION = 16, 8
SIZES = {"batch": 1, "sequence": 64}
USUAL_SIZE = 32  # of names that SIZES does not have
SAME = 1.0005  # errors closer than this are the same: sums in another order


def feeds(model, seed):
    """Inputs for one run. Names of dimensions have one size each; a mask covers past and new tokens."""
    random = np.random.default_rng(seed)
    sizes = dict(SIZES)
    constant = {tensor.name for tensor in model.graph.initializer}
    result = {}
    for value in model.graph.input:
        if value.name in constant:
            continue
        dims = []
        for d in value.type.tensor_type.shape.dim:
            dims.append(d.dim_value or sizes.setdefault(d.dim_param, USUAL_SIZE))
        if "mask" in value.name and any("past" in other.name for other in model.graph.input):
            dims[-1] = 2 * USUAL_SIZE
        if value.type.tensor_type.elem_type == TensorProto.FLOAT:
            result[value.name] = random.standard_normal(dims).astype(np.float32)
        elif "mask" in value.name:
            result[value.name] = np.ones(dims, np.int64)
        else:
            high = 2 if "type" in value.name else 1000
            result[value.name] = random.integers(0, high, dims).astype(np.int64)
    return result


def write_samples(model, folder, seeds):
    """Folders with input_<i>.pb, as `quantize --calibration` reads them."""
    for number, seed in enumerate(seeds):
        sample = folder / f"{number:03}"
        sample.mkdir(parents=True, exist_ok=True)
        for i, (name, data) in enumerate(feeds(model, seed).items()):
            (sample / f"input_{i}.pb").write_bytes(numpy_helper.from_array(data, name).SerializeToString())


class Reader(q.CalibrationDataReader):
    def __init__(self, model):
        self.samples = iter([feeds(model, seed) for seed in range(CALIBRATION)])

    def get_next(self):
        return next(self.samples, None)


class Evaluation:
    """Runs files on the inputs for evaluation."""

    def __init__(self, model, path):
        self.feeds = [feeds(model, 1000 + seed) for seed in range(EVALUATION)]
        self.expected = self.outputs(path)[0]

    def outputs(self, path):
        options = ort.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 2
        session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        found, times = [], []
        for feed in self.feeds:
            start = time.perf_counter()
            found.append(session.run(None, feed))
            times.append(time.perf_counter() - start)
        return found, min(times)

    def measure(self, path):
        """(error, milliseconds, megabytes)"""
        found, seconds = self.outputs(path)
        differences = squares = 0.0
        for got, want in zip(found, self.expected, strict=True):
            for a, b in zip(got, want, strict=True):
                differences += float(np.sum((a.astype(np.float64) - b) ** 2))
                squares += float(np.sum(b.astype(np.float64) ** 2))
        return (differences / squares) ** 0.5, seconds * 1e3, path.stat().st_size / 1e6


def as_matmul(path, target):
    """Gemm with constant weights as MatMul and Add, MatMul of a transposed constant with its own weights."""
    model = onnx.load(path)
    graph = model.graph
    constants = {tensor.name: tensor for tensor in graph.initializer}
    transposed = {n.output[0]: n.input[0] for n in graph.node if n.op_type == "Transpose" and n.input[0] in constants}
    nodes = []

    def weights(name, array):
        graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    for node in graph.node:
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        if node.op_type == "Gemm" and node.input[1] in constants and not attributes.get("transA"):
            right = node.input[1]
            if attributes.get("transB"):
                right = weights(right + "_t", numpy_helper.to_array(constants[right]).T)
            nodes.append(helper.make_node("MatMul", [node.input[0], right], [node.output[0] + "_p"], node.name))
            nodes.append(helper.make_node("Add", [node.output[0] + "_p", node.input[2]], node.output))
        elif node.op_type == "MatMul" and node.input[1] in transposed:
            right = weights(node.name + "_w", numpy_helper.to_array(constants[transposed[node.input[1]]]).T)
            nodes.append(helper.make_node("MatMul", [node.input[0], right], node.output, node.name))
        else:
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.save(model, target)


def in_blocks(path, target, bits, symmetric, accuracy=0):
    config = DefaultWeightOnlyQuantConfig(block_size=32, is_symmetric=symmetric, bits=bits,
                                          accuracy_level=accuracy or None)
    quantiser = MatMulNBitsQuantizer(onnx.load(path), algo_config=config)
    quantiser.process()
    quantiser.model.save_model_to_file(str(target), False)


def statically(path, model, target, method):
    q.quantize_static(path, target, Reader(model), quant_format=QuantFormat.QDQ, per_channel=True,
                      activation_type=q.QuantType.QUInt8, weight_type=q.QuantType.QInt8, calibrate_method=method)


def cases(path, model, work, schemes):
    """(scheme, settings of ours, what makes the other file)"""
    method = q.CalibrationMethod
    if "static" in schemes:
        for name, other in [("minmax", method.MinMax), ("percentile", method.Percentile), ("entropy", method.Entropy)]:
            yield f"static {name}", ["--scheme", "static", "--ranges", name], lambda t, m=other: statically(path, model, t, m)
        yield "static least-squares, minmax", ["--scheme", "static", "--ranges", "least-squares"], lambda t: statically(
            path, model, t, method.MinMax)
    if "dynamic" in schemes:
        for name, per_channel in [("per_channel", True), ("per_tensor", False)]:
            yield f"dynamic {name}", ["--scheme", "dynamic", "--weight-scales", name], lambda t, c=per_channel: (
                q.quantize_dynamic(path, t, per_channel=c, weight_type=q.QuantType.QInt8))
    for bits in (4, 8):
        if f"{bits}bit" not in schemes:
            continue
        plain = work / "matmul.onnx"
        as_matmul(path, plain)
        for name in ("symmetric", "asymmetric"):
            ours = ["--scheme", f"{bits}bit", "--zero-points", name]
            yield f"{bits}bit {name}, tables kept", [*ours, "--tables", "keep"], lambda t, b=bits, n=name: in_blocks(
                plain, t, b, n == "symmetric")
            yield f"{bits}bit {name}", ours, lambda t, b=bits, n=name: in_blocks(plain, t, b, n == "symmetric")


def check(program, path, schemes, work):
    """Prints the lines of a model. Returns how many are worse than the other's."""
    model = onnx.load(path)
    write_samples(model, work / "calibration", range(CALIBRATION))
    evaluation = Evaluation(model, path)
    _, before, size = evaluation.measure(path)
    print(f"{path.stem}: {size:.1f} MB, {before:.1f} ms; error L2, MB, ms in ONNX Runtime {ort.__version__}")
    worse = 0
    for name, options, make in cases(path, model, work, schemes):
        ours, other = work / "ours.onnx", work / "other.onnx"
        command = [program, "quantize", path, *options, "--no-errors", "-o", ours, "--quiet"]
        if "static" in options:
            command += ["--calibration", work / "calibration"]
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        took = time.perf_counter() - start
        if done.returncode != 0:
            print(f"  {name}: refused: {done.stderr.strip()}")
            worse += 1
            continue
        error, ms, mb = evaluation.measure(ours)
        try:
            make(other)
        except ValueError as failure:  # its histograms cannot be made of a value that is constant
            print(f"  {name:32} ours {error:.5f} {mb:7.2f} {ms:7.1f}   onnxruntime fails: {failure}", flush=True)
            continue
        their_error, their_ms, their_mb = evaluation.measure(other)
        verdict = "ok" if error <= their_error * SAME and mb <= their_mb * 1.01 else "WORSE"
        if verdict != "ok" and error <= their_error * 1.2 and mb <= their_mb * 0.75:
            verdict = "smaller"
        worse += verdict == "WORSE"
        print(f"  {name:32} ours {error:.5f} {mb:7.2f} {ms:7.1f}   onnxruntime {their_error:.5f} {their_mb:7.2f} "
              f"{their_ms:7.1f}   {verdict}   (quantised in {took:.1f} s)", flush=True)
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="+", type=pathlib.Path)
    parser.add_argument("--schemes", default="static,dynamic,4bit,8bit")
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    worse = 0
    for path in arguments.models:
        with tempfile.TemporaryDirectory(dir=arguments.work) as work:
            worse += check(arguments.program, path, arguments.schemes.split(","), pathlib.Path(work))
    print(f"{worse} worse" if worse else "none is worse")
    return worse > 0


if __name__ == "__main__":
    sys.exit(main())
