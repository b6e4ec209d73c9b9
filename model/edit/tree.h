#pragma once

#include "model/edit/editing.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

/// Parts of a model as trees of messages of their own, which become part of a model later. Nothing
/// here is logged in a Change: what is changed is not in the file yet.
namespace model::edit {

/// A copy of a field with everything in it. Bytes are shared, not copied.
Field cloneOf(const Field& field);
Message cloneOf(const Message& message);
/// The same field with another number. Its first byte has a new address, so it is another node for
/// an IdMap, also if the number is the same.
Field renumbered(Field field, std::uint32_t number);
/// The field `number` with these fields as its content.
Field nestedField(std::uint32_t number, std::string_view rule, std::vector<Field> fields);
/// Returns the message of a field, opened.
support::Result<Message*> openIn(Message& message, std::size_t position);

/// Names that must not be given twice.
class FreshNames {
public:
    explicit FreshNames(std::unordered_set<std::string> taken)
        : m_taken(std::move(taken))
    {
    }
    /// Returns the name, with `_1`, `_2` … behind it if it is taken. It is taken then.
    std::string take(std::string_view wanted);
    bool isTaken(std::string_view name) const { return m_taken.contains(std::string(name)); }

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, std::size_t> m_next; ///< number to try next, by name
};

/// New names of values, by the old ones. Others stay.
using NameMap = std::unordered_map<std::string, std::string>;
/// Gives the values of a body their new names.
using NameForOwn = std::function<std::string(std::string_view)>;

/// Renames the values that a NodeProto reads and makes. In its bodies, `names` counts for values of
/// the graphs around them, and `nameForOwn` for the values that a body defines.
support::Result<void> renameInNode(
    Message& node, const NameMap& names, const NameForOwn& nameForOwn);
/// Renames all values of a GraphProto, and those that it reads from the graphs around it.
support::Result<void> renameInGraph(
    Message& graph, const NameMap& outer, const NameForOwn& nameForOwn);
/// Visits the graphs in the attributes of a NodeProto, not those in their nodes.
support::Result<void> visitBodies(
    Message& node, const std::function<support::Result<void>(Message&)>& visit);
/// Visits a NodeProto and the nodes in its bodies.
support::Result<void> visitNodes(
    Message& node, const std::function<support::Result<void>(Message&)>& visit);

/// Names that a GraphProto or FunctionProto defines: inputs, initializers and outputs of nodes.
std::vector<std::string> definedNames(const Message& graph);

/// The name of a SparseTensorProto in a field.
std::string_view sparseName(const Field& sparse);

/// Values of attributes of a function, by name: fields of NodeProto.
using AttributeBindings = std::unordered_map<std::string, const Field*>;
/// Replaces what refers to an attribute of the function by its value, or removes it if there is
/// none. Also in bodies.
support::Result<void> bindAttributes(Message& node, const AttributeBindings& bindings);

} // namespace model::edit
