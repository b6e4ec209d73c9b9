#pragma once

#include "model/dimension.h"

#include <cstddef>
#include <optional>
#include <string>

/// What a shape may be: sizes of at least 0, and no more axes than are followed.
namespace model {

/// The most axes that a type follows and the engine computes with. ONNX names no limit; NumPy,
/// which other tools pass tensors through, has this one.
constexpr std::size_t maximumRank = 64;

/// What can be kept of a shape that a file or a computation gives: negative sizes become unknown,
/// and of more than `maximumRank` axes nothing is known.
std::optional<Shape> possibleShape(std::optional<Shape> shape);

/// Why no tensor can have this shape, or none that is supported: `-5×3 has a negative size`; empty
/// if one can. The last reason, more than 2^63 - 1 elements, is one of the whole: `possibleShape`
/// keeps the sizes, whose `elementCount` is then unknown.
std::string shapeProblem(const Shape& shape);

} // namespace model
