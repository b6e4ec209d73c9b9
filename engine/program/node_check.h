#pragma once

#include "engine/program/op_node.h"
#include "model/support/result.h"

#include <vector>

namespace engine {

struct Op;

/// Domain of operators that only passes make. A model file must not use it: kernels of such
/// operators trust the passes.
inline constexpr std::string_view passDomain = "opscope";

/// Checks what the schema of the operator requires, so that neither passes nor kernels have to:
/// required attributes and inputs are there, attributes have the right kind, there are not too many
/// inputs, and there is an output. `hasInput`: one entry per input that the node writes, false for
/// one left out. Succeeds for an operator without a schema.
support::Result<void> checkNode(
    const OpNode& node, const std::vector<bool>& hasInput, std::size_t outputs);
support::Result<void> checkNode(const Op& op);

} // namespace engine
