"""Extracts random regions of models with `opscope-cli extract` and compares them with the whole model.

A region is a connected piece, a random selection (which becomes convex), what lies between values, or a scope. The whole model
runs once in ONNX Runtime and gives the values at the borders of all its regions; each region then runs on those values. Both
run without graph optimisation and on one thread, so their outputs must have the same bits. onnx.checker must accept each file if it accepts
the whole model.

usage: check_extraction.py OPSCOPE_CLI --zoo DIR --cache DIR [--names A,B] [--regions 200] [--seed 1]
       check_extraction.py OPSCOPE_CLI --models MODEL.onnx...   models without a zoo: random inputs
DIR of the zoo has NAME.onnx without weights and materialize.py, which makes weights and inputs into the cache.
Needs numpy, onnx and onnxruntime. The exit code is 1 if something differs.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnx.numpy_helper
import onnxruntime

import random_edits

# Small enough that all border values of some ten regions fit into memory.
USUAL = ("dcgan", "espcn", "googlenet", "lstm_acoustic", "mobilenet_v2", "mobilenet_v3_large", "resnet50_int8_qdq", "segformer_b0",
         "shufflenet_v2", "squeezenet1_1", "ssdlite320", "t5_small_encoder", "tiny_yolo", "whisper_tiny_decoder", "whisper_tiny_encoder")


def made(zoo, cache, name):
    """The model with weights, and its inputs; made where the cache has none."""
    folder = cache / name
    if not (folder / f"{name}.weights").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, zoo / "materialize.py", "make", name, "--no-verify", "--out", folder], check=True,
                       stdout=subprocess.DEVNULL)
    cases = sorted((folder / f"{name}.inputs").iterdir())
    values = [onnx.numpy_helper.to_array(onnx.load_tensor(str(cases[0] / f"input_{i}.pb"))) for i in range(len(list(cases[0].glob("input_*.pb"))))]
    return folder / f"{name}.onnx", values


class Graph:
    """Who makes and who reads the values of the main graph."""

    def __init__(self, model):
        self.nodes = list(model.graph.node)
        self.initializers = {tensor.name for tensor in model.graph.initializer}
        self.producer, self.readers = {}, collections.defaultdict(set)
        for index, node in enumerate(self.nodes):
            for name in node.output:
                self.producer[name] = index
            for name in reads(node):
                self.readers[name].add(index)

    def neighbours(self, index):
        node = self.nodes[index]
        near = {self.producer[name] for name in reads(node) if name in self.producer}
        for name in node.output:
            near |= self.readers[name]
        return near


def reads(node):
    """Inputs of a node, and what its bodies read of the graphs around them."""
    names = {name for name in node.input if name}
    for attribute in node.attribute:
        for body in [attribute.g] if attribute.HasField("g") else list(attribute.graphs):
            own = {value.name for value in body.input} | {tensor.name for tensor in body.initializer}
            own |= {name for inner in body.node for name in inner.output}
            inside = {name for inner in body.node for name in reads(inner)} | {value.name for value in body.output}
            names |= inside - own
    return names


def piece(graph, generator):
    """Paths of the nodes of a connected piece."""
    size = generator.randint(1, 25)
    chosen, border = set(), [generator.randrange(len(graph.nodes))]
    while border and len(chosen) < size:
        chosen.add(border.pop(generator.randrange(len(border))))
        border = sorted({near for index in chosen for near in graph.neighbours(index)} - chosen)
    return [argument for index in sorted(chosen) for argument in ("--nodes", f"graph/node[{index}]")]


def scattered(graph, generator):
    first = generator.randrange(len(graph.nodes))
    window = range(first, min(first + 30, len(graph.nodes)))
    chosen = generator.sample(window, min(len(window), generator.randint(2, 5)))
    return [argument for index in sorted(chosen) for argument in ("--nodes", f"graph/node[{index}]")]


def between(graph, generator):
    """What lies between a value and a set of values some nodes above it that cuts off everything else."""
    outputs = [name for node in graph.nodes for name in node.output if name and node.op_type != "Constant"]
    to = generator.choice(outputs)
    inside, cut = {graph.producer[to]}, set()
    limit, border = generator.randint(1, 30), [graph.producer[to]]
    while border:
        node = graph.nodes[border.pop(0)]
        for name in sorted(reads(node)):
            maker = graph.producer.get(name)
            if name in graph.initializers or maker in inside or (maker is not None and graph.nodes[maker].op_type == "Constant"):
                continue
            if maker is None or len(inside) >= limit:
                cut.add(name)
            else:
                inside.add(maker)
                border.append(maker)
    cut -= {name for index in inside for name in graph.nodes[index].output}
    if not cut:
        return None
    return [argument for name in sorted(cut) for argument in ("--from", name)] + ["--to", to]


def scope(graph, generator):
    named = [node.name for node in graph.nodes if node.name.count("/") >= 2]
    if not named:
        return None
    parts = generator.choice(named).strip("/").split("/")[:-1]
    return ["--scope", "/" + "/".join(parts[:generator.randint(1, len(parts))])]


KINDS = {"piece": piece, "selection": scattered, "between": between, "scope": scope}


def constant_inputs(model):
    """Inputs that a model was extracted without: none may be an initializer."""
    return {value.name for value in model.graph.input} & {tensor.name for tensor in model.graph.initializer}


def run(path, wanted, values, extra=()):
    """Runs without optimisation. `extra`: inner values that become outputs."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    if extra:
        model = onnx.load(path, load_external_data=False)
        known = {value.name for value in model.graph.output}
        model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in extra if name not in known)
        path = path.with_name("captured.onnx")
        onnx.save(model, path)
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    names = [value.name for value in session.get_inputs()]
    feed = dict(zip(names, values)) if isinstance(values, list) else {name: values[name] for name in names}
    return dict(zip(wanted, session.run(wanted, feed)))


