#!/usr/bin/env python3
"""Write the sizes that ONNX Runtime's Resize and Upsample give: tests/data/golden/resize_sizes.txt.

    make_resize_sizes.py > ../data/golden/resize_sizes.txt

One row per case, as tests/support/node_text.h reads it: `Upsample-9(float[1,1,1,10], float[4]={1,1,1,0.7}) -> float[1,1,1,7]`. Half of
the cases are such that single and double precision give different sizes. Development script: needs onnx, onnxruntime, numpy.
"""

import math
import random

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

F = np.float32


def run(node, dims, initializers, opset):
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, dims)
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([node], "g", [x], [y], initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return list(session.run(None, {"x": np.zeros(dims, F)})[0].shape)


def text(dims):
    return "float[" + ",".join(str(d) for d in dims) + "]"


def scaled():
    cases = []
    for size in (3, 6, 10, 20, 30, 50, 100, 224, 1000):
        for scale in ("0.1", "0.3", "0.6", "0.7", "0.8", "0.9", "1.1", "1.4", "1.7", "2.3", "3.3"):
            if math.floor(F(size) * F(scale)) > 0:
                cases.append((size, scale, math.floor(F(size) * F(scale)) != math.floor(size * float(F(scale)))))
    differing = [case for case in cases if case[2]]
    others = [case for case in cases if not case[2]]
    random.Random(1).shuffle(others)
    for size, scale, _ in differing + others[: len(differing)]:
        scales = helper.make_tensor("s", TensorProto.FLOAT, [4], [1, 1, 1, F(scale)])
        dims = [1, 1, 1, size]
        for name, opset, inputs in (("Resize", 10, ["x", "s"]), ("Resize", 13, ["x", "", "s"]), ("Upsample", 9, ["x", "s"])):
            if name == "Upsample" and float(scale) < 1:
                continue
            node = helper.make_node(name, inputs, ["y"], mode="nearest")
            gap = "-, " if opset == 13 else ""
            print(f"{name}-{opset}({text(dims)}, {gap}float[4]={{1,1,1,{scale}}}) -> {text(run(node, dims, [scales], opset))}")


def kept():
    draw = random.Random(2)
    counts = {True: 0, False: 0}
    while min(counts.values()) < 12:
        base = draw.choice([2, 4, 6, 10, 20, 30])
        dims = [base, base * draw.choice([1, 3, 5, 7]) // 2]
        sizes = [draw.randint(1, 400), draw.randint(1, 400)]
        policy = draw.choice(["not_larger", "not_smaller"])
        choose = min if policy == "not_larger" else max
        single = choose(F(s) / F(d) for s, d in zip(sizes, dims))
        double = choose(s / d for s, d in zip(sizes, dims))
        differs = any(math.floor(float(F(single) * F(d)) + 0.5) != math.floor(double * d + 0.5) for d in dims)
        if counts[differs] == 12:
            continue
        counts[differs] += 1
        node = helper.make_node("Resize", ["x", "", "", "z"], ["y"], mode="nearest", keep_aspect_ratio_policy=policy)
        tensor = helper.make_tensor("z", TensorProto.INT64, [2], sizes)
        given = f"int64[2]={{{sizes[0]},{sizes[1]}}}"
        print(f"Resize-18({text(dims)}, -, -, {given}) {{keep_aspect_ratio_policy: {policy}}} -> {text(run(node, dims, [tensor], 18))}")


print(f"# make_resize_sizes.py, ONNX Runtime {onnxruntime.__version__}")
scaled()
kept()
