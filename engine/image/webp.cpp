#include "engine/image/picture.h"

#include <webp/decode.h>

// WebP, lossy and lossless, through libwebp. Animations are refused.

namespace engine {

support::Result<Picture> decodeWebp(std::span<const std::byte> bytes)
{
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK)
        return support::fail("its header cannot be read");
    if (features.has_animation != 0)
        return support::failAs(
            support::ErrorKind::Unsupported, "an animation, expected a still image");
    auto picture = TRY(makePicture(features.width, features.height));
    if (WebPDecodeRGBInto(
            data, bytes.size(), picture.pixels.data(), picture.pixels.size(), features.width * 3)
        == nullptr)
        return support::fail("its pixels cannot be decoded");
    return picture;
}

} // namespace engine
