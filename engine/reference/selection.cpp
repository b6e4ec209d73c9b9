#include "engine/functors/arithmetic.h"
#include "engine/functors/comparison.h"
#include "engine/reference/complex_types.h"
#include "engine/reference/movement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

// Operators that search: NonZero, TopK (1, 10, 11, 24), ArgMax, ArgMin, Unique, CumSum, CumProd.

namespace engine {

namespace {

/// For strings, the empty text is zero.
template <typename T>
bool isNonZero(const T& value)
{
    if constexpr (std::is_same_v<T, std::string>)
        return !value.empty();
    else
        return widen(value) != Arithmetic<T>(0);
}

Result<void> runNonZero(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    std::vector<std::int64_t> found;
    auto search = [&]<typename T>() {
        for (std::int64_t i = 0; i < input.count(); ++i) {
            if (isNonZero(storage<T>(input)[i]))
                found.push_back(i);
        }
    };
    if (input.element() == ElementType::String)
        search.operator()<std::string>();
    else
        TRY(visitElement(ArithmeticTypes {}, input.element(), search));
    const auto rank = static_cast<std::int64_t>(input.rank());
    const auto count = std::ssize(found);
    auto* output = TRY(context.output(0, ElementType::Int64, Dims { rank, count }));
    const auto strides = denseStrides(input.dims());
    auto target = output->as<std::int64_t>();
    for (std::size_t d = 0; d < input.rank(); ++d) {
        for (std::size_t i = 0; i < found.size(); ++i)
            target[d * found.size() + i] = found[i] / strides[d] % input.dims()[d];
    }
    return {};
}

/// True if a comes before b. NaN counts as the largest number.
template <typename T>
bool isBefore(T a, T b, bool wantsLargest)
{
    const auto x = widen(a);
    const auto y = widen(b);
    if constexpr (std::is_floating_point_v<decltype(x)>) {
        if (std::isnan(x) || std::isnan(y))
            return wantsLargest ? std::isnan(x) && !std::isnan(y) : !std::isnan(x) && std::isnan(y);
    }
    return wantsLargest ? x > y : x < y;
}

Result<void> runTopK(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), input.rank()));
    const auto k = node.version < 10 ? node.integer("k", 0) : TRY(readInteger(context.tensor(1)));
    const bool wantsLargest = node.integer("largest", 1) != 0;
    const auto fold = foldAt(input.dims(), axis);
    if (k < 0 || k > fold.axis)
        return fail("k is ", k, ", the axis has ", fold.axis, " elements");
    auto dims = input.dims();
    dims[axis] = k;
    auto* values = TRY(context.output(0, input.element(), dims));
    Tensor* indices = nullptr;
    if (context.hasOutput(1))
        indices = TRY(context.output(1, ElementType::Int64, dims));
    return visitElement(NumberTypes {}, input.element(), [&]<typename T>() {
        std::vector<std::int64_t> order(fold.axis);
        const AxisFold kept { fold.outer, k, fold.inner };
        for (std::int64_t row = 0; row < fold.rows(); ++row) {
            const T* source = storage<T>(input) + fold.first(row);
            std::iota(order.begin(), order.end(), 0);
            // Equal values keep the order of their indices.
            std::partial_sort(
                order.begin(), order.begin() + k, order.end(), [&](std::int64_t a, std::int64_t b) {
                    const T x = source[a * fold.inner];
                    const T y = source[b * fold.inner];
                    return isBefore(x, y, wantsLargest) || (!isBefore(y, x, wantsLargest) && a < b);
                });
            for (std::int64_t i = 0; i < k; ++i) {
                const auto at = kept.first(row) + i * fold.inner;
                storage<T>(*values)[at] = source[order[i] * fold.inner];
                if (indices != nullptr)
                    storage<std::int64_t>(*indices)[at] = order[i];
            }
        }
    });
}

template <bool wantsLargest>
Result<void> runArg(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", 0), input.rank()));
    const bool takesLast = node.flag("select_last_index");
    const auto fold = foldAt(input.dims(), axis);
    if (fold.axis == 0)
        return fail("the axis has no elements");
    auto dims = input.dims();
    if (node.integer("keepdims", 1) != 0)
        dims[axis] = 1;
    else
        dims.erase(dims.begin() + axis);
    auto* output = TRY(context.output(0, ElementType::Int64, dims));
    return visitElement(NumberTypes {}, input.element(), [&]<typename T>() {
        for (std::int64_t row = 0; row < fold.rows(); ++row) {
            const T* source = storage<T>(input) + fold.first(row);
            std::int64_t best = 0;
            for (std::int64_t i = 1; i < fold.axis; ++i) {
                const auto x = widen(source[i * fold.inner]);
                const auto y = widen(source[best * fold.inner]);
                if (functors::isPreferredByArgMax(x, y, wantsLargest)
                    || (takesLast && !functors::isPreferredByArgMax(y, x, wantsLargest)))
                    best = i;
            }
            storage<std::int64_t>(*output)[row] = best;
        }
    });
}

struct Cumulation {
    bool isExclusive = false;
    bool isReverse = false;
};

