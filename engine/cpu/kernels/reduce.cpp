#include "engine/cpu/native.h"

#include <limits>

// ReduceSum, Mean, Max, Min, L1, L2, SumSquare of float over neighbouring axes that are known when
// the kernel is prepared. Refuses the rest.

namespace engine {

namespace {

struct ReducePlan {
    AxisFold fold; ///< the reduced axes as one
    Dims output;
    RowReduction op = RowReduction::Sum;
    bool isMean = false;
    bool isRoot = false;
};

struct ReduceRow {
    std::string_view type;
    RowReduction op;
    bool isMean;
    bool isRoot;
};

constexpr ReduceRow reduceRows[] = {
    { "ReduceSum", RowReduction::Sum, false, false },
    { "ReduceMean", RowReduction::Sum, true, false },
    { "ReduceMax", RowReduction::Max, false, false },
    { "ReduceMin", RowReduction::Min, false, false },
    { "ReduceL1", RowReduction::SumOfMagnitudes, false, false },
    { "ReduceL2", RowReduction::SumOfSquares, false, true },
    { "ReduceSumSquare", RowReduction::SumOfSquares, false, false },
};

Result<ReducePlan> planReduce(const KernelRequest& request, const ReduceRow& row)
{
    TRY(requireFloat(request, 0));
    const std::span dims(request.input(0).tensor.dims);
    const auto written = TRY(constantIntegers(request, 1, "axes"));
    auto axes = countUp<std::size_t>(dims.size());
    if (written && !written->empty())
        axes = TRY(normalizeAxes(*written, dims.size()));
    else if (request.node.flag("noop_with_empty_axes"))
        return fail("native ", row.type, " takes axes");
    if (axes.empty() || axes.back() - axes.front() + 1 != axes.size())
        return fail("native ", row.type, " takes neighbouring axes");
    ReducePlan plan;
    plan.fold = { elementCount(dims.first(axes.front())),
        elementCount(dims.subspan(axes.front(), axes.size())),
        elementCount(dims.subspan(axes.back() + 1)) };
    if (plan.fold.axis == 0)
        return fail("native ", row.type, " takes sets with elements");
    const bool keeps = request.node.integer("keepdims", 1) != 0;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const bool isReduced = d >= axes.front() && d <= axes.back();
        if (!isReduced || keeps)
            plan.output.push_back(isReduced ? 1 : dims[d]);
    }
    plan.op = row.op;
    plan.isMean = row.isMean;
    plan.isRoot = row.isRoot;
    return plan;
}

/// Reduces one outer block: `axis` rows to one row of `inner` results.
void reduceBlock(const ReducePlan& plan, const float* x, float* y)
{
    const auto& table = vectorTable();
    const auto& [outer, axis, inner] = plan.fold;
    if (inner == 1) {
        *y = table.reduce[static_cast<int>(plan.op)](x, axis);
        return;
    }
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float start = plan.op == RowReduction::Max
        ? -infinity
        : (plan.op == RowReduction::Min ? infinity : 0.0f);
    std::fill_n(y, inner, start);
    for (std::int64_t a = 0; a < axis; ++a)
        table.accumulate[static_cast<int>(plan.op)](x + a * inner, y, inner);
}

Result<void> runReduce(const ReducePlan& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.output));
    const float* x = floats(context.tensor(0));
    float* y = floats(*output);
    const auto block = plan.fold.axis * plan.fold.inner;
    parallelFor(plan.fold.outer, rowsPerThread(block), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto o = first; o < last; ++o)
                reduceBlock(plan, x + o * block, y + o * plan.fold.inner);
        });
    const auto& table = vectorTable();
    if (plan.isMean)
        table.unary[static_cast<int>(UnaryOp::Affine)](
            y, y, output->count(), 1.0f / static_cast<float>(plan.fold.axis), 0.0f);
    if (plan.isRoot)
        table.unary[static_cast<int>(UnaryOp::Sqrt)](y, y, output->count(), 0, 0);
    return {};
}

struct RegisterReductions {
    RegisterReductions()
    {
        for (const auto& row : reduceRows) {
            auto prepare = [&row](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
                auto plan = TRY(planReduce(request, row));
                return nativeKernel(std::move(plan), runReduce);
            };
            KernelRegistry::instance().add(nativeEntry(std::string(row.type), prepare));
        }
    }
};
const RegisterReductions reductions;

} // namespace

} // namespace engine
