#pragma once

#include "model/model.h"

#include <string>
#include <vector>

namespace model {

/// The labels of a model's nodes. A label is the node's name if it is not empty and unique in the
/// model, else the node's path. All views show nodes by their labels. The object holds only which
/// names are unique, and makes a label at each call.
class NodeLabels {
public:
    NodeLabels() = default;
    /// Visits all nodes of the model, so callers keep the object.
    explicit NodeLabels(const Model& model);

    /// Returns the label of a node. `model` must be the model that the constructor visited.
    std::string of(const Model& model, NodeId node) const
    {
        return isName(node) ? model.node(node).name : nodePath(model, node);
    }
    /// True if the label is the node's name.
    bool isName(NodeId node) const { return m_isName[node.value()]; }
    std::size_t size() const { return m_isName.size(); }

private:
    std::vector<bool> m_isName;
};

} // namespace model
