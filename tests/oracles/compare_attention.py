#!/usr/bin/env python3
"""Compare the attention operators of com.microsoft with ONNX Runtime on random inputs, with past and present.

    compare_attention.py PROGRAM [--cases 40] [--seed 0]

PROGRAM is opscope-cli. PackedAttention and PackedMultiHeadAttention have no kernel on ONNX Runtime's CPU: their test
(tests/engine/cpu/tst_packed_attention.cpp) computes the definition. Prints the largest difference of each operator; exit code 1
above 2e-5. Development script: needs numpy, onnx and onnxruntime.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

BOUND = 2e-5


class Case:
    """One node with its inputs by name; an empty name is left out."""

    def __init__(self, random, operator, attributes):
        self.random, self.operator, self.attributes = random, operator, attributes
        self.inputs, self.outputs = [], ["y", "present_key", "present_value"]

    def floats(self, *shape):
        self.inputs.append(self.random.uniform(-2, 2, shape).astype(np.float32))

    def integers(self, values, *shape):
        self.inputs.append(np.array(values, np.int32).reshape(shape))

    def nothing(self, count=1):
        self.inputs += [None] * count

    def model(self):
        names = ["" if value is None else f"i{i}" for i, value in enumerate(self.inputs)]
        node = helper.make_node(self.operator, names, self.outputs, domain="com.microsoft", **self.attributes)
        inputs = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
                  for name, value in zip(names, self.inputs) if name]
        outputs = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in self.outputs]
        return helper.make_model(helper.make_graph([node], "attention", inputs, outputs),
                                 opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)], ir_version=8)


def decoder_masked(random):
    """Cross attention: with a past of its own, ONNX Runtime takes shared buffers only."""
    batch, heads, size, keys = (int(random.choice(choices)) for choices in ([1, 2, 3], [1, 3], [4, 8, 17], [1, 7, 40]))
    case = Case(random, "DecoderMaskedMultiHeadAttention", {"num_heads": heads})
    case.outputs = ["y"]
    case.floats(batch, 1, heads * size)
    case.floats(batch, heads, keys, size)
    case.floats(batch, heads, keys, size)
    return case


def multi_head(random):
    batch, heads, size, past, steps = (int(random.choice(choices)) for choices in ([1, 2], [1, 3], [4, 8, 17], [1, 7, 40], [1, 2, 9]))
    case = Case(random, "MultiHeadAttention", {"num_heads": heads})
    for _ in range(3):
        case.floats(batch, steps, heads * size)
    case.nothing(2)
    case.floats(1, heads, steps, past + steps)
    case.floats(batch, heads, past, size)
    case.floats(batch, heads, past, size)
    return case


def group_query(random):
    batch, groups, per_group, size, past = (int(random.choice(choices)) for choices in ([1, 2], [1, 2], [1, 3, 8], [16, 32, 48], [1, 7, 40]))
    heads = groups * per_group
    case = Case(random, "GroupQueryAttention", {"num_heads": heads, "kv_num_heads": groups, "do_rotary": 1})
    case.floats(batch, 1, heads * size)
    case.floats(batch, 1, groups * size)
    case.floats(batch, 1, groups * size)
    case.floats(batch, groups, past, size)
    case.floats(batch, groups, past, size)
    case.integers([past] * batch, batch)
    case.integers([past + 1], 1)
    angles = np.outer(np.arange(64), 1.0 / 10000 ** (np.arange(size // 2) * 2 / size))
    case.inputs += [np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)]
    return case


def difference(program, case):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.onnx"
        model = case.model()
        onnx.save(model, path)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        given = {f"i{i}": value for i, value in enumerate(case.inputs) if value is not None}
        expected = session.run(None, given)
        arguments = []
        for name, value in given.items():
            np.save(f"{folder}/{name}.npy", value)
            arguments += ["--input", f"{name}=file:{folder}/{name}.npy"]
        subprocess.run([program, "run", path, "--runs", "1", "--save", f"{folder}/o", *arguments], check=True, capture_output=True)
        largest = 0.0
        for i, right in enumerate(expected):
            tensor = onnx.TensorProto.FromString(pathlib.Path(f"{folder}/o/output_{i}.pb").read_bytes())
            found = numpy_helper.to_array(tensor)
            if found.shape != right.shape:
                return np.inf
            largest = max(largest, float(np.abs(found - right).max()))
        return largest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    failed = False
    for make in (decoder_masked, multi_head, group_query):
        largest = max(difference(arguments.program, make(random)) for _ in range(arguments.cases))
        failed = failed or not largest <= BOUND
        print(f"{make.__name__}: {largest:.2e} at most in {arguments.cases} cases")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
