#!/usr/bin/env python3
"""Writes models of one attention or one pool each, for the question which of cuDNN and our own kernel is faster.

Usage: tuning_models.py FOLDER [small]

The files are ONNX, written field by field: no package is needed. `small`: sizes for an emulated device.
"""
import os
import sys

FLOAT = 1
INT, INTS = 2, 7  # AttributeProto.AttributeType


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def message(field, content):
    content = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(content)) + content


def value_info(name, dims):
    shape = b"".join(message(1, number(1, size)) for size in dims)
    return message(1, name) + message(2, message(1, number(1, FLOAT) + message(2, shape)))


def attribute(name, value):
    if isinstance(value, int):
        return message(1, name) + number(3, value) + number(20, INT)
    return message(1, name) + b"".join(number(8, v) for v in value) + number(20, INTS)


def model(operator, inputs, attributes, output):
    node = b"".join(message(1, name) for name in inputs) + message(2, "y") + message(4, operator)
    node += b"".join(message(5, attribute(name, value)) for name, value in attributes.items())
    graph = message(1, node) + message(2, operator) + message(12, value_info("y", output))
    graph += b"".join(message(11, value_info(name, dims)) for name, dims in inputs.items())
    return number(1, 10) + message(7, graph) + message(8, number(2, 23))


def attention(batch, heads, kv_heads, queries, keys, size, causal=0, mask=None):
    inputs = {"q": (batch, heads, queries, size), "k": (batch, kv_heads, keys, size), "v": (batch, kv_heads, keys, size)}
    if mask:
        inputs["m"] = mask
    return model("Attention", inputs, {"is_causal": causal}, inputs["q"])


def pool(operator, dims, window=None, stride=None, pad=0):
    attributes, space = {}, (1, 1)
    if window:
        attributes = {"kernel_shape": [window] * 2, "strides": [stride] * 2, "pads": [pad] * 4}
        space = tuple((size + 2 * pad - window) // stride + 1 for size in dims[2:])
    return model(operator, {"x": dims}, attributes, dims[:2] + space)


def models(small):
    n = 16 if small else 1
    return {
        "attention.encoder": attention(8 // min(n, 8), 12 // min(n, 12), 12 // min(n, 12), 512 // n, 512 // n, 64),
        "attention.encoder_masked": attention(8 // min(n, 8), 12 // min(n, 12), 12 // min(n, 12), 384 // n, 384 // n, 64, 0,
                                              (8 // min(n, 8), 1, 1, 384 // n)),
        "attention.prompt": attention(1, 32 // n, 8 // min(n, 8), 1024 // n, 1024 // n, 128, 1),
        "attention.token": attention(1, 32 // n, 8 // min(n, 8), 1, 4096 // n, 128),
        "pool.max": pool("MaxPool", (32 // n, 64 // n, 112 // n, 112 // n), 3, 2, 1),
        "pool.mean": pool("AveragePool", (32 // n, 128 // n, 56 // min(n, 8), 56 // min(n, 8)), 2, 2),
        "pool.mean_of_all": pool("GlobalAveragePool", (32 // n, 2048 // n, 7, 7)),
        "pool.largest_of_all": pool("GlobalMaxPool", (8 // min(n, 8), 256 // n, 56 // min(n, 8), 56 // min(n, 8))),
    }


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["small"]):
        sys.stderr.write(__doc__)
        return 2
    os.makedirs(arguments[0], exist_ok=True)
    for name, content in models(len(arguments) == 2).items():
        with open(os.path.join(arguments[0], name + ".onnx"), "wb") as file:
            file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
