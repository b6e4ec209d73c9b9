// What follows from two versions of an operator's schema.

#include "model/edit/convert/step.h"

#include "model/inference/type_constraints.h"

#include "model/support/text.h"
#include "model/text_node.h"

#include <algorithm>

namespace model::edit::convert {

using support::quote;
using support::Result;

namespace {

/// The types that a parameter takes.
std::vector<std::string> typesOf(const OperatorSchema& schema, const FormalParameter& parameter)
{
    const auto found = std::ranges::find(schema.constraints, parameter.type, &TypeConstraint::name);
    return found == schema.constraints.end() ? std::vector { parameter.type } : found->types;
}

std::vector<std::string> lostTypes(const OperatorSchema& from, const FormalParameter& before,
    const OperatorSchema& to, const FormalParameter& after)
{
    const auto allowed = typesOf(to, after);
    std::vector<std::string> lost;
    for (auto& type : typesOf(from, before))
        if (std::ranges::find(allowed, type) == allowed.end())
            lost.push_back(std::move(type));
    return lost;
}

bool hasDefault(const AttributeSpec& spec)
{
    return !std::holds_alternative<std::monostate>(spec.defaultValue);
}

/// A number that was a float in one version and is an integer in the other.
std::optional<double> numberOf(const Attribute::Value& value)
{
    if (const auto* const real = std::get_if<float>(&value))
        return *real;
    if (const auto* const integer = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*integer);
    return std::nullopt;
}

/// Attributes hold tensors and graphs, which have no comparison, so only plain values are equal.
bool isSameValue(const Attribute::Value& a, const Attribute::Value& b)
{
    if (const auto number = numberOf(a))
        return number == numberOf(b);
    const auto same = [&]<typename T>(const T*) {
        const auto* const left = std::get_if<T>(&a);
        const auto* const right = std::get_if<T>(&b);
        return left && right && *left == *right;
    };
    return (std::holds_alternative<std::monostate>(a) && std::holds_alternative<std::monostate>(b))
        || same(static_cast<const std::string*>(nullptr))
        || same(static_cast<const std::vector<std::int64_t>*>(nullptr))
        || same(static_cast<const std::vector<float>*>(nullptr))
        || same(static_cast<const std::vector<std::string>*>(nullptr));
}

/// Whether an attribute that the other version does not have can go: it has the value that is meant
/// without it. Old versions had `consumed_inputs`, a hint about memory.
bool isDroppable(const Attribute& attribute, const AttributeSpec* spec)
{
    if (attribute.name == "consumed_inputs")
        return true;
    if (spec == nullptr || !attribute.reference.empty())
        return false;
    if (hasDefault(*spec))
        return isSameValue(attribute.value, spec->defaultValue);
    const auto* const list = std::get_if<std::vector<std::int64_t>>(&attribute.value);
    return attribute.name == "dilations" && list
        && std::ranges::all_of(*list, [](std::int64_t d) { return d == 1; });
}

std::string opsetText(const StepContext& step) { return "opset " + std::to_string(step.opset); }

Result<void> dropLostAttributes(StepContext& step)
{
    const auto attributes = step.node.attributes;
    for (const auto& attribute : attributes) {
        const auto* const after = step.to.attribute(attribute.name);
        const auto* const before = step.from.attribute(attribute.name);
        if (after == nullptr && isDroppable(attribute, before))
            step.node.drop(attribute.name);
        else if (after == nullptr)
            return refuse("attribute ", quote(attribute.name), " is ", attributeText(attribute, 60),
                ", which ", opsetText(step), " cannot express");
        else if (before && before->kind != after->kind && attribute.kind != after->kind)
            return refuse("attribute ", quote(attribute.name), " is of kind ",
                attributeKindName(attribute.kind), " and would have to be of kind ",
                attributeKindName(after->kind));
    }
    return {};
}

Result<void> writeDefaults(StepContext& step)
{
    for (const auto& after : step.to.attributes) {
        if (step.node.attribute(after.name) != nullptr)
            continue;
        const auto* const before = step.from.attribute(after.name);
        if (before && hasDefault(*before) && !isSameValue(before->defaultValue, after.defaultValue)
            && before->kind == after.kind)
            step.node.set(after.name, before->defaultValue);
        else if (after.required)
            return refuse("attribute ", quote(after.name), " is missing, which ", opsetText(step),
                " requires");
    }
    return {};
}

/// The type of a value as ONNX writes it; empty if it is not known.
std::string knownType(const ValueType& type)
{
    const auto* level = &type;
    while (level->inner)
        level = level->inner.get();
    if (level->kind == ValueType::Kind::Unknown
        || (level->element == ElementType::Undefined && level->kind != ValueType::Kind::Opaque))
        return {};
    return onnxTypeText(type);
}

struct Side {
    std::string_view what; ///< `input`
    const std::vector<FormalParameter>& before;
    const std::vector<FormalParameter>& after;
    const std::vector<DraftValue>& values;
};

/// The type of a value; for an output without one, that of an input with the same type variable.
std::string typeAt(const StepContext& step, const Side& side, std::size_t index)
{
    auto type = knownType(step.conversion.typeOf(side.values[index]));
    const auto* const parameter = parameterAt(side.before, index);
    if (!type.empty() || parameter == nullptr || side.what != "output")
        return type;
    for (std::size_t i = 0; i < step.node.inputs.size() && type.empty(); ++i)
        if (const auto* const input = parameterAt(step.from.inputs, i);
            input && input->type == parameter->type && input->isHomogeneous)
            type = knownType(step.type(i));
    return type;
}

Result<void> checkType(const StepContext& step, const Side& side, std::size_t index)
{
    const auto* const before = parameterAt(side.before, index);
    const auto* const after = parameterAt(side.after, index);
    const auto& value = side.values[index];
    if (before && lostTypes(step.from, *before, step.to, *after).empty())
        return {};
    const auto type = typeAt(step, side, index);
    const auto allowed = typesOf(step.to, *after);
    if (std::ranges::find(allowed, type) != allowed.end())
        return {};
    // An output that nothing reads may have any type.
    if (side.what == "output" && value.id.isValid()
        && step.conversion.editing.model.value(value.id).uses.empty()
        && !step.conversion.editing.model.value(value.id).isOutput)
        return {};
    if (type.empty())
        return refuse("the type of ", side.what, " ", quote(after->name), " is not known, and ",
            opsetText(step), " takes fewer types");
    return refuse(side.what, " ", quote(after->name), " is ", type, ", which ", opsetText(step),
        " does not take");
}

Result<void> checkSide(const StepContext& step, const Side& side)
{
    for (std::size_t i = 0; i < side.values.size(); ++i) {
        const auto* const after = parameterAt(side.after, i);
        const bool isGiven = !side.values[i].name.empty();
        if (after == nullptr && isGiven)
            return refuse(side.what, " ", i, ", ", quote(side.values[i].name), ", has no place in ",
                opsetText(step));
        if (after == nullptr)
            continue;
        if (!isGiven && after->option == FormalParameter::Option::Single && side.what == "input")
            return refuse(
                "input ", quote(after->name), " is left out, which ", opsetText(step), " requires");
        if (isGiven)
            TRY(checkType(step, side, i));
    }
    for (auto i = side.values.size(); i < side.after.size(); ++i)
        if (side.after[i].option == FormalParameter::Option::Single && side.what == "input")
            return refuse("input ", quote(side.after[i].name), " is missing, which ",
                opsetText(step), " requires");
    return {};
}

/// Inputs that could have different types before and must have one type now.
Result<void> checkSharedTypes(const StepContext& step)
{
    const auto& inputs = step.node.inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (inputs[i].name.empty() || inputs[j].name.empty())
                continue;
            const auto* const a = parameterAt(step.to.inputs, i);
            const auto* const b = parameterAt(step.to.inputs, j);
            const auto* const x = parameterAt(step.from.inputs, i);
            const auto* const y = parameterAt(step.from.inputs, j);
            if (a == nullptr || b == nullptr || a->type != b->type || !a->isHomogeneous
                || (x && y && x->type == y->type))
                continue;
            const auto first = knownType(step.conversion.typeOf(inputs[j]));
            const auto second = knownType(step.conversion.typeOf(inputs[i]));
            if (first.empty() || first != second)
                return refuse("inputs ", quote(b->name), " and ", quote(a->name), " are ",
                    first.empty() ? "of unknown type" : first, " and ",
                    second.empty() ? "of unknown type" : second, ", but ", opsetText(step),
                    " takes one type");
        }
    }
    return {};
}

