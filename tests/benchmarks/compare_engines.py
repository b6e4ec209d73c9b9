#!/usr/bin/env python3
"""Compare the CPU engine with ONNX Runtime (ORT) and OpenVINO (OV): time, preparation and peak memory of models, side by side in one run.

    compare_engines.py PROGRAM [--zoo DIR] [--cache DIR] [--models PATH...] [--names A,B] [--threads 1,2] [--rounds 5] [--tries 8] [--json FILE] [--markdown FILE]

PROGRAM is opscope-cli, a release build. --zoo is a folder of weightless models with materialize.py; their weights are made once, in
--cache. --models are further .onnx files, or folders with model.onnx and test_data_set_0. In each round all engines run each case in
turn, in an order that rotates; every engine has a process of its own. A round in which the host of a virtual machine took over 1 % of
its time is repeated. The time of a round is its median; the ratio is the time of the
faster of ORT and OV divided by ours (above 1: ours is faster), the median over rounds, with the lowest and the highest. Preparation
is the time from the file to the end of the first run; ours is that of a process, less that of one that only starts. Peak memory
is the largest resident set less that of a process with nothing loaded. Development script: needs numpy, onnx, onnxruntime, openvino.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
from onnx import TensorProto

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "oracles"))
from folder_data import load_value, real_inputs  # noqa: E402

WARMUP = 2
OURS, PEERS = "opscope", ("ort", "ov")
HALF = {TensorProto.FLOAT16, TensorProto.BFLOAT16}
INTEGER = {TensorProto.INT8, TensorProto.UINT8, TensorProto.INT4, TensorProto.UINT4}


def class_of(model: onnx.ModelProto) -> str:
    """f32, half or integer: the type of the weights by number of elements. Four-bit weights of com.microsoft are uint8."""
    elements = {"f32": 0, "half": 0, "integer": 0}
    for tensor in model.graph.initializer:
        name = "half" if tensor.data_type in HALF else "integer" if tensor.data_type in INTEGER else "f32"
        elements[name] += int(np.prod(tensor.dims, dtype=np.int64))
    return max(elements, key=elements.get)


def load_inputs(model: onnx.ModelProto, folder: pathlib.Path) -> dict:
    feeds = {}
    for index, value in enumerate(real_inputs(model)):
        file = folder / f"input_{index}.pb"
        if file.exists():
            feeds[value.name] = load_value(file, value.type)
    return feeds


def peak_bytes(process) -> int:
    """The largest resident set of a process so far. That of getrusage includes the process that started it."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0)


def ort_runner(path: str, threads: int):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda feeds: session.run(None, feeds)


def ov_runner(path: str, threads: int):
    import openvino

    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32", "NUM_STREAMS": 1}
    request = core.compile_model(path, "CPU", settings).create_infer_request()
    return lambda feeds: request.infer(feeds, share_inputs=True, share_outputs=True)


def serve_peer(engine: str, path: str, inputs: pathlib.Path, threads: int, pipe) -> None:
    """Runs in a child process. Answers (preparation in seconds), then for each time limit (nanoseconds of runs, peak bytes)."""
    try:
        feeds = load_inputs(onnx.load(path, load_external_data=False), inputs)
        __import__({"ort": "onnxruntime", "ov": "openvino"}[engine])
        pathlib.Path("/proc/self/clear_refs").write_text("5")  # the peak from here on, without that of onnx.load
        empty = peak_bytes("self")
        start = time.perf_counter()
        run = (ort_runner if engine == "ort" else ov_runner)(path, threads)
        run(feeds)
        pipe.send(time.perf_counter() - start)
        while seconds := pipe.recv():
            for _ in range(WARMUP):
                run(feeds)
            times, end = [], time.perf_counter() + seconds
            while time.perf_counter() < end or len(times) < 3:
                start = time.perf_counter_ns()
                run(feeds)
                times.append(time.perf_counter_ns() - start)
            pipe.send((times, peak_bytes("self") - empty))
    except EOFError:
        pass
    except Exception as error:  # what an engine throws is its answer
        pipe.send(f"{type(error).__name__}: {error}".splitlines()[0][:120])


class Peer:
    def __init__(self, engine: str, path: str, inputs: pathlib.Path, threads: int):
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.child = context.Process(target=serve_peer, args=(engine, path, inputs, threads, other), daemon=True)
        self.child.start()
        other.close()
        self.refusal = ""
        self.prepare = self.answer()

    def answer(self):
        try:
            answer = self.pipe.recv()
        except EOFError:
            answer = "its process ended"
        if isinstance(answer, str):
            self.refusal = answer
        return answer

    def round(self, seconds: float):
        self.pipe.send(seconds)
        return self.answer()

    def close(self) -> None:
        self.child.kill()
        self.child.join()


