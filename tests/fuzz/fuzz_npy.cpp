#include "model/npy.h"

#include <cstdint>
#include <cstdlib>
#include <span>

/// Reads the bytes as an array of each raw type; what was read can be written and read again.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto input = std::as_bytes(std::span(bytes, size));
    using model::ElementType;
    for (const auto wanted : { ElementType::Undefined, ElementType::Bfloat16,
             ElementType::Float8E4M3FN, ElementType::Int4 }) {
        const auto read = wanted == ElementType::Undefined ? model::parseNpy(input)
                                                           : model::parseNpy(input, wanted);
        if (!read)
            continue;
        const auto written = model::encodeNpy(*read);
        if (!written || !model::parseNpy(std::as_bytes(std::span(*written))))
            std::abort();
    }
    return 0;
}
