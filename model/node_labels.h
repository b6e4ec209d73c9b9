#pragma once

#include "model/model.h"

#include <string>
#include <vector>

namespace model {

/// The labels of a model's nodes. The label is the name if it is not empty and unique in the model,
/// else the path. All views show nodes by this label.
class NodeLabels {
public:
    NodeLabels() = default;
    /// Visits all nodes, so callers keep the result.
    explicit NodeLabels(const Model& model);

    /// `model` is the one that was visited.
    std::string of(const Model& model, NodeId node) const
    {
        return isName(node) ? model.node(node).name : nodePath(model, node);
    }
    bool isName(NodeId node) const { return m_isName[node.value()]; }
    std::size_t size() const { return m_isName.size(); }

private:
    std::vector<bool> m_isName;
};

} // namespace model
