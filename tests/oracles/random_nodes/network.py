"""Convolutions, pools, normalisation, attention, recurrent nodes, losses, detection, signals, optimisers."""

import numpy as np

from .draw import Draw, Node, Options, case, ints


def window(d: Draw, spatial: int, sizes=None) -> tuple:
    """Kernel sizes, attributes and the least spatial sizes that fit."""
    kernel = sizes or [d.integer(1, 3) for _ in range(spatial)]
    attributes = {}
    if d.chance(0.6):
        attributes["strides"] = [d.integer(1, 3) for _ in kernel]
    dilations = [d.integer(1, 2) for _ in kernel] if d.has("dilations") and d.chance(0.4) else [1] * spatial
    if dilations != [1] * spatial or d.chance(0.2) and d.has("dilations"):
        attributes["dilations"] = dilations
    reach = [(k - 1) * s + 1 for k, s in zip(kernel, dilations)]
    automatic = d.pick(None, None, None, "SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET")
    if automatic:
        attributes["auto_pad"] = automatic
    if automatic in (None, "NOTSET") and d.chance(0.6):
        attributes["pads"] = [d.integer(0, k - 1) for k in kernel] + [d.integer(0, k - 1) for k in kernel]
    return kernel, attributes, reach


@case("Conv", "ConvInteger", "QLinearConv")
def conv(d: Draw) -> Node:
    spatial = d.integer(1, 3)
    kernel, attributes, reach = window(d, spatial)
    group = d.pick(1, 1, 2, 3)
    channels, features = group * d.integer(1, 2), group * d.integer(1, 2)
    if group > 1 or d.chance(0.3):
        attributes["group"] = group
    if d.chance(0.5):
        attributes["kernel_shape"] = kernel
    x = [d.integer(1, 2), channels] + [r + d.integer(0, 4) for r in reach]
    w = [features, channels // group] + kernel
    if d.name == "Conv":
        return Node([d.input(0, x), d.input(1, w)] + ([d.input(2, [features])] if d.chance(0.6) else []), attributes)
    if d.name == "ConvInteger":
        a, b = d.input(0, x), d.input(1, w)
        zeros = [d.values(a.dtype, []) if d.chance(0.6) else None, d.values(b.dtype, []) if d.chance(0.5) else None]
        return Node([a, b, *zeros], attributes)
    a, b = d.input(0, x), d.input(3, w)
    per = [features] if d.chance(0.5) else []
    out = d.dtype("T3")
    bias = [d.values(np.int32, [features], -50, 50)] if d.chance(0.5) else []
    return Node([a, d.values(np.float32, [], 0.1, 1), d.values(a.dtype, []), b, d.values(np.float32, per, 0.1, 1),
                 d.values(b.dtype, per) if b.dtype.kind == "u" or d.chance(0.5) else np.zeros(per, b.dtype),
                 d.values(np.float32, [], 0.5, 5), d.values(out, []), *bias], attributes)


@case("ConvTranspose")
def conv_transpose(d: Draw) -> Node:
    spatial = d.integer(1, 3)
    kernel, attributes, _ = window(d, spatial)
    group = d.pick(1, 1, 2)
    channels = group * d.integer(1, 2)
    if group > 1:
        attributes["group"] = group
    if d.chance(0.5):
        attributes["kernel_shape"] = kernel
    strides = attributes.get("strides", [1] * spatial)
    if d.chance(0.3):
        attributes["output_padding"] = [d.integer(0, s - 1) for s in strides]
    x = [d.integer(1, 2), channels] + [d.integer(1, 4) for _ in range(spatial)]
    if d.chance(0.3):
        attributes.pop("pads", None)
        dilations = attributes.get("dilations", [1] * spatial)
        extra = attributes.get("output_padding", [0] * spatial)
        full = [s * (n - 1) + o + (k - 1) * q + 1 for s, n, o, k, q in zip(strides, x[2:], extra, kernel, dilations)]
        attributes["output_shape"] = [max(f - d.integer(0, 2), 1) for f in full]
    w = [channels, d.integer(1, 2)] + kernel
    bias = [d.input(2, [w[1] * group])] if d.chance(0.5) else []
    return Node([d.input(0, x), d.input(1, w), *bias], attributes)


@case("DeformConv")
def deform_conv(d: Draw) -> Node:
    kernel, attributes, reach = window(d, 2)
    attributes.pop("auto_pad", None)
    group, groups = d.pick(1, 2), d.pick(1, 2)
    channels, features = 2 * d.integer(1, 2), group * d.integer(1, 2)
    x = [d.integer(1, 2), channels] + [r + d.integer(0, 3) for r in reach]
    pads, strides = attributes.get("pads", [0] * 4), attributes.get("strides", [1, 1])
    out = [(x[2 + i] + pads[i] + pads[i + 2] - reach[i]) // strides[i] + 1 for i in range(2)]
    area = kernel[0] * kernel[1]
    inputs = [d.input(0, x), d.input(1, [features, channels // group] + kernel), d.input(2, [x[0], groups * area * 2] + out, low=-2, high=2)]
    if d.chance(0.6):
        inputs.append(d.input(3, [features]) if d.chance(0.6) else None)
        if d.chance(0.6):
            inputs.append(d.input(4, [x[0], groups * area] + out, low=0, high=1))
    return Node(inputs, attributes | dict(group=group, offset_group=groups))


@case("CausalConvWithState")
def causal_conv(d: Draw) -> Node:
    batch, channels, length, kernel = d.integer(1, 2), d.integer(1, 3), d.integer(1, 5), d.integer(1, 4)
    inputs = [d.input(0, [batch, channels, length]), d.input(1, [channels, 1, kernel])]
    if d.chance(0.6):
        inputs.append(d.input(2, [channels]) if d.chance(0.6) else None)
        if d.chance(0.6):
            inputs.append(d.input(3, [batch, channels, kernel - 1]))
    return Node(inputs, d.attributes(activation=Options("none", "silu", "swish")), 2)


@case("MaxPool", "AveragePool", "LpPool")
def pool(d: Draw) -> Node:
    spatial = d.integer(1, 3)
    kernel, attributes, reach = window(d, spatial)
    attributes["kernel_shape"] = kernel
    attributes |= d.attributes(ceil_mode=Options(0, 1), storage_order=Options(0, 1), count_include_pad=Options(0, 1),
                               p=Options(1, 2, 3) if d.version > 1 else Options(1.0, 2.0))
    if d.name == "LpPool" and d.version == 1 and "strides" not in attributes:
        attributes["strides"] = [1] * spatial
    shape = [d.integer(1, 2), d.integer(1, 2)] + [r + d.integer(0, 5) for r in reach]
    return Node([d.input(0, shape)], attributes, d.integer(1, 2) if d.name == "MaxPool" and d.version >= 8 else 1)


@case("MaxUnpool")
def max_unpool(d: Draw) -> Node:
    spatial = d.integer(1, 2)
    kernel = [d.integer(1, 3) for _ in range(spatial)]
    strides = [d.integer(k, 3) for k in kernel]
    shape = [1, d.integer(1, 2)] + [d.integer(1, 3) for _ in range(spatial)]
    out = [(n - 1) * s + k for n, s, k in zip(shape[2:], strides, kernel)]
    area = shape[1] * int(np.prod(out))
    count = int(np.prod(shape))
    where = np.sort(d.random.permutation(area)[:count]).reshape(shape).astype(np.int64)
    if area < count:
        return None
    inputs = [d.input(0, shape), where]
    if d.chance(0.4):
        inputs.append(ints(*shape[:2], *[o + d.integer(0, 1) for o in out]))
    return Node(inputs, dict(kernel_shape=kernel, strides=strides))


@case("MaxRoiPool", "RoiAlign")
def roi(d: Draw) -> Node:
    shape = [d.integer(1, 2), d.integer(1, 2), d.integer(3, 6), d.integer(3, 6)]
    count = d.integer(1, 3)
    corner = d.random.uniform(0, 3, size=[count, 2])
    boxes = np.concatenate([corner, corner + d.random.uniform(0.2, 4, size=[count, 2])], axis=1)
    batch = d.random.integers(0, shape[0], size=[count])
    x = d.input(0, shape)
    if d.name == "MaxRoiPool":
        rois = np.concatenate([batch[:, None], np.round(boxes)], axis=1).astype(x.dtype)
        return Node([x, rois], d.attributes(pooled_shape=[d.integer(1, 3), d.integer(1, 3)], spatial_scale=Options(0.5, 1.0)))
    return Node([x, boxes.astype(x.dtype), batch.astype(np.int64)], d.attributes(
        mode=Options("avg", "max"), output_height=Options(1, 2, 3), output_width=Options(1, 2, 3), sampling_ratio=Options(0, 1, 2, 3),
        spatial_scale=Options(0.5, 1.0, 2.0), coordinate_transformation_mode=Options("half_pixel", "output_half_pixel")))


@case("GridSample")
def grid_sample(d: Draw) -> Node:
    spatial = 2 if d.version < 20 or d.chance(0.6) else 3
    shape = [d.integer(1, 2), d.integer(1, 2)] + [d.integer(1, 5) for _ in range(spatial)]
    grid = [shape[0]] + [d.integer(1, 4) for _ in range(spatial)] + [spatial]
    old = d.version < 20
    modes = ["bilinear", "nearest", "bicubic"] if old else ["linear", "nearest"] + (["cubic"] if spatial == 2 else [])
    x = d.input(0, shape)
    where = d.values(d.dtype(d.parameter(1)), grid, -1.4, 1.4)
    return Node([x, where], d.attributes(mode=Options(*modes), padding_mode=Options("zeros", "border", "reflection"), align_corners=Options(0, 1)))


@case("Col2Im")
def col_to_im(d: Draw) -> Node:
    spatial = d.integer(1, 3)
    block = [d.integer(1, 2) for _ in range(spatial)]
    image = [d.integer(2, 5) for _ in range(spatial)]
    strides = [d.integer(1, 2) for _ in block]
    dilations = [d.integer(1, 2) for _ in block]
    pads = [d.integer(0, 1) for _ in range(2 * spatial)]
    columns = [(image[i] + pads[i] + pads[i + spatial] - dilations[i] * (block[i] - 1) - 1) // strides[i] + 1 for i in range(spatial)]
    if min(columns) < 1:
        return None
    x = d.input(0, [d.integer(1, 2), d.integer(1, 2) * int(np.prod(block)), int(np.prod(columns))])
    return Node([x, ints(*image), ints(*block)], dict(strides=strides, dilations=dilations, pads=pads))


@case("BatchNormalization")
def batch_normalization(d: Draw) -> Node:
    shape = d.shape(2, 4, empty=0)
    if d.version >= 9 and d.chance(0.1):
        shape = shape[:2]
    c = [shape[1]]
    training = d.version >= 14 and d.chance(0.4)
    attributes = d.attributes(epsilon=Options(1e-3, 0.1), momentum=Options(0.5, 0.8), is_test=1 if d.version < 7 else None,
                              training_mode=1 if training else Options(0))
    if d.version == 1:
        attributes["consumed_inputs"] = [0, 0, 0, 1, 1]
    mean_type = d.schema.inputs[3].type_str
    inputs = [d.input(0, shape), d.input(1, c), d.input(2, c), d.values(d.dtype(mean_type), c), d.values(d.dtype(mean_type), c, 0.2, 2)]
    return Node(inputs, attributes, 3 if training and d.chance(0.8) else 1)


@case("InstanceNormalization", "GroupNormalization", "LayerNormalization", "RMSNormalization")
def normalization(d: Draw) -> Node:
    shape = d.shape(3, 4, empty=0) if d.name[0] in "IG" else d.shape(1, 4, empty=0)
    epsilon = d.attributes(epsilon=Options(1e-3, 0.1))
    if d.name == "InstanceNormalization":
        return Node([d.input(0, shape), d.input(1, [shape[1]]), d.input(2, [shape[1]])],
                    epsilon | (dict(consumed_inputs=[0, 0, 0]) if d.version == 1 else {}))
    if d.name == "GroupNormalization":
        groups = d.integer(1, 3)
        shape[1] = groups * d.integer(1, 2)
        c = [groups] if d.version < 21 else [shape[1]]
        return Node([d.input(0, shape), d.input(1, c), d.input(2, c)], epsilon | dict(num_groups=groups) | d.attributes(stash_type=Options(1)))
    axis = d.axis(len(shape))
    rest = shape[axis % len(shape):]
    scale = rest if d.chance(0.7) else d.broadcast(rest)
    attributes = epsilon | dict(axis=axis) | d.attributes(stash_type=Options(1))
    inputs = [d.input(0, shape), d.input(1, scale)]
    if d.name == "LayerNormalization" and d.chance(0.6):
        inputs.append(d.input(2, scale))
    return Node(inputs, attributes, d.integer(1, 3) if d.name == "LayerNormalization" else 1)


@case("Attention")
def attention(d: Draw) -> Node:
    batch, kv, size, value = d.integer(1, 2), d.integer(1, 2), d.integer(1, 4), d.integer(1, 4)
    heads, length, total = kv * d.integer(1, 2), d.integer(1, 4), d.integer(1, 4)
    past = d.integer(0, 3) if d.chance(0.35) else None
    flat = d.chance(0.4)
    first, second = d.type("T1", only=("tensor(float)", "tensor(float16)", "tensor(double)", "tensor(bfloat16)")), d.type("T2")
    del first, second
    shape = (lambda h, n, s: [batch, n, h * s]) if flat else (lambda h, n, s: [batch, h, n, s])
    inputs = [d.input(0, shape(heads, length, size), low=-2, high=2), d.input(1, shape(kv, total, size), low=-2, high=2),
              d.input(2, shape(kv, total, value), low=-2, high=2)]
    attributes = d.attributes(is_causal=Options(0, 1), scale=Options(0.3, 1.0), softcap=Options(0.5, 2.0, 0.0),
                              qk_matmul_output_mode=Options(0, 1, 2, 3), softmax_precision=Options(1, 11, 10))
    attributes |= d.attributes(left_window_size=Options(-1, 0, 1, 2), right_window_size=Options(-1, 0, 1))
    if flat:
        attributes |= dict(q_num_heads=heads, kv_num_heads=kv)
    everything = total + (past or 0)
    pads = d.version >= 24 and past is None and d.chance(0.3)
    mask = None
    if d.chance(0.6):
        width = d.integer(1, everything) if d.version >= 24 and d.chance(0.2) and not pads else everything
        mask_shape = d.pick([length, width], [1, length, width], [batch, 1, length, width], [batch, heads, length, width], [1, 1, length, width],
                            [1, width], [length, 1] if width == everything else [length, width])
        if len(mask_shape) == 3 and mask_shape[0] != 1:
            mask_shape[0] = 1
        mask = d.values(d.dtype("U"), mask_shape)
    inputs.append(mask)
    if past is not None:
        inputs += [d.input(4, [batch, kv, past, size]), d.input(5, [batch, kv, past, value])]
    elif pads:
        inputs += [None, None, ints(*[d.integer(1, total) for _ in range(batch)])]
    outputs = 1
    if past is not None:
        outputs = d.pick(3, 4)
    elif d.chance(0.2):
        outputs = 4
    return Node(inputs, attributes, outputs)


@case("RotaryEmbedding")
def rotary(d: Draw) -> Node:
    batch, heads, length, half = d.integer(1, 2), d.integer(1, 2), d.integer(1, 4), d.integer(1, 4)
    flat = d.chance(0.4)
    part = d.integer(1, half) if d.chance(0.3) else half
    attributes = d.attributes(interleaved=Options(0, 1))
    if part != half or d.chance(0.2):
        attributes["rotary_embedding_dim"] = part * 2
    if flat or d.chance(0.2):
        attributes["num_heads"] = heads
    x = d.input(0, [batch, length, heads * half * 2] if flat else [batch, heads, length, half * 2])
    if d.chance(0.5):
        return Node([x, d.input(1, [batch, length, part]), d.input(2, [batch, length, part])], attributes)
    most = d.integer(length, 6)
    return Node([x, d.input(1, [most, part]), d.input(2, [most, part]), d.values(np.int64, [batch, length], 0, most - 1)], attributes)


@case("RNN", "GRU", "LSTM")
def recurrent(d: Draw) -> Node:
    gates = dict(RNN=1, GRU=3, LSTM=4)[d.name]
    steps, batch, size, hidden = d.integer(1, 4), d.integer(1, 3), d.integer(1, 3), d.integer(1, 3)
    direction = d.pick("forward", "reverse", "bidirectional")
    ways = 2 if direction == "bidirectional" else 1
    layout = d.pick(0, 1) if d.has("layout") else 0
    attributes = dict(hidden_size=hidden) | d.attributes(direction=direction, clip=Options(0.5, 1.5), layout=layout or None,
                                                         linear_before_reset=Options(0, 1), input_forget=Options(0, 1))
    if d.chance(0.3):
        count = dict(RNN=1, GRU=2, LSTM=3)[d.name] * ways
        attributes["activations"] = [d.pick("Tanh", "Sigmoid", "Relu", "HardSigmoid", "Softsign", "Elu", "LeakyRelu", "ThresholdedRelu",
                                            "ScaledTanh", "Affine", "Softplus") for _ in range(count)]
        attributes["activation_alpha"] = [0.3] * count
        attributes["activation_beta"] = [0.4] * count
    x = [batch, steps, size] if layout else [steps, batch, size]
    state = [batch, ways, hidden] if layout else [ways, batch, hidden]
    inputs = [d.input(0, x, low=-1, high=1), d.input(1, [ways, gates * hidden, size], low=-1, high=1),
              d.input(2, [ways, gates * hidden, hidden], low=-1, high=1)]
    inputs.append(d.input(3, [ways, 2 * gates * hidden], low=-1, high=1) if d.chance(0.6) else None)
    inputs.append(d.values(np.int32, [batch], 1, steps) if d.chance(0.4) else None)
    inputs.append(d.input(5, state, low=-1, high=1) if d.chance(0.4) else None)
    if d.name == "LSTM":
        inputs.append(d.input(6, state, low=-1, high=1) if d.chance(0.4) else None)
        inputs.append(d.input(7, [ways, 3 * hidden], low=-1, high=1) if d.chance(0.4) else None)
    if d.version < 7:
        attributes["output_sequence"] = 1
    return Node(inputs, attributes, 3 if d.name == "LSTM" else 2)


@case("SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss")
def loss(d: Draw) -> Node:
    classes = d.integer(1, 4)
    shape = [d.integer(1, 3), classes] + d.shape(0, 2, 3, 0)
    labels = d.values(d.dtype("Tind"), [shape[0]] + shape[2:], 0, classes - 1)
    attributes = d.attributes(reduction=Options("none", "sum", "mean"), ignore_index=Options(0, -1, 2))
    if attributes.get("ignore_index") == -1:
        labels = np.where(d.random.random(labels.shape) < 0.3, -1, labels).astype(labels.dtype)
    weights = [d.input(2, [classes], low=0.2, high=2)] if d.chance(0.5) else []
    return Node([d.input(0, shape), labels, *weights], attributes, d.integer(1, 2) if d.name[0] == "S" else 1)


@case("NonMaxSuppression")
def non_max_suppression(d: Draw) -> Node:
    batch, boxes, classes = d.integer(1, 2), d.integer(1, 6), d.integer(1, 2)
    center = d.pick(0, 1)
    corner = d.random.uniform(0, 1, size=[batch, boxes, 2])
    other = d.random.uniform(0.1, 0.8, size=[batch, boxes, 2]) + (0 if center else corner)
    box = np.concatenate([corner, other] if center or d.chance(0.7) else [other, corner], axis=2).astype(np.float32)
    inputs = [box, d.values(np.float32, [batch, classes, boxes], 0, 1)]
    if d.chance(0.8):
        inputs.append(ints(d.integer(0, 4)) if d.chance(0.5) else np.array(d.integer(1, 4), np.int64))
        if d.chance(0.7):
            inputs.append(np.array([d.real(0.1, 0.8)], np.float32))
            if d.chance(0.6):
                inputs.append(np.array([d.real(0, 0.6)], np.float32))
    return Node(inputs, d.attributes(center_point_box=center or None))


@case("DFT")
def dft(d: Draw) -> Node:
    kind = d.pick(1, 1, 2)
    shape = d.shape(1, 3, 5, 0) + [kind]
    inverse = d.pick(0, 1)
    rank = len(shape)
    axis = d.pick(*[a for a in range(-rank, rank) if a % rank != rank - 1])
    attributes = dict(inverse=inverse)
    if d.chance(0.4) and (kind == 1) != bool(inverse):
        attributes["onesided"] = 1
        if inverse:
            shape[-1] = 2
    inputs = [d.input(0, shape)]
    size = np.array(d.integer(1, 7), d.dtype("T2"))
    if d.version < 20:
        return Node(inputs + ([size] if d.chance(0.4) else []), attributes | dict(axis=axis))
    inputs.append(size if d.chance(0.4) else None)
    if d.chance(0.7) and rank > 1:
        inputs.append(np.array(axis, np.int64))
    return Node(inputs, attributes)


@case("STFT")
def stft(d: Draw) -> Node:
    length, frame, step = d.integer(6, 12), d.integer(2, 6), d.integer(1, 4)
    x = d.input(0, [d.integer(1, 2), length, d.pick(1, 1, 2)])
    one_sided = 0 if x.shape[-1] == 2 else d.pick(0, 1)
    inputs = [x, np.array(step, d.dtype("T2"))]
    has_window = d.chance(0.5)
    inputs.append(d.input(2, [frame], low=0.1, high=1) if has_window else None)
    if not has_window or d.chance(0.5):
        inputs.append(np.array(frame, d.dtype("T2")))
    return Node(inputs, dict(onesided=one_sided))


@case("MelWeightMatrix")
def mel(d: Draw) -> Node:
    kind = d.dtype("T1")
    lower, upper = d.integer(0, 200), d.integer(1000, 4000)
    second = d.dtype("T2")
    return Node([np.array(d.integer(1, 8), kind), np.array(d.integer(4, 32), kind), np.array(d.pick(8000, 16000), np.int32 if kind == np.int32 else kind),
                 np.array(lower, second), np.array(upper, second)], d.attributes(output_datatype=Options(1, 11, 10)))


@case("HannWindow", "HammingWindow", "BlackmanWindow")
def window_function(d: Draw) -> Node:
    return Node([np.array(d.integer(1, 12), d.dtype("T1"))], d.attributes(periodic=Options(0, 1), output_datatype=Options(1, 11, 10)),
                constants=(0,) if d.chance(0.5) else ())


@case("Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "ImageDecoder")
def not_compared(d: Draw) -> Node:
    return None


@case("Momentum", "Adagrad", "Adam", domain="ai.onnx.preview.training")
def optimiser(d: Draw) -> Node:
    count = d.integer(1, 2)
    shapes = [d.shape(0, 3) for _ in range(count)]
    states = dict(Momentum=1, Adagrad=1, Adam=2)[d.name]
    rate, step = d.dtype("T1"), np.array(d.integer(0, 5), np.int64)
    kind = d.dtype("T3")
    parts = [[d.values(kind, s) for s in shapes], [d.values(kind, s) for s in shapes]]
    parts += [[d.values(kind, s, 0, 2) for s in shapes] for _ in range(states)]
    real = {name: Options(*values) for name, values in dict(
        norm_coefficient=(0.0, 0.01), decay_factor=(0.0, 0.1), epsilon=(1e-3, 1e-2), alpha=(0.9, 0.5), beta=(0.9, 0.8),
        norm_coefficient_post=(0.0, 0.1)).items()}
    attributes = d.attributes(**real)
    if d.name == "Momentum":
        attributes = dict(alpha=0.9, beta=d.pick(0.1, 0.8), norm_coefficient=d.pick(0.0, 0.01), mode=d.pick("standard", "nesterov"))
    return Node([np.array(0.1, rate), step] + [v for part in parts for v in part], attributes, count * (1 + states))


