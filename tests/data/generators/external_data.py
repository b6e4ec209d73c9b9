"""Weights in other files: the normal ways, and locations that must be refused.

Links are made by the test at run time: `needs_link` names one (kind, name, target relative to the model's folder).
"""

import numpy as np
import onnx
from onnx import TensorProto, helper

from .case import Case, data, graph, model

WEIGHT = np.float32([[1, 2, 3], [4, 5, 6]])
OTHER = np.float32([[10, 20, 30], [40, 50, 60]])
PADDING = b"padding before the data "
SIZE = WEIGHT.nbytes


def external(name: str, **entries: str) -> TensorProto:
    result = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=[2, 3], data_location=TensorProto.EXTERNAL)
    for key, value in entries.items():
        result.external_data.add(key=key, value=value)
    return result


def adding(*weights: TensorProto) -> bytes:
    nodes, last = [], "x"
    for index, weight in enumerate(weights):
        result = "y" if index + 1 == len(weights) else f"s{index}"
        nodes.append(helper.make_node("Add", [last, weight.name], [result]))
        last = result
    return data(model(graph(nodes, initializers=weights)))


def normal_cases():
    offset = str(len(PADDING))
    yield Case("inside/weights.bin", PADDING + WEIGHT.tobytes() + OTHER.tobytes())
    yield Case("inside/whole.bin", WEIGHT.tobytes())
    yield Case("inside/sub/deep.bin", WEIGHT.tobytes())
    yield Case("inside/short.bin", WEIGHT.tobytes()[:10])
    yield Case("outside.bin", WEIGHT.tobytes())
    yield Case("inside/offset_and_length.onnx", adding(external("w", location="weights.bin", offset=offset, length=str(SIZE))),
               "external weights with offset and length")
    yield Case("inside/two_in_one_file.onnx",
               adding(external("w", location="weights.bin", offset=offset, length=str(SIZE)),
                      external("v", location="weights.bin", offset=str(len(PADDING) + SIZE), length=str(SIZE))),
               "two weights in one file")
    yield Case("inside/whole_file.onnx", adding(external("w", location="whole.bin")), "neither offset nor length: the whole file")
    yield Case("inside/no_length.onnx", adding(external("w", location="weights.bin", offset=str(len(PADDING) + SIZE))),
               "offset without length: to the end of the file")
    yield Case("inside/subfolder.onnx", adding(external("w", location="sub/deep.bin")), "a file in a folder below the model")
    yield Case("inside/dot_prefix.onnx", adding(external("w", location="./whole.bin")), "a location that starts with ./")
    yield Case("inside/unknown_key.onnx", adding(external("w", location="whole.bin", checksum="0" * 40, colour="blue")),
               "entries that nobody knows beside the location")


# file, location and other entries, what it shows, words of the message, link to make
REFUSED = (
    ("parent", {"location": "../outside.bin"}, "a location that climbs out, to a file that exists", ("outside.bin",), None),
    ("parent_inside", {"location": "sub/../../outside.bin"}, "a location that climbs out after going down", ("outside.bin",), None),
    ("parent_back", {"location": "../inside/whole.bin"}, "a location that climbs out and comes back", ("whole.bin",), None),
    ("absolute", {"location": "/etc/hostname"}, "an absolute location", ("/etc/hostname",), None),
    ("device", {"location": "/dev/zero"}, "an endless device", ("/dev/zero",), None),
    ("symlink", {"location": "link.bin"}, "a symbolic link that leads out", ("link.bin",), ["symbolic", "link.bin", "../outside.bin"]),
    ("symlink_folder", {"location": "folder/outside.bin"}, "a folder that is a symbolic link out", ("folder",),
     ["symbolic", "folder", ".."]),
    ("hardlink", {"location": "hard.bin"}, "a second name of a file elsewhere", ("hard.bin",), ["hard", "hard.bin", "../outside.bin"]),
    ("fifo", {"location": "pipe.bin"}, "a pipe, on which a read would wait for ever", ("pipe.bin",), ["fifo", "pipe.bin", ""]),
    ("folder", {"location": "sub"}, "a location that is a folder", ("sub",), None),
    ("own_folder", {"location": "."}, "the model's own folder", ("location",), None),
    ("empty", {"location": ""}, "an empty location", ("location",), None),
    ("no_location", {"offset": "0"}, "no location at all", ("location",), None),
    ("nul", {"location": "whole.bin\0.txt"}, "a location with a NUL inside", ("location",), None),
    ("absent", {"location": "absent.bin"}, "a file that is not there", ("absent.bin",), None),
    ("url", {"location": "file:///etc/hostname"}, "a URL is a name like any other, and no file has it", ("hostname",), None),
    ("offset_beyond", {"location": "whole.bin", "offset": "4096"}, "an offset beyond the end", ("whole.bin", "4096"), None),
    ("length_beyond", {"location": "whole.bin", "offset": "0", "length": "4096"}, "a length beyond the end and unlike the shape",
     ("whole.bin", "4096"), None),
    ("offset_overflow", {"location": "whole.bin", "offset": "18446744073709551608", "length": "24"},
     "offset plus length wraps around 64 bits", ("offset",), None),
    ("length_overflow", {"location": "whole.bin", "offset": "8", "length": "18446744073709551615"},
     "a length that wraps around 64 bits", ("length",), None),
    ("too_many_digits", {"location": "whole.bin", "offset": "9" * 40}, "an offset that fits no integer", ("offset",), None),
    ("negative", {"location": "whole.bin", "offset": "-8"}, "a negative offset", ("offset",), None),
    ("not_a_number", {"location": "whole.bin", "offset": "8 bytes"}, "an offset that is no number", ("offset",), None),
    ("short_length", {"location": "whole.bin", "length": "8"}, "a length smaller than the shape needs", ("length",), None),
    ("short_file", {"location": "short.bin"}, "a file shorter than the shape needs", ("short.bin",), None),
)


def cases():
    yield from normal_cases()
    for name, entries, shows, mentions, link in REFUSED:
        extra = {"needs_link": link} if link else {}
        yield Case(f"inside/bad_{name}.onnx", adding(external("w", **entries)), shows, finding="error", mentions=mentions,
                   extra={"weights_refused": ["w"], **extra})
    both = external("w", location="whole.bin")
    both.raw_data = OTHER.tobytes()
    yield Case("inside/bad_both.onnx", adding(both), "external data and raw_data in one tensor", finding="error", mentions=("w",))
