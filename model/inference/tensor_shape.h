#pragma once

#include "model/dimension.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

/// What a shape may be: sizes of at least 0, and no more axes than are followed.
namespace model {

/// The most axes that a type follows and the engine computes with. ONNX names no limit; NumPy,
/// which other tools pass tensors through, has this one.
constexpr std::size_t maximumRank = 64;

/// The shape of a tensor as far as it is known. Read like a std::optional<Shape>, where nothing is
/// an unknown rank. Changed only as a whole, so that it always holds what can be kept of a shape
/// that a file or a computation gives: a negative size becomes unknown, and of more than
/// `maximumRank` axes nothing is known.
class TensorShape {
public:
    TensorShape() = default;
    TensorShape(std::nullopt_t) { }
    TensorShape(Shape shape);
    TensorShape(std::optional<Shape> shape);

    bool has_value() const { return m_shape.has_value(); }
    explicit operator bool() const { return has_value(); }
    const Shape& operator*() const { return *m_shape; }
    const Shape* operator->() const { return &*m_shape; }
    Shape value_or(Shape other) const { return m_shape ? *m_shape : std::move(other); }
    operator const std::optional<Shape>&() const { return m_shape; }
    void reset() { m_shape.reset(); }
    bool operator==(const TensorShape& other) const = default;

private:
    std::optional<Shape> m_shape;
};

/// Why no tensor can have this shape, or none that is supported: `-5×3 has a negative size`; empty
/// if one can. The last reason, more than 2^63 - 1 elements, is one of the whole: a TensorShape
/// keeps the sizes, whose `elementCount` is then unknown.
std::string shapeProblem(const Shape& shape);

} // namespace model
