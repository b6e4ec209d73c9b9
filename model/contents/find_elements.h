#pragma once

#include "model/contents/tensor_elements.h"

#include <stop_token>

namespace model {

enum class Comparison { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
bool holds(Comparison comparison, double left, double right);

/// A test of single elements: `= 1.5`, `> 65504`, of the element or of its magnitude. NaN passes
/// none.
struct ElementTest {
    Comparison comparison = Comparison::Equal;
    double number = 0;
    bool isMagnitude = false;
    bool operator==(const ElementTest&) const = default;
};

/// Elements of a tensor that pass a test.
struct ElementMatches {
    std::uint64_t count = 0;
    std::uint64_t first = 0; ///< index of the first one
};

/// Counts the elements that pass a test. For `=` and `≠`, the number is rounded as the element type
/// rounds it, so 0.1 finds elements that were written as 0.1. Fails only if stopped.
support::Result<ElementMatches> findElements(
    const TensorElements& content, const ElementTest& test, std::stop_token stop = {});

} // namespace model
