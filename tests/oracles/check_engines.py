#!/usr/bin/env python3
"""Compares `opscope-cli run --engine` with the same library called by its Python package.

    check_engines.py --cli build/release/bin/opscope-cli [--engine onnxruntime] MODEL...

For each model, with the same inputs, threads and settings: whether all outputs are equal bit for bit, the ratio of the wall times
(median of rounds in which both take turns), and the share of the operators' time that is attributed to nodes or to operators that the
engine added. Prints a table. Exit code 1 if an output differs. Needs numpy, onnx and the package.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
from onnx import numpy_helper


def sizes_of(value, fallback):
    return [d.dim_value if d.HasField("dim_value") else fallback for d in value.type.tensor_type.shape.dim]


def inputs_of(model, folder, cli, path):
    """Lets Opscope choose the inputs, so that dimensions that depend on each other fit, and saves them for both."""
    document = json.loads(subprocess.run([cli, "run", path, "--check-only", "--format", "json"], capture_output=True, check=True).stdout)
    weights = {tensor.name for tensor in model.graph.initializer}
    wanted = [value for value in model.graph.input if value.name not in weights]
    dims = document["dims"]
    random = np.random.default_rng(0)
    feeds = {}
    for number, value in enumerate(wanted):
        tensor = value.type.tensor_type
        if tensor.elem_type == onnx.TensorProto.UNDEFINED:
            raise RuntimeError(f"input {value.name} is no tensor")
        shape = []
        for dim in tensor.shape.dim:
            shape.append(dim.dim_value if dim.HasField("dim_value") else dims.get(dim.dim_param, 1))
        dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if np.issubdtype(dtype, np.floating):
            array = random.random(shape).astype(dtype)
        elif dtype == np.bool_:
            array = random.random(shape) < 0.5
        else:
            array = random.integers(0, 2, shape).astype(dtype)
        feeds[value.name] = array
        with open(os.path.join(folder, f"input_{number}.pb"), "wb") as file:
            file.write(numpy_helper.from_array(np.asarray(array), value.name).SerializeToString())
    return feeds


class OnnxRuntime:
    def __init__(self, path, feeds, threads):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 4
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.feeds = feeds

    def run(self):
        start = time.perf_counter_ns()
        outputs = self.session.run(None, self.feeds)
        return outputs, time.perf_counter_ns() - start


class OpenVino:
    def __init__(self, path, feeds, threads):
        import openvino

        core = openvino.Core()
        model = core.read_model(path)
        open_inputs = {i.any_name: feeds[i.any_name].shape for i in model.inputs if i.partial_shape.is_dynamic}
        if open_inputs:
            model.reshape(open_inputs)
        config = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY", "NUM_STREAMS": "1"}
        self.request = core.compile_model(model, "CPU", config).create_infer_request()
        for port in model.inputs:
            array = np.ascontiguousarray(feeds[port.any_name])
            is_bfloat16 = array.dtype.name == "bfloat16"  # numpy's type is not known to the package
            tensor = openvino.Tensor(array.view(np.uint16), list(array.shape), port.get_element_type()) if is_bfloat16 else openvino.Tensor(array)
            self.request.set_tensor(port.any_name, tensor)
        self.request.infer()

    def run(self):
        start = time.perf_counter_ns()
        self.request.infer()
        wall = time.perf_counter_ns() - start
        return [tensor.data.copy() for tensor in self.request.output_tensors], wall


def saved_outputs(folder, count):
    outputs = []
    for number in range(count):
        tensor = onnx.TensorProto()
        with open(os.path.join(folder, f"output_{number}.pb"), "rb") as file:
            tensor.ParseFromString(file.read())
        outputs.append(numpy_helper.to_array(tensor))
    return outputs


def check(path, arguments):
    model = onnx.load(path, load_external_data=False)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as saved:
        feeds = inputs_of(model, folder, arguments.cli, path)
        python = {"onnxruntime": OnnxRuntime, "openvino": OpenVino}[arguments.engine](path, feeds, arguments.threads)
        expected, _ = python.run()
        ours, theirs, differing = [], [], 0
        for round_number in range(arguments.rounds):
            command = [arguments.cli, "run", path, "--engine", arguments.engine, "--threads", str(arguments.threads), "--data", folder]
            command += ["--runs", str(arguments.runs), "--warmup", "2", "--format", "json", "--quiet", "--save", saved]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(done.stderr.strip().splitlines()[-1])
            ours += json.loads(done.stdout)["wall_ns"]
            for run in range(arguments.runs + 2):
                _, wall = python.run()
                if run >= 2:
                    theirs.append(wall)
            if round_number == 0:
                found = saved_outputs(saved, len(expected))
                differing = sum(a.tobytes() != np.ascontiguousarray(b).tobytes() for a, b in zip(found, expected))
        command = [arguments.cli, "profile", path, "--engine", arguments.engine, "--threads", str(arguments.threads), "--data", folder]
        done = subprocess.run(command + ["--runs", "3", "--warmup", "1", "--format", "json", "--quiet"], capture_output=True, text=True)
        attribution = json.loads(done.stdout).get("attribution", {"by_rule": {}, "proven": 0})
        return len(expected), differing, attribution, statistics.median(ours) / 1e6, statistics.median(theirs) / 1e6, min(ours) / min(theirs)


def attributed(rules):
    return sum(share for rule, share in rules.items() if rule not in ("none", "added by the engine"))


def percent(share):
    return f"{100 * share:.1f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--engine", default="onnxruntime", choices=["onnxruntime", "openvino"])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("models", nargs="+")
    arguments = parser.parse_args()
    print(f"| model | outputs | that differ | wall, Opscope | wall, Python | ratio of medians | ratio of fastest | attributed | added | proven |\n|---|---|---|---|---|---|---|---|---|---|")
    os.environ["VIRTUAL_ENV"] = sys.prefix  # the same package for both
    code = 0
    for path in arguments.models:
        name = os.path.basename(path)
        if name == "model.onnx":
            name = os.path.basename(os.path.dirname(os.path.abspath(path)))
        try:
            count, differing, attribution, ours, theirs, fastest = check(path, arguments)
        except Exception as error:  # a model that the engine does not run is a row
            print(f"| {name} | – | – | – | – | – | {str(error).splitlines()[0][:120]} |", flush=True)
            continue
        code = 1 if differing else code
        rules = attribution["by_rule"]
        print(
            f"| {name} | {count} | {differing} | {ours:.3f} ms | {theirs:.3f} ms | {ours / theirs:.3f} | {fastest:.3f} | {percent(attributed(rules))} | "
            f"{percent(rules.get('added by the engine', 0))} | {percent(attribution['proven'])} |", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
