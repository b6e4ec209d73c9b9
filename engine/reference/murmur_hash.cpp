#include "engine/kernel/element_dispatch.h"
#include "engine/kernel/kernel.h"

#include <algorithm>
#include <bit>
#include <cstring>

// MurmurHash3 of com.microsoft: hashes the bytes of each element or string to 32 bits.
// Source: ONNX Runtime's ContribOperators (com.microsoft.MurmurHash3); A. Appleby, MurmurHash3,
// variant x86_32 (public domain).

namespace engine {

namespace {

using HashedTypes
    = TypeList<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;

std::uint32_t mixed(std::uint32_t block)
{
    return std::rotl(block * 0xcc9e2d51u, 15) * 0x1b873593u;
}

std::uint32_t murmurHash(std::span<const std::byte> bytes, std::uint32_t seed)
{
    auto hash = seed;
    const auto whole = bytes.size() / 4 * 4;
    for (std::size_t at = 0; at < whole; at += 4) {
        std::uint32_t block = 0;
        std::memcpy(&block, bytes.data() + at, 4);
        hash = std::rotl(hash ^ mixed(block), 13) * 5 + 0xe6546b64u;
    }
    std::uint32_t rest = 0;
    for (auto at = bytes.size(); at-- > whole;)
        rest = rest << 8 | std::to_integer<std::uint32_t>(bytes[at]);
    hash ^= mixed(rest) ^ static_cast<std::uint32_t>(bytes.size());
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    return hash ^ hash >> 16;
}

Result<void> runMurmurHash(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto seed = static_cast<std::uint32_t>(node.integer("seed", 0));
    const auto element
        = node.integer("positive", 1) != 0 ? ElementType::Uint32 : ElementType::Int32;
    auto* output = TRY(context.output(0, element, input.dims()));
    // The output type is int32 or uint32; the bits are the same.
    auto* hashes = reinterpret_cast<std::uint32_t*>(output->data);
    if (input.element() == ElementType::String) {
        for (const auto& text : *input.strings)
            *hashes++ = murmurHash(std::as_bytes(std::span(text)), seed);
        return {};
    }
    const auto size
        = input.type.bytes() / static_cast<std::size_t>(std::max<std::int64_t>(1, input.count()));
    for (std::int64_t i = 0; i < input.count(); ++i)
        *hashes++ = murmurHash({ input.data + static_cast<std::size_t>(i) * size, size }, seed);
    return {};
}

Result<void> requireHashed(const KernelRequest& request)
{
    if (request.input(0).tensor.element == ElementType::String)
        return {};
    return checkFirstInput<HashedTypes>(request);
}

const RegisterReference hashes[] = {
    { "MurmurHash3", runMurmurHash, requireHashed, "com.microsoft" },
};

} // namespace

} // namespace engine
