"""Reading ONNX test folders and comparing values: shared by the development scripts beside it."""

import json
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

BFLOAT16_RTOL = 2.0**-6


def data_sets(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.glob("test_data_set_*") if path.is_dir())


def load_value(path: pathlib.Path, kind: onnx.TypeProto):
    """numpy array, list (sequence), dict (map) or None, by the type of the graph's input or output."""
    content = path.read_bytes()
    which = kind.WhichOneof("value")
    if which == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    if which == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(content))
    if which == "map_type":
        return numpy_helper.to_dict(onnx.MapProto.FromString(content))
    return numpy_helper.to_array(TensorProto.FromString(content))


def real_inputs(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    weights = {tensor.name for tensor in model.graph.initializer}
    return [value for value in model.graph.input if value.name not in weights]


def load_set(model: onnx.ModelProto, folder: pathlib.Path):
    """(feeds by name, expected outputs); a missing input is left out, a missing output is an error."""
    feeds = {}
    for index, value in enumerate(real_inputs(model)):
        path = folder / f"input_{index}.pb"
        if path.exists():
            feeds[value.name] = load_value(path, value.type)
    expected = [load_value(folder / f"output_{index}.pb", value.type) for index, value in enumerate(model.graph.output)]
    return feeds, expected


def tolerances(folder: pathlib.Path, data_set: pathlib.Path) -> tuple[float, float]:
    for place in (data_set, folder):
        file = place / "data.json"
        if file.exists():
            entry = json.loads(file.read_text())
            return float(entry.get("rtol", 1e-3)), float(entry.get("atol", 1e-7))
    return 1e-3, 1e-7


def difference(found, expected, rtol: float, atol: float) -> str:
    """Empty if equal within tolerance, else what differs first or worst."""
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            return f"sequence of {len(expected)} expected, found {found if not isinstance(found, list) else len(found)}"
        parts = (difference(a, b, rtol, atol) for a, b in zip(found, expected))
        return next((f"element {i}: {text}" for i, text in enumerate(parts) if text), "")
    if isinstance(expected, dict):
        return "" if found == expected else "maps differ"
    if expected is None or found is None:
        return "" if found is expected else "one of both is absent"
    return array_difference(np.asarray(found), np.asarray(expected), rtol, atol)


def array_difference(found: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> str:
    if found.shape != expected.shape:
        return f"shape {list(found.shape)}, expected {list(expected.shape)}"
    if found.dtype.kind in "OUS" or expected.dtype.kind in "OUS":
        return "" if (found.astype(str) == expected.astype(str)).all() else "strings differ"
    if found.dtype != expected.dtype:
        return f"type {found.dtype}, expected {expected.dtype}"
    if expected.dtype.name == "bfloat16":
        rtol = max(rtol, BFLOAT16_RTOL)
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    a, b = found.astype(wide).ravel(), expected.astype(wide).ravel()
    close = np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=True)
    if close.all():
        return ""
    worst = int(np.nanargmax(np.where(close, -1, np.abs(a - b))))
    return f"{int((~close).sum())} of {a.size} differ, worst [{worst}] {a[worst]:.6g}, expected {b[worst]:.6g}"
