#include "engine/cuda/kernels/attention.h"

// SkipLayerNormalization and SkipSimplifiedLayerNormalization of com.microsoft: one block per row
// of the last axis. The row's sum of inputs is computed once, stored in an output or in scratch
// memory, and normalised from there.

namespace engine::cuda {

namespace {

constexpr int skipThreads = 256;

/// Element e of a row of x + skip + bias.
template <typename T>
struct SkipSum {
    const T* x;
    const T* skip;
    std::int64_t skipRows; ///< rows of the skip, which is repeated
    const T* bias; ///< null: no bias
    std::int64_t width;

    OPSCOPE_KERNEL float at(std::int64_t row, std::int64_t e) const
    {
        float sum = static_cast<float>(widen(x[row * width + e]))
            + static_cast<float>(widen(skip[row % skipRows * width + e]));
        if (bias != nullptr)
            sum += static_cast<float>(widen(bias[e]));
        return sum;
    }
};

template <typename T>
struct NormaliseSum {
    SkipSum<T> source;
    float* sums; ///< [rows, width]
    T* y;
    T* kept; ///< the sums as an output; null: it is left out
    float* means;
    float* factors;
    const T* gamma;
    const T* beta; ///< null: no beta
    std::int64_t width;
    float epsilon;
    bool isCentred;

    OPSCOPE_KERNEL void operator()(Block<skipThreads>& block, std::int64_t row) const
    {
        const auto plus = [](float a, float b) { return a + b; };
        float* const own = sums + row * width;
        PerThread<float, skipThreads> value;
        block.phase([&](int thread) {
            value[thread] = 0;
            for (std::int64_t e = thread; e < width; e += skipThreads) {
                const float sum = source.at(row, e);
                own[e] = sum;
                value[thread] += sum;
                if (kept != nullptr)
                    kept[row * width + e] = static_cast<T>(sum);
            }
        });
        const float total = block.reduce(value, plus);
        const float mean = isCentred ? total / static_cast<float>(width) : 0.0f;
        block.phase([&](int thread) {
            value[thread] = 0;
            for (std::int64_t e = thread; e < width; e += skipThreads)
                value[thread] += (own[e] - mean) * (own[e] - mean);
        });
        const float squares = block.reduce(value, plus);
        const float factor = 1.0f / std::sqrt(squares / static_cast<float>(width) + epsilon);
        block.phase([&](int thread) {
            for (std::int64_t e = thread; e < width; e += skipThreads) {
                float x = (own[e] - mean) * factor * static_cast<float>(widen(gamma[e]));
                if (beta != nullptr)
                    x += static_cast<float>(widen(beta[e]));
                y[row * width + e] = static_cast<T>(x);
            }
            if (thread == 0 && means != nullptr)
                means[row] = mean;
            if (thread == 0 && factors != nullptr)
                factors[row] = factor;
        });
    }
};

Result<void> checkVector(
    const KernelRequest& request, std::size_t input, std::int64_t width, ElementType element)
{
    if (!request.hasInput(input))
        return {};
    const auto& type = inputType(request, input);
    if (type.count() != width || type.element != element)
        return fail("input ", input, " is ", dimsText(type.dims), " ", model::name(type.element),
            ", expected ", width, " of the input's type");
    return {};
}

struct SkipPlan {
    TensorType type;
    TensorType statistics;
    std::int64_t width = 0;
    std::int64_t rows = 0;
    std::int64_t skipRows = 0;
    std::size_t bias = 0; ///< number of an input
    float epsilon = 0;
    bool isCentred = true;
};

template <typename T>
Result<void> runSkip(ModuleBackend& device, RunContext& context, const SkipPlan& plan)
{
    auto* const output = TRY(outputOf(context, 0, plan.type));
    const auto memory
        = TRY(context.scratch(static_cast<std::size_t>(plan.type.count()) * sizeof(float)));
    NormaliseSum<T> normalise {};
    normalise.source = { in<T>(context, 0), in<T>(context, 1), plan.skipRows,
        in<T>(context, plan.bias), plan.width };
    normalise.sums = reinterpret_cast<float*>(memory.data());
    normalise.y = reinterpret_cast<T*>(output->data);
    float** const statistics[] { &normalise.means, &normalise.factors };
    for (const std::size_t i : { std::size_t(0), std::size_t(1) }) {
        if (context.hasOutput(i + 1))
            *statistics[i]
                = reinterpret_cast<float*>(TRY(outputOf(context, i + 1, plan.statistics))->data);
    }
    if (context.hasOutput(3))
        normalise.kept = reinterpret_cast<T*>(TRY(outputOf(context, 3, plan.type))->data);
    normalise.gamma = in<T>(context, 2);
    normalise.beta = plan.isCentred ? in<T>(context, 3) : nullptr;
    normalise.width = plan.width;
    normalise.epsilon = plan.epsilon;
    normalise.isCentred = plan.isCentred;
    return forEachBlock<skipThreads>(device, plan.rows, normalise);
}

template <bool isCentred>
Result<std::unique_ptr<Kernel>> prepareSkip(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    SkipPlan plan { inputType(request, 0), {} };
    const auto& skip = inputType(request, 1);
    const auto& dims = plan.type.dims;
    if (dims.empty() || dims.back() < 1 || skip.element != plan.type.element || skip.count() < 1
        || skip.count() % dims.back() != 0 || plan.type.count() % skip.count() != 0)
        return fail(
            "a skip of ", dimsText(skip.dims), " does not fit an input of ", dimsText(dims));
    plan.width = dims.back();
    plan.rows = plan.type.count() / plan.width;
    plan.skipRows = skip.count() / plan.width;
    plan.bias = isCentred ? 4 : 3;
    plan.isCentred = isCentred;
    plan.epsilon = request.node.real("epsilon", 1e-12f);
    plan.statistics = { ElementType::Float, dims };
    plan.statistics.dims.back() = 1;
    for (std::size_t i = 2; i < 5; ++i)
        TRY(checkVector(request, i, plan.width, plan.type.element));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "normalization"), [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runSkip<T>(*device, context, plan); };
            return visitElement(AttentionTypes {}, plan.type.element, run);
        });
}

const RegisterKernels skip(
    { "SkipLayerNormalization" }, prepareSkip<true>, 0, Tier::Native, "com.microsoft");
const RegisterKernels simplified(
    { "SkipSimplifiedLayerNormalization" }, prepareSkip<false>, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
