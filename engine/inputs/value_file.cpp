#include "engine/inputs/value_file.h"

#include "engine/kernel/memory.h"
#include "engine/program/constant.h"
#include "engine/program/dims_limit.h"
#include "model/npy.h"
#include "model/onnx/tensor_file.h"

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

Result<Tensor> tensorOf(const model::DataTensor& data)
{
    if (const auto checked = checkDims(data.dims); !checked)
        return failAs(ErrorKind::File, checked.error().message());
    const auto bytes = tensorBytes(data.element, data.dims);
    if (!bytes || !model::isKnown(data.element) || data.element == ElementType::Undefined)
        return failAs(ErrorKind::File, "a tensor of ", dimsText(data.dims), " ",
            model::name(data.element), " cannot be used");
    if (data.element == ElementType::String) {
        if (std::ssize(data.strings) != elementCount(data.dims))
            return failAs(ErrorKind::File, data.strings.size(), " strings for the shape ",
                dimsText(data.dims));
        auto tensor = makeTensor(ElementType::String, data.dims);
        *tensor.strings = data.strings;
        return tensor;
    }
    const auto packed
        = model::packedBytes(data.element, static_cast<std::uint64_t>(elementCount(data.dims)));
    if (!packed || data.bytes.size() < *packed)
        return failAs(ErrorKind::File, data.bytes.size(), " bytes for the shape ",
            dimsText(data.dims), " of ", model::name(data.element));
    auto tensor = makeTensor(data.element, data.dims);
    TRY(unpackElements(data.bytes, tensor));
    return tensor;
}

Result<RuntimeValue> mapOf(const model::DataValue& data)
{
    auto map = std::make_shared<MapValue>();
    if (data.key == ElementType::String)
        map->entries = std::map<std::string, Tensor>();
    for (std::size_t i = 0; i < data.items.size(); ++i) {
        auto tensor = TRY(tensorOf(data.items[i].tensor));
        if (auto* texts = std::get_if<std::map<std::string, Tensor>>(&map->entries))
            texts->insert_or_assign(
                i < data.stringKeys.size() ? data.stringKeys[i] : std::string(), std::move(tensor));
        else
            std::get<std::map<std::int64_t, Tensor>>(map->entries)
                .insert_or_assign(
                    i < data.integerKeys.size() ? data.integerKeys[i] : 0, std::move(tensor));
    }
    return RuntimeValue { std::shared_ptr<const MapValue>(std::move(map)) };
}

constexpr int deepestSequence = 16;

/// Recursion is bounded by `depth`: a file may contain sequences in sequences.
Result<RuntimeValue> valueOf(const model::DataValue& data, int depth)
{
    if (depth > deepestSequence)
        return failAs(
            ErrorKind::File, "sequences lie more than ", deepestSequence, " deep in each other");
    switch (data.kind) {
    case model::DataValue::Kind::None:
        return RuntimeValue();
    case model::DataValue::Kind::Tensor:
        return RuntimeValue { TRY(tensorOf(data.tensor)) };
    case model::DataValue::Kind::Map:
        return mapOf(data);
    case model::DataValue::Kind::Sequence:
        break;
    }
    auto sequence = std::make_shared<ValueSequence>();
    for (const auto& item : data.items)
        sequence->push_back(TRY(valueOf(item, depth + 1)));
    return RuntimeValue { std::shared_ptr<const ValueSequence>(std::move(sequence)) };
}

model::DataValue dataOf(const Tensor& tensor, const std::string& name)
{
    model::DataValue data;
    data.kind = model::DataValue::Kind::Tensor;
    data.name = name;
    data.tensor.name = name;
    data.tensor.element = tensor.element();
    data.tensor.dims = tensor.dims();
    if (tensor.strings)
        data.tensor.strings = *tensor.strings;
    else
        data.tensor.bytes = packElements(tensor);
    return data;
}

model::DataValue dataOf(const MapValue& map, const std::string& name)
{
    model::DataValue data;
    data.kind = model::DataValue::Kind::Map;
    data.name = name;
    const bool hasTexts = std::holds_alternative<std::map<std::string, Tensor>>(map.entries);
    data.key = hasTexts ? ElementType::String : ElementType::Int64;
    if (hasTexts) {
        for (const auto& [key, tensor] : std::get<std::map<std::string, Tensor>>(map.entries)) {
            data.stringKeys.push_back(key);
            data.items.push_back(dataOf(tensor, {}));
        }
        return data;
    }
    for (const auto& [key, tensor] : std::get<std::map<std::int64_t, Tensor>>(map.entries)) {
        data.integerKeys.push_back(key);
        data.items.push_back(dataOf(tensor, {}));
    }
    return data;
}

model::DataValue dataOf(const RuntimeValue& value, const std::string& name, int depth)
{
    if (value.isTensor())
        return dataOf(value.tensor(), name);
    if (const auto* map = std::get_if<std::shared_ptr<const MapValue>>(&value.content))
        return dataOf(**map, name);
    model::DataValue data;
    data.name = name;
    const auto* sequence = std::get_if<std::shared_ptr<const ValueSequence>>(&value.content);
    if (sequence == nullptr || depth > deepestSequence)
        return data;
    data.kind = model::DataValue::Kind::Sequence;
    for (const auto& item : **sequence)
        data.items.push_back(dataOf(item, {}, depth + 1));
    return data;
}

} // namespace

Result<RuntimeValue> readValue(const std::filesystem::path& file, const model::ValueType& declared)
{
    if (file.extension() == ".npy") {
        const auto wanted = declared.element == ElementType::Undefined
            ? std::nullopt
            : std::optional(declared.element);
        const auto data = TRY(model::readNpy(file, wanted));
        return RuntimeValue { TRY(tensorOf(data).within(file.string())) };
    }
    const auto data = TRY(model::onnx::readTensorFile(file, declared.kind));
    return valueOf(data, 0).within(file.string());
}

Result<void> writeValue(
    const std::filesystem::path& file, const RuntimeValue& value, const std::string& name)
{
    if (file.extension() != ".npy")
        return model::onnx::writeTensorFile(file, dataOf(value, name, 0));
    if (!value.isTensor())
        return failAs(ErrorKind::Usage, file.string(), ": only tensors can be written as .npy");
    return model::writeNpy(file, dataOf(value.tensor(), name).tensor);
}

} // namespace engine
