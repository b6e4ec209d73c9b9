#include "engine/cuda/kernels/indices.h"
#include "engine/cuda/kernels/numbers.h"

#include <cmath>

// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss: one block per target, then one block adds
// the losses, always in the same order. Losses and weights are summed in double. A target outside
// of the classes counts as 0 and is reported at the next wait for the device. Sources: ONNX
// NegativeLogLikelihoodLoss-22, SoftmaxCrossEntropyLoss-13.

namespace engine::cuda {

namespace {

constexpr int rowThreads = 128;
constexpr int joinThreads = 512;

/// The part of one target in the sums.
struct Loss {
    double loss;
    double weight;
};

template <typename T>
struct LossOfRow {
    const T* scores;
    IndexReader targets;
    NumberReader weights; ///< one per class
    T* logProbabilities; ///< null: the output is left out
    Loss* losses;
    AxisFold fold;
    std::int64_t ignored;
    bool hasIgnored;
    bool takesSoftmax;
    std::uint32_t* fault;

    using A = Arithmetic<T>;

    OPSCOPE_KERNEL void operator()(Block<rowThreads>& block, std::int64_t row) const
    {
        const auto start = row / fold.inner * fold.axis * fold.inner + row % fold.inner;
        const A shift = takesSoftmax ? logSumOf(block, start) : A(0);
        block.phase([&](int thread) {
            for (std::int64_t c = thread; logProbabilities != nullptr && c < fold.axis;
                 c += rowThreads)
                logProbabilities[start + c * fold.inner]
                    = static_cast<T>(widen(scores[start + c * fold.inner]) - shift);
            if (thread == 0)
                losses[row] = lossOf(row, start, shift);
        });
    }

    OPSCOPE_KERNEL Loss lossOf(std::int64_t row, std::int64_t start, A shift) const
    {
        const auto target = targets.at(row);
        if (hasIgnored && target == ignored)
            return { 0, 0 };
        if (target < 0 || target >= fold.axis) {
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
            return { 0, 0 };
        }
        const double weight = weights.isPresent() ? weights.at(target) : 1.0;
        const A score = widen(scores[start + target * fold.inner]) - shift;
        return { -static_cast<double>(score) * weight, weight };
    }

    /// Returns log(sum(exp(scores))).
    OPSCOPE_KERNEL A logSumOf(Block<rowThreads>& block, std::int64_t start) const
    {
        PerThread<A, rowThreads> held;
        block.phase([&](int thread) {
            held[thread] = -std::numeric_limits<A>::infinity();
            for (std::int64_t c = thread; c < fold.axis; c += rowThreads) {
                const A next = widen(scores[start + c * fold.inner]);
                held[thread] = next > held[thread] || next != next ? next : held[thread];
            }
        });
        const A largest = block.reduce(held, [](A a, A b) { return b > a || b != b ? b : a; });
        block.phase([&](int thread) {
            held[thread] = 0;
            for (std::int64_t c = thread; c < fold.axis; c += rowThreads)
                held[thread] += std::exp(widen(scores[start + c * fold.inner]) - largest);
        });
        return largest + std::log(block.reduce(held, [](A a, A b) { return a + b; }));
    }
};

template <typename T>
struct StoreLosses {
    const Loss* losses;
    T* y;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const { y[i] = narrowed<T>(losses[i].loss); }
};

template <typename T>
struct JoinLosses {
    const Loss* losses;
    T* y;
    std::int64_t count;
    bool isMean;

    OPSCOPE_KERNEL void operator()(Block<joinThreads>& block, std::int64_t) const
    {
        PerThread<Loss, joinThreads> sums;
        block.phase([&](int thread) {
            sums[thread] = { 0, 0 };
            for (std::int64_t i = thread; i < count; i += joinThreads) {
                sums[thread].loss += losses[i].loss;
                sums[thread].weight += losses[i].weight;
            }
        });
        const Loss sum = block.reduce(sums, [](const Loss& a, const Loss& b) {
            return Loss { a.loss + b.loss, a.weight + b.weight };
        });
        block.phase([&](int thread) {
            if (thread == 0)
                *y = narrowed<T>(isMean ? sum.loss / sum.weight : sum.loss);
        });
    }
};

struct LossPlan {
    TensorType scores;
    TensorType loss;
    AxisFold fold;
    std::optional<std::int64_t> ignored;
    bool isReduced = true;
    bool isMean = true;
    bool takesSoftmax = false;
    bool wantsLog = false;
};

Result<LossPlan> planOf(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    TRY(requireElement(request, 1, IndexTypes {}));
    LossPlan plan { inputType(request, 0) };
    if (plan.scores.dims.size() < 2)
        return fail("scores of ", dimsText(plan.scores.dims), " have no class axis");
    plan.fold = foldAt(plan.scores.dims, 1);
    const auto& targets = inputType(request, 1);
    if (targets.count() != plan.fold.outer * plan.fold.inner)
        return fail(
            "there are ", targets.count(), " targets for scores of ", dimsText(plan.scores.dims));
    if (request.hasInput(2)) {
        TRY(requireElement(request, 2, FloatTypes {}));
        if (inputType(request, 2).count() != plan.fold.axis)
            return fail("there are ", inputType(request, 2).count(), " weights for ",
                plan.fold.axis, " classes");
    }
    const auto reduction = request.node.text("reduction", "mean");
    plan.isReduced = reduction != "none";
    plan.isMean = reduction != "sum";
    plan.loss = { plan.scores.element, plan.isReduced ? Dims {} : targets.dims };
    plan.ignored = request.node.integer("ignore_index");
    return plan;
}

template <typename T>
Result<void> computeLoss(ModuleBackend& device, const LossPlan& plan, RunContext& context)
{
    const auto rows = plan.fold.outer * plan.fold.inner;
    auto* const output = TRY(outputOf(context, 0, plan.loss));
    T* logProbabilities = nullptr;
    if (plan.wantsLog) {
        auto* const tensor = TRY(outputOf(context, 1, plan.scores));
        logProbabilities = reinterpret_cast<T*>(tensor->data);
    }
    const auto memory = TRY(
        context.scratch(static_cast<std::size_t>(std::max<std::int64_t>(rows, 1)) * sizeof(Loss)));
    auto* const losses = reinterpret_cast<Loss*>(memory.data());
    TRY((forEachBlock<rowThreads>(device, rows,
        LossOfRow<T> { in<T>(context, 0), indicesOf(context, 1), numbersOf(context, 2),
            logProbabilities, losses, plan.fold, plan.ignored.value_or(0), plan.ignored.has_value(),
            plan.takesSoftmax, device.faultWord() })));
    auto* const y = reinterpret_cast<T*>(output->data);
    if (!plan.isReduced)
        return forEach(device, rows, StoreLosses<T> { losses, y });
    return forEachBlock<joinThreads>(device, 1, JoinLosses<T> { losses, y, rows, plan.isMean });
}

template <bool takesSoftmax>
Result<std::unique_ptr<Kernel>> prepareLoss(const KernelRequest& request)
{
    auto plan = TRY(planOf(request));
    plan.takesSoftmax = takesSoftmax;
    plan.wantsLog = takesSoftmax && request.hasOutput(1);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "loss"), [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() -> Result<void> {
                return computeLoss<T>(*device, plan, context);
            };
            return visitElement(FloatTypes {}, plan.scores.element, run);
        });
}

const RegisterKernels likelihood({ "NegativeLogLikelihoodLoss" }, prepareLoss<false>);
const RegisterKernels crossEntropy({ "SoftmaxCrossEntropyLoss" }, prepareLoss<true>);

} // namespace

} // namespace engine::cuda
