"""One model per element type and way of storing it. The manifest lists the decoded values."""

import math

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .case import Case, data, graph, info, model

# Bit patterns, low and high ends of each kind first; counts that leave the last byte of packed kinds unfilled.
BITS = {
    TensorProto.FLOAT: (0, 0x80000000, 0x3F800000, 0x7F7FFFFF, 0x00000001, 0x7F800000, 0xFF800000, 0x7FC00000, 0xC0490FDB),
    TensorProto.DOUBLE: (0, 1 << 63, 0x3FF0000000000000, 0x7FEFFFFFFFFFFFFF, 1, 0x7FF0000000000000, 0xFFF0000000000000,
                         0x7FF8000000000000, 0x400921FB54442D18),
    TensorProto.FLOAT16: (0, 0x8000, 0x3C00, 0x7BFF, 0x0001, 0x7C00, 0xFC00, 0x7E00, 0xC248),
    TensorProto.BFLOAT16: (0, 0x8000, 0x3F80, 0x7F7F, 0x0001, 0x7F80, 0xFF80, 0x7FC0, 0xC049),
    TensorProto.FLOAT8E4M3FN: (0, 0x80, 0x38, 0x7E, 0xFE, 0x01, 0x07, 0x7F, 0x45),
    TensorProto.FLOAT8E4M3FNUZ: (0, 0x40, 0x7F, 0xFF, 0x01, 0x07, 0x80, 0x45, 0x08),
    TensorProto.FLOAT8E5M2: (0, 0x80, 0x3C, 0x7B, 0xFB, 0x01, 0x7C, 0xFC, 0x7F),
    TensorProto.FLOAT8E5M2FNUZ: (0, 0x40, 0x7F, 0xFF, 0x01, 0x03, 0x80, 0x45, 0x04),
    TensorProto.FLOAT8E8M0: (0, 1, 0x7E, 0x7F, 0x80, 0xFE, 0xFF, 0x70, 0x8F),
    TensorProto.FLOAT4E2M1: (0, 1, 2, 3, 7, 8, 9, 15, 5),
    TensorProto.FLOAT6E2M3: (0, 1, 8, 31, 32, 33, 63, 20, 47),
    TensorProto.FLOAT6E3M2: (0, 1, 12, 31, 32, 33, 63, 20, 47),
    TensorProto.BOOL: (0, 1, 1, 0, 1, 0, 0, 1, 1),
    TensorProto.UINT8: (0, 1, 2, 127, 128, 254, 255, 16, 3),
    TensorProto.UINT16: (0, 1, 2, 32767, 32768, 65534, 65535, 16, 3),
    TensorProto.UINT32: (0, 1, 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1, 16, 3),
    TensorProto.UINT64: (0, 1, 2, 2 ** 63 - 1, 2 ** 63, 2 ** 64 - 2, 2 ** 64 - 1, 2 ** 53 + 1, 3),
    TensorProto.UINT4: (0, 1, 2, 7, 8, 14, 15, 5, 3),
    TensorProto.UINT2: (0, 1, 2, 3, 3, 2, 1, 0, 2),
}
SIGNED = {TensorProto.INT8: TensorProto.UINT8, TensorProto.INT16: TensorProto.UINT16, TensorProto.INT32: TensorProto.UINT32,
          TensorProto.INT64: TensorProto.UINT64, TensorProto.INT4: TensorProto.UINT4, TensorProto.INT2: TensorProto.UINT2}
BITS |= {signed: BITS[unsigned] for signed, unsigned in SIGNED.items()}
PACKED = {TensorProto.UINT4: 4, TensorProto.INT4: 4, TensorProto.FLOAT4E2M1: 4, TensorProto.UINT2: 2, TensorProto.INT2: 2,
          TensorProto.FLOAT6E2M3: 6, TensorProto.FLOAT6E3M2: 6}
STRINGS = ["", "plain", "with \n newline", "zwölf Überläufe", "日本語", "<b>not bold</b>", "\u202eright to left", "nul \0 inside", "x" * 100]
IR_VERSION, OPSET = 14, 28


def name_of(kind: int) -> str:
    return TensorProto.DataType.Name(kind).lower()


def values(kind: int) -> np.ndarray:
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    width = np.dtype(dtype).itemsize
    return np.array(BITS[kind], dtype=f"u{width}" if width <= 8 else None).view(dtype)


