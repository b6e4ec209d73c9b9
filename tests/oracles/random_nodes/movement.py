"""Operators that move elements: gather, scatter, slices, padding, resizing, sequences, optionals, strings."""

import numpy as np
import onnx
from onnx import helper

from .draw import Draw, Node, Options, case, element, ints, numpy_type


@case("Reshape")
def reshape(d: Draw) -> Node:
    shape = d.shape(0, 4, empty=0.08)
    total = int(np.prod(shape))
    target = [d.integer(1, 3) for _ in range(d.integer(0, 2))]
    if total % max(int(np.prod(target)), 1) or total == 0:
        target = []
    target = target + ([-1] if d.chance(0.6) and (total or not d.chance(0.2)) else [total // max(int(np.prod(target)), 1)])
    attributes = d.attributes(allowzero=Options(0, 1)) if total else {}
    if d.chance(0.3) and 0 not in shape:
        target, attributes = [0 if d.chance(0.5) else s for s in shape], {}
        if target and d.chance(0.5):
            target[d.integer(0, len(target) - 1)] = -1
    if total == 0:
        target = list(shape)
        attributes = dict(allowzero=1) if d.has("allowzero") else {}
    x = d.input(0, shape)
    if d.version < 5:
        return Node([x], dict(shape=target))
    return Node([x, ints(*target)], attributes, constants=(1,) if d.chance(0.5) else ())


@case("Transpose")
def transpose(d: Draw) -> Node:
    shape = d.shape(0, 5)
    return Node([d.input(0, shape)], d.attributes(perm=Options([int(p) for p in d.random.permutation(len(shape))]) if shape else None))


@case("Squeeze", "Unsqueeze")
def squeeze(d: Draw) -> Node:
    shape = d.shape(0, 4)
    if d.name == "Squeeze":
        shape = [1 if d.chance(0.5) else s for s in shape]
        ones = [i for i, s in enumerate(shape) if s == 1]
        axes = [a for a in ones if d.chance(0.6)]
        rank = len(shape)
    else:
        rank = len(shape) + d.integer(1, 2)
        axes = [int(a) for a in d.random.permutation(rank)[:rank - len(shape)]]
    negative = d.version >= 11
    axes = [a - rank if negative and d.chance(0.4) else a for a in axes]
    if not negative:
        axes = sorted(axes)
    x = d.input(0, shape)
    if d.has("axes"):
        return Node([x], dict(axes=axes) if axes or d.name == "Unsqueeze" else {})
    if d.name == "Squeeze" and (not axes or d.chance(0.2)):
        return Node([x])
    return Node([x, ints(*axes)], constants=(1,) if d.chance(0.5) else ())


@case("Expand")
def expand(d: Draw) -> Node:
    full = d.shape(0, 4)
    shape = d.broadcast(full)
    target = [1 if d.chance(0.2) else s for s in full]
    if d.chance(0.2) and len(shape) == len(full):
        target = target[d.integer(0, len(target)):]
    return Node([d.input(0, shape), ints(*target)], constants=(1,) if d.chance(0.5) else ())


@case("Tile")
def tile(d: Draw) -> Node:
    if d.version < 6:
        shape = d.shape(1, 4)
        kind = d.dtype("T")
        return Node([d.values(kind, shape), np.array(d.integer(1, 3), kind), np.array(d.integer(0, len(shape) - 1), kind)])
    shape = d.shape(0, 4)
    return Node([d.input(0, shape), ints(*[d.integer(0 if d.chance(0.1) else 1, 3) for _ in shape])])


@case("Concat")
def concat(d: Draw) -> Node:
    shape = d.shape(1, 4)
    axis = d.axis(len(shape)) if d.version >= 11 else d.integer(0, len(shape) - 1)
    parts = []
    for _ in range(d.integer(1, 4)):
        part = list(shape)
        part[axis] = d.integer(0, 3)
        parts.append(d.input(0, part))
    return Node(parts, dict(axis=axis))


@case("Split")
def split(d: Draw) -> Node:
    shape = d.shape(1, 4, empty=0)
    axis = d.axis(len(shape)) if d.version >= 11 else d.integer(0, len(shape) - 1)
    parts = [d.integer(0 if d.version >= 13 else 1, 3) for _ in range(d.integer(1, 4))]
    even = d.chance(0.4)
    if even:
        parts = [d.integer(1, 3)] * len(parts)
    shape[axis] = sum(parts)
    attributes = dict(axis=axis) if axis or d.chance(0.5) else {}
    x = d.input(0, shape)
    if d.has("num_outputs") and (even or d.chance(0.3)):
        count = len(parts)
        shape[axis] = d.integer(count * 2, 12)
        pieces = -(-shape[axis] // count)
        if pieces * (count - 1) <= shape[axis]:
            return Node([d.values(x.dtype, shape)], dict(attributes, num_outputs=count), count)
        shape[axis] = sum(parts)
    if even and d.version >= 2 and not d.has("num_outputs"):
        return Node([x], attributes, len(parts))
    if d.version < 13 and d.has("split"):
        return Node([x], dict(attributes, split=parts), len(parts))
    return Node([x, ints(*parts)], attributes, len(parts), constants=(1,) if d.chance(0.5) else ())


@case("Slice")
def slice_(d: Draw) -> Node:
    shape = d.shape(1, 4, high=6)
    rank = len(shape)
    axes = d.positive_axes(rank, 1) if d.version < 10 else d.axes(rank, 1)
    count = len(axes)
    starts = [d.pick(d.integer(-8, 8), d.integer(0, 3), -100, 100) for _ in axes]
    ends = [d.pick(d.integer(-8, 8), d.integer(2, 6), 2**31 - 1, -2**31 + 1, 1000) for _ in axes]
    x = d.input(0, shape)
    use_axes = d.chance(0.7)
    if not use_axes:
        axes = list(range(count))
    if d.version < 10:
        return Node([x], dict(starts=starts, ends=ends, **(dict(axes=axes) if use_axes else {})))
    kind = d.dtype("Tind")
    inputs = [x, np.array(starts, kind), np.array(ends, kind)]
    steps = [d.pick(1, 1, 2, 3, -1, -2, 7, -7) for _ in axes]
    if use_axes or d.chance(0.3):
        inputs.append(np.array(axes, kind) if use_axes else None)
        if d.chance(0.6):
            inputs.append(np.array(steps, kind))
    return Node(inputs, constants=(1, 2, 3, 4) if d.chance(0.5) else ())


@case("Gather")
def gather(d: Draw) -> Node:
    shape = d.shape(1, 4, empty=0)
    axis = d.axis(len(shape)) if d.version >= 11 else d.integer(0, len(shape) - 1)
    size = shape[axis]
    where = d.values(d.dtype("Tind"), d.shape(0, 3), -size if d.version >= 11 else 0, size - 1)
    return Node([d.input(0, shape), where], dict(axis=axis) if axis or d.chance(0.5) else {})


def indices(d: Draw, dtype, shape, size: int, negative=True):
    return np.asarray(d.random.integers(-size if negative else 0, size, size=shape)).astype(dtype)


@case("GatherElements")
def gather_elements(d: Draw) -> Node:
    shape = d.shape(1, 4, empty=0)
    axis = d.axis(len(shape))
    where = [d.integer(0 if d.chance(0.05) else 1, s) for s in shape]
    where[axis] = d.integer(1, 5)
    return Node([d.input(0, shape), indices(d, d.dtype("Tind"), where, shape[axis])], dict(axis=axis))


@case("ScatterElements", "Scatter")
def scatter_elements(d: Draw) -> Node:
    shape = d.shape(1, 4, empty=0)
    axis = d.axis(len(shape)) if d.version >= 11 else d.integer(0, len(shape) - 1)
    where = [d.integer(0 if d.chance(0.05) else 1, s) for s in shape]
    options = [None, "none"] + (["add", "mul"] if d.version >= 16 else []) + (["max", "min"] if d.version >= 18 else [])
    reduction = d.pick(*options) if d.has("reduction") else None
    if reduction in (None, "none"):
        where_index = np.argsort(d.random.random([*where[:axis % len(shape)], shape[axis], *where[axis % len(shape) + 1:]]),
                                 axis=axis % len(shape))
        index = np.take(where_index, range(where[axis]), axis=axis % len(shape)).astype(d.dtype("Tind"))
        if d.version >= 11 and d.chance(0.5):
            index = index - np.asarray(shape[axis], index.dtype)
    else:
        where[axis] = d.integer(1, 5)
        index = indices(d, d.dtype("Tind"), where, shape[axis])
    attributes = dict(axis=axis) | (dict(reduction=reduction) if reduction else {})
    x = d.input(0, shape, low=-3, high=3)
    if reduction in ("add", "mul", "max", "min") and (x.dtype == np.bool_ or x.dtype == object):
        attributes.pop("reduction")
        index = index[tuple(slice(0, 1) if i == axis % len(shape) else slice(None) for i in range(len(shape)))]
    return Node([x, index, d.input(2, index.shape, low=-3, high=3)], attributes)


@case("ScatterND", "GatherND")
def nd(d: Draw) -> Node:
    shape = d.shape(1, 4, empty=0)
    batch = d.integer(0, len(shape) - 1) if d.has("batch_dims") and d.chance(0.5) else 0
    depth = d.integer(1, len(shape) - batch)
    prefix = shape[:batch] + d.shape(0 if batch else 1, 2, 3, 0.05)
    limits = shape[batch:batch + depth]
    index = np.stack([indices(d, np.int64, prefix, s, d.version >= 11) for s in limits], axis=-1) if depth else None
    if d.name == "GatherND":
        return Node([d.input(0, shape), index], d.attributes(batch_dims=batch or None))
    reduction = d.pick("none", "add", "mul", *(["max", "min"] if d.version >= 18 else [])) if d.version >= 16 else "none"
    x = d.input(0, shape, low=-3, high=3)
    if x.dtype in (np.dtype(bool), np.dtype(object)):
        reduction = "none"
    if reduction == "none":
        flat = index.reshape(-1, depth) % np.array(limits) if index.size else index.reshape(-1, depth)
        unique = np.unique(flat, axis=0)
        index = d.random.permutation(unique) if len(unique) else index
    updates = d.input(2, list(index.shape[:-1]) + shape[depth:], low=-3, high=3)
    return Node([x, index, updates], d.attributes(reduction=reduction) if reduction != "none" or d.chance(0.5) else {})


@case("Pad")
def pad(d: Draw) -> Node:
    shape = d.shape(1, 4, high=4, empty=0)
    mode = d.pick("constant", "edge", "reflect", *(["wrap"] if d.version >= 19 else []))
    x = d.input(0, shape)
    axes = d.axes(len(shape), 1) if d.version >= 18 and d.chance(0.5) else None
    sizes = [shape[a] for a in axes] if axes is not None else shape
    limits = [s - 1 if mode == "reflect" else 3 for s in sizes]
    pads = [d.integer(0, m) for m in limits] + [d.integer(0, m) for m in limits]
    if d.chance(0.25) and mode != "wrap":
        pads = [-d.integer(0, 1) if sizes[i % len(sizes)] > 2 and d.chance(0.5) else p for i, p in enumerate(pads)]
    attributes = dict(mode=mode) if mode != "constant" or d.chance(0.5) else {}
    if d.version < 11:
        name = "paddings" if d.version == 1 else "pads"
        return Node([x], dict(attributes, **{name: pads}, **d.attributes(value=Options(1.5, -2.0))))
    inputs = [x, ints(*pads)]
    if d.chance(0.5) or axes is not None:
        inputs.append(d.values(x.dtype, [] if d.chance(0.7) else [1]) if d.chance(0.6) and d.version >= 18 or mode == "constant" else None)
    if inputs[-1] is not None and len(inputs) == 3 and inputs[2].shape == (1,) and d.version < 13:
        inputs[2] = inputs[2].reshape([])
    if axes is not None:
        inputs.append(np.array(axes, d.dtype("Tind")))
    return Node(inputs, attributes, constants=(1, 3) if d.chance(0.5) else ())


@case("CenterCropPad")
def center_crop_pad(d: Draw) -> Node:
    shape = d.shape(1, 4, high=6, empty=0)
    axes = d.axes(len(shape), 1) if d.chance(0.6) else None
    count = len(axes) if axes is not None else len(shape)
    return Node([d.input(0, shape), np.array([d.integer(1, 7) for _ in range(count)], d.dtype("Tind"))],
                dict(axes=axes) if axes is not None else {})


@case("Compress")
def compress(d: Draw) -> Node:
    shape = d.shape(1, 4)
    axis = d.pick(None, d.axis(len(shape)) if d.version >= 11 else d.integer(0, len(shape) - 1))
    size = int(np.prod(shape)) if axis is None else shape[axis]
    return Node([d.input(0, shape), d.values(np.bool_, [d.integer(0, size)])], dict(axis=axis) if axis is not None else {})


@case("DepthToSpace", "SpaceToDepth")
def depth_to_space(d: Draw) -> Node:
    block = d.integer(1, 3)
    if d.name == "DepthToSpace":
        shape = [d.integer(1, 2), block * block * d.integer(1, 2), d.integer(1, 3), d.integer(1, 3)]
    else:
        shape = [d.integer(1, 2), d.integer(1, 3), block * d.integer(1, 3), block * d.integer(1, 3)]
    return Node([d.input(0, shape)], d.attributes(blocksize=block, mode=Options("DCR", "CRD")))


@case("OneHot")
def one_hot(d: Draw) -> Node:
    shape = d.shape(1, 3)
    depth = d.integer(1, 5)
    where = d.values(d.dtype("T1"), shape, -depth - 1, depth + 1)
    where = np.round(where) if where.dtype.kind == "f" else where
    if where.dtype.kind == "u":
        where = d.values(where.dtype, shape, 0, depth + 1)
    depths = d.values(d.dtype("T2"), d.pick([], [1]) if d.version >= 11 else [1], depth, depth)
    return Node([where, depths, d.input(2, [2])], d.attributes(axis=Options(-1, 0, *range(-len(shape) - 1, len(shape) + 1))))


@case("ReverseSequence")
def reverse_sequence(d: Draw) -> Node:
    shape = d.shape(2, 4, empty=0)
    batch = d.pick(0, 1)
    lengths = ints(*[d.integer(0 if d.chance(0.1) else 1, shape[1 - batch]) for _ in range(shape[batch])])
    return Node([d.input(0, shape), lengths], dict(batch_axis=batch, time_axis=1 - batch))


@case("TopK")
def top_k(d: Draw) -> Node:
    shape = d.shape(1, 4, empty=0)
    axis = d.axis(len(shape)) if d.version >= 11 else d.integer(0, len(shape) - 1)
    k = d.integer(0 if d.version >= 10 and d.chance(0.1) else 1, shape[axis])
    x = d.input(0, shape)
    x = np.round(x) if x.dtype.kind == "f" and d.chance(0.5) else x
    attributes = d.attributes(axis=axis, largest=Options(0, 1), sorted=1)
    if d.version < 10:
        return Node([x], dict(attributes, k=k), 2)
    return Node([x, ints(k)], attributes, 2, constants=(1,) if d.chance(0.5) else ())


@case("Unique")
def unique(d: Draw) -> Node:
    shape = d.shape(1, 3, empty=0.03)
    x = d.input(0, shape, low=0, high=3)
    x = np.round(x) if x.dtype.kind == "f" else x
    return Node([x], d.attributes(sorted=Options(0, 1), axis=Options(*[d.axis(len(shape)) for _ in range(3)])), d.integer(1, 4))


@case("Range")
def range_(d: Draw) -> Node:
    kind = d.dtype("T")
    start, delta = d.integer(-5, 5), d.pick(1, 2, 3, -1, -2)
    limit = start + delta * d.integer(-1, 6) + d.integer(-1, 1)
    scale = 0.5 if kind.kind in "fV" and d.chance(0.5) else 1
    return Node([np.array(v * scale, kind) for v in (start, limit, delta)], constants=(0, 1, 2) if d.chance(0.3) else ())


@case("ConstantOfShape")
def constant_of_shape(d: Draw) -> Node:
    value = helper.make_tensor("v", element(t := d.type("T2")), [1], d.values(numpy_type(t), [1]).tobytes(), raw=True) \
        if d.chance(0.8) and d.type("T2") != "tensor(string)" else None
    return Node([ints(*d.shape(0, 4))], dict(value=value) if value is not None else {}, constants=(0,) if d.chance(0.5) else ())


@case("Constant")
def constant(d: Draw) -> Node:
    kinds = [k for k in d.schema.attributes if k != "sparse_value"]
    kind = d.pick(*kinds)
    if kind == "sparse_value":
        return Node([], {})
    value = {"value_float": 1.5, "value_floats": [1.0, -2.5], "value_int": -7, "value_ints": [1, 2, 3], "value_string": "text",
             "value_strings": ["a", "é"]}.get(kind)
    if kind == "value":
        value = onnx.numpy_helper.from_array(d.values(d.dtype("T"), d.shape(0, 3)))
    return Node([], {kind: value})


@case("Resize", "Upsample")
def resize(d: Draw) -> Node:
    if d.name == "Upsample" or d.version < 11:
        return old_resize(d)
    mode = d.pick("nearest", "linear", "cubic")
    spatial = d.integer(1, 3) if mode != "cubic" else 2
    shape = [d.integer(1, 2), d.integer(1, 2)] + [d.integer(1, 6) for _ in range(spatial)]
    axes = None
    if d.has("axes") and d.chance(0.5):
        axes = [int(a) + 2 - (len(shape) if d.chance(0.3) else 0) for a in d.random.permutation(spatial)]
    attributes = dict(mode=mode) | d.attributes(
        coordinate_transformation_mode=Options("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel", "tf_crop_and_resize",
                                               *(["half_pixel_symmetric"] if d.version >= 19 else ["tf_half_pixel_for_nn"] * (d.version == 11))),
        nearest_mode=Options("round_prefer_floor", "round_prefer_ceil", "floor", "ceil") if mode == "nearest" else None,
        cubic_coeff_a=Options(-0.5, -0.75) if mode == "cubic" else None, exclude_outside=Options(0, 1) if mode == "cubic" else None,
        extrapolation_value=Options(0.0, 10.0), antialias=Options(0, 1) if mode != "nearest" else None)
    if attributes.get("coordinate_transformation_mode") == "tf_crop_and_resize":
        attributes.pop("antialias", None)
    if axes is not None:
        attributes["axes"] = axes
    target = axes if axes is not None else range(len(shape))
    roi = None
    if attributes.get("coordinate_transformation_mode") == "tf_crop_and_resize":
        roi = np.array([0.0 if a % len(shape) < 2 else d.real(0, 0.4) for a in target]
                       + [1.0 if a % len(shape) < 2 else d.real(0.5, 1.2) for a in target], d.dtype("T2") if d.version > 10 else np.float32)
    elif d.version < 13:
        roi = np.zeros([0], np.float32)
    x = d.input(0, shape, low=0 if d.chance(0.5) else None, high=100)
    scales = np.array([1.0 if a % len(shape) < 2 else d.pick(0.5, 2.0, 1.5, 0.6, 3.0, 1.0, 0.8) for a in target], np.float32)
    if any(int(np.floor(np.float32(shape[a]) * s)) < 1 for a, s in zip(target, scales)):
        scales = np.maximum(scales, 1)
    if d.chance(0.5):
        return Node([x, roi, scales], attributes, constants=(1, 2) if d.chance(0.5) else ())
    sizes = ints(*[shape[a] if a % len(shape) < 2 else d.integer(1, 8) for a in target])
    if d.has("keep_aspect_ratio_policy") and axes is not None and d.chance(0.6):
        attributes["keep_aspect_ratio_policy"] = d.pick("stretch", "not_larger", "not_smaller")
    return Node([x, roi, None if d.version >= 13 else np.zeros([0], np.float32), sizes], attributes, constants=(1, 3) if d.chance(0.5) else ())


def old_resize(d: Draw) -> Node:
    shape = [d.integer(1, 2), d.integer(1, 2), d.integer(1, 5), d.integer(1, 5)]
    up = d.name == "Upsample"
    scales = [1.0, 1.0] + [d.pick(1.0, 2.0, 1.5, 3.0, *([] if up else [0.5, 0.6])) for _ in range(2)]
    if not up:
        scales = [max(s, 1 / n) for s, n in zip(scales, shape)]
    x = d.input(0, shape)
    mode = d.pick("nearest", "bilinear" if d.name == "Upsample" and d.version < 7 else "linear")
    if d.name == "Upsample" and d.version < 7:
        return Node([x], dict(height_scale=scales[2], width_scale=scales[3], mode=mode))
    if d.name == "Upsample" and d.version < 9:
        return Node([x], dict(scales=scales, mode=mode))
    return Node([x, np.array(scales, np.float32)], dict(mode=mode), constants=(1,) if d.chance(0.5) else ())


@case("SequenceAt", "SequenceConstruct", "SequenceErase", "SequenceInsert", "SequenceLength", "ConcatFromSequence", "SplitToSequence",
      "SequenceEmpty")
def sequence(d: Draw) -> Node:
    if d.name == "SequenceEmpty":
        return Node([], d.attributes(dtype=Options(1, 6, 7, 8, 9, 10)))
    if d.name == "SplitToSequence":
        return split_to_sequence(d)
    variable = {"SequenceConstruct": "T", "SequenceInsert": "T"}.get(d.name)
    kinds = [t[4:-1] for t in d.constraint("S")] if variable is None else d.constraint(variable)
    kind = numpy_type(d.pick(*kinds))
    shape = d.shape(1, 3, empty=0)
    parts = [d.values(kind, shape) for _ in range(d.integer(1, 4))]
    place = np.array(d.integer(-len(parts), len(parts) - 1), d.pick(np.int32, np.int64))
    if d.name == "SequenceConstruct":
        return Node(parts)
    if d.name == "SequenceLength":
        return Node([parts])
    if d.name == "SequenceAt":
        return Node([parts, place])
    if d.name == "SequenceErase":
        return Node([parts, place] if d.chance(0.7) else [parts])
    if d.name == "SequenceInsert":
        place = np.array(d.integer(-len(parts), len(parts)), place.dtype)
        return Node([parts, d.values(kind, shape)] + ([place] if d.chance(0.7) else []))
    fresh = d.chance(0.4)
    rank = len(shape)
    return Node([parts], dict(axis=d.integer(-rank - fresh, rank - 1 + fresh), new_axis=int(fresh)))


def split_to_sequence(d: Draw) -> Node:
    shape = d.shape(1, 3, empty=0)
    axis = d.axis(len(shape))
    x = d.input(0, shape)
    attributes = dict(axis=axis)
    if d.chance(0.3):
        return Node([x], dict(attributes, keepdims=d.pick(0, 1)))
    if d.chance(0.5):
        return Node([x, np.array(d.integer(1, shape[axis]), d.pick(np.int32, np.int64))], attributes)
    first = d.integer(0, shape[axis])
    return Node([x, np.array([first, shape[axis] - first], d.pick(np.int32, np.int64))], attributes)


@case("StringConcat")
def string_concat(d: Draw) -> Node:
    shape = d.shape(0, 3)
    return Node([d.input(0, d.broadcast(shape)), d.input(1, shape)])


@case("StringSplit")
def string_split(d: Draw) -> Node:
    shape = d.shape(0, 2)
    words = ["a b  c", " a,b ,", "", "  ", ",,a,,b", "one", "x--y---z", "tab\tnew\nline", "a, b, c"]
    text = np.array([d.pick(*words) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
    return Node([text], d.attributes(delimiter=Options("", ",", "--", " ", ", "), maxsplit=Options(0, 1, 2, 5)), 2)


@case("RegexFullMatch")
def regex(d: Draw) -> Node:
    words = ["abc", "a", "", "12-34", "foo@bar.com", "aaa", "ab ab", "A_1", "x\ny", "é", "0xFF", "a.b", "\t"]
    patterns = ["a*", "[a-z]+", r"\d+-\d+", r"[\w.]+@[\w.]+\.\w{2,}", ".", "(a|b)*c", "a{2,3}", "(?i)ABC", r"\w+\s\w+", "[^a-z]*", "a?b?c?",
                r"\x41_\d", "(?:ab ?)+", "x.y", "(?s)x.y", r"\pL+", "[[:alpha:]]+", "^abc$", r"\Aabc\z", r"a\.b", "a|ab|abc", "(?P<n>a+)", r"\bfoo.*",
                "0x[0-9A-F]{2}", "", "a+?", r"\D*", r"\S+", "[a-c-]+", r"[\d\-]+", "(?i:aBc)", ".*", r"\Qa.b\E", "a{0}", "[]a]+"]
    shape = d.shape(0, 2)
    text = np.array([d.pick(*words) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
    return Node([text], dict(pattern=d.pick(*patterns)))


@case("StringNormalizer")
def string_normalizer(d: Draw) -> Node:
    count = d.integer(1, 5)
    words = ["Monday", "tuesday", "ÉTÉ", "the", "The", "a", "", "ß", "wednesday"]
    text = np.array([d.pick(*words) for _ in range(count)], dtype=object)
    shape = [count] if d.chance(0.6) else [1, count]
    return Node([text.reshape(shape)], d.attributes(case_change_action=Options("NONE", "LOWER", "UPPER"), is_case_sensitive=Options(0, 1),
                                                    stopwords=Options(["the", "a"], ["monday", "The"]), locale=Options("en_US")))


@case("TfIdfVectorizer")
def tfidf(d: Draw) -> Node:
    low = d.integer(1, 3)
    high = d.integer(low, 3)
    text = d.chance(0.3)
    pool = [d.integer(0, 4) for _ in range(3)] + [d.integer(0, 4) for _ in range(4)] + [d.integer(0, 4) for _ in range(3)]
    pool = [0, 1, 2, 0, 1, 2, 3, 1, 1, 0, 1, 2, 3, 1, 4] if d.chance(0.7) else pool[:3] + [0, 1, 1, 2] + [1, 2, 0]
    counts = [0, 3, 9] if len(pool) == 15 else [0, 3, 7]
    number = 3 + (6 if len(pool) == 15 else 4) // 2 + (len(pool) - counts[2]) // 3
    where = [int(i) for i in d.random.permutation(number)]
    attributes = dict(min_gram_length=low, max_gram_length=high, max_skip_count=d.integer(0, 3), mode=d.pick("TF", "IDF", "TFIDF"),
                      ngram_counts=counts, ngram_indexes=where)
    if d.chance(0.6):
        attributes["weights"] = [d.real(0.5, 2) for _ in range(number)]
    shape = [d.integer(0 if d.chance(0.1) else 1, 10)] if d.chance(0.6) else [d.integer(1, 3), d.integer(1, 8)]
    if text:
        attributes["pool_strings"] = [chr(97 + p) for p in pool]
        values = np.array([chr(97 + d.integer(0, 4)) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
    else:
        attributes["pool_int64s"] = pool
        values = d.values(d.pick(np.int32, np.int64), shape, 0, 4)
    return Node([values], attributes)


@case("AffineGrid")
def affine_grid(d: Draw) -> Node:
    two = d.chance(0.5)
    size = [d.integer(1, 2), d.integer(1, 2)] + [d.integer(1, 4) for _ in range(2 if two else 3)]
    theta = d.input(0, [size[0], 2, 3] if two else [size[0], 3, 4])
    return Node([theta, ints(*size)], d.attributes(align_corners=Options(0, 1)))


@case("TensorScatter")
def tensor_scatter(d: Draw) -> Node:
    shape = d.shape(3, 4, empty=0)
    axis = d.integer(1, len(shape) - 1)
    shape[axis] = d.integer(2, 6)
    update = list(shape)
    update[axis] = d.integer(1, shape[axis])
    circular = d.chance(0.5)
    starts = [d.integer(0, shape[axis] - (1 if circular else update[axis])) for _ in range(shape[0])]
    attributes = dict(axis=axis - len(shape) if d.chance(0.5) else axis) | dict(mode="circular" if circular else "linear")
    return Node([d.input(0, shape), d.input(1, update)] + ([ints(*starts)] if d.chance(0.7) else []), attributes)


@case("Optional", "OptionalHasElement")
def optional(d: Draw) -> Node:
    kinds = [t for t in d.constraint("V" if d.name == "Optional" else "O") if t.startswith("tensor(")]
    if not kinds:
        return None
    kind = numpy_type(d.pick(*kinds))
    return Node([d.values(kind, d.shape(0, 3))])


@case("OptionalGetElement")
def optional_get(d: Draw) -> Node:
    if d.version < 18:
        return None
    kind = numpy_type(d.pick(*[t for t in d.constraint("O") if t.startswith("tensor(")]))
    return Node([d.values(kind, d.shape(0, 3))])


