#include "profiler/engines/onnxruntime/values.h"

#include "engine/kernel/memory.h"
#include "engine/program/constant.h"

#include <cstring>
#include <map>

namespace profiler::ort {

namespace {

using engine::ElementType;
using engine::RuntimeValue;
using engine::Tensor;
using support::ErrorKind;
using support::failAs;
using support::Result;

/// Sequences and maps of a stranger's model may be nested; each level takes a stack frame.
constexpr int deepestValue = 16;
constexpr int arenaAllocator = 1;
constexpr int defaultMemory = 0;

bool isPacked(ElementType element)
{
    const auto bits = model::traits(element).bits;
    return bits > 0 && bits < 8;
}

Result<Allocator*> defaultAllocator(const Library& library)
{
    return library.make<GetAllocatorWithDefaultOptions>();
}

Result<OwnedValue> textsFrom(const Library& library, const Tensor& tensor)
{
    auto* const allocator = TRY(defaultAllocator(library));
    OwnedValue value(library,
        TRY(library.make<CreateTensorAsOrtValue>(allocator, tensor.dims().data(), tensor.rank(),
            static_cast<int>(ElementType::String))));
    std::vector<const char*> texts;
    for (const auto& text : *tensor.strings)
        texts.push_back(text.c_str());
    TRY(library.call<FillStringTensor>(value.get(), texts.data(), texts.size()));
    return value;
}

Result<OwnedValue> tensorFrom(const Library& library, const Tensor& tensor)
{
    if (tensor.element() == ElementType::String)
        return textsFrom(library, tensor);
    if (isPacked(tensor.element())) {
        const auto bytes = engine::packElements(tensor);
        auto* const allocator = TRY(defaultAllocator(library));
        OwnedValue value(library,
            TRY(library.make<CreateTensorAsOrtValue>(allocator, tensor.dims().data(), tensor.rank(),
                static_cast<int>(tensor.element()))));
        auto* const target = TRY(library.make<GetTensorMutableData>(value.get()));
        if (!bytes.empty())
            std::memcpy(target, bytes.data(), bytes.size());
        return value;
    }
    const OwnedMemoryInfo memory(
        library, TRY(library.make<CreateCpuMemoryInfo>(arenaAllocator, defaultMemory)));
    return OwnedValue(library,
        TRY(library.make<CreateTensorWithDataAsOrtValue>(memory.get(), tensor.data,
            tensor.type.bytes(), tensor.dims().data(), tensor.rank(),
            static_cast<int>(tensor.element()))));
}

Result<OwnedValue> sequenceFrom(const Library& library, const engine::ValueSequence& sequence)
{
    if (sequence.empty())
        return failAs(ErrorKind::Unsupported,
            "ONNX Runtime takes no empty sequence as an input through its C interface");
    std::vector<OwnedValue> items;
    std::vector<const Value*> pointers;
    for (const auto& item : sequence) {
        items.push_back(TRY(valueFrom(library, item)));
        pointers.push_back(items.back().get());
    }
    return OwnedValue(
        library, TRY(library.make<CreateValue>(pointers.data(), pointers.size(), sequenceKind)));
}

Result<Tensor> textsOf(const Library& library, const Value* value, engine::Dims dims)
{
    const auto count = engine::elementCount(dims);
    auto tensor = engine::makeTensor(ElementType::String, std::move(dims));
    if (count == 0)
        return tensor;
    const auto length = TRY(library.make<GetStringTensorDataLength>(value));
    std::string all(length, '\0');
    std::vector<std::size_t> starts(static_cast<std::size_t>(count));
    TRY(library.call<GetStringTensorContent>(
        value, all.data(), all.size(), starts.data(), starts.size()));
    starts.push_back(length);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        if (starts[i] > starts[i + 1] || starts[i + 1] > length)
            return failAs(ErrorKind::Failed, "ONNX Runtime gave strings that are not in order");
        (*tensor.strings)[i] = all.substr(starts[i], starts[i + 1] - starts[i]);
    }
    return tensor;
}

Result<Tensor> tensorOf(const Library& library, Value* value)
{
    const OwnedShape shape(library, TRY(library.make<GetTensorTypeAndShape>(value)));
    const auto element
        = static_cast<ElementType>(TRY(library.make<GetTensorElementType>(shape.get())));
    const auto rank = TRY(library.make<GetDimensionsCount>(shape.get()));
    engine::Dims dims(rank);
    TRY(library.call<GetDimensions>(shape.get(), dims.data(), rank));
    if (element == ElementType::String)
        return textsOf(library, value, std::move(dims));
    const auto bytes = engine::tensorBytes(element, dims);
    if (!bytes || !model::isKnown(element) || element == ElementType::Undefined)
        return failAs(ErrorKind::Failed, "ONNX Runtime gave a tensor of ", engine::dimsText(dims),
            " and element type ", static_cast<int>(element), ", which cannot be read");
    auto tensor = engine::makeTensor(element, std::move(dims));
    if (tensor.count() == 0)
        return tensor;
    const auto* const data
        = static_cast<const std::byte*>(TRY(library.make<GetTensorMutableData>(value)));
    if (isPacked(element)) {
        const auto packed = model::packedBytes(element, static_cast<std::uint64_t>(tensor.count()));
        TRY(engine::unpackElements({ data, static_cast<std::size_t>(packed.value_or(0)) }, tensor));
    } else {
        std::memcpy(tensor.data, data, static_cast<std::size_t>(*bytes));
    }
    return tensor;
}

Result<RuntimeValue> copyWithin(const Library& library, Value* value, int depth);

Result<RuntimeValue> itemOf(const Library& library, const Value* value, int index, int depth)
{
    auto* const allocator = TRY(defaultAllocator(library));
    const OwnedValue item(library, TRY(library.make<GetValue>(value, index, allocator)));
    return copyWithin(library, item.get(), depth + 1);
}

/// ONNX Runtime gives a map as two tensors: its keys and its values.
Result<RuntimeValue> mapOf(const Library& library, const Value* value, int depth)
{
    const auto keys = TRY(itemOf(library, value, 0, depth));
    const auto values = TRY(itemOf(library, value, 1, depth));
    if (!keys.isTensor() || !values.isTensor() || keys.tensor().count() != values.tensor().count())
        return failAs(
            ErrorKind::Failed, "ONNX Runtime gave a map without matching keys and values");
    auto map = std::make_shared<engine::MapValue>();
    const auto entry = [&](std::int64_t i) {
        auto one = engine::makeTensor(values.tensor().element(), {});
        if (one.strings)
            (*one.strings)[0] = (*values.tensor().strings)[static_cast<std::size_t>(i)];
        else
            std::memcpy(one.data,
                values.tensor().data + static_cast<std::size_t>(i) * one.type.bytes(),
                one.type.bytes());
        return one;
    };
    const bool hasTexts = keys.tensor().element() == ElementType::String;
    if (!hasTexts && keys.tensor().element() != ElementType::Int64)
        return failAs(ErrorKind::Failed, "ONNX Runtime gave a map whose keys are ",
            model::name(keys.tensor().element()));
    if (hasTexts)
        map->entries = std::map<std::string, Tensor>();
    for (std::int64_t i = 0; i < keys.tensor().count(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        if (hasTexts)
            std::get<std::map<std::string, Tensor>>(map->entries)
                .insert_or_assign((*keys.tensor().strings)[place], entry(i));
        else
            std::get<std::map<std::int64_t, Tensor>>(map->entries)
                .insert_or_assign(keys.tensor().as<std::int64_t>()[place], entry(i));
    }
    return RuntimeValue { std::shared_ptr<const engine::MapValue>(std::move(map)) };
}

Result<RuntimeValue> sequenceOf(const Library& library, const Value* value, int depth)
{
    const auto count = TRY(library.make<GetValueCount>(value));
    auto sequence = std::make_shared<engine::ValueSequence>();
    for (std::size_t i = 0; i < count; ++i)
        sequence->push_back(TRY(itemOf(library, value, static_cast<int>(i), depth)));
    return RuntimeValue { std::shared_ptr<const engine::ValueSequence>(std::move(sequence)) };
}

Result<RuntimeValue> copyWithin(const Library& library, Value* value, int depth)
{
    if (depth > deepestValue)
        return failAs(
            ErrorKind::Unsupported, "a value is nested more than ", deepestValue, " deep");
    if (TRY(library.make<HasValue>(value)) == 0)
        return RuntimeValue();
    switch (TRY(library.make<GetValueType>(value))) {
    case tensorKind:
    case optionalKind: // with a value, which is a tensor
        return RuntimeValue { TRY(tensorOf(library, value)) };
    case sequenceKind:
        return sequenceOf(library, value, depth);
    case mapKind:
        return mapOf(library, value, depth);
    default:
        return failAs(ErrorKind::Unsupported,
            "ONNX Runtime gave a value that is neither tensor, sequence nor map");
    }
}

} // namespace

Result<OwnedValue> valueFrom(const Library& library, const RuntimeValue& value)
{
    if (value.isTensor())
        return tensorFrom(library, value.tensor());
    if (const auto* sequence
        = std::get_if<std::shared_ptr<const engine::ValueSequence>>(&value.content))
        return sequenceFrom(library, **sequence);
    return failAs(ErrorKind::Unsupported,
        value.isPresent() ? "ONNX Runtime takes no map as an input"
                          : "an input without value cannot be handed to ONNX Runtime");
}

Result<RuntimeValue> copyOf(const Library& library, Value* value)
{
    if (value == nullptr)
        return RuntimeValue();
    return copyWithin(library, value, 0);
}

} // namespace profiler::ort
