#pragma once

#include "model/cost_context.h"

#include <cstdint>

/// Cost rules that several operators share. One multiply-add counts as one `multiplyAdds`; traffic
/// is every operand once.
namespace model::ops {

/// Reads all inputs, writes all outputs; no arithmetic.
Cost traffic(const CostContext& context);
/// `flops` per element of output 0.
Cost perOutput(const CostContext& context, std::uint64_t flops);

Cost costElementwise(const CostContext& context); ///< one operation per output element
Cost costTranscendental(const CostContext& context); ///< one exp, tanh ... per output element
Cost costPerInput(const CostContext& context); ///< one operation per element of input 0: reductions
Cost costMove(const CostContext& context); ///< elements are copied: input 0 read, outputs written
Cost costPick(const CostContext&
        context); ///< as much read as written: Slice, Gather and others that touch a part
Cost costView(const CostContext& context); ///< nothing moves

std::uint64_t multiplied(
    std::uint64_t a, std::uint64_t b); ///< stays at the largest number instead of wrapping

} // namespace model::ops
