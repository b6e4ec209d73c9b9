#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Attention (23 to 28) and SwiGLU, RotaryEmbedding of ai.onnx.

namespace engine {

namespace {

/// Heads of an input of rank 4 [batch, heads, steps, size], or of rank 3 [batch, steps, heads *
/// size].
struct HeadShape {
    std::int64_t batch, heads, steps, size;
};
Result<HeadShape> headShape(const Tensor& tensor, std::optional<std::int64_t> heads)
{
    const auto& d = tensor.dims();
    if (d.size() == 4)
        return HeadShape { d[0], d[1], d[2], d[3] };
    if (d.size() != 3 || !heads || *heads < 1 || d[2] % *heads != 0)
        return fail(
            "an input of ", dimsText(d), " cannot be divided into ", heads.value_or(0), " heads");
    const HeadShape shape { d[0], *heads, d[1], d[2] / *heads };
    TRY(checkDims(Dims { shape.batch, shape.heads, shape.steps, shape.size }).within("heads"));
    return shape;
}

Result<std::vector<float>> readHeads(const Tensor& tensor, const HeadShape& shape)
{
    auto values = TRY(readFloats(tensor));
    if (tensor.rank() == 4)
        return values;
    return splitHeads(values, shape.batch, shape.steps, shape.heads, shape.size);
}

/// The mask input: bool (true = may attend) or numbers to add, broadcast to [batch, heads, queries,
/// keys]. From version 24 on it may cover fewer keys than there are; the others are forbidden.
struct Mask {
    std::vector<float> values;
    Dims strides { 0, 0, 0, 0 };
    std::int64_t width = 0;

    float at(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) const
    {
        if (j >= width)
            return forbidden;
        return values[static_cast<std::size_t>(
            b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3])];
    }
};

Result<Mask> readMask(const Tensor& tensor, const AttentionProblem& problem, std::int64_t version)
{
    Mask mask;
    mask.values = TRY(readFloats(tensor));
    if (tensor.element() == ElementType::Bool) {
        for (auto& value : mask.values)
            value = value != 0 ? 0.0f : forbidden;
    }
    if (tensor.rank() == 0 || tensor.rank() > 4)
        return fail("a mask of ", dimsText(tensor.dims()), " does not fit");
    mask.width = version < 24 ? problem.keys : tensor.dims().back();
    Dims target { problem.batch, problem.heads, problem.queries, mask.width };
    if (mask.width > problem.keys || TRY(broadcastDims(tensor.dims(), target)) != target)
        return fail(
            "a mask of ", dimsText(tensor.dims()), " cannot be broadcast to ", dimsText(target));
    mask.strides = broadcastStrides(tensor.dims(), target);
    return mask;
}

/// Which keys a query may attend to, apart from the mask: causal order, a sliding window, and the
/// padding of an external cache.
struct Visibility {
    bool isCausal = false;
    std::int64_t left = -1;
    std::int64_t right = -1;
    std::vector<std::int64_t> offsets; ///< keys before the first query, per batch entry
    std::vector<std::int64_t> lengths; ///< keys in use per batch entry; empty = all

