#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"

// CumSum and CumProd. A short row is computed by one thread; a long row is scanned by one block, in
// pieces. fp16 and bfloat16 are computed in float.

namespace engine::cuda {

namespace {

enum class Join { Sum, Product };

struct Direction {
    AxisFold fold;
    bool isExclusive = false;
    bool isReverse = false;

    OPSCOPE_KERNEL std::int64_t start(std::int64_t row) const
    {
        return row / fold.inner * fold.axis * fold.inner + row % fold.inner;
    }
    /// Returns the offset of step `i` from the start of its row.
    OPSCOPE_KERNEL std::int64_t step(std::int64_t i) const
    {
        return (isReverse ? fold.axis - 1 - i : i) * fold.inner;
    }
};

template <Join join, typename A>
OPSCOPE_KERNEL A joined(A a, A b)
{
    if constexpr (join == Join::Sum)
        return functors::wrappingAdd(a, b);
    else
        return functors::wrappingMultiply(a, b);
}

template <Join join, typename T>
struct AccumulateShort {
    const T* x;
    T* y;
    Direction along;

    OPSCOPE_KERNEL void operator()(std::int64_t row) const
    {
        using A = Arithmetic<T>;
        const auto start = along.start(row);
        auto sum = join == Join::Sum ? A(0) : A(1);
        for (std::int64_t i = 0; i < along.fold.axis; ++i) {
            const auto at = start + along.step(i);
            const A before = sum;
            sum = joined<join>(sum, static_cast<A>(widen(x[at])));
            y[at] = static_cast<T>(along.isExclusive ? before : sum);
        }
    }
};

constexpr int scanThreads = 256;
constexpr int ownSteps = 4; ///< adjacent elements that one thread scans alone
constexpr std::int64_t shortRow = 64;

template <Join join, typename T>
struct AccumulateLong {
    const T* x;
    T* y;
    Direction along;

    OPSCOPE_KERNEL void operator()(Block<scanThreads>& block, std::int64_t row) const
    {
        using A = Arithmetic<T>;
        constexpr A neutral = join == Join::Sum ? A(0) : A(1);
        OPSCOPE_SHARED A totals[scanThreads];
        PerThread<A, scanThreads> held;
        const auto start = along.start(row);
        A carry = neutral;
        for (std::int64_t piece = 0; piece < along.fold.axis; piece += scanThreads * ownSteps) {
            block.phase([&](int thread) {
                A sum = neutral;
                for (int k = 0; k < ownSteps; ++k) {
                    const auto i = piece + thread * ownSteps + k;
                    if (i < along.fold.axis)
                        sum = joined<join>(sum, static_cast<A>(widen(x[start + along.step(i)])));
                }
                totals[thread] = sum;
            });
            for (int distance = 1; distance < scanThreads; distance *= 2) {
                block.phase([&](int thread) {
                    held[thread] = thread >= distance
                        ? joined<join>(totals[thread - distance], totals[thread])
                        : totals[thread];
                });
                block.phase([&](int thread) { totals[thread] = held[thread]; });
            }
            block.phase([&](int thread) {
                A sum = thread > 0 ? joined<join>(carry, totals[thread - 1]) : carry;
                for (int k = 0; k < ownSteps; ++k) {
                    const auto i = piece + thread * ownSteps + k;
                    if (i >= along.fold.axis)
                        break;
                    const auto at = start + along.step(i);
                    const A before = sum;
                    sum = joined<join>(sum, static_cast<A>(widen(x[at])));
                    y[at] = static_cast<T>(along.isExclusive ? before : sum);
                }
            });
            carry = joined<join>(carry, totals[scanThreads - 1]);
            block.phase([](int) {}); // all threads have read it before the next piece is written
        }
    }
};

template <Join join>
Result<std::unique_ptr<Kernel>> prepareCumulative(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto type = inputType(request, 0);
    const auto* const axisTensor = TRY(constantInput(request, 1));
    const auto written = TRY(readInteger(*axisTensor));
    const auto axis = TRY(normalizeAxis(written, type.dims.size()));
    const Direction along { foldAt(type.dims, axis),
        request.node.flag("exclusive"), request.node.flag("reverse") };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, join == Join::Sum ? "running sum" : "running product"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            const auto rows = along.fold.axis > 0 ? along.fold.outer * along.fold.inner : 0;
            auto run = [&]<typename T>() -> Result<void> {
                const auto* const x = in<T>(context, 0);
                auto* const y = reinterpret_cast<T*>(output->data);
                if (along.fold.axis <= shortRow)
                    return forEach(*device, rows, AccumulateShort<join, T> { x, y, along });
                return forEachBlock<scanThreads>(
                    *device, rows, AccumulateLong<join, T> { x, y, along });
            };
            return visitElement(NumberTypes {}, type.element, run);
        });
}

const RegisterKernels cumSum({ "CumSum" }, prepareCumulative<Join::Sum>, 1u << 1);
const RegisterKernels cumProd({ "CumProd" }, prepareCumulative<Join::Product>, 1u << 1);

} // namespace

} // namespace engine::cuda
