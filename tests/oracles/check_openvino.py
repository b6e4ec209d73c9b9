#!/usr/bin/env python3
"""Does our session of OpenVINO give what OpenVINO's Python package gives, as fast, and to which nodes does its time belong?

    check_openvino.py PROGRAM MODEL... [--threads N] [--runs N] [--keep FOLDER] [--timeout SECONDS]

PROGRAM is run_engine (target `benchmarks`). MODEL is an ONNX file, or a folder with model.onnx. Its inputs come from test_data_set_*,
from NAME.inputs/* beside it, or are seeded numbers. Both sides use the library of the Python package, f32, the same threads and the
sizes of these inputs. One line per model:

    bits    equal, or which output differs; `refused` if both sides refuse the model, with the same reason
    wall    ours divided by Python's: medians of alternating groups of runs
    shares  of the operators' time by the rule that led them to nodes of the model, in %
    misfit  of the time led by name or between: no output of the operator has as many elements as an output of its nodes has,
            by ONNX's shape inference. --misfits lists these operators

Development script: needs openvino, onnx, numpy. Exit code 1 if bits differ, only one side runs a model, or less than 95 % of the time
has a node or a named row. The wall is only shown: on a loaded machine it says nothing.
"""

import argparse
import collections
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

import numpy as np
import onnx
import openvino

from compare_seeded_models import seeded_array
from folder_data import real_inputs

LED = ("same node", "values", "name", "between", "part", "added by the engine")


