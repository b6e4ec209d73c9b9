#include "engine/cuda/kernels/strided.h"

#include <cmath>

// CausalConvWithState: a depthwise convolution over past elements only. Input [batch, channels,
// length], weight [channels, 1, k], bias, past state of k - 1 elements per channel. The second
// output is the state: the last k - 1 elements. Computed in float, for double in double. Source:
// ONNX CausalConvWithState-27.

namespace engine::cuda {

namespace {

/// The elements of a channel: the past state, then the input.
template <typename T, typename P>
struct Past {
    const T* x;
    const P* past; ///< null: zeros
    std::int64_t length;
    std::int64_t kept; ///< elements of the state per channel

    OPSCOPE_KERNEL Arithmetic<T> at(std::int64_t plane, std::int64_t i) const
    {
        if (i >= kept)
            return widen(x[plane * length + i - kept]);
        return past != nullptr ? static_cast<Arithmetic<T>>(widen(past[plane * kept + i]))
                               : Arithmetic<T>(0);
    }
};

template <typename T, typename P>
struct ConvolvePast {
    Past<T, P> seen;
    const T* w;
    const T* bias; ///< null: no bias
    T* y;
    std::int64_t channels;
    bool isSwish;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        using A = Arithmetic<T>;
        const auto plane = i / seen.length;
        const auto channel = plane % channels;
        const auto width = seen.kept + 1;
        A sum = bias != nullptr ? widen(bias[channel]) : A(0);
        for (std::int64_t j = 0; j < width; ++j)
            sum += seen.at(plane, i % seen.length + j) * widen(w[channel * width + j]);
        y[i] = static_cast<T>(isSwish ? sum / (A(1) + std::exp(-sum)) : sum);
    }
};

template <typename T, typename P>
struct KeepPast {
    Past<T, P> seen;
    P* state;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        state[i] = static_cast<P>(
            static_cast<Arithmetic<P>>(seen.at(i / seen.kept, seen.length + i % seen.kept)));
    }
};

struct ConvPlan {
    TensorType type;
    TensorType state;
    std::int64_t channels = 1;
    std::int64_t length = 1;
    bool isSwish = false;
};

Result<ConvPlan> planOf(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& x = inputType(request, 0);
    const auto& w = inputType(request, 1);
    if (x.dims.size() != 3 || w.dims.size() != 3 || w.dims[0] != x.dims[1] || w.dims[1] != 1
        || w.dims[2] < 1 || w.element != x.element)
        return fail("input ", dimsText(x.dims), " and weight ", dimsText(w.dims), " do not fit");
    const auto activation = request.node.text("activation", "none");
    if (activation != "none" && activation != "silu" && activation != "swish")
        return fail("activation \"", activation, "\" is not known");
    ConvPlan plan { x, { x.element, { x.dims[0], x.dims[1], w.dims[2] - 1 } }, x.dims[1], x.dims[2],
        activation != "none" };
    if (request.hasInput(2)
        && (inputType(request, 2).count() != x.dims[1]
            || inputType(request, 2).element != x.element))
        return fail("bias is ", dimsText(inputType(request, 2).dims), ", expected ", x.dims[1],
            " elements of the input's type");
    if (request.hasInput(3)) {
        TRY(requireElement(request, 3, FloatTypes {}));
        plan.state.element = inputType(request, 3).element;
        if (inputType(request, 3) != plan.state)
            return fail("past_state is ", dimsText(inputType(request, 3).dims), ", expected ",
                dimsText(plan.state.dims));
    }
    return plan;
}

template <typename T, typename P>
Result<void> convolve(ModuleBackend& device, const ConvPlan& plan, RunContext& context)
{
    auto* const output = TRY(outputOf(context, 0, plan.type));
    const Past<T, P> seen { in<T>(context, 0), in<P>(context, 3), plan.length, plan.state.dims[2] };
    TRY(forEach(device, plan.type.count(),
        ConvolvePast<T, P> { seen, in<T>(context, 1), in<T>(context, 2),
            reinterpret_cast<T*>(output->data), plan.channels, plan.isSwish }));
    if (!context.hasOutput(1))
        return {};
    auto* const state = TRY(outputOf(context, 1, plan.state));
    return forEach(
        device, plan.state.count(), KeepPast<T, P> { seen, reinterpret_cast<P*>(state->data) });
}

Result<std::unique_ptr<Kernel>> prepareCausalConv(const KernelRequest& request)
{
    const auto plan = TRY(planOf(request));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "causal convolution"),
        [=](RunContext& context) -> Result<void> {
            auto ofInput = [&]<typename T>() -> Result<void> {
                auto ofState = [&]<typename P>() -> Result<void> {
                    return convolve<T, P>(*device, plan, context);
                };
                return visitElement(FloatTypes {}, plan.state.element, ofState);
            };
            return visitElement(FloatTypes {}, plan.type.element, ofInput);
        });
}

const RegisterKernels causalConv({ "CausalConvWithState" }, prepareCausalConv);

} // namespace

} // namespace engine::cuda
