#pragma once

#include "model/model.h"

#include <cstdint>
#include <vector>

/// Graphs bring others in: a node its bodies, a call the body of the local function. What holds for
/// a graph after inlining is computed from the graphs inside, each once, so that 2^40 calls in a
/// file of 3 KB cost 3 KB.
namespace model {

/// All graphs, each after those that it brings in. Where a function calls itself, that call counts
/// for nothing.
std::vector<GraphId> bodiesFirst(const Model& model);

/// Number of operators in the main graph once every call of a local function is replaced by the
/// function's body, bodies of control flow included; stays at the largest number.
std::uint64_t inlinedSize(const Model& model);

} // namespace model
