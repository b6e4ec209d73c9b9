#include "model/edit/quantise/weights.h"

#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace model::edit {

using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

bool isOperator(const Node& node, std::string_view type)
{
    return node.domain.empty() && node.type == type;
}

bool isMatrixTranspose(const Node& node)
{
    if (!isOperator(node, "Transpose"))
        return false;
    const auto* const perm = node.attribute("perm");
    const auto* const axes = perm ? std::get_if<std::vector<std::int64_t>>(&perm->value) : nullptr;
    return perm == nullptr || (axes && *axes == std::vector<std::int64_t> { 1, 0 });
}

const Tensor* tensorOf(const Model& model, ValueId value)
{
    const auto& described = model.value(value);
    if (described.initializer.isValid())
        return &model.tensor(described.initializer);
    if (!described.producer.isValid())
        return nullptr;
    const auto& producer = model.node(described.producer);
    const auto* const data
        = isOperator(producer, "Constant") ? producer.attribute("value") : nullptr;
    return data ? std::get_if<Tensor>(&data->value) : nullptr;
}

Result<void> checkUsable(const Tensor& tensor)
{
    if (tensor.element != ElementType::Float)
        return failAs(ErrorKind::Unsupported, "its weight has type ", name(tensor.element),
            ", expected ", name(ElementType::Float));
    if (elementCount(tensor.dims).value_or(0) < smallestWeight)
        return failAs(ErrorKind::Unsupported, "its weight has fewer than ", smallestWeight,
            " elements, so nothing would be saved");
    return {};
}

} // namespace

const Tensor* constantOf(const Model& model, ValueId value)
{
    return value.isValid() && !model.value(value).isInput ? tensorOf(model, value) : nullptr;
}

Result<Weight> weightOf(const Model& model, NodeId id, std::size_t input)
{
    const auto& node = model.node(id);
    if (input >= node.inputs.size() || !node.inputs[input].isValid())
        return failAs(ErrorKind::Unsupported, "it has no weight");
    auto value = node.inputs[input];
    Weight weight;
    const auto producer = model.value(value).producer;
    if (producer.isValid() && isMatrixTranspose(model.node(producer))
        && model.node(producer).inputs.size() == 1) {
        value = model.node(producer).inputs.front();
        weight.isTransposed = true;
    }
    weight.tensor = constantOf(model, value);
    if (weight.tensor == nullptr && tensorOf(model, value) != nullptr)
        return failAs(ErrorKind::Unsupported, "its weight ", quote(model.value(value).name),
            " is also an input, which a run may replace; make it a constant first (makeConstant)");
    if (weight.tensor == nullptr)
        return failAs(ErrorKind::Unsupported, "its weight is computed");
    if (weight.isTransposed && weight.tensor->dims.size() != 2)
        return failAs(ErrorKind::Unsupported, "its weight is no matrix");
    TRY(checkUsable(*weight.tensor));
    TRY(model.store->check(*weight.tensor).within("its weight"));
    return weight;
}

Result<std::vector<float>> numbersOf(const Model& model, const Tensor& tensor)
{
    const auto data = TRY(model.store->bytes(tensor).within("weight " + quote(tensor.name)));
    std::vector<float> numbers(data.bytes.size() / sizeof(float));
    if (!numbers.empty())
        std::memcpy(numbers.data(), data.bytes.data(), numbers.size() * sizeof(float));
    if (!std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); }))
        return failAs(ErrorKind::Unsupported, "weight ", quote(tensor.name),
            " has values that are not finite; keep the nodes that read it");
    return numbers;
}

Result<std::vector<float>> outputRowsOf(const Model& model, const Tensor& tensor, bool isByOutput)
{
    auto numbers = TRY(numbersOf(model, tensor));
    if (isByOutput)
        return numbers;
    const auto inputs = static_cast<std::size_t>(tensor.dims[0]);
    const auto outputs = static_cast<std::size_t>(tensor.dims[1]);
    constexpr std::size_t tile = 32; // rows and columns that stay in the cache
    std::vector<float> rows(numbers.size());
    for (std::size_t k0 = 0; k0 < inputs; k0 += tile)
        for (std::size_t n = 0; n < outputs; ++n)
            for (std::size_t k = k0; k < std::min(k0 + tile, inputs); ++k)
                rows[n * inputs + k] = numbers[k * outputs + n];
    return rows;
}

std::int64_t integerAttribute(const Node& node, std::string_view name, std::int64_t otherwise)
{
    const auto* const attribute = node.attribute(name);
    const auto* const value = attribute ? std::get_if<std::int64_t>(&attribute->value) : nullptr;
    return value ? *value : otherwise;
}

float floatAttribute(const Node& node, std::string_view name, float otherwise)
{
    const auto* const attribute = node.attribute(name);
    const auto* const value = attribute ? std::get_if<float>(&attribute->value) : nullptr;
    return value ? *value : otherwise;
}

} // namespace model::edit
