#include "model/inference/tensor_shape.h"

#include <algorithm>
#include <utility>

namespace model {

namespace {

bool isNegative(const Dimension& size) { return size.value().value_or(0) < 0; }

} // namespace

const std::optional<Shape> TensorShape::unknownRank;

TensorShape::TensorShape(Shape shape)
{
    if (shape.size() > maximumRank)
        return;
    std::ranges::replace_if(shape, isNegative, Dimension::unknown());
    m_shape = std::make_shared<const std::optional<Shape>>(std::move(shape));
}

TensorShape::TensorShape(std::optional<Shape> shape)
{
    if (shape)
        *this = TensorShape(std::move(*shape));
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
