#include "model/edit/editing.h"

#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <onnx/onnx.pb.h>

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

using onnx_pb::AttributeProto;
using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;

constexpr GraphFields graphFields { GraphProto::kNodeFieldNumber, GraphProto::kInputFieldNumber,
    GraphProto::kOutputFieldNumber, GraphProto::kValueInfoFieldNumber,
    GraphProto::kDocStringFieldNumber, GraphProto::kMetadataPropsFieldNumber, true };
constexpr GraphFields functionFields { FunctionProto::kNodeFieldNumber,
    FunctionProto::kInputFieldNumber, FunctionProto::kOutputFieldNumber,
    FunctionProto::kValueInfoFieldNumber, FunctionProto::kDocStringFieldNumber,
    FunctionProto::kMetadataPropsFieldNumber, false };

support::Error lost(std::string_view what)
{
    return failAs(ErrorKind::Failed, what, " is not found in the file any more");
}

/// The message of the `index`-th field of a number.
Result<Message*> openNth(Change& change, Message& message, std::uint32_t number, std::size_t index,
    std::string_view what)
{
    const auto position = positionOf(message, number, index);
    if (!position)
        return lost(what);
    return change.open(message, *position);
}

/// Where a graph is among the attributes of its node: the attribute, and the index in its list.
struct AttributePlace {
    std::size_t attribute = 0;
    std::optional<std::size_t> index; ///< of an attribute with several graphs
};

std::optional<AttributePlace> placeOf(const Node& owner, GraphId graph)
{
    for (std::size_t i = 0; i < owner.attributes.size(); ++i) {
        const auto& value = owner.attributes[i].value;
        if (const auto* const one = std::get_if<GraphId>(&value); one && *one == graph)
            return AttributePlace { i, std::nullopt };
        if (const auto* const several = std::get_if<std::vector<GraphId>>(&value)) {
            const auto found = std::ranges::find(*several, graph);
            if (found != several->end())
                return AttributePlace { i, static_cast<std::size_t>(found - several->begin()) };
        }
    }
    return std::nullopt;
}

std::string functionName(const Function& function)
{
    return (function.domain.empty() ? "" : function.domain + ".") + function.name
        + (function.overload.empty() ? "" : ":" + function.overload);
}

} // namespace

GraphFields Editing::fieldsOf(GraphId graph) const
{
    return model.graph(graph).role == Graph::Role::FunctionBody ? functionFields : graphFields;
}

Result<Message*> Editing::functionMessage(FunctionId function)
{
    return openNth(
        change, root, ModelProto::kFunctionsFieldNumber, function.value(), "the function");
}

Result<Message*> Editing::graphMessage(GraphId id)
{
    // From the graph outwards, then back inwards.
    std::vector<GraphId> path { id };
    while (model.graph(path.back()).owner.isValid())
        path.push_back(model.graph(path.back()).parent);
    const auto& outermost = model.graph(path.back());
    Message* message = nullptr;
    if (outermost.role == Graph::Role::FunctionBody)
        message = TRY(functionMessage(outermost.function));
    else
        message = TRY(change.openOnly(root, ModelProto::kGraphFieldNumber));
    for (path.pop_back(); !path.empty(); path.pop_back()) {
        const auto& graph = model.graph(path.back());
        const auto& owner = model.node(graph.owner);
        const auto place = placeOf(owner, graph.id);
        if (!place)
            return lost("the graph");
        message = TRY(
            openNth(change, *message, fieldsOf(graph.parent).node, owner.position, "the node"));
        message = TRY(openNth(
            change, *message, NodeProto::kAttributeFieldNumber, place->attribute, "the attribute"));
        if (place->index)
            message = TRY(openNth(
                change, *message, AttributeProto::kGraphsFieldNumber, *place->index, "the graph"));
        else
            message = TRY(change.openOnly(*message, AttributeProto::kGFieldNumber));
    }
    return message;
}

Result<Message*> Editing::nodeMessage(NodeId id)
{
    const auto& node = model.node(id);
    auto* const graph = TRY(graphMessage(node.graph));
    return openNth(change, *graph, fieldsOf(node.graph).node, node.position, "the node");
}

