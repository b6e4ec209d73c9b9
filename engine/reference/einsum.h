#pragma once

#include "engine/program/shapes.h"

#include <map>
#include <string_view>
#include <vector>

/// The equation of Einsum, and how its operands are walked when they are joined two at a time.
namespace engine {

/// Letters are characters; axes covered by an ellipsis get numbers behind them.
using Labels = std::vector<int>;

struct Equation {
    std::vector<Labels> inputs;
    Labels output;
    std::map<int, std::int64_t> sizes;

    Dims dimsOf(const Labels& labels) const;
};

/// Fails where the text does not fit operands of these shapes.
Result<Equation> parseEquation(std::string_view text, const std::vector<Dims>& operands);

/// Labels of the joined operands that the output or an operand from `next` on needs.
Labels neededLater(const Equation& equation, const Labels& a, const Labels& b, std::size_t next);

/// `kept`, then all others of both.
Labels walkedLabels(const Labels& a, const Labels& b, const Labels& kept);

/// Stride of each walked label in a dense operand: 0 where it lacks the label or has size 1;
/// repeated letters walk the diagonal.
Dims walkedStrides(const Labels& labels, const Dims& dims, const Labels& walked);

} // namespace engine
