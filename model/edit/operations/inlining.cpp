#include "model/edit/operation.h"
#include "model/edit/tree.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <onnx/onnx.pb.h>
#include <set>

namespace model::edit {

namespace {

using onnx_pb::AttributeProto;
using onnx_pb::FunctionProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

constexpr std::size_t mostNodes = 1'000'000; ///< calls of calls can multiply
constexpr std::size_t deepestCall = 100;

/// Which functions are inlined.
struct Wanted {
    std::vector<bool> functions; ///< by FunctionId
    bool contains(FunctionId id) const { return id.isValid() && functions[id.value()]; }
};

std::unordered_set<std::string> nodeNames(const Model& model)
{
    std::unordered_set<std::string> names;
    for (const auto& node : model.nodes)
        names.insert(node.name);
    return names;
}

/// Replaces calls in the graphs of one root by the nodes of the functions.
class Inliner {
public:
    Inliner(Editing& editing, const Wanted& wanted, GraphId root)
        : m_editing(editing)
        , m_model(editing.model)
        , m_wanted(wanted)
        , m_root(root)
        , m_values(editing.namesIn(root, Editing::Names::All))
        , m_nodes(nodeNames(editing.model))
    {
        for (const auto& function : m_model.functions)
            m_ids[{ function.domain, function.name, function.overload }] = FunctionId(m_ids.size());
    }

    /// Returns the number of calls replaced.
    Result<std::size_t> run();

private:
    /// The inlined nodes of one call.
    struct Expansion {
        std::vector<Field> nodes; ///< fields of the number of NodeProto in the graph
        std::vector<Field> infos;
    };
    FunctionId calledBy(const Message& node) const;
    Result<void> expand(
        const Message& call, std::uint32_t number, std::size_t depth, std::vector<Field>& into);
    Result<void> checkImports(FunctionId function) const;
    NameMap namesFor(const Message& call, const Message& function, std::vector<Field>& copies,
        std::uint32_t number);
    Result<void> expandBodies(Message& node, std::size_t depth);
    AttributeBindings bindingsOf(const Message& call, const Message& function) const;

