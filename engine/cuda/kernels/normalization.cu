#include "engine/cuda/kernels/strided.h"

#include <cmath>

// BatchNormalization (inference), InstanceNormalization, GroupNormalization, LayerNormalization,
// RMSNormalization. Except for the first, one block per set of elements computes the mean, then the
// variance, in float (double for double).

namespace engine::cuda {

namespace {

constexpr int momentThreads = 256;

template <typename T>
struct ScaleChannels {
    const T* x;
    T* y;
    // Scale, bias, mean, variance: one of the three pointers of each is set, by its type.
    const float* parameters[4];
    const double* wide[4];
    const T* own[4];
    AxisFold fold;
    float epsilon;

    OPSCOPE_KERNEL double parameter(int which, std::int64_t channel) const
    {
        if (own[which] != nullptr)
            return static_cast<double>(widen(own[which][channel]));
        return parameters[which] != nullptr ? static_cast<double>(parameters[which][channel])
                                            : wide[which][channel];
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto channel = i / fold.inner % fold.axis;
        const double factor = parameter(0, channel)
            / std::sqrt(parameter(3, channel) + static_cast<double>(epsilon));
        const double shift = parameter(1, channel) - parameter(2, channel) * factor;
        y[i] = static_cast<T>(
            static_cast<Arithmetic<T>>(static_cast<double>(widen(x[i])) * factor + shift));
    }
};

Result<std::unique_ptr<Kernel>> prepareBatch(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto& node = request.node;
    if (node.version >= 14 && node.flag("training_mode"))
        return fail("training mode runs on the CPU");
    if (request.hasOutput(1) || request.hasOutput(2) || type.dims.empty())
        return fail("statistics as outputs run on the CPU");
    const std::span dims(type.dims);
    AxisFold fold = dims.size() == 1 ? AxisFold { dims[0], 1, 1 } : foldAt(dims, 1);
    if (node.integer("spatial", 1) == 0)
        fold = { dims[0], elementCount(dims.subspan(1)), 1 };
    for (std::size_t i = 1; i < 5; ++i) {
        const auto& parameter = inputType(request, i);
        const bool isTaken = parameter.element == type.element
            || parameter.element == ElementType::Float || parameter.element == ElementType::Double;
        if (!isTaken || parameter.count() != fold.axis)
            return fail("input ", i, " is ", dimsText(parameter.dims), " ",
                model::name(parameter.element), ", expected ", fold.axis, " numbers");
    }
    const float epsilon = node.real("epsilon", 1e-5f);
    return typedKernel<FloatTypes>(request, "batch normalization", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            ScaleChannels<T> scale { in<T>(context, 0), reinterpret_cast<T*>(output.data), {}, {},
                {}, fold, epsilon };
            for (std::size_t i = 0; i < 4; ++i) {
                const auto element = context.tensor(i + 1).element();
                if (element == type.element)
                    scale.own[i] = in<T>(context, i + 1);
                else if (element == ElementType::Float)
                    scale.parameters[i] = in<float>(context, i + 1);
                else
                    scale.wide[i] = in<double>(context, i + 1);
            }
            return forEach(*device, type.count(), scale);
        });
}

/// Mean and reciprocal of the standard deviation of `count` elements; every thread has them.
template <typename T, typename A>
struct Moments {
    A mean;
    A factor;
};

template <typename T, typename A>
OPSCOPE_KERNEL Moments<T, A> momentsOf(
    Block<momentThreads>& block, const T* x, std::int64_t count, A epsilon, bool isCentred)
{
    const auto plus = [](A a, A b) { return a + b; };
    PerThread<A, momentThreads> sums;
    A mean = 0;
    if (isCentred) {
        block.phase([&](int thread) {
            sums[thread] = 0;
            for (std::int64_t i = thread; i < count; i += momentThreads)
                sums[thread] += static_cast<A>(widen(x[i]));
        });
        mean = block.reduce(sums, plus) / static_cast<A>(count);
    }
    block.phase([&](int thread) {
        sums[thread] = 0;
        for (std::int64_t i = thread; i < count; i += momentThreads) {
            const A distance = static_cast<A>(widen(x[i])) - mean;
            sums[thread] += distance * distance;
        }
    });
    const A variance = block.reduce(sums, plus) / static_cast<A>(count);
    return { mean, A(1) / std::sqrt(variance + epsilon) };
}

/// InstanceNormalization and GroupNormalization: normalises runs of `length` elements. Parameters
/// are per channel or per group.
template <typename T>
struct NormaliseRun {
    using A = Arithmetic<T>;
    const T* x;
    T* y;
    const T* scale;
    const T* bias;
    std::int64_t length;
    std::int64_t runsPerImage;
    std::int64_t channelsPerRun; ///< 0: one parameter per run
    std::int64_t plane;
    float epsilon;

