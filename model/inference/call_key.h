#pragma once

#include "model/graph.h"
#include "model/inference/inference_context.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace model {

using Arguments = std::vector<InferenceArgument>;
/// Values of a function's attributes at one call.
using CallAttributes = std::map<std::string, Attribute, std::less<>>;
/// Digest of a function and the arguments of a call.
using CallKey = std::pair<std::uint64_t, std::uint64_t>;

/// Returns a digest of all that the result of a call depends on.
CallKey keyOf(FunctionId function, const Arguments& inputs, const CallAttributes& attributes);

} // namespace model
