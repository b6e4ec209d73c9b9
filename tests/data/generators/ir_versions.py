"""One model per IR version, each with all fields that version has and fields of a future one: for reading and rewriting."""

import numpy as np
import onnx
from onnx import TensorProto, helper

from .case import Case, data, field, graph, info, metadata, model, relu, tensor, varint

OPSETS = {3: 8, 4: 9, 5: 10, 6: 11, 7: 12, 8: 15, 9: 19, 10: 21, 11: 23, 12: 24, 13: 25, 14: 28}

# One of each wire type, in field numbers that no message uses.
UNKNOWN = (field(2000, 0, varint(2 ** 40)) + field(2001, 1, b"fixed 64") + field(2002, 2, b"bytes of a later version")
           + field(2003, 5, b"32 b"))

NEW_TYPES = {
    9: (TensorProto.FLOAT8E4M3FN, TensorProto.FLOAT8E4M3FNUZ, TensorProto.FLOAT8E5M2, TensorProto.FLOAT8E5M2FNUZ),
    10: (TensorProto.UINT4, TensorProto.INT4),
    11: (TensorProto.FLOAT4E2M1,),
    12: (TensorProto.FLOAT8E8M0,),
    13: (TensorProto.UINT2, TensorProto.INT2),
    14: (TensorProto.FLOAT6E2M3, TensorProto.FLOAT6E3M2),
}


def every_attribute_kind(m: onnx.ModelProto, version: int) -> None:
    node = m.graph.node[0]
    for name, value in (("f", 0.5), ("i", -3), ("s", b"\xff bytes"), ("floats", [1.5, -2.0]), ("ints", [1, -2, 2 ** 62]),
                        ("strings", [b"a", b""]), ("t", tensor("t", np.float32([1, 2]))), ("tensors", [tensor("u", np.int64(7))]),
                        ("g", graph([relu()], name="inner")), ("graphs", [graph([relu()], name="list item")])):
        node.attribute.append(helper.make_attribute(name, value))
    node.attribute[-1].doc_string = "a doc string of an attribute"
    if version >= 6:
        sparse = helper.make_sparse_tensor(tensor("values", np.float32([3, 4])), tensor("indices", np.int64([1, 5])), [6])
        node.attribute.append(helper.make_attribute("sparse", sparse))
        node.attribute.append(helper.make_attribute("sparse_list", [sparse]))
    if version >= 8:
        kind = helper.make_optional_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, ["n", None, 3]))
        node.attribute.append(helper.make_attribute("type", kind))
        node.attribute.append(helper.make_attribute("types", [kind, helper.make_sequence_type_proto(kind)]))


def every_value_type(m: onnx.ModelProto, version: int) -> None:
    def declare(name: str) -> onnx.TypeProto:
        entry = m.graph.value_info.add()
        entry.name = name
        return entry.type

    inner = helper.make_tensor_type_proto(TensorProto.DOUBLE, [1, "batch", None])
    inner.denotation = "TENSOR"
    inner.tensor_type.shape.dim[1].denotation = "DATA_BATCH"
    declare("a sequence").CopyFrom(helper.make_sequence_type_proto(inner))
    entry = declare("a map").map_type
    entry.key_type = TensorProto.STRING
    entry.value_type.CopyFrom(inner)
    if version >= 8:
        declare("an optional").CopyFrom(helper.make_optional_type_proto(inner))
        declare("a sparse tensor").CopyFrom(helper.make_sparse_tensor_type_proto(TensorProto.FLOAT, [4, "m"]))
    opaque = declare("an opaque").opaque_type
    opaque.domain, opaque.name = "opscope.tests", "Handle"