    OPSCOPE_KERNEL void operator()(Block<momentThreads>& block, std::int64_t run) const
    {
        const T* const source = x + run * length;
        T* const target = y + run * length;
        const auto moments = momentsOf<T, A>(block, source, length, static_cast<A>(epsilon), true);
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < length; i += momentThreads) {
                const auto group = run % runsPerImage;
                const auto channel
                    = channelsPerRun == 0 ? group : group * channelsPerRun + i / plane;
                const A value = (widen(source[i]) - moments.mean) * moments.factor;
                target[i] = static_cast<T>(value * widen(scale[channel]) + widen(bias[channel]));
            }
        });
    }
};

struct RunsPlan {
    TensorType type;
    std::int64_t length = 0;
    std::int64_t runsPerImage = 1;
    std::int64_t channelsPerRun = 0;
    std::int64_t plane = 1;
    std::int64_t parameters = 0; ///< number of scales, and of biases
    float epsilon = 0;
};

Result<std::unique_ptr<Kernel>> runsKernel(const KernelRequest& request, const RunsPlan& plan)
{
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        const auto& parameter = inputType(request, i);
        if (parameter.element != plan.type.element || parameter.count() != plan.parameters)
            return fail("input ", i, " is ", dimsText(parameter.dims), " ",
                model::name(parameter.element), ", expected ", plan.parameters,
                " of the input's type");
    }
    const auto runs = plan.length > 0 ? plan.type.count() / plan.length : 0;
    return typedKernel<FloatTypes>(request, "normalization", plan.type, plan.type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEachBlock<momentThreads>(*device, runs,
                NormaliseRun<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data),
                    in<T>(context, 1), in<T>(context, 2), plan.length, plan.runsPerImage,
                    plan.channelsPerRun, plan.plane, plan.epsilon });
        });
}

Result<std::unique_ptr<Kernel>> prepareInstance(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    RunsPlan plan { inputType(request, 0) };
    if (plan.type.dims.size() < 3)
        return fail("takes rank 3 or more, found ", dimsText(plan.type.dims));
    plan.plane = elementCount(std::span(plan.type.dims).subspan(2));
    plan.length = plan.plane;
    plan.runsPerImage = plan.type.dims[1];
    plan.parameters = plan.type.dims[1];
    plan.epsilon = request.node.real("epsilon", 1e-5f);
    return runsKernel(request, plan);
}

Result<std::unique_ptr<Kernel>> prepareGroup(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    RunsPlan plan { inputType(request, 0) };
    const auto& dims = plan.type.dims;
    const auto groups = request.node.integer("num_groups", 1);
    if (dims.size() < 2 || groups < 1 || dims[1] % groups != 0)
        return fail(dimsText(dims), " cannot be divided into ", groups, " groups");
    const bool isPerGroup = request.node.version < 21;
    plan.plane = elementCount(std::span(dims).subspan(2));
    plan.length = dims[1] / groups * plan.plane;
    plan.runsPerImage = groups;
    plan.channelsPerRun = isPerGroup ? 0 : dims[1] / groups;
    plan.parameters = isPerGroup ? groups : dims[1];
    plan.epsilon = request.node.real("epsilon", 1e-5f);
    return runsKernel(request, plan);
}

/// LayerNormalization and RMSNormalization: parameters are broadcast to the input.
template <typename T>
struct NormaliseLayer {
    using A = Arithmetic<T>;
    const T* x;
    T* y;
    const T* scale;
    const T* bias; ///< null: no bias
    float* means; ///< null: the output is left out
    float* factors;
    std::int64_t length;
    Strided<2> parameters; ///< scale, bias
    float epsilon;
    bool isCentred;

