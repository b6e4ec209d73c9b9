#include "layout/card/tensor_text.h"

#include "model/decode.h"
#include "model/tensor_store.h"

#include <limits>

namespace layout {
namespace {

constexpr std::uint64_t maxElements = 4;

/// Exporters write "to the end" as the largest integer, so it is shown as `max`.
std::string shownElement(model::ElementType type, std::span<const std::byte> bytes, std::uint64_t i)
{
    using Limits = std::numeric_limits<std::int64_t>;
    if (type == model::ElementType::Int64) {
        const auto number = model::integerAt(type, bytes, i);
        if (number == Limits::max() || number == Limits::min())
            return number > 0 ? "max" : "min";
    }
    return model::textAt(type, bytes, i);
}

bool isShown(model::ElementType type)
{
    return type == model::ElementType::Float || type == model::ElementType::Double
        || type == model::ElementType::Int64 || type == model::ElementType::Int32;
}

}

std::string smallTensorText(const model::Model& model, const model::Tensor& tensor)
{
    using Place = model::TensorRef::Place;
    const auto count = model::elementCount(tensor.dims);
    const bool isNear = tensor.ref.place == Place::Memory || tensor.ref.place == Place::ModelFile;
    if (!isNear || !isShown(tensor.element) || !count || *count == 0 || *count > maxElements)
        return {};
    const auto bytes = model.store->bytes(tensor);
    const auto size = model::packedBytes(tensor.element, *count);
    if (!bytes || !size || bytes->bytes.size() < *size)
        return {};
    std::string text;
    for (std::uint64_t i = 0; i < *count; ++i)
        text += (i > 0 ? " " : "") + shownElement(tensor.element, bytes->bytes, i);
    return text;
}

}
