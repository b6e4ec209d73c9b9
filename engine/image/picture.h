#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

/// A decoded image: rows from the top, three bytes (red, green, blue) per pixel. Grey becomes three
/// equal bytes, transparency is dropped.
struct Picture {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<std::uint8_t> pixels;
};

/// Makes a picture of this size to be filled. Fails for sizes above 2^27 pixels, which no model
/// needs and hostile files claim.
support::Result<Picture> makePicture(std::int64_t width, std::int64_t height);

/// One image format: how its files begin and what decodes them.
struct PictureFormat {
    std::string_view name;
    bool (*matches)(std::span<const std::byte> bytes);
    support::Result<Picture> (*decode)(
        std::span<const std::byte> bytes); ///< null if the build does not have the library
    std::string_view library; ///< of the decoder, for the message; empty if it needs none
};

/// One decoder per file of this folder. Those that need a library are missing in builds without it.
support::Result<Picture> decodeBmp(std::span<const std::byte> bytes);
support::Result<Picture> decodeJpeg(std::span<const std::byte> bytes);
support::Result<Picture> decodeJpeg2000(std::span<const std::byte> bytes);
support::Result<Picture> decodePng(std::span<const std::byte> bytes);
support::Result<Picture> decodePortableAnymap(std::span<const std::byte> bytes);
support::Result<Picture> decodeTiff(std::span<const std::byte> bytes);
support::Result<Picture> decodeWebp(std::span<const std::byte> bytes);

/// Decodes an image file of any of the known formats.
support::Result<Picture> decodePicture(std::span<const std::byte> bytes);

} // namespace engine