def accepted(path):
    try:
        onnx.checker.check_model(str(path))
        return True
    except Exception:  # of any kind
        return False


def bits(output):
    """What is compared of an output: type, shape and bytes of a tensor, text of a map or a sequence."""
    if isinstance(output, numpy.ndarray) and output.dtype != object:
        return output.dtype, output.shape, output.tobytes()
    return repr(output.tolist() if isinstance(output, numpy.ndarray) else output)


def check_model(program, path, values, count, generator, folder):
    """Returns the numbers of regions by kind, and what is wrong as a list of texts."""
    graph = Graph(onnx.load(path, load_external_data=False))
    regions, wrong, kinds = [], [], collections.Counter()
    wanted = {}
    for _ in range(count * 4):
        if len(regions) >= count:
            break
        kind = generator.choice(sorted(KINDS))
        arguments = KINDS[kind](graph, generator)
        if arguments is None:
            continue
        target = folder / f"region_{len(regions)}.onnx"
        done = subprocess.run([program, "extract", path, *arguments, "-o", target, "--external-data", "one", "--format", "json"],
                              capture_output=True, text=True, timeout=600)
        shown = f"{path.name} {kind} {' '.join(arguments)[:150]}"
        if done.returncode:
            if "is needed too; start from" in done.stderr or "which cannot be cut" in done.stderr:
                continue  # a set of values that is no border
            wrong.append(f"{shown}: refused: {done.stderr.strip()}")
            regions.append(None)
            continue
        part = onnx.load(target, load_external_data=False)
        if constant_inputs(part):
            wrong.append(f"{shown}: weights became inputs: {sorted(constant_inputs(part))[:3]}")
        for value in list(part.graph.input) + list(part.graph.output):
            wanted.setdefault(value.name)
        kinds[kind] += 1
        regions.append((shown, target, part))
    sound = accepted(path)  # a file of ORT's quantiser has a key twice
    whole = {**dict(zip([v.name for v in onnx.load(path, load_external_data=False).graph.input], values))}
    names = [name for name in wanted if name not in whole]
    whole.update(run(path, names, values, names))
    for region in filter(None, regions):
        shown, target, part = region
        try:
            if sound:
                onnx.checker.check_model(str(target))
            outputs = [value.name for value in part.graph.output]
            got = run(target, outputs, whole)
        except Exception as failure:  # of any kind: the file is wrong
            wrong.append(f"{shown}: {failure}")
            continue
        differ = [name for name in outputs if bits(got[name]) != bits(whole[name])]
        if differ:
            wrong.append(f"{shown}: {len(differ)} of {len(outputs)} outputs differ, such as {differ[0]}")
    return kinds, len(regions), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--zoo", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path)
    parser.add_argument("--names", default=",".join(USUAL))
    parser.add_argument("--models", nargs="*", default=[], type=pathlib.Path)
    parser.add_argument("--regions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    names = arguments.names.split(",") if arguments.zoo else []
    total, faults, all_kinds = 0, 0, collections.Counter()
    sources = names + arguments.models
    for position, source in enumerate(sources):
        count = arguments.regions * (position + 1) // len(sources) - arguments.regions * position // len(sources)
        if isinstance(source, str):
            path, values = made(arguments.zoo, arguments.cache, source)
        else:
            path = source
            values = random_edits.inputs_of(random_edits.session(path), arguments.seed)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            # Beside the model: its external data is found from there too.
            kinds, regions, wrong = check_model(arguments.program, path, values, count, random.Random(f"{arguments.seed} {path.name}"),
                                                pathlib.Path(folder))
        (path.with_name("captured.onnx")).unlink(missing_ok=True)
        total += regions
        faults += len(wrong)
        all_kinds += kinds
        print(f"{path.name}: {regions} regions, {len(wrong)} wrong", flush=True)
        for text in wrong:
            print(f"  {text}", flush=True)
    print(f"{total} regions of {len(sources)} models ({', '.join(f'{n} {kind}' for kind, n in sorted(all_kinds.items()))}); {faults} wrong")
    sys.exit(1 if faults or not total else 0)


if __name__ == "__main__":
    main()
