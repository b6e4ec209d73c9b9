#include "engine/program/constant.h"

#include "engine/program/dims_limit.h"
#include "engine/program/shapes.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <cstring>

namespace engine {

namespace {

bool isSigned(ElementType type)
{
    return model::traits(type).kind == model::ElementClass::SignedInteger;
}

std::uint8_t codeAt(std::span<const std::byte> bytes, std::uint64_t bit, unsigned width)
{
    const auto at = static_cast<std::size_t>(bit / 8);
    unsigned window = std::to_integer<unsigned>(bytes[at]);
    if (at + 1 < bytes.size())
        window |= std::to_integer<unsigned>(bytes[at + 1]) << 8;
    return static_cast<std::uint8_t>((window >> (bit % 8)) & ((1u << width) - 1u));
}

void unpackCodes(std::span<const std::byte> bytes, ElementType type, std::span<std::uint8_t> target)
{
    const auto width = model::traits(type).bits;
    const unsigned sign = isSigned(type) ? 1u << (width - 1) : 0u;
    for (std::size_t i = 0; i < target.size(); ++i) {
        const unsigned code = codeAt(bytes, i * width, width);
        target[i] = static_cast<std::uint8_t>((code ^ sign) - sign);
    }
}

bool isAligned(const std::byte* data, std::size_t bytes)
{
    const std::size_t alignment = bytes >= 16 ? 8 : bytes;
    return reinterpret_cast<std::uintptr_t>(data) % alignment == 0;
}

Result<Tensor> loadStrings(const model::Tensor& tensor, std::int64_t count)
{
    Tensor loaded { { tensor.element, tensor.dims }, nullptr, nullptr, nullptr };
    loaded.strings = std::make_shared<std::vector<std::string>>();
    if (tensor.ref.strings)
        *loaded.strings = *tensor.ref.strings;
    if (std::ssize(*loaded.strings) != count)
        return fail("tensor \"", tensor.name, "\" has ", loaded.strings->size(),
            " strings, its shape needs ", count);
    return loaded;
}

Result<model::TensorBytes> bytesOf(const model::Tensor& tensor, const model::TensorStore* store)
{
    if (store != nullptr)
        return store->bytes(tensor);
    if (tensor.ref.place != model::TensorRef::Place::Memory || !tensor.ref.memory)
        return fail("tensor \"", tensor.name, "\" has no data in memory");
    return *tensor.ref.memory;
}

} // namespace

Result<void> unpackElements(std::span<const std::byte> bytes, Tensor& target)
{
    const auto needed
        = model::packedBytes(target.element(), static_cast<std::uint64_t>(target.count()));
    if (!needed || bytes.size() < *needed)
        return fail("a tensor of ", target.dims(), " ", target.element(), " needs ",
            needed.value_or(0), " bytes, found ", bytes.size());
    if (model::traits(target.element()).bits < 8) {
        unpackCodes(bytes, target.element(), target.as<std::uint8_t>());
        return {};
    }
    if (*needed > 0)
        std::memcpy(target.data, bytes.data(), static_cast<std::size_t>(*needed));
    if (target.element() == ElementType::Bool) {
        for (auto& element : target.as<std::uint8_t>())
            element = element != 0 ? 1 : 0;
    }
    return {};
}

std::vector<std::byte> packElements(const Tensor& tensor)
{
    const auto width = model::traits(tensor.element()).bits;
    if (width >= 8)
        return { tensor.data, tensor.data + tensor.type.bytes() };
    std::vector<std::byte> packed(
        model::packedBytes(tensor.element(), static_cast<std::uint64_t>(tensor.count()))
            .value_or(0));
    std::uint64_t bit = 0;
    for (const auto element : tensor.as<std::uint8_t>()) {
        const unsigned code = (element & ((1u << width) - 1u)) << (bit % 8);
        packed[bit / 8] |= static_cast<std::byte>(code & 0xffu);
        if (code > 0xffu)
            packed[static_cast<std::size_t>(bit / 8) + 1] |= static_cast<std::byte>(code >> 8);
        bit += width;
    }
    return packed;
}

Result<Tensor> loadConstant(const model::Tensor& tensor, const model::TensorStore* store)
{
    TRY(checkDims(tensor.dims).within("tensor " + support::quote(tensor.name)));
    const auto count = TRY(checkedCount(tensor.dims));
    if (tensor.element == ElementType::String)
        return loadStrings(tensor, count);
    if (elementBytes(tensor.element) == 0)
        return fail("tensor \"", tensor.name, "\" has element type ", tensor.elementNumber,
            ", which is not known");
    auto source = TRY(bytesOf(tensor, store));
    const auto needed = model::packedBytes(tensor.element, static_cast<std::uint64_t>(count));
    const bool isView = model::traits(tensor.element).bits >= 8
        && tensor.element != ElementType::Bool
        && isAligned(source.bytes.data(), elementBytes(tensor.element)) && needed
        && source.bytes.size() >= *needed && count > 0;
    if (isView) {
        // The bytes are never written: constants are inputs only.
        auto* data = const_cast<std::byte*>(source.bytes.data());
        return Tensor { { tensor.element, tensor.dims }, data,
            std::const_pointer_cast<void>(source.owner), nullptr };
    }
    auto loaded = makeTensor(tensor.element, tensor.dims);
    TRY(unpackElements(source.bytes, loaded));
    return loaded;
}

} // namespace engine
