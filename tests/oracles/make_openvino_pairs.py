#!/usr/bin/env python3
"""Records what OpenVINO executes for small models, for tests/profiler/attribution/tst_openvino_attribution.cpp.

    make_openvino_pairs.py models FOLDER     writes NAME.onnx; needs onnx
    make_openvino_pairs.py record FOLDER     writes NAME.VERSION.xml and NAME.VERSION.rows with the installed OpenVINO

FOLDER is tests/data/openvino. A row is an executed operator: name, type and kernel with tabs between them, in OpenVINO's order. The
graphs are as OpenVINO writes them. What the library chooses depends on the processor: these were recorded on one with AVX-512.
"""

import pathlib
import sys

import numpy as np


def models() -> dict:
    from onnx import TensorProto, helper, numpy_helper
    random = np.random.default_rng(7)

    def weight(name, *shape, scale=0.1):
        return numpy_helper.from_array((random.standard_normal(shape) * scale).astype(np.float32), name)

    def integers(name, *values):
        return numpy_helper.from_array(np.array(values, dtype=np.int64), name)

    def model(nodes, inputs, outputs, weights):
        value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        graph = helper.make_graph(nodes, "g", [value(*i) for i in inputs], [value(*o) for o in outputs], weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    node = helper.make_node
    residual = model(
        [node("Conv", ["x", "w1", "b1"], ["c1"], "stem/conv", pads=[1, 1, 1, 1]), node("Relu", ["c1"], ["r1"], "stem/relu"),
         node("Conv", ["r1", "w2"], ["c2"], "block/conv1", pads=[1, 1, 1, 1]), node("Relu", ["c2"], ["r2"], "block/relu1"),
         node("Conv", ["r2", "w3"], ["c3"], "block/conv2", pads=[1, 1, 1, 1]), node("Add", ["c3", "r1"], ["a"], "block/add"),
         node("Relu", ["a"], ["r3"]), node("GlobalAveragePool", ["r3"], ["p"], "pool"), node("Flatten", ["p"], ["f"], "flat"),
         node("Gemm", ["f", "w4", "b4"], ["y"], "head", transB=1)],
        [("x", [1, 3, 16, 16])], [("y", [1, 5])],
        [weight("w1", 16, 3, 3, 3), weight("b1", 16), weight("w2", 16, 16, 3, 3), weight("w3", 16, 16, 3, 3), weight("w4", 5, 16),
         weight("b4", 5)])
    block = model(
        [node("LayerNormalization", ["x", "g", "b"], ["n"], "norm"), node("MatMul", ["n", "wq"], ["q"], "query"),
         node("MatMul", ["n", "wk"], ["k"], "key"), node("MatMul", ["n", "wv"], ["v"], "value,and more"),
         node("Transpose", ["k"], ["kt"], "Transpose_3", perm=[0, 2, 1]), node("MatMul", ["q", "kt"], ["s"], "scores"),
         node("Softmax", ["s"], ["p"], "Softmax_5"), node("MatMul", ["p", "v"], ["o"], "mix"),
         node("Add", ["o", "x"], ["h"], "Add_7"), node("Sigmoid", ["h"], ["z"]), node("Mul", ["h", "z"], ["m"], "swish/mul"),
         node("ReduceMean", ["m"], ["mean"], "mean", axes=[-1]), node("Sub", ["m", "mean"], ["y"], "centre")],
        [("x", [1, 12, 32])], [("y", [1, 12, 32])],
        [weight("g", 32), weight("b", 32), weight("wq", 32, 32), weight("wk", 32, 32), weight("wv", 32, 32)])
    recurrent = model(
        [node("Relu", ["x"], ["r"], "rectify"),
         node("LSTM", ["r", "w", "u", "bias"], ["all", "last"], "", hidden_size=8, direction="bidirectional"),
         node("Squeeze", ["last", "zero"], ["s"], "squeeze"), node("LogSoftmax", ["s"], ["y"], "logarithms")],
        [("x", [6, 1, 4])], [("y", [2, 8])],
        [weight("w", 2, 32, 4), weight("u", 2, 32, 8), weight("bias", 2, 64), integers("zero", 1)])
    quantised = model(
        [node("DynamicQuantizeLinear", ["x"], ["q", "qs", "qz"], "quantise"), node("MatMulInteger", ["q", "w", "qz"], ["i"], "product"),
         node("Cast", ["i"], ["f"], "to_float", to=1), node("Mul", ["f", "qs"], ["m"], "scale"), node("Relu", ["m"], ["y"], "relu")],
        [("x", [4, 32])], [("y", [4, 16])],
        [numpy_helper.from_array(random.integers(-100, 100, (32, 16)).astype(np.int8), "w")])
    return {"residual": residual, "block": block, "recurrent": recurrent, "quantised": quantised}


def record(folder: pathlib.Path) -> None:
    import openvino
    version = ".".join(openvino.get_version().split("-")[0].split(".")[:2])
    for file in sorted(folder.glob("*.onnx")):
        core = openvino.Core()
        settings = {"PERF_COUNT": "YES", "INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": "1"}
        compiled = core.compile_model(core.read_model(file), "CPU", settings)
        graph = folder / f"{file.stem}.{version}.xml"
        openvino.serialize(compiled.get_runtime_model(), str(graph), str(folder / "weights.bin"))
        (folder / "weights.bin").unlink()
        request = compiled.create_infer_request()
        request.infer()
        rows = [row for row in request.profiling_info if row.status.name == "EXECUTED"]
        graph.with_suffix(".rows").write_text("".join(f"{row.node_name}\t{row.node_type}\t{row.exec_type}\n" for row in rows))


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] not in ("models", "record"):
        print(__doc__)
        return 2
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] == "record":
        record(folder)
        return 0
    for name, model in models().items():
        (folder / f"{name}.onnx").write_bytes(model.SerializeToString())
    return 0


if __name__ == "__main__":
    sys.exit(main())
