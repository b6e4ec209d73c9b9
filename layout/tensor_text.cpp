#include "layout/tensor_text.h"

#include "model/tensor_store.h"

#include <charconv>
#include <cstring>

namespace layout {
namespace {

constexpr std::uint64_t mostElements = 4;

template <typename T>
std::string joined(std::span<const std::byte> bytes, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        T number;
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        if (i > 0)
            text += ' ';
        text.append(digits, end);
    }
    return text;
}

std::string elementsText(
    model::ElementType type, std::span<const std::byte> bytes, std::size_t count)
{
    switch (type) {
    case model::ElementType::Float:
        return joined<float>(bytes, count);
    case model::ElementType::Double:
        return joined<double>(bytes, count);
    case model::ElementType::Int64:
        return joined<std::int64_t>(bytes, count);
    case model::ElementType::Int32:
        return joined<std::int32_t>(bytes, count);
    default:
        return {};
    }
}

}

std::string smallTensorText(const model::Model& model, const model::Tensor& tensor)
{
    using Place = model::TensorRef::Place;
    const auto count = model::elementCount(tensor.dims);
    const bool isNear = tensor.ref.place == Place::Memory || tensor.ref.place == Place::ModelFile;
    if (!isNear || !count || *count == 0 || *count > mostElements)
        return {};
    const auto bytes = model.store->bytes(tensor);
    const auto size = model::packedBytes(tensor.element, *count);
    if (!bytes || !size || bytes->bytes.size() < *size)
        return {};
    return elementsText(tensor.element, bytes->bytes, *count);
}

}
