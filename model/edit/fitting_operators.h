#pragma once

#include "model/model.h"
#include "model/operator.h"
#include "model/support/json.h"

#include <string>
#include <vector>

/// Which operators a new node may call, given the value that it reads first.
namespace model::edit {

struct FittingOperator {
    const OperatorSchema* schema = nullptr;
    std::string attributes; ///< JSON object of the attributes that the node must get; may be empty
    ValueType output; ///< inferred type of its first output
    std::string refusal; ///< why a node cannot call it here; empty if it can
};

/// How the first output of the node is used.
enum class NewNode {
    Added, ///< nothing reads it yet
    Inserted, ///< it replaces its input for readers, so it must have the same element type
};

/// Returns the current version of every operator of the imported domains, sorted by name. Those
/// that cannot be used have a reason. `type` is the type of the value that the node reads as its
/// first and only input; null: the node has no inputs. All candidates are inferred together, as
/// nodes of one small model.
std::vector<FittingOperator> fittingOperators(
    const Model& model, GraphId graph, const ValueType* type, NewNode use);

} // namespace model::edit
