#include "engine/plugins/step_answers.h"

#include "model/inference/type_constraints.h"
#include "model/support/text.h"
#include "model/text_node.h"

#include <algorithm>

namespace engine::plugins {

namespace {

std::string typeOf(ElementType element)
{
    return model::onnxTypeText(model::ValueType::tensor(element));
}

std::string listed(std::span<const std::string> types)
{
    constexpr std::size_t shown = 8;
    const auto text = support::joined(types.first(std::min(types.size(), shown)), ", ");
    return types.size() > shown ? text + " ..." : text;
}

std::string nameOf(
    std::string_view role, std::size_t i, const std::vector<model::FormalParameter>& parameters)
{
    const auto* parameter = model::parameterAt(parameters, i);
    return std::string(role) + " " + std::to_string(i)
        + (parameter != nullptr ? " (" + parameter->name + ")" : "");
}

/// Checks the types of inputs. Type variables get their types in `bound`.
Result<void> bindInputs(Signature& signature)
{
    const auto& schema = *signature.node.schema;
    for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
        const auto& input = signature.inputs[i];
        const auto* parameter = model::parameterAt(schema.inputs, i);
        if (!input.isPresent() || parameter == nullptr)
            continue;
        const auto name = nameOf("input", i, schema.inputs);
        if (input.kind != InputType::Kind::Tensor)
            return fail(name, " is no tensor; plug-ins take tensors only");
        const auto type = typeOf(input.tensor.element);
        const auto types = typesOf(schema, *parameter);
        if (std::ranges::find(types, type) == types.end())
            return fail(name, " is ", type, ", expected ", listed(types));
        if (!parameter->isHomogeneous)
            continue;
        const auto [first, isNew]
            = signature.bound.try_emplace(parameter->type, input.tensor.element);
        if (first->second != input.tensor.element)
            return fail(name, " is ", type, ", expected ", typeOf(first->second),
                " as another input of type ", parameter->type);
    }
    return {};
}

} // namespace

Result<Signature> Signature::of(const PluginOperator& op, const KernelRequest& request)
{
    if (request.node.schema == nullptr
        || request.node.schema->sinceVersion != op.schema.sinceVersion)
        return fail("plug-in ", op.library, ": this is version ", op.schema.sinceVersion,
            ", the node has version ", request.node.version);
    Signature signature { request.node, request.store,
        { request.inputs.begin(), request.inputs.end() }, {}, {} };
    for (std::size_t i = 0; i < request.outputsUsed.size(); ++i)
        signature.outputs.push_back(i < request.outputs.size() ? request.outputs[i] : InputType());
    const auto where = "plug-in " + op.library;
    TRY(bindInputs(signature).within(where));
    return signature;
}

std::string Signature::outputName(std::size_t i) const
{
    return nameOf("output", i, node.schema->outputs);
}

Result<void> Signature::checkElement(std::size_t i, ElementType element) const
{
    const auto* parameter = model::parameterAt(node.schema->outputs, i);
    if (i >= outputs.size() || parameter == nullptr)
        return fail("run makes output ", i, ", but the node has ",
            support::countOf(outputs.size(), "output", "outputs"));
    const auto types = typesOf(*node.schema, *parameter);
    if (std::ranges::find(types, typeOf(element)) == types.end())
        return fail(
            "run makes ", outputName(i), " as ", typeOf(element), ", expected ", listed(types));
    const auto variable = bound.find(parameter->type);
    if (parameter->isHomogeneous && variable != bound.end() && variable->second != element)
        return fail("run makes ", outputName(i), " as ", typeOf(element), ", expected ",
            typeOf(variable->second), " as the inputs of type ", parameter->type);
    return {};
}

Result<void> Signature::checkOutput(std::size_t i, const TensorType& type) const
{
    TRY(checkElement(i, type.element));
    if (std::ranges::any_of(type.dims, [](std::int64_t dim) { return dim < 0; }))
        return fail("run makes ", outputName(i), " with the shape ", dimsText(type.dims),
            ", expected no dimension below 0");
    const auto& inferred = outputs[i];
    if (inferred.kind == InputType::Kind::Tensor && inferred.tensor != type)
        return fail("run makes ", outputName(i), " as ", dimsText(type.dims), " ",
            model::name(type.element), ", but infer said ", dimsText(inferred.tensor.dims), " ",
            model::name(inferred.tensor.element));
    return {};
}

} // namespace engine::plugins
