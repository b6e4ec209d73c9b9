#include "model/shape_limits.h"

#include <algorithm>

namespace model {

namespace {

bool isNegative(const Dimension& size) { return size.value().value_or(0) < 0; }

} // namespace

std::optional<Shape> possibleShape(std::optional<Shape> shape)
{
    if (!shape || shape->size() > maximumRank)
        return std::nullopt;
    std::ranges::replace_if(*shape, isNegative, Dimension::unknown());
    return shape;
}

std::string shapeProblem(const Shape& shape)
{
    if (shape.size() > maximumRank)
        return "rank " + std::to_string(shape.size()) + " is above " + std::to_string(maximumRank)
            + ", the highest that is supported";
    if (std::ranges::any_of(shape, isNegative))
        return shapeText(shape) + " has a negative size";
    if (concrete(shape) && !elementCount(shape))
        return shapeText(shape) + " has more than 2^63 - 1 elements";
    return {};
}

} // namespace model
