"""What the case tables beside it draw from: shapes, values and attributes that fit one version of an operator."""

import dataclasses
import zlib

import numpy as np
import onnx
from onnx import helper

FLOATS = ("tensor(float)", "tensor(double)", "tensor(float16)", "tensor(bfloat16)")
CASES = {}


@dataclasses.dataclass
class Node:
    """Inputs are arrays, lists (sequences), None (left out); an input named in `constants` becomes a weight."""

    inputs: list
    attributes: dict = dataclasses.field(default_factory=dict)
    outputs: int = 1
    constants: tuple = ()


def case(*names, domain=""):
    """Registers a function Draw -> Node for operators."""

    def register(function):
        for name in names:
            CASES[domain, name] = function
        return function

    return register


class Draw:
    def __init__(self, schema, seed: int, index: int):
        self.schema = schema
        self.version = schema.since_version
        self.name = schema.name
        self.index = index
        self.random = np.random.default_rng([seed, index, zlib.crc32(f"{schema.domain}{schema.name}".encode()), self.version])
        self.types = {}

    # Numbers and choices

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *options):
        return options[self.random.integers(len(options))]

    def integer(self, low: int, high: int) -> int:
        return int(self.random.integers(low, high + 1))

    def real(self, low=-2.0, high=2.0) -> float:
        return float(np.float32(self.random.uniform(low, high)))

    def axis(self, rank: int) -> int:
        return self.integer(-rank, rank - 1) if rank else 0

    def axes(self, rank: int, least=0) -> list:
        count = self.integer(min(least, rank), rank)
        chosen = self.random.permutation(rank)[:count]
        return [int(a) - (rank if self.chance(0.3) else 0) for a in chosen]

    def positive_axes(self, rank: int, least=0) -> list:
        return sorted(a % rank for a in self.axes(rank, least)) if rank else []

    # Shapes

    def shape(self, least=0, most=4, high=4, empty=0.04) -> list:
        rank = self.integer(least, most)
        return [0 if self.chance(empty) else self.integer(1, high) for _ in range(rank)]

    def broadcast(self, shape: list) -> list:
        """A shape that broadcasts to `shape` in one direction."""
        cut = self.integer(0, len(shape)) if self.chance(0.4) else 0
        return [1 if self.chance(0.3) else d for d in shape[cut:]]

    # Types

    def constraint(self, name: str):
        for constraint in self.schema.type_constraints:
            if constraint.type_param_str == name:
                return list(constraint.allowed_type_strs)
        return [name]

    def type(self, name: str, only=None) -> str:
        """The element type drawn for a type variable: the same all through a case."""
        if name not in self.types:
            allowed = [t for t in self.constraint(name) if t.startswith("tensor(") and (only is None or t in only)]
            common = [t for t in allowed if t in ("tensor(float)", "tensor(int64)")]
            self.types[name] = self.pick(*common) if common and self.chance(0.45) else self.pick(*allowed)
        return self.types[name]

    def dtype(self, name: str, only=None) -> np.dtype:
        return numpy_type(self.type(name, only))

    def parameter(self, index: int) -> str:
        inputs = self.schema.inputs
        return inputs[min(index, len(inputs) - 1)].type_str

    # Values

    def values(self, dtype, shape, low=None, high=None, special=0.0) -> np.ndarray:
        dtype = np.dtype(dtype)
        if dtype == object:
            words = ["a", "b", "A", "", "é", "word", "two words", "1", "-2.5", "NaN", "x1"]
            return np.array([self.pick(*words) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
        if dtype == np.bool_:
            return self.random.random(shape) < 0.5
        if dtype.kind == "c":
            return (self.random.normal(size=shape) + 1j * self.random.normal(size=shape)).astype(dtype)
        if dtype.kind in "iu":
            bounds = np.iinfo(dtype)
            whole = low is None and high is None and self.chance(0.15)
            low = bounds.min if whole else max(bounds.min, -9 if low is None else int(low))
            high = bounds.max if whole else min(bounds.max, 9 if high is None else int(high))
            return np.asarray(self.random.integers(low, high, size=shape, dtype=dtype, endpoint=True))
        if dtype.name in ("int4", "uint4", "int2", "uint2"):
            least, most = {"int4": (-8, 7), "uint4": (0, 15), "int2": (-2, 1), "uint2": (0, 3)}[dtype.name]
            return self.random.integers(max(least, -99 if low is None else int(low)), most + 1, size=shape).astype(np.int8).astype(dtype)
        if low is None:
            low, high = self.pick((-3, 3), (-3, 3), (0, 1), (-50, 50)) if high is None else (-high, high)
        wide = self.random.uniform(low, high, size=shape)
        if special and self.chance(special) and wide.size:
            flat = wide.reshape(-1)
            for _ in range(1 + flat.size // 6):
                flat[self.integer(0, flat.size - 1)] = self.pick(np.inf, -np.inf, np.nan, 0.0, -0.0, 1e30, -1e-30)
            wide = flat.reshape(wide.shape)
        with np.errstate(all="ignore"):
            return np.asarray(wide.astype(np.float32).astype(dtype) if dtype.kind == "V" or dtype.itemsize < 4 else wide.astype(dtype))

    def input(self, index: int, shape, only=None, **values) -> np.ndarray:
        """Values for input `index` by its type in the schema."""
        return self.values(self.dtype(self.parameter(index), only), shape, **values)

    # Attributes

    def attributes(self, **options) -> dict:
        """Of each attribute that this version has, now and then one of the options (a list), or always the value (anything else)."""
        chosen = {}
        for name, option in options.items():
            if name not in self.schema.attributes:
                continue
            if not isinstance(option, Options):
                if option is not None:
                    chosen[name] = option
            elif self.schema.attributes[name].required or self.chance(0.65):
                chosen[name] = self.pick(*option.values)
        return chosen

    def has(self, attribute: str) -> bool:
        return attribute in self.schema.attributes


class Options:
    def __init__(self, *values):
        self.values = values


def numpy_type(name: str) -> np.dtype:
    inner = name[len("tensor("):-1]
    if inner == "string":
        return np.dtype(object)
    return np.dtype(helper.tensor_dtype_to_np_dtype(element(name)))


def element(name: str) -> int:
    return onnx.TensorProto.DataType.Value(name[len("tensor("):-1].upper())


def ints(*values) -> np.ndarray:
    return np.array(values, dtype=np.int64)
