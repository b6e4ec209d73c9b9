#include "model/edit/new_messages.h"
#include "model/edit/operation.h"
#include "model/edit/tree.h"

#include "model/inference/analysis.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include <set>

namespace model::edit {

namespace {

using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::OperatorSetIdProto;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// Puts the nodes of a graph in an order in which they can run.
Result<std::string> sortNodes(Editing& editing, const OperationArguments&)
{
    std::size_t moved = 0;
    // Bodies come before the graphs around them, whose nodes move.
    for (const auto& graph : std::views::reverse(editing.model.graphs)) {
        if (graph.order == graph.nodes)
            continue;
        auto* const message = TRY(editing.graphMessage(graph.id));
        const auto positions = positionsOf(*message, editing.fieldsOf(graph.id).node);
        std::vector<Field> sorted;
        for (const auto node : graph.order)
            sorted.push_back(
                cloneOf(message->fields[positions[editing.model.node(node).position]]));
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (graph.order[i] == graph.nodes[i])
                continue;
            editing.change.replace(*message, positions[i], std::move(sorted[i]));
            ++moved;
        }
    }
    if (moved == 0)
        return failAs(ErrorKind::Usage, "the nodes are sorted already");
    return "sorted the nodes so that each one comes behind those that it needs ("
        + support::countOf(moved, "node", "nodes") + " moved)";
}

/// Adds imports with the version that is assumed without them.
Result<std::string> addMissingImports(Editing& editing, const OperationArguments&)
{
    const auto& model = editing.model;
    std::string added;
    std::set<std::pair<GraphId, std::string>> seen;
    for (const auto& node : model.nodes) {
        const auto root = editing.rootOf(node.graph);
        if (node.function.isValid() || !seen.emplace(root, node.domain).second)
            continue;
        const auto version = model.opset(node.domain, root);
        if (version < 1)
            continue;
        const auto words = TRY(editing.ensureImport(root, node.domain, version));
        if (!words.empty())
            added += (added.empty() ? "" : ", ") + words.substr(words.find('"'))
                + (root == model.main().id ? "" : " in " + graphPath(model, root));
    }
    if (added.empty())
        return failAs(ErrorKind::Usage, "every domain in use is imported");
    return "added the import of " + added;
}

/// ONNX Runtime refuses nodes of one name.
Result<std::string> makeNodeNamesUnique(Editing& editing, const OperationArguments&)
{
    std::unordered_set<std::string> all;
    for (const auto& node : editing.model.nodes)
        all.insert(node.name);
    FreshNames fresh(std::move(all));
    std::unordered_set<std::string> seen;
    std::size_t renamed = 0;
    for (std::size_t i = 0; i < editing.model.nodes.size(); ++i) {
        const auto& name = editing.model.nodes[i].name;
        if (name.empty() || seen.insert(name).second)
            continue;
        editing.change.setText(
            *TRY(editing.nodeMessage(NodeId(i))), NodeProto::kNameFieldNumber, fresh.take(name));
        ++renamed;
    }
    if (renamed == 0)
        return failAs(ErrorKind::Usage, "no two nodes have one name");
    return "gave " + support::countOf(renamed, "node", "nodes")
        + " a name of its own that had the name of another";
}

/// Removes all but one of the fields of a number that have one name; the first, or the last, stays.
enum class Kept { First, Last };
Result<std::size_t> removeRepeated(
    Editing& editing, Message& message, std::uint32_t number, std::uint32_t inner, Kept kept)
{
    auto positions = positionsOf(message, number);
    std::unordered_set<std::string> seen;
    std::vector<std::size_t> removed;
    if (kept == Kept::Last)
        std::ranges::reverse(positions);
    for (const auto position : positions) {
        auto name = std::string(textIn(message.fields[position], inner));
        if (name == "ai.onnx" && number == ModelProto::kOpsetImportFieldNumber)
            name.clear();
        if (!seen.insert(name).second
            && (!name.empty() || number == ModelProto::kOpsetImportFieldNumber))
            removed.push_back(position);
    }
    std::ranges::sort(removed, std::greater());
    for (const auto position : removed)
        editing.change.remove(message, position);
    return removed.size();
}

/// A Constant that gives a value which a later Constant gives again: readers get the last one.
Result<std::size_t> removeRedefinedConstants(Editing& editing, const Graph& graph)
{
    const auto isConstant = [](const Node& node) {
        return node.type == "Constant" && node.domain.empty() && node.outputs.size() == 1
            && node.outputs.front().isValid();
    };
    std::unordered_set<std::string> seen;
    std::vector<std::uint32_t> removed;
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
        const auto& constant = editing.model.node(*node);
        if (isConstant(constant)
            && !seen.insert(editing.model.value(constant.outputs.front()).name).second)
            removed.push_back(constant.position);
    }
    if (removed.empty())
        return std::size_t { 0 };
    auto* const message = TRY(editing.graphMessage(graph.id));
    const auto positions = positionsOf(*message, editing.fieldsOf(graph.id).node);
    for (const auto position : removed) // the last one first
        editing.change.remove(*message, positions[position]);
    return removed.size();
}

