#pragma once

#include "model/model.h"

#include <cstdint>
#include <vector>

/// Order of graphs along calls. A node refers to other graphs: to its bodies, or to the body of the
/// local function that it calls. Properties of the inlined graph are computed from the graphs it
/// refers to, each visited once. So a file of 3 KB with 2^40 nested calls needs no more than linear
/// time.
namespace model {

/// Returns all graphs, each after the graphs that it refers to. A recursive call is ignored.
std::vector<GraphId> bodiesFirst(const Model& model);

/// Returns the functions that each function calls, by FunctionId, in its body and in nested graphs.
std::vector<std::vector<FunctionId>> calledFunctions(const Model& model);

/// Returns the number of operators of the main graph with every call of a local function replaced
/// by the function's body. Bodies of control flow count too. The count saturates at the largest
/// uint64.
std::uint64_t inlinedSize(const Model& model);

} // namespace model