bool areRenamed(const std::vector<FormalParameter>& a, const std::vector<FormalParameter>& b)
{
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (a[i].name != b[i].name)
            return true;
    return false;
}

} // namespace

bool canCarryOver(const OperatorSchema& from, const OperatorSchema& to)
{
    if (to.isDeprecated || areRenamed(from.inputs, to.inputs))
        return false;
    return std::ranges::none_of(to.attributes, [&](const AttributeSpec& after) {
        const auto* const before = from.attribute(after.name);
        return after.required && before == nullptr;
    });
}

Result<void> carryOver(StepContext& step)
{
    TRY(dropLostAttributes(step));
    TRY(writeDefaults(step));
    step.node.trimInputs();
    TRY(checkSide(step, { "input", step.from.inputs, step.to.inputs, step.node.inputs }));
    TRY(checkSide(step, { "output", step.from.outputs, step.to.outputs, step.node.outputs }));
    return checkSharedTypes(step);
}

std::string carryOverText(const OperatorSchema& from, const OperatorSchema& to)
{
    if (!canCarryOver(from, to))
        return to.isDeprecated ? "no: deprecated" : "no: other inputs or attributes";
    std::vector<std::string> parts;
    for (const auto& before : from.attributes) {
        const auto* const after = to.attribute(before.name);
        if (after == nullptr && before.name != "consumed_inputs")
            parts.push_back(
                "if " + before.name + (hasDefault(before) ? " has its default" : " is left out"));
        else if (after && hasDefault(before)
            && !isSameValue(before.defaultValue, after->defaultValue) && before.kind == after->kind)
            parts.push_back("writes the default of " + before.name);
    }
    bool losesTypes = false;
    const auto side = [&](const auto& before, const auto& after) {
        for (std::size_t i = 0; i < before.size(); ++i)
            if (const auto* const now = parameterAt(after, i); now == nullptr)
                parts.push_back("if " + before[i].name + " is left out");
            else if (!lostTypes(from, before[i], to, *now).empty())
                losesTypes = true;
            else if (before[i].option == FormalParameter::Option::Optional
                && now->option == FormalParameter::Option::Single)
                parts.push_back("if " + before[i].name + " is given");
    };
    side(from.inputs, to.inputs);
    side(from.outputs, to.outputs);
    if (losesTypes)
        parts.emplace_back("if it has the types");
    return parts.empty() ? "same" : support::joined(parts, ", ");
}

} // namespace model::edit::convert