Result<std::string> removeRepetitions(Editing& editing, const OperationArguments&)
{
    std::size_t types = 0;
    std::size_t weights = 0;
    std::size_t constants = 0;
    // Bodies come before the graphs around them, whose nodes move.
    for (const auto& graph : std::views::reverse(editing.model.graphs)) {
        auto* const message = TRY(editing.graphMessage(graph.id));
        types += TRY(removeRepeated(editing, *message, editing.fieldsOf(graph.id).valueInfo,
            ValueInfoProto::kNameFieldNumber, Kept::First));
        if (editing.fieldsOf(graph.id).hasTypedInterface)
            weights += TRY(removeRepeated(editing, *message, GraphProto::kInitializerFieldNumber,
                TensorProto::kNameFieldNumber, Kept::Last));
        constants += TRY(removeRedefinedConstants(editing, graph));
    }
    const auto imports = TRY(removeRepeated(editing, editing.root,
        ModelProto::kOpsetImportFieldNumber, OperatorSetIdProto::kDomainFieldNumber, Kept::First));
    if (types + weights + constants + imports == 0)
        return failAs(ErrorKind::Usage, "nothing is said twice");
    return "removed what is said twice and does not count: "
        + support::countOf(types, "declared type", "declared types") + ", "
        + support::countOf(weights, "initializer", "initializers") + ", "
        + support::countOf(constants, "Constant", "Constants") + ", "
        + support::countOf(imports, "import", "imports");
}

/// Removes declared types of inner values that inference contradicts.
Result<std::string> removeStaleTypes(Editing& editing, const OperationArguments&)
{
    // The analysis does not outlive this function, so the model need not be shared.
    const auto analysis
        = analyse(std::shared_ptr<const Model>(std::shared_ptr<const void>(), &editing.model));
    std::map<GraphId, std::set<std::string_view>> stale;
    for (const auto& finding : analysis->diagnostics) {
        if (finding.code != "type-conflict" || !finding.where.value)
            continue;
        const auto& value = editing.model.values[*finding.where.value];
        if (!value.isInput && !value.isOutput)
            stale[value.graph].insert(value.name);
    }
    std::size_t removed = 0;
    for (const auto& [graph, names] : stale)
        removed += TRY(editing.removeTypes(
            graph, [&](std::string_view name) { return names.contains(name); }));
    if (removed == 0)
        return failAs(ErrorKind::Usage, "no declared type of an inner value is contradicted");
    return "removed " + support::countOf(removed, "declared type", "declared types")
        + " that the operators contradict";
}

} // namespace

std::span<const OperationKind> repairOperations()
{
    static constexpr std::array kinds {
        OperationKind { "sortNodes", "", "puts nodes behind those that they need", sortNodes },
        OperationKind { "addMissingImports", "",
            "imports the domains in use, in the version that is assumed without an import",
            addMissingImports },
        OperationKind { "makeNodeNamesUnique", "",
            "renames nodes that have the name of an earlier node", makeNodeNamesUnique },
        OperationKind { "removeRepetitions", "",
            "removes types, initializers, Constants and imports that are there twice and do not "
            "count",
            removeRepetitions },
        OperationKind { "removeStaleTypes", "",
            "removes declared types of inner values that the operators contradict",
            removeStaleTypes },
    };
    return kinds;
}

} // namespace model::edit
