"""Valid models, each about one feature that a reader may forget."""

import numpy as np
import onnx
from onnx import TensorProto, helper

from .case import Case, data, field, graph, info, metadata, model, relu, tensor, varint

DOMAIN = "opscope.tests"
INT64, FLOAT, BOOL = TensorProto.INT64, TensorProto.FLOAT, TensorProto.BOOL


def typed_value(name: str, kind: onnx.TypeProto) -> onnx.ValueInfoProto:
    return helper.make_value_info(name, kind)


def sparse_initializers() -> onnx.ModelProto:
    linear = helper.make_sparse_tensor(tensor("linear", np.float32([1, 2, 3])), tensor("linear_i", np.int64([0, 4, 5])), [2, 3])
    rows = helper.make_sparse_tensor(tensor("rows", np.float32([7, 8])), tensor("rows_i", np.int64([[0, 2], [1, 0]])), [2, 3])
    nodes = [helper.make_node("Add", ["x", "linear"], ["s"]), helper.make_node("Add", ["s", "rows"], ["y"])]
    body = graph(nodes)
    body.sparse_initializer.extend([linear, rows])
    return model(body)


def sparse_constant() -> onnx.ModelProto:
    sparse = helper.make_sparse_tensor(tensor("v", np.float32([5])), tensor("i", np.int64([3])), [2, 3])
    return model(graph([helper.make_node("Constant", [], ["c"], sparse_value=sparse), helper.make_node("Add", ["x", "c"], ["y"])]))


def sequence_types() -> onnx.ModelProto:
    element = helper.make_tensor_type_proto(FLOAT, ["n"])
    sequence = helper.make_sequence_type_proto(element)
    nodes = [helper.make_node("SequenceInsert", ["s", "x"], ["longer"]), helper.make_node("SequenceAt", ["longer", "at"], ["y"])]
    inputs = [typed_value("s", sequence), info("x", shape=["n"]), info("at", INT64, [])]
    return model(graph(nodes, inputs, [info("y", shape=["n"]), typed_value("longer", sequence)]))


def optional_types() -> onnx.ModelProto:
    optional = helper.make_optional_type_proto(helper.make_sequence_type_proto(helper.make_tensor_type_proto(FLOAT, None)))
    body = graph([helper.make_node("OptionalHasElement", ["x"], ["y"])], [typed_value("x", optional)], [info("y", BOOL, [])])
    return model(body)


def map_types() -> onnx.ModelProto:
    kind = onnx.TypeProto()
    kind.sequence_type.elem_type.map_type.key_type = INT64
    kind.sequence_type.elem_type.map_type.value_type.CopyFrom(helper.make_tensor_type_proto(FLOAT, []))
    node = helper.make_node("ZipMap", ["x"], ["y"], domain="ai.onnx.ml", classlabels_int64s=[10, 20, 30])
    return model(graph([node], None, [typed_value("y", kind)]), domains=["ai.onnx.ml"])


def odd_types() -> onnx.ModelProto:
    sparse = helper.make_sparse_tensor_type_proto(FLOAT, [2, "n"])
    opaque = onnx.TypeProto()
    opaque.opaque_type.domain, opaque.opaque_type.name = DOMAIN, "Handle"
    node = helper.make_node("Use", ["sparse", "opaque"], ["y"], domain=DOMAIN)
    return model(graph([node], [typed_value("sparse", sparse), typed_value("opaque", opaque)]), 14, 28, [DOMAIN])


def nested_ifs(depth: int) -> bytes:
    """If inside If; each level reads a value of the level outside it, else branches read the main graph's input.

    Assembled on the wire from the inside out: the library that writes models refuses this depth.
    """
    def graph_attribute(name: str, body: bytes) -> bytes:
        return field(5, 2, field(1, 2, name.encode()) + field(6, 2, body) + field(20, 0, varint(onnx.AttributeProto.GRAPH)))

    def then_graph(level: int, last: bytes) -> bytes:
        local, outer = f"local_{level}", "x" if level == 1 else f"local_{level - 1}"
        add = helper.make_node("Add", [outer, "one"], [local], name=f"add_{level}")
        rest = data(graph([], [], [info(f"then_{level}")], name=f"then_{level}"))
        return field(1, 2, data(add)) + field(1, 2, last) + rest

    node = data(relu(f"local_{depth}", f"then_{depth}", f"relu_{depth}"))
    for level in range(depth, 0, -1):
        output = "y" if level == 1 else f"then_{level - 1}"
        other = graph([helper.make_node("Neg", ["x"], [f"else_{level}"])], [], [info(f"else_{level}")], name=f"else_{level}")
        choose = data(helper.make_node("If", ["c"], [output], name=f"if_{level}"))
        node = (choose + graph_attribute("then_branch", then_graph(level, node)) + graph_attribute("else_branch", data(other)))
    outside = graph([], [info("c", BOOL, []), info("x")], None, [tensor("one", np.float32([1]))])
    empty = model(onnx.GraphProto())
    empty.ClearField("graph")
    return data(empty) + field(7, 2, field(1, 2, node) + data(outside))


