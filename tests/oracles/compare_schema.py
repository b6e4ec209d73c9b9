#!/usr/bin/env python3
"""Compare model/onnx/onnx.proto with the descriptors of the installed onnx wheel.

Prints one line per difference in names, numbers, labels, types, packing, oneofs, defaults, reservations or enum values.
Development script: needs `onnx` (any version) and `protoc`. Exit code 0: equal, 1: different, 2: could not compare.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from google.protobuf import descriptor_pb2
from onnx import __version__ as onnx_version
from onnx import onnx_data_pb2, onnx_ml_pb2

DEFAULT_SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "model" / "onnx" / "onnx.proto"
FIELD = descriptor_pb2.FieldDescriptorProto


def compile_schema(path: pathlib.Path) -> descriptor_pb2.FileDescriptorProto:
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "schema.pb"
        subprocess.run(
            ["protoc", f"--proto_path={path.parent}", f"--descriptor_set_out={out}", str(path)], check=True
        )
        return descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes()).file[0]


def wheel_files() -> list[descriptor_pb2.FileDescriptorProto]:
    files = []
    for module in (onnx_ml_pb2, onnx_data_pb2):
        file = descriptor_pb2.FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(file)
        files.append(file)
    return files


def describe_field(field: FIELD, message, package: str) -> str:
    label = FIELD.Label.Name(field.label)[len("LABEL_"):].lower()
    kind = FIELD.Type.Name(field.type)[len("TYPE_"):].lower()
    parts = [str(field.number), label, kind]
    if field.type_name:
        parts.append(field.type_name.removeprefix(f".{package}."))
    if field.options.packed:
        parts.append("packed")
    if field.HasField("oneof_index"):
        parts.append(f"oneof {message.oneof_decl[field.oneof_index].name}")
    if field.default_value:
        parts.append(f"default {field.default_value}")
    return " ".join(parts)


def describe_enum(enum, prefix: str, facts: dict[str, str]) -> None:
    for value in enum.value:
        facts[f"enum value {prefix}{enum.name}.{value.name}"] = str(value.number)


def describe_message(message, prefix: str, package: str, facts: dict[str, str]) -> None:
    name = prefix + message.name
    facts[f"message {name}"] = "present"
    for field in message.field:
        facts[f"field {name}.{field.name}"] = describe_field(field, message, package)
    for span in message.reserved_range:
        for number in range(span.start, span.end):
            facts[f"reserved number {name} {number}"] = "present"
    for reserved in message.reserved_name:
        facts[f"reserved name {name} {reserved}"] = "present"
    for enum in message.enum_type:
        describe_enum(enum, name + ".", facts)
    for nested in message.nested_type:
        describe_message(nested, name + ".", package, facts)


def describe(files) -> dict[str, str]:
    facts: dict[str, str] = {}
    for file in files:
        facts["syntax"] = file.syntax or "proto2"
        for enum in file.enum_type:
            describe_enum(enum, "", facts)
        for message in file.message_type:
            describe_message(message, "", file.package, facts)
    return facts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("schema", nargs="?", type=pathlib.Path, default=DEFAULT_SCHEMA)
    arguments = parser.parse_args()
    try:
        ours = describe([compile_schema(arguments.schema)])
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"cannot compile {arguments.schema}: {error}", file=sys.stderr)
        return 2
    theirs = describe(wheel_files())

    differences = 0
    for key in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(key, "absent"), theirs.get(key, "absent")
        if mine != other:
            differences += 1
            print(f"{key}: here {mine}, onnx {onnx_version} {other}")
    print(f"{len(ours)} facts here, {len(theirs)} in onnx {onnx_version}, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
