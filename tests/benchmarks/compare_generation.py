#!/usr/bin/env python3
"""Compare token generation with ONNX Runtime (ORT), driven by its Python API with IO binding: tokens a second, side by side.

    compare_generation.py PROGRAM MODEL... [--tokens 128] [--prompt 128] [--threads 1,2] [--rounds 5] [--json FILE]

PROGRAM is opscope-cli, a release build. MODEL is a decoder with past and present (.onnx). In each round both engines, each in a new
process, generate twice from the same random prompt; the second generation counts. The order alternates. Both choose the largest
logit, so their tokens must be the same: the first difference is reported. Ratio: tokens a second of ours divided by those of ORT,
median over rounds with the lowest and the highest. Development script: needs numpy and onnxruntime.
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import sys
import time

import numpy as np

TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(float)": np.float32, "tensor(float16)": np.float16,
         "tensor(bool)": np.bool_}


def partner(name: str) -> str:
    """The output that is the next value of a past input."""
    return name.replace("past_key_values", "present").replace("past", "present")


class OrtLoop:
    """Greedy generation with IO binding: the cache that a run returns is bound as the input of the next."""

    def __init__(self, path: str, threads: int):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self.ort = onnxruntime
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.outputs = [output.name for output in self.session.get_outputs()]
        self.logits = next((name for name in self.outputs if "logits" in name), None) or next(
            name for name in self.outputs if not name.startswith("present"))

    def value(self, entry, ids, position):
        total = position + len(ids)
        if "mask" in entry.name:
            return np.ones((1, total), TYPES[entry.type])
        if "position" in entry.name:
            return np.arange(position, total, dtype=TYPES[entry.type]).reshape([1, -1][-len(entry.shape):])
        return np.array([ids], TYPES[entry.type])

    def generate(self, prompt, count):
        cache, position, ids, tokens, stamps = {}, 0, prompt, [], [time.perf_counter()]
        while len(tokens) < count:
            binding = self.session.io_binding()
            for entry in self.session.get_inputs():
                if entry.name in cache:
                    binding.bind_ortvalue_input(entry.name, cache[entry.name])
                elif "past" in entry.name:
                    shape = [size if isinstance(size, int) else 1 for size in entry.shape]
                    shape[next(i for i in range(len(shape) - 1, -1, -1) if not isinstance(entry.shape[i], int))] = 0
                    binding.bind_cpu_input(entry.name, np.zeros(shape, TYPES[entry.type]))
                else:
                    binding.bind_cpu_input(entry.name, self.value(entry, ids, position))
            for name in self.outputs:
                binding.bind_output(name, "cpu")
            self.session.run_with_iobinding(binding)
            values = dict(zip(self.outputs, binding.get_outputs()))
            cache = {entry.name: values[partner(entry.name)] for entry in self.session.get_inputs() if "past" in entry.name}
            position += len(ids)
            token = int(values[self.logits].numpy().reshape(-1, values[self.logits].shape()[-1])[-1].argmax())
            tokens.append(token)
            ids = [token]
            stamps.append(time.perf_counter())
        return tokens, (count - 1) / (stamps[-1] - stamps[1]), stamps[1] - stamps[0]


def ort_child(path: str, threads: int, count: int) -> None:
    prompt = json.load(sys.stdin)
    loop = OrtLoop(path, threads)
    loop.generate(prompt, count)
    tokens, rate, first = loop.generate(prompt, count)
    print(json.dumps({"tokens": tokens, "rate": rate, "first_s": first}))


def run_ort(path, threads, prompt, count):
    command = [sys.executable, __file__, "--ort-child", path, str(threads), str(count)]
    return json.loads(subprocess.run(command, input=json.dumps(prompt), text=True, check=True, capture_output=True).stdout)


def run_ours(program, path, threads, prompt, count):
    command = [program, "run", path, "--generate", str(count), "--prompt-ids", ",".join(map(str, prompt)), "--threads", str(threads),
               "--warmup", "1", "--runs", "1", "--format", "json"]
    found = json.loads(subprocess.run(command, text=True, check=True, capture_output=True).stdout)["generation"]
    return {"tokens": found["tokens"], "rate": found["tokens_per_second"]["median"], "first_s": found["first_token_ns"]["median"] / 1e9,
            "plans_made": found["plans_made"]}


def compare(program, path, threads, prompt, count, rounds):
    rows = []
    for index in range(rounds):
        engines = {"ours": lambda: run_ours(program, path, threads, prompt, count), "ort": lambda: run_ort(path, threads, prompt, count)}
        names = list(engines) if index % 2 == 0 else list(engines)[::-1]
        found = {name: engines[name]() for name in names}
        rows.append(found)
    ratios = [row["ours"]["rate"] / row["ort"]["rate"] for row in rows]
    first = [row["ort"]["first_s"] / row["ours"]["first_s"] for row in rows]
    a, b = rows[-1]["ours"]["tokens"], rows[-1]["ort"]["tokens"]
    difference = next((i + 1 for i, (x, y) in enumerate(zip(a, b)) if x != y), None)
    return {"model": pathlib.Path(path).stem, "threads": threads, "ours": statistics.median(row["ours"]["rate"] for row in rows),
            "ort": statistics.median(row["ort"]["rate"] for row in rows), "best_ours": max(row["ours"]["rate"] for row in rows),
            "best_ort": max(row["ort"]["rate"] for row in rows), "ratio": statistics.median(ratios), "low": min(ratios), "high": max(ratios),
            "first_token": statistics.median(first), "first_difference": difference,
            "plans_made": max(row["ours"]["plans_made"] for row in rows)}


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1] == "--ort-child":
        return ort_child(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--prompt", type=int, default=128)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--vocabulary", type=int, default=1000, help="ids of the prompt are below this number")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    numbers = random.Random(0)
    prompt = [numbers.randrange(arguments.vocabulary) for _ in range(arguments.prompt)]
    results = []
    for path in arguments.models:
        for threads in map(int, arguments.threads.split(",")):
            row = compare(arguments.program, path, threads, prompt, arguments.tokens, arguments.rounds)
            results.append(row)
            same = "same tokens" if row["first_difference"] is None else f"tokens differ from {row['first_difference']} on"
            print(f"{row['model']} {threads} thread(s): ours {row['ours']:.1f} tokens/s (best {row['best_ours']:.1f}), ORT {row['ort']:.1f}"
                  f" (best {row['best_ort']:.1f}), ratio {row['ratio']:.2f} ({row['low']:.2f} … {row['high']:.2f}), first token"
                  f" {row['first_token']:.2f}, {same}, plans made between tokens {row['plans_made']}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
