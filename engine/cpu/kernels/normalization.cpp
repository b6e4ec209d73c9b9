#include "engine/cpu/native.h"

// Softmax and LogSoftmax along any axis; LayerNormalization, RMSNormalization and the skip forms of
// com.microsoft over contiguous rows. Float; scale and bias have the length of a row. Refuses the
// rest.

namespace engine {

namespace {

struct Rows {
    std::int64_t count = 0;
    std::int64_t width = 0;
    std::int64_t grain() const
    {
        return std::max<std::int64_t>(elementsPerThread / 4 / std::max<std::int64_t>(width, 1), 1);
    }
};

/// Columns that one thread normalises at a time if the axis is not the last.
constexpr std::int64_t columnBlock = 256;

template <bool isLog>
Result<void> runOverColumns(RunContext& context, const AxisFold& fold)
{
    auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
    const float* x = floats(context.tensor(0));
    float* y = floats(*output);
    const auto normalise = isLog ? vectorTable().logSoftmaxColumns : vectorTable().softmaxColumns;
    const auto blocks = (fold.inner + columnBlock - 1) / columnBlock;
    const auto grain = std::max<std::int64_t>(elementsPerThread / 4 / (fold.axis * columnBlock), 1);
    parallelFor(
        fold.outer * blocks, grain, context.threads(), [&](std::int64_t first, std::int64_t last) {
            for (auto block = first; block < last; ++block) {
                const auto column = block % blocks * columnBlock;
                const auto at = block / blocks * fold.axis * fold.inner + column;
                normalise(x + at, y + at, fold.axis, fold.inner,
                    std::min(columnBlock, fold.inner - column));
            }
        });
    return {};
}

template <bool isLog>
Result<std::unique_ptr<Kernel>> prepareSoftmax(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const std::span dims(request.input(0).tensor.dims);
    if (dims.empty())
        return fail("native softmax takes rank 1 or more");
    const auto fold = TRY(softmaxFold(request.node, dims));
    if (fold.axis == 0 || fold.inner == 0)
        return fail("native softmax takes rows with elements");
    if (fold.inner != 1)
        return nativeKernel(
            [fold](RunContext& context) { return runOverColumns<isLog>(context, fold); });
    const Rows rows { fold.outer, fold.axis };
    return nativeKernel([rows](RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
        const auto function = isLog ? vectorTable().logSoftmax : vectorTable().softmax;
        const float* x = floats(context.tensor(0));
        float* y = floats(*output);
        parallelFor(rows.count, rows.grain(), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row)
                    function(x + row * rows.width, y + row * rows.width, rows.width);
            });
        return {};
    });
}

enum class Centre { Mean, Zero };

struct NormPlan {
    Rows rows;
    Dims statistics;
    float epsilon = 1e-5f;
};

/// Normalises all rows of x into y; the statistics pointers may be null.
template <Centre centre>
void normaliseRows(const NormPlan& plan, int threads, const float* x, const float* scale,
    const float* bias, float* y, float* means, float* inverses)
{
    const auto& table = vectorTable();
    const auto width = plan.rows.width;
    parallelFor(
        plan.rows.count, plan.rows.grain(), threads, [&](std::int64_t first, std::int64_t last) {
            for (auto row = first; row < last; ++row) {
                float statistics[2] {};
                if constexpr (centre == Centre::Mean)
                    table.layerNorm(x + row * width, scale, bias, y + row * width, width,
                        plan.epsilon, statistics);
                else
                    table.rmsNorm(x + row * width, scale, y + row * width, width, plan.epsilon,
                        &statistics[1]);
                if (means != nullptr)
                    means[row] = statistics[0];
                if (inverses != nullptr)
                    inverses[row] = statistics[1];
            }
        });
}