    Editing& m_editing;
    const Model& m_model;
    const Wanted& m_wanted;
    const GraphId m_root;
    FreshNames m_values;
    FreshNames m_nodes;
    std::map<std::tuple<std::string, std::string, std::string>, FunctionId> m_ids;
    std::size_t m_calls = 0;
    std::size_t m_made = 0;
};

FunctionId Inliner::calledBy(const Message& node) const
{
    auto domain = std::string(textOf(node, NodeProto::kDomainFieldNumber));
    if (domain == "ai.onnx")
        domain.clear();
    const auto found
        = m_ids.find({ domain, std::string(textOf(node, NodeProto::kOpTypeFieldNumber)),
            std::string(textOf(node, NodeProto::kOverloadFieldNumber)) });
    return found == m_ids.end() ? FunctionId() : found->second;
}

/// The nodes of the function must mean the same where it is called.
Result<void> Inliner::checkImports(FunctionId id) const
{
    const auto& function = m_model.function(id);
    const auto& registry = OperatorRegistry::instance();
    for (const auto& node : m_model.nodes) {
        if (m_model.graph(node.graph).function != id)
            continue;
        const auto inside = m_model.opset(node.domain, node.graph);
        const auto here = m_model.opset(node.domain, m_root);
        if (here == 0 || inside == here
            || registry.find(node.domain, node.type, inside)
                == registry.find(node.domain, node.type, here))
            continue;
        return failAs(ErrorKind::Usage, "function ", quote(function.name), " imports ",
            node.domain.empty() ? "ai.onnx" : node.domain, " ", inside, ", and where it is called ",
            here, " is imported, between which ", node.type,
            " changed; convert one of them to the other's version first");
    }
    return {};
}

/// Values of the function's attributes at a call: given, else their defaults.
AttributeBindings Inliner::bindingsOf(const Message& call, const Message& function) const
{
    AttributeBindings bound;
    for (const auto position : positionsOf(function, FunctionProto::kAttributeProtoFieldNumber)) {
        const auto& field = function.fields[position];
        bound[std::string(textIn(field, AttributeProto::kNameFieldNumber))] = &field;
    }
    for (const auto position : positionsOf(call, NodeProto::kAttributeFieldNumber)) {
        const auto& field = call.fields[position];
        bound[std::string(textIn(field, AttributeProto::kNameFieldNumber))] = &field;
    }
    return bound;
}

Field identityNode(std::uint32_t number, const std::string& from, const std::string& to)
{
    std::vector<Field> fields;
    fields.push_back(bytesField(NodeProto::kInputFieldNumber, from));
    fields.push_back(bytesField(NodeProto::kOutputFieldNumber, to));
    fields.push_back(bytesField(NodeProto::kOpTypeFieldNumber, "Identity"));
    return nestedField(number, "NodeProto", std::move(fields));
}

/// Names of the function's values at a call. An output of the function that is an input of it, or
/// that is returned twice, needs a copy.
NameMap Inliner::namesFor(
    const Message& call, const Message& function, std::vector<Field>& copies, std::uint32_t number)
{
    const auto textAt = [](const Message& message, std::uint32_t field, std::size_t index) {
        const auto position = positionOf(message, field, index);
        return position ? std::string(message.fields[*position].text()) : std::string();
    };
    NameMap names;
    const auto inputs = positionsOf(function, FunctionProto::kInputFieldNumber);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        names[std::string(function.fields[inputs[i]].text())]
            = textAt(call, NodeProto::kInputFieldNumber, i);
    const auto outputs = positionsOf(function, FunctionProto::kOutputFieldNumber);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto formal = std::string(function.fields[outputs[i]].text());
        const auto actual = textAt(call, NodeProto::kOutputFieldNumber, i);
        if (actual.empty())
            continue;
        if (const auto taken = names.find(formal); taken != names.end())
            copies.push_back(identityNode(number, taken->second, actual));
        else
            names[formal] = actual;
    }
    for (const auto& name : definedNames(function))
        if (!names.contains(name))
            names[name] = m_values.take(name);
    return names;
}

// Calls are at most deepestCall levels deep.
Result<void> Inliner::expand( // NOLINT(misc-no-recursion)
    const Message& call, std::uint32_t number, std::size_t depth, std::vector<Field>& into)
{
    const auto id = calledBy(call);
    const auto& name = m_model.function(id).name;
    if (depth > deepestCall || m_made > mostNodes)
        return failAs(ErrorKind::Unsupported, "function ", quote(name), " is called ",
            depth > deepestCall ? "more than 100 levels deep or by itself"
                                : "so often that more than a million nodes would be made");
    TRY(checkImports(id));
    auto* const function = TRY(m_editing.functionMessage(id));
    std::vector<Field> copies;
    const auto names = namesFor(call, *function, copies, number);
    const auto bindings = bindingsOf(call, *function);
    const auto caller = std::string(textOf(call, NodeProto::kNameFieldNumber));
    const auto prefix = (caller.empty() ? name : caller) + "/";
    for (const auto position : positionsOf(*function, FunctionProto::kNodeFieldNumber)) {
        Message holder;
        holder.rule = &onnx::messageRule("GraphProto");
        holder.fields.push_back(renumbered(cloneOf(function->fields[position]), 1));
        auto* const node = TRY(openIn(holder, 0));
        TRY(bindAttributes(*node, bindings));
        TRY(renameInNode(*node, names, [&](std::string_view own) { return m_values.take(own); }));
        TRY(visitNodes(*node, [&](Message& inner) -> Result<void> {
            Change unlogged;
            const auto own = std::string(textOf(inner, NodeProto::kNameFieldNumber));
            if (!own.empty())
                unlogged.setText(inner, NodeProto::kNameFieldNumber, m_nodes.take(prefix + own));
            return {};
        }));
        ++m_made;
        if (m_wanted.contains(calledBy(*node))) {
            TRY(expand(*node, number, depth + 1, into));
            continue;
        }
        TRY(expandBodies(*node, depth + 1));
        into.push_back(renumbered(std::move(holder.fields.front()), number));
    }
    for (auto& copy : copies)
        into.push_back(std::move(copy));
    ++m_calls;
    return {};
}

/// Calls in the bodies of a node that was inlined itself.
Result<void> Inliner::expandBodies(Message& node, std::size_t depth) // NOLINT(misc-no-recursion)
{
    return visitBodies(node, [&](Message& body) -> Result<void> {
        std::vector<Field> fields;
        for (std::size_t i = 0; i < body.fields.size(); ++i) {
            if (body.fields[i].number != onnx_pb::GraphProto::kNodeFieldNumber) {
                fields.push_back(std::move(body.fields[i]));
                continue;
            }
            auto* const inner = TRY(openIn(body, i));
            if (m_wanted.contains(calledBy(*inner))) {
                TRY(expand(*inner, body.fields[i].number, depth + 1, fields));
                continue;
            }
            TRY(expandBodies(*inner, depth + 1));
            fields.push_back(std::move(body.fields[i]));
        }
        body.fields = std::move(fields);
        return {};
    });
}

Result<std::size_t> Inliner::run()
{
    struct Place {
        Message* graph;
        std::uint32_t number;
        std::vector<NodeId> calls;
    };
    std::vector<Place> places;
    std::set<std::string> domains;
    for (const auto& graph : m_model.graphs) {
        if (m_editing.rootOf(graph.id) != m_root)
            continue;
        Place place { nullptr, m_editing.fieldsOf(graph.id).node, {} };
        for (const auto node : graph.nodes)
            if (m_wanted.contains(m_model.node(node).function))
                place.calls.push_back(node);
        if (place.calls.empty())
            continue;
        place.graph = TRY(m_editing.graphMessage(graph.id));
        places.push_back(std::move(place));
    }
    for (const auto& place : places)
        for (auto call = place.calls.rbegin(); call != place.calls.rend(); ++call) {
            const auto position
                = *positionOf(*place.graph, place.number, m_model.node(*call).position);
            auto* const message = TRY(m_editing.change.open(*place.graph, position));
            std::vector<Field> nodes;
            TRY(expand(*message, place.number, 0, nodes).within(describe(m_model, *call)));
            m_editing.change.remove(*place.graph, position);
            for (std::size_t i = 0; i < nodes.size(); ++i)
                m_editing.change.insert(*place.graph, position + i, std::move(nodes[i]));
        }
    return m_calls;
}

/// Imports that the inlined nodes need where the calls were.
Result<std::string> importsOf(Editing& editing, const Wanted& wanted, GraphId root)
{
    std::string text;
    for (const auto& node : editing.model.nodes) {
        const auto function = editing.model.graph(node.graph).function;
        if (!wanted.contains(function) || wanted.contains(node.function)
            || editing.model.opset(node.domain, root) != 0)
            continue;
        text += TRY(
            editing.ensureImport(root, node.domain, editing.model.opset(node.domain, node.graph)));
    }
    return text;
}

/// Whether a node of a root that stays calls a function of the wanted ones, directly or not.
std::vector<GraphId> rootsWithCalls(const Editing& editing, const Wanted& wanted)
{
    std::vector<GraphId> roots;
    for (const auto& node : editing.model.nodes) {
        const auto root = editing.rootOf(node.graph);
        if (!wanted.contains(node.function) || wanted.contains(editing.model.graph(root).function)
            || std::ranges::find(roots, root) != roots.end())
            continue;
        roots.push_back(root);
    }
    return roots;
}

Result<std::string> inlineFunctions(Editing& editing, const OperationArguments& arguments)
{
    const auto& model = editing.model;
    Wanted wanted { std::vector<bool>(model.functions.size(), !arguments.has("function")) };
    if (arguments.has("function"))
        wanted.functions[TRY(functionArgument(editing, arguments)).value()] = true;
    if (std::ranges::find(wanted.functions, true) == wanted.functions.end())
        return failAs(ErrorKind::Usage, "the model has no functions");
    std::size_t calls = 0;
    std::string imports;
    for (const auto root : rootsWithCalls(editing, wanted)) {
        imports += TRY(importsOf(editing, wanted, root));
        calls += TRY(Inliner(editing, wanted, root).run());
    }
    auto& change = editing.change;
    std::size_t removed = 0;
    for (auto i = wanted.functions.size(); i > 0; --i)
        if (wanted.functions[i - 1]) {
            change.remove(
                editing.root, *positionOf(editing.root, ModelProto::kFunctionsFieldNumber, i - 1));
            ++removed;
        }
    return "inlined " + support::countOf(calls, "call", "calls") + " of "
        + support::countOf(removed, "function", "functions") + imports;
}

} // namespace

std::span<const OperationKind> inliningOperations()
{
    static constexpr std::array kinds {
        OperationKind { "inlineFunctions", "function?",
            "replaces calls by the nodes of the function, of all functions or one, and removes it",
            inlineFunctions },
    };
    return kinds;
}

} // namespace model::edit
