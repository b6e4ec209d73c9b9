#include "model/inference/type_constraints.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace model {

namespace {

bool isComplete(const ValueType& type)
{
    const auto* level = &type;
    while (level->inner)
        level = level->inner.get();
    return level->kind != ValueType::Kind::Unknown && level->element != ElementType::Undefined;
}

const TypeConstraint* constraintOf(const OperatorSchema& schema, const FormalParameter& parameter)
{
    const auto found = std::ranges::find(schema.constraints, parameter.type, &TypeConstraint::name);
    return found == schema.constraints.end() ? nullptr : &*found;
}

bool isAllowed(
    const OperatorSchema& schema, const FormalParameter& parameter, const std::string& type)
{
    const auto* constraint = constraintOf(schema, parameter);
    if (constraint == nullptr)
        return parameter.type == type;
    return std::ranges::find(constraint->types, type) != constraint->types.end();
}

/// Returns the first later version that accepts the type; null if there is none.
const OperatorSchema* laterVersionTaking(
    const OperatorSchema& schema, std::size_t input, const std::string& type)
{
    const auto& registry = OperatorRegistry::instance();
    const auto newest = registry.newestOpset(schema.domain);
    for (auto opset = std::int64_t(schema.sinceVersion) + 1; opset <= newest; ++opset) {
        const auto* later = registry.find(schema.domain, schema.name, opset);
        const auto* parameter = later != nullptr ? parameterAt(later->inputs, input) : nullptr;
        if (parameter != nullptr && isAllowed(*later, *parameter, type))
            return later;
    }
    return nullptr;
}

std::string shown(std::string_view type)
{
    constexpr std::string_view prefix = "tensor(";
    const auto isTensor = type.starts_with(prefix) && type.ends_with(')');
    return std::string(
        isTensor ? type.substr(prefix.size(), type.size() - prefix.size() - 1) : type);
}

std::string allowedText(const OperatorSchema& schema, const FormalParameter& parameter)
{
    constexpr std::size_t shownTypes = 8;
    const auto* constraint = constraintOf(schema, parameter);
    if (constraint == nullptr)
        return shown(parameter.type);
    std::string text;
    for (std::size_t i = 0; i < constraint->types.size() && i < shownTypes; ++i)
        text += (i == 0 ? "" : ", ") + shown(constraint->types[i]);
    return constraint->types.size() > shownTypes ? text + " ..." : text;
}

InferenceFinding finding(std::string code, std::size_t input, std::string message)
{
    return { support::Severity::Error, InferenceFinding::Place::Input, input, std::move(code),
        std::move(message), {} };
}

/// Returns the kind of a type: `seq` of `seq(tensor(float))`.
std::string_view kindOf(std::string_view type) { return type.substr(0, type.find('(')); }

/// True if the operator accepts no type of this kind (tensor, sequence, map ...) here.
bool isOtherKind(
    const OperatorSchema& schema, const FormalParameter& parameter, std::string_view type)
{
    const auto* constraint = constraintOf(schema, parameter);
    if (constraint == nullptr)
        return kindOf(parameter.type) != kindOf(type);
    return std::ranges::none_of(constraint->types,
        [&](const std::string& allowed) { return kindOf(allowed) == kindOf(type); });
}

InferenceFinding notAllowed(const OperatorSchema& schema, std::size_t input,
    const FormalParameter& parameter, const std::string& type)
{
    const auto version = std::to_string(schema.sinceVersion);
    auto result = finding(isOtherKind(schema, parameter, type) ? "input-kind" : "input-type", input,
        "is " + shown(type) + ", but " + schema.name + " of version " + version + " takes "
            + allowedText(schema, parameter));
    if (const auto* later = laterVersionTaking(schema, input, type)) {
        result.severity = support::Severity::Warning;
        result.advice = "the operator takes this type from opset "
            + std::to_string(later->sinceVersion) + " on";
    }
    return result;
}

/// Returns the first later version in which the two inputs may have different types; null if there
/// is none.
const OperatorSchema* laterVersionApart(
    const OperatorSchema& schema, std::size_t first, std::size_t input, const std::string& type)
{
    const auto* later = laterVersionTaking(schema, input, type);
    if (later == nullptr)
        return nullptr;
    const auto* other = parameterAt(later->inputs, first);
    return other != nullptr && other->type != parameterAt(later->inputs, input)->type ? later
                                                                                      : nullptr;
}

struct FirstUse {
    std::size_t input;
    std::string type;
};

InferenceFinding mismatch(
    const OperatorSchema& schema, std::size_t input, const std::string& type, const FirstUse& first)
{
    const auto* parameter = parameterAt(schema.inputs, input);
    auto result = finding("input-type-mismatch", input,
        "is " + shown(type) + ", but input " + std::to_string(first.input) + " is "
            + shown(first.type) + ", and both must have the same type (" + parameter->type + ")");
    if (const auto* later = laterVersionApart(schema, first.input, input, type)) {
        result.severity = support::Severity::Warning;
        result.advice = "the operator takes two types from opset "
            + std::to_string(later->sinceVersion) + " on";
    }
    return result;
}

} // namespace

const FormalParameter* parameterAt(std::span<const FormalParameter> parameters, std::size_t index)
{
    if (index < parameters.size())
        return &parameters[index];
    const auto isEndless
        = !parameters.empty() && parameters.back().option == FormalParameter::Option::Variadic;
    return isEndless ? &parameters.back() : nullptr;
}

std::vector<InferenceFinding> checkInputTypes(
    const OperatorSchema& schema, std::span<const InferenceArgument> inputs)
{
    std::vector<InferenceFinding> findings;
    std::map<std::string, FirstUse> bound;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto* parameter = parameterAt(schema.inputs, i);
        if (parameter == nullptr || !inputs[i].isPresent || !isComplete(inputs[i].type))
            continue;
        auto type = onnxTypeText(inputs[i].type);
        const auto isShared
            = parameter->isHomogeneous && constraintOf(schema, *parameter) != nullptr;
        const auto [first, isNew] = isShared
            ? bound.try_emplace(parameter->type, FirstUse { i, type })
            : std::pair { bound.end(), true };
        if (!isNew && first->second.type != type)
            findings.push_back(mismatch(schema, i, type, first->second));
        else if (!isAllowed(schema, *parameter, type))
            findings.push_back(notAllowed(schema, i, *parameter, type));
    }
    return findings;
}

void fillOutputElements(const OperatorSchema& schema, std::span<const InferenceArgument> inputs,
    std::vector<InferenceArgument>& outputs)
{
    std::map<std::string, ElementType> bound;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto* parameter = parameterAt(schema.inputs, i);
        if (parameter != nullptr && inputs[i].isPresent && inputs[i].type.isTensor())
            bound.try_emplace(parameter->type, inputs[i].type.element);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto* parameter = parameterAt(schema.outputs, i);
        if (parameter == nullptr || outputs[i].type.kind != ValueType::Kind::Unknown)
            continue;
        if (const auto shared = bound.find(parameter->type); shared != bound.end())
            outputs[i].type = ValueType::tensor(shared->second);
        else if (const auto fixed = elementTypeFromName(parameter->type))
            outputs[i].type = ValueType::tensor(*fixed);
    }
}

} // namespace model
