#include "model/contents/tensor_elements.h"

#include "model/decode.h"
#include "model/npy.h"
#include "model/onnx/tensor_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace model {

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

bool isInteger(ElementType type)
{
    const auto kind = traits(type).kind;
    return kind == ElementClass::SignedInteger || kind == ElementClass::UnsignedInteger;
}

} // namespace

double TensorElements::number(std::uint64_t index) const
{
    return index < count ? numberAt(element, data.bytes, index)
                         : std::numeric_limits<double>::quiet_NaN();
}

std::string TensorElements::text(std::uint64_t index) const
{
    if (index >= count)
        return {};
    if (isText())
        return (*strings)[index];
    if (element == ElementType::Bool)
        return number(index) != 0 ? "true" : "false";
    if (element == ElementType::Uint64)
        return std::to_string(static_cast<std::uint64_t>(integerAt(element, data.bytes, index)));
    if (isInteger(element))
        return std::to_string(integerAt(element, data.bytes, index));
    return support::numberText(number(index), digits, support::NumberStyle::Window);
}

support::Result<std::shared_ptr<const TensorElements>> loadTensor(
    const Model& model, const Tensor& tensor)
{
    auto content = std::make_shared<TensorElements>();
    content->name = tensor.name;
    content->element = tensor.element;
    content->dims = tensor.dims;
    const auto count = elementCount(tensor.dims);
    if (!count)
        return support::failAs(support::ErrorKind::File, "weight \"", tensor.name,
            "\" has dimensions that are no size");
    content->count = *count;
    if (tensor.ref.place == TensorRef::Place::Strings) {
        content->strings = tensor.ref.strings;
        content->count = std::min<std::uint64_t>(*count, tensor.ref.strings->size());
        return std::shared_ptr<const TensorElements>(std::move(content));
    }
    if (!isKnown(tensor.element) || traits(tensor.element).bits == 0)
        return support::failAs(support::ErrorKind::Unsupported, "element type ",
            tensor.elementNumber, " is unknown, so its elements cannot be shown");
    content->data = TRY(model.store->bytes(tensor));
    const auto there = content->data.bytes.size() * 8 / traits(tensor.element).bits;
    content->count = std::min<std::uint64_t>(*count, there);
    return std::shared_ptr<const TensorElements>(std::move(content));
}

support::Result<std::shared_ptr<const TensorElements>> elementsOf(
    std::shared_ptr<const DataTensor> tensor)
{
    const auto count = elementCount(tensor->dims);
    if (!count)
        return support::failAs(support::ErrorKind::File, "tensor ", support::quote(tensor->name),
            " has dimensions that are no size");
    auto content = std::make_shared<TensorElements>();
    content->name = tensor->name;
    content->element = tensor->element;
    content->dims = tensor->dims;
    content->count = *count;
    if (content->isText())
        content->strings = std::make_shared<const std::vector<std::string>>(tensor->strings);
    content->data = { tensor->bytes, std::move(tensor) };
    return std::shared_ptr<const TensorElements>(std::move(content));
}

support::Result<std::shared_ptr<const TensorElements>> readElements(
    const std::filesystem::path& path)
{
    auto tensor = std::make_shared<DataTensor>();
    if (path.extension() == ".npy") {
        *tensor = TRY(readNpy(path));
    } else {
        auto value = TRY(onnx::readTensorFile(path));
        if (value.kind != DataValue::Kind::Tensor)
            return support::failAs(support::ErrorKind::Unsupported, "value ", value.name,
                " is a sequence or a map, the viewer shows tensors");
        *tensor = std::move(value.tensor);
    }
    return elementsOf(std::move(tensor)).within(support::sanitise(path.string()));
}

DataTensor copyOf(const TensorElements& content)
{
    DataTensor copy;
    copy.name = content.name;
    copy.element = content.element;
    copy.dims = content.dims;
    copy.bytes.assign(content.data.bytes.begin(), content.data.bytes.end());
    if (content.strings != nullptr)
        copy.strings = *content.strings;
    return copy;
}

void decode(const TensorElements& content, std::uint64_t first, std::span<double> out)
{
    using Type = ElementType;
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

} // namespace model
