#include "engine/image/picture.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <openjpeg.h>

// JPEG 2000, as a file (JP2) or a bare code stream, through OpenJPEG.

namespace engine {

namespace {

using support::ErrorKind;
using support::fail;
using support::failAs;
using support::Result;

struct FreeCodec {
    void operator()(opj_codec_t* codec) const { opj_destroy_codec(codec); }
};
struct FreeStream {
    void operator()(opj_stream_t* stream) const { opj_stream_destroy(stream); }
};
struct FreeImage {
    void operator()(opj_image_t* image) const { opj_image_destroy(image); }
};
using Image = std::unique_ptr<opj_image_t, FreeImage>;

/// The file in memory, for OpenJPEG's callbacks.
struct MemoryStream {
    std::span<const std::byte> bytes;
    std::size_t position = 0;
};

OPJ_SIZE_T readBytes(void* target, OPJ_SIZE_T wanted, void* user)
{
    auto* stream = static_cast<MemoryStream*>(user);
    const auto count = std::min(wanted, stream->bytes.size() - stream->position);
    if (count == 0)
        return static_cast<OPJ_SIZE_T>(-1); // the library's value for the end
    std::memcpy(target, stream->bytes.data() + stream->position, count);
    stream->position += count;
    return count;
}

OPJ_BOOL seekTo(OPJ_OFF_T offset, void* user)
{
    auto* stream = static_cast<MemoryStream*>(user);
    if (offset < 0 || static_cast<std::size_t>(offset) > stream->bytes.size())
        return OPJ_FALSE;
    stream->position = static_cast<std::size_t>(offset);
    return OPJ_TRUE;
}

OPJ_OFF_T skip(OPJ_OFF_T count, void* user)
{
    auto* stream = static_cast<MemoryStream*>(user);
    const auto target = static_cast<OPJ_OFF_T>(stream->position) + count;
    return seekTo(
               std::clamp<OPJ_OFF_T>(target, 0, static_cast<OPJ_OFF_T>(stream->bytes.size())), user)
            == OPJ_TRUE
        ? count
        : -1;
}

std::uint32_t bigEndian(std::span<const std::byte> bytes, std::size_t at, std::size_t count)
{
    std::uint32_t value = 0;
    for (const auto byte : bytes.subspan(at, count))
        value = value << 8 | std::to_integer<std::uint32_t>(byte);
    return value;
}

/// Checks the sizes that the code stream begins with (SIZ, ISO/IEC 15444-1 A.5.1): for its header
/// alone OpenJPEG allocates a table for each component of each tile.
Result<void> checkTiles(std::span<const std::byte> bytes)
{
    constexpr std::array start { std::byte { 0xff }, std::byte { 0x4f }, std::byte { 0xff },
        std::byte { 0x51 } };
    constexpr std::size_t length = 42;
    const auto found = std::ranges::search(bytes, start);
    const auto sizes = bytes.subspan(found.begin() - bytes.begin());
    if (sizes.size() < length)
        return {}; // OpenJPEG refuses a file without them
    const auto tilesAlong = [&](std::size_t axis) -> std::uint64_t {
        const std::uint64_t end = bigEndian(sizes, 8 + axis, 4);
        const std::uint64_t tile = bigEndian(sizes, 24 + axis, 4);
        const std::uint64_t first = bigEndian(sizes, 32 + axis, 4);
        return tile == 0 || first > end ? 0 : (end - first + tile - 1) / tile;
    };
    const auto across = tilesAlong(0);
    const auto down = tilesAlong(4);
    const auto components = bigEndian(sizes, 40, 2);
    constexpr std::uint64_t maxTables = 65'536;
    if (across != 0 && down * components > maxTables / across)
        return failAs(ErrorKind::Unsupported, across, " x ", down, " tiles of ", components,
            " colour components, at most ", maxTables, " tiles and components are supported");
    return {};
}

Result<Image> readImage(MemoryStream& memory)
{
    TRY(checkTiles(memory.bytes));
    const bool isBare = memory.bytes[0] == std::byte { 0xff };
    const std::unique_ptr<opj_codec_t, FreeCodec> codec(
        opj_create_decompress(isBare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2));
    const std::unique_ptr<opj_stream_t, FreeStream> stream(opj_stream_default_create(OPJ_TRUE));
    if (!codec || !stream)
        return failAs(ErrorKind::Resource, "OpenJPEG gave no decoder");
    opj_stream_set_read_function(stream.get(), readBytes);
    opj_stream_set_skip_function(stream.get(), skip);
    opj_stream_set_seek_function(stream.get(), seekTo);
    opj_stream_set_user_data(stream.get(), &memory, nullptr);
    opj_stream_set_user_data_length(stream.get(), memory.bytes.size());
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    if (opj_setup_decoder(codec.get(), &parameters) != OPJ_TRUE)
        return fail("OpenJPEG refuses its parameters");
    opj_image_t* raw = nullptr;
    const bool hasHeader = opj_read_header(stream.get(), codec.get(), &raw) == OPJ_TRUE;
    Image image(raw);
    if (!hasHeader || !image)
        return fail("its header cannot be read");
    // Before the pixels: a hostile header must not make the library allocate.
    const auto width = image->x1 - static_cast<std::int64_t>(image->x0);
    const auto height = image->y1 - static_cast<std::int64_t>(image->y0);
    TRY(makePicture(width, height));
    constexpr std::int64_t maxSamples = std::int64_t(1) << 29;
    if (image->numcomps > maxSamples / (width * height))
        return failAs(ErrorKind::Unsupported, image->numcomps, " colour components of ", width,
            " x ", height, " samples, at most ", maxSamples, " samples are supported");
    if (opj_decode(codec.get(), stream.get(), image.get()) != OPJ_TRUE)
        return fail("its pixels cannot be decoded");
    return image;
}

/// Returns a sample of any precision as eight bits.
std::uint8_t sampleAt(const opj_image_comp_t& component, std::size_t i)
{
    auto value = static_cast<std::int64_t>(component.data[i])
        + (component.sgnd != 0 ? std::int64_t(1) << (component.prec - 1) : 0);
    value = component.prec >= 8 ? value >> (component.prec - 8)
                                : value * 255 / ((1 << component.prec) - 1);
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>(value, 0, 255));
}

/// Converts YCbCr to RGB by ITU-R BT.601, as JPEG does.
void toRgb(std::uint8_t* pixel)
{
    const double y = pixel[0], cb = pixel[1] - 128.0, cr = pixel[2] - 128.0;
    const auto byte = [](double value) {
        return static_cast<std::uint8_t>(std::clamp(value + 0.5, 0.0, 255.0));
    };
    pixel[0] = byte(y + 1.402 * cr);
    pixel[1] = byte(y - 0.344136 * cb - 0.714136 * cr);
    pixel[2] = byte(y + 1.772 * cb);
}

} // namespace

Result<Picture> decodeJpeg2000(std::span<const std::byte> bytes)
{
    MemoryStream memory { bytes, 0 };
    const auto image = TRY(readImage(memory));
    const std::span components(image->comps, image->numcomps);
    if (components.empty())
        return fail("no colour components");
    const auto& first = components.front();
    for (const auto& component : components) {
        if (component.w != first.w || component.h != first.h || component.data == nullptr
            || component.prec < 1 || component.prec > 31)
            return failAs(ErrorKind::Unsupported,
                "colour components of different sizes, expected equal ones");
    }
    auto picture = TRY(makePicture(first.w, first.h));
    const bool isGrey = components.size() < 3;
    for (std::size_t i = 0; i < picture.pixels.size() / 3; ++i) {
        auto* pixel = picture.pixels.data() + 3 * i;
        for (std::size_t c = 0; c < 3; ++c)
            pixel[c] = sampleAt(components[isGrey ? 0 : c], i);
        if (image->color_space == OPJ_CLRSPC_SYCC && !isGrey)
            toRgb(pixel);
    }
    return picture;
}

} // namespace engine
