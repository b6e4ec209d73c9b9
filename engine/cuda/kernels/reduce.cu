#include "engine/cuda/kernels/strided.h"
#include "engine/functors/accumulators.h"

#include <cmath>

// Reduce*: one block per output element if many elements are reduced, one thread if few are. fp16
// and bfloat16 are summed in float, integers in 64 bits. An empty set gives the operator's neutral
// element.

namespace engine::cuda {

namespace {

enum class Reduction { Sum, Mean, Prod, L1, L2, SumSquare, LogSum, Max, Min, LogSumExp };

template <typename T>
using Sum = std::conditional_t<std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, Arithmetic<T>>;

template <typename S>
OPSCOPE_KERNEL S startOf(Reduction reduction)
{
    switch (reduction) {
    case Reduction::Prod:
        return functors::Multiply::start<S>();
    case Reduction::Max:
    case Reduction::LogSumExp:
        return functors::Largest::start<S>();
    case Reduction::Min:
        return functors::Smallest::start<S>();
    default:
        return S(0);
    }
}

/// Adds one element.
template <typename S>
OPSCOPE_KERNEL S joinElement(Reduction reduction, S sum, S x)
{
    switch (reduction) {
    case Reduction::Prod:
        return functors::Multiply::join(sum, x);
    case Reduction::L1:
        return functors::AddMagnitude::join(sum, x);
    case Reduction::L2:
    case Reduction::SumSquare:
        return functors::AddSquare::join(sum, x);
    case Reduction::Max:
    case Reduction::LogSumExp:
        return functors::Largest::join(sum, x);
    case Reduction::Min:
        return functors::Smallest::join(sum, x);
    default:
        return functors::Add::join(sum, x);
    }
}

/// Combines the results of two threads.
template <typename S>
OPSCOPE_KERNEL S joinSums(Reduction reduction, S a, S b)
{
    switch (reduction) {
    case Reduction::Prod:
    case Reduction::Max:
    case Reduction::Min:
    case Reduction::LogSumExp:
        return joinElement(reduction, a, b);
    default:
        return functors::Add::join(a, b);
    }
}

template <typename S>
OPSCOPE_KERNEL S finish(Reduction reduction, S sum, std::int64_t count)
{
    switch (reduction) {
    case Reduction::Mean:
        return std::is_integral_v<S> && count == 0 ? S(0) : functors::Mean::finish(sum, count);
    case Reduction::L2:
        return functors::L2Norm::finish(sum, count);
    case Reduction::LogSum:
        return functors::LogOfSum::finish(sum, count);
    default:
        return sum;
    }
}

/// The result of an empty set; Max and Min of integers have the limits of T, not of the sum's type.
template <typename T>
OPSCOPE_KERNEL Sum<T> emptySet(Reduction reduction)
{
    if constexpr (std::is_integral_v<T>) {
        if (reduction == Reduction::Max || reduction == Reduction::LogSumExp)
            return static_cast<Sum<T>>(std::numeric_limits<T>::lowest());
        if (reduction == Reduction::Min)
            return static_cast<Sum<T>>(std::numeric_limits<T>::max());
    }
    return finish(reduction, startOf<Sum<T>>(reduction), 0);
}

/// What both kernels loop over: outputs, and the elements that are reduced to one.
struct Sets {
    Strided<1> outputs; ///< first element of each set
    Strided<1> members; ///< offsets of the set's elements from its first
};

template <typename T>
struct SetReader {
    const T* x;
    Sets sets;
    Reduction reduction;

    OPSCOPE_KERNEL const T* first(std::int64_t output) const
    {
        std::int64_t at[1];
        sets.outputs.find(output, at);
        return x + at[0];
    }
    OPSCOPE_KERNEL Sum<T> at(const T* first, std::int64_t member) const
    {
        std::int64_t at[1];
        sets.members.find(member, at);
        return static_cast<Sum<T>>(widen(first[at[0]]));
    }
};

template <typename T>
OPSCOPE_KERNEL double expOf(Sum<T> x, double shift)
{
    return std::exp(static_cast<double>(x) - shift);
}
template <typename S>
OPSCOPE_KERNEL double shiftOf(S largest)
{
    const auto shift = static_cast<double>(largest);
    return shift - shift == 0.0 ? shift : 0.0; // 0 if it is infinite or NaN
}
template <typename T>
OPSCOPE_KERNEL T logSumExp(double sum, double shift)
{
    return static_cast<T>(static_cast<Arithmetic<T>>(std::log(sum) + (sum > 0 ? shift : 0.0)));
}

constexpr int few = 32;
constexpr int reduceThreads = 128;

template <typename T>
struct ReduceFew {
    SetReader<T> reader;
    T* y;

    OPSCOPE_KERNEL void operator()(std::int64_t output) const
    {
        const auto reduction = reader.reduction;
        const auto count = reader.sets.members.count;
        if (count == 0) {
            y[output] = static_cast<T>(reduction == Reduction::LogSumExp
                    ? logSumExp<T>(0.0, 0.0)
                    : static_cast<T>(emptySet<T>(reduction)));
            return;
        }
        const T* const first = reader.first(output);
        auto sum = startOf<Sum<T>>(reduction);
        for (std::int64_t i = 0; i < count; ++i)
            sum = joinElement(reduction, sum, reader.at(first, i));
        if (reduction != Reduction::LogSumExp) {
            y[output] = static_cast<T>(finish(reduction, sum, count));
            return;
        }
        const double shift = shiftOf(sum);
        double total = 0;
        for (std::int64_t i = 0; i < count; ++i)
            total += expOf<T>(reader.at(first, i), shift);
        y[output] = logSumExp<T>(total, shift);
    }
};

template <typename T>
struct ReduceMany {
    SetReader<T> reader;
    T* y;

