"""Elementwise operators, comparisons, reductions, casts, quantisation."""

import numpy as np
import onnx

from .draw import Draw, Node, Options, case, element, ints, numpy_type


@case("Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "BitwiseNot", "Ceil", "Cos", "Cosh", "Erf", "Exp", "Floor", "HardSwish",
      "Identity", "IsNaN", "Log", "Mish", "Neg", "Not", "Reciprocal", "Relu", "Round", "Shape", "Sigmoid", "Sign", "Sin", "Sinh", "Size",
      "Softplus", "Softsign", "Sqrt", "Tan", "Tanh", "NonZero", "Det", "IsInf", "Flatten", "Trilu", "EyeLike", "GlobalAveragePool",
      "GlobalMaxPool", "GlobalLpPool", "Hardmax", "Softmax", "LogSoftmax", "LpNormalization", "MeanVarianceNormalization",
      "LeakyRelu", "Elu", "Selu", "Celu", "HardSigmoid", "ThresholdedRelu", "Shrink", "Gelu", "Swish", "Dropout", "LRN", "ArgMax", "ArgMin")
def unary(d: Draw) -> Node:
    least, most = {"Det": (2, 4), "Trilu": (2, 4), "EyeLike": (2, 2), "GlobalAveragePool": (3, 5), "GlobalMaxPool": (3, 5), "LRN": (2, 5),
                   "GlobalLpPool": (3, 5), "MeanVarianceNormalization": (4, 4), "Flatten": (0, 5),
                   "Softmax": (1, 4), "LogSoftmax": (1, 4), "Hardmax": (1, 4), "LpNormalization": (1, 4), "ArgMax": (1, 4),
                   "ArgMin": (1, 4), "NonZero": (0, 4)}.get(d.name, (0, 5))
    shape = d.shape(least, most, empty=0.0 if d.name.startswith(("Global", "Arg", "MeanVar")) else 0.03)
    if d.name == "Det":
        shape[-1] = shape[-2]
    rank = len(shape)
    plain = d.name in ("Det", "MeanVarianceNormalization", "LRN", "LpNormalization") or d.name.startswith("Global")
    x = d.input(0, shape, special=0.0 if plain else 0.35)
    if d.name in ("ArgMax", "ArgMin") and x.dtype.kind in "iuf":
        x = d.values(x.dtype, shape, low=0, high=3).astype(x.dtype).round() if d.chance(0.6) else x
    axes = Options(*[d.axis(rank) for _ in range(3)]) if d.version >= 11 else Options(*range(max(rank, 1)))
    if d.name == "Flatten":
        axes = Options(*range(-rank if d.version >= 11 else 0, rank + 1))
    if d.name in ("Softmax", "LogSoftmax", "Hardmax") and d.version < 13:
        axes = Options(*range(-rank if d.version >= 11 else 0, rank)) if rank > 1 else 0
    extra = {}
    if d.name == "LRN":
        extra = dict(size=d.integer(1, 5), alpha=Options(0.1, 0.5), beta=Options(0.75, 0.5), bias=Options(1.0, 2.0))
    elif d.name == "LpNormalization":
        extra = dict(p=Options(1, 2), axis=axes)
    elif d.name == "GlobalLpPool":
        extra = dict(p=Options(1, 2, 3) if d.version > 1 else Options(1.0, 2.0, 3.0))
    elif d.name == "MeanVarianceNormalization":
        extra = dict(axes=Options([0, 2, 3], [1, 2], [0], [3, 0]))
    elif d.name == "EyeLike":
        extra = dict(k=Options(-1, 0, 1, 2, 7), dtype=Options(*[element(t) for t in d.constraint("T2")]))
    elif d.name == "IsInf":
        extra = dict(detect_negative=Options(0, 1), detect_positive=Options(0, 1))
    elif d.name == "Shape":
        extra = dict(start=Options(-9, -2, 0, 1, 2, 9), end=Options(-9, -1, 0, 1, 3, 9))
    elif d.name == "Dropout":
        extra = dict(ratio=Options(0.1, 0.6), is_test=1)
    else:
        extra = dict(axis=axes, alpha=Options(0.1, 0.5, 1.7, -0.5), beta=Options(0.25, 0.8), gamma=Options(0.7, 1.3), bias=Options(0.3, 0.0),
                     lambd=Options(0.2, 1.0), upper=Options(0, 1), keepdims=Options(0, 1), select_last_index=Options(0, 1),
                     approximate=Options("none", "tanh"))
    inputs = [x]
    if d.name == "Trilu" and d.chance(0.7):
        inputs.append(np.array(d.integer(-5, 5), dtype=np.int64))
    outputs = 1
    if d.name == "Dropout":
        outputs = d.integer(1, 2)
        if d.version >= 12 and d.chance(0.5):
            inputs.append(d.input(1, [], low=0.1, high=0.8))
            if d.chance(0.5):
                inputs.append(np.array(False))
    return Node(inputs, d.attributes(**extra), outputs)


