"""Converts models with `opscope-cli convert` and runs them before and after in ONNX Runtime.

Without --to: each model is converted to each opset of --opsets, and the outputs must have the same
bits, without graph optimisation. Models of ONNX's test folders are run with their inputs, others
with seeded ones. Where ONNX Runtime cannot run the original, onnx's reference evaluator runs it, and
the outputs need only be close. A refusal is counted with its reason and is no failure.
With --compare, onnx.version_converter converts too, and it is counted where its outputs differ.

With --to fp16: each model is converted once; the relative L2 error of the outputs and the size are
printed, beside those of onnxruntime.transformers.float16.

usage: check_convert.py OPSCOPE_CLI PATH... [--opsets 21,25] [--compare] [--to fp16] [--keep-io]
Needs onnx, onnxruntime, numpy. The exit code is 1 if outputs differ or a converted model is refused.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnx.reference
import onnxruntime
from onnx import numpy_helper

DEFAULT_SIZE = 2
# Operators for which ONNX Runtime has another kernel from an opset on: sums are rounded otherwise.
OTHER_KERNELS = {"AveragePool": 19}
HALF_ERROR = 0.05  # relative L2 error of fp16 outputs above which a model counts as broken


def convert(program, source, target, *options):
    """Returns the error of `convert`, or None, and its sentence."""
    done = subprocess.run([program, "convert", str(source), "-o", str(target), "--format", "json", *options],
                          capture_output=True, text=True, timeout=600)
    if done.returncode:
        return done.stderr.strip() or f"exit code {done.returncode}", ""
    return None, json.loads(done.stdout)["steps"][0]["text"]


def session(path):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def stored_inputs(path, model):
    """The inputs of the first data set beside a model, by name; None if there is none."""
    initializers = {tensor.name for tensor in model.graph.initializer}
    names = [value for value in model.graph.input if value.name not in initializers]
    folders = sorted(path.parent.glob("test_data_set_*")) + sorted(path.with_suffix(".inputs").glob("*"))
    for folder in folders:
        values = {}
        for i, value in enumerate(names):
            file = folder / f"input_{i}.pb"
            kind = value.type.WhichOneof("value")
            if not file.exists():
                break
            if kind == "tensor_type":
                values[value.name] = numpy_helper.to_array(onnx.TensorProto.FromString(file.read_bytes()))
            elif kind == "sequence_type":
                values[value.name] = numpy_helper.to_list(onnx.SequenceProto.FromString(file.read_bytes()))
            else:
                values[value.name] = numpy_helper.to_optional(onnx.OptionalProto.FromString(file.read_bytes()))
        else:
            return values
    return None


def seeded_inputs(model):
    """Random values; a mask hides nothing, and positions count from 0."""
    generator = numpy.random.default_rng(1)
    values = {}
    has_past = any(value.name.startswith("past") for value in model.get_inputs())
    for value in model.get_inputs():
        shape = [size if isinstance(size, int) and size > 0 else DEFAULT_SIZE for size in value.shape]
        if has_past and "mask" in value.name.lower() and not isinstance(value.shape[-1], int):
            shape[-1] = 2 * DEFAULT_SIZE  # the past and the new tokens
        integers = re.fullmatch(r"tensor\(u?int\d+\)", value.type) is not None
        if "mask" in value.name.lower() and integers:
            values[value.name] = numpy.ones(shape, value.type[7:-1])
        elif "position" in value.name.lower() and integers and shape:
            values[value.name] = numpy.broadcast_to(numpy.arange(shape[-1]), shape).astype(value.type[7:-1])
        elif value.type in ("tensor(float)", "tensor(double)", "tensor(float16)"):
            kind = {"tensor(float)": "f4", "tensor(double)": "f8", "tensor(float16)": "f2"}[value.type]
            values[value.name] = generator.standard_normal(shape).astype(kind)
        elif integers:
            values[value.name] = generator.integers(0, 2, shape).astype(value.type[7:-1])
        elif value.type == "tensor(bool)":
            values[value.name] = generator.integers(0, 2, shape).astype(bool)
        else:
            return None
    return values


def fitted(model, values):
    """Inputs in the element types that a converted model declares."""
    kinds = {"tensor(float16)": numpy.float16, "tensor(float)": numpy.float32}
    wanted = {value.name: kinds.get(value.type) for value in model.get_inputs()}
    return {name: value.astype(wanted[name]) if wanted.get(name) and value.dtype in (numpy.float32, numpy.float16)
            else value for name, value in values.items() if name in wanted}


def run(path, values):
    """The outputs in ONNX Runtime, or the error as text."""
    try:
        model = session(path)
        if values is None:
            values = seeded_inputs(model)
        if values is None:
            return "inputs that are no tensors of numbers"
        return model.run(None, fitted(model, values))
    except Exception as failure:  # of any kind
        return re.sub(r"/\S*/", "", str(failure).strip().split("\n")[0])[:200]


def reference(path, values):
    """The outputs in onnx's reference evaluator, or the error as text."""
    if values is None:
        return "no inputs"
    try:
        with numpy.errstate(all="ignore"):
            return onnx.reference.ReferenceEvaluator(str(path)).run(None, values)
    except Exception as failure:
        return str(failure).strip().split("\n")[0][:200]


