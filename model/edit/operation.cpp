#include "model/edit/operation.h"

#include "model/support/text.h"

#include <algorithm>

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::quote;
using support::Result;

namespace {

std::vector<OperationKind> allKinds()
{
    std::vector<OperationKind> kinds;
    for (const auto& some :
        { newNodeOperations(), nodeOperations(), attributeOperations(), renameOperations(),
            interfaceOperations(), initializerOperations(), modelOperations(), functionOperations(),
            dimensionOperations(), batchOperations(), extractionOperations(), joiningOperations(),
            inliningOperations(), cleaningOperations(), strippingOperations(), foldingOperations(),
            repairOperations(), convertOperations(), quantisationOperations() })
        kinds.insert(kinds.end(), some.begin(), some.end());
    return kinds;
}

/// Checks that the required arguments are there and that no other is.
Result<void> checkArguments(const OperationKind& kind, const JsonValue& arguments)
{
    std::vector<std::string_view> known;
    for (auto parameter : support::split(kind.parameters, ' ')) {
        if (parameter.empty())
            continue; // of an operation without arguments
        const bool isOptional = parameter.ends_with('?');
        if (isOptional)
            parameter.remove_suffix(1);
        known.push_back(parameter);
        if (!isOptional && !arguments.has(parameter))
            return failAs(ErrorKind::Usage, "the argument ", parameter, " is missing, expected ",
                kind.parameters);
    }
    for (const auto& [name, value] : arguments.members())
        if (name != "op" && name != "text" && std::ranges::find(known, name) == known.end())
            return failAs(ErrorKind::Usage, "there is no argument ", quote(name), ", expected ",
                kind.parameters.empty() ? "none" : kind.parameters);
    return {};
}

Result<Operation> operationOf(const JsonValue& json)
{
    const auto name = json["op"].string();
    if (!name)
        return failAs(ErrorKind::Usage, "an operation has no member \"op\" with its name");
    if (operationKind(*name) == nullptr)
        return failAs(ErrorKind::Usage, "there is no operation ", quote(*name),
            "; `edit --list-operations` lists them");
    return Operation { std::string(*name), json };
}

void write(JsonWriter& json, const JsonValue& value) // NOLINT(misc-no-recursion): depth is limited
                                                     // by parseJson
{
    switch (value.kind()) {
    case JsonValue::Kind::Null:
        json.null();
        return;
    case JsonValue::Kind::Bool:
        json.value(value.booleanOr(false));
        return;
    case JsonValue::Kind::Number:
        if (const auto integer = value.integer())
            json.value(*integer);
        else
            json.value(value.numberOr(0));
        return;
    case JsonValue::Kind::String:
        json.value(*value.string());
        return;
    case JsonValue::Kind::Array:
        json.beginArray();
        for (const auto& item : value.items())
            write(json, item);
        json.endArray();
        return;
    case JsonValue::Kind::Object:
        json.beginObject();
        for (const auto& [name, member] : value.members()) {
            json.key(name);
            write(json, member);
        }
        json.endObject();
        return;
    }
}

Result<std::vector<Operation>> operationsOfLines(std::string_view script)
{
    std::vector<Operation> operations;
    for (const auto line : support::split(script, '\n')) {
        if (support::trimmed(line).empty())
            continue;
        auto json = support::parseJson(line, { 100 });
        const auto where = "operation " + std::to_string(operations.size() + 1);
        if (!json)
            return std::move(json).error().as(ErrorKind::Usage).within(where);
        operations.push_back(TRY(operationOf(*json).within(where)));
    }
    return operations;
}

} // namespace

std::span<const OperationKind> operationKinds()
{
    static const auto kinds = allKinds();
    return kinds;
}

const OperationKind* operationKind(std::string_view name)
{
    const auto kinds = operationKinds();
    const auto found = std::ranges::find(kinds, name, &OperationKind::name);
    return found == kinds.end() ? nullptr : &*found;
}

Result<std::vector<Operation>> operationsFrom(std::string_view script)
{
    auto json = support::parseJson(script, { 100 });
    if (!json && support::trimmed(script).starts_with('['))
        return std::move(json).error().as(ErrorKind::Usage);
    if (!json)
        return operationsOfLines(script);
    std::vector<Operation> operations;
    if (json->kind() != JsonValue::Kind::Array) {
        operations.push_back(TRY(operationOf(*json)));
        return operations;
    }
    for (const auto& item : json->items())
        operations.push_back(
            TRY(operationOf(item).within("operation " + std::to_string(operations.size() + 1))));
    return operations;
}

std::string textOf(const Operation& operation)
{
    return support::jsonLine([&](JsonWriter& json) {
        json.member("op", operation.name);
        for (const auto& [name, value] : operation.arguments.members()) {
            if (name == "op")
                continue;
            json.key(name);
            write(json, value);
        }
    });
}

Result<std::string> apply(Editing& editing, const Operation& operation)
{
    const auto* const kind = operationKind(operation.name);
    if (kind == nullptr)
        return failAs(ErrorKind::Usage, "there is no operation ", quote(operation.name));
    TRY(checkArguments(*kind, operation.arguments).within(operation.name));
    return kind->apply(editing, OperationArguments(operation.arguments)).within(operation.name);
}

} // namespace model::edit
