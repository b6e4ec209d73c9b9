"""Sample control-flow: smooths a signal until it is calm. Loop, If, Scan, a local function, metadata on every level.

    y = Standardize(signal)                           local function of domain opscope.samples
    repeat at most `steps` times while roughness > tolerance:      Loop, roughness of each round collected
        y = y * kernel if roughness > 4 * tolerance else (y + y * kernel) / 2      If, values of outer graphs captured
    envelope = exponential mean of |y| along time     Scan
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from sample_builder import make_model, metadata

OPSET = 18
IR_VERSION = 10
DOMAIN = "opscope.samples"
MAXIMUM_STEPS = 32


def node(op_type: str, inputs, outputs, name: str, doc: str = "", **attributes) -> onnx.NodeProto:
    result = helper.make_node(op_type, inputs, outputs, name=name, **attributes)
    if doc:
        result.doc_string = doc
    return result


def tensor(name: str, value) -> onnx.TensorProto:
    return numpy_helper.from_array(np.asarray(value), name)


def info(name: str, kind: int, shape, doc: str = "") -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape, doc_string=doc)


def standardize() -> onnx.FunctionProto:
    """(x - mean) / sqrt(variance + epsilon) along the last axis; epsilon is an attribute with a default."""
    epsilon = node("Constant", [], ["epsilon"], "epsilon")
    reference = epsilon.attribute.add()
    reference.name, reference.ref_attr_name, reference.type = "value_float", "epsilon", onnx.AttributeProto.FLOAT
    body = [
        node("Constant", [], ["axes"], "axes", value_ints=[-1]),
        epsilon,
        node("ReduceMean", ["x", "axes"], ["mean"], "mean", keepdims=1),
        node("Sub", ["x", "mean"], ["centred"], "centre"),
        node("Mul", ["centred", "centred"], ["squares"], "square"),
        node("ReduceMean", ["squares", "axes"], ["variance"], "variance", keepdims=1),
        node("Add", ["variance", "epsilon"], ["safe_variance"], "keep_positive"),
        node("Sqrt", ["safe_variance"], ["deviation"], "deviation"),
        node("Div", ["centred", "deviation"], ["y"], "scale"),
    ]
    function = helper.make_function(
        DOMAIN, "Standardize", ["x"], ["y"], body, [helper.make_opsetid("", OPSET)],
        attribute_protos=[helper.make_attribute("epsilon", 1e-5)])
    function.doc_string = "Zero mean and unit variance along the last axis."
    metadata(function, purpose="shows a local function with a default attribute")
    return function


def smooth(scope: str, signal: str, output: str) -> list[onnx.NodeProto]:
    """Convolves each channel with the captured kernel: channels become the batch of a Conv."""
    return [
        node("Unsqueeze", [signal, "axis_one"], [f"{output}_rows"], f"{scope}/to_rows"),
        node("Conv", [f"{output}_rows", "kernel"], [f"{output}_filtered"], f"{scope}/Conv", kernel_shape=[5], pads=[2, 2]),
        node("Squeeze", [f"{output}_filtered", "axis_one"], [output], f"{scope}/from_rows"),
    ]


def branches() -> tuple[onnx.GraphProto, onnx.GraphProto]:
    strong = helper.make_graph(
        smooth("/smooth/strong", "current", "strong"), "strong", [],
        [info("strong", TensorProto.FLOAT, ["channels", "length"])], doc_string="Full filter: the signal is far from calm.")
    weak = helper.make_graph(
        [
            *smooth("/smooth/weak", "current", "blurred"),
            node("Add", ["current", "blurred"], ["doubled"], "/smooth/weak/Add"),
            node("Mul", ["doubled", "half"], ["weak"], "/smooth/weak/Mul"),
        ],
        "weak", [], [info("weak", TensorProto.FLOAT, ["channels", "length"])], doc_string="Half of the filter: nearly calm.")
    return strong, weak


def rounds() -> onnx.GraphProto:
    strong, weak = branches()
    nodes = [
        node("Greater", ["roughness_in", "strong_limit"], ["is_rough"], "/smooth/is_rough"),
        node("If", ["is_rough"], ["next"], "/smooth/If", "Chooses the filter by how rough the signal is.",
             then_branch=strong, else_branch=weak),
        *roughness("/smooth/roughness", "next", "roughness_out"),
        node("Greater", ["roughness_out", "tolerance"], ["goes_on"], "/smooth/goes_on"),
        node("Identity", ["roughness_out_by_channel"], ["history_item"], "/smooth/record"),
    ]
    return helper.make_graph(
        nodes, "round",
        [info("round_index", TensorProto.INT64, []), info("goes_on_in", TensorProto.BOOL, []),
         info("current", TensorProto.FLOAT, ["channels", "length"]), info("roughness_in", TensorProto.FLOAT, [])],
        [info("goes_on", TensorProto.BOOL, []), info("next", TensorProto.FLOAT, ["channels", "length"]),
         info("roughness_out", TensorProto.FLOAT, []), info("history_item", TensorProto.FLOAT, ["channels"])],
        doc_string="One round: filter, then measure again.")


def roughness(scope: str, signal: str, output: str) -> list[onnx.NodeProto]:
    """Mean absolute difference of neighbours in time, per channel and, for the roughest one, as a scalar."""
    return [
        node("Slice", [signal, "one", "end", "axis_one"], [f"{output}_tail"], f"{scope}/tail"),
        node("Slice", [signal, "zero", "minus_one", "axis_one"], [f"{output}_head"], f"{scope}/head"),
        node("Sub", [f"{output}_tail", f"{output}_head"], [f"{output}_steps"], f"{scope}/Sub"),
        node("Abs", [f"{output}_steps"], [f"{output}_sizes"], f"{scope}/Abs"),
        node("ReduceMean", [f"{output}_sizes", "axis_one"], [f"{output}_by_channel"], f"{scope}/by_channel", keepdims=0),
        node("ReduceMax", [f"{output}_by_channel"], [output], f"{scope}/ReduceMax", keepdims=0),
    ]


def moving_mean() -> onnx.GraphProto:
    nodes = [
        node("Abs", ["sample"], ["loudness"], "/envelope/Abs"),
        node("Sub", ["loudness", "mean_in"], ["difference"], "/envelope/Sub"),
        node("Mul", ["difference", "rate"], ["correction"], "/envelope/Mul"),
        node("Add", ["mean_in", "correction"], ["mean_out"], "/envelope/Add"),
        node("Identity", ["mean_out"], ["envelope_item"], "/envelope/record"),
    ]
    row = ["channels"]
    return helper.make_graph(
        nodes, "moving_mean", [info("mean_in", TensorProto.FLOAT, row), info("sample", TensorProto.FLOAT, row)],
        [info("mean_out", TensorProto.FLOAT, row), info("envelope_item", TensorProto.FLOAT, row)],
        doc_string="Follows the loudness of each channel.")


def main_nodes() -> list[onnx.NodeProto]:
    standardized = node("Standardize", ["signal"], ["standard"], "/standardize/Standardize",
                        "Call of the model's own function.", domain=DOMAIN, epsilon=1e-4)
    metadata(standardized, note="the function's body can be opened")
    return [
        standardized,
        node("Clip", ["steps", "zero_steps", "maximum_steps"], ["bounded_steps"], "/smooth/bound",
             "Keeps any input within a sensible number of rounds."),
        *roughness("/smooth/first_roughness", "standard", "roughness"),
        node("Mul", ["tolerance", "four"], ["strong_limit"], "/smooth/strong_limit"),
        node("Greater", ["roughness", "tolerance"], ["starts"], "/smooth/starts"),
        node("Loop", ["bounded_steps", "starts", "standard", "roughness"], ["smoothed", "last_roughness", "history"],
             "/smooth/Loop", "At most `steps` rounds, ends when calm.", body=rounds()),
        node("Shape", ["smoothed"], ["channel_count"], "/envelope/Shape", start=0, end=1),
        node("ConstantOfShape", ["channel_count"], ["silence"], "/envelope/silence", value=tensor("value", np.float32([0]))),
        node("Transpose", ["smoothed"], ["samples"], "/envelope/to_samples", perm=[1, 0]),
        node("Scan", ["silence", "samples"], ["final_envelope", "envelope_samples"], "/envelope/Scan", "Walks along time.",
             num_scan_inputs=1, body=moving_mean()),
        node("Transpose", ["envelope_samples"], ["envelope"], "/envelope/to_channels", perm=[1, 0]),
    ]


def constants() -> list[onnx.TensorProto]:
    kernel = tensor("kernel", np.float32([[[0.1, 0.2, 0.4, 0.2, 0.1]]]))
    kernel.doc_string = "Weights of the smoothing filter; they sum to one."
    metadata(kernel, shape_of="triangle")
    return [
        kernel,
        tensor("half", np.float32(0.5)), tensor("four", np.float32(4)), tensor("rate", np.float32(0.25)),
        tensor("zero", np.int64([0])), tensor("one", np.int64([1])), tensor("minus_one", np.int64([-1])),
        tensor("end", np.int64([np.iinfo(np.int64).max])), tensor("axis_one", np.int64([1])),
        tensor("zero_steps", np.int64(0)), tensor("maximum_steps", np.int64(MAXIMUM_STEPS)),
    ]


def example() -> dict[str, np.ndarray]:
    random = np.random.default_rng(22)
    time = np.arange(160) / 160
    clean = np.stack([np.sin(2 * np.pi * (3 + channel) * time) * np.exp(-channel * time) for channel in range(3)])
    noisy = clean * 2 + random.normal(0, 0.5, clean.shape) + 1
    return {"signal": noisy.astype(np.float32), "steps": np.array(20, np.int64), "tolerance": np.array(0.12, np.float32)}


def build() -> tuple[onnx.ModelProto, dict[str, np.ndarray]]:
    signal = info("signal", TensorProto.FLOAT, ["channels", "length"], "Any signal, a row per channel, at least two samples.")
    metadata(signal, unit="volt")
    graph = helper.make_graph(
        main_nodes(), "control_flow",
        [signal, info("steps", TensorProto.INT64, [], f"Most rounds, clipped to 0..{MAXIMUM_STEPS}."),
         info("tolerance", TensorProto.FLOAT, [], "Roughness that counts as calm.")],
        [info("smoothed", TensorProto.FLOAT, ["channels", "length"]),
         info("envelope", TensorProto.FLOAT, ["channels", "length"]),
         info("history", TensorProto.FLOAT, ["rounds", "channels"], "Roughness after each round.")],
        constants(), doc_string="Smooths until calm, then follows the envelope.")
    metadata(graph, shows="Loop, If, Scan, local function, captured values")
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(DOMAIN, 1)]
    model = make_model(graph, opsets, IR_VERSION, "Control flow with a local function.", [standardize()])
    return model, example()
