#include "model/contents/difference.h"

#include "model/value_type.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace model {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::uint64_t pairsAtOnce = 1 << 16; ///< between two checks of the stop token

Result<void> checkComparable(const TensorElements& now, const TensorElements& before)
{
    if (now.isText() || before.isText())
        return failAs(ErrorKind::Usage, "tensors of strings have no differences");
    if (now.dims != before.dims || now.count != before.count)
        return failAs(ErrorKind::Usage, "the shapes differ: ", shapeText(shapeOf(now.dims)),
            " and ", shapeText(shapeOf(before.dims)));
    return {};
}

/// Calls `take(first, now, before)` for runs of elements.
template <typename Take>
Result<void> forEachPair(const TensorElements& now, const TensorElements& before,
    const std::stop_token& stop, Take&& take)
{
    TRY(checkComparable(now, before));
    std::vector<double> left;
    std::vector<double> right;
    for (std::uint64_t first = 0; first < now.count; first += left.size()) {
        if (stop.stop_requested())
            return support::Error("cancelled", ErrorKind::Cancelled);
        left.resize(std::min(pairsAtOnce, now.count - first));
        right.resize(left.size());
        decode(now, first, left);
        decode(before, first, right);
        take(first, left, right);
    }
    return {};
}

} // namespace

Result<TensorDifference> measureDifference(const TensorElements& now, const TensorElements& before,
    std::stop_token stop, const support::Progress& progress)
{
    TensorDifference found;
    found.elements = now.count;
    double squares = 0;
    double differences = 0;
    const auto add = [&](std::uint64_t index, double a, double b) {
        if (std::isfinite(a) && std::isfinite(b)) {
            const auto distance = std::abs(a - b);
            found.changed += distance > 0 ? 1 : 0;
            if (distance > found.largest) {
                found.largest = distance;
                found.largestAt = index;
            }
            differences += distance * distance;
            squares += b * b;
        } else if (!(a == b || (std::isnan(a) && std::isnan(b)))) {
            ++found.changed;
            ++found.notFinite;
        }
    };
    TRY(forEachPair(
        now, before, stop, [&](std::uint64_t first, const auto& left, const auto& right) {
            for (std::size_t i = 0; i < left.size(); ++i)
                add(first + i, left[i], right[i]);
            if (progress)
                progress("comparing elements", first + left.size(), now.count);
        }));
    if (differences > 0)
        found.relative = squares > 0 ? std::sqrt(differences / squares)
                                     : std::numeric_limits<double>::infinity();
    return found;
}

Result<std::shared_ptr<const TensorElements>> differenceOf(
    const TensorElements& now, const TensorElements& before, std::stop_token stop)
{
    auto tensor = std::make_shared<DataTensor>();
    tensor->name = now.name;
    tensor->element = ElementType::Float;
    tensor->dims = now.dims;
    tensor->bytes.reserve(now.count * sizeof(float));
    TRY(forEachPair(now, before, stop, [&](std::uint64_t, const auto& left, const auto& right) {
        for (std::size_t i = 0; i < left.size(); ++i) {
            const auto difference = static_cast<float>(left[i] - right[i]);
            const auto bytes = std::as_bytes(std::span(&difference, 1));
            tensor->bytes.insert(tensor->bytes.end(), bytes.begin(), bytes.end());
        }
    }));
    return elementsOf(std::move(tensor));
}

} // namespace model
