"""Models with operators of the example plug-in (packaging/dev/example-plugin), which nothing else can run."""

import numpy as np
import onnx
from onnx import TensorProto, helper

from .case import Case, data, graph, info, model, relu, tensor

DOMAIN = "example.opscope"
BOOL = TensorProto.BOOL


def custom(name: str, inputs, outputs, label: str, **attributes) -> onnx.NodeProto:
    return helper.make_node(name, inputs, outputs, name=label, domain=DOMAIN, **attributes)


def chain() -> onnx.ModelProto:
    """Every operator of the plug-in, and a part that needs none of them."""
    nodes = [custom("Affine", ["x"], ["scaled"], "scale", scale=2.0, offset=1.0), relu("scaled", "positive", "relu"),
             custom("Above", ["positive"], ["kept"], "keep", threshold=1.5),
             custom("Extremes", ["positive"], ["smallest", "largest"], "ends"),
             helper.make_node("Neg", ["x"], ["plain"], name="neg")]
    outputs = [info("kept", shape=["kept"]), info("smallest", shape=["rows"]), info("largest", shape=["rows"]),
               info("plain", shape=["rows", 3])]
    return model(graph(nodes, [info("x", shape=["rows", 3])], outputs), domains=[DOMAIN])


def inside() -> onnx.ModelProto:
    """The same within a branch of If and within a local function."""
    def branch(node: onnx.NodeProto) -> onnx.GraphProto:
        return graph([node], [], [info("out")], name="branch")
    choose = helper.make_node("If", ["c"], ["chosen"], name="choose",
                              then_branch=branch(custom("Affine", ["x"], ["out"], "within", scale=3.0)),
                              else_branch=branch(helper.make_node("Neg", ["x"], ["out"])))
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(DOMAIN, 1)]
    twice = helper.make_function("local", "Twice", ["a"], ["b"],
                                 [custom("Affine", ["a"], ["m"], "first", scale=2.0), helper.make_node("Identity", ["m"], ["b"])],
                                 opsets)
    call = helper.make_node("Twice", ["x"], ["doubled"], name="call", domain="local")
    nodes = [choose, call, helper.make_node("Abs", ["x"], ["plain"], name="abs")]
    body = graph(nodes, [info("x"), info("c", BOOL, [])], [info("chosen"), info("doubled"), info("plain")])
    return model(body, domains=[DOMAIN, "local"], functions=[twice])


def crash() -> onnx.ModelProto:
    """An operator of tests/plugins/faulty_operators.cpp that ends its process."""
    return model(graph([helper.make_node("Crashes", ["x"], ["y"], name="bang", domain="faulty.test")]), domains=["faulty.test"])


def test_data():
    x = np.array([[-2, 0.5, 1], [3, -0.25, 0]], np.float32)
    positive = np.maximum(2 * x + 1, 0)
    yield "input_0.pb", tensor("x", x)
    outputs = {"kept": positive[positive > 1.5], "smallest": positive.min(1), "largest": positive.max(1), "plain": -x}
    for i, (name, value) in enumerate(outputs.items()):
        yield f"output_{i}.pb", tensor(name, value)


def cases():
    yield Case("chain/model.onnx", data(chain()), "every operator of the example plug-in", finding="warning",
               mentions=("example.opscope", "Affine", "Above", "Extremes"))
    for name, value in test_data():
        yield Case(f"chain/test_data_set_0/{name}", data(value))
    yield Case("inside.onnx", data(inside()), "its operators in a branch and in a function", finding="warning",
               mentions=("example.opscope", "Affine"))
    yield Case("crash.onnx", data(crash()), "an operator of a plug-in that crashes", finding="warning",
               mentions=("faulty.test", "Crashes"))
