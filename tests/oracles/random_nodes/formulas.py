"""The standard's formulas in numpy for old versions that no other oracle runs or runs rightly."""

import itertools

import numpy as np

FORMULAS = {}


def formula(*names, until=99):
    """Registers a function (attributes, inputs, version) -> outputs for versions up to `until`."""

    def register(function):
        for name in names:
            FORMULAS[name] = (until, function)
        return function

    return register


def spread(a, b, attributes):
    """Before version 7 the second operand is aligned with the first from attribute axis on."""
    if not attributes.get("broadcast", 0):
        return b
    axis = attributes.get("axis", a.ndim - b.ndim)
    return b.reshape([1] * axis + list(b.shape) + [1] * (a.ndim - axis - b.ndim))


BINARY = dict(Add=np.add, Sub=np.subtract, Mul=np.multiply, And=np.logical_and, Or=np.logical_or, Xor=np.logical_xor, Equal=np.equal,
              Less=np.less, Greater=np.greater)


@formula(*BINARY, "Div", until=6)
def binary(attributes, inputs, version, name=None):
    a, b = inputs
    b = spread(a, b, attributes)
    if name == "Div":
        return [a / b if a.dtype.kind == "f" else np.trunc(a / b).astype(a.dtype)]
    return [BINARY[name](a, b)]


@formula("PRelu", until=6)
def prelu(attributes, inputs, version, name=None):
    x, slope = inputs
    slope = slope if slope.size == 1 else slope.reshape([1, -1] + [1] * (x.ndim - 2))
    return [np.where(x < 0, x * slope, x).astype(x.dtype)]


@formula("Gemm", until=6)
def gemm(attributes, inputs, version, name=None):
    a, b, c = inputs
    a = a.T if attributes.get("transA") else a
    b = b.T if attributes.get("transB") else b
    return [(attributes.get("alpha", 1.0) * (a.astype(float) @ b) + attributes.get("beta", 1.0) * c).astype(a.dtype)]


@formula("Softmax", "LogSoftmax", "Hardmax", until=11)
def softmax(attributes, inputs, version, name=None):
    x = inputs[0]
    axis = attributes.get("axis", 1)
    flat = x.reshape(int(np.prod(x.shape[:axis if axis >= 0 else x.ndim + axis])), -1).astype(float)
    if name == "Hardmax":
        return [np.eye(flat.shape[1])[flat.argmax(axis=1)].reshape(x.shape).astype(x.dtype)]
    shifted = flat - flat.max(axis=1, keepdims=True)
    logarithm = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return [(logarithm if name == "LogSoftmax" else np.exp(logarithm)).reshape(x.shape).astype(x.dtype)]


