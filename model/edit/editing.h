#pragma once

#include "model/edit/change.h"
#include "model/model.h"
#include "model/support/json.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace model::edit {

/// IR version from which an initializer need not be an input.
constexpr std::int64_t separateInitializers = 4;

/// Field numbers of a graph: those of GraphProto, or of FunctionProto for the body of a function,
/// whose inputs and outputs are names without types.
struct GraphFields {
    std::uint32_t node;
    std::uint32_t input;
    std::uint32_t output;
    std::uint32_t valueInfo;
    std::uint32_t doc;
    std::uint32_t metadata;
    bool hasTypedInterface;
};

/// One operation in the making: the snapshot that names and ids refer to, and the messages that
/// change. An operation may fail at any point; what it changed until then is taken back.
class Editing {
public:
    Editing(const Model& snapshot, Message& rootMessage, Change& edits, std::filesystem::path files)
        : model(snapshot)
        , root(rootMessage)
        , change(edits)
        , folder(std::move(files))
    {
    }

    const Model& model;
    Message& root; ///< ModelProto
    Change& change;
    std::filesystem::path folder; ///< files in arguments are relative to it
    const std::vector<ValueType>* types = nullptr; ///< inferred, by ValueId; null if not known

    /// Messages of ids: GraphProto or FunctionProto, NodeProto, FunctionProto.
    support::Result<Message*> graphMessage(GraphId graph);
    support::Result<Message*> nodeMessage(NodeId node);
    support::Result<Message*> functionMessage(FunctionId function);
    GraphFields fieldsOf(GraphId graph) const;

    // Names in arguments. They fail with ErrorKind::Usage.
    /// A node by its name, if only one has it, or by its path.
    support::Result<NodeId> nodeCalled(std::string_view wanted) const;
    /// A graph by its path.
    support::Result<GraphId> graphCalled(std::string_view path) const;
    /// A body by its path, also with the name of its node: `loop1/body`.
    support::Result<GraphId> bodyCalled(std::string_view wanted) const;
    /// A local function: `domain.name` or `domain.name:overload`.
    support::Result<FunctionId> functionCalled(std::string_view wanted) const;
    /// A value that this graph defines.
    support::Result<ValueId> valueOf(GraphId graph, std::string_view name) const;
    /// A value as a node of this graph reads it: of the graph, or of the ones around it.
    support::Result<ValueId> visibleValue(GraphId graph, std::string_view name) const;

    /// The outermost graph around a graph: the main graph or the body of a function.
    GraphId rootOf(GraphId graph) const;
    /// Names of values in the graphs of a root. A new name must not be one of them. Defined:
    /// without those that are read but never defined, so that something new can define them. With
    /// `start` only those that begin with it.
    enum class Names { All, Defined };
    std::unordered_set<std::string> namesIn(
        GraphId anyGraphOfRoot, Names which, std::string_view start = {}) const;
    support::Result<void> checkFree(GraphId graph, std::string_view name, Names which) const;

    /// Adds the import of a domain, with its newest known version or the given one, where nodes of
    /// a graph need it, if it is not there. Returns the words for the sentence; empty if it is.
    support::Result<std::string> ensureImport(
        GraphId graph, const std::string& domain, std::int64_t version = 0);
    /// Removes the declared types of inner values of a graph by their names. Returns their number.
    support::Result<std::size_t> removeTypes(
        GraphId graph, const std::function<bool(std::string_view)>& isRemoved);

private:
    template <typename Visit>
    void visitNames(GraphId anyGraphOfRoot, Names which, Visit visit) const;
};

/// The arguments of an operation.
class OperationArguments {
public:
    explicit OperationArguments(const support::JsonValue& json)
        : m_json(json)
    {
    }
    const support::JsonValue& operator[](std::string_view name) const { return m_json[name]; }
    bool has(std::string_view name) const { return m_json.has(name); }
    support::Result<std::string> text(std::string_view name) const;
    support::Result<std::int64_t> integer(std::string_view name) const;
    /// An integer in [0, end]; `end` if absent.
    support::Result<std::size_t> positionUpTo(std::string_view name, std::size_t end) const;
    const support::JsonValue& json() const { return m_json; }

private:
    const support::JsonValue& m_json;
};

/// The domain of the argument `domain` as a file writes it; empty without it.
support::Result<std::string> domainArgument(const OperationArguments& arguments);
/// The graph of the argument `graph`; the main graph without it.
support::Result<GraphId> graphArgument(const Editing& editing, const OperationArguments& arguments);
/// The value of the argument `value`, in the graph of the argument `graph`. Without that, a value
/// of the main graph, else the only one of this name.
support::Result<ValueId> valueArgument(const Editing& editing, const OperationArguments& arguments);

/// The node of the argument `node`, the function of the argument `function`.
support::Result<NodeId> nodeArgument(const Editing& editing, const OperationArguments& arguments);
support::Result<FunctionId> functionArgument(
    const Editing& editing, const OperationArguments& arguments);
/// The value of the main graph that the argument `value` names.
support::Result<ValueId> mainValueArgument(
    const Editing& editing, const OperationArguments& arguments);

} // namespace model::edit
