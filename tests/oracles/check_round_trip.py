"""Opens and saves models with `opscope-cli edit` and compares what is written with the original.

For each .onnx file below the folders (or each file named):
- without edits, the file must have the same bytes;
- after setDoc on the graph, the message must be the one that onnx's Python package gets by setting
  the same field, and the file may differ in no other field;
- with --external-data one, and then none, every tensor must have the same elements.

usage: check_round_trip.py OPSCOPE_CLI PATH... [--no-external]
Needs onnx and numpy. The exit code is 1 if a model differs.
"""
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

import onnx
from onnx import numpy_helper

TEXT = "set by check_round_trip.py"


def edit(program, model, target, *options):
    """Returns the error of `edit`, or None."""
    done = subprocess.run([program, "edit", model, "-o", target, "--format", "json", *options], capture_output=True,
                          text=True, timeout=600)
    return None if done.returncode == 0 else done.stderr.strip() or f"exit code {done.returncode}"


def initializers(graph):
    """All initializers of a graph and of the graphs in it, in the order of the file."""
    yield from graph.initializer
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g, *attribute.graphs] if attribute.HasField("g") or attribute.graphs else []:
                yield from initializers(inner)


def elements(tensor, folder):
    """Returns the elements as bytes; None for a tensor that onnx cannot read."""
    if tensor.data_type == onnx.TensorProto.STRING:
        return list(tensor.string_data)
    try:
        return numpy_helper.to_array(tensor, str(folder)).tobytes()
    except Exception:  # whatever a broken tensor leads to
        return None


def compare_external(program, path, folder):
    """Moves weights out and in again. Data that the rules for external data refuse is not moved."""
    outside, inside = folder / "outside.onnx", folder / "inside.onnx"
    error = edit(program, path, outside, "--external-data", "one", "--threshold", "1")
    error = error or edit(program, outside, inside, "--external-data", "none")
    if error:
        return "refused", "external data: " + error
    models = [(onnx.load(p, load_external_data=False), p.parent) for p in (path, outside, inside)]
    for tensors in zip(*(initializers(m.graph) for m, _ in models), strict=True):
        found = [elements(t, f) for t, (_, f) in zip(tensors, models)]
        if found[0] is None:
            continue
        if found[0] != found[1] or found[0] != found[2]:
            return "differs", f"external data: elements of {tensors[0].name!r} differ"
    return "equal", ""


def check(program, path, external):
    """Returns (state, message): equal, differs or refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # External data is named relative to the folder, so model and output are in one.
        model, saved = folder / "model.onnx", folder / "saved.onnx"
        original = path.read_bytes()
        model.write_bytes(original)
        error = edit(program, model, saved)
        if error:
            return "refused", error
        if saved.read_bytes() != original:
            return "differs", "bytes differ without an edit"
        try:
            expected = onnx.ModelProto.FromString(original)
        except Exception as failure:  # upb has one type for all
            return "refused", f"onnx cannot parse it: {failure}"
        operation = json.dumps({"op": "setDoc", "graph": "graph", "doc": TEXT})
        error = edit(program, model, saved, "--operation", operation)
        if error:
            return "differs", error
        expected.graph.doc_string = TEXT
        written = onnx.ModelProto.FromString(saved.read_bytes())
        if written.SerializeToString(deterministic=True) != expected.SerializeToString(deterministic=True):
            return "differs", "the message is not the one with another doc string"
        return compare_external(program, path, folder) if external else ("equal", "")


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if len(arguments) < 2:
        sys.exit(__doc__)
    program, external = arguments[0], "--no-external" not in sys.argv
    files = []
    for path in map(pathlib.Path, arguments[1:]):
        files += sorted(p for p in path.rglob("*.onnx") if p.is_file()) if path.is_dir() else [path]
    counts = {"equal": 0, "differs": 0, "refused": 0}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (state, message) in zip(files, pool.map(lambda p: check(program, p, external), files)):
            counts[state] += 1
            if message:
                print(f"{state}: {path}: {message}")
    print(", ".join(f"{count} {state}" for state, count in counts.items()), "of", len(files))
    sys.exit(1 if counts["differs"] or not files else 0)


if __name__ == "__main__":
    main()
