#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/onnx/wire_index.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::FunctionProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

std::vector<NodeId> callsOf(const Model& model, FunctionId function)
{
    std::vector<NodeId> calls;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (model.nodes[i].function == function)
            calls.emplace_back(i);
    return calls;
}

Result<std::string> removeFunction(Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("function"));
    const auto function = TRY(editing.functionCalled(name));
    for (const auto call : callsOf(editing.model, function))
        return failAs(ErrorKind::Usage, describe(editing.model, call), " calls ", quote(name));
    const auto position
        = positionOf(editing.root, ModelProto::kFunctionsFieldNumber, function.value());
    editing.change.remove(editing.root, *position);
    return "removed function " + quote(name);
}

Result<std::string> addFunction(Editing& editing, const OperationArguments& arguments)
{
    const auto name = TRY(arguments.text("function"));
    const auto path = editing.folder / std::filesystem::path(TRY(arguments.text("file")));
    if (editing.functionCalled(name))
        return failAs(ErrorKind::Usage, "the model has a function ", quote(name), " already");
    const auto file = TRY(support::MappedFile::open(path));
    const auto& rule = onnx::messageRule("ModelProto");
    TRY(onnx::indexWire({ file->bytes(), 0 }, rule).within(support::sanitise(path.string())));
    const auto other = TRY(messageOf(file->bytes(), rule, 0, file));
    for (const auto position : positionsOf(other, ModelProto::kFunctionsFieldNumber)) {
        const auto& field = other.fields[position];
        const auto domain = textIn(field, FunctionProto::kDomainFieldNumber);
        auto called = (domain.empty() ? "" : std::string(domain) + ".")
            + std::string(textIn(field, FunctionProto::kNameFieldNumber));
        if (const auto overload = textIn(field, FunctionProto::kOverloadFieldNumber);
            !overload.empty())
            called += ":" + std::string(overload);
        if (called != name)
            continue;
        editing.change.append(editing.root, copyOf(field));
        return "added function " + quote(name) + " from " + support::sanitise(path.string());
    }
    return failAs(
        ErrorKind::Usage, support::sanitise(path.string()), " has no function ", quote(name));
}

struct FunctionField {
    std::string_view name;
    std::uint32_t number; ///< of FunctionProto
    std::uint32_t ofCall; ///< of NodeProto
};
constexpr std::array functionNameFields {
    FunctionField { "name", FunctionProto::kNameFieldNumber, NodeProto::kOpTypeFieldNumber },
    FunctionField { "domain", FunctionProto::kDomainFieldNumber, NodeProto::kDomainFieldNumber },
    FunctionField {
        "overload", FunctionProto::kOverloadFieldNumber, NodeProto::kOverloadFieldNumber },
};

bool isSameFunction(const Function& function, const Function& other, std::string_view field,
    const std::string& value)
{
    const auto& domain = field == "domain" ? value : function.domain;
    const auto& name = field == "name" ? value : function.name;
    const auto& overload = field == "overload" ? value : function.overload;
    return other.domain == domain && other.name == name && other.overload == overload;
}

/// Adds an import of the domain where the calls are.
Result<void> importForCalls(
    Editing& editing, const std::vector<NodeId>& calls, const std::string& domain)
{
    std::vector<GraphId> done;
    for (const auto call : calls) {
        const auto root = editing.rootOf(editing.model.node(call).graph);
        if (editing.model.opset(domain, root) != 0 || std::ranges::find(done, root) != done.end())
            continue;
        done.push_back(root);
        onnx_pb::OperatorSetIdProto import;
        import.set_domain(domain);
        import.set_version(1);
        if (editing.model.graph(root).role == Graph::Role::FunctionBody)
            editing.change.append(*TRY(editing.graphMessage(root)),
                messageField(FunctionProto::kOpsetImportFieldNumber, import));
        else
            editing.change.append(
                editing.root, messageField(ModelProto::kOpsetImportFieldNumber, import));
    }
    return {};
}

Result<std::string> setFunctionField(Editing& editing, const OperationArguments& arguments)
{
    const auto shown = TRY(arguments.text("function"));
    const auto id = TRY(editing.functionCalled(shown));
    const auto wanted = TRY(arguments.text("field"));
    const auto value = TRY(arguments.text("value"));
    const auto field = std::ranges::find(functionNameFields, wanted, &FunctionField::name);
    if (field == functionNameFields.end())
        return failAs(ErrorKind::Usage, "there is no field ", quote(wanted),
            ", expected name, domain or overload");
    if (wanted == "name" && value.empty())
        return failAs(ErrorKind::Usage, "the name of a function is empty");
    const auto& function = editing.model.function(id);
    if (std::ranges::any_of(editing.model.functions,
            [&](const Function& other) { return isSameFunction(function, other, wanted, value); }))
        return failAs(ErrorKind::Usage, "the model has a function of this name already");
    const auto calls = callsOf(editing.model, id);
    editing.change.setText(*TRY(editing.functionMessage(id)), field->number, value);
    for (const auto call : calls)
        editing.change.setText(*TRY(editing.nodeMessage(call)), field->ofCall, value);
    if (wanted == "domain")
        TRY(importForCalls(editing, calls, value));
    return "set the " + wanted + " of function " + quote(shown) + " to " + quote(value) + " ("
        + support::countOf(calls.size(), "call", "calls") + ")";
}

} // namespace

std::span<const OperationKind> functionOperations()
{
    static constexpr std::array kinds {
        OperationKind { "addFunction", "function file",
            "copies a function, `domain.name`, from another model", addFunction },
        OperationKind {
            "removeFunction", "function", "removes a function that nothing calls", removeFunction },
        OperationKind { "setFunctionField", "function field value",
            "sets name, domain or overload of a function; its calls follow", setFunctionField },
    };
    return kinds;
}

} // namespace model::edit
