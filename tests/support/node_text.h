#pragma once

#include "model/inference/inference_context.h"

#include <string>
#include <string_view>
#include <vector>

/// Shape rules from text to text:
///
///     Conv-11(float[1,3,9,9], float[8,3,3,3]) {strides: 2 2} -> float[1,8,4,4]
///
/// An argument is a type (`float[batch,?]`, `float` for unknown rank, `seq(float[2])`), or `-` if
/// it is omitted. It may have elements: `int64[2]={batch,-1}`. The schema determines the kind of an
/// attribute; lists are separated by blanks. The result has the same form; an error is written
/// `error: ...`.
namespace testing {

/// The parsed text before `->`. Throws std::invalid_argument with the mistake.
struct NodeText {
    const model::OperatorSchema* schema = nullptr;
    std::vector<model::Attribute> attributes;
    std::vector<model::InferenceArgument> inputs;
    std::size_t outputs = 1; ///< from `* 3` after the arguments
};
NodeText nodeFrom(std::string_view text);

/// Runs the shape rule of a node. `text`: the part before `->`, or an entire line; returns the part
/// after `->`.
std::string inferText(std::string_view text);

/// All errors in one line, with the names of the inputs and outputs that they are about.
std::string errorText(const model::InferenceResult& result, const model::OperatorSchema& schema);

/// The text of an argument: `float[1,batch]`, with its elements if they are known.
std::string argumentText(const model::InferenceArgument& argument);
model::InferenceArgument argumentFrom(std::string_view text);

} // namespace testing
