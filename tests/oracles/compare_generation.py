#!/usr/bin/env python3
"""GreedySearch, Sampling and BeamSearch of com.microsoft on small random decoders: Opscope against ONNX Runtime.

    compare_generation.py PROGRAM [--folder F] [--cases N] [--seed S]

The decoder adds embeddings of token and position, keeps them in a cache and multiplies their masked sum by a matrix, so that logits
depend on every token before. The padding token is one that the vocabulary does not have: where a sequence ends can be seen, and what
ONNX Runtime leaves unwritten behind the end of all sequences is filled with it. Two faults of ONNX Runtime 1.31 are left out: its CPU
kernel takes the penalties of presence_mask all from the first score, and a beam search of several sequences may stop one of them by
the scores of another (it gives other sequences for the same prompt alone). Development script: needs onnx, onnxruntime, numpy. Exit
code 1: a result differs.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

VOCABULARY, WIDTH, PADDING, END = 9, 4, 9, 2


def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def decoder(rng, name):
    weights = dict(tokens=rng.normal(size=(VOCABULARY + 1, WIDTH)) * 2, positions=rng.normal(size=(64, WIDTH)),
                   head=rng.normal(size=(WIDTH, VOCABULARY)) * 1.5, share=np.array(0.6))
    whole = dict(axes01=[0, 1], axes13=[1, 3], axes12=[1, 2], axis1=[1], zero=0)
    node = helper.make_node
    nodes = [
        node("Gather", ["tokens", "input_ids"], ["token"]), node("Gather", ["positions", "position_ids"], ["position"]),
        node("Add", ["token", "position"], ["x"]), node("Unsqueeze", ["x", "axes01"], ["u"]),
        node("Transpose", ["u"], ["step"], perm=[0, 2, 1, 3, 4]), node("Concat", ["step", "step"], ["both"], axis=0),
        node("Concat", ["past_0", "both"], ["present_0"], axis=3), node("Gather", ["present_0", "zero"], ["seen"], axis=0),
        node("Cast", ["attention_mask"], ["kept"], to=TensorProto.FLOAT), node("Unsqueeze", ["kept", "axes13"], ["mask"]),
        node("Mul", ["seen", "mask"], ["masked"]), node("ReduceSum", ["masked", "axes12"], ["sum"], keepdims=0),
        node("Unsqueeze", ["sum", "axis1"], ["row"]), node("Mul", ["row", "share"], ["context"]), node("Add", ["x", "context"], ["y"]),
        node("MatMul", ["y", "head"], ["logits"])]
    inputs = [value(n, TensorProto.INT32, ["batch", n]) for n in ("input_ids", "position_ids", "attention_mask")]
    inputs.append(value("past_0", TensorProto.FLOAT, [2, "batch", 1, "past", WIDTH]))
    outputs = [value("logits", TensorProto.FLOAT, ["batch", "steps", VOCABULARY]),
               value("present_0", TensorProto.FLOAT, [2, "batch", 1, "total", WIDTH])]
    initializers = [numpy_helper.from_array(np.asarray(w, np.float32), n) for n, w in weights.items()]
    initializers += [numpy_helper.from_array(np.asarray(w, np.int64), n) for n, w in whole.items()]
    return helper.make_graph(nodes, name, inputs, outputs, initializers)


def mask(rng, shape):
    kept = (rng.random(shape) < 0.8).astype(np.int32)
    kept[..., :3] = 1
    return kept


def draw(rng, operator):
    """Inputs by name in the operator's order (None = left out), attributes, outputs."""
    batch, prompt = 1 if operator == "BeamSearch" else int(rng.integers(1, 4)), int(rng.integers(1, 5))
    one = lambda number, kind=np.int32: np.array([number], kind)
    maybe = lambda made: made if rng.random() < 0.4 else None
    ids = rng.integers(3, VOCABULARY, (batch, prompt)).astype(np.int32)
    ids[rng.integers(0, batch), :rng.integers(0, prompt)] = PADDING
    attributes = dict(eos_token_id=END, pad_token_id=PADDING, decoder=decoder(rng, "decoder"))
    if operator != "GreedySearch":
        attributes["no_repeat_ngram_size"] = int(rng.choice([0, 0, 2, 3]))
    if rng.random() < 0.25:
        attributes["init_decoder"] = decoder(rng, "init_decoder")
    inputs = dict(input_ids=ids, max_length=one(prompt + rng.integers(1, 9)), min_length=maybe(one(prompt + rng.integers(0, 6))))
    if operator == "BeamSearch":
        beams = int(rng.integers(1, 5))
        inputs["min_length"] = one(prompt + rng.integers(0, 6))  # which ONNX Runtime wants, as the penalty
        inputs |= dict(num_beams=one(beams), num_return_sequences=one(rng.integers(1, beams + 1)),
                       length_penalty=one(rng.uniform(0.5, 2), np.float32))
        attributes["early_stopping"] = int(rng.integers(0, 2))
    inputs |= dict(repetition_penalty=maybe(one(rng.uniform(1, 2), np.float32)), vocab_mask=maybe(mask(rng, VOCABULARY)),
                   prefix_vocab_mask=maybe(mask(rng, (batch, VOCABULARY))))
    attended = np.ones((batch, prompt), np.int32)
    attended[:, :rng.integers(0, prompt)] = 0
    inputs["attention_mask"] = maybe(attended)
    outputs = dict(sequences=TensorProto.INT32)
    if operator == "BeamSearch":
        outputs["sequences_scores"] = TensorProto.FLOAT
    if operator == "Sampling":
        inputs |= dict(presence_mask=None, seed=one(rng.integers(1, 1 << 30)))
        attributes |= dict(temperature=float(rng.uniform(0.5, 2)), top_p=float(rng.uniform(0.1, 0.95)), custom=int(rng.integers(0, 2)),
                           min_tokens_to_keep=int(rng.integers(1, 3)))
    return inputs, attributes, outputs


