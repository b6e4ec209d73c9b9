#pragma once

#include "model/inference/inference_context.h"
#include "model/model.h"
#include "model/support/progress.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace model {

/// The result of shape inference for one Binding.
struct InferredTypes {
    std::vector<ValueType> types; ///< by ValueId; declared and inferred types merged
    std::vector<std::shared_ptr<const KnownElements>>
        elements; ///< by ValueId; small values that were followed, else null
    support::Diagnostics diagnostics;
};

/// Infers the type of every value. Nodes are visited in topological order, each with its operator's
/// rule. Bodies of control flow are inferred with the types of their inputs, and again while
/// carried values change. A local function is inferred once per call with different arguments; its
/// values get the types that all calls have in common. Small integer values are followed, so that
/// shapes computed from `Shape` become expressions.
///
/// The implementation is iterative: if a rule needs a body, its node waits, the body runs from a
/// stack, and the rule is called again with the result. The number of node visits is bounded, so
/// that nesting cannot make the work exponential. Beyond the bound, values keep their declared
/// types and a finding is added. The number of followed elements is bounded too.
InferredTypes inferTypes(const Model& model, const Binding& binding = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace model
