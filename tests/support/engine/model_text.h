#pragma once

#include "model/model.h"

#include <memory>
#include <string_view>

namespace testing {

/// Returns a model built from text lines:
///
///     input x: float 1 2 4 4
///     weight w: float 3 2 1 1 = 0.5        one value = all elements
///     y = Conv(x, w) {strides: [1, 1], auto_pad: VALID}
///     z = If(c)
///       then_branch(): a
///         a = Relu(y)
///       else_branch(): b
///         b = Neg(y)
///     output z
///
/// An attribute is an integer, a number with a decimal point, a word, or a list of one of these in
/// brackets. `-` is an omitted input. A body has its inputs in the parentheses and its outputs
/// after the colon. Operators of other domains are written `domain:Type`. Aborts on a mistake and
/// prints the line.
std::shared_ptr<const model::Model> modelFromText(std::string_view text, int opset = 17);

} // namespace testing