def bits(output):
    if isinstance(output, numpy.ndarray) and output.dtype != object:
        return output.dtype, output.shape, output.tobytes()
    if isinstance(output, list):
        return [bits(item) for item in output]
    return repr(output.tolist() if isinstance(output, numpy.ndarray) else output)


def is_close(a, b):
    if isinstance(a, list) or isinstance(b, list):
        return isinstance(a, list) and isinstance(b, list) and len(a) == len(b) and all(map(is_close, a, b))
    if a is None or b is None:
        return a is b
    a, b = numpy.asarray(a), numpy.asarray(b)
    if a.shape != b.shape or a.dtype.kind in "OSU" or b.dtype.kind in "OSU":
        return a.shape == b.shape and a.astype(str).tolist() == b.astype(str).tolist()
    return numpy.allclose(a.astype(numpy.float64), b.astype(numpy.float64), rtol=1e-3, atol=1e-3, equal_nan=True)


def distance(a, b):
    try:
        return max(float(numpy.max(numpy.abs(x.astype(float) - y.astype(float)), initial=0)) for x, y in zip(a, b))
    except Exception:
        return float("nan")


def imported(model):
    return max((entry.version for entry in model.opset_import if entry.domain in ("", "ai.onnx")), default=0)


def onnx_converted(path, opset, target, values, before):
    """How onnx.version_converter does: equal, differs, or refuses."""
    try:
        onnx.save(onnx.version_converter.convert_version(onnx.load(str(path)), opset), str(target))
    except Exception:
        return "refuses"
    after = run(target, values)
    return "equal" if isinstance(after, list) and bits(after) == bits(before) else "differs"


def check_opset(program, path, opset, compare):
    """Returns a list of (state, message): equal, close, differs, refused, unchecked."""
    model = onnx.load(str(path), load_external_data=False)
    if imported(model) in (0, opset):
        return "skipped", "", ""
    if path.parent.name.startswith("test_bernoulli"):
        return "skipped", "", ""  # draws numbers
    values = stored_inputs(path, model)
    before = run(path, values)
    # External data is named relative to the folder.
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in path.parent.iterdir():
            if file.is_file():
                (folder / file.name).write_bytes(file.read_bytes())
        target = folder / "converted.onnx"
        source = folder / path.name
        error, _ = convert(program, source, target, "--opset", str(opset))
        theirs = ""
        if compare and isinstance(before, list):
            theirs = onnx_converted(path, opset, folder / "theirs.onnx", values, before)
        if error:
            return "refused", error.replace(str(source), path.name), theirs
        after = run(target, values)
        if isinstance(before, list):
            if not isinstance(after, list):
                return "differs", f"ONNX Runtime refuses it: {after}", theirs
            if bits(before) == bits(after):
                return "equal", "", theirs
            names = {node.op_type for node in model.graph.node}
            crossed = [name for name, version in OTHER_KERNELS.items()
                       if name in names and min(opset, imported(model)) < version <= max(opset, imported(model))]
            if crossed and all(map(is_close, before, after)):
                return "rounded", f"{crossed} in another kernel: {distance(before, after):.3g}", theirs
            return "differs", f"outputs differ by {distance(before, after):.3g}", theirs
        expected = reference(path, values)
        if not isinstance(expected, list):
            return "unchecked", f"{before}; {expected}", theirs
        if not isinstance(after, list):
            after = reference(target, values)
        if not isinstance(after, list):
            return "unchecked", f"{after}", theirs
        return ("close", "", theirs) if is_close(expected, after) else \
            ("differs", f"reference outputs differ by {distance(expected, after):.3g}", theirs)


