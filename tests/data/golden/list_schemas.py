#!/usr/bin/env python3
"""Write the operator schemas of the installed onnx, all versions: tests/data/golden/onnx_schemas.txt.

    list_schemas.py > onnx_schemas.txt

First the sets of types (`t3 = tensor(double) tensor(float)`), then a line per version: `ai.onnx Clip-13 (input: t9, min?: t9) -> (output: t9) {}`.
`?` marks an optional parameter, `*1` a variadic one with at least one value, `*1 mixed` one whose values may differ in type; `= 1` is the default
of an attribute. Of deprecated versions only the name is written. Development script: needs onnx.
"""

import re

import onnx
from onnx import defs, helper


def default_text(attribute):
    value = attribute.default_value
    if not value.name and not value.type:
        return ""
    value = helper.get_attribute_value(value)
    values = value if isinstance(value, (list, tuple)) else [value]
    words = [f"{v:.6g}" if isinstance(v, float) else v.decode() if isinstance(v, bytes) else str(v) for v in values]
    return " = " + (f"[{' '.join(words)}]" if isinstance(value, (list, tuple)) else words[0])


def parameter_text(parameter, sets):
    mark = {"Single": "", "Optional": "?", "Variadic": f"*{parameter.min_arity}"}[parameter.option.name]
    if mark.startswith("*") and not parameter.is_homogeneous:
        mark += " mixed"
    types = " ".join(sorted(re.sub(r"(map\(\w+,)tensor\((\w+)\)", r"\1\2", t.replace(" ", "")) for t in parameter.types))
    return f"{parameter.name.rstrip('.')}{mark}: {sets.setdefault(types, f't{len(sets)}')}"


def line(schema, sets):
    name = f"{schema.domain or 'ai.onnx'} {schema.name}-{schema.since_version}"
    if schema.deprecated:
        return name + " deprecated"
    inputs, outputs = (", ".join(parameter_text(p, sets) for p in side) for side in (schema.inputs, schema.outputs))
    attributes = ", ".join(f"{n}: {a.type.name.lower()}{' required' if a.required else ''}{default_text(a)}"
                           for n, a in sorted(schema.attributes.items()))
    return f"{name} ({inputs}) -> ({outputs}) {{{attributes}}}"


def main():
    sets = {}
    schemas = sorted(defs.get_all_schemas_with_history(), key=lambda s: (s.domain, s.name, s.since_version))
    lines = [line(schema, sets) for schema in schemas]
    print(f"# list_schemas.py, onnx {onnx.__version__}")
    for types, name in sets.items():
        print(f"{name} = {types}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