@case("Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", "BitwiseAnd",
      "BitwiseOr", "BitwiseXor", "BitShift", "Mod", "PRelu")
def binary(d: Draw) -> Node:
    shape = d.shape(0, 5)
    a, b = shape, shape
    attributes = {}
    if d.version >= 7:
        b = d.broadcast(shape)
        a = shape if d.name == "PRelu" else [1 if d.chance(0.15) else s for s in shape]
        if d.name != "PRelu" and d.chance(0.4):
            a, b = b, a
    elif d.name == "PRelu":
        shape = a = d.shape(2, 4)
        b = [1] if d.chance(0.5) else [shape[1]]
    elif d.chance(0.6):
        start = d.integer(0, len(shape))
        stop = d.integer(start, len(shape))
        b = shape[start:stop]
        attributes = dict(broadcast=1)
        if d.name == "Pow" and len(b) == 0:
            b = [1]
        if stop != len(shape) or d.chance(0.5):
            attributes["axis"] = start
    x = d.input(0, a, special=0.2)
    y = d.input(1, b, special=0.2)
    if x.dtype.kind in "iu" and d.name in ("Div", "Mod", "Pow"):
        x = d.values(x.dtype, a, -20 if x.dtype.kind == "i" else 0, 20) if d.name == "Pow" or d.chance(0.8) else x
    if y.dtype.kind in "iu" and d.name in ("Div", "Mod", "BitShift", "Pow"):
        low = 0 if d.name in ("BitShift", "Pow") else 1
        y = d.values(y.dtype, b, low, y.dtype.itemsize * 8 + 2 if d.name == "BitShift" and d.chance(0.2) else 5)
        if y.dtype.kind == "i" and d.name in ("Div", "Mod"):
            y = (y * np.asarray(d.random.choice([-1, 1], size=b), y.dtype)).astype(y.dtype)
    if d.name in ("Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual") and x.dtype.kind == "f":
        x, y = np.round(x), np.round(y)
    if d.name == "Mod":
        attributes["fmod"] = 1 if x.dtype.kind in "fV" else d.pick(0, 1)
    if d.name == "BitShift":
        attributes["direction"] = d.pick("LEFT", "RIGHT")
    return Node([x, y], attributes)


@case("Max", "Min", "Sum", "Mean")
def variadic(d: Draw) -> Node:
    shape = d.shape(0, 4)
    count = d.integer(1, 4)
    shapes = [shape if d.version < 8 else d.broadcast(shape) for _ in range(count)]
    return Node([d.input(0, s, special=0.2) for s in shapes])


@case("Where")
def where(d: Draw) -> Node:
    shape = d.shape(0, 4)
    return Node([d.values(np.bool_, d.broadcast(shape)), d.input(1, d.broadcast(shape)), d.input(2, d.broadcast(shape))])


