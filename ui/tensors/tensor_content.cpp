#include "ui/tensors/tensor_content.h"

#include "model/decode.h"
#include "model/support/text.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ui {

namespace {

constexpr int digits = 6;

template <typename T>
void decodeAs(std::span<const std::byte> bytes, std::uint64_t first, std::span<double> out)
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + (first + i) * sizeof(T),
            sizeof(T)); // data in the file may be unaligned
        out[i] = static_cast<double>(value);
    }
}

bool isInteger(model::ElementType type)
{
    const auto kind = model::traits(type).kind;
    return kind == model::ElementClass::SignedInteger
        || kind == model::ElementClass::UnsignedInteger;
}

} // namespace

double TensorContent::number(std::uint64_t index) const
{
    return index < count ? model::numberAt(element, data.bytes, index)
                         : std::numeric_limits<double>::quiet_NaN();
}

std::string TensorContent::text(std::uint64_t index) const
{
    if (index >= count)
        return {};
    if (isText())
        return (*strings)[index];
    if (element == model::ElementType::Bool)
        return number(index) != 0 ? "true" : "false";
    if (element == model::ElementType::Uint64)
        return std::to_string(
            static_cast<std::uint64_t>(model::integerAt(element, data.bytes, index)));
    if (isInteger(element))
        return std::to_string(model::integerAt(element, data.bytes, index));
    return support::numberText(number(index), digits, support::NumberStyle::Window);
}

support::Result<std::shared_ptr<const TensorContent>> loadTensor(
    const model::Model& model, model::TensorId id)
{
    const auto& tensor = model.tensor(id);
    auto content = std::make_shared<TensorContent>();
    content->name = tensor.name;
    content->element = tensor.element;
    content->dims = tensor.dims;
    const auto count = model::elementCount(tensor.dims);
    if (!count)
        return support::failAs(support::ErrorKind::File, "weight \"", tensor.name,
            "\" has dimensions that are no size");
    content->count = *count;
    if (tensor.ref.place == model::TensorRef::Place::Strings) {
        content->strings = tensor.ref.strings;
        content->count = std::min<std::uint64_t>(*count, tensor.ref.strings->size());
        return std::shared_ptr<const TensorContent>(std::move(content));
    }
    if (!model::isKnown(tensor.element) || model::traits(tensor.element).bits == 0)
        return support::failAs(support::ErrorKind::Unsupported, "element type ",
            tensor.elementNumber, " is unknown, so its elements cannot be shown");
    content->data = TRY(model.store->bytes(tensor));
    const auto there = content->data.bytes.size() * 8 / model::traits(tensor.element).bits;
    content->count = std::min<std::uint64_t>(*count, there);
    return std::shared_ptr<const TensorContent>(std::move(content));
}

model::DataTensor copyOf(const TensorContent& content)
{
    model::DataTensor copy;
    copy.name = content.name;
    copy.element = content.element;
    copy.dims = content.dims;
    copy.bytes.assign(content.data.bytes.begin(), content.data.bytes.end());
    if (content.strings != nullptr)
        copy.strings = *content.strings;
    return copy;
}

void decode(const TensorContent& content, std::uint64_t first, std::span<double> out)
{
    using Type = model::ElementType;
    switch (content.element) {
    case Type::Float:
        return decodeAs<float>(content.data.bytes, first, out);
    case Type::Double:
        return decodeAs<double>(content.data.bytes, first, out);
    case Type::Int8:
        return decodeAs<std::int8_t>(content.data.bytes, first, out);
    case Type::Uint8:
        return decodeAs<std::uint8_t>(content.data.bytes, first, out);
    case Type::Int32:
        return decodeAs<std::int32_t>(content.data.bytes, first, out);
    case Type::Int64:
        return decodeAs<std::int64_t>(content.data.bytes, first, out);
    default:
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = content.number(first + i);
    }
}

} // namespace ui
