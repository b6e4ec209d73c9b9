#pragma once

#include "engine/program/shapes.h"

#include <map>
#include <string_view>
#include <vector>

/// The equation of Einsum, and the strides to contract its operands two at a time.
namespace engine {

/// Labels of axes. The label of a letter is its character code; axes covered by an ellipsis have
/// greater numbers.
using Labels = std::vector<int>;

struct Equation {
    std::vector<Labels> inputs;
    Labels output;
    std::map<int, std::int64_t> sizes;

    Dims dimsOf(const Labels& labels) const;
};

/// Parses an equation. Fails if it does not fit operands of these shapes.
Result<Equation> parseEquation(std::string_view text, const std::vector<Dims>& operands);

/// Returns the labels of operands a and b that the output or an operand from `next` on needs.
Labels neededLater(const Equation& equation, const Labels& a, const Labels& b, std::size_t next);

/// Returns `kept`, followed by all other labels of a and b.
Labels walkedLabels(const Labels& a, const Labels& b, const Labels& kept);

/// Returns the stride of each label of `walked` in a dense operand. It is 0 if the operand does not
/// have the label or has size 1 there. Repeated letters read the diagonal.
Dims loopStrides(const Labels& labels, const Dims& dims, const Labels& walked);

} // namespace engine
