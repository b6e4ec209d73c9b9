"""Files that are not models, that end early, whose wire is wrong, or whose graph is."""

import io
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper

from .case import Case, data, field, graph, info, model, relu, tensor, varint
from .features import DOMAIN, call, function

GOOD = data(model(graph([helper.make_node("Add", ["x", "w"], ["y"], name="add")],
                        initializers=[tensor("w", np.arange(6, dtype=np.float32).reshape(2, 3))])))

LFS_POINTER = (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"4d7a2146" * 8 + b"\nsize 1048576\n")
HTML_PAGE = b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body>model.onnx</body></html>\n"


def zip_file() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("model.onnx"), GOOD)
    return buffer.getvalue()


def not_models():
    """(name, content, shows, words of the refusal)"""
    yield "html.onnx", HTML_PAGE, "a web page saved under a model's name", ("HTML",)
    yield "lfs_pointer.onnx", LFS_POINTER, "a Git LFS pointer instead of the file", ("LFS",)
    yield "empty.onnx", b"", "an empty file", ("empty",)
    yield "zip.onnx", zip_file(), "a zip archive that holds a model", ("zip",)
    yield "text.onnx", b"just some text\n" * 4, "plain text", ("text",)
    yield "json.onnx", b'{"irVersion": "10", "graph": {"name": "graph"}}\n', "JSON", ("JSON",)
    yield "zeros.onnx", bytes(64), "zero bytes, as after a full disk", ()
    yield "random.onnx", np.random.default_rng(3).bytes(512), "random bytes", ()
    yield "tensor.pb.onnx", data(tensor("t", np.float32([1, 2]))), "a serialised tensor, not a model", ()
    yield "no_graph.onnx", data(onnx.ModelProto(ir_version=10, producer_name="nobody")), "a model without a graph", ("graph",)


