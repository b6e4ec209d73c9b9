#include "engine/functors/accumulators.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

// Reduce*: axes are an attribute (1 to 13) or an input (ReduceSum 13, all from 18). An empty set
// gives the operator's neutral element.

namespace engine {

namespace {

struct Reduction {
    Dims output; ///< with keepdims applied
    Dims kept; ///< the input's dims, with 1 for reduced axes
};

Result<Reduction> reductionOf(const OpNode& node, const RunContext& context)
{
    const auto& dims = context.tensor(0).dims();
    const auto axes = TRY(integersFromInputOrAttribute(node, context, 1, "axes"));
    const bool isEmpty = !axes || axes->empty();
    if (isEmpty && node.flag("noop_with_empty_axes"))
        return Reduction { dims, dims }; // each element is a set of its own
    Reduction reduction;
    std::vector<bool> isReduced(dims.size(), isEmpty);
    if (!isEmpty) {
        for (const auto axis : *axes) {
            const auto at = TRY(normalizeAxis(axis, dims.size()));
            if (isReduced[at])
                return fail("axis ", axis, " is named twice");
            isReduced[at] = true;
        }
    }
    const bool keeps = node.integer("keepdims", 1) != 0;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        reduction.kept.push_back(isReduced[d] ? 1 : dims[d]);
        if (!isReduced[d] || keeps)
            reduction.output.push_back(reduction.kept.back());
    }
    return reduction;
}

/// The type in which a reduction of type T is computed: fp16 and bfloat16 in float, integers in 64
/// bits.
template <typename T>
using Sum = std::conditional_t<std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, Arithmetic<T>>;

/// The loop over (input, sums): reduced axes have stride 0 in the sums.
StridedLoop<2> reductionLoop(const Tensor& input, const Reduction& reduction)
{
    return { input.dims(),
        { denseStrides(input.dims()), broadcastStrides(reduction.kept, input.dims()) } };
}

template <typename Op, typename T>
std::vector<Sum<T>> reduceElements(const Tensor& input, const Reduction& reduction)
{
    std::vector<Sum<T>> sums(elementCount(reduction.output), Op::template start<Sum<T>>());
    const auto loop = reductionLoop(input, reduction);
    const auto [stepIn, stepOut] = loop.rowStrides();
    loop.forEachRow([&, stepIn = stepIn, stepOut = stepOut](const auto& at) {
        const T* source = storage<T>(input) + at[0];
        Sum<T>* target = sums.data() + at[1];
        for (std::int64_t i = 0; i < loop.rowLength(); ++i)
            target[i * stepOut]
                = Op::join(target[i * stepOut], static_cast<Sum<T>>(widen(source[i * stepIn])));
    });
    return sums;
}

/// Sets the start of Largest and Smallest for an integer type narrower than the sum.
template <typename Op, typename T>
void narrowStart(std::vector<Sum<T>>& sums)
{
    if constexpr (std::is_integral_v<T>) {
        const auto limit = std::is_same_v<Op, functors::Largest> ? std::numeric_limits<T>::lowest()
                                                                 : std::numeric_limits<T>::max();
        if constexpr (std::is_same_v<Op,
                          functors::Largest> || std::is_same_v<Op, functors::Smallest>)
            std::ranges::replace(sums, Op::template start<Sum<T>>(), static_cast<Sum<T>>(limit));
    }
}

template <typename Op>
Result<void> runReduce(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto reduction = TRY(reductionOf(node, context));
    const auto outputs = elementCount(reduction.output);
    auto* output = TRY(context.output(0, input.element(), reduction.output));
    const auto count = outputs > 0 ? input.count() / outputs : 0;
    return visitElement(NumberTypes {}, input.element(), [&]<typename T>() {
        auto sums = reduceElements<Op, T>(input, reduction);
        if (count == 0)
            narrowStart<Op, T>(sums);
        for (std::size_t i = 0; i < sums.size(); ++i)
            output->as<T>()[i] = static_cast<T>(
                count == 0 && std::is_integral_v<T> && std::is_same_v<Op, functors::Mean>
                    ? Sum<T>(0)
                    : Op::finish(sums[i], count));
    });
}

/// log(sum(exp(x))), with the largest element subtracted first.
Result<void> runLogSumExp(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto reduction = TRY(reductionOf(node, context));
    auto* output = TRY(context.output(0, input.element(), reduction.output));
    return visitElement(NumberTypes {}, input.element(), [&]<typename T>() {
        const auto largest = reduceElements<functors::Largest, T>(input, reduction);
        std::vector<double> sums(largest.size(), 0.0);
        const auto loop = reductionLoop(input, reduction);
        const auto shiftOf = [&](std::size_t i) {
            const auto shift = static_cast<double>(largest[i]);
            return std::isfinite(shift) ? shift : 0.0;
        };
        loop.forEach([&](const auto& at) {
            const auto x = static_cast<double>(widen(storage<T>(input)[at[0]]));
            sums[at[1]] += std::exp(x - shiftOf(static_cast<std::size_t>(at[1])));
        });
        for (std::size_t i = 0; i < sums.size(); ++i)
            output->as<T>()[i] = static_cast<T>(functors::narrowedTo<Arithmetic<T>>(
                std::log(sums[i]) + (sums[i] > 0 ? shiftOf(i) : 0.0)));
    });
}

/// Max and Min take bool from version 20 on, as 0 and 1.
template <typename Op>
Result<void> runExtreme(const OpNode& node, RunContext& context)
{
    if (context.tensor(0).element() != ElementType::Bool)
        return runReduce<Op>(node, context);
    const auto& input = context.tensor(0);
    const auto reduction = TRY(reductionOf(node, context));
    auto* output = TRY(context.output(0, ElementType::Bool, reduction.output));
    const auto sums = reduceElements<Op, std::uint8_t>(input, reduction);
    for (std::size_t i = 0; i < sums.size(); ++i)
        output->as<bool>()[i]
            = sums[i] == 1 || (sums[i] != 0 && std::is_same_v<Op, functors::Smallest>);
    return {};
}

const RegisterReference reductions[] = {
    { "ReduceSum", runReduce<functors::Add>, onNumbers },
    { "ReduceMean", runReduce<functors::Mean>, onNumbers },
    { "ReduceProd", runReduce<functors::Multiply>, onNumbers },
    { "ReduceL1", runReduce<functors::AddMagnitude>, onNumbers },
    { "ReduceL2", runReduce<functors::L2Norm>, onNumbers },
    { "ReduceSumSquare", runReduce<functors::AddSquare>, onNumbers },
    { "ReduceLogSum", runReduce<functors::LogOfSum>, onNumbers },
    { "ReduceLogSumExp", runLogSumExp, onNumbers },
    { "ReduceMax", runExtreme<functors::Largest> },
    { "ReduceMin", runExtreme<functors::Smallest> },
};

} // namespace

} // namespace engine
