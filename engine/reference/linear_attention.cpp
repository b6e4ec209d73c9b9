#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"

#include <cmath>

// LinearAttention and CausalConvWithState (opset 27).

namespace engine {

namespace {

struct LinearShape {
    std::int64_t batch, steps, heads, kvHeads, keySize, valueSize;
};

Result<LinearShape> linearShape(const OpNode& node, const RunContext& context)
{
    const auto& q = context.tensor(0).dims();
    const auto& k = context.tensor(1).dims();
    const auto& v = context.tensor(2).dims();
    const auto heads = node.integer("q_num_heads", 0);
    const auto kvHeads = node.integer("kv_num_heads", 0);
    const bool fits = heads > 0 && kvHeads > 0 && heads % kvHeads == 0 && q.size() == 3
        && k.size() == 3 && v.size() == 3 && q[2] % heads == 0 && v[2] % kvHeads == 0
        && k[2] == q[2] / heads * kvHeads && k[0] == q[0] && v[0] == q[0] && k[1] == q[1]
        && v[1] == q[1];
    if (!fits)
        return fail("query ", q, ", key ", k, " and value ", v, " do not fit ", heads, " and ",
            kvHeads, " heads");
    const LinearShape shape { q[0], q[1], heads, kvHeads, q[2] / heads, v[2] / kvHeads };
    // Inputs without features do not bound the heads.
    TRY(checkDims(Dims { q[0], q[1], heads, shape.keySize }).within("heads"));
    TRY(checkDims(Dims { q[0], q[1], kvHeads, shape.valueSize }).within("heads"));
    const Dims output { q[0], q[1], heads, shape.valueSize };
    TRY(checkDims(output).within("output"));
    TRY(checkedCount(output));
    return shape;
}

/// A gate input [batch, steps, 1, heads or heads * size], read at (batch, step, head, element).
struct Gate {
    std::vector<float> values;
    std::int64_t width = 0;
    std::int64_t heads = 1;
    std::int64_t steps = 1;

