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

/// A picture of this size to be filled. Refuses sizes that no model takes and hostile files ask
/// for.
support::Result<Picture> makePicture(std::int64_t width, std::int64_t height);

/// One image format: how its files begin and what decodes them.
struct PictureFormat {
    std::string_view name;
    bool (*matches)(std::span<const std::byte> bytes);
    support::Result<Picture> (*decode)(
        std::span<const std::byte> bytes); ///< null: this build lacks the library
    std::string_view library; ///< of the decoder, for the message; empty: ours
};

/// A decoder per file of this folder; those with a library are null in builds without it.
support::Result<Picture> decodeBmp(std::span<const std::byte> bytes);
support::Result<Picture> decodeJpeg(std::span<const std::byte> bytes);
support::Result<Picture> decodeJpeg2000(std::span<const std::byte> bytes);
support::Result<Picture> decodePng(std::span<const std::byte> bytes);
support::Result<Picture> decodePortableAnymap(std::span<const std::byte> bytes);
support::Result<Picture> decodeTiff(std::span<const std::byte> bytes);
support::Result<Picture> decodeWebp(std::span<const std::byte> bytes);

/// The image in an encoded file, whatever of the known formats it has.
support::Result<Picture> decodePicture(std::span<const std::byte> bytes);

} // namespace engine