class Ours:
    """A run_engine process."""

    def __init__(self, program, library, model, folder, threads):
        self.process = subprocess.Popen([program, library, model, folder, str(threads)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, command: str) -> dict:
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        line = self.process.stdout.readline()
        if not line:
            return {"error": f"ended with {self.process.wait()}"}
        return json.loads(line)


def c_library() -> pathlib.Path:
    return next(iter((pathlib.Path(openvino.__file__).parent / "libs").glob("libopenvino_c.so*")))


def data_folder(model: pathlib.Path) -> pathlib.Path | None:
    places = [*sorted(model.parent.glob("test_data_set_*")), *sorted(model.parent.glob(f"{model.stem}.inputs/*"))]
    return next((place for place in places if (place / "input_0.pb").exists()), None)


def write_inputs(model: onnx.ModelProto, path: pathlib.Path, folder: pathlib.Path) -> list[np.ndarray]:
    source = data_folder(path)
    random = np.random.default_rng(0)
    arrays = []
    for index, value in enumerate(real_inputs(model)):
        file = source / f"input_{index}.pb" if source else None
        if file is not None and file.exists():
            tensor = onnx.TensorProto.FromString(file.read_bytes())
        else:
            tensor = onnx.numpy_helper.from_array(seeded_array(value.type, {}, random))
        (folder / f"input_{index}.pb").write_bytes(tensor.SerializeToString())
        arrays.append(onnx.numpy_helper.to_array(tensor))
    return arrays


def host_tensor(array: np.ndarray, kind) -> openvino.Tensor:
    array = np.array(array, order="C")  # those of onnx are read-only
    if array.dtype.name == "bfloat16":
        return openvino.Tensor(array.view(np.uint16), list(array.shape), kind)
    return openvino.Tensor(array, shared_memory=True)


class Python:
    """The same model by the Python package."""

    def __init__(self, path, model, arrays, threads):
        core = openvino.Core()
        self.model = core.read_model(path)
        names = [value.name for value in real_inputs(model)]
        ports = {name: self.model.input(name) for name in names}
        if any(port.get_partial_shape().is_dynamic for port in ports.values()):
            self.model.reshape({name: openvino.PartialShape(list(array.shape)) for name, array in zip(names, arrays)})
        self.arrays = arrays
        settings = {"PERF_COUNT": "NO", "INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": str(threads)}
        self.request = core.compile_model(self.model, "CPU", settings).create_infer_request()
        self.tensors = [host_tensor(array, ports[name].get_element_type()) for name, array in zip(names, arrays)]
        for name, tensor in zip(names, self.tensors):
            self.request.set_tensor(name, tensor)

    def outputs(self) -> list[bytes]:
        self.request.infer()
        return [self.request.get_output_tensor(i).data.tobytes() for i in range(len(self.model.outputs))]

    def times(self, runs: int) -> list[int]:
        found = []
        for _ in range(runs):
            start = time.perf_counter_ns()
            self.request.infer()
            found.append(time.perf_counter_ns() - start)
        return found


def output_difference(folder: pathlib.Path, expected: list[bytes]) -> str:
    different = []
    for index, content in enumerate(expected):
        ours = onnx.TensorProto.FromString((folder / f"output_{index}.pb").read_bytes())
        raw = ours.raw_data or onnx.numpy_helper.to_array(ours).tobytes()
        if raw != content:
            different.append(index)
    return f"outputs {different} of {len(expected)} differ" if different else "equal"


def wall_ratio(ours: Ours, python: Python, groups: int) -> tuple[float, float]:
    """(ratio of medians, Python's median in ms)"""
    once = min(python.times(2))
    size = max(1, round(20e6 / once))
    found = {"ours": [], "python": []}
    for group in range(groups):
        for side in ("ours", "python") if group % 2 else ("python", "ours"):
            found[side] += ours.ask(f"plain {size}")["ns"] if side == "ours" else python.times(size)
    median = {side: statistics.median(times) for side, times in found.items()}
    return median["ours"] / median["python"], median["python"] / 1e6


def node_sizes(model: onnx.ModelProto, arrays: list[np.ndarray]) -> list[set[int]]:
    """Numbers of elements that the outputs of each node have, as far as ONNX infers them; empty if it cannot."""
    for value, array in zip(real_inputs(model), arrays):
        del value.type.tensor_type.shape.dim[:]
        for size in array.shape:
            value.type.tensor_type.shape.dim.add().dim_value = size
    del model.graph.value_info[:]
    try:
        inferred = onnx.shape_inference.infer_shapes(model, data_prop=True).graph
    except onnx.shape_inference.InferenceError:
        return [set() for _ in model.graph.node]
    sizes = {}
    for value in [*inferred.value_info, *inferred.output]:
        dims = value.type.tensor_type.shape.dim
        if value.type.tensor_type.HasField("shape") and all(dim.HasField("dim_value") for dim in dims):
            sizes[value.name] = math.prod(dim.dim_value for dim in dims)
    # OpenVINO has an operator for each direction of a recurrent node.
    halves = {name: {size // 2} for node in model.graph.node if node.op_type in ("LSTM", "GRU", "RNN")
              for name in node.output if (size := sizes.get(name))}
    return [set().union(*({sizes[name]} | halves.get(name, set()) for name in node.output if name in sizes))
            for node in model.graph.node]


def operator_sizes(graph: pathlib.Path) -> list[set[int]]:
    """Numbers of elements that the outputs of each operator of an executed graph have."""
    layers = xml.etree.ElementTree.parse(graph).getroot().find("layers")
    return [{math.prod(int(dim.text) for dim in port.findall("dim")) for port in layer.findall("output/port")} for layer in layers]


def misfit(operator: dict, made: list[set[int]], expected: list[set[int]]) -> bool:
    if operator["rule"] not in ("name", "between"):
        return False
    sizes = [expected[node] for node in operator["nodes"]]
    return all(sizes) and not made[operator["place"]] & set().union(*sizes)


def rule_shares(ours: Ours, runs: int, graph: pathlib.Path, expected: list[set[int]], is_listed: bool) -> dict[str, float]:
    recorded = ours.ask(f"recorded {runs}")
    attributed = ours.ask("attribute")
    if "error" in recorded or "error" in attributed:
        return {"error": recorded.get("error") or attributed.get("error")}
    times = collections.Counter()
    last = recorded["runs"][-1]
    for duration, node in zip(last, attributed["operators"]):
        times[node["rule"]] += duration
    total = sum(times.values())  # 0 if no operator takes a microsecond
    made = operator_sizes(graph)
    for duration, node, (name, *_) in zip(last, attributed["operators"], recorded["nodes"]):
        if misfit(node, made, expected):
            times["misfit"] += duration
            if is_listed:
                print("misfit", name, made[node["place"]], node, [expected[each] for each in node["nodes"]], file=sys.stderr)
    return {rule: 100 * time / total for rule, time in times.items()} if total else {}


def check_one(args, name: str) -> dict:
    path = pathlib.Path(name)
    path = path / "model.onnx" if path.is_dir() else path
    model = onnx.load(path, load_external_data=False)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.keep) / path.parent.name if args.keep else pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            arrays = write_inputs(model, path, folder)
        except Exception as error:  # no oracle without inputs
            return {"bits": "no inputs", "reason": str(error)}
        ours = Ours(args.program, c_library(), path, folder, args.threads)
        ran = ours.ask("plain 1")
        try:
            python = Python(path, model, arrays, args.threads)
            expected = python.outputs()
        except Exception as error:
            reason = ran.get("error", "")
            return {"bits": "refused" if reason else "ONLY OURS RUNS", "reason": reason or str(error)}
        if "error" in ran:
            return {"bits": "ONLY PYTHON RUNS", "reason": ran["error"]}
        written = ours.ask("outputs")
        if "error" in written:
            return {"bits": "ONLY PYTHON RUNS", "reason": written["error"]}
        result = {"bits": output_difference(folder, expected)}
        if args.runs:
            result["wall"], result["ms"] = wall_ratio(ours, python, args.runs)
        result["shares"] = rule_shares(ours, 4, folder / "openvino_graph.xml", node_sizes(model, arrays), args.misfits)
        return result


def line(name: str, found: dict) -> tuple[str, bool]:
    label = pathlib.Path(name).parent.name if name.endswith("model.onnx") else pathlib.Path(name).stem
    shares = found.get("shares", {})
    led = sum(shares.get(rule, 0) for rule in LED) if "error" not in shares else 0
    is_good = found["bits"] in ("refused", "no inputs") or (found["bits"] == "equal" and (led >= 95 or not shares))
    text = f"{label:28} {found['bits']:8}"
    if "wall" in found:
        text += f" {found['wall']:6.3f} of {found['ms']:8.2f} ms"
    if shares:
        text += "  " + ("; ".join(f"{rule} {share:.1f}" if isinstance(share, float) else share for rule, share in
                                  sorted(shares.items(), key=lambda entry: str(entry[1]))))
    if "reason" in found:
        text += "  " + found["reason"][:150]
    return ("   " if is_good else "!! ") + text, is_good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=6, help="groups of runs of each side; 0: do not compare the wall")
    parser.add_argument("--keep", help="folder for inputs, outputs and executed graphs")
    parser.add_argument("--misfits", action="store_true")
    parser.add_argument("--timeout", type=int, default=600)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(check_one(args, args.models[0])))
        return 0
    failed = 0
    for name in args.models:  # each in a process of its own: the library may crash
        own = [*(["--misfits"] if args.misfits else []), *(("--keep", args.keep) if args.keep else ()), "--threads", str(args.threads), "--runs", str(args.runs), "--one"]
        try:
            child = subprocess.run([sys.executable, __file__, args.program, name, *own], capture_output=True, text=True,
                                   timeout=args.timeout)
            sys.stderr.write(child.stderr if args.misfits else "")
            lines = child.stdout.splitlines()
            found = json.loads(lines[-1]) if lines else {"bits": "FAILED", "reason": child.stderr.strip()[-200:]}
        except subprocess.TimeoutExpired:
            found = {"bits": "TIMEOUT"}
        text, is_good = line(name, found)
        print(text, flush=True)
        failed += not is_good
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