def waited(command: list[str]):
    """(exit code, output, seconds, peak bytes)"""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start, peak = time.perf_counter(), 0
        process = subprocess.Popen(command, stdout=out, stderr=err)
        while process.poll() is None:
            peak = max(peak, peak_bytes(process.pid))
            time.sleep(0.01)
        seconds = time.perf_counter() - start
        said = out if process.returncode == 0 else err
        said.seek(0)
        return process.returncode, said.read().decode(errors="replace"), seconds, peak


class Ours:
    def __init__(self, program: str, options: list[str], path: str, inputs: pathlib.Path, threads: int):
        self.command = [program, "run", path, "--data", str(inputs), "--threads", str(threads), "--format", "json", "--quiet", *options]
        _, _, self.start, self.empty = waited([program, "--version"])
        self.refusal = ""
        self.run(["--runs", "1", "--warmup", "0"])  # makes what is remembered on disk
        self.prepare = self.last = max(self.run(["--runs", "1", "--warmup", "0"])[2] - self.start, 1e-6)

    def run(self, options: list[str]):
        result = waited(self.command + options)
        if result[0] != 0:
            self.refusal = (result[1].splitlines() or [f"exit code {result[0]}"])[0][:120]
        return result

    def round(self, seconds: float):
        runs = max(3, min(2000, int(seconds / max(self.last, 1e-6))))
        code, text, _, peak = self.run(["--runs", str(runs), "--warmup", str(WARMUP)])
        if code != 0:
            return None
        times = json.loads(text)["wall_ns"]
        self.last = statistics.median(times) / 1e9
        return times, peak - self.empty

    def close(self) -> None:
        pass


