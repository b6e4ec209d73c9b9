"""Building blocks for make_samples.py: an eager graph builder, seeded weights, writing a test folder.

The builder evaluates each node on calibration values as it is added, with ONNX's reference evaluator. So a layer can be scaled by
the activations it really sees, and a sample never ends in zeros, saturated softmax or infinities.
"""

import json
import pathlib

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

LICENCE = "Apache-2.0"
PRODUCER = "opscope make_samples.py"


def rounded(array: np.ndarray, digits: int = 4) -> np.ndarray:
    """Keeps few significant digits: calibrated numbers then do not depend on the order in which a machine adds."""
    array = np.asarray(array, dtype=np.float64)
    magnitude = np.where(array == 0, 1.0, np.abs(array))
    scale = 10.0 ** (digits - 1 - np.floor(np.log10(magnitude)))
    return (np.round(array * scale) / scale).astype(np.float32)


def metadata(target, **entries: str) -> None:
    for key, value in entries.items():
        entry = target.metadata_props.add()
        entry.key, entry.value = key, value


class Builder:
    """Collects nodes and initializers of one graph under scoped names such as /stage1/block0/conv1/Conv."""

    def __init__(self, seed: int, opset: int):
        self.random = np.random.default_rng(seed)
        self.opset = helper.make_opsetid("", opset)
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []
        self.values: dict[str, np.ndarray] = {}
        self.used: dict[str, int] = {}

    def feed(self, name: str, value: np.ndarray) -> str:
        """A graph input with the value it has during calibration."""
        self.values[name] = value
        return name

    def weight(self, name: str, value: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(value, name))
        self.values[name] = value
        return name

    def normal(self, name: str, shape, deviation: float) -> str:
        return self.weight(name, (self.random.standard_normal(shape) * deviation).astype(np.float32))

    def unique(self, scope: str, op_type: str) -> str:
        name = f"{scope}/{op_type}"
        count = self.used.get(name, 0)
        self.used[name] = count + 1
        return name if count == 0 else f"{name}_{count}"

    def add(self, scope: str, op_type: str, inputs, output: str | None = None, **attributes) -> str:
        """Adds a node with one output and evaluates it; `output` names it where the name matters."""
        name = self.unique(scope, op_type)
        output = output or f"{name}_output_0"
        node = helper.make_node(op_type, list(inputs), [output], name=name, **attributes)
        self.nodes.append(node)
        self.values[output] = self.evaluate(node)
        return output

    def constant(self, scope: str, value) -> str:
        return self.add(scope, "Constant", [], value=numpy_helper.from_array(np.asarray(value)))

    def evaluate(self, node: onnx.NodeProto) -> np.ndarray:
        present = [name for name in dict.fromkeys(node.input) if name]
        inputs = [
            helper.make_tensor_value_info(
                name, helper.np_dtype_to_tensor_dtype(np.asarray(self.values[name]).dtype), None
            )
            for name in present
        ]
        graph = helper.make_graph([node], "step", inputs, [onnx.ValueInfoProto(name=node.output[0])])
        session = ReferenceEvaluator(helper.make_model(graph, opset_imports=[self.opset]))
        return session.run(None, {name: self.values[name] for name in present})[0]


def make_model(graph, opsets, ir_version: int, doc: str, functions=()) -> onnx.ModelProto:
    model = helper.make_model(graph, opset_imports=opsets, functions=list(functions), ir_version=ir_version)
    model.producer_name = PRODUCER
    model.producer_version = "1"
    model.doc_string = doc
    metadata(model, licence=LICENCE, origin="made by resources/samples/make_samples.py of Opscope, seeded weights")
    onnx.checker.check_model(model, full_check=True)
    return model


def assert_useful(name: str, outputs) -> None:
    for index, output in enumerate(outputs):
        output = np.asarray(output)
        assert output.size, f"{name}: output {index} is empty"
        if output.dtype.kind == "f":
            assert np.isfinite(output).all(), f"{name}: output {index} is not finite"
            if output.size > 1:
                assert output.std() > 1e-3, f"{name}: output {index} is flat"


# What other engines may differ by: the order of sums in a deep model in float.
TOLERANCE = {"rtol": 1e-3, "atol": 1e-5}


def cross_check(name: str, path: pathlib.Path, feeds, expected) -> str:
    """Compares with ONNX Runtime, unoptimised, where it is installed."""
    try:
        import onnxruntime
    except ImportError:
        return "onnxruntime absent, not cross-checked"
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    for index, (ours, theirs) in enumerate(zip(expected, session.run(None, feeds), strict=True)):
        np.testing.assert_allclose(theirs, ours, **TOLERANCE, err_msg=f"{name} output {index}")
        assert np.asarray(theirs).dtype == np.asarray(ours).dtype
    return f"onnxruntime {onnxruntime.__version__} agrees"


def write_sample(root: pathlib.Path, name: str, model: onnx.ModelProto, feeds: dict[str, np.ndarray]) -> None:
    folder = root / name
    data = folder / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    path = folder / "model.onnx"
    path.write_bytes(model.SerializeToString(deterministic=True))

    expected = ReferenceEvaluator(model).run(None, feeds)
    assert_useful(name, expected)
    report = cross_check(name, path, feeds, expected)

    if name == "tiny-decoder":
        (folder / "data.json").write_text(json.dumps(TOLERANCE) + "\n")

    for old in data.glob("*.pb"):
        old.unlink()
    for kind, infos, arrays in (
        ("input", model.graph.input, [feeds[info.name] for info in model.graph.input]),
        ("output", model.graph.output, expected),
    ):
        for index, (info, array) in enumerate(zip(infos, arrays, strict=True)):
            tensor = numpy_helper.from_array(np.asarray(array), info.name)
            (data / f"{kind}_{index}.pb").write_bytes(tensor.SerializeToString(deterministic=True))

    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    parameters = sum(int(np.prod(tensor.dims)) for tensor in model.graph.initializer)
    print(f"{name}: {len(model.graph.node)} nodes, {parameters} parameters, {size} bytes; {report}")