def loop_and_scan() -> onnx.ModelProto:
    body = graph([helper.make_node("Identity", ["going"], ["goes"]), helper.make_node("Add", ["acc", "x"], ["next"]),
                  helper.make_node("Identity", ["next"], ["item"])],
                 [info("i", INT64, []), info("going", BOOL, []), info("acc")], [info("goes", BOOL, []), info("next"), info("item")],
                 name="body")
    step = graph([helper.make_node("Add", ["state", "row"], ["sum"]), helper.make_node("Identity", ["sum"], ["out"])],
                 [info("state", shape=[3]), info("row", shape=[3])], [info("sum", shape=[3]), info("out", shape=[3])], name="step")
    nodes = [helper.make_node("Loop", ["n", "", "x"], ["last", "items"], body=body, name="loop"),
             helper.make_node("Scan", ["zero", "last"], ["final", "y"], body=step, num_scan_inputs=1, name="scan")]
    return model(graph(nodes, [info("x"), info("n", INT64, [])], [info("y"), info("items", shape=["n", 2, 3])],
                       [tensor("zero", np.zeros(3, np.float32))]))


def function(name: str, nodes, overload: str = "", **arguments) -> onnx.FunctionProto:
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(DOMAIN, 1)]
    result = helper.make_function(DOMAIN, name, ["a"], ["b"], nodes, opsets, **arguments)
    result.overload = overload
    return result


def call(name: str, x: str, y: str, overload: str = "", **attributes) -> onnx.NodeProto:
    result = helper.make_node(name, [x], [y], domain=DOMAIN, **attributes)
    result.overload = overload
    return result


def overloaded_functions() -> onnx.ModelProto:
    functions = [function("Act", [relu("a", "b")], "relu"), function("Act", [helper.make_node("Neg", ["a"], ["b"])], "neg"),
                 function("Both", [call("Act", "a", "m", "relu"), call("Act", "m", "b", "neg")])]
    return model(graph([call("Both", "x", "m"), call("Act", "m", "y", "neg")]), domains=[DOMAIN], functions=functions)


def function_attributes() -> onnx.ModelProto:
    """`slope` must be given, `times` has a default; both reach the body by reference."""
    leaky = helper.make_node("LeakyRelu", ["a"], ["m"])
    leaky.attribute.append(onnx.AttributeProto(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT))
    constant = helper.make_node("Constant", [], ["k"])
    constant.attribute.append(onnx.AttributeProto(name="value_float", ref_attr_name="times", type=onnx.AttributeProto.FLOAT))
    body = function("Leak", [leaky, constant, helper.make_node("Mul", ["m", "k"], ["b"])], attributes=["slope"],
                    attribute_protos=[helper.make_attribute("times", 2.0)])
    return model(graph([call("Leak", "x", "m", slope=0.25), call("Leak", "m", "y", slope=0.5, times=3.0)]),
                 domains=[DOMAIN], functions=[body])


def captured_name_shadowed() -> onnx.ModelProto:
    """Two sibling branches name their inner value alike; neither may be taken for the other."""
    def branch(op_type: str) -> onnx.GraphProto:
        return graph([helper.make_node(op_type, ["x"], ["inner"]), helper.make_node("Abs", ["inner"], ["out"])], [], [info("out")])
    node = helper.make_node("If", ["c"], ["y"], then_branch=branch("Neg"), else_branch=branch("Exp"))
    return model(graph([node], [info("c", BOOL, []), info("x")]))


def omitted_operands() -> onnx.ModelProto:
    """Clip without its minimum, an LSTM of which only the last of three outputs is used."""
    weights = [tensor("w", np.ones((1, 8, 3), np.float32)), tensor("r", np.ones((1, 8, 2), np.float32)), tensor("top", np.float32(1))]
    nodes = [helper.make_node("Clip", ["x", "", "top"], ["c"]),
             helper.make_node("LSTM", ["c", "w", "r"], ["", "", "y"], hidden_size=2)]
    return model(graph(nodes, [info("x", shape=[4, 1, 3])], [info("y", shape=[1, 1, 2])], weights))


