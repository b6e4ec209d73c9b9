"""What every generator shares: the description of a case and short ways to write a model."""

import dataclasses

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


@dataclasses.dataclass
class Case:
    """One file. `opens`: there is a graph to show. `finding`: worst severity that opening and checking report, or None.
    `mentions`: words, each of which some message, location or file name of the report must contain, ignoring case.
    A file without `shows` belongs to another case (weights beside a model) and is not listed."""

    file: str
    content: bytes
    shows: str = ""
    opens: bool = True
    finding: str | None = None
    mentions: tuple[str, ...] = ()
    extra: dict = dataclasses.field(default_factory=dict)

    def entry(self, folder: str) -> dict:
        return {"file": f"{folder}/{self.file}", "shows": self.shows, "opens": self.opens, "finding": self.finding,
                "mentions": list(self.mentions), **self.extra}


def tensor(name: str, value) -> onnx.TensorProto:
    return numpy_helper.from_array(np.asarray(value), name)


def info(name: str, kind: int = TensorProto.FLOAT, shape=(2, 3)) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def relu(x: str = "x", y: str = "y", name: str = "relu") -> onnx.NodeProto:
    return helper.make_node("Relu", [x], [y], name=name)


def graph(nodes, inputs=None, outputs=None, initializers=(), name="graph") -> onnx.GraphProto:
    return helper.make_graph(list(nodes), name, [info("x")] if inputs is None else inputs,
                             [info("y")] if outputs is None else outputs, list(initializers))


def model(body: onnx.GraphProto, ir_version: int = 10, opset: int = 21, domains=(), functions=()) -> onnx.ModelProto:
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(domain, 1) for domain in domains)]
    result = helper.make_model(body, opset_imports=opsets, functions=list(functions), ir_version=ir_version)
    result.producer_name = "opscope tests"
    return result


def metadata(target, **entries: str) -> None:
    for key, value in entries.items():
        entry = target.metadata_props.add()
        entry.key, entry.value = key, value


def data(message) -> bytes:
    return message.SerializeToString(deterministic=True)


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number: int, wire_type: int, payload: bytes) -> bytes:
    """A field on the wire; length-delimited payloads get their length."""
    length = varint(len(payload)) if wire_type == 2 else b""
    return varint(number << 3 | wire_type) + length + payload
