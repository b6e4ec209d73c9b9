#pragma once

#include "model/dimension.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

/// Limits of a shape: sizes of at least 0 and at most `maximumRank` axes.
namespace model {

/// The largest rank that types and the engine support. ONNX has no limit; NumPy, through which
/// other tools pass tensors, has this one.
constexpr std::size_t maximumRank = 64;

/// The shape of a tensor as far as it is known. It is used like a std::optional<Shape>; nothing
/// means an unknown rank. It cannot be changed in place, so that it always holds a valid shape: a
/// negative size becomes unknown, and a shape of more than `maximumRank` axes becomes an unknown
/// rank. Copies share the sizes: an edit copies the types of a whole model.
class TensorShape {
public:
    TensorShape() = default;
    TensorShape(std::nullopt_t) { }
    TensorShape(Shape shape);
    TensorShape(std::optional<Shape> shape);

    bool has_value() const { return m_shape != nullptr; }
    explicit operator bool() const { return has_value(); }
    const Shape& operator*() const { return **m_shape; }
    const Shape* operator->() const { return &**m_shape; }
    Shape value_or(Shape other) const { return m_shape ? **m_shape : std::move(other); }
    operator const std::optional<Shape>&() const { return m_shape ? *m_shape : unknownRank; }
    void reset() { m_shape.reset(); }
    bool operator==(const TensorShape& other) const
    {
        return m_shape == other.m_shape || (m_shape && other.m_shape && *m_shape == *other.m_shape);
    }

private:
    static const std::optional<Shape> unknownRank;
    std::shared_ptr<const std::optional<Shape>> m_shape; ///< null: unknown rank, else with a value
};

/// Returns why no tensor can have this shape or why it is not supported: `-5×3 has a negative
/// size`. Empty if a tensor can have it. A shape of more than 2^63 - 1 elements is reported too; a
/// TensorShape keeps its sizes, and its `elementCount` is unknown.
std::string shapeProblem(const Shape& shape);

} // namespace model