    OPSCOPE_KERNEL void operator()(Block<momentThreads>& block, std::int64_t run) const
    {
        const auto first = run * length;
        const auto moments
            = momentsOf<T, A>(block, x + first, length, static_cast<A>(epsilon), isCentred);
        block.phase([&](int thread) {
            for (std::int64_t i = first + thread; i < first + length; i += momentThreads) {
                std::int64_t at[2];
                parameters.find(i, at);
                A value = (widen(x[i]) - moments.mean) * moments.factor;
                if (scale != nullptr)
                    value *= widen(scale[at[0]]);
                if (bias != nullptr)
                    value += widen(bias[at[1]]);
                y[i] = static_cast<T>(value);
            }
            if (thread == 0 && means != nullptr)
                means[run] = static_cast<float>(moments.mean);
            if (thread == 0 && factors != nullptr)
                factors[run] = static_cast<float>(moments.factor);
        });
    }
};

struct LayerPlan {
    TensorType type;
    TensorType statistics;
    std::int64_t length = 0;
    std::int64_t runs = 0;
    Strided<2> parameters;
    float epsilon = 0;
    bool isCentred = true;
};

Result<LayerPlan> layerPlan(const KernelRequest& request, bool isCentred)
{
    LayerPlan plan { inputType(request, 0) };
    plan.isCentred = isCentred;
    const auto& node = request.node;
    const auto& dims = plan.type.dims;
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), dims.size()));
    plan.length = elementCount(std::span(dims).subspan(axis));
    plan.runs = plan.length > 0 ? elementCount(std::span(dims).first(axis)) : 0;
    plan.epsilon = node.real("epsilon", 1e-5f);
    plan.statistics = { ElementType::Float, dims };
    std::fill(plan.statistics.dims.begin() + static_cast<std::ptrdiff_t>(axis),
        plan.statistics.dims.end(), 1);
    if ((request.hasOutput(1) || request.hasOutput(2)) && node.integer("stash_type", 1) != 1)
        return fail("statistics in another type than fp32 are made on the CPU");
    std::array<Dims, 2> strides { Dims(dims.size(), 0), Dims(dims.size(), 0) };
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        if (!request.hasInput(i))
            continue;
        const auto& parameter = inputType(request, i);
        if (parameter.element != plan.type.element
            || TRY(broadcastDims(dims, parameter.dims)) != dims)
            return fail("input ", i, " is ", dimsText(parameter.dims), " ",
                model::name(parameter.element), ", which does not fit the input");
        strides[i - 1] = broadcastStrides(parameter.dims, dims);
    }
    plan.parameters = TRY(stridedOver<2>(dims, strides));
    return plan;
}

template <bool isCentred>
Result<std::unique_ptr<Kernel>> prepareLayer(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto plan = TRY(layerPlan(request, isCentred));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "normalization"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, plan.type));
            float* statistics[2] = {};
            for (const std::size_t i : { std::size_t(0), std::size_t(1) }) {
                if (context.hasOutput(i + 1)) {
                    auto* const tensor = TRY(outputOf(context, i + 1, plan.statistics));
                    statistics[i] = reinterpret_cast<float*>(tensor->data);
                }
            }
            // Without a mean, output 1 is the reciprocal of the deviation.
            float* const means = isCentred ? statistics[0] : nullptr;
            float* const factors = isCentred ? statistics[1] : statistics[0];
            auto run = [&]<typename T>() -> Result<void> {
                return forEachBlock<momentThreads>(*device, plan.runs,
                    NormaliseLayer<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                        in<T>(context, 1), isCentred ? in<T>(context, 2) : nullptr, means, factors,
                        plan.length, plan.parameters, plan.epsilon, isCentred });
            };
            return visitElement(FloatTypes {}, plan.type.element, run);
        });
}

const RegisterKernels batch({ "BatchNormalization" }, prepareBatch);
const RegisterKernels instance({ "InstanceNormalization" }, prepareInstance);
const RegisterKernels group({ "GroupNormalization" }, prepareGroup);
const RegisterKernels layer({ "LayerNormalization" }, prepareLayer<true>);
const RegisterKernels rms(
    { "RMSNormalization", "SimplifiedLayerNormalization" }, prepareLayer<false>);

} // namespace

} // namespace engine::cuda
