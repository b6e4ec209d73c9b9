#pragma once

#include "model/operator.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fuzz {

/// What was made wrong on purpose, so that the checker must say something.
enum class Defect {
    None,
    TooFewInputs,
    TooManyInputs,
    MissingAttribute,
    UnknownAttribute,
    WrongKind,
    WrongType
};

/// A model of one node (and small helpers that make its sequences and optionals).
struct NodeCase {
    const model::OperatorSchema* schema = nullptr;
    Defect defect = Defect::None;
    std::string bytes; ///< the ONNX file
    std::string text; ///< for people: operator, types, attributes
};

/// Case `index` of a seed: the same on every machine. Types follow the operator's table, shapes and
/// attributes are small and often fit; about a third has one defect.
NodeCase makeCase(std::uint32_t seed, std::uint32_t index);
/// The case that these bytes choose: two bytes a choice, the first decision of each when they end.
NodeCase makeCase(std::span<const std::uint8_t> choices);

std::string_view defectName(Defect defect);

} // namespace fuzz
