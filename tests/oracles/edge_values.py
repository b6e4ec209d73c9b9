"""Writes tests/data/edge_values.txt: what operators give for the edge values of every element type.

    edge_values.py FILE             writes the file
    edge_values.py FILE --compare   also runs ONNX Runtime and ONNX's evaluator on each case and prints where they differ

The values are made by numpy, in a wider type where there is one, from the formulas of the standard; integers by Python's.
Where the standard leaves a case open, docs/conformance.md says what is followed.

    vector NAME TYPE HEX                                       elements in the memory order of a little-endian machine
    case NODE | VECTOR... | TYPE HEX | ulp absolute [note]     NODE as in tests/support/node_text.h: N rows, repeated to the size
                                                               that is tried
"""

import math
import sys
from bisect import bisect_left
from fractions import Fraction

import ml_dtypes
import numpy as np
import onnx

FLOATS = ("float", "double", "float16", "bfloat16")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = SIGNED + UNSIGNED
EIGHTS = ("float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz")
TYPES = {"float": np.float32, "double": np.float64, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "bool": np.bool_,
         "float8e4m3fn": ml_dtypes.float8_e4m3fn, "float8e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "float8e5m2": ml_dtypes.float8_e5m2,
         "float8e5m2fnuz": ml_dtypes.float8_e5m2fnuz, **{name: np.dtype(name).type for name in INTEGERS}}
NUMBERS = {"float": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9, "float16": 10, "double": 11,
           "uint32": 12, "uint64": 13, "bfloat16": 16, "float8e4m3fn": 17, "float8e4m3fnuz": 18, "float8e5m2": 19, "float8e5m2fnuz": 20}
SMALLEST_NORMAL = {"float": 1.2e-38, "double": 2.3e-308, "float16": 0.0, "bfloat16": 1.2e-38}
nan, inf = math.nan, math.inf
wide = np.longdouble


def info(name):
    return ml_dtypes.finfo(TYPES[name]) if name in FLOATS + EIGHTS else np.iinfo(TYPES[name])


def array(values, name):
    return np.array(values, dtype=TYPES[name])


def table_of(name, cache={}):
    """The finite values >= 0 of a float of 16 bits or less in order, with their codes."""
    if name not in cache:
        bits = np.dtype(TYPES[name]).itemsize * 8
        codes = np.arange(1 << (bits - 1), dtype=np.uint16 if bits == 16 else np.uint8)
        values = codes.view(TYPES[name]).astype(np.float64)
        cache[name] = [Fraction(v) for v in values[np.isfinite(values)]]
    return cache[name]


def nearest(value, name, saturate=True):
    """A number rounded once to a float type, to nearest even. float8: by the table of ONNX's Cast, with and without saturation."""
    kind = TYPES[name]
    if value != value or (value == 0 and not isinstance(value, int)):
        return kind(float(value))
    eight = name in EIGHTS
    top = kind(info(name).max)
    too_large = top if eight and saturate else kind(inf) if name in FLOATS + ("float8e5m2",) else kind(nan)
    negative = value < 0
    sign = (lambda x: -x if negative else x)
    if value in (inf, -inf):
        return sign(too_large)
    exact = abs(Fraction(value) if not isinstance(value, np.longdouble) else exactly(value))
    if name in ("float", "double"):
        largest = Fraction(float(top))
        step = Fraction(2) ** (104 - 1 if name == "float" else 971 - 1)  # half of the last place of the largest
        if exact >= largest + step:
            return sign(too_large)
        with np.errstate(over="ignore"):
            near = min(kind(float(exact)), top)
        best = min((near, np.nextafter(near, kind(0)), min(np.nextafter(near, top), top)),
                   key=lambda x: (abs(Fraction(float(x)) - exact), int(x.view(np.uint32 if name == "float" else np.uint64)) & 1))
        return sign(best)
    values = table_of(name)
    at = bisect_left(values, exact)
    if at == len(values):
        step = values[-1] - values[-2]
        even = (len(values) - 1) & 1 == 0
        up = exact - values[-1] > step / 2 or (exact - values[-1] == step / 2 and not even)
        return sign(too_large if up else top)
    if at > 0 and (exact - values[at - 1] < values[at] - exact or (exact - values[at - 1] == values[at] - exact and (at - 1) & 1 == 0)):
        at -= 1
    return sign(kind(float(values[at])))


def exactly(x):
    """A long double as a fraction."""
    mantissa, exponent = np.frexp(x)
    high = np.float64(mantissa)
    return (Fraction(float(high)) + Fraction(float(mantissa - wide(high)))) * Fraction(2) ** int(exponent)


def rounded(values, name):
    return np.array([nearest(v, name) for v in np.asarray(values).ravel()], dtype=TYPES[name]).reshape(np.shape(values))


def wrap(value, name):
    limits = info(name)
    span = int(limits.max) - int(limits.min) + 1
    return (value - int(limits.min)) % span + int(limits.min)


ints = (lambda values, name: array([wrap(int(v), name) for v in values], name))


# Edge values