def training() -> onnx.ModelProto:
    m = model(graph([helper.make_node("MatMul", ["x", "w"], ["y"])], None, [info("y", shape=[2, 2])],
                    [tensor("w", np.ones((3, 2), np.float32))]))
    step = graph([helper.make_node("Mul", ["w", "half"], ["w_new"])], [], [info("w_new", shape=[3, 2])],
                 [tensor("half", np.float32(0.5))], name="step")
    entry = m.training_info.add(algorithm=step)
    entry.update_binding.add(key="w", value="w_new")
    return m


def hostile_names() -> onnx.ModelProto:
    names = ["<b>bold</b><script>alert(1)</script>", "\u202eevil\u202c", "tab\tnewline\nnul\0", "=cmd|' /C calc'!A0", "a" * 2000, "", ""]
    nodes, last = [], "x"
    for index, name in enumerate(names):
        nodes.append(relu(last, f"v{index}", name))
        last = f"v{index}"
    m = model(graph([*nodes, relu(last, "y", "\\frac{a}{b} %s %n ${HOME} ../../x")]))
    metadata(m, **{"<img src=x onerror=alert(1)>": "javascript:alert(1)"})
    return m


def scalar_and_empty() -> onnx.ModelProto:
    """A scalar, tensors without elements, a dimension of size zero."""
    weights = [tensor("scalar", np.float32(2)), tensor("none", np.zeros((0,), np.float32)), tensor("flat", np.zeros((0, 3), np.float32))]
    nodes = [helper.make_node("Mul", ["x", "scalar"], ["m"]), helper.make_node("Concat", ["m", "flat"], ["y"], axis=0),
             helper.make_node("Identity", ["none"], ["z"])]
    return model(graph(nodes, None, [info("y"), info("z", shape=[0])], weights))


def missing_weights() -> onnx.ModelProto:
    weight = TensorProto(name="w", data_type=FLOAT, dims=[2, 3])
    return model(graph([helper.make_node("Add", ["x", "w"], ["y"])], initializers=[weight]))


def unsorted() -> onnx.ModelProto:
    return model(graph([relu("m", "y", "second"), relu("x", "m", "first")]))


SHOWN = (
    ("sparse_initializers", sparse_initializers, "sparse initializers, linear and coordinate indices", {}),
    ("sparse_constant", sparse_constant, "a Constant with sparse_value", {}),
    ("sequence_types", sequence_types, "sequences as input, output and between nodes", {}),
    ("optional_types", optional_types, "an optional sequence as input", {}),
    ("map_types", map_types, "a sequence of maps as output", {}),
    ("odd_types", odd_types, "a sparse tensor type and an opaque type", {"finding": "warning", "mentions": ("Use", DOMAIN)}),
    ("nested_if_5", lambda: nested_ifs(5), "five If inside each other, capturing outer values", {}),
    ("nested_if_40", lambda: nested_ifs(40), "forty If inside each other: more levels than protobuf parses at once",
     {"finding": "warning", "mentions": ("levels",)}),
    ("loop_and_scan", loop_and_scan, "Loop with a captured value and a scan output, Scan", {}),
    ("overloaded_functions", overloaded_functions, "local functions with overloads, one calling another", {}),
    ("function_attributes", function_attributes, "attributes of a function by reference, with and without default", {}),
    ("sibling_names", captured_name_shadowed, "branches with inner values of one name", {}),
    ("omitted_operands", omitted_operands, "omitted inputs and outputs in the middle and at the end", {}),
    ("training", training, "training information", {}),
    ("hostile_names", hostile_names, "names with markup, direction marks, control characters, 2000 characters; repeated and empty ones", {}),
    ("scalar_and_empty", scalar_and_empty, "a scalar weight and weights without elements", {}),
    ("missing_weights", missing_weights, "a weight without data: shown, not runnable as it is",
     {"finding": "warning", "mentions": ("w", "data")}),
    ("unsorted_nodes", unsorted, "nodes not in topological order", {"finding": "warning", "mentions": ("order",)}),
)


def cases():
    for name, build, shows, expected in SHOWN:
        m = build()
        content = m if isinstance(m, bytes) else data(m)
        if not expected:
            onnx.checker.check_model(onnx.ModelProto.FromString(content))
        yield Case(f"{name}.onnx", content, shows, **expected)