def wire():
    yield "cut_in_half.onnx", GOOD[:len(GOOD) // 2], "the first half of a file", ("byte",)
    yield "cut_last_byte.onnx", GOOD[:-1], "a file without its last byte", ("byte",)
    yield "length_beyond_end.onnx", GOOD + varint(14 << 3 | 2) + varint(1000) + b"short", "a length that reaches past the end", ("byte",)
    yield "length_huge.onnx", GOOD + varint(14 << 3 | 2) + varint(2 ** 63 + 5), "a length beyond 63 bits", ("byte",)
    yield "varint_too_long.onnx", GOOD + bytes([5 << 3]) + b"\xff" * 11 + b"\x01", "a varint of twelve bytes", ("byte",)
    yield "field_zero.onnx", GOOD + field(0, 0, b"\x01"), "field number zero", ("byte",)
    yield "wire_type_7.onnx", GOOD + bytes([5 << 3 | 7]), "wire type 7", ("byte",)
    yield "group_unclosed.onnx", GOOD + bytes([5 << 3 | 3]) * 200, "200 groups opened, none closed", ("byte",)
    yield "graph_as_number.onnx", field(1, 0, b"\x0a") + field(7, 0, b"\x05"), "the graph field holds a number", ("graph",)


def deep(levels: int) -> bytes:
    """Types inside types; made on the wire, because no library writes it."""
    kind = b""
    for _ in range(levels):
        kind = field(4, 2, field(1, 2, kind))  # TypeProto.sequence_type { elem_type }
    value = field(1, 2, b"x") + field(2, 2, kind)
    body = field(2, 2, b"graph") + field(11, 2, value)
    return field(1, 0, b"\x0a") + field(7, 2, body) + field(8, 2, field(2, 0, b"\x15"))


def with_weight(weight: TensorProto) -> onnx.ModelProto:
    return model(graph([helper.make_node("Add", ["x", "w"], ["y"], name="add")], initializers=[weight]))


def weight(dims=(2, 3), data_type=TensorProto.FLOAT, **values) -> TensorProto:
    return TensorProto(name="w", data_type=data_type, dims=dims, **values)


def weights():
    six = bytes(24)
    yield "raw_too_short", with_weight(weight(raw_data=six[:20])), "raw_data shorter than the shape", ("w", "20", "24")
    yield "raw_too_long", with_weight(weight(raw_data=six + six)), "raw_data longer than the shape", ("w", "48", "24")
    yield "typed_too_short", with_weight(weight(float_data=[1, 2, 3])), "three numbers for six elements", ("w", "3", "6")
    yield "typed_wrong_field", with_weight(weight(int64_data=[1, 2, 3, 4, 5, 6])), "float weights in int64_data", ("w",)
    yield "raw_and_typed", with_weight(weight(raw_data=six, float_data=[0] * 6)), "raw_data and float_data in one tensor", ("w",)
    yield "string_raw", with_weight(weight(data_type=TensorProto.STRING, raw_data=b"abcdef")), "strings in raw_data", ("w",)
    yield "negative_dim", with_weight(weight(dims=(2, -3), raw_data=six)), "a negative size", ("w", "-3")
    yield "overflowing_dims", with_weight(weight(dims=(2 ** 40, 2 ** 40), raw_data=six)), "sizes whose product overflows", ("w",)
    yield "unknown_element_type", with_weight(weight(data_type=99, raw_data=six)), "an element type of no version", ("w", "99")
    yield "undefined_element_type", with_weight(weight(data_type=0, raw_data=six)), "element type UNDEFINED", ("w",)


def unnamed_graph() -> onnx.ModelProto:
    result = model(graph([relu()]))
    result.graph.ClearField("name")
    return result


def conflicting_attributes() -> onnx.ModelProto:
    node = helper.make_node("LeakyRelu", ["x"], ["y"], name="leaky", alpha=0.1)
    node.attribute.append(helper.make_attribute("alpha", 0.2))
    return model(graph([node]))


def wrong_attribute_type() -> onnx.ModelProto:
    node = helper.make_node("LeakyRelu", ["x"], ["y"], name="leaky", alpha="steep")
    return model(graph([node]))


def wrong_attribute_payload() -> onnx.ModelProto:
    node = helper.make_node("LeakyRelu", ["x"], ["y"], name="leaky")
    node.attribute.append(onnx.AttributeProto(name="alpha", type=onnx.AttributeProto.FLOAT, s=b"steep"))
    return model(graph([node]))


def recursive_functions() -> onnx.ModelProto:
    functions = [function("Ping", [call("Pong", "a", "b")]), function("Pong", [call("Ping", "a", "b")])]
    return model(graph([call("Ping", "x", "y")]), domains=[DOMAIN], functions=functions)


def without_opset() -> onnx.ModelProto:
    result = model(graph([relu()]))
    del result.opset_import[:]
    return result


def untyped_input() -> onnx.ModelProto:
    return model(graph([relu()], [onnx.ValueInfoProto(name="x")]))


def same_function_twice() -> onnx.ModelProto:
    return model(graph([call("Act", "x", "y")]), domains=[DOMAIN],
                 functions=[function("Act", [relu("a", "b")]), function("Act", [helper.make_node("Neg", ["a"], ["b"])])])


def sparse(values, indices, dims) -> onnx.ModelProto:
    result = model(graph([helper.make_node("Add", ["x", "w"], ["y"], name="add")]))
    result.graph.sparse_initializer.append(onnx.SparseTensorProto(
        values=tensor("w", np.float32(values)), indices=tensor("i", np.int64(indices)), dims=dims))
    return result


def graphs():
    """(name, model, shows, severity, words)"""
    x_twice = [info("x"), info("x")]
    yield "cycle", model(graph([relu("b", "a", "first"), relu("a", "b", "second"), relu("a", "y", "third")])), "two nodes in a circle", "error", ("first",)
    yield "own_input", model(graph([relu("y", "y", "self")])), "a node that reads its own output", "error", ("self",)
    yield "undefined_input", model(graph([relu("nowhere", "y")])), "a node reads a value that nobody makes", "error", ("nowhere",)
    yield "missing_output", model(graph([relu("x", "z")])), "the graph's output is never made", "error", ("y",)
    yield "value_made_twice", model(graph([relu("x", "y", "one"), helper.make_node("Neg", ["x"], ["y"], name="two")])), "two nodes make one value", "error", ("y",)
    yield "input_twice", model(graph([relu()], x_twice)), "an input listed twice", "error", ("x",)
    yield "names_repeat", model(graph([relu("x", "m", "same"), relu("m", "y", "same")])), "two nodes of one name: allowed, names are no keys", None, ()
    yield "unknown_operator", model(graph([helper.make_node("Telepathy", ["x"], ["y"], name="mind")])), "an operator ONNX does not have", "error", ("Telepathy",)
    yield "unknown_domain", model(graph([helper.make_node("Think", ["x"], ["y"], domain="com.example", name="mind")]), domains=["com.example"]), "an operator of an unknown domain", "warning", ("com.example", "Think")
    yield "domain_not_imported", model(graph([helper.make_node("Think", ["x"], ["y"], domain="com.example", name="mind")])), "a domain used and not imported", "error", ("com.example",)
    yield "no_opset", without_opset(), "no operator set imported", "warning", ("opset",)
    yield "opset_future", model(graph([relu()]), opset=999), "an operator set of the future", "warning", ("999",)
    yield "opset_zero", model(graph([relu()]), opset=0), "operator set version 0", "error", ("opset",)
    yield "unnamed_graph", unnamed_graph(), "a graph without a name", "warning", ("name",)
    yield "untyped_input", untyped_input(), "an input without a type", "error", ("x",)
    yield "undefined_type", model(graph([relu()], [info("x", 0)])), "an input of element type UNDEFINED", "error", ("x",)
    yield "unknown_input_type", model(graph([relu()], [info("x", 99)])), "an input of element type 99", "error", ("x", "99")
    yield "attribute_twice", conflicting_attributes(), "an attribute given twice", "error", ("alpha",)
    yield "attribute_wrong_type", wrong_attribute_type(), "a text where a number belongs", "error", ("alpha",)
    yield "attribute_wrong_payload", wrong_attribute_payload(), "type FLOAT, value a text", "error", ("alpha",)
    yield "attribute_missing", model(graph([helper.make_node("Concat", ["x", "x"], ["y"], name="join")])), "a required attribute is missing", "error", ("axis",)
    yield "too_few_inputs", model(graph([helper.make_node("Add", ["x"], ["y"], name="add")])), "Add with one input", "error", ("add",)
    yield "too_many_inputs", model(graph([helper.make_node("Relu", ["x", "x"], ["y"], name="relu")])), "Relu with two inputs", "error", ("relu",)
    yield "functions_recursive", recursive_functions(), "two functions that call each other", "error", ("Ping",)
    yield "function_twice", same_function_twice(), "one function defined twice", "error", ("Act",)
    yield "function_missing", model(graph([call("Gone", "x", "y")]), domains=[DOMAIN]), "a call of a function that is not in the file", "warning", ("Gone",)
    yield "shapes_disagree", model(graph([helper.make_node("Add", ["x", "w"], ["y"], name="add")], initializers=[tensor("w", np.zeros((4, 5), np.float32))])), "shapes that cannot be broadcast", "error", ("add",)
    yield "output_shape_wrong", model(graph([relu()], outputs=[info("y", shape=[7, 7])])), "the declared output shape is another", "warning", ("7",)
    yield "sparse_index_beyond", sparse([1, 2], [0, 99], [2, 3]), "a sparse index beyond the shape", "error", ("99",)
    yield "sparse_unsorted", sparse([1, 2], [4, 1], [2, 3]), "sparse indices not ascending", "error", ("w",)
    yield "sparse_counts", sparse([1, 2, 3], [0, 1], [2, 3]), "more sparse values than indices", "error", ("w",)
    yield "invalid_utf8", model(graph([relu("x", "y", "PLACEHOLDER")])), "a name that is not UTF-8", "warning", ("UTF-8",)
    yield "no_nodes", model(graph([], [info("y")])), "a graph without nodes: the input is the output", None, ()


def cases():
    for name, content, shows, mentions in not_models():
        yield Case(name, content, shows, opens=False, finding="error", mentions=mentions)
    for name, content, shows, mentions in wire():
        yield Case(name, content, shows, opens=False, finding="error", mentions=mentions)
    yield Case("deep_types.onnx", deep(400), "a type nested 400 deep", opens=False, finding="error", mentions=("deep",),
               extra={"may_open": True})
    for name, m, shows, mentions in weights():
        yield Case(f"{name}.onnx", data(m), shows, finding="error", mentions=mentions)
    for name, m, shows, severity, mentions in graphs():
        content = data(m).replace(b"PLACEHOLDER", b"\xff\xfe\x80 broken!")
        yield Case(f"{name}.onnx", content, shows, finding=severity, mentions=mentions)
