#include "layout/card/tensor_text.h"

#include "model/tensor_store.h"

#include <charconv>
#include <cstring>
#include <limits>
#include <type_traits>

namespace layout {
namespace {

constexpr std::uint64_t maxElements = 4;

/// Exporters write "to the end" as the largest integer, so it is shown as `max`.
template <typename T>
std::string numberText(T number)
{
    if constexpr (std::is_same_v<T, std::int64_t>) {
        if (number == std::numeric_limits<T>::max())
            return "max";
        if (number == std::numeric_limits<T>::min())
            return "min";
    }
    char digits[32];
    return { digits, std::to_chars(digits, digits + sizeof digits, number).ptr };
}

template <typename T>
std::string joined(std::span<const std::byte> bytes, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        T number;
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        if (i > 0)
            text += ' ';
        text += numberText(number);
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
    if (!isNear || !count || *count == 0 || *count > maxElements)
        return {};
    const auto bytes = model.store->bytes(tensor);
    const auto size = model::packedBytes(tensor.element, *count);
    if (!bytes || !size || bytes->bytes.size() < *size)
        return {};
    return elementsText(tensor.element, bytes->bytes, *count);
}

}