template <Centre centre>
Result<std::unique_ptr<Kernel>> prepareLayerNorm(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    if (request.node.integer("stash_type", 1) != 1)
        return fail("native ", request.node.type, " keeps its statistics in float");
    const std::span dims(request.input(0).tensor.dims);
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", -1), dims.size()));
    NormPlan plan { { elementCount(dims.first(axis)), elementCount(dims.subspan(axis)) },
        Dims(dims.begin(), dims.end()), request.node.real("epsilon", 1e-5f) };
    std::fill(plan.statistics.begin() + axis, plan.statistics.end(), 1);
    if (plan.rows.width == 0)
        return fail("native ", request.node.type, " takes rows with elements");
    TRY(requireFloats(request, 1, plan.rows.width));
    if (centre == Centre::Mean)
        TRY(requireFloats(request, 2, plan.rows.width));
    return nativeKernel([plan](RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
        float* means
            = centre == Centre::Mean ? TRY(optionalOutput(context, 1, plan.statistics)) : nullptr;
        float* inverses
            = TRY(optionalOutput(context, centre == Centre::Mean ? 2 : 1, plan.statistics));
        const float* bias = centre == Centre::Mean ? optionalFloats(context, 2) : nullptr;
        normaliseRows<centre>(plan, context.threads(), floats(context.tensor(0)),
            optionalFloats(context, 1), bias, floats(*output), means, inverses);
        return {};
    });
}

/// Adds input and skip (and bias), then normalises. The sum goes to output 3 if that is used, else
/// to output 0, where the norm replaces it.
template <Centre centre>
Result<void> runSkipNorm(const NormPlan& plan, RunContext& context)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, ElementType::Float, input.dims()));
    float* means = TRY(optionalOutput(context, 1, plan.statistics));
    float* inverses = TRY(optionalOutput(context, 2, plan.statistics));
    float* sums = TRY(optionalOutput(context, 3, input.dims()));
    if (sums == nullptr)
        sums = floats(*output); // the norm of a row reads it before it writes it
    const auto skipCount = context.tensor(1).count();
    const float* bias = optionalFloats(context, centre == Centre::Mean ? 4 : 3);
    const auto width = plan.rows.width;
    parallelFor(plan.rows.count, plan.rows.grain(), context.threads(),
        [&](std::int64_t firstRow, std::int64_t lastRow) {
            for (auto row = firstRow; row < lastRow; ++row) {
                const auto at = row * width;
                combineRows(BinaryOp::Add, floats(input) + at,
                    floats(context.tensor(1)) + at % skipCount, sums + at, width);
                if (bias != nullptr)
                    combineRows(BinaryOp::Add, sums + at, bias, sums + at, width);
            }
        });
    const float* shift = centre == Centre::Mean ? optionalFloats(context, 3) : nullptr;
    normaliseRows<centre>(plan, context.threads(), sums, optionalFloats(context, 2), shift,
        floats(*output), means, inverses);
    return {};
}

/// Whether broadcasting `dims` to `target` repeats all its elements in their order: the axes behind
/// leading ones are the last axes of the target.
bool repeatsOver(std::span<const std::int64_t> dims, std::span<const std::int64_t> target)
{
    while (!dims.empty() && dims.front() == 1)
        dims = dims.subspan(1);
    return dims.size() <= target.size() && std::ranges::equal(dims, target.last(dims.size()));
}

template <Centre centre>
Result<std::unique_ptr<Kernel>> prepareSkipNorm(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    const auto& input = request.input(0).tensor;
    const auto& skip = request.input(1).tensor;
    if (input.dims.empty() || input.count() == 0 || skip.count() % input.dims.back() != 0
        || !repeatsOver(skip.dims, input.dims))
        return fail("native ", request.node.type,
            " takes a skip whose axes are the last ones of the input ", input.dims, ", found ",
            skip.dims);
    const auto width = input.dims.back();
    NormPlan plan { { input.count() / width, width }, input.dims,
        request.node.real("epsilon", 1e-12f) };
    plan.statistics.back() = 1;
    for (const std::size_t i : { 2, 3, 4 })
        TRY(requireFloats(request, i, width));
    return nativeKernel(std::move(plan), runSkipNorm<centre>);
}

const RegisterNative normalizations[] = {
    { "Softmax", prepareSoftmax<false> },
    { "LogSoftmax", prepareSoftmax<true> },
    { "LayerNormalization", prepareLayerNorm<Centre::Mean> },
    { "RMSNormalization", prepareLayerNorm<Centre::Zero> },
    { "SkipLayerNormalization", prepareSkipNorm<Centre::Mean>, "com.microsoft" },
    { "SkipSimplifiedLayerNormalization", prepareSkipNorm<Centre::Zero>, "com.microsoft" },
};

} // namespace

} // namespace engine
