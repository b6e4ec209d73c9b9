#include "model/decode.h"
#include "model/inference/inference_context.h"

namespace model {

namespace {

/// True for the types whose constants are followed. Narrower ones hold weights only.
bool isFollowed(const ElementTraits& element)
{
    switch (element.kind) {
    case ElementClass::SignedInteger:
    case ElementClass::UnsignedInteger:
    case ElementClass::Bool:
        return element.bits >= 8;
    case ElementClass::Float:
        return element.bits >= 16;
    default:
        return false;
    }
}

} // namespace

std::optional<KnownElements> knownElements(const Tensor& tensor, std::span<const std::byte> bytes)
{
    if (tensor.dims.size() > maximumRank)
        return std::nullopt;
    const auto& element = traits(tensor.element);
    const auto count = elementCount(tensor.dims);
    const auto length = count ? packedBytes(tensor.element, *count) : std::nullopt;
    if (!count || *count > maximumKnownElements || !length || *length > bytes.size()
        || (*count > 0 && !isFollowed(element)))
        return std::nullopt;
    KnownElements result { tensor.dims, {}, {} };
    for (std::size_t i = 0; i < *count; ++i) {
        const auto bits = bitsAt(tensor.element, bytes, i);
        if (element.kind == ElementClass::Float)
            result.reals.push_back(floatFromBits(tensor.element, bits));
        else
            result.integers.push_back(Dimension::number(element.kind == ElementClass::Bool
                    ? static_cast<std::int64_t>(bits)
                    : integerAt(tensor.element, bytes, i)));
    }
    return result;
}

} // namespace model
