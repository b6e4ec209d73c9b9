#include "engine/image/picture.h"

#include <cstdint>
#include <cstdlib>
#include <span>

/// Decodes the bytes as an image. What was decoded has as many bytes as its size says.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const auto picture = engine::decodePicture(std::as_bytes(std::span(bytes, size)));
    if (picture
        && picture->pixels.size()
            != static_cast<std::size_t>(picture->width) * static_cast<std::size_t>(picture->height)
                * 3)
        std::abort();
    return 0;
}
