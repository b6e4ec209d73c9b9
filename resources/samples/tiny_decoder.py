"""Sample tiny-decoder: a decoder-only transformer over bytes, batch and sequence symbolic, as exporters write it.

Attention is spelled out (MatMul, Where, Softmax); two key/value heads serve four query heads; masks and shapes come from Shape
chains. Weights are seeded and scaled by the activations they meet.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper

from sample_builder import Builder, make_model, metadata

OPSET = 17
VOCABULARY = 256
POSITIONS = 512
WIDTH = 128
HIDDEN = 512
LAYERS = 4
HEADS = 4
KV_HEADS = 2
HEAD_WIDTH = WIDTH // HEADS
LOWEST = np.float32(np.finfo(np.float32).min)


def dimension(b: Builder, scope: str, x: str, axis: int) -> str:
    shape = b.add(scope, "Shape", [x])
    return b.add(scope, "Gather", [shape, b.constant(scope, np.int64(axis))], axis=0)


def as_vector(b: Builder, scope: str, scalar: str) -> str:
    return b.add(scope, "Unsqueeze", [scalar, b.constant(scope, np.array([0], np.int64))])


def join_shape(b: Builder, scope: str, parts) -> str:
    """A shape from scalars (names of values) and numbers."""
    vectors = [
        as_vector(b, scope, part) if isinstance(part, str) else b.constant(scope, np.array([part], np.int64))
        for part in parts
    ]
    return b.add(scope, "Concat", vectors, axis=0)


def linear(b: Builder, scope: str, path: str, x: str, outputs: int, *, gain: float = 1.0) -> str:
    inputs = b.values[x].shape[-1]
    deviation = gain / np.sqrt(inputs) / max(float(b.values[x].std()), 1e-3)
    y = b.add(scope, "MatMul", [x, b.normal(f"{path}.weight", (inputs, outputs), deviation)])
    return b.add(scope, "Add", [b.normal(f"{path}.bias", (outputs,), 0.02), y])


def layer_norm(b: Builder, scope: str, path: str, x: str) -> str:
    scale = b.weight(f"{path}.weight", b.random.uniform(0.9, 1.1, WIDTH).astype(np.float32))
    bias = b.normal(f"{path}.bias", (WIDTH,), 0.02)
    return b.add(scope, "LayerNormalization", [x, scale, bias], axis=-1, epsilon=1e-5)


def embed(b: Builder, ids: str) -> str:
    scope = "/model"
    tokens = b.add(f"{scope}/embed_tokens", "Gather",
                   [b.normal("model.embed_tokens.weight", (VOCABULARY, WIDTH), 1.0), ids])
    length = dimension(b, scope, ids, 1)
    positions = b.add(scope, "Range", [b.constant(scope, np.int64(0)), length, b.constant(scope, np.int64(1))])
    places = b.add(f"{scope}/embed_positions", "Gather",
                   [b.normal("model.embed_positions.weight", (POSITIONS, WIDTH), 0.5), positions])
    return b.add(scope, "Add", [tokens, places])


def causal_mask(b: Builder, ids: str, attention_mask: str) -> str:
    """Boolean [batch, 1, sequence, sequence]: a query sees keys up to its own place that are not padding."""
    scope = "/model/causal_mask"
    batch, length = dimension(b, scope, ids, 0), dimension(b, scope, ids, 1)
    places = b.add(scope, "Range", [b.constant(scope, np.int64(0)), length, b.constant(scope, np.int64(1))])
    keys = b.add(scope, "Unsqueeze", [places, b.constant(scope, np.array([0], np.int64))])
    queries = b.add(scope, "Unsqueeze", [places, b.constant(scope, np.array([1], np.int64))])
    causal = b.add(scope, "LessOrEqual", [keys, queries])
    causal = b.add(scope, "Expand", [causal, join_shape(b, scope, [batch, 1, length, length])])
    kept = b.add(scope, "Cast", [attention_mask], to=TensorProto.BOOL)
    kept = b.add(scope, "Unsqueeze", [kept, b.constant(scope, np.array([1, 2], np.int64))])
    return b.add(scope, "And", [causal, kept])


def split_heads(b: Builder, scope: str, x: str, batch: str, length: str, heads: int) -> str:
    x = b.add(scope, "Reshape", [x, join_shape(b, scope, [batch, length, heads, HEAD_WIDTH])])
    return b.add(scope, "Transpose", [x], perm=[0, 2, 1, 3])


def repeat_heads(b: Builder, scope: str, x: str, batch: str, length: str) -> str:
    """[batch, kv heads, length, width] to [batch, heads, length, width]: each key/value head serves its group of queries."""
    group = HEADS // KV_HEADS
    x = b.add(scope, "Unsqueeze", [x, b.constant(scope, np.array([2], np.int64))])
    x = b.add(scope, "Expand", [x, join_shape(b, scope, [batch, KV_HEADS, group, length, HEAD_WIDTH])])
    return b.add(scope, "Reshape", [x, join_shape(b, scope, [batch, HEADS, length, HEAD_WIDTH])])


def attention(b: Builder, scope: str, x: str, mask: str) -> str:
    path = scope.strip("/").replace("/", ".")
    batch, length = dimension(b, scope, x, 0), dimension(b, scope, x, 1)
    q = split_heads(b, scope, linear(b, f"{scope}/q_proj", f"{path}.q_proj", x, WIDTH), batch, length, HEADS)
    kv_width = KV_HEADS * HEAD_WIDTH
    k = split_heads(b, scope, linear(b, f"{scope}/k_proj", f"{path}.k_proj", x, kv_width), batch, length, KV_HEADS)
    v = split_heads(b, scope, linear(b, f"{scope}/v_proj", f"{path}.v_proj", x, kv_width), batch, length, KV_HEADS)
    k, v = repeat_heads(b, scope, k, batch, length), repeat_heads(b, scope, v, batch, length)
    scores = b.add(scope, "MatMul", [q, b.add(scope, "Transpose", [k], perm=[0, 1, 3, 2])])
    scores = b.add(scope, "Div", [scores, b.constant(scope, np.float32(np.sqrt(HEAD_WIDTH)))])
    scores = b.add(scope, "Where", [mask, scores, b.constant(scope, LOWEST)])
    y = b.add(scope, "MatMul", [b.add(scope, "Softmax", [scores], axis=-1), v])
    y = b.add(scope, "Transpose", [y], perm=[0, 2, 1, 3])
    y = b.add(scope, "Reshape", [y, join_shape(b, scope, [batch, length, WIDTH])])
    return linear(b, f"{scope}/o_proj", f"{path}.o_proj", y, WIDTH, gain=0.5)


def gelu(b: Builder, scope: str, x: str) -> str:
    y = b.add(scope, "Div", [x, b.constant(scope, np.float32(np.sqrt(2)))])
    y = b.add(scope, "Add", [b.add(scope, "Erf", [y]), b.constant(scope, np.float32(1))])
    return b.add(scope, "Mul", [b.add(scope, "Mul", [x, y]), b.constant(scope, np.float32(0.5))])


def layer(b: Builder, index: int, x: str, mask: str) -> str:
    scope, path = f"/model/layers.{index}", f"model.layers.{index}"
    y = layer_norm(b, f"{scope}/input_layernorm", f"{path}.input_layernorm", x)
    x = b.add(scope, "Add", [x, attention(b, f"{scope}/self_attn", y, mask)])
    y = layer_norm(b, f"{scope}/post_attention_layernorm", f"{path}.post_attention_layernorm", x)
    y = linear(b, f"{scope}/mlp/fc1", f"{path}.mlp.fc1", y, HIDDEN)
    y = gelu(b, f"{scope}/mlp/act", y)
    y = linear(b, f"{scope}/mlp/fc2", f"{path}.mlp.fc2", y, WIDTH, gain=0.5)
    return b.add(scope, "Add", [x, y])


def example() -> dict[str, np.ndarray]:
    """Two texts as bytes, the shorter one padded on the right."""
    texts = [b"Where does the time go?", b"In a MatMul."]
    width = max(map(len, texts))
    ids = np.array([list(text.ljust(width, b"\0")) for text in texts], np.int64)
    mask = np.array([[int(i < len(text)) for i in range(width)] for text in texts], np.int64)
    return {"input_ids": ids, "attention_mask": mask}


def build() -> tuple[onnx.ModelProto, dict[str, np.ndarray]]:
    feeds = example()
    b = Builder(seed=21, opset=OPSET)
    ids, attention_mask = (b.feed(name, value) for name, value in feeds.items())
    x = embed(b, ids)
    mask = causal_mask(b, ids, attention_mask)
    for index in range(LAYERS):
        x = layer(b, index, x, mask)
    x = layer_norm(b, "/model/norm", "model.norm", x)
    b.add("/lm_head", "MatMul", [x, b.normal("lm_head.weight", (WIDTH, VOCABULARY), 2 / np.sqrt(WIDTH))], output="logits")

    dims = ["batch", "sequence"]
    graph = helper.make_graph(
        b.nodes, "tiny_decoder",
        [helper.make_tensor_value_info(name, TensorProto.INT64, dims) for name in feeds],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [*dims, VOCABULARY])],
        b.initializers)
    model = make_model(graph, [b.opset], 8, "Decoder-only transformer over bytes, untrained: for looking at shapes and times.")
    metadata(model, vocabulary="bytes 0 to 255", max_positions=str(POSITIONS))
    return model, feeds
