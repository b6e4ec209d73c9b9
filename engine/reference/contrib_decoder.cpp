#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"
#include "engine/reference/standard.h"

#include <algorithm>

// DecoderMaskedMultiHeadAttention of com.microsoft: MultiHeadAttention of one new token per
// sequence with a cache.

namespace engine {

namespace {

/// Returns the first `steps` steps of a cache [batch, heads, steps, size].
Result<RuntimeValue> cacheStart(const RuntimeValue& cache, std::int64_t steps)
{
    const auto vector = [](std::int64_t value) { return RuntimeValue { tensorOf(value, { 1 }) }; };
    return RuntimeValue { TRY(
        runStandard({}, "Slice", { cache, vector(0), vector(steps), vector(2) })) };
}

/// Returns a copy of `buffer` that begins with the steps of `present`. Fails if they do not fit
/// into it.
Result<Tensor> intoBuffer(const Tensor& buffer, const Tensor& present)
{
    const auto& d = buffer.dims();
    const auto& p = present.dims();
    if (present.element() != buffer.element() || p.size() != 4 || p[2] > d[2]
        || p != Dims { d[0], d[1], p[2], d[3] })
        return fail("a cache of ", buffer.element(), " ", d, " cannot hold keys or values of ",
            present.element(), " ", p);
    auto result = makeTensor(buffer.element(), d);
    std::copy_n(buffer.data, buffer.type.bytes(), result.data);
    TRY(copyElements(p, present, { 0, denseStrides(p) }, result, { 0, denseStrides(d) }));
    return result;
}

/// Inputs: query, key, value, mask, attention bias, past key, past value, past length, beam width,
/// cache indirection, bias.
Result<void> runDecoderMasked(const OpNode& node, RunContext& context)
{
    if (context.hasInput(8) && TRY(readNumber(context.tensor(8))) > 1)
        return fail("beams (beam_width, cache_indirection) of DecoderMaskedMultiHeadAttention are "
                    "not supported");
    std::vector<RuntimeValue> inputs { context.input(0), context.input(1), context.input(2),
        context.input(10), context.input(3), context.input(4), context.input(5), context.input(6) };
    const bool sharesBuffer
        = node.flag("past_present_share_buffer") && context.hasInput(5) && context.hasInput(6);
    if (sharesBuffer) {
        if (!context.hasInput(7) || context.tensor(5).rank() != 4
            || context.tensor(6).dims() != context.tensor(5).dims())
            return fail("a shared cache of ", context.tensor(5).dims(),
                " needs past_sequence_length and equal caches of rank 4");
        const auto past = TRY(readInteger(context.tensor(7)));
        if (past < 0 || past >= context.tensor(5).dims()[2])
            return fail("past_sequence_length is ", past, ", the cache has ",
                context.tensor(5).dims()[2], " steps");
        inputs[6] = TRY(cacheStart(context.input(5), past));
        inputs[7] = TRY(cacheStart(context.input(6), past));
    }
    const std::size_t wanted = context.hasOutput(1) || context.hasOutput(2) ? 3 : 1;
    auto outputs = TRY(runOther(node, "com.microsoft", "MultiHeadAttention", inputs, wanted));
    for (std::size_t i = 1; sharesBuffer && i < outputs.size(); ++i)
        outputs[i] = { TRY(intoBuffer(context.tensor(4 + i), outputs[i].tensor())) };
    for (std::size_t i = 0; i < outputs.size(); ++i)
        TRY(context.setOutput(i, std::move(outputs[i])));
    return {};
}

Result<void> checkDecoderMasked(const KernelRequest& request)
{
    if (request.hasOutput(3))
        return fail("output qk of DecoderMaskedMultiHeadAttention is not supported");
    return checkFirstInput<TypeList<float, Float16>>(request);
}

const RegisterReference decoderMasked(
    "DecoderMaskedMultiHeadAttention", runDecoderMasked, checkDecoderMasked, "com.microsoft");

} // namespace

} // namespace engine
