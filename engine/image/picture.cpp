#include "engine/image/picture.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace engine {

using support::ErrorKind;
using support::fail;
using support::failAs;
using support::Result;

namespace {

/// 2^27 pixels are 400 MB of bytes: far above any model's input, far below what a hostile header
/// may claim.
constexpr std::int64_t maxPixels = std::int64_t(1) << 27;

using Bytes = std::span<const std::byte>;

bool hasAt(Bytes bytes, std::size_t offset, std::string_view magic)
{
    if (bytes.size() < offset + magic.size())
        return false;
    return std::equal(magic.begin(), magic.end(), bytes.begin() + offset,
        [](char expected, std::byte found) { return static_cast<std::byte>(expected) == found; });
}

bool isBmp(Bytes bytes) { return hasAt(bytes, 0, "BM"); }
bool isJpeg(Bytes bytes) { return hasAt(bytes, 0, "\xff\xd8\xff"); }
bool isPng(Bytes bytes) { return hasAt(bytes, 0, "\x89PNG\r\n\x1a\n"); }
bool isWebp(Bytes bytes) { return hasAt(bytes, 0, "RIFF") && hasAt(bytes, 8, "WEBP"); }
bool isTiff(Bytes bytes)
{
    using namespace std::string_view_literals;
    return hasAt(bytes, 0, "II*\0"sv) || hasAt(bytes, 0, "MM\0*"sv) || hasAt(bytes, 0, "II+\0"sv)
        || hasAt(bytes, 0, "MM\0+"sv);
}
bool isJpeg2000(Bytes bytes)
{
    using namespace std::string_view_literals;
    return hasAt(bytes, 0, "\xff\x4f\xff\x51"sv) || hasAt(bytes, 0, "\0\0\0\x0cjP  \r\n\x87\n"sv);
}
bool isPortableAnymap(Bytes bytes)
{
    if (bytes.size() < 3 || bytes[0] != std::byte { 'P' })
        return false;
    const auto kind = std::to_integer<char>(bytes[1]);
    return kind >= '1' && kind <= '6'
        && (std::isspace(std::to_integer<unsigned char>(bytes[2])) != 0
            || bytes[2] == std::byte { '#' });
}

#ifdef OPSCOPE_WITH_IMAGES
constexpr auto jpeg = decodeJpeg;
constexpr auto jpeg2000 = decodeJpeg2000;
constexpr auto png = decodePng;
constexpr auto tiff = decodeTiff;
constexpr auto webp = decodeWebp;
#else
constexpr decltype(PictureFormat::decode) jpeg = nullptr, jpeg2000 = nullptr, png = nullptr,
                                          tiff = nullptr, webp = nullptr;
#endif

constexpr std::array formats {
    PictureFormat { "JPEG", isJpeg, jpeg, "libjpeg" },
    PictureFormat { "PNG", isPng, png, "libpng" },
    PictureFormat { "TIFF", isTiff, tiff, "libtiff" },
    PictureFormat { "WebP", isWebp, webp, "libwebp" },
    PictureFormat { "JPEG 2000", isJpeg2000, jpeg2000, "OpenJPEG" },
    PictureFormat { "BMP", isBmp, decodeBmp, {} },
    PictureFormat { "portable anymap", isPortableAnymap, decodePortableAnymap, {} },
};

} // namespace

Result<Picture> makePicture(std::int64_t width, std::int64_t height)
{
    if (width < 1 || height < 1)
        return fail("the image is ", width, " x ", height, " pixels");
    if (width > maxPixels / height)
        return failAs(ErrorKind::Resource, "the image claims ", width, " x ", height,
            " pixels, at most ", maxPixels, " are decoded");
    Picture picture { width, height, {} };
    picture.pixels.resize(width * height * 3);
    return picture;
}

Result<Picture> decodePicture(Bytes bytes)
{
    const auto format = std::ranges::find_if(
        formats, [&](const auto& candidate) { return candidate.matches(bytes); });
    if (format == formats.end())
        return fail("the ", bytes.size(), " bytes are no image of a known format: ",
            support::joined(formats, ", ", &PictureFormat::name));
    if (format->decode == nullptr)
        return failAs(ErrorKind::Unsupported, "a ", format->name,
            " image: this program was built without ", format->library);
    auto picture = format->decode(bytes);
    if (!picture)
        return std::move(picture).error().within(std::string(format->name) + " image");
    return picture;
}

} // namespace engine