template <auto op, int start>
Result<void> runCumulative(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto written = TRY(readInteger(context.tensor(1)));
    const auto axis = TRY(normalizeAxis(written, input.rank()));
    const Cumulation how { node.flag("exclusive"), node.flag("reverse") };
    const auto fold = foldAt(input.dims(), axis);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    return visitElement(NumberTypes {}, input.element(), [&]<typename T>() {
        using A = Arithmetic<T>;
        for (std::int64_t row = 0; row < fold.rows(); ++row) {
            const auto base = fold.first(row);
            A sum = static_cast<A>(start);
            for (std::int64_t step = 0; step < fold.axis; ++step) {
                const auto at = base + (how.isReverse ? fold.axis - 1 - step : step) * fold.inner;
                const A before = sum;
                sum = static_cast<A>(op(sum, widen(storage<T>(input)[at])));
                storage<T>(*output)[at] = static_cast<T>(how.isExclusive ? before : sum);
            }
        }
    });
}

/// A view of `input` as rows to compare: single elements without axis, slices along one otherwise.
template <typename T>
struct UniqueRows {
    const T* data;
    AxisFold fold;

    /// Returns -1, 0 or 1: the order of slices a and b.
    int compare(std::int64_t a, std::int64_t b) const
    {
        for (std::int64_t outer = 0; outer < fold.outer; ++outer) {
            for (std::int64_t inner = 0; inner < fold.inner; ++inner) {
                const T& x = data[(outer * fold.axis + a) * fold.inner + inner];
                const T& y = data[(outer * fold.axis + b) * fold.inner + inner];
                if constexpr (isComplex<T>) {
                    if (x != y)
                        return std::pair(x.real(), x.imag()) < std::pair(y.real(), y.imag()) ? -1
                                                                                             : 1;
                } else if constexpr (std::is_same_v<T, std::string>) {
                    if (x != y)
                        return x < y ? -1 : 1;
                } else {
                    if (isBefore(x, y, false))
                        return -1;
                    if (isBefore(y, x, false))
                        return 1;
                }
            }
        }
        return 0;
    }
};

struct UniqueResult {
    std::vector<std::int64_t> first; ///< index of the first occurrence of each distinct row
    std::vector<std::int64_t> inverse;
    std::vector<std::int64_t> counts;
};

template <typename T>
UniqueResult findUnique(const UniqueRows<T>& rows, bool isSorted)
{
    auto order = countUp(rows.fold.axis);
    std::ranges::stable_sort(
        order, [&](std::int64_t a, std::int64_t b) { return rows.compare(a, b) < 0; });
    UniqueResult result;
    result.inverse.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || rows.compare(order[i - 1], order[i]) != 0) {
            result.first.push_back(order[i]);
            result.counts.push_back(0);
        }
        ++result.counts.back();
        result.inverse[order[i]] = std::ssize(result.first) - 1;
    }
    if (isSorted)
        return result;
    auto byAppearance = countUp<std::size_t>(result.first.size());
    std::ranges::sort(byAppearance, {}, [&](std::size_t i) { return result.first[i]; });
    UniqueResult unsorted { {}, std::move(result.inverse), {} };
    std::vector<std::int64_t> newPlace(byAppearance.size());
    for (const auto i : byAppearance) {
        newPlace[i] = std::ssize(unsorted.first);
        unsorted.first.push_back(result.first[i]);
        unsorted.counts.push_back(result.counts[i]);
    }
    for (auto& place : unsorted.inverse)
        place = newPlace[place];
    return unsorted;
}

Result<void> writeIndices(
    RunContext& context, std::size_t output, const std::vector<std::int64_t>& values)
{
    if (!context.hasOutput(output))
        return {};
    auto* tensor = TRY(context.output(output, ElementType::Int64, Dims { std::ssize(values) }));
    std::ranges::copy(values, tensor->as<std::int64_t>().begin());
    return {};
}

Result<void> runUnique(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    auto chosen = TRY(chosenAxis(node, input));
    const auto& fold = chosen.fold;
    UniqueResult unique;
    auto search = [&]<typename T>() {
        unique
            = findUnique(UniqueRows<T> { storage<T>(input), fold }, node.integer("sorted", 1) != 0);
    };
    if (input.element() == ElementType::String)
        search.operator()<std::string>();
    else
        TRY(visitElement(ArithmeticTypes {}, input.element(), search));
    chosen.dims[chosen.axis] = std::ssize(unique.first);
    auto* output = TRY(context.output(0, input.element(), chosen.dims));
    TRY(copyEntries(input, fold, unique.first, *output));
    TRY(writeIndices(context, 1, unique.first));
    TRY(writeIndices(context, 2, unique.inverse));
    return writeIndices(context, 3, unique.counts);
}

const RegisterReference selections[] = {
    { "NonZero", runNonZero },
    { "TopK", runTopK, onNumbers },
    { "ArgMax", runArg<true>, onNumbers },
    { "ArgMin", runArg<false>, onNumbers },
    { "CumSum", runCumulative<functors::Plus {}, 0>, onNumbers },
    { "CumProd", runCumulative<functors::Times {}, 1>, onNumbers },
    { "Unique", runUnique },
};

} // namespace

} // namespace engine
