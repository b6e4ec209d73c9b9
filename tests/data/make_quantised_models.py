#!/usr/bin/env python3
"""Make tests/data/quantised: a small model of floats, and what the quantizer of ONNX Runtime makes of it.

Development script: needs onnx, numpy and onnxruntime; its results are checked in. `dynamic` quantises while it runs
(MatMulInteger), `qoperator` ahead with scales from random inputs (QLinearMatMul). The `unnamed_` ones have no names of
nodes, and other names of values between them: only places tell what became of what.
"""

import pathlib
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static

FOLDER = pathlib.Path(__file__).resolve().parent / "quantised"
WIDTH = 16
RANDOM = np.random.default_rng(7)


def float_model() -> onnx.ModelProto:
    """Two layers, and between them three products of the same input as in attention."""
    weights, nodes = [], []

    def product(source: str, name: str, result: str, width: int = WIDTH) -> None:
        values = RANDOM.standard_normal((WIDTH, width)).astype(np.float32) / 4
        weights.append(numpy_helper.from_array(values, f"{name}.weight"))
        nodes.append(helper.make_node("MatMul", [source, f"{name}.weight"], [result], name=f"/{name}/MatMul"))

    def elementwise(kind: str, sources: list[str], name: str, result: str) -> None:
        nodes.append(helper.make_node(kind, sources, [result], name=f"/{name}"))

    product("x", "fc1", "h1")
    bias = RANDOM.standard_normal(WIDTH).astype(np.float32)
    weights.append(numpy_helper.from_array(bias, "fc1.bias"))
    elementwise("Add", ["h1", "fc1.bias"], "fc1/Add", "a1")
    elementwise("Relu", ["a1"], "act", "r1")
    for letter in "qkv":
        product("r1", letter, letter)
    elementwise("Add", ["q", "k"], "scores", "s")
    elementwise("Mul", ["s", "v"], "context", "c")
    product("c", "fc2", "h2", 8)
    elementwise("Softmax", ["h2"], "probs", "y")
    shape = ["batch", WIDTH]
    graph = helper.make_graph(
        nodes, "quantised", [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 8])], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8,
                             producer_name="make_quantised_models.py")


class RandomInputs(CalibrationDataReader):
    def __init__(self) -> None:
        self.left = 8

    def get_next(self):
        self.left -= 1
        return {"x": RANDOM.standard_normal((4, WIDTH)).astype(np.float32)} if self.left >= 0 else None


def unnamed(model: onnx.ModelProto) -> onnx.ModelProto:
    result = onnx.ModelProto()
    result.CopyFrom(model)
    graph = result.graph
    kept = {value.name for value in [*graph.input, *graph.output, *graph.initializer]} | {""}
    names = {}
    for node in graph.node:
        node.name = ""
        for values in (node.input, node.output):
            for i, value in enumerate(values):
                if value not in kept:
                    values[i] = names.setdefault(value, f"t{len(names)}")
    del graph.value_info[:]
    return result


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "float.onnx"
        onnx.save(float_model(), source)
        made = {"float": source, "dynamic": source.with_name("dynamic.onnx"),
                "qoperator": source.with_name("qoperator.onnx")}
        quantize_dynamic(source, made["dynamic"], weight_type=QuantType.QInt8)
        quantize_static(source, made["qoperator"], RandomInputs(), quant_format=QuantFormat.QOperator,
                        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8)
        for name, path in made.items():
            model = onnx.load(path)
            onnx.checker.check_model(model)
            onnx.save(model, FOLDER / f"{name}.onnx")
            onnx.save(unnamed(model), FOLDER / f"unnamed_{name}.onnx")
    print({path.name: path.stat().st_size for path in sorted(FOLDER.glob("*.onnx"))})


if __name__ == "__main__":
    main()
