#include "model/contents/find_elements.h"

#include "model/decode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace model {

namespace {

constexpr std::size_t elementsAtOnce = 1 << 16; ///< between two checks of the stop token

/// The number as elements of a type have it; nothing if it is beyond all of them.
std::optional<double> roundedTo(ElementType type, double number)
{
    if (type == ElementType::Float) {
        const auto narrow = static_cast<float>(number);
        return std::isinf(narrow) && !std::isinf(number) ? std::nullopt
                                                         : std::optional<double>(narrow);
    }
    const auto bits = traits(type).bits;
    if (!isFloating(type) || bits > 16 || !std::isfinite(number))
        return number;
    std::optional<double> nearest;
    double largest = 0;
    for (std::uint64_t code = 0; code < (std::uint64_t(1) << bits); ++code) {
        const auto value = floatFromBits(type, code);
        if (!std::isfinite(value))
            continue;
        largest = std::max(largest, std::abs(value));
        if (!nearest || std::abs(value - number) < std::abs(*nearest - number))
            nearest = value;
    }
    return std::abs(number) > largest ? std::nullopt : nearest;
}

} // namespace

bool holds(Comparison comparison, double left, double right)
{
    switch (comparison) {
    case Comparison::Equal:
        return left == right;
    case Comparison::NotEqual:
        return left != right;
    case Comparison::Less:
        return left < right;
    case Comparison::LessEqual:
        return left <= right;
    case Comparison::Greater:
        return left > right;
    case Comparison::GreaterEqual:
        return left >= right;
    }
    return false;
}

support::Result<ElementMatches> findElements(
    const TensorElements& content, const ElementTest& test, std::stop_token stop)
{
    auto number = test.number;
    if (test.comparison == Comparison::Equal || test.comparison == Comparison::NotEqual) {
        const auto rounded = roundedTo(content.element, number);
        if (!rounded && test.comparison == Comparison::Equal)
            return ElementMatches {};
        number = rounded.value_or(number);
    }
    ElementMatches matches;
    std::vector<double> part;
    for (std::uint64_t first = 0; first < content.count; first += part.size()) {
        if (stop.stop_requested())
            return support::Error("cancelled", support::ErrorKind::Cancelled);
        part.resize(std::min<std::uint64_t>(elementsAtOnce, content.count - first));
        decode(content, first, part);
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto value = test.isMagnitude ? std::abs(part[i]) : part[i];
            if (std::isnan(value) || !holds(test.comparison, value, number))
                continue;
            if (matches.count++ == 0)
                matches.first = first + i;
        }
    }
    return matches;
}

} // namespace model
