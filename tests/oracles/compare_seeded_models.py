#!/usr/bin/env python3
"""Compare models that come without data sets with ONNX Runtime, on seeded inputs.

    compare_seeded_models.py PROGRAM PATH... [--seed N] [--dim NAME=SIZE] [--timeout SECONDS] [--rtol R] [--atol A]

PROGRAM is opscope-cli; PATH is a folder with model.onnx, or one whose folders are searched. For each model without test_data_set_*
ONNX Runtime (no graph optimisation, in a process of its own) computes the outputs of seeded inputs; they are written as a data set
beside a copy of the model, and `PROGRAM verify` compares. Dimensions without a size are 1. One line per model: agrees, differs,
fails (ours does not run it) or cannot (ONNX Runtime does not, and why). Development script: needs onnx, onnxruntime, numpy. Exit code
1 if a model differs or fails.
"""

import argparse
import json
import multiprocessing
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from folder_data import data_sets, real_inputs
from run_real_models import model_files, run_ort


def seeded_array(kind: onnx.TypeProto, dims: dict[str, int], random: np.random.Generator) -> np.ndarray:
    """Normal numbers; 0 or 1 for integers, which are often indices, masks or lengths; bytes in their whole range."""
    if kind.WhichOneof("value") != "tensor_type":
        raise ValueError(f"input of kind {kind.WhichOneof('value')}")
    tensor = kind.tensor_type
    if not tensor.HasField("shape"):
        raise ValueError("input without a shape")
    shape = [d.dim_value if d.HasField("dim_value") else dims.get(d.dim_param, 1) for d in tensor.shape.dim]
    if tensor.elem_type == TensorProto.STRING:
        return np.full(shape, "text", dtype=object)
    dtype = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
    if tensor.elem_type in (TensorProto.UINT8, TensorProto.INT8):
        return random.integers(0, 127, shape).astype(dtype)
    if dtype.kind in "iub":
        return random.integers(0, 2, shape).astype(dtype)
    return random.standard_normal(shape).astype(dtype)


def map_message(entries: dict, kind: onnx.TypeProto.Map) -> onnx.MapProto:
    """numpy_helper.from_dict takes values as float64 and cannot have texts as keys."""
    message = onnx.MapProto(key_type=kind.key_type)
    if kind.key_type == TensorProto.STRING:
        message.string_keys.extend(key.encode() for key in entries)
    else:
        message.keys.extend(entries)
    dtype = helper.tensor_dtype_to_np_dtype(kind.value_type.tensor_type.elem_type)
    message.values.elem_type = onnx.SequenceProto.TENSOR
    message.values.tensor_values.extend(numpy_helper.from_array(np.asarray(v, dtype)) for v in entries.values())
    return message


def message_of(value, kind: onnx.TypeProto):
    which = kind.WhichOneof("value")
    if which == "map_type":
        return map_message(value, kind.map_type)
    if which == "sequence_type" and kind.sequence_type.elem_type.WhichOneof("value") == "map_type":
        maps = [map_message(entries, kind.sequence_type.elem_type.map_type) for entries in value]
        return onnx.SequenceProto(elem_type=onnx.SequenceProto.MAP, map_values=maps)
    if which == "sequence_type":
        return numpy_helper.from_list(value)
    return numpy_helper.from_array(np.asarray(value))


def write_value(path: pathlib.Path, value, kind: onnx.TypeProto) -> None:
    path.write_bytes(message_of(value, kind).SerializeToString())


def make_set(model_path: pathlib.Path, folder: pathlib.Path, seed: int, dims: dict[str, int], results) -> None:
    """Runs in a child process; puts the reason why there is no set, or an empty text."""
    try:
        model = onnx.load(model_path, load_external_data=False)
        random = np.random.default_rng(seed)
        feeds = {value.name: seeded_array(value.type, dims, random) for value in real_inputs(model)}
        outputs = run_ort(model_path, feeds)
        folder.mkdir()
        for index, value in enumerate(real_inputs(model)):
            write_value(folder / f"input_{index}.pb", feeds[value.name], value.type)
        for index, (value, found) in enumerate(zip(model.graph.output, outputs, strict=True)):
            write_value(folder / f"output_{index}.pb", found, value.type)
        results.put("")
    except Exception as error:  # whatever the engine throws is the answer
        results.put(" ".join(f"{type(error).__name__}: {error}".split())[:160])


def reason_without_set(path: pathlib.Path, folder: pathlib.Path, arguments) -> str:
    results = multiprocessing.Queue()
    child = multiprocessing.Process(target=make_set, args=(path, folder, arguments.seed, arguments.dims, results))
    child.start()
    try:
        return results.get(timeout=arguments.timeout)
    except queue.Empty:
        return f"no answer in time, or its process ended with {child.exitcode}"
    finally:
        child.kill()
        child.join()


def judged(program: str, folder: pathlib.Path, arguments) -> tuple[str, str]:
    command = [program, "verify", str(folder), "--format", "json", "--quiet", "--rtol", str(arguments.rtol),
               "--atol", str(arguments.atol)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=arguments.timeout)
    try:
        test = json.loads(ended.stdout)["tests"][0]
    except (json.JSONDecodeError, KeyError, IndexError):
        return "fails", " ".join(ended.stderr.split())[:160]
    if test["outcome"] == "passed":
        return "agrees", ""
    message = test["message"] or next((found["message"] for found in test["sets"] if found["message"]), test["outcome"])
    return "differs" if test["runs"] else "fails", message[:200]


def compare(path: pathlib.Path, arguments) -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / path.parent.name
        shutil.copytree(path.parent, folder)
        reason = reason_without_set(folder / path.name, folder / "test_data_set_0", arguments)
        return ("cannot", reason) if reason else judged(arguments.program, folder, arguments)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dim", action="append", default=[], metavar="NAME=SIZE")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--rtol", type=float, default=1e-3)
    parser.add_argument("--atol", type=float, default=1e-5)
    arguments = parser.parse_args()
    arguments.dims = {name: int(size) for name, size in (text.split("=") for text in arguments.dim)}

    counts: dict[str, int] = {}
    for path in model_files(arguments.paths):
        if data_sets(path.parent):
            continue
        state, text = compare(path, arguments)
        counts[state] = counts.get(state, 0) + 1
        print(f"{path.parent.name:40} {state:8} {text}", flush=True)
    print(", ".join(f"{count} {state}" for state, count in counts.items()), file=sys.stderr)
    return 1 if counts.get("differs") or counts.get("fails") else 0


if __name__ == "__main__":
    sys.exit(main())