def opset_main(options, files):
    counts, reasons, theirs = collections.Counter(), collections.Counter(), collections.Counter()
    jobs = [(file, opset) for file in files for opset in options.opsets]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda job: check_opset(options.program, *job, options.compare), jobs)
        for (file, opset), (state, message, other) in zip(jobs, results):
            counts[state] += 1
            theirs[f"{other or '-'} where ours is {state}"] += 1
            name = f"{file.parent.name}/{file.name}" if file.name == "model.onnx" else file.name
            if state == "refused":
                reasons[re.sub(r"graph\S* ?('[^']*')? ?", "", message.split("\n")[-1]).strip()[:140]] += 1
            if state == "differs" or (message and options.verbose):
                print(f"{state}: {name} to {opset}: {message}")
    for reason, count in reasons.most_common(40):
        print(f"refused {count}: {reason}")
    if options.compare:
        print("onnx.version_converter:", ", ".join(f"{text} {count}" for text, count in sorted(theirs.items())))
    print(", ".join(f"{count} {state}" for state, count in sorted(counts.items())), "of", len(jobs))
    return counts["differs"]


def l2_error(before, after):
    """Relative L2 error over all float outputs."""
    pairs = [(a.astype(numpy.float64), b.astype(numpy.float64)) for a, b in zip(before, after)
             if isinstance(a, numpy.ndarray) and a.dtype.kind == "f" and a.shape == b.shape]
    if any(getattr(a, "shape", None) != getattr(b, "shape", None) for a, b in zip(before, after)):
        return float("inf")
    norm = sum(float((a * a).sum()) for a, _ in pairs)
    return (sum(float(((a - b) ** 2).sum()) for a, b in pairs) / norm) ** 0.5 if norm else 0.0


def their_half(path, target, values, before, keep_io):
    """Size and error of the conversion by ONNX Runtime's tools, as text."""
    from onnxruntime.transformers import float16
    try:
        onnx.save(float16.convert_float_to_float16(onnx.load(str(path)), keep_io_types=keep_io), str(target))
    except Exception as failure:
        return f"fails: {str(failure)[:60]}"
    after = run(target, values)
    if not isinstance(after, list):
        return f"refused by ONNX Runtime: {after[:80]}"
    return f"{target.stat().st_size / 1e6:.1f} MB, error {l2_error(before, after):.2e}"


def float_main(options, files):
    failed = 0
    for path in files:
        model = onnx.load(str(path), load_external_data=False)
        values = stored_inputs(path, model)
        before = run(path, values)
        if values is None and isinstance(before, list):
            values = seeded_inputs(session(path))
        name = path.parent.name if path.name == "model.onnx" else path.name
        if not isinstance(before, list):
            print(f"{name}: not run: {before}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "half.onnx"
            extra = ["--keep-io"] if options.keep_io else []
            error, text = convert(options.program, path, target, "--to", options.to, "--external-data", "none", *extra)
            if error:
                print(f"{name}: refused: {error}")
                continue
            after = run(target, values)
            size = sum(f.stat().st_size for f in pathlib.Path(folder).iterdir()) / 1e6
            try:
                onnx.checker.check_model(str(target))
                checked = "ok"
            except Exception as failure:
                checked = f"onnx.checker: {str(failure).strip().splitlines()[0][:80]}"
            whole = path.stat().st_size / 1e6
            theirs = their_half(path, pathlib.Path(folder) / "theirs.onnx", values, before, options.keep_io)
        if not isinstance(after, list):
            failed += 1
            print(f"{name}: BROKEN, ONNX Runtime refuses it: {after} | {text} | theirs: {theirs}")
            continue
        error = l2_error(before, after)
        is_broken = not error < HALF_ERROR
        failed += is_broken
        print(f"{name}: {'BROKEN ' if is_broken else ''}{whole:.1f} → {size:.1f} MB, error {error:.2e}, {checked} | {text} | theirs: {theirs}",
              flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--opsets", default="21", type=lambda text: [int(part) for part in text.split(",")])
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--to")
    parser.add_argument("--keep-io", action="store_true")
    options = parser.parse_args()
    files = []
    for path in options.paths:
        files += sorted(p for p in path.rglob("*.onnx") if p.is_file()) if path.is_dir() else [path]
    failed = float_main(options, files) if options.to else opset_main(options, files)
    sys.exit(1 if failed or not files else 0)


if __name__ == "__main__":
    main()
