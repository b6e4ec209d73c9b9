#!/usr/bin/env python3
"""Random small nodes of every standard operator and version: Opscope against ONNX's evaluator, ONNX Runtime and function bodies.

    compare_random_nodes.py PROGRAM [--folder F] [--cases N] [--seed S] [--only OPERATOR,...] [--tiers reference,default]

Each case is a model of one node that ONNX's checker accepts, in a folder with one data set per oracle that could run it:
test_data_set_evaluator, _ort, _body (the operator's function body run by the evaluator), _formula (random_nodes/formulas.py, for old
versions). One process of PROGRAM verifies them all. A
disagreement is "alone" if no oracle agrees with us, "split" if one does. What an oracle is known to get wrong stands in
known_oracle_faults.txt with the reason and is counted apart. Development script: needs onnx, onnxruntime, numpy.
Exit code 1: something is alone.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from random_nodes import CASES, Draw, formulas

PACKED = {TensorProto.INT4, TensorProto.UINT4, TensorProto.INT2, TensorProto.UINT2, TensorProto.FLOAT4E2M1}
FAULTS = pathlib.Path(__file__).with_name("known_oracle_faults.txt")


# Cases


def schemas() -> list:
    wanted = [s for s in onnx.defs.get_all_schemas_with_history() if not s.deprecated and (s.domain, s.name) in CASES]
    return sorted(wanted, key=lambda s: (s.domain, s.name, s.since_version))


def last_versions(all_schemas) -> dict:
    """For each schema the last opset in which it holds."""
    since, newest = collections.defaultdict(list), collections.defaultdict(int)
    for s in onnx.defs.get_all_schemas_with_history():
        since[s.domain, s.name].append(s.since_version)
        newest[s.domain] = max(newest[s.domain], s.since_version)
    ends = {}
    for s in all_schemas:
        later = [v for v in since[s.domain, s.name] if v > s.since_version]
        ends[s.domain, s.name, s.since_version] = min(later) - 1 if later else newest[s.domain]
    return ends


def type_of(value) -> onnx.TypeProto:
    if isinstance(value, list):
        inner = type_of(value[0])
        return helper.make_sequence_type_proto(helper.make_tensor_type_proto(inner.tensor_type.elem_type, None))
    return helper.make_tensor_type_proto(element_of(value), value.shape)


def element_of(array) -> int:
    return TensorProto.STRING if array.dtype == object else helper.np_dtype_to_tensor_dtype(array.dtype)


def build(schema, node, opset: int) -> onnx.ModelProto:
    names = ["" if value is None else f"x{i}" for i, value in enumerate(node.inputs)]
    while names and not names[-1]:
        names.pop()
    outputs = [f"y{i}" for i in range(node.outputs)]
    made = helper.make_node(schema.name, names, outputs, domain=schema.domain, **node.attributes)
    values, weights = [], []
    for index, name in enumerate(names):
        value = node.inputs[index]
        if name and index in node.constants and not isinstance(value, list):
            weights.append(numpy_helper.from_array(value, name))
        elif name:
            values.append(helper.make_value_info(name, type_of(value)))
    graph = helper.make_graph([made], "main", values, [onnx.ValueInfoProto(name=name) for name in outputs], weights)
    imports = [helper.make_opsetid(schema.domain, opset)]
    if schema.domain:
        imports.append(helper.make_opsetid("", 18))
    model = helper.make_model(graph, opset_imports=imports)
    model.ir_version = max(helper.find_min_ir_version_for(imports, ignore_unknown=True), 4)
    inferred = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True)
    for mine, theirs in zip(model.graph.output, inferred.graph.output, strict=True):
        mine.type.CopyFrom(theirs.type)
        if not mine.type.WhichOneof("value"):
            mine.type.tensor_type.elem_type = TensorProto.DataType.Value(node.attributes["to"])
    context = onnx.checker.C.CheckerContext()
    context.ir_version, context.opset_imports = model.ir_version, {o.domain: o.version for o in imports}
    onnx.checker.check_node(made, context)
    return model


def tolerance(node, model) -> dict:
    kinds = {value.dtype.name for value in node.inputs if isinstance(value, np.ndarray)}
    kinds |= {TensorProto.DataType.Name(o.type.tensor_type.elem_type).lower() for o in model.graph.output}
    if "bfloat16" in kinds:
        return dict(rtol=0.05, atol=0.05)
    if "float16" in kinds:
        return dict(rtol=1e-2, atol=1e-2)
    return dict(rtol=1e-3, atol=1e-5)


def write_value(path: pathlib.Path, value) -> None:
    if isinstance(value, list):
        path.write_bytes(numpy_helper.from_list([np.asarray(v) for v in value]).SerializeToString())
    else:
        array = np.asarray(value)
        array = array.astype(object) if array.dtype.kind in "US" else array
        path.write_bytes(numpy_helper.from_array(array).SerializeToString())


def make_cases(folder: pathlib.Path, count: int, seed: int, only: set) -> collections.Counter:
    rejected = collections.Counter()
    chosen = schemas()
    ends = last_versions(chosen)
    for schema in chosen:
        if only and schema.name not in only:
            continue
        for index in range(count):
            draw = Draw(schema, seed, index)
            try:
                node = CASES[schema.domain, schema.name](draw)
                if node is None:
                    continue
                last = ends[schema.domain, schema.name, schema.since_version]
                opset = draw.pick(schema.since_version, schema.since_version, last)
                model = build(schema, node, opset)
            except Exception as error:
                rejected[f"{schema.name}-{schema.since_version}: {type(error).__name__} {' '.join(str(error).split())[:150]}"] += 1
                continue
            write_case(folder / f"{schema.name}-{schema.since_version}_{index}", model, node)
    return rejected


def write_case(place: pathlib.Path, model, node) -> None:
    (place / "inputs").mkdir(parents=True)
    onnx.save(model, place / "model.onnx")
    (place / "data.json").write_text(json.dumps(tolerance(node, model)))
    weights = {tensor.name for tensor in model.graph.initializer}
    given = [v for i, v in enumerate(node.inputs) if v is not None and f"x{i}" not in weights]
    for index, value in enumerate(given):
        write_value(place / "inputs" / f"input_{index}.pb", value)


# Oracles


def load_inputs(place: pathlib.Path, model) -> dict:
    weights = {tensor.name for tensor in model.graph.initializer}
    feeds = {}
    for index, value in enumerate(v for v in model.graph.input if v.name not in weights):
        content = (place / "inputs" / f"input_{index}.pb").read_bytes()
        if value.type.HasField("sequence_type"):
            feeds[value.name] = numpy_helper.to_list(onnx.SequenceProto.FromString(content))
        else:
            feeds[value.name] = numpy_helper.to_array(TensorProto.FromString(content))
    return feeds


def run_evaluator(place, model, feeds):
    from onnx.reference import ReferenceEvaluator

    return ReferenceEvaluator(model).run(None, feeds)


def run_ort(place, model, feeds):
    import onnxruntime

    model, feeds = with_constants(model, feeds)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    kinds = [o.type.tensor_type.elem_type for o in model.graph.output]
    odd = any(k > TensorProto.DOUBLE for k in kinds) or any(isinstance(v, np.ndarray) and v.dtype.kind == "V" for v in feeds.values())
    if not odd:
        return session.run(None, feeds)
    if any(k in PACKED for k in kinds):
        raise NotImplementedError("packed outputs are not read")
    given = {name: onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(np.array(v, order="C"), element_of(v)) for name, v in feeds.items()}
    found = [v.numpy() for v in session.run_with_ort_values(None, given)]
    return [v.view(helper.tensor_dtype_to_np_dtype(k)) if k > TensorProto.DOUBLE and v.dtype.kind in "iu" else v
            for v, k in zip(found, kinds)]


def with_constants(model, feeds):
    """Packed inputs as weights: ONNX Runtime takes no packed arrays."""
    packed = [name for name, v in feeds.items() if isinstance(v, np.ndarray) and element_of(v) in PACKED]
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    for name in packed:
        changed.graph.initializer.append(numpy_helper.from_array(feeds[name], name))
    kept = [v for v in model.graph.input if v.name not in packed]
    del changed.graph.input[:]
    changed.graph.input.extend(kept)
    return changed, {name: v for name, v in feeds.items() if name not in packed}


def run_body(place, model, feeds):
    from onnx.reference import ReferenceEvaluator

    node = model.graph.node[0]
    opset = next(o.version for o in model.opset_import if o.domain == node.domain)
    schema = onnx.defs.get_schema(node.op_type, opset, node.domain)
    kinds = {v.name: v.type for v in model.graph.input}
    kinds |= {t.name: helper.make_tensor_type_proto(t.data_type, t.dims) for t in model.graph.initializer}
    body = onnx.FunctionProto()
    if schema.has_context_dependent_function:
        version = max(v for v in schema.context_dependent_function_opset_versions if v <= opset)
        types = [kinds.get(name, onnx.TypeProto()).SerializeToString() for name in node.input]
        body.ParseFromString(schema.get_context_dependent_function_with_opset_version(version, node.SerializeToString(), types))
    elif schema.has_function:
        version = max(v for v in schema.function_opset_versions if v <= opset)
        body.ParseFromString(schema.get_function_with_opset_version(version))
    else:
        return None
    called = onnx.ModelProto()
    called.CopyFrom(model)
    body.domain, body.name = "body", node.op_type
    called.functions.append(body)
    called.graph.node[0].domain = "body"
    called.opset_import.append(helper.make_opsetid("body", 1))
    del called.graph.value_info[:]
    return ReferenceEvaluator(called).run(None, feeds)


def run_formula(place, model, feeds):
    node = model.graph.node[0]
    opset = next(o.version for o in model.opset_import if o.domain == node.domain)
    schema = onnx.defs.get_schema(node.op_type, opset, node.domain)
    weights = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    values = [feeds[name] if name in feeds else weights.get(name) for name in node.input]
    attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    found = formulas.run(node.op_type, schema.since_version, attributes, values) if not node.domain else None
    return None if found is None else found[:len(model.graph.output)]


ORACLES = dict(evaluator=run_evaluator, ort=run_ort, body=run_body, formula=run_formula)


def declared_type(value, kind):
    """The evaluator computes some outputs in another type than the operator gives."""
    if not kind.HasField("tensor_type") or isinstance(value, list):
        return value
    wanted, array = kind.tensor_type.elem_type, np.asarray(value)
    if wanted in (0, TensorProto.STRING) or array.dtype.kind in "OUS" or element_of(array) == wanted:
        return value
    with np.errstate(all="ignore"):
        return array.astype(helper.tensor_dtype_to_np_dtype(wanted))


class TooLong(Exception):
    pass


def give_up(*_):
    raise TooLong("no answer in time")


def ask(place: pathlib.Path, oracle: str) -> str:
    model = onnx.load(place / "model.onnx")
    feeds = load_inputs(place, model)
    signal.alarm(20)
    try:
        with np.errstate(all="ignore"):
            found = ORACLES[oracle](place, model, feeds)
    except BaseException as error:  # whatever an oracle throws is its answer
        return f"{type(error).__name__}: {' '.join(str(error).split())[:160]}"
    finally:
        signal.alarm(0)
    if found is None:
        return "has none"
    scratch = place / f"set_{oracle}"
    scratch.mkdir(exist_ok=True)
    try:
        for index, (value, declared) in enumerate(zip(found, model.graph.output, strict=True)):
            if value is None:
                return "an output is None"
            write_value(scratch / f"output_{index}.pb", declared_type(value, declared.type))
    except Exception as error:
        return f"its output cannot be written: {error}"[:160]
    for file in (place / "inputs").iterdir():
        shutil.copy(file, scratch)
    scratch.rename(place / f"test_data_set_{oracle}")
    return ""


def worker(oracle: str) -> None:
    """Places come on stdin, one answer per line goes out."""
    signal.signal(signal.SIGALRM, give_up)
    os.environ["ALLOW_RELEASED_ONNX_OPSET_ONLY"] = "0"
    print("ready", flush=True)
    for line in sys.stdin:
        print("@" + ask(pathlib.Path(line.strip()), oracle).replace("\n", " "), flush=True)


def ask_all(places: list, oracle: str) -> dict:
    """What stood in the way, by case; a worker that dies is a line and is started anew."""
    answers, child = {}, None
    for place in places:
        if child is None or child.poll() is not None:
            child = subprocess.Popen([sys.executable, __file__, "--worker", oracle], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL, text=True)
        try:
            child.stdin.write(f"{place}\n")
            child.stdin.flush()
        except BrokenPipeError:
            pass
        answer = "its process ended"
        for line in child.stdout:
            if line.startswith("@"):
                answer = line[1:].strip()
                break
        else:
            child.wait()
        answers[place.name] = answer
    if child is not None:
        child.stdin.close()
        child.wait()
    return answers


# Comparison


def verify(program: str, folder: pathlib.Path, tier: str) -> list:
    command = [program, "verify", str(folder), "--format", "json", "--quiet", "--threads", "1"]
    if tier == "reference":
        command += ["--tier", "reference"]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    return json.loads(text)["tests"]


def known_faults() -> list:
    rows = []
    for line in FAULTS.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            oracle, pattern, reason = (part.strip() for part in re.split(r"\s+\|\s+", line, maxsplit=2))
            rows.append((oracle, re.compile(pattern), reason))
    return rows


def describe(place: pathlib.Path) -> str:
    model = onnx.load(place / "model.onnx")
    node = model.graph.node[0]
    kinds = {v.name: v.type for v in model.graph.input}
    kinds |= {t.name: helper.make_tensor_type_proto(t.data_type, t.dims) for t in model.graph.initializer}

    def kind(name):
        if name not in kinds:
            return "-"
        if kinds[name].HasField("sequence_type"):
            return "seq"
        tensor = kinds[name].tensor_type
        return f"{TensorProto.DataType.Name(tensor.elem_type).lower()}{[d.dim_value for d in tensor.shape.dim]}"

    attributes = " ".join(f"{a.name}={text_of(a)}" for a in node.attribute)
    return f"({', '.join(kind(n) for n in node.input)}) {attributes}"


def text_of(attribute) -> str:
    value = helper.get_attribute_value(attribute)
    return value.decode() if isinstance(value, bytes) else "..." if isinstance(value, (TensorProto, onnx.GraphProto)) else str(value)[:80]


def is_known(faults, oracle: str, name: str, text: str) -> bool:
    return any(who in (oracle, "any") and pattern.search(f"{name} {text}") for who, pattern, _ in faults)


def judge(folder, tests, tally, show_split: bool) -> int:
    """Prints what disagrees; how many cases are alone."""
    faults, alone = known_faults(), 0
    for test in sorted(tests, key=lambda t: t["folder"]):
        place = pathlib.Path(test["folder"])
        sets = {s["set"].removeprefix("test_data_set_"): s for s in test["sets"]}
        text = describe(place)
        tally["cases"] += 1
        wrong = {name: s for name, s in sets.items() if s["outcome"] != "passed" and not is_known(faults, name, place.name, text)}
        tally["sets"] += len(sets)
        tally["known"] += sum(s["outcome"] != "passed" for s in sets.values()) - len(wrong)
        if not sets and test["outcome"] != "passed":
            wrong = {"all": dict(message=test["message"], outcome=test["outcome"])}
        if not wrong:
            continue
        is_split = any(s["outcome"] == "passed" for s in sets.values())
        tally["split" if is_split else "alone"] += 1
        alone += not is_split
        if is_split and not show_split:
            continue
        print(f"{'split' if is_split else 'ALONE'} {place.name} {text}")
        for name, s in sorted(wrong.items()):
            print(f"    {name}: {s['message'][:230]}")
    return alone


def places_of(folder: pathlib.Path) -> list:
    return sorted(path.parent for path in folder.glob("*/model.onnx"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="path of opscope-cli, or - to make the cases only")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("random-nodes"), help="where the cases are (default: random-nodes)")
    parser.add_argument("--cases", type=int, default=10, help="per version of an operator (default: 10)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="operators, separated by commas")
    parser.add_argument("--tiers", default="reference,default")
    parser.add_argument("--again", action="store_true", help="verify the cases that are there")
    parser.add_argument("--ask", default="", help="with --again: ask these oracles, separated by commas, once more")
    parser.add_argument("--no-split", action="store_true", help="list only what no oracle agrees with")
    arguments = parser.parse_args()
    if not arguments.again:
        shutil.rmtree(arguments.folder, ignore_errors=True)
        rejected = make_cases(arguments.folder, arguments.cases, arguments.seed, set(filter(None, arguments.only.split(","))))
        for text, count in rejected.items():
            print(f"not made, {count} times: {text}", file=sys.stderr)
        answers = {oracle: ask_all(places_of(arguments.folder), oracle) for oracle in ORACLES}
        (arguments.folder / "oracles.json").write_text(json.dumps(answers, indent=1))
    for oracle in filter(None, arguments.ask.split(",")):
        for old in arguments.folder.glob(f"*/test_data_set_{oracle}"):
            shutil.rmtree(old)
        ask_all(places_of(arguments.folder), oracle)
    if arguments.program == "-":
        return 0
    alone = 0
    for tier in arguments.tiers.split(","):
        tally = collections.Counter()
        print(f"== {tier}")
        alone += judge(arguments.folder, verify(arguments.program, arguments.folder, tier), tally, not arguments.no_split)
        print(f"{tier}: " + ", ".join(f"{count} {what}" for what, count in tally.items()), file=sys.stderr)
    return 1 if alone else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2])
        sys.exit(0)
    sys.exit(main())
