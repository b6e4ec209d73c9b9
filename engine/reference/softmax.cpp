#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

/// One row of `count` elements, `stride` apart.
template <typename T>
struct Row {
    const T* source;
    T* target;
    std::int64_t count;
    std::int64_t stride;

    Arithmetic<T> at(std::int64_t i) const { return widen(source[i * stride]); }
    Arithmetic<T> largest() const
    {
        auto best = at(0);
        for (std::int64_t i = 1; i < count; ++i)
            best = std::max(best, at(i));
        return best;
    }
    /// The sum of exp(x - shift).
    Arithmetic<T> sumOfExponentials(Arithmetic<T> shift) const
    {
        Arithmetic<T> sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += std::exp(at(i) - shift);
        return sum;
    }
};

constexpr auto softmaxRow = [](const auto& row) {
    using T = std::remove_pointer_t<decltype(row.target)>;
    const auto shift = row.largest();
    const auto sum = row.sumOfExponentials(shift);
    for (std::int64_t i = 0; i < row.count; ++i)
        row.target[i * row.stride] = static_cast<T>(std::exp(row.at(i) - shift) / sum);
};

constexpr auto logSoftmaxRow = [](const auto& row) {
    using T = std::remove_pointer_t<decltype(row.target)>;
    const auto shift = row.largest();
    const auto sum = row.sumOfExponentials(shift);
    const auto logSum = std::log(sum);
    for (std::int64_t i = 0; i < row.count; ++i)
        row.target[i * row.stride] = static_cast<T>(row.at(i) - shift - logSum);
};

/// 1 at the first largest element, 0 elsewhere.
constexpr auto hardmaxRow = [](const auto& row) {
    using T = std::remove_pointer_t<decltype(row.target)>;
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < row.count; ++i)
        best = row.at(i) > row.at(best) ? i : best;
    for (std::int64_t i = 0; i < row.count; ++i)
        row.target[i * row.stride] = static_cast<T>(i == best ? 1.0f : 0.0f);
};

template <auto rowFunction>
Result<void> runSoftmax(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto fold = TRY(softmaxFold(node, input.dims()));
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    if (fold.axis == 0)
        return {};
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        for (std::int64_t i = 0; i < fold.rows(); ++i) {
            const auto first = fold.first(i);
            rowFunction(Row<T> {
                storage<T>(input) + first, storage<T>(*output) + first, fold.axis, fold.inner });
        }
    });
}

const RegisterReference softmaxes[] = {
    { "Softmax", runSoftmax<softmaxRow>, onFloats },
    { "LogSoftmax", runSoftmax<logSoftmaxRow>, onFloats },
    { "Hardmax", runSoftmax<hardmaxRow>, onFloats },
};

} // namespace

} // namespace engine