    OPSCOPE_KERNEL void operator()(Block<reduceThreads>& block, std::int64_t output) const
    {
        const auto reduction = reader.reduction;
        const auto count = reader.sets.members.count;
        const T* const first = reader.first(output);
        PerThread<Sum<T>, reduceThreads> sums;
        block.phase([&](int thread) {
            sums[thread] = startOf<Sum<T>>(reduction);
            for (std::int64_t i = thread; i < count; i += reduceThreads)
                sums[thread] = joinElement(reduction, sums[thread], reader.at(first, i));
        });
        const auto sum = block.reduce(
            sums, [reduction](Sum<T> a, Sum<T> b) { return joinSums(reduction, a, b); });
        if (reduction != Reduction::LogSumExp) {
            block.phase([&](int thread) {
                if (thread == 0)
                    y[output] = static_cast<T>(finish(reduction, sum, count));
            });
            return;
        }
        const double shift = shiftOf(sum);
        PerThread<double, reduceThreads> totals;
        block.phase([&](int thread) {
            totals[thread] = 0;
            for (std::int64_t i = thread; i < count; i += reduceThreads)
                totals[thread] += expOf<T>(reader.at(first, i), shift);
        });
        const double total = block.reduce(totals, [](double a, double b) { return a + b; });
        block.phase([&](int thread) {
            if (thread == 0)
                y[output] = logSumExp<T>(total, shift);
        });
    }
};

Result<Sets> setsOf(const KernelRequest& request)
{
    const auto& dims = inputType(request, 0).dims;
    const auto axes = TRY(integersOf(request, 1, "axes"));
    const bool isEmpty = !axes || axes->empty();
    const bool isNoop = isEmpty && request.node.flag("noop_with_empty_axes");
    std::vector<bool> isReduced(dims.size(), isEmpty && !isNoop);
    if (!isEmpty) {
        for (const auto axis : *axes)
            isReduced[TRY(normalizeAxis(axis, dims.size()))] = true;
    }
    const auto strides = denseStrides(dims);
    Dims keptDims;
    Dims keptStrides;
    Dims setDims;
    Dims setStrides;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        (isReduced[d] ? setDims : keptDims).push_back(dims[d]);
        (isReduced[d] ? setStrides : keptStrides).push_back(strides[d]);
    }
    const auto kept = TRY(stridedOver<1>(std::move(keptDims), { std::move(keptStrides) }));
    const auto members = TRY(stridedOver<1>(std::move(setDims), { std::move(setStrides) }));
    return Sets { kept, members };
}

template <typename T>
Result<void> reduce(ModuleBackend& device, const SetReader<T>& reader, T* y)
{
    const auto outputs = reader.sets.outputs.count;
    if (reader.sets.members.count <= few)
        return forEach(device, outputs, ReduceFew<T> { reader, y });
    return forEachBlock<reduceThreads>(device, outputs, ReduceMany<T> { reader, y });
}

using ReducedTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint32_t, std::uint64_t>;

template <Reduction reduction>
Result<std::unique_ptr<Kernel>> prepareReduce(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    constexpr bool isExtreme = reduction == Reduction::Max || reduction == Reduction::Min;
    // Bools are bytes of 0 or 1.
    const auto element
        = isExtreme && type.element == ElementType::Bool ? ElementType::Uint8 : type.element;
    if (!contains(ReducedTypes {}, element))
        return fail("element type ", model::name(type.element), " is reduced on the CPU");
    const auto sets = TRY(setsOf(request));
    if (sets.outputs.count != type.count())
        return fail("an output of ", dimsText(type.dims), " is not what these axes give");
    // For bytes, Max of an empty set is 0 = false, but Min would be 255.
    if (sets.members.count == 0 && type.element == ElementType::Bool && reduction == Reduction::Min)
        return fail("the smallest of sets without elements is found on the CPU");
    return typedKernel<ReducedTypes>(request, "reduce", type, element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return reduce<T>(
                *device, { in<T>(context, 0), sets, reduction }, reinterpret_cast<T*>(output.data));
        });
}

constexpr std::uint32_t axes = 1u << 1;

const RegisterKernels reduceSum({ "ReduceSum" }, prepareReduce<Reduction::Sum>, axes);
const RegisterKernels reduceMean({ "ReduceMean" }, prepareReduce<Reduction::Mean>, axes);
const RegisterKernels product({ "ReduceProd" }, prepareReduce<Reduction::Prod>, axes);
const RegisterKernels l1({ "ReduceL1" }, prepareReduce<Reduction::L1>, axes);
const RegisterKernels l2({ "ReduceL2" }, prepareReduce<Reduction::L2>, axes);
const RegisterKernels squares({ "ReduceSumSquare" }, prepareReduce<Reduction::SumSquare>, axes);
const RegisterKernels logSum({ "ReduceLogSum" }, prepareReduce<Reduction::LogSum>, axes);
const RegisterKernels logSumExps({ "ReduceLogSumExp" }, prepareReduce<Reduction::LogSumExp>, axes);
const RegisterKernels largest({ "ReduceMax" }, prepareReduce<Reduction::Max>, axes);
const RegisterKernels smallest({ "ReduceMin" }, prepareReduce<Reduction::Min>, axes);

} // namespace

} // namespace engine::cuda