@case("Clip")
def clip(d: Draw) -> Node:
    x = d.input(0, d.shape(0, 4), special=0.3)
    if d.version < 11:
        return Node([x], d.attributes(min=Options(-1.0, 0.5, 2.0), max=Options(0.0, 1.5)))
    bounds = [d.input(0, [], low=0 if x.dtype.kind == "u" else -2, high=2) if d.chance(0.7) else None for _ in range(2)]
    return Node([x, *bounds])


@case("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum",
      "ReduceSumSquare")
def reduce(d: Draw) -> Node:
    shape = d.shape(0, 5, high=3, empty=0.05 if d.version >= 18 else 0.0)
    x = d.input(0, shape, low=-9, high=9)
    if d.name == "ReduceLogSum" and x.dtype.kind in "fV":
        x = d.values(x.dtype, shape, 0.2, 4)
    if d.name.startswith("ReduceLog") and x.dtype.kind in "iu":
        x = d.values(x.dtype, shape, 1, 9)
    if d.name == "ReduceProd" and x.dtype.kind in "iu":
        x = d.values(x.dtype, shape, 0 if x.dtype.kind == "u" else -3, 3)
    rank = len(shape)
    axes = d.axes(rank) if d.version >= 11 else d.positive_axes(rank)
    attributes = d.attributes(keepdims=Options(0, 1), noop_with_empty_axes=Options(0, 1))
    if not d.has("axes"):
        given = None if d.chance(0.2) else ints(*axes)
        return Node([x, given], attributes, constants=(1,) if d.chance(0.5) else ())
    if axes:
        attributes["axes"] = axes
    return Node([x], attributes)


@case("CumSum", "CumProd")
def cumulative(d: Draw) -> Node:
    shape = d.shape(1, 4)
    axis = np.array(d.axis(len(shape)), dtype=d.dtype(d.parameter(1)))
    return Node([d.input(0, shape, low=-3, high=3), axis], d.attributes(exclusive=Options(0, 1), reverse=Options(0, 1)))


@case("Cast")
def cast(d: Draw) -> Node:
    target = d.pick(*d.constraint("T2"))
    x = castable(d, d.dtype("T1"), target)
    to = element(target) if d.version >= 6 else target[len("tensor("):-1].upper()
    return Node([x], dict(to=to, **d.attributes(saturate=Options(0, 1), round_mode=rounding(target))))


@case("CastLike")
def cast_like(d: Draw) -> Node:
    target = d.type("T2")
    x = castable(d, d.dtype("T1"), target)
    like = np.zeros([1], numpy_type(target)) if target != "tensor(string)" else np.array([""], dtype=object)
    return Node([x, like], d.attributes(saturate=Options(0, 1), round_mode=rounding(target)))


def rounding(target):
    return Options("up", "down", "nearest") if target == "tensor(float8e8m0)" else None


