#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/operator.h"
#include "model/support/text.h"
#include "model/text_node.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::AttributeProto;
using onnx_pb::NodeProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// The kind of an attribute: as given, as it is, as the operator has it, or as the value looks.
Result<AttributeKind> kindFor(
    const Node& node, const std::string& name, const OperationArguments& arguments)
{
    const auto* const before = node.attribute(name);
    const auto* const spec = node.schema ? node.schema->attribute(name) : nullptr;
    if (node.schema && !spec && !before)
        return failAs(ErrorKind::Usage, node.type, " has no attribute ", quote(name), "; it has ",
            support::joined(node.schema->attributes, ", ", &AttributeSpec::name));
    auto kind = kindOf(arguments["value"]);
    if (spec)
        kind = spec->kind;
    else if (before && before->kind != AttributeKind::Undefined)
        kind = before->kind;
    if (!arguments.has("kind"))
        return kind;
    const auto kindName = TRY(arguments.text("kind"));
    const auto given = TRY(attributeKindFrom(kindName));
    if (spec && given != spec->kind)
        return failAs(ErrorKind::Usage, "attribute ", quote(name), " of ", node.type,
            " is of kind ", attributeKindName(spec->kind), ", not ", attributeKindName(given));
    return given;
}

bool isValueField(std::uint32_t number)
{
    return number != AttributeProto::kNameFieldNumber
        && number != AttributeProto::kDocStringFieldNumber
        && onnx::messageRule("AttributeProto").field(number) != nullptr;
}

/// Replaces the value of an attribute. Its name, doc string and unknown fields stay.
void replaceValue(
    Change& change, Message& attribute, AttributeKind kind, std::vector<Field> valueFields)
{
    for (auto i = attribute.fields.size(); i > 0; --i)
        if (isValueField(attribute.fields[i - 1].number))
            change.remove(attribute, i - 1);
    for (auto& field : valueFields)
        change.append(attribute, std::move(field));
    change.append(
        attribute, integerField(AttributeProto::kTypeFieldNumber, static_cast<std::int64_t>(kind)));
}

Result<std::string> setAttribute(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto& node = editing.model.node(id);
    const auto name = TRY(arguments.text("name"));
    const auto kind = TRY(kindFor(node, name, arguments));
    auto fields = TRY(attributeValueFields(kind, arguments["value"], editing.folder)
                          .within("attribute " + quote(name)));
    auto& message = *TRY(editing.nodeMessage(id));
    const auto before = std::ranges::find(node.attributes, name, &Attribute::name);
    Message* attribute = nullptr;
    if (before != node.attributes.end()) {
        const auto index = static_cast<std::size_t>(before - node.attributes.begin());
        attribute = TRY(editing.change.open(
            message, *positionOf(message, NodeProto::kAttributeFieldNumber, index)));
    } else {
        AttributeProto proto;
        proto.set_name(name);
        editing.change.append(message, messageField(NodeProto::kAttributeFieldNumber, proto));
        attribute = TRY(editing.change.open(
            message, positionsOf(message, NodeProto::kAttributeFieldNumber).back()));
    }
    replaceValue(editing.change, *attribute, kind, std::move(fields));
    return "set attribute " + quote(name) + " of " + describe(editing.model, id);
}

Result<std::string> removeAttribute(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(nodeArgument(editing, arguments));
    const auto& node = editing.model.node(id);
    const auto name = TRY(arguments.text("name"));
    const auto found = std::ranges::find(node.attributes, name, &Attribute::name);
    if (found == node.attributes.end())
        return failAs(
            ErrorKind::Usage, describe(editing.model, id), " has no attribute ", quote(name));
    const auto index = static_cast<std::size_t>(found - node.attributes.begin());
    auto& message = *TRY(editing.nodeMessage(id));
    editing.change.remove(message, *positionOf(message, NodeProto::kAttributeFieldNumber, index));
    return "removed attribute " + quote(name) + " of " + describe(editing.model, id);
}

} // namespace

std::span<const OperationKind> attributeOperations()
{
    static constexpr std::array kinds {
        OperationKind { "setAttribute", "node name value kind?",
            "sets an attribute: a number, a text, a list of them, or a tensor (type, shape and "
            "values, fill or file)",
            setAttribute },
        OperationKind { "removeAttribute", "node name",
            "removes an attribute, so that its default counts", removeAttribute },
    };
    return kinds;
}

} // namespace model::edit