Result<NodeId> Editing::nodeCalled(std::string_view wanted) const
{
    NodeId found;
    std::size_t count = 0;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (!wanted.empty() && model.nodes[i].name == wanted) {
            found = NodeId(i);
            ++count;
        }
    if (count == 1)
        return found;
    // A path ends with the position in its graph, so few paths must be made.
    const auto bracket = wanted.rfind('[');
    const auto position = bracket != std::string_view::npos && wanted.ends_with(']')
        ? support::numberFrom<std::uint32_t>(
            wanted.substr(bracket + 1, wanted.size() - bracket - 2))
        : std::nullopt;
    for (std::size_t i = 0; position && i < model.nodes.size(); ++i)
        if (model.nodes[i].position == *position && nodePath(model, NodeId(i)) == wanted)
            return NodeId(i);
    if (count > 1)
        return failAs(ErrorKind::Usage, support::countOf(count, "node", "nodes"), " are called ",
            quote(wanted), "; give the path of one, such as ", nodePath(model, found));
    return failAs(ErrorKind::Usage, "no node is called ", quote(wanted),
        "; `inspect MODEL --nodes` lists them");
}

Result<GraphId> Editing::graphCalled(std::string_view path) const
{
    for (const auto& graph : model.graphs)
        if (graphPath(model, graph.id) == path)
            return graph.id;
    return failAs(ErrorKind::Usage, "no graph is at ", quote(path),
        ", expected a path such as graph, graph/node[3]/then_branch or function domain.name");
}

Result<GraphId> Editing::bodyCalled(std::string_view wanted) const
{
    if (const auto graph = graphCalled(wanted))
        return graph;
    const auto slash = wanted.rfind('/');
    if (slash == std::string_view::npos)
        return failAs(ErrorKind::Usage, quote(wanted),
            " names no body, expected NODE/ATTRIBUTE such as loop1/body");
    const auto node = TRY(nodeCalled(wanted.substr(0, slash)));
    const auto attribute = wanted.substr(slash + 1);
    for (const auto& graph : model.graphs)
        if (graph.owner == node && graph.ownerAttribute == attribute)
            return graph.id;
    return failAs(ErrorKind::Usage, describe(model, node), " has no body ", quote(attribute));
}

Result<FunctionId> Editing::functionCalled(std::string_view wanted) const
{
    for (std::size_t i = 0; i < model.functions.size(); ++i)
        if (functionName(model.functions[i]) == wanted)
            return FunctionId(i);
    return failAs(ErrorKind::Usage, "no function is called ", quote(wanted), "; the model has ",
        model.functions.empty()
            ? "none"
            : support::joined(model.functions, ", ",
                [](const Function& function) { return quote(functionName(function)); }));
}

Result<ValueId> Editing::valueOf(GraphId graph, std::string_view name) const
{
    ValueId found;
    for (const auto id : model.graph(graph).values) {
        if (model.value(id).name != name || name.empty())
            continue;
        if (found.isValid())
            return failAs(ErrorKind::Usage, "two values of ", graphPath(model, graph),
                " are called ", quote(name), ", so it is not clear which one is meant");
        found = id;
    }
    if (found.isValid())
        return found;
    return failAs(ErrorKind::Usage, "no value of ", graphPath(model, graph), " is called ",
        quote(name), "; `inspect MODEL --values` lists them");
}

Result<ValueId> Editing::visibleValue(GraphId graph, std::string_view name) const
{
    for (auto at = graph; at.isValid(); at = model.graph(at).parent)
        for (const auto id : model.graph(at).values)
            if (model.value(id).name == name && model.value(id).isDefined)
                return id;
    return failAs(ErrorKind::Usage, "no value that ", graphPath(model, graph),
        " can read is called ", quote(name));
}

GraphId Editing::rootOf(GraphId graph) const
{
    while (model.graph(graph).parent.isValid())
        graph = model.graph(graph).parent;
    return graph;
}

template <typename Visit>
void Editing::visitNames(GraphId anyGraphOfRoot, Names which, Visit visit) const
{
    const auto root = rootOf(anyGraphOfRoot);
    std::vector<bool> isInside(model.graphs.size());
    // A nested graph has a higher id than the graph around it, so one pass suffices.
    for (const auto& graph : model.graphs) {
        isInside[graph.id.value()]
            = graph.id == root || (graph.parent.isValid() && isInside[graph.parent.value()]);
        if (isInside[graph.id.value()])
            for (const auto value : graph.values)
                if (which == Names::All || model.value(value).isDefined)
                    visit(model.value(value).name);
    }
}

std::unordered_set<std::string> Editing::namesIn(
    GraphId anyGraphOfRoot, Names which, std::string_view start) const
{
    std::unordered_set<std::string> names;
    visitNames(anyGraphOfRoot, which, [&](const std::string& name) {
        if (name.starts_with(start))
            names.insert(name);
    });
    return names;
}

