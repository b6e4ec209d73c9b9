#include "engine/cuda/kernels/strided.h"

#include <cmath>

// Hardmax, LpNormalization, MeanVarianceNormalization: one block per row or set. LRN: one thread
// per element. fp16 and bfloat16 are computed in float. Sources: ONNX Hardmax-13,
// LpNormalization-22, MeanVarianceNormalization-13, LRN-13.

namespace engine::cuda {

namespace {

constexpr int threads = 128;

template <typename A>
struct Largest {
    A value;
    std::int64_t index; ///< -1: none yet
};

/// Writes 1 at the first largest element of each row, 0 elsewhere.
template <typename T>
struct MarkLargest {
    const T* x;
    T* y;
    AxisFold fold;

    using A = Arithmetic<T>;

    OPSCOPE_KERNEL static Largest<A> better(const Largest<A>& a, const Largest<A>& b)
    {
        if (a.index < 0 || b.index < 0)
            return a.index < 0 ? b : a;
        if (a.value == b.value)
            return a.index < b.index ? a : b;
        return b.value > a.value ? b : a;
    }

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t row) const
    {
        const auto start = row / fold.inner * fold.axis * fold.inner + row % fold.inner;
        PerThread<Largest<A>, threads> best;
        block.phase([&](int thread) {
            best[thread] = { A(0), -1 };
            for (std::int64_t i = thread; i < fold.axis; i += threads)
                best[thread]
                    = better(best[thread], Largest<A> { widen(x[start + i * fold.inner]), i });
        });
        const auto found = block.reduce(
            best, [](const Largest<A>& a, const Largest<A>& b) { return better(a, b); });
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < fold.axis; i += threads)
                y[start + i * fold.inner] = static_cast<T>(A(i == found.index ? 1 : 0));
        });
    }
};

/// Before version 13 a row is all axes from `axis` on.
Result<AxisFold> hardmaxFold(const KernelRequest& request)
{
    const auto& node = request.node;
    const std::span dims(inputType(request, 0).dims);
    if (dims.empty())
        return AxisFold {};
    if (node.version < 13) {
        const auto written = node.integer("axis", 1);
        const auto axis = TRY(normalizeAxis(written, dims.size() + (written < 0 ? 0 : 1)));
        return AxisFold { elementCount(dims.first(axis)), elementCount(dims.subspan(axis)), 1 };
    }
    return foldAt(dims, TRY(normalizeAxis(node.integer("axis", -1), dims.size())));
}

std::int64_t rowsOf(const AxisFold& fold) { return fold.axis > 0 ? fold.outer * fold.inner : 0; }

Result<std::unique_ptr<Kernel>> prepareHardmax(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto fold = TRY(hardmaxFold(request));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "hardmax"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEachBlock<threads>(*device, rowsOf(fold),
                    MarkLargest<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data), fold });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

/// Divides a row by its norm of order 1 or 2; a row of zeros is not changed.
template <typename T>
struct DivideByNorm {
    const T* x;
    T* y;
    AxisFold fold;
    bool isSquare;

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t row) const
    {
        using A = Arithmetic<T>;
        const auto start = row / fold.inner * fold.axis * fold.inner + row % fold.inner;
        PerThread<A, threads> sums;
        block.phase([&](int thread) {
            sums[thread] = 0;
            for (std::int64_t i = thread; i < fold.axis; i += threads) {
                const A value = widen(x[start + i * fold.inner]);
                sums[thread] += isSquare ? value * value : std::fabs(value);
            }
        });
        const A sum = block.reduce(sums, [](A a, A b) { return a + b; });
        const A norm = isSquare ? std::sqrt(sum) : sum;
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < fold.axis; i += threads) {
                const auto at = start + i * fold.inner;
                y[at] = static_cast<T>(norm > 0 ? widen(x[at]) / norm : A(0));
            }
        });
    }
};