def edges(name):
    """All that a function of one element should be tried on."""
    if name == "bool":
        return array([False, True], name)
    limits = info(name)
    if name in INTEGERS:
        low, high = int(limits.min), int(limits.max)
        values = [low, low + 1, -7, -3, -2, -1, 0, 1, 2, 3, 7, 100, high // 2, high // 2 + 1, high - 1, high]
        if limits.bits == 64:
            values += [(1 << 24) + 1, (1 << 53) + 1, (1 << 60) + (1 << 52) + 1, -(1 << 60) - (1 << 52) - 1, 3_000_000_000]
        if limits.bits >= 32:
            values += [65504, 65519, 65520, 65535, 65536, 16777217, -65519, -65520, 448, 464, 465, 480, 57344, 61440, 61441]
        return array(list(dict.fromkeys(v for v in values if low <= v <= high)), name)
    tiny, small, top = float(limits.smallest_subnormal), float(limits.smallest_normal), float(limits.max)
    values = [0.0, tiny, small, 1e-3, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 3.5, 4.7, 10.0, 20.0, 88.0, 88.5, 88.7, 89.0, 104.0, 127.5, 300.7, 1000.0,
              65504.0, 1e5, 3e9, 1e19, top / 2, top, inf]
    values += {"float": [65519.996, 65520.0, 464.0, 465.0, 480.0, 61440.0, 61441.0, 16777217.0, 5.9604645e-8, 8.9e-8, 2147483520.0],
               "double": [65519.99999, 65520.0, 464.0, 480.0, 709.0, 710.0, 3.4028235677973366e38, 3.5e38, 1.401298464324817e-45,
                          2.1e-45, 1.0 + 2.0**-24, 1.0 + 2.0**-24 + 2.0**-50, 1.00390625 + 2.0**-40, 2147483647.5, 4294967295.5]}.get(name, [])
    values = [v for v in values if v <= top or v == inf]
    return np.unique(array([v for x in values for v in (x, -x)] + [nan], name).view(np.dtype(f"u{np.dtype(TYPES[name]).itemsize}"))).view(TYPES[name])


def few(name):
    """Those of which all pairs are tried."""
    if name == "bool":
        return array([False, True], name)
    limits = info(name)
    if name in INTEGERS:
        low, high = int(limits.min), int(limits.max)
        return array([low, low + 1, *([-7, -1] if low < 0 else [5, 6]), 0, 1, 2, 3, 7, 33, 64, high - 1, high], name)
    top = float(limits.max)
    return array([0.0, -0.0, float(limits.smallest_subnormal), 1.0, -1.0, 2.5, -2.5, 3.0, -top, top, inf, -inf, nan], name)


def grid(first, second):
    return np.repeat(first, len(second)), np.tile(second, len(first))


# Output

lines, vectors, compared = [], {}, []


hexes = (lambda values: np.ascontiguousarray(values).tobytes().hex())


def vector(values, name):
    text = f"{name} {hexes(values)}"
    if text not in vectors:
        vectors[text] = f"v{len(vectors)}"
        lines.append(f"vector {vectors[text]} {text}")
    return vectors[text]


def case(node, inputs, output, kind, ulp=0, absolute=0.0, note="", domain="", oracles=True):
    """`node`: OPERATOR(arguments) {attributes} without version. `inputs`: (values, type)."""
    operator = node[:node.index("(")]
    version = 1 if domain == "com.microsoft" else onnx.defs.get_schema(operator, domain=domain).since_version
    text = (f"{domain}:" if domain else "") + f"{operator}-{version}{node[len(operator):]}"
    names = " ".join(vector(values, name) for values, name in inputs)
    lines.append(f"case {text} | {names} | {kind} {hexes(output)} | {ulp} {absolute:g}{' ' + note if note else ''}")
    if oracles:
        compared.append((text, version, inputs, output, kind, ulp, absolute))


# Functions of one element

erf = (lambda x: wide(math.erf(x)))


def sigmoid(x):
    return 1 / (1 + np.exp(-x)) if x >= 0 else np.exp(x) / (1 + np.exp(x))


def softplus(x):
    return np.log1p(np.exp(-abs(x))) + maximum(x, 0)


def maximum(a, b):
    return np.maximum(wide(a), wide(b))


def clamp(x, low, high):
    return np.minimum(np.maximum(x, wide(low)), wide(high))


f32 = (lambda x: wide(np.float32(x)))
selu = (f32(1.67326319217681884765625), f32(1.05070102214813232421875))
pi = wide("3.14159265358979323846264338327950288")
# operator, attributes, formula of a long double, is the result exact
UNARY = [
    ("Abs", "", np.abs, True), ("Neg", "", lambda x: -x, True), ("Sign", "", np.sign, True), ("Reciprocal", "", lambda x: 1 / x, True),
    ("Sqrt", "", np.sqrt, True), ("Ceil", "", np.ceil, True), ("Floor", "", np.floor, True), ("Round", "", np.rint, True),
    ("Exp", "", np.exp, False), ("Log", "", np.log, False), ("Sin", "", np.sin, False), ("Cos", "", np.cos, False), ("Tan", "", np.tan, False),
    ("Asin", "", np.arcsin, False), ("Acos", "", np.arccos, False), ("Atan", "", np.arctan, False), ("Sinh", "", np.sinh, False),
    ("Cosh", "", np.cosh, False), ("Tanh", "", np.tanh, False), ("Asinh", "", np.arcsinh, False), ("Acosh", "", np.arccosh, False),
    ("Atanh", "", np.arctanh, False), ("Erf", "", erf, False), ("Relu", "", lambda x: maximum(x, 0), True),
    ("LeakyRelu", " {alpha: 0.25}", lambda x: x if not x < 0 else x / 4, True),
    ("Elu", " {alpha: 1.5}", lambda x: x if not x < 0 else wide(1.5) * np.expm1(x), False),
    ("Selu", "", lambda x: selu[1] * (x if not x < 0 else selu[0] * np.expm1(x)), False),
    ("Celu", " {alpha: 2.0}", lambda x: x if not x < 0 else 2 * np.expm1(x / 2), False),
    ("Sigmoid", "", sigmoid, False), ("HardSigmoid", " {alpha: 0.25; beta: 0.5}", lambda x: clamp(x / 4 + wide(0.5), 0, 1), False),
    ("HardSwish", "", lambda x: x * clamp(x / 6 + wide(0.5), 0, 1), False),
    ("ThresholdedRelu", " {alpha: 1.25}", lambda x: x if x > 1.25 else wide(0), True),
    ("Shrink", " {lambd: 1.5; bias: 0.5}", lambda x: x + wide(0.5) if x < -1.5 else x - wide(0.5) if x > 1.5 else wide(0), True),
    ("Softplus", "", softplus, False), ("Softsign", "", lambda x: x / (1 + abs(x)), False),
    ("Mish", "", lambda x: x * np.tanh(softplus(x)), False), ("Swish", " {alpha: 1.0}", lambda x: x * sigmoid(x), False),
    ("Gelu", "", lambda x: x / 2 * (1 + erf(x / np.sqrt(wide(2)))), False),
    ("Gelu", " {approximate: tanh}", lambda x: x / 2 * (1 + np.tanh(np.sqrt(2 / pi) * (x + wide(0.044715) * x * x * x))), False),
]
# These end in a difference of nearly equal numbers, or in a product of a large and a small one.
ABSOLUTE = {"Gelu": 4e-7, "Sigmoid": 3e-7, "Swish": 4e-7, "Mish": 4e-7, "Erf": 3e-7, "HardSwish": 2e-7, "HardSigmoid": 1e-7, "Tanh": 1e-7}


def unary():
    for operator, attributes, formula, exact in UNARY:
        for name in FLOATS:
            x = edges(name)
            if operator in ("Sin", "Cos", "Tan"):  # large angles need more digits than a long double has
                x = x[~(np.isfinite(x) & (np.abs(x.astype(np.float64)) > 1e6))]
            # What is exact needs one rounding only; a long double in between would be a second one.
            y = rounded([formula(v if exact and name == "double" else wide(v)) for v in x.astype(np.float64)], name)
            narrow = name in ("float16", "bfloat16")
            slack = ABSOLUTE.get(operator, 0.0) if name != "double" else 1e-15 if operator in ABSOLUTE else 0.0
            case(f"{operator}({name}[N]){attributes}", [(x, name)], y, name, 0 if exact else 1 if narrow else 4,
                 0.0 if exact else max(slack, SMALLEST_NORMAL[name]))
    for name in INTEGERS:
        x = edges(name)
        case(f"Abs({name}[N])", [(x, name)], ints([abs(int(v)) for v in x], name), name)
        case(f"Sign({name}[N])", [(x, name)], ints([(int(v) > 0) - (int(v) < 0) for v in x], name), name)
        case(f"BitwiseNot({name}[N])", [(x, name)], ints([~int(v) for v in x], name), name)
        if name in SIGNED:
            case(f"Neg({name}[N])", [(x, name)], ints([-int(v) for v in x], name), name)
            case(f"Relu({name}[N])", [(x, name)], ints([max(int(v), 0) for v in x], name), name)
    case("Not(bool[N])", [(edges("bool"), "bool")], ~edges("bool"), "bool")
    for name in FLOATS:
        x = edges(name)
        d = x.astype(np.float64)
        case(f"IsNaN({name}[N])", [(x, name)], np.isnan(d), "bool")
        for positive in (0, 1):
            for negative in (0, 1):
                y = (d == inf) & bool(positive) | (d == -inf) & bool(negative)
                case(f"IsInf({name}[N]) {{detect_positive: {positive}; detect_negative: {negative}}}", [(x, name)], y, "bool")


def fused():
    """Activations that products and convolutions do in passing. One column times ones: eight times the number itself."""
    x = edges("float")
    ones = [(np.ones(8, np.float32), "float")]
    clip = (lambda v: v if math.isnan(v) else clamp(v, -1, 2.5))
    for operator, attributes, formula, exact in [*UNARY, ("Clip", " {alpha: -1.0; beta: 2.5}", clip, True)]:
        if operator not in ("Relu", "LeakyRelu", "Elu", "Sigmoid", "HardSigmoid", "Tanh", "Clip"):
            continue
        numbers = [part.split(":")[1].strip() for part in attributes.strip(" {}").split(";") if part]
        y = np.repeat(rounded([formula(wide(v)) for v in x.astype(np.float64)], "float"), 8)
        ulp, absolute = 0 if exact else 4, 0.0 if exact else max(ABSOLUTE.get(operator, 0.0), SMALLEST_NORMAL["float"])
        gemm = "".join(f"; activation_{key}: {number}" for key, number in zip(("alpha", "beta"), numbers))
        conv = f"; activation_params: {' '.join(numbers)}" if numbers else ""
        for node in (f"FusedGemm(float[N,1], float[1,8]) {{activation: {operator}{gemm}}}",
                     f"FusedConv(float[N,1,1,1], float[8,1,1,1]) {{activation: {operator}{conv}}}"):
            case(node, [(x, "float"), *ones], y, "float", ulp, absolute, "zeros", "com.microsoft", oracles=False)


# Functions of two elements

def floor_mod(a, b):
    """Mod-28: the sign of the divisor; what the standard says of zeros and infinities."""
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return nan
    if math.isinf(b):
        return math.copysign(0.0, b) if a == 0 else a if (a < 0) == (b < 0) else b
    rest = math.fmod(a, b)
    if rest == 0:
        return math.copysign(0.0, b)
    return rest if (rest < 0) == (b < 0) else wide(rest) + wide(b)


def truncated(a, b):
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def power(a, b):
    """As C's pow; numpy takes the square root for an exponent of 1/2, which minus infinity has none."""
    a, b = float(a), float(b)
    odd = math.isfinite(b) and b == math.floor(b) and math.fmod(b, 2) != 0
    try:
        return math.pow(a, b)
    except OverflowError:
        return -inf if a < 0 and odd else inf
    except ValueError:
        return nan if a != 0 else math.copysign(inf, a) if odd else inf


def binary():
    arithmetic = {"Add": lambda a, b: a + b, "Sub": lambda a, b: a - b, "Mul": lambda a, b: a * b, "Div": lambda a, b: a / b}
    compare = {"Equal": np.equal, "Less": np.less, "LessOrEqual": np.less_equal, "Greater": np.greater, "GreaterOrEqual": np.greater_equal}
    for name in FLOATS:
        a, b = grid(few(name), few(name))
        pair = [(a, name), (b, name)]
        node = (lambda operator, attributes="": f"{operator}({name}[N], {name}[N]){attributes}")
        for operator, formula in arithmetic.items():
            y = formula(a, b) if name in ("float", "double") else rounded(formula(a.astype(np.float64), b.astype(np.float64)), name)
            case(node(operator), pair, y, name)
        case(node("Max"), pair, np.maximum(a, b), name, note="zeros")
        case(node("Min"), pair, np.minimum(a, b), name, note="zeros")
        both = arithmetic["Add"](a, b) if name in ("float", "double") else (a.astype(np.float32) + b.astype(np.float32))
        for operator, y in (("Sum", both), ("Mean", both / 2)):
            case(node(operator), pair, rounded(y.astype(np.float64), name), name)
        wider = [(float(u), float(v)) for u, v in zip(a, b)]
        case(node("Mod", " {fmod: 1}"), pair, array([nan if math.isinf(u) or v == 0 else math.fmod(u, v) for u, v in wider], name), name, note="zeros")
        case(node("Mod"), pair, rounded([floor_mod(u, v) for u, v in wider], name), name)
        case(node("Pow"), pair, rounded([power(u, v) for u, v in wider], name), name, 2, SMALLEST_NORMAL[name])
        case(node("PRelu"), pair, np.where(a.astype(np.float64) < 0, (a * b if name in ("float", "double") else
             rounded(a.astype(np.float64) * b.astype(np.float64), name)), a).astype(TYPES[name]), name)
        for operator, formula in compare.items():
            case(node(operator), pair, formula(a, b), "bool")
        for exponent in (2.0, 0.5, -1.0, 3.0, 0.0, -0.5):
            x = edges(name)
            y = rounded([power(v, exponent) for v in x.astype(np.float64)], name)
            case(f"Pow({name}[N], {name}[1])", [(x, name), (array([exponent], name), name)], y, name, 2, SMALLEST_NORMAL[name])
        for low, high in ((-1.0, 2.5), (nan, 1.0), (-inf, inf), (2.0, -2.0), (0.0, nan)):
            x = edges(name)
            y = np.where(x < TYPES[name](low), TYPES[name](low), x)
            y = np.where(y > TYPES[name](high), TYPES[name](high), y).astype(TYPES[name])
            case(f"Clip({name}[N], {name}[], {name}[])", [(x, name), (array([low], name), name), (array([high], name), name)], y, name)
        case(f"Clip({name}[N])", [(edges(name), name)], edges(name), name)
        condition = np.arange(len(a)) % 3 == 0
        case(f"Where(bool[N], {name}[N], {name}[N])", [(condition, "bool"), *pair], np.where(condition, a, b), name)
    for name in INTEGERS:
        a, b = grid(few(name), few(name))
        pair = [(a, name), (b, name)]
        node = (lambda operator, attributes="": f"{operator}({name}[N], {name}[N]){attributes}")
        exact = [(int(u), int(v)) for u, v in zip(a, b)]
        for operator, formula in {"Add": lambda u, v: u + v, "Sub": lambda u, v: u - v, "Mul": lambda u, v: u * v, "Div": truncated,
                                  "Max": max, "Min": min, "BitwiseAnd": lambda u, v: u & v, "BitwiseOr": lambda u, v: u | v,
                                  "BitwiseXor": lambda u, v: u ^ v, "Mod": lambda u, v: 0 if v == 0 else u % v}.items():
            case(node(operator), pair, ints([formula(u, v) for u, v in exact], name), name, oracles=operator not in ("Div", "Mod"))
        case(node("Mod", " {fmod: 1}"), pair, ints([0 if v == 0 else u - v * truncated(u, v) for u, v in exact], name), name, oracles=False)
        bits = info(name).bits
        inside = (lambda v: 0 <= v < bits)
        case(node("BitShift", " {direction: LEFT}"), pair, ints([u << v if inside(v) else 0 for u, v in exact], name), name, oracles=False)
        case(node("BitShift", " {direction: RIGHT}"), pair, ints([u >> v if inside(v) else -1 if u < 0 else 0 for u, v in exact], name), name,
             oracles=False)
        for operator, formula in compare.items():
            case(node(operator), pair, formula(a, b), "bool")
        if name in ("int32", "int64", "uint32", "uint64"):
            case(node("PRelu"), pair, ints([u * v if u < 0 else u for u, v in exact], name), name)
        if name in ("int32", "int64"):
            powers = [(u, v) for u, v in exact if v >= 0]
            p, q = (array([x[i] for x in powers], name) for i in (0, 1))
            case(node("Pow"), [(p, name), (q, name)], ints([pow(u, v, 1 << 64) for u, v in powers], name), name, oracles=False)
        low, high = array([2], name), array([100], name)
        x = edges(name)
        case(f"Clip({name}[N], {name}[], {name}[])", [(x, name), (low, name), (high, name)], np.minimum(np.maximum(x, low), high), name)
        condition = np.arange(len(a)) % 3 == 0
        case(f"Where(bool[N], {name}[N], {name}[N])", [(condition, "bool"), *pair], np.where(condition, a, b), name)
    a, b = grid(few("bool"), few("bool"))
    for operator, formula in {"And": a & b, "Or": a | b, "Xor": a ^ b, "Equal": a == b}.items():
        case(f"{operator}(bool[N], bool[N])", [(a, "bool"), (b, "bool")], formula, "bool")
    mixed_powers()


def mixed_powers():
    """The result has the base's type; of integers the whole part."""
    bases, exponents = [-3, -2, -1, 0, 1, 2, 10], [0, 1, 2, 3, 31, 62]
    for base, exponent in (("int32", "int64"), ("int64", "int32"), ("int32", "uint32"), ("int64", "uint64")):
        p, q = grid(array(bases, base), array(exponents, exponent))
        case(f"Pow({base}[N], {exponent}[N])", [(p, base), (q, exponent)], ints([pow(int(u), int(v)) for u, v in zip(p, q)], base), base)
    parity = array([(1 << 53) + 1, (1 << 53) + 2, (1 << 62) + 1, 1 << 62], "int64")
    p, q = grid(array([-1, 3], "int64"), parity)
    case("Pow(int64[N], int64[N])", [(p, "int64"), (q, "int64")], ints([pow(int(u), int(v), 1 << 64) for u, v in zip(p, q)], "int64"), "int64")
    for base, exponent in (("int32", "float"), ("int64", "double")):
        p, q = grid(array([0, 1, 2, 3, 9, 100], base), array([0.5, 1.5, 2.0, -1.0, -0.5], exponent)[:3])
        case(f"Pow({base}[N], {exponent}[N])", [(p, base), (q, exponent)], ints([math.trunc(power(u, v)) for u, v in zip(p, q)], base), base)
    for base in FLOATS:
        for exponent in ("int32", "int64", "float", "double"):
            if exponent == base:
                continue
            p, q = grid(few(base), array([-2, -1, 0, 1, 2, 3], exponent))
            y = rounded([power(float(u), float(v)) for u, v in zip(p, q)], base)
            case(f"Pow({base}[N], {exponent}[N])", [(p, base), (q, exponent)], y, base, 2, SMALLEST_NORMAL[base])


# Casts

def to_integer(x, name):
    """What numpy and ONNX Runtime give on x86 where the standard leaves it open; None where they differ."""
    bits = min(max(info(name).bits, 32), 64)
    inside = math.isfinite(x) and -(1 << 63) <= math.trunc(x) < (1 << (64 if name == "uint64" else 63))
    if name in ("uint32", "uint64"):
        return wrap(math.trunc(x), name) if inside else None
    if not math.isfinite(x) or not -(1 << (bits - 1)) <= math.trunc(x) < 1 << (bits - 1):
        return wrap(-(1 << (bits - 1)), name)
    return wrap(math.trunc(x), name)


def cast():
    every = FLOATS + INTEGERS + EIGHTS + ("bool",)
    for source in every:
        for target in every:
            if source == target:
                continue
            for saturate in (1, 0) if target in EIGHTS else (1,):
                x = edges(source)
                if source in EIGHTS:
                    x = np.arange(256, dtype=np.uint8).view(TYPES[source])
                given = [int(v) for v in x] if source in INTEGERS + ("bool",) else [float(v) for v in x]
                if target == "bool":
                    y = [v != 0 for v in given]
                elif target in INTEGERS and source not in FLOATS + EIGHTS:
                    y = [wrap(v, target) for v in given]
                elif target in INTEGERS:
                    y = [to_integer(v, target) for v in given]
                else:
                    y = [nearest(v, target, bool(saturate)) for v in given]
                keep = [i for i, v in enumerate(y) if v is not None]
                case(f"Cast({source}[N]) {{to: {NUMBERS[target]}{'; saturate: 0' if not saturate else ''}}}", [(x[keep], source)],
                     array([y[i] for i in keep], target), target)


# Quantisation

def quantise():
    x = array([0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 126.5, 127.5, 128.5, -128.5, -129.5, 254.5, 255.5, 256.5, 1e20, -1e20, 3.4e38,
               -3.4e38, inf, -inf, nan, 1e-45, 32766.5, 32767.5, 65534.5, 65535.5, -32768.5, -3.0, 7.25], "float")
    for name, zeros in {"uint8": (0, 3, 128, 255), "int8": (-128, 0, 5, 127), "uint16": (0, 65535), "int16": (-32768, 7, 32767)}.items():
        limits = info(name)
        for zero in zeros:
            for scale in (1.0, 0.3, 1e-40, 1e30):
                with np.errstate(all="ignore"):
                    levels = np.rint(x / np.float32(scale)).astype(np.float64) + zero
                y = [int(min(max(v, int(limits.min)), int(limits.max))) if not math.isnan(v) else int(limits.min) for v in levels]
                case(f"QuantizeLinear(float[N], float[], {name}[])", [(x, "float"), (array([scale], "float"), "float"), (array([zero], name), name)],
                     array(y, name), name)
            codes = edges(name)
            for scale in (1.0, 0.3, 1e-40, 1e38, inf):
                with np.errstate(all="ignore"):
                    y = (codes.astype(np.float32) - np.float32(zero)) * np.float32(scale)
                case(f"DequantizeLinear({name}[N], float[], {name}[])",
                     [(codes, name), (array([scale], "float"), "float"), (array([zero], name), name)], y, "float")


# Rows

def rows():
    """Operators along an axis. A note `pad V` names the one element that fills longer rows and changes nothing; `repeat`: the row itself."""
    for name in FLOATS:
        top, tiny = float(info(name).max), float(info(name).smallest_subnormal)
        sets = [[1.0, 2.0, -3.0], [nan, 1.0, 2.0], [1.0, nan, -2.0], [inf, 1.0, -1.0], [inf, -inf, 1.0], [-inf, -inf, -inf], [inf, nan, -inf],
                [tiny, 0.0, -tiny], [0.0, 0.0, 0.0], [-1.0, 0.5, nan], [top, -top, 1.0]]
        x = array(sets, name)
        d = x.astype(wide)
        large = np.isinf(d).any(axis=1) | np.isnan(d).any(axis=1) | (np.abs(d) < 10).all(axis=1)
        reduce = [("ReduceMax", d.max(axis=1), "repeat", 0, 0.0, None), ("ReduceMin", d.min(axis=1), "repeat", 0, 0.0, None),
                  ("ReduceSum", d.sum(axis=1), 0.0, 1, 0.0, large), ("ReduceProd", d.prod(axis=1), 1.0, 1, 0.0, large),
                  ("ReduceL1", np.abs(d).sum(axis=1), 0.0, 1, 0.0, large), ("ReduceL2", np.sqrt((d * d).sum(axis=1)), 0.0, 2, 2e-22, large),
                  ("ReduceSumSquare", (d * d).sum(axis=1), 0.0, 1, 0.0, large), ("ReduceLogSum", np.log(d.sum(axis=1)), 0.0, 4, 0.0, large),
                  ("ReduceMean", d.mean(axis=1), "repeat", 4, 2e-7 if name == "float" else 0.0, large)]
        for operator, y, pad, ulp, absolute, keep in reduce:
            keep = np.full(len(x), True) if keep is None else keep
            note = "zeros " + ("repeat" if pad == "repeat" else f"pad {vector(array([pad], name), name)}")
            case(f"{operator}({name}[N,K], int64[1]={{1}}) {{keepdims: 0}}", [(x[keep], name), (array([1], "int64"), "int64")], rounded(y[keep], name),
                 name, ulp, absolute, note)
        finite = np.where(np.isfinite(d.max(axis=1)), d.max(axis=1), 0)
        y = np.log(np.exp(d - finite[:, None]).sum(axis=1)) + finite
        case(f"ReduceLogSumExp({name}[N,K], int64[1]={{1}}) {{keepdims: 0}}", [(x, name), (array([1], "int64"), "int64")], rounded(y, name), name, 4,
             2e-7 if name == "float" else 1e-15, f"zeros pad {vector(array([-inf], name), name)}")
        arguments(x, name)
        with np.errstate(all="ignore"):
            e = np.exp(d - d.max(axis=1, keepdims=True))
            s = e.sum(axis=1, keepdims=True)
            pad = vector(array([-inf], name), name)
            case(f"Softmax({name}[N,K]) {{axis: 1}}", [(x, name)], rounded(e / s, name), name, 4, 1e-7 if name == "float" else 1e-15, f"zeros rows pad {pad}")
            case(f"LogSoftmax({name}[N,K]) {{axis: 1}}", [(x, name)], rounded(d - d.max(axis=1, keepdims=True) - np.log(s), name), name, 4,
                 2e-7 if name == "float" else 1e-15, f"zeros rows pad {pad}")
        cumulative(x, name, lambda v: rounded([v], name)[0])
    for name in INTEGERS:
        low, high = int(info(name).min), int(info(name).max)
        x = array([[low, low, 1], [high, high, high], [low, high, 2], [0, 0, 0], [3, 1, 2], [high, 1, low]], name)
        exact = [[int(v) for v in row] for row in x]
        for operator, formula, pad in (("ReduceMax", max, "repeat"), ("ReduceMin", min, "repeat"), ("ReduceSum", sum, 0), ("ReduceProd", math.prod, 1),
                                       ("ReduceL1", lambda row: sum(map(abs, row)), 0), ("ReduceSumSquare", lambda row: sum(v * v for v in row), 0)):
            if operator not in ("ReduceMax", "ReduceMin") and name not in ("int32", "int64", "uint32", "uint64"):
                continue
            note = "repeat" if pad == "repeat" else f"pad {vector(array([pad], name), name)}"
            case(f"{operator}({name}[N,K], int64[1]={{1}}) {{keepdims: 0}}", [(x, name), (array([1], "int64"), "int64")],
                 ints([formula(row) for row in exact], name), name, note=note, oracles=operator in ("ReduceMax", "ReduceMin"))
        arguments(x, name)
        scatter(name, low, high)
        if name in ("int32", "int64", "uint32", "uint64"):
            cumulative(x, name, lambda v: array([wrap(int(v), name)], name)[0])


def pools():
    """The largest number of a window: NaN is passed over, minus infinity where nothing is left."""
    rows = [[1.0, 2.0, -3.0], [nan, 1.0, 2.0], [1.0, nan, 2.0], [2.0, 1.0, nan], [nan, nan, nan], [-inf, -inf, -inf], [nan, -inf, -inf],
            [inf, nan, 1.0], [-0.0, -0.0, -0.0], [nan, -inf, -5.0]]
    largest = (lambda part: max((v for v in part if not math.isnan(v)), default=-inf))
    for name in FLOATS:
        top = float(info(name).max)
        x = array([*rows, [-top, -inf, nan], [-top, -top, -top], [top, nan, inf]], name)
        d = [[float(v) for v in row] for row in x]
        whole = array([largest(row) for row in d], name)
        padded = array([[largest(row[:2]), largest(row), largest(row[1:])] for row in d], name)
        for node, y in (("MaxPool({}[N,1,3]) {{kernel_shape: 3}}", whole), ("MaxPool({}[N,1,1,3]) {{kernel_shape: 1 3}}", whole),
                        ("MaxPool({}[N,1,3]) {{kernel_shape: 3; pads: 1 1}}", padded)):
            case(node.format(name), [(x, name)], y, name, oracles=False)
        case(f"GlobalMaxPool({name}[N,1,K])", [(x, name)], whole, name, note="repeat", oracles=False)


def columns():
    """Col2Im adds up what blocks of 2 x 2 have in each place of an image of 3 x 3."""
    for attributes, strides, pad, places in (("", 1, 0, 4), (" {pads: 1 1 1 1; strides: 2 2}", 2, 1, 4), (" {dilations: 2 2}", 1, 0, 1)):
        step = 2 if "dilations" in attributes else 1
        across = math.isqrt(places)
        for name in FLOATS + INTEGERS + ("bool",):
            some = few(name)
            if name in FLOATS:  # what two of them add up to does not depend on the order
                some = array([1.0, nan, inf, -inf, 0.0, -0.0, 2.5, -1.0, float(info(name).smallest_subnormal)], name)
            size = 4 * places
            rows = [np.roll(np.resize(some, size), shift) for shift in range(3)] + [np.full(size, some[0]), np.full(size, some[-1])]
            if name in FLOATS:
                rows.append(np.full(size, TYPES[name](info(name).max)))
            results = []
            for row in rows:
                image = np.zeros((3 + 2 * pad, 3 + 2 * pad), dtype=object if name in INTEGERS + ("bool",) else wide)
                for k, (ky, kx) in enumerate(np.ndindex(2, 2)):
                    for p, (y, x) in enumerate(np.ndindex(across, across)):
                        number = row[k * places + p]
                        image[y * strides + ky * step, x * strides + kx * step] += int(number) if image.dtype == object else wide(number)
                image = image[pad:3 + pad, pad:3 + pad].ravel()
                results.append([bool(v) for v in image] if name == "bool" else ints(image, name) if name in INTEGERS else rounded(image, name))
            case(f"Col2Im({name}[N,4,{places}], int64[2]={{3,3}}, int64[2]={{2,2}}){attributes}",
                 [(np.array(rows), name), (array([3, 3], "int64"), "int64"), (array([2, 2], "int64"), "int64")],
                 array(np.array(results), name) if name == "bool" else np.array(results, dtype=TYPES[name]), name, oracles=False)


def arguments(x, name):
    """Of numbers that are none, the first (or last) is the largest and the smallest, as in numpy; where they are sorted, the largest."""
    flipped = x[:, ::-1]
    ordered = np.sort(x.astype(wide) if name in FLOATS else x, axis=1).astype(TYPES[name])
    for largest, y in ((0, ordered[:, :2]), (1, ordered[:, :0:-1])):
        case(f"TopK({name}[N,3], int64[1]={{2}}) {{axis: 1; largest: {largest}}}", [(x, name), (array([2], "int64"), "int64")], y, name, note="zeros",
             oracles=False)
    for operator, function in (("ArgMax", np.argmax), ("ArgMin", np.argmin)):
        case(f"{operator}({name}[N,K]) {{axis: 1; keepdims: 0}}", [(x, name)], function(x, axis=1), "int64", note="repeat")
        case(f"{operator}({name}[N,3]) {{axis: 1; keepdims: 0; select_last_index: 1}}", [(x, name)], 2 - function(flipped, axis=1), "int64")


def scatter(name, low, high):
    data, at, updates = [[high, 1, low]], [[0, 0, 2]], [[1, high, 3]]
    for reduction, join in (("add", lambda a, b: a + b), ("mul", lambda a, b: a * b), ("max", max), ("min", min)):
        y = [list(row) for row in data]
        for column, update in zip(at[0], updates[0]):
            y[0][column] = join(y[0][column], update)
        case(f"ScatterElements({name}[N,3], int64[N,3], {name}[N,3]) {{axis: 1; reduction: {reduction}}}",
             [(array(data, name), name), (array(at, "int64"), "int64"), (array(updates, name), name)], ints(y[0], name), name)


def cumulative(x, name, narrowed):
    exact = x.astype(wide) if name in FLOATS else x.astype(object)
    for operator, join, start in (("CumSum", lambda a, b: a + b, 0), ("CumProd", lambda a, b: a * b, 1)):
        if operator == "CumProd" and name in ("uint32", "uint64"):
            continue
        for exclusive in (0, 1):
            for reverse in (0, 1):
                y = np.zeros_like(x)
                for r, row in enumerate(exact):
                    order = range(2, -1, -1) if reverse else range(3)
                    total = wide(start) if name in FLOATS else start
                    for i in order:
                        before, total = total, join(total, row[i])
                        if name in ("float", "double"):
                            total = wide(narrowed(total))
                        y[r, i] = narrowed(before if exclusive else total)
                keep = np.full(len(x), True) if name in INTEGERS + ("float", "double") else np.abs(x.astype(np.float64)).max(axis=1) < 10
                if keep.any():
                    case(f"{operator}({name}[N,3], int64[]={{1}}) {{exclusive: {exclusive}; reverse: {reverse}}}",
                         [(x[keep], name), (array([1], "int64"), "int64")], y[keep], name, 1 if name in FLOATS else 0, note="zeros", oracles=False)


# What other programs give

def model_of(text, version, inputs):
    from onnx import helper
    operator = text[:text.index("(")].split(":")[-1].split("-")[0]
    schema = onnx.defs.get_schema(operator)
    arguments = text[text.index("(") + 1:text.index(")")]
    attributes = {}
    if "{" in text[text.index(")"):]:
        for part in text[text.rindex("{") + 1:text.rindex("}")].split(";"):
            key, value = (s.strip() for s in part.split(":"))
            kind = schema.attributes[key].type
            attributes[key] = int(value) if kind == onnx.defs.OpSchema.AttrType.INT else float(value) if kind == onnx.defs.OpSchema.AttrType.FLOAT else value
    shapes = [a.split("=")[0].strip() for a in arguments.replace("}, ", "};").replace("], ", "];").split(";")]
    feeds = {}
    for i, ((values, name), shape) in enumerate(zip(inputs, shapes)):
        values = np.asarray(values)
        feeds[f"x{i}"] = values.reshape(()) if shape.endswith("[]") else values
    node = helper.make_node(operator, list(feeds), ["y"], **attributes)
    ins = [helper.make_tensor_value_info(k, NUMBERS[n], v.shape) for (k, v), (_, n) in zip(feeds.items(), inputs)]
    graph = helper.make_graph([node], "g", ins, [onnx.ValueInfoProto(name="y")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=10), feeds


def differs(found, expected, kind, ulp, absolute):
    if kind not in FLOATS + EIGHTS:
        return np.asarray(found).astype(np.asarray(expected).dtype).ravel() != np.asarray(expected).ravel()
    if kind in EIGHTS and np.asarray(found).dtype == np.uint8:
        found = np.asarray(found).view(TYPES[kind])
    a, b = np.asarray(found).astype(np.float64).ravel(), np.asarray(expected).astype(np.float64).ravel()
    eps = float(info(kind).eps) * (ulp + 1)
    return ~((a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= np.abs(b) * eps + absolute))


def compare_oracles():
    import onnxruntime
    from onnx.reference import ReferenceEvaluator
    onnxruntime.set_default_logger_severity(4)
    for text, version, inputs, output, kind, ulp, absolute in compared:
        for oracle in ("ort", "evaluator"):
            try:
                model, feeds = model_of(text, min(version, 26) if oracle == "ort" else version, inputs)
                if oracle == "ort":
                    model.graph.output[0].type.tensor_type.elem_type = NUMBERS[kind]
                    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
                    found = session.run(None, feeds)[0]
                else:
                    found = ReferenceEvaluator(model).run(None, feeds)[0]
                wrong = np.flatnonzero(differs(found, output, kind, ulp, absolute))
                for i in wrong[:4]:
                    given = [np.asarray(v).ravel()[i] if np.size(v) == np.size(output) else v for v, _ in inputs]
                    print(f"{oracle}: {text}: {given} gives {np.asarray(found).ravel()[i]}, written {np.asarray(output).ravel()[i]}", f"({len(wrong)})")
            except Exception as error:  # an operator, type or version that it lacks
                if "-v" in sys.argv:
                    print(f"{oracle}: {text}: {str(error).splitlines()[0][:150]}")


def main():
    with np.errstate(all="ignore"), open(sys.argv[1], "w", encoding="utf-8") as file:
        for part in (unary, binary, cast, quantise, rows, fused, pools, columns):
            part()
        file.write("# Written by tests/oracles/edge_values.py, which explains the lines.\n" + "\n".join(lines) + "\n")
        if "--compare" in sys.argv:
            compare_oracles()


main()