Result<void> Editing::checkFree(GraphId graph, std::string_view name, Names which) const
{
    if (name.empty())
        return failAs(ErrorKind::Usage, "the name is empty, expected a name for a value");
    bool isTaken = false;
    visitNames(graph, which, [&](const std::string& other) { isTaken |= other == name; });
    if (!isTaken)
        return {};
    return failAs(ErrorKind::Usage, "the name ", quote(name),
        " is taken by another value, in this graph, one around it or a body in it");
}

Result<std::string> Editing::ensureImport(
    GraphId graph, const std::string& domain, std::int64_t version)
{
    // The snapshot has assumed imports too, so the file is asked.
    if (version == 0)
        version = std::max<std::int64_t>(OperatorRegistry::instance().newestOpset(domain), 1);
    onnx_pb::OperatorSetIdProto import;
    import.set_domain(domain);
    import.set_version(version);
    const auto outermost = rootOf(graph);
    const bool isFunction = model.graph(outermost).role == Graph::Role::FunctionBody;
    auto* const message = isFunction ? TRY(graphMessage(outermost)) : &root;
    const auto number = isFunction
        ? static_cast<std::uint32_t>(FunctionProto::kOpsetImportFieldNumber)
        : static_cast<std::uint32_t>(ModelProto::kOpsetImportFieldNumber);
    const auto shown = quote(domain.empty() ? "ai.onnx" : domain);
    for (const auto position : positionsOf(*message, number)) {
        const auto imported
            = textIn(message->fields[position], onnx_pb::OperatorSetIdProto::kDomainFieldNumber);
        if (imported == domain || (domain.empty() && imported == "ai.onnx"))
            return std::string();
    }
    change.append(*message, bytesField(number, import.SerializeAsString()));
    return ", and the import of " + shown + " " + std::to_string(version);
}

Result<std::size_t> Editing::removeTypes(
    GraphId graph, const std::function<bool(std::string_view)>& isRemoved)
{
    auto& message = *TRY(graphMessage(graph));
    std::size_t removed = 0;
    auto positions = positionsOf(message, fieldsOf(graph).valueInfo);
    for (; !positions.empty(); positions.pop_back())
        if (isRemoved(textIn(
                message.fields[positions.back()], onnx_pb::ValueInfoProto::kNameFieldNumber))) {
            change.remove(message, positions.back());
            ++removed;
        }
    return removed;
}

Result<std::string> OperationArguments::text(std::string_view name) const
{
    if (const auto text = m_json[name].string())
        return std::string(*text);
    return failAs(ErrorKind::Usage, name, " is no text");
}

Result<std::int64_t> OperationArguments::integer(std::string_view name) const
{
    if (const auto integer = m_json[name].integer())
        return *integer;
    return failAs(ErrorKind::Usage, name, " is no whole number");
}

Result<std::size_t> OperationArguments::positionUpTo(std::string_view name, std::size_t end) const
{
    if (!has(name))
        return end;
    const auto value = TRY(integer(name));
    if (value < 0 || static_cast<std::uint64_t>(value) > end)
        return failAs(ErrorKind::Usage, name, " is ", value, ", expected 0 to ", end);
    return static_cast<std::size_t>(value);
}

Result<std::string> domainArgument(const OperationArguments& arguments)
{
    if (!arguments.has("domain"))
        return std::string();
    auto domain = TRY(arguments.text("domain"));
    return domain == "ai.onnx" ? std::string() : domain;
}

Result<GraphId> graphArgument(const Editing& editing, const OperationArguments& arguments)
{
    if (!arguments.has("graph"))
        return editing.model.main().id;
    const auto path = TRY(arguments.text("graph"));
    return editing.graphCalled(path);
}

Result<ValueId> valueArgument(const Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("value"));
    const auto graph = TRY(graphArgument(editing, arguments));
    const auto& values = editing.model.values;
    const auto isCalled = [&](const Value& value) { return value.name == name; };
    const bool isInGraph = std::ranges::any_of(
        values, [&](const Value& value) { return value.graph == graph && isCalled(value); });
    if (!arguments.has("graph") && !isInGraph && std::ranges::count_if(values, isCalled) == 1)
        return ValueId(
            static_cast<std::size_t>(std::ranges::find_if(values, isCalled) - values.begin()));
    return editing.valueOf(graph, name);
}

Result<NodeId> nodeArgument(const Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("node"));
    return editing.nodeCalled(name);
}

Result<FunctionId> functionArgument(const Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("function"));
    return editing.functionCalled(name);
}

Result<ValueId> mainValueArgument(const Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("value"));
    return editing.valueOf(editing.model.main().id, name);
}

} // namespace model::edit