def add_fields(m: onnx.ModelProto, version: int) -> None:
    m.domain, m.model_version, m.doc_string = "opscope.tests", 5, f"everything that IR version {version} has"
    m.producer_version = "1.2.3"
    metadata(m, key="value", other="")
    every_attribute_kind(m, version)
    every_value_type(m, version)
    if version >= 5:
        annotation = m.graph.quantization_annotation.add(tensor_name="y")
        annotation.quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="scale")
    if version >= 6:
        sparse = helper.make_sparse_tensor(tensor("sparse", np.float32([9])), tensor("", np.int64([[0, 2]])), [2, 3])
        m.graph.sparse_initializer.append(sparse)
    if version >= 7:
        training = m.training_info.add(algorithm=graph([relu()], name="algorithm"), initialization=graph([], [], [], name="init"))
        training.update_binding.add(key="w", value="y")
        training.initialization_binding.add(key="w", value="start")
    if version >= 8:
        add_function(m, version)
    if version >= 10:
        add_metadata_everywhere(m)
    if version >= 11:
        add_devices(m)


def add_function(m: onnx.ModelProto, version: int) -> None:
    m.opset_import.append(helper.make_opsetid("opscope.tests", 1))
    function = helper.make_function("opscope.tests", "Twice", ["a"], ["b"], [helper.make_node("Add", ["a", "a"], ["b"])],
                                    [helper.make_opsetid("", OPSETS[version])], attributes=["needed"])
    function.doc_string = "a + a"
    if version >= 9:
        function.attribute_proto.append(helper.make_attribute("optional", 2.5))
    if version >= 10:
        function.overload = "float"
        function.value_info.append(info("b"))
        metadata(function, where="function")
    m.functions.append(function)
    call = helper.make_node("Twice", ["y"], ["z"], name="call", domain="opscope.tests", needed=1)
    if version >= 10:
        call.overload = "float"
    m.graph.node.append(call)


def add_metadata_everywhere(m: onnx.ModelProto) -> None:
    metadata(m.graph, where="graph")
    metadata(m.graph.node[0], where="node")
    metadata(m.graph.input[0], where="value")
    metadata(m.graph.initializer[0], where="tensor")


def add_devices(m: onnx.ModelProto) -> None:
    m.configuration.add(name="two", num_devices=2, device=["cpu:0", "cpu:1"])
    placement = m.graph.node[0].device_configurations.add(configuration_id="two", pipeline_stage=1)
    sharding = placement.sharding_spec.add(tensor_name="x", device=[0, -1])
    sharding.index_to_device_group_map.add(key=-1, value=[0, 1])
    dim = sharding.sharded_dim.add(axis=0)
    dim.simple_sharding.add(dim_value=2, num_shards=2)
    dim.simple_sharding.add(dim_param="n", num_shards=1)


def build(version: int) -> onnx.ModelProto:
    # Attributes of a made-up domain may be anything; the graph itself stays one that a checker accepts.
    first = helper.make_node("Everything", ["x", "w"], ["y"], name="first", domain="opscope.custom")
    first.doc_string = "a node of an unknown domain"
    weight = tensor("w", np.float32([[1, 2, 3], [4, 5, 6]]))
    weight.doc_string = "a doc string of a tensor"
    inputs = [info("x")] + ([info("w")] if version < 4 else [])
    body = graph([first], inputs, [info("y")], [weight])
    body.doc_string = "a doc string of a graph"
    body.input[0].doc_string = "a doc string of a value"
    m = model(body, version, OPSETS[version], ["opscope.custom"])
    add_fields(m, version)
    for since, kinds in NEW_TYPES.items():
        if since <= version:
            m.graph.initializer.extend(helper.make_tensor(f"type {kind}", kind, [3], [0, 1, 1]) for kind in kinds)
    for target in (m, m.graph, m.graph.node[0], m.graph.node[0].attribute[0], m.graph.initializer[0], m.graph.input[0].type):
        target.MergeFromString(UNKNOWN)
    return m


def cases():
    for version in OPSETS:
        yield Case(f"ir{version:02}.onnx", data(build(version)), f"every field of IR version {version}, and unknown fields",
                   finding="warning", mentions=("Everything", "opscope.custom"), extra={"ir_version": version})
    m = build(14)
    m.ir_version = 99
    yield Case("ir99.onnx", data(m), "an IR version of the future", finding="warning", mentions=("IR version", "99"),
               extra={"ir_version": 99})
