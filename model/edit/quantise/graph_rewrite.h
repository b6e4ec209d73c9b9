#pragma once

#include "model/edit/editing.h"
#include "model/edit/new_messages.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace model::edit {

/// Many changes of the nodes of the main graph and of the bodies in it, collected first and then
/// made in one pass over their messages. Nodes are added to the main graph only. They are placed by
/// their position in the file, so a file whose nodes are in order stays in order.
class GraphRewrite {
public:
    explicit GraphRewrite(Editing& editing);

    /// A name that no value, or no node, of the model or of this rewrite has: the wanted one, or
    /// with a number behind it.
    std::string freshValue(const std::string& wanted);
    std::string freshNode(const std::string& wanted);

    /// Adds a node before the one at this position; behind all at the end.
    void addNodeBefore(std::size_t position, onnx_pb::NodeProto node);
    /// Adds a node directly behind the one that makes this value; before all others if none does.
    void addNodeBehind(ValueId value, onnx_pb::NodeProto node);
    /// Puts other nodes in the place of a node. They make its outputs; the first one gets its doc
    /// string and metadata.
    void replaceNode(NodeId node, std::vector<onnx_pb::NodeProto> nodes);
    /// Lets an input read a value of this name.
    void setInput(NodeId node, std::size_t input, const std::string& name);
    /// Removes an attribute, which has its default then.
    void removeAttribute(NodeId node, const std::string& name);
    /// Adds an initializer and returns its name, made from the wanted one.
    std::string addInitializer(const std::string& wanted, TensorSource source);
    void importDomain(const std::string& domain);

    /// Makes the changes. Initializers, Constant and Transpose nodes that nothing reads any more
    /// are removed.
    support::Result<void> apply();

private:
    /// Finds constants that nothing reads any more, also behind a Transpose.
    void findUnread();
    /// The graphs with changes, bodies before the graphs that they are in.
    std::vector<GraphId> changedGraphs() const;
    support::Result<void> changeGraph(GraphId graph);
    support::Result<void> changeNode(Message& graph, std::size_t field, NodeId node);
    void addNodes(Message& graph, const std::vector<std::size_t>& positions, std::size_t index);
    void removeUnread(Message& graph, const std::unordered_set<std::string>& names);

    Editing& m_editing;
    GraphId m_graph;
    std::unordered_set<std::string> m_valueNames;
    std::unordered_set<std::string> m_nodeNames;
    std::map<std::size_t, std::vector<onnx_pb::NodeProto>> m_before; ///< by position
    std::unordered_map<NodeId, std::vector<onnx_pb::NodeProto>> m_replaced;
    std::unordered_map<NodeId, std::map<std::size_t, std::string>> m_inputs;
    std::unordered_map<NodeId, std::string> m_attributes; ///< that go
    std::vector<std::pair<std::string, TensorSource>> m_initializers;
    std::set<std::string> m_domains;
    std::unordered_map<ValueId, std::size_t> m_droppedUses;
    std::unordered_set<NodeId> m_unread; ///< Constant and Transpose nodes that go
    /// Names of their outputs, and of initializers that go; by graph.
    std::map<GraphId, std::unordered_set<std::string>> m_unreadNames;
};

/// Makes a node. An empty input is left out.
onnx_pb::NodeProto makeNode(const std::string& type, const std::string& name,
    const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
    const std::string& domain = {});
void addAttribute(onnx_pb::NodeProto& node, const std::string& name, std::int64_t value);

/// The data of a new tensor.
template <typename T>
TensorSource sourceOf(ElementType element, std::vector<std::int64_t> dims, std::vector<T> values)
{
    const auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    return { element, std::move(dims), std::as_bytes(std::span(*owner)), {}, owner };
}

} // namespace model::edit
