"""Sample residual-cnn: an image classifier that tells ten drawn patterns apart.

Convolutions are random and fixed, normalisations hold the statistics measured on drawn pictures, and the last layer is solved by
ridge regression on the pooled features. That makes it a classifier that works, without training.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper

from sample_builder import Builder, make_model, metadata, rounded

SIZE = 96
OPSET = 17
EXAMPLE = 4  # the first disc among the unseen pictures
WIDTHS = (32, 64, 112)
LABELS = ("horizontal stripes", "vertical stripes", "diagonal stripes", "checkerboard", "disc", "ring", "cross", "square",
          "dots", "gradient")


def pattern(label: int, random: np.random.Generator) -> np.ndarray:
    """One picture, 3 x SIZE x SIZE, of the class: random place, scale, colours, noise; mean about 0, deviation about 1."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    cx, cy = random.uniform(0.35, 0.65, 2)
    radius, period, phase = random.uniform(0.18, 0.32), random.uniform(0.1, 0.2), random.uniform(0, 1)
    distance = np.hypot(x - cx, y - cy)

    def wave(t):
        return (np.sin(2 * np.pi * (t / period + phase)) > 0).astype(float)

    shape = (
        lambda: wave(y),
        lambda: wave(x),
        lambda: wave((x + y) / np.sqrt(2)),
        lambda: np.abs(wave(x) - wave(y)),
        lambda: (distance < radius).astype(float),
        lambda: (np.abs(distance - radius) < 0.05).astype(float),
        lambda: ((np.abs(x - cx) < 0.06) | (np.abs(y - cy) < 0.06)).astype(float),
        lambda: (np.maximum(np.abs(x - cx), np.abs(y - cy)) < radius).astype(float),
        lambda: (np.hypot((x + phase) % period - period / 2, (y + phase) % period - period / 2) < period / 4).astype(float),
        lambda: (x - 0.5) * np.cos(2 * np.pi * phase) + (y - 0.5) * np.sin(2 * np.pi * phase) + 0.5,
    )[label]()
    foreground, background = random.uniform(0.6, 1.0, 3), random.uniform(0.0, 0.3, 3)
    image = background[:, None, None] + (foreground - background)[:, None, None] * shape
    image += random.normal(0, 0.03, image.shape)
    return ((image - 0.45) / 0.27).astype(np.float32)


def pictures(per_class: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    labels = np.tile(np.arange(len(LABELS)), per_class)
    return np.stack([pattern(label, random) for label in labels]), labels


def conv_norm(b: Builder, scope: str, unit: str, index: str, x: str, channels: int, kernel: int, stride: int) -> str:
    inputs = b.values[x].shape[1]
    path = f"{scope}/{unit}{index}".strip("/").replace("/", ".")
    weight = b.normal(f"{path}.weight", (channels, inputs, kernel, kernel), np.sqrt(2 / (inputs * kernel * kernel)))
    pad = kernel // 2
    y = b.add(f"{scope}/{unit}{index}", "Conv", [x, weight], kernel_shape=[kernel, kernel], strides=[stride, stride],
              pads=[pad] * 4, dilations=[1, 1], group=1)
    norm = "bn" if unit == "conv" else f"{unit}_bn"
    path = f"{scope}/{norm}{index}".strip("/").replace("/", ".")
    statistics = [
        b.weight(f"{path}.weight", rounded(b.random.uniform(0.8, 1.2, channels))),
        b.weight(f"{path}.bias", rounded(b.random.normal(0, 0.1, channels))),
        b.weight(f"{path}.running_mean", rounded(b.values[y].mean((0, 2, 3)))),
        b.weight(f"{path}.running_var", rounded(b.values[y].var((0, 2, 3)) + 1e-3)),
    ]
    return b.add(f"{scope}/{norm}{index}", "BatchNormalization", [y, *statistics], epsilon=1e-5, momentum=0.9)


def block(b: Builder, scope: str, x: str, channels: int, stride: int) -> str:
    y = conv_norm(b, scope, "conv", "1", x, channels, 3, stride)
    y = b.add(f"{scope}/relu", "Relu", [y])
    y = conv_norm(b, scope, "conv", "2", y, channels, 3, 1)
    if stride != 1 or b.values[x].shape[1] != channels:
        x = conv_norm(b, scope, "downsample", "", x, channels, 1, stride)
    y = b.add(scope, "Add", [y, x])
    return b.add(f"{scope}/relu", "Relu", [y])


def pooled_features(b: Builder, output: str, images: np.ndarray) -> np.ndarray:
    """Runs what is built so far over many pictures, a few at a time."""
    graph = helper.make_graph(
        b.nodes, "features", [helper.make_tensor_value_info("image", TensorProto.FLOAT, None)],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)], b.initializers)
    session = onnx.reference.ReferenceEvaluator(helper.make_model(graph, opset_imports=[b.opset]))
    return np.vstack([session.run(None, {"image": part})[0] for part in np.array_split(images, len(images) // 40)])


def solve_readout(features: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ridge regression onto +12 for the right class and 0 for the others: confident after softmax, not saturated."""
    design = np.hstack([features, np.ones((len(features), 1))]).astype(np.float64)
    targets = 12.0 * np.eye(len(LABELS))[labels]
    solution = np.linalg.solve(design.T @ design + 0.5 * np.eye(design.shape[1]), design.T @ targets)
    return solution[:-1].T, solution[-1]


def build() -> tuple[onnx.ModelProto, dict[str, np.ndarray]]:
    images, labels = pictures(per_class=100, seed=7)
    b = Builder(seed=20, opset=OPSET)
    x = b.feed("image", images[:80])
    x = conv_norm(b, "/stem", "conv", "", x, WIDTHS[0], 3, 2)
    x = b.add("/stem/relu", "Relu", [x])
    x = b.add("/stem/pool", "MaxPool", [x], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    for stage, channels in enumerate(WIDTHS, start=1):
        for index in range(2):
            x = block(b, f"/stage{stage}/block{index}", x, channels, 2 if stage > 1 and index == 0 else 1)
    x = b.add("/head/pool", "GlobalAveragePool", [x])
    x = b.add("/head", "Flatten", [x], axis=1)
    matrix, offset = solve_readout(pooled_features(b, x, images), labels)
    weight = b.weight("head.classifier.weight", rounded(matrix))
    bias = b.weight("head.classifier.bias", rounded(offset))
    logits = b.add("/head/classifier", "Gemm", [x, weight, bias], transB=1, output="logits")
    b.add("/head", "Softmax", [logits], axis=-1, output="probabilities")

    graph = helper.make_graph(
        b.nodes, "residual_cnn",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, SIZE, SIZE])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [1, len(LABELS)])],
        b.initializers)
    model = make_model(graph, [b.opset], 8, "Image classifier: a residual network that tells ten drawn patterns apart.")
    metadata(model, labels=", ".join(LABELS))

    unseen, truth = pictures(per_class=4, seed=8)
    print(f"residual-cnn: {accuracy(model, unseen, truth):.0%} of {len(truth)} unseen pictures right")
    return model, {"image": unseen[EXAMPLE : EXAMPLE + 1]}


def accuracy(model: onnx.ModelProto, images: np.ndarray, labels: np.ndarray) -> float:
    session = onnx.reference.ReferenceEvaluator(model)
    return float((session.run(None, {"image": images})[0].argmax(1) == labels).mean())
