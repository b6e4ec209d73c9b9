#pragma once

#include "model/inference/inference_context.h"
#include "model/model.h"
#include "model/support/progress.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace model {

/// What shape inference found about a model under one Binding.
struct InferredTypes {
    std::vector<ValueType> types; ///< by ValueId: declared and inferred, merged
    std::vector<std::optional<KnownElements>>
        elements; ///< by ValueId: small values that were followed
    support::Diagnostics diagnostics;
};

/// Infers the type of every value: nodes in topological order, each by its operator's rule; the
/// bodies of control flow with the types that go in, run again while carried values change; local
/// functions once per call with other types. A value inside a function shows what all calls have in
/// common. Small integer values are followed, so that shapes computed from `Shape` come out as
/// expressions.
///
/// Iterative: a rule that asks for a body is put aside, the body runs from a work list, and the
/// rule is asked again with its result. Work is bounded by a budget of node visits, so that no
/// nesting makes it endless: what lies beyond keeps its declared types, which a finding says.
InferredTypes inferTypes(const Model& model, const Binding& binding = {}, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace model