def processor_ticks() -> tuple[int, int]:
    """Ticks of all processors since the start, and those in which the host of this virtual machine ran something else."""
    ticks = [int(number) for number in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(ticks), ticks[7]


def quiet_round(engine, seconds: float, tries: int):
    """A round, and the share of the machine's time that its host took. If that is over 1 %, the round is repeated: with two threads on one
    processor an engine takes twice its time. The least disturbed of the tries counts."""
    best, least = None, 2.0
    for _ in range(tries):
        before = processor_ticks()
        answer = engine.round(seconds)
        if engine.refusal:
            return answer, 0.0
        after = processor_ticks()
        stolen = (after[1] - before[1]) / max(after[0] - before[0], 1)
        if stolen < least:
            best, least = answer, stolen
        if stolen <= 0.01:
            break
    return best, least


def measure(case: dict, threads: int, arguments) -> dict:
    engines = {OURS: Ours(arguments.program, arguments.option, case["path"], case["inputs"], threads)}
    for name in PEERS:
        engines[name] = Peer(name, case["path"], case["inputs"], threads)
    medians = {name: [] for name in engines}
    peaks, stolen = {}, 0.0
    for number in range(arguments.rounds):
        names = [name for name, engine in engines.items() if not engine.refusal]
        for name in names[number % len(names):] + names[:number % len(names)]:
            answer, share = quiet_round(engines[name], arguments.seconds, arguments.tries)
            if not engines[name].refusal:
                medians[name].append(statistics.median(answer[0]))
                peaks[name], stolen = answer[1], max(stolen, share)
    row = {"name": case["name"], "class": case["class"], "threads": threads, "stolen": stolen}
    for name, engine in engines.items():
        engine.close()
        row[name] = {"refusal": engine.refusal} if engine.refusal else {
            "ms": statistics.median(medians[name]) / 1e6, "peak_bytes": peaks[name], "prepare_s": engine.prepare}
    ran = [name for name in PEERS if not engines[name].refusal]
    if ran and not engines[OURS].refusal:
        ratios = [min(medians[name][i] for name in ran) / medians[OURS][i] for i in range(arguments.rounds)]
        row["ratio"] = {"median": statistics.median(ratios), "lowest": min(ratios), "highest": max(ratios)}
        if "ort" in ran:
            row["ratio_ort"] = statistics.median(medians["ort"][i] / medians[OURS][i] for i in range(arguments.rounds))
            row["memory_ratio"] = row[OURS]["peak_bytes"] / max(row["ort"]["peak_bytes"], 1)
            row["prepare_ratio"] = row[OURS]["prepare_s"] / row["ort"]["prepare_s"]
    return row


def made(zoo: pathlib.Path, cache: pathlib.Path, name: str) -> pathlib.Path:
    """Folder with the model NAME.onnx, its weights and NAME.inputs; made where the cache has none."""
    folder = cache / name
    if not (folder / f"{name}.onnx").exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            subprocess.run([sys.executable, str(zoo / "materialize.py"), "make", name, "--no-verify", "--out", temporary], check=True,
                           stdout=subprocess.DEVNULL)
            os.rename(temporary, folder)
            os.mkdir(temporary)  # what the context removes
    return folder


def cases(arguments):
    """Yields a case for each model and each set of inputs."""
    wanted = arguments.names.split(",") if arguments.names else None
    zoo = sorted(arguments.zoo.glob("*.recipe.json")) if arguments.zoo else []
    for recipe in zoo:
        name = recipe.name.removesuffix(".recipe.json")
        if wanted and name not in wanted:
            continue
        folder = made(arguments.zoo, arguments.cache, name)
        path = folder / f"{name}.onnx"
        kind = class_of(onnx.load(path, load_external_data=False))
        for inputs in sorted((folder / f"{name}.inputs").iterdir()):
            label = name if inputs.name == "default" else f"{name} {inputs.name}"
            yield {"name": label, "path": str(path), "inputs": inputs, "class": kind}
    for given in arguments.models:
        path = given / "model.onnx" if given.is_dir() else given
        inputs = path.parent / "test_data_set_0"
        if (not wanted or path.parent.name in wanted) and path.exists() and inputs.exists():
            kind = class_of(onnx.load(path, load_external_data=False))
            yield {"name": path.parent.name, "path": str(path), "inputs": inputs, "class": kind}


def cell(row: dict, engine: str) -> str:
    return f"{row[engine]['ms']:.3g}" if "ms" in row[engine] else "–"


def geomean(values) -> float:
    values = list(values)
    return statistics.geometric_mean(values) if values else float("nan")


def markdown(rows: list[dict], threads: list[int]) -> str:
    lines = []
    for count in threads:
        mine = [row for row in rows if row["threads"] == count]
        lines += [f"## {count} thread{'s' if count > 1 else ''}", "",
                  "| model | class | ORT ms | OV ms | Opscope ms | ratio | lowest … highest | memory / ORT | preparation / ORT |",
                  "|---|---|---|---|---|---|---|---|---|"]
        for row in sorted(mine, key=lambda row: row.get("ratio", {}).get("median", 0)):
            ratio = row.get("ratio")
            figures = f"{ratio['median']:.2f} | {ratio['lowest']:.2f} … {ratio['highest']:.2f}" if ratio else "– | –"
            memory, prepare = (f"{row[key]:.2f}" if key in row else "–" for key in ("memory_ratio", "prepare_ratio"))
            lines.append(f"| {row['name']} | {row['class']} | {cell(row, 'ort')} | {cell(row, 'ov')} | {cell(row, OURS)} | {figures} "
                         f"| {memory} | {prepare} |")
        lines.append("")
        for kind in ("f32", "half", "integer"):
            some = [row for row in mine if row["class"] == kind and "ratio" in row]
            if some:
                worst = min(some, key=lambda row: row["ratio"]["median"])
                lines.append(f"- {kind}: geometric mean {geomean(row['ratio']['median'] for row in some):.2f} of the faster peer "
                             f"({len(some)} cases; against ORT {geomean(row['ratio_ort'] for row in some if 'ratio_ort' in row):.2f}); "
                             f"lowest {worst['ratio']['median']:.2f} ({worst['name']})")
        lines.append("")
    return "\n".join(lines)


def processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--zoo", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path.home() / ".cache" / "opscope-zoo")
    parser.add_argument("--models", nargs="*", type=pathlib.Path, default=[])
    parser.add_argument("--names", help="only these, separated by commas")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of runs per engine and round")
    parser.add_argument("--tries", type=int, default=8, help="of a round, at most, while the host of a virtual machine disturbs it")
    parser.add_argument("--option", action="append", default=[], help="for PROGRAM run; may be repeated")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--markdown", type=pathlib.Path)
    arguments = parser.parse_args()

    rows = []
    threads = [int(count) for count in arguments.threads.split(",")]
    for case in cases(arguments):
        for count in threads:
            row = measure(case, count, arguments)
            rows.append(row)
            refusals = "; ".join(f"{name}: {row[name]['refusal']}" for name in (OURS, *PEERS) if "refusal" in row[name])
            ratio = f"{row['ratio']['median']:.2f}" if "ratio" in row else "–"
            print(f"{row['name']:36} {row['class']:8} {count} thr  ORT {cell(row, 'ort'):>8}  OV {cell(row, 'ov'):>8}  "
                  f"ours {cell(row, OURS):>8} ms  ratio {ratio}  steal {row['stolen']:.1%}  {refusals}", flush=True)
            if arguments.json:
                arguments.json.write_text(json.dumps({"processor": processor(), "date": time.strftime("%Y-%m-%d"), "rows": rows}, indent=1))
    table = markdown(rows, threads)
    if arguments.markdown:
        arguments.markdown.write_text(table)
    else:
        print(table)
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
