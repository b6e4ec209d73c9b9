#!/usr/bin/env python3
"""Check which nodes of a model are attributed to the operators that ONNX Runtime executes.

    check_attribution.py PROGRAM PATH... [--runs N] [--threads N] [--timeout SECONDS] [--no-values] [--details]

PROGRAM is print_attribution (target of that name); PATH is an ONNX file, or a folder that is searched. ONNX Runtime profiles each
model at level "all" and saves the optimised model. A line per model: share of kernel time by rule, proven share, nodes that two
operators claim though nothing is shared, and nodes that depend on inputs and that nobody claims.

Values are checked independently of names: the saved model and the original one at level 0 both give the values that our pairs say
are the same, and these are compared as numbers, up to their layout. Inputs come from a data set beside the model, else they are
seeded. Exit code 1 if less than 95 % of time has an owner, a node is claimed twice, or a value differs.
"""

import argparse
import collections
import itertools
import json
import multiprocessing
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime

from compare_seeded_models import seeded_array
from folder_data import data_sets, load_value, real_inputs

BODIES = ("If", "Loop", "Scan")
ENOUGH = 0.95
VALUES_AT_ONCE = 48
# A last bit decides what these give: behind them numbers do not tell whether two values are the same.
UNSTABLE = {"TopK", "NonZero", "NonMaxSuppression", "ArgMax", "ArgMin", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", "Equal",
            "Round", "Floor", "Ceil", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial"}
EVENT = re.compile(r'"dur" :(\d+),"ts" :(\d+),.*?"name" :"(.*)_kernel_time",')
TYPE = re.compile(r'"op_name" : "([^"]*)"')
Event = collections.namedtuple("Event", "start time name type")


def feeds_of(path: pathlib.Path, model: onnx.ModelProto) -> dict:
    for folder in [*sorted(path.parent.glob("*.inputs/*")), *data_sets(path.parent)]:
        files = {value.name: (folder / f"input_{index}.pb", value.type) for index, value in enumerate(real_inputs(model))}
        if all(file.exists() for file, _ in files.values()):
            return {name: load_value(file, kind) for name, (file, kind) in files.items()}
    random = np.random.default_rng(0)
    return {value.name: seeded_array(value.type, {}, random) for value in real_inputs(model)}


def options(threads: int, level: str = "all") -> onnxruntime.SessionOptions:
    made = onnxruntime.SessionOptions()
    made.intra_op_num_threads = threads
    made.log_severity_level = 4
    levels = onnxruntime.GraphOptimizationLevel
    made.graph_optimization_level = levels.ORT_ENABLE_ALL if level == "all" else levels.ORT_DISABLE_ALL
    return made


def session(model, made: onnxruntime.SessionOptions) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(model, made, providers=["CPUExecutionProvider"])


def save_optimised(path: pathlib.Path, folder: str) -> pathlib.Path:
    made = options(1)
    made.optimized_model_filepath = os.path.join(folder, "executed.onnx")
    made.add_session_config_entry("session.optimized_model_external_initializers_file_name", "executed.weights")
    made.add_session_config_entry("session.optimized_model_external_initializers_min_size_in_bytes", "1024")
    session(str(path), made)
    return pathlib.Path(made.optimized_model_filepath)


def profiled_runs(path: pathlib.Path, feeds: dict, runs: int, threads: int, folder: str) -> list[list[Event]]:
    """The operators of each run, in the order of the file. Names may be unescaped (1.24 and older): no JSON."""
    made = options(threads)
    made.enable_profiling = True
    made.profile_file_prefix = os.path.join(folder, "profile")
    running = session(str(path), made)
    for _ in range(runs):
        running.run(None, feeds)
    events, starts = [], []
    for line in open(running.end_profiling(), encoding="utf-8", errors="replace"):
        if found := EVENT.search(line):
            events.append(Event(int(found[2]), int(found[1]), found[3], TYPE.search(line)[1]))
        elif '"name" :"model_run"' in line:
            starts.append((int(re.search(r'"ts" :(\d+)', line)[1]), int(re.search(r'"dur" :(\d+)', line)[1])))
    return [[event for event in events if start <= event.start <= start + time] for start, time in starts]


def own_times(events: list[Event]) -> list[int]:
    """Microseconds without those of the bodies' operators."""
    times, open_ones = [event.time for event in events], []
    for index in sorted(range(len(events)), key=lambda i: (events[i].start, -events[i].time)):
        while open_ones and events[open_ones[-1]].start + events[open_ones[-1]].time <= events[index].start:
            open_ones.pop()
        if open_ones:
            times[open_ones[-1]] -= events[index].time
        if events[index].type in BODIES:
            open_ones.append(index)
    return [max(time, 0) for time in times]


def attribution(program: str, path: pathlib.Path, executed: pathlib.Path, events: list[Event]) -> dict:
    lines = "".join(f"{event.name}\t{event.type}\n" for event in events)
    done = subprocess.run([program, path, executed], input=lines.encode(), capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or f"{program} ended with {done.returncode}")
    return json.loads(done.stdout)


def wrong_claims(found: dict) -> list[str]:
    """Nodes that two operators claim. Right are pieces of one node, copies of an operator, and nodes that each operator computes
    for a reader of its own."""
    claims = collections.defaultdict(set)
    for node in found["executed"]:
        if node["rule"] not in ("added by the engine", "none"):
            for claimed in node["nodes"]:
                claims[claimed].add(node["piece"])
    wrong = []
    for claimed, owners in claims.items():
        node = found["model"][claimed]
        is_shared = len(node["readers"]) > 1 or node["copies"] > 1 or any(
            owners <= claims.get(reader, set()) for reader in node["readers"])
        if len(owners) > 1 and not is_shared:
            wrong.append(f'{node["path"]} {node["name"]!r} ({node["type"]}) is claimed by {len(owners)} operators')
    return wrong


def unclaimed(found: dict) -> collections.Counter:
    """Operator types of the nodes that depend on an input and that no operator claims."""
    claimed = {claimed for node in found["executed"] for claimed in node["nodes"]}
    return collections.Counter(node["type"] for index, node in enumerate(found["model"])
                               if not node["constant"] and index not in claimed)


# Values


def asked(model: onnx.ModelProto, names: list[str], feeds: dict, folder: pathlib.Path) -> onnxruntime.InferenceSession:
    """A session at level 0 that gives the named values as well."""
    # Weights that were folded stay inputs of old models.
    weights = {tensor.name for tensor in model.graph.initializer}
    for value in [value for value in model.graph.input if value.name not in feeds and value.name not in weights]:
        model.graph.input.remove(value)
    present = {value.name for value in model.graph.output}
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in dict.fromkeys(names) if name not in present)
    made = options(2, "none")
    made.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder.resolve()))
    os.chdir(folder)  # before 1.24 it is the working folder that counts
    return session(model.SerializeToString(), made)