@formula("LRN")
def lrn(attributes, inputs, version, name=None):
    x = inputs[0].astype(float)
    size, alpha, beta, bias = attributes["size"], attributes.get("alpha", 1e-4), attributes.get("beta", 0.75), attributes.get("bias", 1.0)
    squares = np.zeros_like(x)
    for c in range(x.shape[1]):
        first, last = max(0, c - (size - 1) // 2), min(x.shape[1] - 1, c + -(-(size - 1) // 2))
        squares[:, c] = (x[:, first:last + 1] ** 2).sum(axis=1)
    return [(x / (bias + alpha / size * squares) ** beta).astype(inputs[0].dtype)]


@formula("GlobalLpPool")
def global_lp_pool(attributes, inputs, version, name=None):
    x, p = inputs[0], attributes.get("p", 2)
    axes = tuple(range(2, x.ndim))
    return [((np.abs(x.astype(float)) ** p).sum(axis=axes, keepdims=True) ** (1 / p)).astype(x.dtype)]


@formula("LpNormalization")
def lp_normalization(attributes, inputs, version, name=None):
    x, p, axis = inputs[0], attributes.get("p", 2), attributes.get("axis", -1)
    norm = (np.abs(x.astype(float)) ** p).sum(axis=axis, keepdims=True) ** (1 / p)
    return [np.divide(x, norm, out=np.zeros(x.shape), where=norm != 0).astype(x.dtype)]


@formula("InstanceNormalization")
def instance_normalization(attributes, inputs, version, name=None):
    x, scale, bias = (v.astype(float) for v in inputs)
    axes, shape = tuple(range(2, x.ndim)), [1, -1] + [1] * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    variance = (centred ** 2).mean(axis=axes, keepdims=True)
    return [(scale.reshape(shape) * centred / np.sqrt(variance + attributes.get("epsilon", 1e-5)) + bias.reshape(shape)).astype(inputs[0].dtype)]


@formula("BatchNormalization", until=9)
def batch_normalization(attributes, inputs, version, name=None):
    shape = [1, -1] + [1] * (inputs[0].ndim - 2)
    x, (scale, bias, mean, variance) = inputs[0].astype(float), (v.astype(float).reshape(shape) for v in inputs[1:])
    return [(scale * (x - mean) / np.sqrt(variance + attributes.get("epsilon", 1e-5)) + bias).astype(inputs[0].dtype)]


@formula("Split", until=1)
def split(attributes, inputs, version, name=None):
    sizes = attributes.get("split", None) if len(inputs) < 2 else inputs[1].astype(int)
    return np.split(inputs[0], np.cumsum(sizes)[:-1], axis=attributes.get("axis", 0))


@formula("Tile", until=1)
def tile(attributes, inputs, version, name=None):
    x, times, axis = inputs
    return [np.concatenate([x] * int(times), axis=int(axis))]


@formula("Dropout", until=6)
def dropout(attributes, inputs, version, name=None):
    return [inputs[0]]


@formula("Upsample", until=7)
def upsample(attributes, inputs, version, name=None):
    x = inputs[0]
    scales = attributes.get("scales") or [1.0, 1.0, attributes["height_scale"], attributes["width_scale"]]
    if attributes.get("mode", b"nearest") != b"nearest" or x.dtype == object:
        return None
    shape = [int(np.floor(n * np.float32(s))) for n, s in zip(x.shape, scales)]
    result = np.zeros(shape, x.dtype)
    for place in itertools.product(*map(range, shape)):
        result[place] = x[tuple(min(int(i / np.float32(s)), n - 1) for i, s, n in zip(place, scales, x.shape))]
    return [result]


def activation(name, alpha, beta):
    return dict(
        Tanh=np.tanh, Sigmoid=lambda x: 1 / (1 + np.exp(-x)), Relu=lambda x: np.maximum(x, 0), Softsign=lambda x: x / (1 + np.abs(x)),
        Softplus=lambda x: np.log1p(np.exp(x)), Affine=lambda x: alpha * x + beta, ScaledTanh=lambda x: alpha * np.tanh(beta * x),
        LeakyRelu=lambda x: np.where(x < 0, alpha * x, x), ThresholdedRelu=lambda x: np.where(x > alpha, x, 0),
        HardSigmoid=lambda x: np.clip(alpha * x + beta, 0, 1), Elu=lambda x: np.where(x < 0, alpha * np.expm1(x), x))[name]


@formula("RNN", "GRU", "LSTM")
def recurrent(attributes, inputs, version, name=None):
    """One step after the other, one direction after the other; rows past their length keep their state and give zeros."""
    inputs = list(inputs) + [None] * (8 - len(inputs))
    x, w, r, b, lengths, h0, c0, p = (None if v is None else v.astype(float) for v in inputs)
    layout, hidden = attributes.get("layout", 0), attributes["hidden_size"]
    x = x.transpose(1, 0, 2) if layout else x
    h0, c0 = ((None if v is None else v.transpose(1, 0, 2)) if layout else v for v in (h0, c0))
    steps, batch, _ = x.shape
    lengths = np.full(batch, steps) if lengths is None else lengths.astype(int)
    ways = w.shape[0]
    defaults = dict(RNN=["Tanh"], GRU=["Sigmoid", "Tanh"], LSTM=["Sigmoid", "Tanh", "Tanh"])[name]
    names = [n.decode() for n in attributes.get("activations", [])] or defaults * ways
    alphas, betas = attributes.get("activation_alpha", [0.01] * 9), attributes.get("activation_beta", [0.0] * 9)
    limit = attributes.get("clip", np.inf)
    clip = lambda v: np.clip(v, -limit, limit)
    outputs, last, cells = np.zeros([steps, ways, batch, hidden]), np.zeros([ways, batch, hidden]), np.zeros([ways, batch, hidden])
    for way, row in itertools.product(range(ways), range(batch)):
        f = [activation(names[k], alphas[k], betas[k]) for k in range(way * len(defaults), (way + 1) * len(defaults))]
        h = np.zeros(hidden) if h0 is None else h0[way, row]
        c = np.zeros(hidden) if c0 is None else c0[way, row]
        gates = w.shape[1] // hidden
        bias = np.zeros(2 * gates * hidden) if b is None else b[way]
        peep = np.zeros(3 * hidden) if p is None else p[way]
        backwards = attributes.get("direction", b"forward") == b"reverse" or way == 1
        order = range(lengths[row])
        for t in reversed(order) if backwards else order:
            xs = np.split(w[way] @ x[t, row] + bias[:gates * hidden], gates)
            hs = np.split(r[way] @ h + bias[gates * hidden:], gates)
            h, c = step(name, attributes, f, clip, xs, hs, np.split(peep, 3) if name == "LSTM" else None, h, c, r[way], bias)
            outputs[t, way, row] = h
        last[way, row], cells[way, row] = h, c
    outputs = outputs.transpose(2, 0, 1, 3) if layout else outputs
    last, cells = (v.transpose(1, 0, 2) if layout else v for v in (last, cells))
    kind = inputs[0].dtype
    return [v.astype(kind) for v in ([outputs, last, cells] if name == "LSTM" else [outputs, last])]


def step(name, attributes, f, clip, xs, hs, peep, h, c, r, bias):
    if name == "RNN":
        return f[0](clip(xs[0] + hs[0])), c
    if name == "GRU":
        z, reset = f[0](clip(xs[0] + hs[0])), f[0](clip(xs[1] + hs[1]))
        if attributes.get("linear_before_reset", 0):
            inner = xs[2] + reset * hs[2]
        else:
            size = len(h)
            inner = xs[2] + r[2 * size:] @ (reset * h) + bias[5 * size:]
        return (1 - z) * f[1](clip(inner)) + z * h, c
    i = f[0](clip(xs[0] + hs[0] + peep[0] * c))
    forget = 1 - i if attributes.get("input_forget", 0) else f[0](clip(xs[2] + hs[2] + peep[2] * c))
    c = forget * c + i * f[1](clip(xs[3] + hs[3]))
    o = f[0](clip(xs[1] + hs[1] + peep[1] * c))
    return o * f[2](c), c


def run(name: str, version: int, attributes: dict, inputs: list):
    """Outputs, or None where no formula holds."""
    until, function = FORMULAS.get(name, (0, None))
    if function is None or version > until:
        return None
    return function(attributes, inputs, version, name=name)
