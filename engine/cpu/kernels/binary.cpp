#include "engine/cpu/native.h"

// Add, Sub, Mul, Div, PRelu, and Max, Min, Sum of two inputs: float, any broadcast whose folded
// rows are long enough. Each output row is computed from two rows, or from a row and a number.
// Refuses the rest.

namespace engine {

namespace {

/// Rows shorter than this cost more in function calls than vector instructions save.
constexpr std::int64_t shortestRow = 8;

struct BinaryPlan {
    BinaryOp op;
    Operands operands;
    Dims dims;
    StridedLoop<3> loop;
};

Result<Operands> operandsOf(const StridedLoop<3>& loop)
{
    const auto [a, b, y] = loop.rowStrides();
    if (loop.rowLength() == 1 || (a == 1 && b == 1))
        return Operands::Rows;
    if (a == 1 && b == 0)
        return Operands::ScalarRight;
    if (a == 0 && b == 1)
        return Operands::ScalarLeft;
    return fail("rows of this broadcast are not contiguous");
}

Result<BinaryPlan> planBinary(const KernelRequest& request, BinaryOp op)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    if (request.hasInput(2))
        return fail("native ", request.node.type, " takes two inputs");
    const auto& a = request.input(0).tensor.dims;
    const auto b = TRY(legacyBroadcastDims(request.node, a, request.input(1).tensor.dims));
    auto dims = TRY(broadcastDims(a, b));
    if (op == BinaryOp::PRelu && dims != a)
        return fail("the slope does not broadcast to the input");
    TRY(checkedCount(dims));
    StridedLoop<3> loop(
        dims, { broadcastStrides(a, dims), broadcastStrides(b, dims), denseStrides(dims) });
    if (loop.rows() > 1 && loop.rowLength() < shortestRow)
        return fail("rows of ", loop.rowLength(), " elements are too short");
    const auto operands = TRY(operandsOf(loop));
    return BinaryPlan { op, operands, std::move(dims), std::move(loop) };
}

Result<void> runBinary(const BinaryPlan& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.dims));
    const auto function
        = vectorTable().binary[static_cast<int>(plan.op)][static_cast<int>(plan.operands)];
    const float* a = floats(context.tensor(0));
    const float* b = floats(context.tensor(1));
    float* y = floats(*output);
    const auto length = plan.loop.rowLength();
    if (plan.loop.rows() == 1) {
        const auto [stepA, stepB, stepY] = plan.loop.rowStrides();
        parallelFor(length, elementsPerThread, context.threads(),
            [=, stepA = stepA, stepB = stepB](std::int64_t first, std::int64_t last) {
                function(a + first * stepA, b + first * stepB, y + first, last - first);
            });
        return {};
    }
    parallelFor(plan.loop.rows(), rowsPerThread(length), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            plan.loop.forRows(first, last,
                [&](const auto& at) { function(a + at[0], b + at[1], y + at[2], length); });
        });
    return {};
}

template <BinaryOp op>
Result<std::unique_ptr<Kernel>> prepareBinary(const KernelRequest& request)
{
    auto plan = TRY(planBinary(request, op));
    return nativeKernel(std::move(plan), runBinary);
}

const RegisterNative binaries[] = {
    { "Add", prepareBinary<BinaryOp::Add> },
    { "Sub", prepareBinary<BinaryOp::Sub> },
    { "Mul", prepareBinary<BinaryOp::Mul> },
    { "Div", prepareBinary<BinaryOp::Div> },
    { "Max", prepareBinary<BinaryOp::Max> },
    { "Min", prepareBinary<BinaryOp::Min> },
    { "Sum", prepareBinary<BinaryOp::Add> },
    { "PRelu", prepareBinary<BinaryOp::PRelu> },
};

} // namespace

} // namespace engine