def decoded(kind: int, array) -> list:
    """As JSON: floats as numbers or the words nan, inf, -inf; integers exact; complex as pairs."""
    if kind == TensorProto.STRING:
        return list(array)

    def number(value):
        value = float(value)
        return value if math.isfinite(value) else str(value)

    if kind in (TensorProto.COMPLEX64, TensorProto.COMPLEX128):
        return [[number(item.real), number(item.imag)] for item in array]
    if kind == TensorProto.BOOL or "INT" in TensorProto.DataType.Name(kind):
        return [int(item) for item in array]
    return [number(item) for item in array]


def bits_as_bytes(kind: int) -> bytes:
    """Packs low bits first, whatever the width: the definition of raw_data for all kinds."""
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    width = PACKED.get(kind, np.dtype(dtype).itemsize * 8)
    whole = 0
    for index, bits in enumerate(BITS[kind]):
        whole |= (bits & (1 << width) - 1) << (index * width)
    return whole.to_bytes((len(BITS[kind]) * width + 7) // 8, "little")


def raw_tensor(kind: int) -> onnx.TensorProto:
    result = TensorProto(name="w", data_type=kind, dims=[3, 3])
    if kind in BITS:
        result.raw_data = bits_as_bytes(kind)
    else:
        result.raw_data = complex_values(kind).tobytes()
    return result


def complex_values(kind: int) -> np.ndarray:
    parts = [0, -0.0, 1, -1, 0.5, np.inf, -np.inf, np.nan, 3.25]
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    result = np.zeros(9, dtype)
    result.real, result.imag = parts, parts[::-1]
    return result


def typed_tensor(kind: int) -> onnx.TensorProto:
    result = TensorProto(name="w", data_type=kind, dims=[3, 3])
    if kind == TensorProto.STRING:
        result.string_data.extend(text.encode() for text in STRINGS)
        return result
    target = getattr(result, helper.tensor_dtype_to_field(kind))
    if kind in (TensorProto.COMPLEX64, TensorProto.COMPLEX128):
        target.extend(float(part) for item in complex_values(kind) for part in (item.real, item.imag))
    elif kind in (TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT64, TensorProto.UINT64, TensorProto.UINT32):
        target.extend(values(kind).tolist())
    elif PACKED.get(kind) in (2, 4):  # a byte of packed elements in each int32
        target.extend(bits_as_bytes(kind))
    elif kind in SIGNED:
        target.extend(values(kind).tolist())
    else:
        target.extend(BITS[kind])
    return result


def check_against_onnx(kind: int, weight: onnx.TensorProto, expected: list) -> None:
    decoded_by_onnx = decoded(kind, numpy_helper.to_array(weight).ravel())
    assert repr(decoded_by_onnx) == repr(expected), (name_of(kind), decoded_by_onnx, expected)


def expected_values(kind: int) -> list:
    if kind == TensorProto.STRING:
        return STRINGS
    if kind not in BITS:
        return decoded(kind, complex_values(kind))
    if kind in SIGNED or kind in PACKED:
        return small_values(kind)
    return decoded(kind, values(kind))


def small_values(kind: int) -> list:
    if kind in SIGNED:
        width = PACKED.get(kind, np.dtype(helper.tensor_dtype_to_np_dtype(kind)).itemsize * 8)
        return [bits - (1 << width) if bits >> (width - 1) else bits for bits in BITS[kind]]
    return decoded(kind, np.array(BITS[kind], np.uint8).view(helper.tensor_dtype_to_np_dtype(kind)))


def build(kind: int, weight: onnx.TensorProto) -> onnx.ModelProto:
    body = graph([helper.make_node("Identity", ["w"], ["y"], name="copy")], [], [info("y", kind, [3, 3])], [weight])
    return model(body, IR_VERSION, OPSET)


def cases():
    for label, kind in TensorProto.DataType.items():
        if kind == TensorProto.UNDEFINED:
            continue
        expected = expected_values(kind)
        stored = [("typed", typed_tensor(kind))]
        if kind != TensorProto.STRING:
            stored.append(("raw", raw_tensor(kind)))
        for way, weight in stored:
            check_against_onnx(kind, weight, expected)
            where = "raw_data" if way == "raw" else helper.tensor_dtype_to_field(kind)
            yield Case(f"{way}_{label.lower()}.onnx", data(build(kind, weight)), f"{label} weights in {where}",
                       extra={"element_type": kind, "values": expected})