Result<std::unique_ptr<Kernel>> prepareLpNormalization(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto p = request.node.integer("p", 2);
    if (p != 1 && p != 2)
        return fail("p of LpNormalization is ", p, ", expected 1 or 2");
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", -1), type.dims.size()));
    const auto fold = foldAt(type.dims, axis);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "normalization"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEachBlock<threads>(*device, rowsOf(fold),
                    DivideByNorm<T> {
                        in<T>(context, 0), reinterpret_cast<T*>(output->data), fold, p == 2 });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

/// Computes (x - mean) / deviation over the elements of a set.
template <typename T>
struct NormaliseSet {
    const T* x;
    T* y;
    Strided<1> sets; ///< first element of each
    Strided<1> members; ///< offsets of the set's elements from its first

    OPSCOPE_KERNEL std::int64_t member(std::int64_t i) const
    {
        std::int64_t at[1];
        members.find(i, at);
        return at[0];
    }

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t set) const
    {
        using A = Arithmetic<T>;
        const auto plus = [](A a, A b) { return a + b; };
        std::int64_t start[1];
        sets.find(set, start);
        const auto count = static_cast<A>(members.count);
        PerThread<A, threads> sums;
        block.phase([&](int thread) {
            sums[thread] = 0;
            for (std::int64_t i = thread; i < members.count; i += threads)
                sums[thread] += widen(x[start[0] + member(i)]);
        });
        const A mean = block.reduce(sums, plus) / count;
        block.phase([&](int thread) {
            sums[thread] = 0;
            for (std::int64_t i = thread; i < members.count; i += threads) {
                const A distance = widen(x[start[0] + member(i)]) - mean;
                sums[thread] += distance * distance;
            }
        });
        const A deviation = std::sqrt(block.reduce(sums, plus) / count) + A(1e-9);
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < members.count; i += threads) {
                const auto at = start[0] + member(i);
                y[at] = static_cast<T>((widen(x[at]) - mean) / deviation);
            }
        });
    }
};

Result<std::unique_ptr<Kernel>> prepareMeanVariance(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto written = request.node.integers("axes").value_or(Dims { 0, 2, 3 });
    const auto axes = TRY(normalizeAxes(written, type.dims.size()));
    const auto strides = denseStrides(type.dims);
    std::array<Dims, 2> dims; // of the sets, of their members
    std::array<Dims, 2> steps;
    for (std::size_t d = 0; d < type.dims.size(); ++d) {
        const std::size_t part = std::ranges::find(axes, d) != axes.end() ? 1 : 0;
        dims[part].push_back(type.dims[d]);
        steps[part].push_back(strides[d]);
    }
    const auto sets = TRY(stridedOver<1>(dims[0], { steps[0] }));
    const auto members = TRY(stridedOver<1>(dims[1], { steps[1] }));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "normalization"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEachBlock<threads>(*device, members.count > 0 ? sets.count : 0,
                    NormaliseSet<T> {
                        in<T>(context, 0), reinterpret_cast<T*>(output->data), sets, members });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

/// Computes x / (bias + alpha / size * sum of squares over `size` neighbouring channels) ^ beta.
template <typename T>
struct NormaliseChannels {
    const T* x;
    T* y;
    AxisFold fold;
    std::int64_t size;
    float alpha;
    float beta;
    float bias;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        using A = Arithmetic<T>;
        const auto channel = i / fold.inner % fold.axis;
        const auto before = channel - (size - 1) / 2;
        const auto after = channel + size / 2;
        const auto first = before > 0 ? before : 0;
        const auto last = after < fold.axis - 1 ? after : fold.axis - 1;
        A sum = 0;
        for (auto c = first; c <= last; ++c) {
            const A value = widen(x[i + (c - channel) * fold.inner]);
            sum += value * value;
        }
        const A divisor = static_cast<A>(bias) + static_cast<A>(alpha) / static_cast<A>(size) * sum;
        y[i] = static_cast<T>(widen(x[i]) / std::pow(divisor, static_cast<A>(beta)));
    }
};

Result<std::unique_ptr<Kernel>> prepareLrn(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto& node = request.node;
    const auto size = node.integer("size", 0);
    if (type.dims.size() < 2 || size < 1)
        return fail("LRN over ", size, " channels of ", dimsText(type.dims));
    const float alpha = node.real("alpha", 1e-4f);
    const float beta = node.real("beta", 0.75f);
    const float bias = node.real("bias", 1.0f);
    const auto fold = foldAt(type.dims, 1);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "normalization"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    NormaliseChannels<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                        fold, size, alpha, beta, bias });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

const RegisterKernels hardmax({ "Hardmax" }, prepareHardmax);
const RegisterKernels lpNormalization({ "LpNormalization" }, prepareLpNormalization);
const RegisterKernels meanVariance({ "MeanVarianceNormalization" }, prepareMeanVariance);
const RegisterKernels lrn({ "LRN" }, prepareLrn);

} // namespace

} // namespace engine::cuda
