#include "engine/program/facts.h"

#include "engine/attention/fused_attention.h"
#include "engine/program/node_check.h"

#include "engine/program/shapes.h"

namespace engine {

namespace {

constexpr std::size_t maxElements = model::maximumKnownElements;

std::optional<model::KnownElements> elementsOf(const Tensor& tensor)
{
    if (tensor.data == nullptr || tensor.count() > static_cast<std::int64_t>(maxElements))
        return std::nullopt;
    model::KnownElements elements;
    elements.dims = tensor.dims();
    const auto kind = model::traits(tensor.element()).kind;
    const auto numbers = readNumbers(tensor);
    if (!numbers)
        return std::nullopt;
    if (kind == model::ElementClass::Float) {
        elements.reals = *numbers;
        return elements;
    }
    if (tensor.element() == ElementType::Int64 || tensor.element() == ElementType::Uint64) {
        // A double is exact only up to 2^53. The model knows uint64 by the same 64 bits.
        for (const auto number : tensor.as<std::int64_t>())
            elements.integers.push_back(model::Dimension::number(number));
        return elements;
    }
    for (const auto number : *numbers)
        elements.integers.push_back(model::Dimension::number(static_cast<std::int64_t>(number)));
    return elements;
}

/// Type of an operator of engine/passes/lower_products.h, whose operands differ in type: that of
/// the operator that it was made of, with the chosen element type.
model::ValueType inferLowered(const OpNode& node, std::span<const model::InferenceArgument> inputs)
{
    OpNode plain = node;
    std::erase_if(plain.attributes, [](const auto& row) { return row.name == "result"; });
    std::vector<model::InferenceArgument> arguments(inputs.begin(), inputs.end());
    for (auto& argument : arguments) {
        if (argument.type.isTensor() && argument.type.element == ElementType::Bfloat16)
            argument.type.element = ElementType::Float;
    }
    auto type = inferOutputs(plain, arguments, 1).front();
    if (type.isTensor())
        type.element = node.element("result", ElementType::Float);
    return type;
}

} // namespace

model::InferenceArgument argumentOf(model::ValueType type, const Tensor* known)
{
    model::InferenceArgument argument { true, std::move(type), nullptr };
    auto elements = known != nullptr ? elementsOf(*known) : std::nullopt;
    if (elements)
        argument.elements = std::make_shared<const model::KnownElements>(std::move(*elements));
    return argument;
}

std::vector<model::InferenceArgument> inferArguments(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs)
{
    const auto known = [](model::ValueType type) {
        return std::vector { model::InferenceArgument { true, std::move(type), nullptr } };
    };
    if (isFusedAttention(node)) {
        std::vector<model::InferenceArgument> found;
        for (auto& type : fusedAttentionTypes(node, inputs, outputs))
            found.push_back({ true, std::move(type), nullptr });
        return found;
    }
    if (node.schema == nullptr)
        return std::vector<model::InferenceArgument>(outputs);
    if (node.domain == passDomain && node.has("result"))
        return known(inferLowered(node, inputs));
    auto result = model::inferNode({ .schema = *node.schema,
        .attributes = node.attributes,
        .inputs = inputs,
        .outputs = outputs,
        .symbolPrefix = {},
        .readConstant = {},
        .subgraphs = nullptr });
    if (result.hasErrors())
        result.outputs.clear();
    result.outputs.resize(outputs);
    return std::move(result.outputs);
}

std::vector<model::ValueType> inferOutputs(
    const OpNode& node, std::span<const model::InferenceArgument> inputs, std::size_t outputs)
{
    std::vector<model::ValueType> types;
    for (auto& output : inferArguments(node, inputs, outputs))
        types.push_back(std::move(output.type));
    return types;
}

} // namespace engine
