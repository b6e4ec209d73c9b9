#pragma once

#include "model/inference/inference_context.h"

#include <string>
#include <string_view>
#include <vector>

/// Shape rules from text to text, so that a case is read at a glance:
///
///     Conv-11(float[1,3,9,9], float[8,3,3,3]) {strides: 2 2} -> float[1,8,4,4]
///
/// An argument is a type (`float[batch,?]`, `float` without a rank, `seq(float[2])`, `-` for one
/// left out), and may have elements: `int64[2]={batch,-1}`. Attributes take their kind from the
/// schema; a list is separated by blanks. The result is printed in the same form, errors as `error:
/// ...`.
namespace testing {

/// What stands before `->`, taken apart. Throws std::invalid_argument with the mistake.
struct NodeText {
    const model::OperatorSchema* schema = nullptr;
    std::vector<model::Attribute> attributes;
    std::vector<model::InferenceArgument> inputs;
    std::size_t outputs = 1; ///< `* 3` behind the arguments
};
NodeText nodeFrom(std::string_view text);

/// `text` is what stands before `->`, or a whole row; returns what stands after it.
std::string inferText(std::string_view text);

/// `float[1,batch]`, with elements where they are known.
std::string argumentText(const model::InferenceArgument& argument);
model::InferenceArgument argumentFrom(std::string_view text);

} // namespace testing
