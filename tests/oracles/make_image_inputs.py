#!/usr/bin/env python3
"""Write what models get from pictures by Pillow and numpy: tests/data/golden/image_inputs.txt.

    make_image_inputs.py > ../data/golden/image_inputs.txt

One row per case: `WIDTHxHEIGHT TYPE DIMS OPTIONS : NUMBERS`, with `-` for no option. The picture has the levels of `level()`. Rows with
`linear` are by Resize of ONNX Runtime, which rounds otherwise in the last place. Development script: needs numpy, Pillow, onnx, onnxruntime.
"""

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from PIL import Image

F = np.float32
FILTERS = {"bilinear": Image.BILINEAR, "bicubic": Image.BICUBIC}


def level(y, x, channel):
    return (x * 37 + y * 91 + channel * 53 + x * y * 7 + 11) % 256


def picture(width, height):
    levels = [[[level(y, x, c) for c in range(3)] for x in range(width)] for y in range(height)]
    return Image.fromarray(np.array(levels, np.uint8))


def resize_linear(pixels, width, height):
    """Resize-13 with mode linear and half_pixel over the two axes of one plane after the other."""
    size = helper.make_tensor("s", TensorProto.INT64, [4], [1, 1, height, width])
    node = helper.make_node("Resize", ["x", "", "", "s"], ["y"], mode="linear")
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 1, *pixels.shape[:2]])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)], [size])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    planes = [session.run(None, {"x": pixels[None, None, :, :, c].astype(F)})[0][0, 0] for c in range(pixels.shape[2])]
    return np.stack(planes, axis=-1)


def scaled(image, width, height, how):
    if how == "linear":
        pixels = np.asarray(image)
        return resize_linear(pixels if pixels.ndim == 3 else pixels[:, :, None], width, height)
    pixels = np.asarray(image.resize((width, height), FILTERS[how]))
    return (pixels if pixels.ndim == 3 else pixels[:, :, None]).astype(F)


def middle(pixels, width, height):
    """CenterCrop of torchvision."""
    top = int(round((pixels.shape[0] - height) / 2.0))
    left = int(round((pixels.shape[1] - width) / 2.0))
    return pixels[top:top + height, left:left + width]


def prepared(image, width, height, options, how):
    w, h = image.size
    if "crop" in options and options["crop"]:
        side = int(options["crop"])  # Resize of torchvision
        size = (side, int(side * h / w)) if w <= h else (int(side * w / h), side)
        return middle(scaled(image, *size, how), width, height)
    if "crop" in options:
        factor = max(width / w, height / h)
        return middle(scaled(image, max(width, round(w * factor)), max(height, round(h * factor)), how), width, height)
    if "pad" in options:
        factor = min(width / w, height / h)
        size = (min(width, round(w * factor)), min(height, round(h * factor)))
        inner = scaled(image, *size, how)
        pixels = np.full((height, width, inner.shape[2]), F(options["pad"] or 0), F)
        top, left = (height - size[1]) // 2, (width - size[0]) // 2
        pixels[top:top + size[1], left:left + size[0]] = inner
        return pixels
    return scaled(image, width, height, how)


def numbers_of(text):
    return np.array([float(part) for part in text.split("/")])


def tensor(width, height, kind, dims, text):
    options = {}
    for part in [] if text == "-" else text.split(","):
        name, _, value = part.partition("=")
        options[name] = value
    image = picture(width, height)
    last = "nhwc" in options
    channels = dims[-1] if last else dims[-3]
    rows, columns = dims[-3:-1] if last else dims[-2:]
    if channels == 1:
        image = image.convert("L")
    how = next((name for name in ("bicubic", "linear") if name in options), "bilinear")
    pixels = prepared(image, columns, rows, options, how)
    if "bgr" in options and channels == 3:
        pixels = pixels[:, :, ::-1]
    computed = np.float64 if kind == "double" else F
    floating = kind in ("float", "double", "float16")
    if options.get("range", "0..1" if floating else "0..255") == "0..1":
        pixels = pixels.astype(computed) / computed(255)
    pixels = pixels.astype(computed)
    if "mean" in options:
        pixels = pixels - numbers_of(options["mean"]).astype(computed)
    if "std" in options:
        pixels = pixels / numbers_of(options["std"]).astype(computed)
    if not floating:
        pixels = np.rint(pixels)
    wanted = {"float": F, "double": np.float64, "float16": np.float16}.get(kind, np.dtype(kind) if not floating else None)
    pixels = pixels.astype(wanted)
    pixels = pixels if last else np.moveaxis(pixels, -1, 0)
    return np.broadcast_to(pixels, dims) if len(dims) == 4 else pixels


CASES = [
    (7, 5, "float", (1, 3, 4, 3), "-"),
    (7, 5, "float", (3, 5, 7), "-"),
    (7, 5, "float", (2, 3, 9, 11), "-"),
    (7, 5, "float", (1, 4, 3, 3), "nhwc"),
    (7, 5, "float", (1, 1, 3, 4), "-"),
    (7, 5, "float", (1, 3, 4, 3), "bicubic"),
    (7, 5, "float", (1, 3, 9, 11), "bicubic"),
    (7, 5, "float", (1, 3, 4, 3), "linear"),
    (7, 5, "float", (1, 3, 9, 11), "linear,range=0..255"),
    (7, 5, "float", (1, 3, 4, 4), "crop"),
    (5, 8, "float", (1, 3, 4, 4), "crop"),
    (13, 9, "float", (1, 3, 4, 4), "crop=6"),
    (9, 13, "float", (1, 3, 5, 3), "crop=6,bicubic"),
    (7, 5, "float", (1, 3, 6, 6), "pad=114"),
    (5, 8, "float", (1, 3, 6, 6), "pad"),
    (7, 5, "float", (1, 3, 4, 3), "mean=0.485/0.456/0.406,std=0.229/0.224/0.225"),
    (7, 5, "float", (1, 3, 4, 3), "bgr,range=0..255,mean=103.939/116.779/123.68"),
    (7, 5, "double", (1, 3, 4, 3), "mean=0.485/0.456/0.406,std=0.229/0.224/0.225"),
    (7, 5, "float16", (1, 3, 4, 3), "mean=0.5,std=0.5"),
    (7, 5, "uint8", (1, 3, 4, 3), "-"),
    (7, 5, "int8", (1, 3, 4, 3), "mean=128"),
    (7, 5, "int64", (1, 4, 3, 3), "nhwc,mean=10/20/30,std=2"),
]


def main():
    print("# make_image_inputs.py, Pillow", Image.__version__ if hasattr(Image, "__version__") else "?")
    for width, height, kind, dims, options in CASES:
        numbers = tensor(width, height, kind, dims, options).reshape(-1)
        text = " ".join(repr(float(n)) if kind in ("float", "double", "float16") else str(int(n)) for n in numbers)
        print(f"{width}x{height} {kind} {'x'.join(map(str, dims))} {options} : {text}")


if __name__ == "__main__":
    main()
