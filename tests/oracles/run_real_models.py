#!/usr/bin/env python3
"""Run model folders with ONNX Runtime (no graph optimisation) and ONNX's reference evaluator, compare with test_data_set_*.

    run_real_models.py PATH... [--engine ort|reference|both] [--timeout SECONDS] [--format text|json]

PATH is a folder with model.onnx, or one whose folders are searched. One line per model, engine and data set: agrees, differs (where),
or cannot (why). It answers "is our result wrong, or the expectation?". Each engine runs in a process of its own, so that a crash or a
hang is a line. Development script: needs onnx, onnxruntime, numpy. Exit code 1 if an engine that can run a set disagrees with it.
"""

import argparse
import json
import multiprocessing
import pathlib
import queue
import sys
import time

import onnx

from folder_data import data_sets, difference, load_set, tolerances


def run_ort(path: pathlib.Path, feeds):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return session.run(None, feeds)


def run_reference(path: pathlib.Path, feeds):
    from onnx.reference import ReferenceEvaluator

    return ReferenceEvaluator(str(path)).run(None, feeds)


ENGINES = {"ort": run_ort, "reference": run_reference}


def compare_set(engine: str, path: pathlib.Path, data_set: pathlib.Path, results) -> None:
    """Runs in a child process; puts (state, text)."""
    try:
        model = onnx.load(path, load_external_data=False)
        feeds, expected = load_set(model, data_set)
        rtol, atol = tolerances(path.parent, data_set)
        found = ENGINES[engine](path, feeds)
        texts = [difference(a, b, rtol, atol) for a, b in zip(found, expected, strict=True)]
        worst = next((f"output {i}: {text}" for i, text in enumerate(texts) if text), "")
        results.put(("differs" if worst else "agrees", worst))
    except Exception as error:  # whatever an engine throws is the answer
        results.put(("cannot", " ".join(f"{type(error).__name__}: {error}".split())[:200]))


def wait_for(results, child, deadline: float) -> tuple[str, str]:
    while time.monotonic() < deadline:
        alive = child.is_alive()
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            if not alive:
                return "cannot", f"its process ended with {child.exitcode}"
    return "cannot", "no answer in time"


def in_child(engine: str, path: pathlib.Path, data_set: pathlib.Path, timeout: float) -> dict:
    results = multiprocessing.Queue()
    child = multiprocessing.Process(target=compare_set, args=(engine, path, data_set, results))
    start = time.monotonic()
    child.start()
    state, text = wait_for(results, child, start + timeout)
    child.kill()
    child.join()
    return {"model": path.parent.name, "set": data_set.name, "engine": engine, "state": state, "text": text,
            "seconds": round(time.monotonic() - start, 2)}


def model_files(paths: list[pathlib.Path]) -> list[pathlib.Path]:
    found = []
    for path in paths:
        direct = path / "model.onnx"
        found += [direct] if direct.exists() else sorted(path.glob("*/model.onnx"))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--engine", choices=[*ENGINES, "both"], default="both")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--format", choices=["text", "json"], default="text")
    arguments = parser.parse_args()
    engines = ENGINES if arguments.engine == "both" else [arguments.engine]

    rows = []
    for path in model_files(arguments.paths):
        for data_set in data_sets(path.parent):
            for engine in engines:
                rows.append(in_child(engine, path, data_set, arguments.timeout))
                if arguments.format == "text":
                    print("{model:32} {set:20} {engine:10} {state:8} {seconds:7.2f} s  {text}".format(**rows[-1]), flush=True)
    if arguments.format == "json":
        print(json.dumps(rows, indent=1))
    counts = {state: sum(row["state"] == state for row in rows) for state in ("agrees", "differs", "cannot")}
    print(", ".join(f"{count} {state}" for state, count in counts.items()), file=sys.stderr)
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
