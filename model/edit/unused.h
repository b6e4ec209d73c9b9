#pragma once

#include "model/model.h"

namespace model::edit {

/// Parts that no output of the model needs.
struct UnusedParts {
    std::vector<NodeId> nodes; ///< not those in a function or a body that goes as a whole
    std::vector<ValueId> weights; ///< initializers; none in a model with training information,
                                  ///< which may read them
    std::vector<FunctionId> functions;

    bool isEmpty() const { return nodes.empty() && weights.empty() && functions.empty(); }
};

/// Formal inputs and outputs of bodies and functions are needed, and so are nodes without outputs.
/// A default of an input is needed as long as the input is there.
UnusedParts unusedParts(const Model& model);

} // namespace model::edit
