#include "model/edit/extraction.h"
#include "model/edit/operation.h"

#include "model/support/text.h"

#include <array>
#include <onnx/onnx.pb.h>

namespace model::edit {

namespace {

using onnx_pb::ModelProto;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::quote;
using support::Result;

/// Values of a list of names, or of one name.
Result<std::vector<ValueId>> valuesOf(const Editing& editing, GraphId graph, const JsonValue& names)
{
    std::vector<ValueId> values;
    const auto add = [&](const JsonValue& name) -> Result<void> {
        values.push_back(TRY(editing.visibleValue(graph, name.stringOr(""))));
        return {};
    };
    if (names.string())
        TRY(add(names));
    for (const auto& name : names.items())
        TRY(add(name));
    return values;
}

Result<Region> regionOfNodes(const Editing& editing, const JsonValue& names)
{
    std::vector<NodeId> nodes;
    for (const auto& name : names.items())
        nodes.push_back(TRY(editing.nodeCalled(name.stringOr(""))));
    return regionOf(editing.model, std::move(nodes));
}

/// The part that the arguments name, in one of five ways.
Result<Region> regionArgument(const Editing& editing, const OperationArguments& arguments)
{
    const bool isBetween = arguments.has("from") || arguments.has("to");
    int given = isBetween ? 1 : 0;
    for (const auto* const name : { "nodes", "scope", "function", "body" })
        given += arguments.has(name) ? 1 : 0;
    if (given != 1)
        return failAs(ErrorKind::Usage, given == 0 ? "no part is chosen" : "choose one part",
            ", expected nodes, from and to, scope, function or body");
    if (arguments.has("nodes"))
        return regionOfNodes(editing, arguments["nodes"]);
    if (arguments.has("scope")) {
        const auto scope = TRY(arguments.text("scope"));
        auto nodes = TRY(nodesOfScope(editing.model, scope));
        return regionOf(editing.model, std::move(nodes));
    }
    if (arguments.has("function")) {
        const auto function = TRY(functionArgument(editing, arguments));
        return regionOfGraph(editing.model, editing.model.function(function).body);
    }
    if (arguments.has("body")) {
        const auto path = TRY(arguments.text("body"));
        const auto body = TRY(editing.bodyCalled(path));
        return regionOfGraph(editing.model, body);
    }
    const auto graph = TRY(graphArgument(editing, arguments));
    const auto from = TRY(valuesOf(editing, graph, arguments["from"]).within("from"));
    const auto to = TRY(valuesOf(editing, graph, arguments["to"]).within("to"));
    return regionBetween(editing.model, graph, from, to);
}

Result<std::string> extract(Editing& editing, const OperationArguments& arguments)
{
    const auto region = TRY(regionArgument(editing, arguments));
    ExtractionArguments given;
    for (const auto& [name, type] : arguments["types"].members())
        given.types.emplace(name, type.stringOr(""));
    if (arguments.has("attributes"))
        given.attributes = &arguments["attributes"];
    auto made = TRY(extractedModel(editing, region, given));
    auto text = "extracted " + regionText(editing.model, region) + "; "
        + support::countOf(made.initializers, "initializer", "initializers");
    if (made.functions > 0)
        text += ", " + support::countOf(made.functions, "function", "functions");
    for (const auto& note : made.notes)
        text += "; " + note;
    auto& change = editing.change;
    for (auto i = editing.root.fields.size(); i > 0; --i)
        change.remove(editing.root, i - 1);
    for (auto& field : made.root.fields)
        change.insert(editing.root, editing.root.fields.size(), std::move(field));
    return text;
}

} // namespace

std::span<const OperationKind> extractionOperations()
{
    static constexpr std::array kinds {
        OperationKind { "extract",
            "nodes? from? to? scope? function? body? graph? types? attributes?",
            "makes a part the model: nodes, what lies between values, a scope, a function or a "
            "body",
            extract },
    };
    return kinds;
}

} // namespace model::edit
