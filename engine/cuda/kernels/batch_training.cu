#include "engine/cuda/kernels/numbers.h"

#include <cmath>

// BatchNormalization in training mode (since version 14). One block per channel computes the mean
// and variance of the batch, normalises with them and updates the running ones. Statistics and
// parameters are double, as in inference.

namespace engine::cuda {

namespace {

constexpr int threads = 256;

template <typename T, typename P>
struct NormaliseChannel {
    const T* x;
    T* y;
    NumberReader scale;
    NumberReader bias;
    NumberReader mean; ///< running mean
    NumberReader variance;
    P* newMean; ///< null: the output is left out
    P* newVariance;
    AxisFold fold;
    double epsilon;
    double momentum;

    OPSCOPE_KERNEL std::int64_t placeOf(std::int64_t channel, std::int64_t i) const
    {
        return (i / fold.inner * fold.axis + channel) * fold.inner + i % fold.inner;
    }

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t channel) const
    {
        const auto plus = [](double a, double b) { return a + b; };
        const auto count = fold.outer * fold.inner;
        PerThread<double, threads> sums;
        block.phase([&](int thread) {
            sums[thread] = 0;
            for (std::int64_t i = thread; i < count; i += threads)
                sums[thread] += static_cast<double>(widen(x[placeOf(channel, i)]));
        });
        const double batchMean = block.reduce(sums, plus) / static_cast<double>(count);
        block.phase([&](int thread) {
            sums[thread] = 0;
            for (std::int64_t i = thread; i < count; i += threads) {
                const double distance
                    = static_cast<double>(widen(x[placeOf(channel, i)])) - batchMean;
                sums[thread] += distance * distance;
            }
        });
        const double batchVariance = block.reduce(sums, plus) / static_cast<double>(count);
        const double factor = scale.at(channel) / std::sqrt(batchVariance + epsilon);
        const double shift = bias.at(channel) - batchMean * factor;
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < count; i += threads) {
                const auto at = placeOf(channel, i);
                y[at] = narrowed<T>(static_cast<double>(widen(x[at])) * factor + shift);
            }
            if (thread == 0 && newMean != nullptr)
                newMean[channel]
                    = narrowed<P>(mean.at(channel) * momentum + batchMean * (1 - momentum));
            if (thread == 0 && newVariance != nullptr)
                newVariance[channel]
                    = narrowed<P>(variance.at(channel) * momentum + batchVariance * (1 - momentum));
        });
    }
};

struct TrainingPlan {
    TensorType type;
    TensorType statistics;
    AxisFold fold;
    double epsilon = 0;
    double momentum = 0;
};

Result<TrainingPlan> planOf(const KernelRequest& request)
{
    const auto& node = request.node;
    if (node.version < 14 || !node.flag("training_mode"))
        return fail("inference is another kernel's work");
    TRY(requireElement(request, 0, FloatTypes {}));
    TrainingPlan plan { inputType(request, 0) };
    const auto& dims = plan.type.dims;
    if (dims.empty())
        return fail("takes rank 1 or more");
    plan.fold = dims.size() == 1 ? AxisFold { dims[0], 1, 1 } : foldAt(dims, 1);
    for (std::size_t i = 1; i < 5; ++i) {
        TRY(requireElement(request, i, FloatTypes {}));
        if (inputType(request, i).count() != plan.fold.axis)
            return fail("input ", i, " has ", inputType(request, i).count(), " elements, expected ",
                plan.fold.axis);
    }
    plan.statistics = { inputType(request, 3).element, { plan.fold.axis } };
    plan.epsilon = static_cast<double>(node.real("epsilon", 1e-5f));
    plan.momentum = static_cast<double>(node.real("momentum", 0.9f));
    return plan;
}

template <typename T, typename P>
Result<void> train(ModuleBackend& device, const TrainingPlan& plan, RunContext& context)
{
    auto* const output = TRY(outputOf(context, 0, plan.type));
    P* statistics[2] = {};
    for (const std::size_t i : { std::size_t(0), std::size_t(1) }) {
        if (context.hasOutput(i + 1)) {
            auto* const tensor = TRY(outputOf(context, i + 1, plan.statistics));
            statistics[i] = reinterpret_cast<P*>(tensor->data);
        }
    }
    return forEachBlock<threads>(device, plan.fold.axis,
        NormaliseChannel<T, P> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
            numbersOf(context, 1), numbersOf(context, 2), numbersOf(context, 3),
            numbersOf(context, 4), statistics[0], statistics[1], plan.fold, plan.epsilon,
            plan.momentum });
}

Result<std::unique_ptr<Kernel>> prepareTraining(const KernelRequest& request)
{
    const auto plan = TRY(planOf(request));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "batch normalization in training"),
        [=](RunContext& context) -> Result<void> {
            auto ofInput = [&]<typename T>() -> Result<void> {
                auto ofStatistics = [&]<typename P>() -> Result<void> {
                    return train<T, P>(*device, plan, context);
                };
                return visitElement(FloatTypes {}, plan.statistics.element, ofStatistics);
            };
            return visitElement(FloatTypes {}, plan.type.element, ofInput);
        });
}

const RegisterKernels batchTraining({ "BatchNormalization" }, prepareTraining);

} // namespace

} // namespace engine::cuda
