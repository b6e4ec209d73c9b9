#pragma once

#include "model/model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Finds for each operator that another engine executed the nodes of the model whose work it does.
/// These are functions of the model, the executed graph and names; no library is used.

/// By what an executed operator was attributed.
enum class AttributionRule : std::uint8_t {
    SameNode, ///< a node of the same name, type and outputs
    Values, ///< the nodes between values of the model that the operator reads and writes
    Name, ///< a name that contains the node's name or the name of its output
    Between, ///< the only unclaimed nodes between attributed neighbours
    Part, ///< a piece of a node that the engine decomposed
    EngineOwn, ///< an operator that the engine added: reorder, cast, copy
    None, ///< not attributed
};
/// Returns `same node`, `values`, `name`, `between`, `part`, `added by the engine`, `none`.
std::string_view attributionRuleName(AttributionRule rule);

struct Attribution {
    AttributionRule rule = AttributionRule::None;
    /// All values that the nodes read from outside are values that the operator reads. For Part:
    /// that all pieces of the same nodes read together.
    bool isProven = false;
    /// Nodes of the model. Operators share a node if they are pieces of it, or if it has several
    /// readers and each operator computes it again. A node is listed too if the engine computes its
    /// result once for several equal nodes. For EngineOwn: the nodes whose result it moves, for
    /// information.
    std::vector<model::NodeId> nodes;
    std::string purpose; ///< of EngineOwn: `layout change`, `cast`, `copy between devices`
};

/// Attributes the nodes of `executed`, the optimised model that ONNX Runtime saved, to nodes of
/// `model`. The position in the result is the node's id in `executed`.
std::vector<Attribution> attributeOnnxRuntime(
    const model::Model& model, const model::Model& executed);

/// Name and type of an operator in ONNX Runtime's profile.
struct ProfiledName {
    std::string_view name;
    std::string_view type;
};
/// Finds the nodes of the saved optimised model to which operators of a profile refer: by name;
/// nodes without a name by order. `operators` are in the order of one run.
std::vector<std::optional<model::NodeId>> findExecutedNodes(
    const model::Model& executed, std::span<const ProfiledName> operators);

} // namespace profiler
