"""Operators with bodies, and the newest attention kinds."""

import numpy as np
from onnx import TensorProto, helper

from .draw import Draw, Node, Options, case, element, ints


def value(name: str, kind: int, shape=None):
    return helper.make_tensor_value_info(name, kind, shape)


@case("If")
def if_(d: Draw) -> Node:
    first = helper.make_graph([helper.make_node("Constant", [], ["a"], value=helper.make_tensor("v", 1, [2], [1.0, 2.0]))], "then", [],
                              [value("a", 1, [2])])
    second = helper.make_graph([helper.make_node("Constant", [], ["b"], value=helper.make_tensor("v", 1, [2], [3.0, 4.0]))], "else", [],
                               [value("b", 1, [2])])
    return Node([np.array(d.chance(0.5)) if d.chance(0.5) else np.array([d.chance(0.5)])], dict(then_branch=first, else_branch=second))


@case("Loop")
def loop(d: Draw) -> Node:
    nodes = [helper.make_node("Add", ["state", "state"], ["next"]), helper.make_node("Cast", ["i"], ["index"], to=1),
             helper.make_node("Add", ["next", "index"], ["scanned"]), helper.make_node("Constant", [], ["limit"], value=helper.make_tensor(
                 "v", 7, [], [d.integer(0, 4)])), helper.make_node("Less", ["i", "limit"], ["go"])]
    outputs = [value("go", 9, []), value("next", 1, None), value("scanned", 1, None)]
    body = helper.make_graph(nodes, "body", [value("i", 7, []), value("c", 9, []), value("state", 1, None)], outputs)
    trips = np.array(d.integer(0, 4), np.int64) if d.chance(0.7) else None
    go = np.array(d.chance(0.8)) if d.chance(0.7) else None
    return Node([trips, go, d.values(np.float32, d.shape(0, 2, empty=0))], dict(body=body), 2)


@case("Scan")
def scan(d: Draw) -> Node:
    nodes = [helper.make_node("Add", ["s", "x"], ["t"]), helper.make_node("Mul", ["t", "z"], ["y"])]
    rest = d.shape(0, 2, empty=0)
    body = helper.make_graph(nodes, "body", [value(n, 1, rest) for n in ("s", "x", "z")], [value("t", 1, rest), value("y", 1, rest)])
    steps = d.integer(1, 4)
    if d.version < 9:
        batch = d.integer(1, 2)
        inputs = [ints(*[d.integer(1, steps) for _ in range(batch)]) if d.chance(0.3) else None, d.values(np.float32, [batch, *rest]),
                  d.values(np.float32, [batch, steps, *rest]), d.values(np.float32, [batch, steps, *rest])]
        return Node(inputs, dict(body=body, num_scan_inputs=2) | d.attributes(directions=Options([0, 1], [1, 1])), 2)
    rank = len(rest) + 1
    axes = [d.integer(-rank if d.version >= 11 else 0, rank - 1) for _ in range(2)]
    shapes = [list(np.insert(np.array(rest, int), a % rank, steps)) for a in axes]
    attributes = dict(body=body, num_scan_inputs=2)
    if axes != [0, 0]:
        attributes["scan_input_axes"] = axes
    attributes |= d.attributes(scan_input_directions=Options([0, 1], [1, 0], [1, 1]), scan_output_directions=Options([0], [1]),
                               scan_output_axes=Options([d.integer(0, rank - 1)], [d.integer(-rank, rank - 1) if d.version >= 11 else 0]))
    return Node([d.values(np.float32, rest), *[d.values(np.float32, [int(n) for n in s]) for s in shapes]], attributes, 2)


@case("SequenceMap")
def sequence_map(d: Draw) -> Node:
    both = d.chance(0.5)
    nodes = [helper.make_node("Add", ["a", "b"], ["y"])]
    body = helper.make_graph(nodes, "body", [value("a", 1, None), value("b", 1, None)], [value("y", 1, None)])
    shape = d.shape(0, 2, empty=0)
    count = d.integer(1, 3)
    first = [d.values(np.float32, shape) for _ in range(count)]
    second = [d.values(np.float32, shape) for _ in range(count)] if both else d.values(np.float32, shape)
    return Node([first, second], dict(body=body))


@case("LinearAttention")
def linear_attention(d: Draw) -> Node:
    batch, length, kv, key, size = d.integer(1, 2), d.integer(1, 4), d.integer(1, 2), d.integer(1, 3), d.integer(1, 3)
    heads = kv * d.integer(1, 2)
    rule = d.pick("linear", "gated", "delta", "gated_delta")
    attributes = dict(q_num_heads=heads, kv_num_heads=kv) | d.attributes(scale=Options(0.5, 0.0), chunk_size=Options(2, 64))
    if rule != "gated_delta" or d.chance(0.5):
        attributes["update_rule"] = rule
    inputs = [d.input(0, [batch, length, heads * key], low=-1, high=1), d.input(1, [batch, length, kv * key], low=-1, high=1),
              d.input(2, [batch, length, kv * size], low=-1, high=1),
              d.input(3, [batch, kv, key, size], low=-1, high=1) if d.chance(0.5) else None]
    inputs.append(d.input(4, [batch, length, kv * d.pick(1, key)], low=-1, high=0) if "gated" in rule else None)
    inputs.append(d.input(5, [batch, length, d.pick(1, kv)], low=0, high=1) if "delta" in rule else None)
    return Node(inputs, attributes, 2)


@case("FlexAttention", domain="ai.onnx.preview")
def flex_attention(d: Draw) -> Node:
    batch, kv, size, vsize = d.integer(1, 2), d.integer(1, 2), d.integer(1, 4), d.integer(1, 4)
    heads, length, total = kv * d.integer(1, 2), d.integer(1, 4), d.integer(1, 4)
    kind = d.type("T1")
    precision = element(kind) if kind == "tensor(double)" else TensorProto.FLOAT
    attributes = d.attributes(scale=Options(0.3, 1.0))
    if kind not in ("tensor(float)", "tensor(double)"):
        attributes["softmax_precision"] = precision
    for name in ("score_mod", "prob_mod"):
        if d.chance(0.5):
            node = helper.make_node(d.pick("Neg", "Tanh", "Sqrt") if name == "score_mod" else "Sqrt", ["s"], ["t"])
            node.op_type = "Tanh" if name == "score_mod" else "Sqrt"
            shape = [batch, heads, length, total]
            attributes[name] = helper.make_graph([node], name, [value("s", precision, shape)], [value("t", precision, shape)])
    return Node([d.input(0, [batch, heads, length, size]), d.input(1, [batch, kv, total, size]), d.input(2, [batch, kv, total, vsize])], attributes)


@case("SwiGLU")
def swiglu(d: Draw) -> Node:
    shape = d.shape(0, 4)
    return Node([d.input(0, shape), d.input(1, shape)], d.attributes(alpha=Options(0.5, 1.7)))