def build(operator, inputs, attributes, outputs):
    node = helper.make_node(operator, [n if v is not None else "" for n, v in inputs.items()], list(outputs), domain="com.microsoft",
                            **attributes)
    given = [value(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape) for n, v in inputs.items() if v is not None]
    graph = helper.make_graph([node], "main", given, [value(n, kind, None) for n, kind in outputs.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
    model.ir_version = 8
    return model


def fill_behind_the_end(sequences, prompt):
    """Padding from where all sequences of a greedy search have ended."""
    ended = (sequences[:, prompt:] == PADDING).all(axis=0)
    if ended.any():
        sequences[:, prompt + int(np.argmax(ended)):] = PADDING
    return sequences


def write_case(place, model, feeds, expected):
    data = place / "test_data_set_0"
    data.mkdir(parents=True)
    (place / "model.onnx").write_bytes(model.SerializeToString())
    (place / "data.json").write_text('{"rtol": 1e-3, "atol": 1e-5}')
    for kind, values in (("input", feeds), ("output", expected)):
        for index, array in enumerate(values):
            (data / f"{kind}_{index}.pb").write_bytes(numpy_helper.from_array(array).SerializeToString())


def make_cases(folder, count, seed):
    written = 0
    for operator in ("GreedySearch", "Sampling", "BeamSearch"):
        for index in range(count):
            inputs, attributes, outputs = draw(np.random.default_rng([seed, index, len(operator)]), operator)
            model = build(operator, inputs, attributes, outputs)
            feeds = {n: v for n, v in inputs.items() if v is not None}
            try:
                session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
                expected = session.run(None, feeds)
            except Exception as error:
                print(f"{operator} {index}: ONNX Runtime: {' '.join(str(error).split())[:160]}")
                continue
            if operator != "BeamSearch":
                expected[0] = fill_behind_the_end(expected[0], inputs["input_ids"].shape[1])
            write_case(folder / f"{operator}_{index}", model, feeds.values(), expected)
            written += 1
    return written


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=100, help="of each operator")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or pathlib.Path(temporary)
        print(f"{make_cases(folder, arguments.cases, arguments.seed)} cases")
        sys.stdout.flush()
        return subprocess.run([arguments.program, "verify", str(folder)]).returncode


if __name__ == "__main__":
    sys.exit(main())
