"""Compares `opscope-cli inspect --channels` with numpy.

Makes small models with weights of random numbers (and an outlier, a channel of zeros, NaN), as floats and
coded in every form that is judged: DequantizeLinear per tensor, per channel and in blocks, QLinearConv,
MatMulNBits with packed zero points. Statistics must be those of numpy to 1e-6, codes and errors those of
formulas written down here. Prints a line for each case; the exit code is 1 if a figure differs.

usage: check_channels.py OPSCOPE_CLI
Needs numpy and onnx.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

failures = 0


def expect(case, name, found, wanted, tolerance=1e-6):
    global failures
    found = np.array([np.nan if f is None else f for f in found], np.float64)
    wanted = np.asarray(wanted, np.float64)
    good = np.allclose(found, wanted, rtol=tolerance, atol=tolerance * 1e-3, equal_nan=True)
    if not good:
        failures += 1
        print(f"  {case}: {name} is {found[:4]}, expected {wanted[:4]}")


def save(folder, name, nodes, initializers, inputs, outputs, opset=21):
    graph = helper.make_graph(nodes, "graph", inputs, outputs, [numpy_helper.from_array(a, n) if isinstance(a, np.ndarray) else a for n, a in initializers])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)])
    model.ir_version = 10
    path = pathlib.Path(folder) / f"{name}.onnx"
    onnx.save(model, path)
    return path


def rows(cli, path, weight, *options):
    text = subprocess.run([cli, "inspect", path, "--channels", weight, "--format", "json", *options],
                          check=True, capture_output=True, text=True).stdout
    return json.loads(text)["rows"]


def column(table, name):
    return [row[name] for row in table]


def nearest(sorted_numbers, share):
    """As lround: halves away from zero."""
    return sorted_numbers[int(np.floor(share * (len(sorted_numbers) - 1) + 0.5))]


def check_statistics(case, table, channels):
    finite = [np.sort(c[np.isfinite(c)].astype(np.float64)) for c in channels]
    expect(case, "smallest", column(table, "smallest"), [c[0] for c in finite])
    expect(case, "largest", column(table, "largest"), [c[-1] for c in finite])
    expect(case, "mean", column(table, "mean"), [c.mean() for c in finite])
    expect(case, "std", column(table, "std"), [c.std() for c in finite])
    for share in (1, 25, 50, 75, 99):
        expect(case, f"p{share}", column(table, f"p{share}"), [nearest(c, share / 100) for c in finite])
    expect(case, "zeros", column(table, "zeros"), [(c == 0).sum() for c in channels])
    expect(case, "nan", column(table, "nan"), [np.isnan(c).sum() for c in channels])
    expect(case, "inf", column(table, "inf"), [np.isinf(c).sum() for c in channels])


def bits_used(codes, low, high, zero):
    """The codes without the most extreme 0.2 % of the numbers, at least one, whole codes at a time."""
    counts = {}
    for code in codes:
        counts[code] = counts.get(code, 0) + 1
    drop = max(1, len(codes) // 500)
    if len(codes) <= drop:
        return 0.0
    a, b = low, high
    while a < b:
        upper = abs(b - zero) >= abs(a - zero)
        count = counts.get(b if upper else a, 0)
        if count > drop:
            break
        drop -= count
        a, b = (a, b - 1) if upper else (a + 1, b)
    while a < b and counts.get(a, 0) == 0:
        a += 1
    while a < b and counts.get(b, 0) == 0:
        b -= 1
    return float(np.log2(b - a + 1))


def check_int8(case, table, channels, scales):
    scales = np.asarray(scales, np.float64)
    codes = [np.clip(np.rint(c.astype(np.float64) / s), -127, 127) for c, s in zip(channels, scales)]
    norms = [np.linalg.norm(c.astype(np.float64)) for c in channels]
    expect(case, "scale", column(table, "scale"), scales)
    expect(case, "error", column(table, "error"),
           [np.linalg.norm(k * s - c) / n if n else 0 for k, s, c, n in zip(codes, scales, channels, norms)], 1e-5)
    expect(case, "codes used", column(table, "codes used"), [len(np.unique(k)) for k in codes])
    expect(case, "bits used", column(table, "bits used"), [bits_used(list(k), -127, 127, 0) for k in codes])


def check_codes(case, table, codes, scales, zeros, low, high):
    """`codes`, `scales`, `zeros`: [channel][element]."""
    check_statistics(case, table, [s * (k.astype(np.float64) - z) for k, s, z in zip(codes, scales, zeros)])
    expect(case, "scale", column(table, "scale"), [np.min(s) for s in scales])
    expect(case, "largest scale", column(table, "largest scale"), [np.max(s) for s in scales])
    expect(case, "zero point", column(table, "zero point"), [np.min(z) for z in zeros])
    expect(case, "saturated", column(table, "saturated"), [((k <= low) | (k >= high)).sum() for k in codes])
    expect(case, "codes used", column(table, "codes used"), [len(np.unique(k)) for k in codes])


def main():
    cli = sys.argv[1]
    random = np.random.default_rng(5)
    x4 = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 16, 8, 8])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    weight = (random.standard_normal((32, 16, 3, 3)) * 0.2).astype(np.float32)
    weight[17, 3, 1, 1] = 6
    weight[5] = 0
    matrix = random.standard_normal((96, 24)).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        conv = helper.make_node("Conv", ["x", "w"], ["y"])
        path = save(folder, "conv", [conv], [("w", weight)], [x4], [y])
        channels = list(weight.reshape(32, -1))
        for scheme in ("per_channel", "per_tensor"):
            table = rows(cli, path, "w", "--codes", scheme)
            check_statistics(scheme, table, channels)
            largest = np.abs(weight).reshape(32, -1).max(1) if scheme == "per_channel" else np.full(32, np.abs(weight).max())
            scales = np.where(largest > 0, largest.astype(np.float64) / 127, 1).astype(np.float32)
            check_int8(scheme, table, channels, scales)
            print(f"{scheme}: {len(table)} channels")
        broken = weight.copy()
        broken[2, 0, 0, 0] = np.nan
        broken[3, 0, 0, :2] = np.inf
        table = rows(cli, save(folder, "broken", [conv], [("w", broken)], [x4], [y]), "w")
        check_statistics("not finite", table, list(broken.reshape(32, -1)))
        print("not finite")

        x2 = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 96])
        path = save(folder, "matmul", [helper.make_node("MatMul", ["x", "w"], ["y"])], [("w", matrix)], [x2], [y])
        check_statistics("MatMul", rows(cli, path, "w"), list(matrix.T))
        check_statistics("MatMul, axis 0", rows(cli, path, "w", "--axis", "0"), list(matrix))
        print("MatMul")

        codes = random.integers(-128, 128, (32, 16, 3, 3)).astype(np.int8)
        scale = random.uniform(0.01, 0.1, 32).astype(np.float32)
        nodes = [helper.make_node("DequantizeLinear", ["q", "s", "z"], ["w"], axis=0), conv]
        zero = random.integers(-5, 5, 32).astype(np.int8)
        path = save(folder, "qdq", nodes, [("q", codes), ("s", scale), ("z", zero)], [x4], [y])
        flat = list(codes.reshape(32, -1))
        check_codes("DequantizeLinear, axis", rows(cli, path, "q"), flat, [np.full(144, s, np.float64) for s in scale],
                    [np.full(144, z, np.float64) for z in zero], -128, 127)
        path = save(folder, "tensor", nodes, [("q", codes), ("s", np.array(0.02, np.float32)), ("z", np.array(3, np.int8))], [x4], [y])
        check_codes("DequantizeLinear, tensor", rows(cli, path, "q"), flat, [np.full(144, np.float32(0.02), np.float64)] * 32,
                    [np.full(144, 3.0)] * 32, -128, 127)
        print("DequantizeLinear")

        blocked = random.integers(-8, 8, (96, 24)).astype(np.int8)
        scale = random.uniform(0.01, 0.1, (3, 24)).astype(np.float32)
        packed = helper.make_tensor("q", TensorProto.INT4, blocked.shape, blocked.flatten().tolist())
        nodes = [helper.make_node("DequantizeLinear", ["q", "s"], ["w"], axis=0, block_size=32),
                 helper.make_node("MatMul", ["x", "w"], ["y"])]
        path = save(folder, "blocks", nodes, [("q", packed), ("s", scale)], [x2], [y])
        spread = np.repeat(scale.astype(np.float64), 32, axis=0)
        check_codes("DequantizeLinear, blocks", rows(cli, path, "q"), list(blocked.T), list(spread.T),
                    [np.zeros(96)] * 24, -8, 7)
        print("blocks of int4")

        n, k, block = 24, 80, 32  # the last block is half full
        blocks = (k + block - 1) // block
        nibbles = random.integers(0, 16, (n, blocks * block)).astype(np.uint8)
        zeros = random.integers(0, 16, (n, blocks + blocks % 2)).astype(np.uint8)
        scale = random.uniform(0.01, 0.1, (n, blocks)).astype(np.float32)
        pack = lambda a: (a[..., 0::2] | a[..., 1::2] << 4).astype(np.uint8)
        node = helper.make_node("MatMulNBits", ["x", "q", "s", "z"], ["y"], domain="com.microsoft", K=k, N=n, bits=4, block_size=block)
        path = save(folder, "nbits", [node], [("q", pack(nibbles).reshape(n, blocks, block // 2)), ("s", scale.reshape(-1)), ("z", pack(zeros).reshape(-1))],
                    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, k])], [y])
        check_codes("MatMulNBits", rows(cli, path, "q"), list(nibbles[:, :k]),
                    list(np.repeat(scale.astype(np.float64), block, 1)[:, :k]),
                    list(np.repeat(zeros[:, :blocks].astype(np.float64), block, 1)[:, :k]), 0, 15)
        print("MatMulNBits")

        nodes = [helper.make_node("QuantizeLinear", ["w", "s", "z"], ["q"], axis=0),
                 helper.make_node("DequantizeLinear", ["q", "s", "z"], ["d"], axis=0), helper.make_node("Conv", ["x", "d"], ["y"])]
        scale = (np.abs(weight).reshape(32, -1).max(1) / 200 + 1e-3).astype(np.float32)  # too small: some are cut off
        path = save(folder, "trained", nodes, [("w", weight), ("s", scale), ("z", np.zeros(32, np.int8))], [x4], [y])
        table = rows(cli, path, "w")
        places = [c.astype(np.float64) / s for c, s in zip(channels, scale)]
        expect("QuantizeLinear", "saturated", column(table, "saturated"),
               [(np.abs(p - np.clip(np.rint(p), -128, 127)) > 0.5 + 1e-6).sum() for p in places])
        expect("QuantizeLinear", "error", column(table, "error"),
               [np.linalg.norm(np.clip(np.rint(p), -128, 127) * s - c) / np.linalg.norm(c) if c.any() else 0
                for p, s, c in zip(places, scale.astype(np.float64), channels)], 1e-5)
        print("QuantizeLinear of floats")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