    bool sees(std::int64_t b, std::int64_t i, std::int64_t j) const
    {
        const auto position = i + offsets[static_cast<std::size_t>(b)];
        if (isCausal && j > position)
            return false;
        if ((left >= 0 && j < position - left) || (right >= 0 && j > position + right))
            return false;
        return lengths.empty() || j < lengths[static_cast<std::size_t>(b)];
    }
};

struct AttentionInputs {
    AttentionProblem problem;
    Visibility visibility;
    std::optional<Mask> mask;
};

Result<AttentionInputs> attentionInputs(const OpNode& node, const RunContext& context)
{
    AttentionInputs in;
    const auto q = TRY(headShape(context.tensor(0), node.integer("q_num_heads")));
    const auto k = TRY(headShape(context.tensor(1), node.integer("kv_num_heads")));
    const auto v = TRY(headShape(context.tensor(2), node.integer("kv_num_heads")));
    auto& problem = in.problem;
    if (q.batch != k.batch || k.batch != v.batch || q.size != k.size || k.steps != v.steps
        || k.heads != v.heads || k.heads < 1 || q.heads % k.heads != 0)
        return fail("Q ", dimsText(context.tensor(0).dims()), ", K ",
            dimsText(context.tensor(1).dims()), " and V ", dimsText(context.tensor(2).dims()),
            " do not fit");
    problem.batch = q.batch;
    problem.heads = q.heads;
    problem.kvHeads = k.heads;
    problem.queries = q.steps;
    problem.headSize = q.size;
    problem.valueSize = v.size;
    problem.q = TRY(readHeads(context.tensor(0), q));
    problem.k = TRY(readHeads(context.tensor(1), k));
    problem.v = TRY(readHeads(context.tensor(2), v));
    std::int64_t past = 0;
    if (context.hasInput(4) && context.hasInput(5)) {
        const auto& key = context.tensor(4).dims();
        const auto& value = context.tensor(5).dims();
        if (key.size() != 4 || value.size() != 4 || key[0] != k.batch || key[1] != k.heads
            || key[3] != k.size || value[0] != k.batch || value[1] != k.heads || value[2] != key[2]
            || value[3] != v.size)
            return fail(
                "past key ", dimsText(key), " or past value ", dimsText(value), " does not fit");
        past = key[2];
        const auto pastKey = TRY(readFloats(context.tensor(4)));
        const auto pastValue = TRY(readFloats(context.tensor(5)));
        problem.k = appendSteps(pastKey, problem.k, k.batch * k.heads, k.size);
        problem.v = appendSteps(pastValue, problem.v, k.batch * k.heads, v.size);
    }
    problem.keys = k.steps + past;
    problem.scale = node.real("scale", 1.0f / std::sqrt(static_cast<float>(q.size)));
    problem.softcap = node.real("softcap", 0.0f);
    auto& visibility = in.visibility;
    visibility.isCausal = node.flag("is_causal");
    // No key is further away than `widest`, so a wider window is the same.
    const auto widest = problem.keys + problem.queries;
    visibility.left = std::min(node.integer("left_window_size", -1), widest);
    visibility.right = std::min(node.integer("right_window_size", -1), widest);
    visibility.offsets.assign(static_cast<std::size_t>(q.batch), past);
    if (context.hasInput(6)) {
        visibility.lengths = TRY(readIntegers(context.tensor(6)));
        if (static_cast<std::int64_t>(visibility.lengths.size()) != q.batch)
            return fail(
                "nonpad_kv_seqlen has ", visibility.lengths.size(), " entries, expected ", q.batch);
        for (std::size_t b = 0; b < visibility.lengths.size(); ++b) {
            const auto length = visibility.lengths[b];
            if (length < 0 || length > problem.keys)
                return fail("nonpad_kv_seqlen has an entry of ", length, ", expected 0 to ",
                    problem.keys, " keys");
            visibility.offsets[b] = length - q.steps;
        }
    }
    if (context.hasInput(3))
        in.mask = TRY(readMask(context.tensor(3), problem, node.version));
    return in;
}

Result<void> runAttention(const OpNode& node, RunContext& context)
{
    auto in = TRY(attentionInputs(node, context));
    auto& problem = in.problem;
    problem.bias = [&](std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
        if (!in.visibility.sees(b, i, j))
            return forbidden;
        return in.mask ? in.mask->at(b, h, i, j) : 0.0f;
    };
    constexpr std::array stages { ScoreStage::Raw, ScoreStage::Capped, ScoreStage::Biased,
        ScoreStage::Probability };
    const auto mode = node.integer("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        return fail("qk_matmul_output_mode is ", mode);
    const auto result = TRY(
        attend(problem, context.hasOutput(3) ? &stages[static_cast<std::size_t>(mode)] : nullptr));
    const auto element = context.tensor(0).element();
    const auto [b, h, s, t]
        = std::array { problem.batch, problem.heads, problem.queries, problem.keys };
    if (context.tensor(0).rank() == 4)
        TRY(writeFloats(context, 0, element, { b, h, s, problem.valueSize }, result.output));
    else
        TRY(writeFloats(context, 0, element, { b, s, h * problem.valueSize },
            joinHeads(result.output, b, s, h, problem.valueSize)));
    TRY(writeFloats(context, 1, context.tensor(1).element(),
        { b, problem.kvHeads, t, problem.headSize }, problem.k));
    TRY(writeFloats(context, 2, context.tensor(2).element(),
        { b, problem.kvHeads, t, problem.valueSize }, problem.v));
    return writeFloats(context, 3, element, { b, h, s, t }, result.scores);
}

/// a * sigmoid(alpha * a) * b
Result<void> runSwiGlu(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    if (a.type != b.type)
        return fail("operands are ", dimsText(a.dims()), " and ", dimsText(b.dims()),
            ", expected equal shapes");
    auto x = TRY(readFloats(a));
    const auto gate = TRY(readFloats(b));
    const float alpha = node.real("alpha", 1.0f);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = x[i] / (1.0f + std::exp(-alpha * x[i])) * gate[i];
    return writeFloats(context, 0, a.element(), a.dims(), x);
}

struct RotaryShape {
    HeadShape heads;
    std::int64_t rotated = 0;
    bool isInterleaved = false;
};

/// Rotates one head's vector by the angles of its position.
void rotate(
    const RotaryShape& shape, const float* cosines, const float* sines, const float* x, float* y)
{
    const auto half = shape.rotated / 2;
    for (std::int64_t k = 0; k < half; ++k) {
        const auto first = shape.isInterleaved ? 2 * k : k;
        const auto second = shape.isInterleaved ? 2 * k + 1 : k + half;
        y[first] = cosines[k] * x[first] - sines[k] * x[second];
        y[second] = sines[k] * x[first] + cosines[k] * x[second];
    }
    std::copy(x + shape.rotated, x + shape.heads.size, y + shape.rotated);
}

/// ai.onnx: X, cos, sin, positions. Without positions the caches are [batch, steps, half].
Result<void> runRotary(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    RotaryShape shape { TRY(headShape(input, node.integer("num_heads"))),
        node.integer("rotary_embedding_dim", 0), node.flag("interleaved") };
    const auto& heads = shape.heads;
    if (shape.rotated == 0)
        shape.rotated = heads.size;
    const auto half = shape.rotated / 2;
    const auto& cache = context.tensor(1);
    const auto width
        = cache.rank() > 0 ? cache.dims().back() : 0; // a wider cache is used as far as needed
    if (shape.rotated < 0 || shape.rotated > heads.size || width < half
        || context.tensor(2).dims() != cache.dims())
        return fail("a cache of ", dimsText(cache.dims()), " does not fit ", shape.rotated,
            " rotated elements of ", dimsText(input.dims()));
    const auto cosines = TRY(readFloats(cache));
    const auto sines = TRY(readFloats(context.tensor(2)));
    std::vector<std::int64_t> places(static_cast<std::size_t>(heads.batch * heads.steps));
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = static_cast<std::int64_t>(i);
    if (context.hasInput(3))
        places = TRY(readIntegers(context.tensor(3)));
    const auto rows = width > 0 ? cache.count() / width : 0;
    if (static_cast<std::int64_t>(places.size()) != heads.batch * heads.steps)
        return fail(
            "position_ids has ", places.size(), " entries, expected ", heads.batch * heads.steps);
    const auto values = TRY(readFloats(input));
    std::vector<float> rotated(values.size());
    for (std::int64_t row = 0; row < heads.batch * heads.steps * heads.heads; ++row) {
        const bool isHeadFirst = input.rank() == 4;
        const auto step = isHeadFirst ? row % heads.steps : row / heads.heads % heads.steps;
        const auto batch = row / heads.heads / heads.steps;
        const auto place = places[static_cast<std::size_t>(batch * heads.steps + step)];
        if (place < 0 || place >= rows)
            return fail("position ", place, " is outside a cache of ", rows);
        rotate(shape, cosines.data() + place * width, sines.data() + place * width,
            values.data() + row * heads.size, rotated.data() + row * heads.size);
    }
    return writeFloats(context, 0, input.element(), input.dims(), rotated);
}

const RegisterReference attentions[] = {
    { "Attention", runAttention, onFloats },
    { "SwiGLU", runSwiGlu, onFloats },
    { "RotaryEmbedding", runRotary, onFloats },
};

} // namespace

} // namespace engine