def castable(d: Draw, dtype, target: str) -> np.ndarray:
    shape = d.shape(0, 3)
    if dtype == object:
        words = ["1", "-2", "3.5", "1e3", "+7", "-0", "1E-2"] + (["NaN", "inf", "-INF", "INF", "+inf", "nan"] if "float" in target else [])
        if "int" in target:
            words = ["1", "2", "+1", "0", "1"] if target.startswith("tensor(u") else ["1", "-1", "0", "+1"]
        if "bool" in target:
            words = ["1", "0", "True", "False"]
        return np.array([d.pick(*words) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
    x = d.values(dtype, shape, special=0.0 if "int" in target else 0.4)
    if x.dtype.kind == "f" and "float" in target and d.chance(0.3):
        x = (x * np.asarray(d.pick(1e-3, 100.0, 1e4, 1e-6), x.dtype)).astype(x.dtype)
    if x.dtype.kind in "fV" and x.dtype.name not in ("int4", "uint4", "int2", "uint2") and "uint" in target:
        with np.errstate(all="ignore"):
            x = np.abs(x.astype(np.float32)).astype(x.dtype)
    return x


@case("BitCast")
def bit_cast(d: Draw) -> Node:
    bits = {"int4": 4, "uint4": 4, "float4_e2m1fn": 4, "int2": 2, "uint2": 2}
    x = d.input(0, d.shape(0, 4))
    size = bits.get(x.dtype.name, x.dtype.itemsize * 8)
    same = [t for t in d.constraint("T2") if t != "tensor(string)"
            and bits.get(numpy_type(t).name, numpy_type(t).itemsize * 8) == size]
    return Node([x], dict(to=element(d.pick(*same))))


@case("QuantizeLinear")
def quantize(d: Draw) -> Node:
    target = d.dtype("T3" if d.version >= 23 else "T2")
    x, scale_shape, attributes = quantized_shapes(d)
    x = d.input(0, x, low=-12, high=12)
    scale = scale_values(d, d.parameter(1), scale_shape)
    inputs = [x, scale]
    low_bits = d.version >= 21
    if d.chance(0.7) or (target != np.uint8 and not low_bits):
        inputs.append(zero_point(d, target, scale_shape))
    elif low_bits and target != np.uint8:
        attributes["output_dtype"] = onnx.helper.np_dtype_to_tensor_dtype(target)
    if d.has("saturate") and "float8" in target.name:
        attributes["saturate"] = d.pick(0, 1)
    if d.has("precision") and d.chance(0.3):
        attributes["precision"] = onnx.TensorProto.FLOAT
    return Node(inputs, attributes)


@case("DequantizeLinear")
def dequantize(d: Draw) -> Node:
    dtype = d.dtype(d.parameter(0))
    shape, scale_shape, attributes = quantized_shapes(d)
    scale = scale_values(d, d.parameter(1) if d.version >= 19 else "tensor(float)", scale_shape)
    inputs = [d.values(dtype, shape), scale]
    if d.chance(0.7):
        inputs.append(np.zeros(scale_shape, dtype) if dtype == np.int32 else zero_point(d, dtype, scale_shape))
    if d.has("output_dtype") and d.chance(0.4):
        attributes["output_dtype"] = element(d.pick(*d.constraint("T3")))
    return Node(inputs, attributes)


def scale_values(d: Draw, variable: str, shape):
    dtype = d.dtype(variable) if not variable.startswith("tensor(") else numpy_type(variable)
    if dtype.kind in "iu":
        return d.values(dtype, shape, 1, 3)
    if dtype.name == "float8_e8m0fnu":
        return np.exp2(d.random.integers(-2, 3, size=shape)).astype(np.float32).astype(dtype)
    return d.values(dtype, shape, 0.05, 2)


def quantized_shapes(d: Draw):
    shape = d.shape(1, 4, empty=0.02)
    kind = d.pick("tensor", "axis", "block")
    rank = len(shape)
    axis = d.axis(rank)
    if kind == "tensor" or d.version < 13:
        return shape, ([] if d.chance(0.7) or d.version < 19 else [1]), {}
    if kind == "axis" or not d.has("block_size"):
        axis = 1 if rank > 1 and d.chance(0.3) else axis
        return shape, [shape[axis]], dict(axis=axis)
    size = d.integer(1, 4)
    blocks = d.integer(1, 3)
    shape[axis] = size * blocks - (d.integer(0, size - 1) if d.chance(0.4) else 0)
    scale = list(shape)
    scale[axis] = blocks
    return shape, scale, dict(axis=axis, block_size=size)


def zero_point(d: Draw, dtype, shape):
    if dtype.kind in "iu":
        return d.values(dtype, shape, 0 if dtype.kind == "u" else -7, 9)
    if dtype.name in ("int4", "uint4", "int2", "uint2"):
        return d.values(dtype, shape)
    return np.zeros(shape, dtype)


@case("DynamicQuantizeLinear")
def dynamic_quantize(d: Draw) -> Node:
    return Node([d.values(np.float32, d.shape(0, 4, empty=0))], {}, 3)


@case("MatMul", "MatMulInteger", "QLinearMatMul")
def matmul(d: Draw) -> Node:
    k = d.integer(1, 4)
    batch = d.shape(0, 2, 3, 0.0)
    a, b = d.broadcast(batch) + [d.integer(1, 4), k], d.broadcast(batch) + [k, d.integer(1, 4)]
    if d.name == "MatMul" and d.chance(0.15):
        a = [k]
    if d.name == "MatMul" and d.chance(0.15):
        b = [k]
    if d.name == "MatMul":
        return Node([d.input(0, a), d.input(1, b)])
    x, y = d.input(0, a), d.input(1 if d.name == "MatMulInteger" else 3, b)
    if d.name == "MatMulInteger":
        per_row = d.chance(0.3) and len(a) == 2
        zero_a = d.values(x.dtype, [a[-2]] if per_row else [])
        zero_b = d.values(y.dtype, [b[-1]] if d.chance(0.3) and len(b) == 2 else [])
        return Node([x, y, *[zero_a if d.chance(0.6) else None, zero_b if d.chance(0.6) else None]])
    scale = d.dtype("TS") if d.version >= 21 else np.dtype(np.float32)
    out = d.dtype("T3")
    return Node([x, d.values(scale, [], 0.1, 1), d.values(x.dtype, []), y, d.values(scale, [], 0.1, 1), d.values(y.dtype, []),
                 d.values(scale, [], 0.5, 4), d.values(out, [])])


@case("Gemm")
def gemm(d: Draw) -> Node:
    m, k, n = (d.integer(1, 4) for _ in range(3))
    a, b = d.pick(0, 1), d.pick(0, 1)
    attributes = d.attributes(transA=a or None, transB=b or None, alpha=Options(0.5, 2.0), beta=Options(0.25, 3.0, 0.0))
    shape_c = d.broadcast([m, n])
    if d.version < 7:
        attributes["broadcast"] = 1
        shape_c = d.pick([m, n], [n], [1])
        attributes["broadcast"] = 0 if shape_c == [m, n] else 1
    inputs = [d.input(0, [k, m] if a else [m, k]), d.input(1, [n, k] if b else [k, n])]
    if d.version < 11 or d.chance(0.7):
        inputs.append(d.input(2, shape_c))
    if inputs[0].dtype.kind in "iu":
        attributes = {k: (float(round(v)) if isinstance(v, float) else v) for k, v in attributes.items()}
    return Node(inputs, attributes)


@case("Einsum")
def einsum(d: Draw) -> Node:
    sizes = dict(zip("ijklmn", (d.integer(1, 4) for _ in range(6))))
    equation = d.pick("ij,jk->ik", "ij,jk", "ii->i", "ii", "ij->ji", "i,i->", "i,j->ij", "bij,bjk->bik", "...ij,...jk->...ik", "ij->",
                      "...ii->...i", "ij->j", "ijk,ilm,njm->nlk", " i j , j k -> i k ", "...i,i->...", "i...->...", "ij...,jk->ik...", "ij,kl",
                      "ba", "iij->ij", "ii,ij->j", "...", "->", "Ab,bA->A", "...i->i...")
    sizes |= {"b": 2, "a": 3, "A": 3}
    terms = equation.replace(" ", "").split("->")[0].split(",")
    hidden = d.shape(0, 2, 3, 0)
    shapes = []
    for term in terms:
        before, dots, after = term.partition("...")
        shapes.append([sizes[c] for c in before] + (d.broadcast(hidden) if dots and d.chance(0.3) else hidden if dots else [])
                      + [sizes[c] for c in after])
    return Node([d.input(0, s) for s in shapes], dict(equation=equation))


