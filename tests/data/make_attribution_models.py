#!/usr/bin/env python3
"""Make tests/data/attribution: small models, and what ONNX Runtime makes of them.

Development script: needs onnx, numpy and onnxruntime; its results are checked in. NAME/VARIANT.onnx is a model, and
NAME/VARIANT-VERSION.onnx the optimised model that this version of ONNX Runtime saved, both without the bytes of larger weights.
Variants: `plain`, `renamed` (other names of nodes), `nameless` (nodes have no names). Run it once with each version.
"""

import pathlib
import random
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

FOLDER = pathlib.Path(__file__).resolve().parent / "attribution"
MOST_BYTES = 256
CHANNELS = 16  # blocked layouts need a multiple of 16


class Builder:
    """Nodes get their output's name with a prefix, so that names of nodes and values differ."""

    def __init__(self, element: int = TensorProto.FLOAT) -> None:
        self.random = np.random.default_rng(7)
        self.dtype = helper.tensor_dtype_to_np_dtype(element)
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def weight(self, name: str, *shape: int) -> str:
        return self.constant(name, (self.random.standard_normal(shape) / 4).astype(self.dtype))

    def constant(self, name: str, values) -> str:
        self.weights.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=f"n_{output}", **attributes))
        return output

    def conv(self, source: str, output: str, width: int = 3) -> str:
        weight = self.weight(f"{output}.w", CHANNELS, CHANNELS, width, width)
        return self.node("Conv", [source, weight, self.weight(f"{output}.b", CHANNELS)], output, pads=[width // 2] * 4)

    def linear(self, source: str, output: str, inputs: int, outputs: int) -> str:
        product = self.node("MatMul", [source, self.weight(f"{output}.w", inputs, outputs)], f"{output}_product")
        return self.node("Add", [product, self.weight(f"{output}.b", outputs)], output)

    def quantised(self, source: str, output: str) -> str:
        scale, zero = self.constant(f"{output}.scale", np.float32(0.05)), self.constant(f"{output}.zero", np.uint8(128))
        self.node("QuantizeLinear", [source, scale, zero], f"{output}_q")
        return self.node("DequantizeLinear", [f"{output}_q", scale, zero], output)

    def quantised_conv(self, source: str, output: str) -> str:
        scale = self.constant(f"{output}.wscale", np.float32(0.02))
        values = self.random.integers(-99, 99, (CHANNELS, CHANNELS, 3, 3)).astype(np.int8)
        weight = self.constant(f"{output}.wq", values)
        self.node("DequantizeLinear", [weight, scale, self.constant(f"{output}.wzero", np.int8(0))], f"{output}.w")
        return self.node("Conv", [source, f"{output}.w"], output, pads=[1, 1, 1, 1])

    def model(self, inputs: dict, outputs: dict, element: int = TensorProto.FLOAT) -> onnx.ModelProto:
        def infos(values):
            return [helper.make_tensor_value_info(name, kind if isinstance(kind, int) else element, shape)
                    for name, (kind, shape) in values.items()]
        graph = helper.make_graph(self.nodes, "attribution", infos(inputs), infos(outputs), self.weights)
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8,
                                 producer_name="make_attribution_models.py")
        onnx.checker.check_model(made)
        return made


IMAGE = (None, [1, CHANNELS, 8, 8])


def residual_conv(element: int = TensorProto.FLOAT) -> onnx.ModelProto:
    """Conv, Add and Relu become one kernel, which carries the name of the Conv's output alone."""
    b = Builder(element)
    first = b.node("Relu", [b.conv("x", "conv1")], "relu1")
    second = b.conv(b.node("Relu", [b.conv(first, "conv2")], "relu2"), "conv3")
    joined = b.node("Relu", [b.node("Add", [second, first], "sum")], "relu3")
    pooled = b.node("GlobalAveragePool", [b.conv(joined, "conv4", 1)], "pool")
    flat = b.node("Flatten", [pooled], "flat")
    b.node("Gemm", [flat, b.weight("fc.w", CHANNELS, 4), b.weight("fc.b", 4)], "y")
    return b.model({"x": IMAGE}, {"y": (None, [1, 4])}, element)


def transformer_block() -> onnx.ModelProto:
    """Attention by products, LayerNormalization after an Add, Gelu by Erf after an Add."""
    b = Builder()
    width, heads, length = 16, 2, 4
    split, joined = b.constant("split", np.int64([1, length, heads, width // heads])), b.constant("joined", np.int64([1, length, width]))
    parts = {}
    for letter, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        cut = b.node("Reshape", [b.linear("x", letter, width, width), split], f"{letter}_split")
        parts[letter] = b.node("Transpose", [cut], f"{letter}_heads", perm=order)
    scores = b.node("Mul", [b.node("MatMul", [parts["q"], parts["k"]], "scores"), b.constant("scale", np.float32(0.35))], "scaled")
    context = b.node("MatMul", [b.node("Softmax", [scores], "weights", axis=-1), parts["v"]], "context")
    merged = b.node("Reshape", [b.node("Transpose", [context], "turned", perm=[0, 2, 1, 3]), joined], "merged")
    added = b.node("Add", [b.linear(merged, "out", width, width), "x"], "added")
    b.node("LayerNormalization", [added, b.weight("ln.w", width), b.weight("ln.b", width)], "norm", axis=-1)
    wide = b.linear("norm", "wide", width, 2 * width)
    erf = b.node("Erf", [b.node("Div", [wide, b.constant("root", np.float32(np.sqrt(2)))], "gelu_div")], "gelu_erf")
    one = b.node("Add", [erf, b.constant("one", np.float32(1))], "gelu_add")
    gelu = b.node("Mul", [b.node("Mul", [wide, one], "gelu_mul"), b.constant("half", np.float32(0.5))], "gelu")
    b.node("MatMul", [gelu, b.weight("last.w", 2 * width, width)], "y")
    return b.model({"x": (None, [1, length, width])}, {"y": (None, [1, length, width])})


def quantised_conv() -> onnx.ModelProto:
    """QuantizeLinear and DequantizeLinear around each operator; one value has two readers. The engine names values between
    convolutions after nodes."""
    b = Builder()
    first = b.quantised(b.node("Relu", [b.quantised_conv(b.quantised("x", "input"), "conv1")], "relu1"), "first")
    second = b.quantised(b.quantised_conv(first, "conv2"), "second")
    third = b.quantised(b.quantised_conv(second, "conv3"), "third")
    total = b.quantised(b.node("Add", [third, first], "sum"), "total")
    b.quantised(b.node("MaxPool", [total], "pool", kernel_shape=[2, 2], strides=[2, 2]), "y")
    return b.model({"x": IMAGE}, {"y": (None, [1, CHANNELS, 4, 4])})


def if_body() -> onnx.ModelProto:
    """The same operator types in both branches; one branch reads a value of the graph around it."""
    b = Builder()
    outer = b.linear("x", "outer", 8, 8)

    def branch(prefix: str, kind: str) -> onnx.GraphProto:
        inner = Builder()
        inner.linear(outer, f"{prefix}_lin", 8, 8)
        inner.node(kind, [f"{prefix}_lin"], f"{prefix}_out")
        return helper.make_graph(inner.nodes, prefix, [], [helper.make_tensor_value_info(f"{prefix}_out", TensorProto.FLOAT, [2, 8])],
                                 inner.weights)

    b.node("If", ["condition"], "chosen", then_branch=branch("then", "Relu"), else_branch=branch("else", "Tanh"))
    b.node("Softmax", ["chosen"], "y", axis=-1)
    return b.model({"x": (None, [2, 8]), "condition": (TensorProto.BOOL, [])}, {"y": (None, [2, 8])})


def lstm() -> onnx.ModelProto:
    """The start state is made from a shape that is known, twice in the same way."""
    b = Builder()
    steps, batch, width, hidden = 3, 2, 4, 8
    count = b.node("Gather", [b.node("Shape", ["x"], "shape"), b.constant("one", np.int64(1))], "count", axis=0)
    rows = b.node("Unsqueeze", [count, b.constant("zero", np.int64([0]))], "rows")
    full = b.node("Concat", [b.constant("first", np.int64([1])), rows, b.constant("last", np.int64([hidden]))], "full", axis=0)
    h, c = (b.node("ConstantOfShape", [full], name) for name in ("start_h", "start_c"))
    weights = b.weight("lstm.w", 1, 4 * hidden, width), b.weight("lstm.r", 1, 4 * hidden, hidden), b.weight("lstm.b", 1, 8 * hidden)
    b.node("LSTM", ["x", *weights, "", h, c], "states", hidden_size=hidden)
    b.node("Squeeze", ["states", b.constant("axis", np.int64([1]))], "flat")
    b.node("MatMul", ["flat", b.weight("out.w", hidden, 3)], "y")
    return b.model({"x": (None, [steps, batch, width])}, {"y": (None, [steps, batch, 3])})


def half_wide() -> onnx.ModelProto:
    """Float16, which the CPU provider computes in float: casts are added, and Softmax falls into its function body."""
    b = Builder(TensorProto.FLOAT16)
    wide = b.linear("x", "wide", 8, 8)
    b.node("MatMul", [b.node("Softmax", [wide], "weights", axis=-1), b.weight("last.w", 8, 8)], "product")
    b.node("Relu", ["product"], "y")
    return b.model({"x": (None, [2, 8])}, {"y": (None, [2, 8])}, TensorProto.FLOAT16)


MODELS = {"residual_conv": residual_conv, "residual_conv_fp16": lambda: residual_conv(TensorProto.FLOAT16),
          "transformer_block": transformer_block, "quantised_conv": quantised_conv, "if_body": if_body, "lstm": lstm,
          "half_wide": half_wide}


def graphs(graph: onnx.GraphProto):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH:
                yield from graphs(attribute.g)


def variant(model: onnx.ModelProto, kind: str) -> onnx.ModelProto:
    made = onnx.ModelProto()
    made.CopyFrom(model)
    letters = random.Random(7)
    for graph in graphs(made.graph):
        for node in graph.node:
            node.name = "" if kind == "nameless" else "".join(letters.choices("abcdefgh/_.", k=12))
    return made


def without_weights(path: pathlib.Path) -> onnx.ModelProto:
    model = onnx.load(path, load_external_data=False)
    for graph in graphs(model.graph):
        for tensor in graph.initializer:
            if len(numpy_helper.to_array(tensor).tobytes()) > MOST_BYTES:
                for field in ("raw_data", "float_data", "int32_data", "int64_data"):
                    tensor.ClearField(field)
                tensor.data_location = TensorProto.EXTERNAL
                tensor.external_data.append(onnx.StringStringEntryProto(key="location", value="weights"))
    return model


def save(model: onnx.ModelProto, path: pathlib.Path, kind: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        source, optimised = pathlib.Path(scratch) / "model.onnx", pathlib.Path(scratch) / "optimised.onnx"
        onnx.save(model, source)
        options = onnxruntime.SessionOptions()
        options.optimized_model_filepath = str(optimised)
        options.log_severity_level = 3
        onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])
        onnx.save(without_weights(source), path / f"{kind}.onnx")
        onnx.save(without_weights(optimised), path / f"{kind}-{onnxruntime.__version__}.onnx")


def main() -> None:
    for name, make in MODELS.items():
        model, path = make(), FOLDER / name
        path.mkdir(parents=True, exist_ok=True)
        save(model, path, "plain")
        for kind in ("renamed", "nameless"):
            save(variant(model, kind), path, kind)
    print(sum(path.stat().st_size for path in FOLDER.rglob("*.onnx")) // 1024, "KiB")


if __name__ == "__main__":
    main()
