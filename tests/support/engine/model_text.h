#pragma once

#include "model/model.h"

#include <memory>
#include <string_view>

namespace testing {

/// A model from lines, for tests whose case should be read at a glance:
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
/// Attributes: integer, number with a point, word, list of one of them in brackets. `-` is an input
/// left out. A body names its inputs in the parentheses and its outputs after the colon. Functions
/// of a domain are called `domain:Type`. Aborts with the line on a mistake.
std::shared_ptr<const model::Model> modelFromText(std::string_view text, int opset = 17);

} // namespace testing
