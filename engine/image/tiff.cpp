#include "engine/image/picture.h"

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <memory>
#include <tiffio.h>

// TIFF through libtiff's conversion to RGBA: every colour space and compression the library knows,
// the first page of the file.

namespace engine {

namespace {

/// The file in memory, for libtiff's callbacks.
struct TiffStream {
    std::span<const std::byte> bytes;
    std::uint64_t position = 0;
};

tmsize_t readBytes(thandle_t handle, void* target, tmsize_t wanted)
{
    auto* stream = static_cast<TiffStream*>(handle);
    if (wanted <= 0 || stream->position >= stream->bytes.size())
        return 0;
    const auto count
        = std::min(static_cast<std::uint64_t>(wanted), stream->bytes.size() - stream->position);
    std::memcpy(target, stream->bytes.data() + stream->position, count);
    stream->position += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t writeNothing(thandle_t, void*, tmsize_t) { return 0; }

toff_t seek(thandle_t handle, toff_t offset, int origin)
{
    auto* stream = static_cast<TiffStream*>(handle);
    const std::uint64_t base = origin == SEEK_CUR ? stream->position
        : origin == SEEK_END                      ? stream->bytes.size()
                                                  : 0;
    stream->position = base + offset;
    return stream->position;
}

int keepOpen(thandle_t) { return 0; }
toff_t sizeOf(thandle_t handle) { return static_cast<TiffStream*>(handle)->bytes.size(); }

struct CloseTiff {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

} // namespace

support::Result<Picture> decodeTiff(std::span<const std::byte> bytes)
{
    TIFFSetErrorHandler(nullptr); // libtiff would print to stderr
    TIFFSetWarningHandler(nullptr);
    TiffStream stream { bytes, 0 };
    // m: no memory mapping, the bytes are in memory already.
    const std::unique_ptr<TIFF, CloseTiff> tiff(TIFFClientOpen(
        "image", "rm", &stream, readBytes, writeNothing, seek, keepOpen, sizeOf, nullptr, nullptr));
    if (!tiff)
        return support::fail("the file has no TIFF directory");
    std::uint32_t width = 0, height = 0;
    if (TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width) != 1
        || TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height) != 1)
        return support::fail("it does not say its size");
    auto picture = TRY(makePicture(width, height));
    std::vector<std::uint32_t> raster(static_cast<std::size_t>(width) * height);
    char reason[1024] = {};
    if (TIFFRGBAImageOK(tiff.get(), reason) != 1)
        return support::failAs(support::ErrorKind::Unsupported, reason);
    if (TIFFReadRGBAImageOriented(tiff.get(), width, height, raster.data(), ORIENTATION_TOPLEFT, 1)
        != 1)
        return support::fail("its pixels cannot be read");
    for (std::size_t i = 0; i < raster.size(); ++i) {
        picture.pixels[3 * i] = static_cast<std::uint8_t>(TIFFGetR(raster[i]));
        picture.pixels[3 * i + 1] = static_cast<std::uint8_t>(TIFFGetG(raster[i]));
        picture.pixels[3 * i + 2] = static_cast<std::uint8_t>(TIFFGetB(raster[i]));
    }
    return picture;
}

} // namespace engine
