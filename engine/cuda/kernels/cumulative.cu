#include "engine/cuda/kernels/block_scan.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"

// CumSum: one block scans each row, in pieces. fp16 and bfloat16 are computed in float.

namespace engine::cuda {

namespace {

constexpr int scanThreads = 256;
constexpr int ownSteps = 4; ///< adjacent elements that one thread adds alone
constexpr std::int64_t scanPiece = scanThreads * ownSteps;

template <typename T>
struct AccumulateRow {
    using A = Arithmetic<T>;
    const T* x;
    T* y;
    AxisFold fold;
    bool isExclusive;
    bool isReverse;

    /// Returns the offset of step `i` of a row.
    OPSCOPE_KERNEL std::int64_t offset(std::int64_t row, std::int64_t i) const
    {
        const auto at = isReverse ? fold.axis - 1 - i : i;
        return (row / fold.inner * fold.axis + at) * fold.inner + row % fold.inner;
    }

    OPSCOPE_KERNEL void operator()(Block<scanThreads>& block, std::int64_t row) const
    {
        const auto plus = [](A a, A b) { return functors::wrappingAdd(a, b); };
        PerThread<A, scanThreads> sums;
        A carry = 0;
        for (std::int64_t first = 0; first < fold.axis; first += scanPiece) {
            const auto last = first + scanPiece < fold.axis ? first + scanPiece : fold.axis;
            block.phase([&](int thread) {
                sums[thread] = 0;
                const auto own = first + thread * ownSteps;
                for (auto i = own; i < own + ownSteps && i < last; ++i)
                    sums[thread] = plus(sums[thread], static_cast<A>(widen(x[offset(row, i)])));
            });
            const A total = scanBlock(block, sums, A(0), plus);
            block.phase([&](int thread) {
                A sum = plus(carry, sums[thread]);
                const auto own = first + thread * ownSteps;
                for (auto i = own; i < own + ownSteps && i < last; ++i) {
                    const auto at = offset(row, i);
                    const A before = sum;
                    sum = plus(sum, static_cast<A>(widen(x[at])));
                    y[at] = static_cast<T>(isExclusive ? before : sum);
                }
            });
            carry = plus(carry, total);
        }
    }
};

Result<std::unique_ptr<Kernel>> prepareCumSum(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto type = inputType(request, 0);
    const auto* const axisTensor = TRY(constantInput(request, 1));
    const auto written = TRY(readInteger(*axisTensor));
    const auto fold = foldAt(type.dims, TRY(normalizeAxis(written, type.dims.size())));
    const bool isExclusive = request.node.flag("exclusive");
    const bool isReverse = request.node.flag("reverse");
    return typedKernel<NumberTypes>(request, "running sum", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEachBlock<scanThreads>(*device, fold.axis > 0 ? fold.outer * fold.inner : 0,
                AccumulateRow<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data), fold,
                    isExclusive, isReverse });
        });
}

const RegisterKernels cumSum({ "CumSum" }, prepareCumSum, 1u << 1);

} // namespace

} // namespace engine::cuda