    float at(std::int64_t b, std::int64_t t, std::int64_t h, std::int64_t d) const
    {
        const auto row = (b * steps + t) * width;
        if (width == 1)
            return values[row];
        return values[width == heads ? row + h : row + h * (width / heads) + d];
    }
};

Result<Gate> readGate(
    const RunContext& context, std::size_t input, const LinearShape& shape, bool takesElements)
{
    const auto& dims = context.tensor(input).dims();
    const auto width = dims.empty() ? 0 : dims.back();
    const bool fits = dims.size() == 3 && dims[0] == shape.batch && dims[1] == shape.steps
        && (width == shape.kvHeads
            || (takesElements ? width == shape.kvHeads * shape.keySize : width == 1));
    if (!fits)
        return fail(
            "a gate of ", dims, " does not fit ", shape.kvHeads, " heads of ", shape.keySize);
    return Gate { TRY(readFloats(context.tensor(input))), width, shape.kvHeads, shape.steps };
}

/// Computes one step of one key head. The state [keySize, valueSize] decays; then key times value
/// is added. With `beta`, the value is replaced by beta * (value - key times state).
void updateState(const LinearShape& shape, float* state, const float* key, const float* value,
    const std::function<float(std::int64_t)>& decay, std::optional<float> beta)
{
    for (std::int64_t d = 0; decay && d < shape.keySize; ++d) {
        const float factor = std::exp(decay(d));
        for (std::int64_t m = 0; m < shape.valueSize; ++m)
            state[d * shape.valueSize + m] *= factor;
    }
    for (std::int64_t m = 0; m < shape.valueSize; ++m) {
        float written = value[m];
        if (beta) {
            float retrieved = 0;
            for (std::int64_t d = 0; d < shape.keySize; ++d)
                retrieved += state[d * shape.valueSize + m] * key[d];
            written = *beta * (value[m] - retrieved);
        }
        for (std::int64_t d = 0; d < shape.keySize; ++d)
            state[d * shape.valueSize + m] += key[d] * written;
    }
}

Result<void> runLinearAttention(const OpNode& node, RunContext& context)
{
    const auto shape = TRY(linearShape(node, context));
    const auto rule = node.text("update_rule", "gated_delta");
    const bool isGated = rule == "gated" || rule == "gated_delta";
    const bool isDelta = rule == "delta" || rule == "gated_delta";
    if ((!isGated && !isDelta && rule != "linear") || isGated != context.hasInput(4)
        || isDelta != context.hasInput(5))
        return fail("update_rule \"", rule, "\" does not fit the inputs decay and beta");
    const auto decay = isGated ? TRY(readGate(context, 4, shape, true)) : Gate {};
    const auto beta = isDelta ? TRY(readGate(context, 5, shape, false)) : Gate {};
    const auto q = TRY(readFloats(context.tensor(0)));
    const auto k = TRY(readFloats(context.tensor(1)));
    const auto v = TRY(readFloats(context.tensor(2)));
    const Dims stateDims { shape.batch, shape.kvHeads, shape.keySize, shape.valueSize };
    std::vector<float> states(TRY(checkedCount(stateDims)), 0.0f);
    if (context.hasInput(3)) {
        if (context.tensor(3).dims() != stateDims)
            return fail("past_state is ", context.tensor(3).dims(), ", expected ", stateDims);
        states = TRY(readFloats(context.tensor(3)));
    }
    const float written = node.real("scale", 0.0f);
    const float scale
        = written != 0.0f ? written : 1.0f / std::sqrt(static_cast<float>(shape.keySize));
    std::vector<float> output(shape.batch * shape.steps * shape.heads * shape.valueSize, 0.0f);
    const auto group = shape.heads / shape.kvHeads;
    for (std::int64_t b = 0; b < shape.batch; ++b) {
        for (std::int64_t t = 0; t < shape.steps; ++t) {
            const auto row = b * shape.steps + t;
            for (std::int64_t h = 0; h < shape.kvHeads; ++h) {
                float* state
                    = states.data() + (b * shape.kvHeads + h) * shape.keySize * shape.valueSize;
                std::function<float(std::int64_t)> decayAt;
                if (isGated)
                    decayAt = [&, h](std::int64_t d) { return decay.at(b, t, h, d); };
                updateState(shape, state, k.data() + (row * shape.kvHeads + h) * shape.keySize,
                    v.data() + (row * shape.kvHeads + h) * shape.valueSize, decayAt,
                    isDelta ? std::optional(beta.at(b, t, h, 0)) : std::nullopt);
                for (auto head = h * group; head < (h + 1) * group; ++head) {
                    for (std::int64_t d = 0; d < shape.keySize; ++d) {
                        const float x = scale * q[(row * shape.heads + head) * shape.keySize + d];
                        for (std::int64_t m = 0; m < shape.valueSize; ++m)
                            output[(row * shape.heads + head) * shape.valueSize + m]
                                += x * state[d * shape.valueSize + m];
                    }
                }
            }
        }
    }
    const auto element = context.tensor(0).element();
    TRY(writeFloats(
        context, 0, element, { shape.batch, shape.steps, shape.heads * shape.valueSize }, output));
    return writeFloats(
        context, 1, context.hasInput(3) ? context.tensor(3).element() : element, stateDims, states);
}

/// A depthwise convolution over the past only. Inputs: input [batch, channels, length], weight
/// [channels, 1, k], bias, state of k - 1 elements.
Result<void> runCausalConv(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& weight = context.tensor(1);
    if (input.rank() != 3 || weight.rank() != 3 || weight.dims()[0] != input.dims()[1]
        || weight.dims()[1] != 1 || weight.dims()[2] < 1)
        return fail("input ", input.dims(), " and weight ", weight.dims(), " do not fit");
    const auto activation = node.text("activation", "none");
    if (activation != "none" && activation != "silu" && activation != "swish")
        return fail("activation \"", activation, "\" is not known");
    const auto [batch, channels, length]
        = std::array { input.dims()[0], input.dims()[1], input.dims()[2] };
    const auto k = weight.dims()[2];
    const Dims stateDims { batch, channels, k - 1 };
    if (context.hasInput(3) && context.tensor(3).dims() != stateDims)
        return fail("past_state is ", context.tensor(3).dims(), ", expected ", stateDims);
    const auto x = TRY(readFloats(input));
    const auto w = TRY(readFloats(weight));
    const auto bias = TRY(valuesOr(context, 2, channels, 0.0f));
    const auto states = TRY(checkedCount(stateDims));
    const auto past = TRY(valuesOr(context, 3, states, 0.0f));
    std::vector<float> output;
    std::vector<float> state;
    for (std::int64_t plane = 0; plane < batch * channels; ++plane) {
        std::vector<float> padded(
            past.begin() + plane * (k - 1), past.begin() + (plane + 1) * (k - 1));
        padded.insert(padded.end(), x.begin() + plane * length, x.begin() + (plane + 1) * length);
        const auto channel = plane % channels;
        for (std::int64_t i = 0; i < length; ++i) {
            float sum = bias[channel];
            for (std::int64_t j = 0; j < k; ++j)
                sum += padded[i + j] * w[channel * k + j];
            output.push_back(activation == "none" ? sum : sum / (1.0f + std::exp(-sum)));
        }
        state.insert(state.end(), padded.end() - (k - 1), padded.end());
    }
    TRY(writeFloats(context, 0, input.element(), input.dims(), output));
    return writeFloats(context, 1,
        context.hasInput(3) ? context.tensor(3).element() : input.element(), stateDims, state);
}

const RegisterReference linearAttentions[] = {
    { "LinearAttention", runLinearAttention, onFloats },
    { "CausalConvWithState", runCausalConv, onFloats },
};

} // namespace

} // namespace engine
