#!/usr/bin/env python3
"""Compare the operator table of opscope-cli with the schemas of the installed onnx wheel, version by version.

Prints one line per difference: operators and versions that are missing, attributes, defaults, parameters, types, and what no kernel runs
or no rule infers. Development script: needs `onnx` and the program. Exit code 0: nothing is missing, 1: something is.
"""

import argparse
import collections
import json
import subprocess
import sys

import onnx
from onnx import defs, helper


def theirs() -> dict:
    return {
        (schema.domain or "ai.onnx", schema.name, schema.since_version): schema
        for schema in defs.get_all_schemas_with_history()
    }


def ours(program: str) -> dict:
    text = subprocess.run([program, "operators", "--format", "json"], check=True, capture_output=True, text=True).stdout
    return {(row["domain"], row["type"], row["since"]): row for row in json.loads(text)["operators"]}


def default_text(attribute) -> object:
    value = attribute.default_value
    if not value.name and not value.type:
        return None
    value = helper.get_attribute_value(value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (list, tuple)):
        return [v.decode() if isinstance(v, bytes) else v for v in value]
    return value


def our_default(row) -> object:
    if "default" not in row:
        return None
    try:
        return json.loads(row["default"])
    except json.JSONDecodeError:
        return row["default"]


def is_same(a, b) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and abs(float(a) - float(b)) <= 1e-6 * max(1.0, abs(float(b)))
    return a == b


def attribute_differences(row, schema):
    mine = {a["name"]: a for a in row["attributes"]}
    for name in sorted(mine.keys() | schema.attributes.keys()):
        if name not in mine or name not in schema.attributes:
            yield f"attribute {name} is only {'here' if name in mine else 'in onnx'}"
            continue
        kind = schema.attributes[name].type.name.lower()
        if mine[name]["kind"] != kind:
            yield f"attribute {name} is {mine[name]['kind']}, in onnx {kind}"
        if mine[name]["required"] != schema.attributes[name].required:
            yield f"attribute {name}: required differs"
        if not is_same(our_default(mine[name]), default_text(schema.attributes[name])):
            yield f"attribute {name} has default {our_default(mine[name])}, in onnx {default_text(schema.attributes[name])}"


def parameter_types(types: dict, parameter: dict) -> set:
    return set(types.get(parameter["type"], [parameter["type"]]))


def parameter_differences(what, row, formal):
    mine = row[what]
    if len(mine) != len(formal):
        yield f"{len(mine)} {what}, in onnx {len(formal)}"
        return
    for ours_, theirs_ in zip(mine, formal):
        if ours_["name"] != theirs_.name:
            yield f"{what[:-1]} {theirs_.name} is named {ours_['name']}"
        if ours_["option"] != theirs_.option.name.lower():
            yield f"{what[:-1]} {theirs_.name} is {ours_['option']}, in onnx {theirs_.option.name.lower()}"
        mine_types, their_types = parameter_types(row["types"], ours_), set(theirs_.types)
        if mine_types != their_types:
            yield f"{what[:-1]} {theirs_.name}: types lack {sorted(their_types - mine_types)}, have besides {sorted(mine_types - their_types)}"


def differences(row, schema):
    if row["deprecated"] != schema.deprecated:
        yield "deprecated differs"
    if schema.deprecated:
        return
    yield from attribute_differences(row, schema)
    yield from parameter_differences("inputs", row, schema.inputs)
    yield from parameter_differences("outputs", row, schema.outputs)
    if not row["shape_rule"]:
        yield "no shape rule"
    if not row["kernels"]:
        yield "no kernel"
    elif not {"reference", "control flow", "differentiation"} & set(row["kernels"]):
        yield "no reference kernel"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="path of opscope-cli")
    parser.add_argument("--no-cost", action="store_true", help="also list operators without a cost rule")
    arguments = parser.parse_args()
    mine, other = ours(arguments.program), theirs()

    kinds = collections.Counter()
    for key in sorted(mine.keys() | other.keys()):
        name = f"{key[0]} {key[1]}-{key[2]}"
        if key not in mine:
            kinds["missing"] += 1
            print(f"{name}: missing")
        elif key in other:
            for difference in differences(mine[key], other[key]):
                kinds[difference.split()[0] + " " + difference.split()[1]] += 1
                print(f"{name}: {difference}")
        elif key[0] in ("ai.onnx", "ai.onnx.ml", "ai.onnx.preview.training", "ai.onnx.preview"):
            print(f"{name}: only here")
        if arguments.no_cost and key in mine and not mine[key]["cost_rule"]:
            print(f"{name}: no cost rule")
    found = sum(kinds.values())
    print(f"{len(other)} schemas in onnx {onnx.__version__}, {len(mine)} here, {found} differences", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