def layouts(value: np.ndarray, shape: tuple[int, ...]):
    """The value as it may stand in another layout: blocked channels, any order of axes, another shape."""
    if value.size == np.prod(shape, dtype=np.int64):
        yield value.reshape(shape)
    if value.ndim == 5 and len(shape) == 4:
        yield value.transpose(0, 1, 4, 2, 3).reshape(value.shape[0], -1, *value.shape[2:4])[:, : shape[1]]
    if value.ndim == len(shape) == 4:
        for block, channels_last in itertools.product((8, 16), (False, True)):
            batch, channels, height, width = value.shape
            if channels % block == 0:
                blocked = value.reshape(batch, channels // block, height, width, block)
                plain = blocked.transpose(0, 1, 4, 2, 3).reshape(value.shape)
                yield plain.transpose(0, 2, 3, 1)[..., : shape[3]] if channels_last else plain[:, : shape[1]]
    if value.ndim == len(shape) <= 6:
        for order in itertools.permutations(range(value.ndim)):
            if tuple(value.shape[axis] for axis in order) == shape:
                yield value.transpose(order)


def distance(executed: np.ndarray, original: np.ndarray) -> float:
    """Norm of the difference over the norm of the original, for the layout that fits best."""
    if original.dtype == object or executed.dtype == object:
        return 0.0 if executed.tolist() == original.tolist() else 1.0
    if executed.size == 0 or original.size == 0:
        return 0.0 if executed.size == original.size else 1.0
    original = original.astype(np.float64)
    finite = np.isfinite(original)
    norm = np.linalg.norm(original[finite]) or 1.0
    best = np.inf
    for candidate in layouts(executed.astype(np.float64), original.shape):
        if candidate.shape == original.shape and np.array_equal(np.isfinite(candidate), finite):
            best = min(best, np.linalg.norm(candidate[finite] - original[finite]) / norm)
            if best == 0:
                break
    return float(best)


def tolerance(values: tuple[np.ndarray, np.ndarray]) -> float:
    kinds = {value.dtype.name for value in values}
    if kinds & {"int8", "uint8", "float16", "bfloat16"}:
        return 0.15
    return 0.02


def link_weights(executed: onnx.ModelProto, source: pathlib.Path, folder: pathlib.Path) -> None:
    """The model that 1.20 saves refers to the original files of weights that it did not change."""
    for tensor in executed.graph.initializer:
        for entry in tensor.external_data:
            if entry.key == "location" and not (folder / entry.value).exists():
                (folder / entry.value).symlink_to(source / entry.value)


def unstable_values(model: onnx.ModelProto) -> set[str]:
    found: set[str] = set()
    for node in model.graph.node:  # in topological order
        if node.op_type in UNSTABLE or found.intersection(node.input) or any(
                attribute.type == onnx.AttributeProto.GRAPH for attribute in node.attribute):
            found.update(node.output)
    return found


def differing_values(path: pathlib.Path, executed: pathlib.Path, pairs: list, feeds: dict) -> tuple[str, list[str]]:
    """How many pairs were compared, and those whose numbers are not the same."""
    models = [onnx.load(file, load_external_data=False) for file in (executed, path)]
    link_weights(models[0], path.parent, executed.parent)
    made = [{name for node in model.graph.node for name in node.output if name} for model in models]
    pairs = [pair for pair in pairs if pair[0] in made[0] and pair[1] in made[1]]
    sessions = [asked(model, [pair[side] for pair in pairs], feeds, file.parent)
                for side, (model, file) in enumerate(zip(models, (executed, path)))]
    # A quantised or half-wide model drifts with depth: what counts is that the value is the same one.
    is_coarse = any(node.op_type in ("QuantizeLinear", "DynamicQuantizeLinear") for node in models[1].graph.node) or any(
        tensor.data_type in (onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16) for tensor in models[1].graph.initializer)
    unstable, excused, wrong = unstable_values(models[1]), 0, []
    for start in range(0, len(pairs), VALUES_AT_ONCE):
        part = pairs[start:start + VALUES_AT_ONCE]
        values = []
        for side, running in enumerate(sessions):
            names = list(dict.fromkeys(pair[side] for pair in part))
            values.append(dict(zip(names, running.run(names, feeds))))
        for pair in part:
            both = values[0][pair[0]], values[1][pair[1]]
            if not all(isinstance(value, np.ndarray) for value in both):
                continue
            far = distance(*both)
            if far <= max(tolerance(both), 0.15 if is_coarse else 0):
                continue
            if pair[0] == pair[1] and pair[1] in unstable:
                excused += 1
            else:
                wrong.append(f"{pair[0]} {list(both[0].shape)} is not {pair[1]} {list(both[1].shape)}: distance {far:.2g}")
    return f"{len(pairs)}{f' (unstable {excused})' if excused else ''}", wrong


def check(path: pathlib.Path, arguments, results) -> None:
    """Runs in a child process."""
    try:
        feeds = feeds_of(path, onnx.load(path, load_external_data=False))
        with tempfile.TemporaryDirectory() as folder:
            executed = save_optimised(path, folder)
            runs = profiled_runs(path, feeds, arguments.runs, arguments.threads, folder)
            events = runs[-1]
            found = attribution(arguments.program, path, executed, events)
            answer = {"shares": collections.Counter(), "proven": 0.0, "twice": wrong_claims(found),
                      "unclaimed": unclaimed(found), "counts": (len(found["model"]), len(found["executed"])), "left": []}
            alike = [own_times(run) for run in runs if len(run) == len(events)]
            times = np.median(alike, axis=0)  # one run may have been disturbed
            total = times.sum() or 1
            for event, time, index in zip(events, times, found["operators"]):
                node = found["executed"][index] if index >= 0 else {"rule": "not in the saved model", "proven": False}
                answer["shares"][node["rule"]] += time / total
                answer["proven"] += time / total if node["proven"] else 0
                if not node["proven"] and node["rule"] != "added by the engine":
                    answer["left"].append(f'{time:.0f} us {event.name} ({event.type}): {node["rule"]}')
            if arguments.values:
                try:
                    answer["compared"], answer["different"] = differing_values(path, executed, found["pairs"], feeds)
                except Exception as error:  # the edited models need not be valid for the engine
                    answer["compared"] = f"not compared: {' '.join(str(error).split())[:100]}"
            results.put(answer)
    except Exception as error:  # whatever the engine throws is the answer
        results.put(" ".join(f"{type(error).__name__}: {error}".split())[:160])


def answer_for(path: pathlib.Path, arguments):
    results = multiprocessing.Queue()
    child = multiprocessing.Process(target=check, args=(path, arguments, results))
    child.start()
    try:
        return results.get(timeout=arguments.timeout)
    except queue.Empty:
        return f"no answer in time, or its process ended with {child.exitcode}"
    finally:
        child.kill()
        child.join()


def report(name: str, answer: dict, details: bool) -> bool:
    """Prints a line; returns whether the model passes."""
    shares = answer["shares"]
    owned = sum(share for rule, share in shares.items() if rule not in ("none", "not in the saved model"))
    problems = answer["twice"] + answer.get("different", [])
    rules = ", ".join(f"{rule} {100 * share:.1f}" for rule, share in shares.most_common())
    print(f'{name:30} {answer["counts"][0]:5} -> {answer["counts"][1]:5}  owned {100 * owned:5.1f}  proven {100 * answer["proven"]:5.1f}'
          f'  ({rules})  unclaimed {answer["unclaimed"].total()}  values {answer.get("compared", "-")}'
          f'{", WRONG " + str(len(problems)) if problems else ""}', flush=True)
    for line in problems if details else problems[:5]:
        print(f"    {line}")
    if details and answer["unclaimed"]:
        print("    unclaimed:", ", ".join(f"{count} {kind}" for kind, count in answer["unclaimed"].most_common()))
    for line in answer["left"][:20] if details else []:
        print(f"    {line}")
    return owned >= ENOUGH and not problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--no-values", dest="values", action="store_false")
    parser.add_argument("--details", action="store_true")
    arguments = parser.parse_args()

    print("ONNX Runtime", onnxruntime.__version__)
    counts = collections.Counter()
    arguments.program = os.path.abspath(arguments.program)
    for path in map(pathlib.Path.resolve, arguments.paths):
        for file in [path] if path.is_file() else sorted(path.glob("**/*.onnx")):
            answer = answer_for(file, arguments)
            name = file.parent.name if file.stem == "model" else file.stem
            if isinstance(answer, str):
                counts["not run"] += 1
                print(f"{name:30} not run: {answer}", flush=True)
                continue
            counts["passed" if report(name, answer, arguments.details) else "failed"] += 1
    print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
