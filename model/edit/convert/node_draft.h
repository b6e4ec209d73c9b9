#pragma once

#include "model/edit/editing.h"
#include "model/inference/shape_inference.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace model::edit::convert {

/// IR version from which an initializer need not be an input.
constexpr std::int64_t separateInitializers = 4;

/// A value as a node names it. An empty name: the input or output is left out.
struct DraftValue {
    std::string name;
    ValueId id; ///< in the snapshot; invalid for a new value
};

/// A node in conversion: what it is to become, and new nodes around it.
struct NodeDraft {
    NodeId node; ///< in the snapshot; invalid for a new node
    GraphId graph;
    std::string name;
    std::string domain;
    std::string type;
    std::int64_t opset = 0; ///< the version of the domain that the draft is written for
    std::vector<DraftValue> inputs;
    std::vector<DraftValue> outputs;
    std::vector<Attribute> attributes;
    std::set<std::string> setAttributes; ///< names of attributes that are new or have new values
    std::vector<NodeDraft> before; ///< new nodes that run before it
    std::vector<NodeDraft> after;
    bool isChanged = false;
    bool isRemoved = false; ///< the node goes; nothing reads it any more

    Attribute* attribute(std::string_view wanted);
    /// Sets an attribute to a number, a text or a list of them.
    void set(std::string_view name, Attribute::Value value);
    void drop(std::string_view name);
    bool hasInput(std::size_t index) const
    {
        return index < inputs.size() && !inputs[index].name.empty();
    }
    /// Sets an input; those before it that are missing are left out.
    void setInput(std::size_t index, DraftValue value);
    /// Removes inputs that are left out at the end.
    void trimInputs();
};

/// The draft of a node as it is.
NodeDraft draftOf(const Model& model, NodeId node);

/// Names that no value or node of the model has.
class FreshNames {
public:
    explicit FreshNames(const Editing& editing)
        : m_editing(editing)
    {
    }
    /// `base`, or with `_1`, `_2` … behind it. Is taken afterwards.
    std::string value(GraphId graph, std::string_view base);
    /// The name of a new node beside another one; empty if that has none.
    std::string node(std::string_view beside, std::string_view type);

private:
    static std::string taken(std::unordered_set<std::string>& names, std::string base);
    const Editing& m_editing;
    std::map<std::uint32_t, std::unordered_set<std::string>> m_values; ///< by root graph
    std::unordered_set<std::string> m_nodes;
};

/// A new constant of a graph: an initializer, or a Constant node where a graph cannot have
/// initializers that are no inputs.
struct NewConstant {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
    std::vector<std::byte> bytes;
};

/// What changes in one graph.
struct GraphDraft {
    std::vector<NodeDraft> nodes; ///< those that change, in any order
    std::vector<NodeDraft> first; ///< new nodes that run before all others
    std::vector<NewConstant> constants;

    bool isEmpty() const { return nodes.empty() && first.empty() && constants.empty(); }
};

/// Writes drafts into the messages of a model. Only fields that differ get new bytes.
class DraftWriter {
public:
    explicit DraftWriter(Editing& editing)
        : m_editing(editing)
    {
    }
    /// Graphs in other graphs must be written before these, in which positions change.
    support::Result<void> write(GraphId graph, GraphDraft draft);
    /// Removes the initializers of a graph that have these names.
    support::Result<void> removeInitializers(
        GraphId graph, const std::unordered_set<std::string>& names);

private:
    void rewrite(Message& node, const NodeDraft& draft);
    Editing& m_editing;
};

/// Whether new constants of a graph are initializers. Others are made by Constant nodes.
bool takesInitializers(const Editing& editing, GraphId graph);

/// The field `number` of NodeProto that holds an attribute. Graphs cannot be written.
Field attributeField(const Attribute& attribute);
/// The field that holds a new node.
Field nodeField(std::uint32_t number, const NodeDraft& draft);

} // namespace model::edit::convert
