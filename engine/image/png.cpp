#include "engine/image/picture.h"

#include <csetjmp>
#include <cstring>
#include <png.h>

// PNG through libpng. Samples are taken as they are, without gamma. Of 16-bit samples the high byte
// is used.

namespace engine {

namespace {

/// libpng reports errors by longjmp. Everything that is used between setjmp and its end is in a
/// struct outside of that function, so no destructor is skipped.
struct PngReader {
    png_structp decoder = nullptr;
    png_infop header = nullptr;
    std::jmp_buf escape {};
    std::span<const std::byte> rest;
    std::string message;
    Picture picture;
    std::vector<png_bytep> rows;
};

[[noreturn]] void leave(png_structp decoder, png_const_charp message)
{
    auto* reader = static_cast<PngReader*>(png_get_error_ptr(decoder));
    reader->message = message;
    std::longjmp(reader->escape, 1);
}

void keepSilent(png_structp, png_const_charp) { }

void giveBytes(png_structp decoder, png_bytep target, std::size_t count)
{
    auto* reader = static_cast<PngReader*>(png_get_io_ptr(decoder));
    if (count > reader->rest.size())
        png_error(decoder, "the file ends early");
    std::memcpy(target, reader->rest.data(), count);
    reader->rest = reader->rest.subspan(count);
}

bool prepare(PngReader& reader)
{
    auto picture = makePicture(png_get_image_width(reader.decoder, reader.header),
        png_get_image_height(reader.decoder, reader.header));
    if (!picture) {
        reader.message = picture.error().message();
        return false;
    }
    reader.picture = *std::move(picture);
    const auto stride = static_cast<std::size_t>(reader.picture.width) * 3;
    for (std::int64_t y = 0; y < reader.picture.height; ++y)
        reader.rows.push_back(reader.picture.pixels.data() + static_cast<std::size_t>(y) * stride);
    return true;
}

/// Returns false with a message. No object with a destructor may be made here.
bool readInto(PngReader& reader)
{
    if (setjmp(reader.escape) != 0)
        return false;
    png_set_read_fn(reader.decoder, &reader, giveBytes);
    png_read_info(reader.decoder, reader.header);
    png_set_strip_16(reader.decoder);
    png_set_expand(reader.decoder);
    png_set_gray_to_rgb(reader.decoder);
    png_set_strip_alpha(reader.decoder);
    png_set_interlace_handling(reader.decoder);
    png_read_update_info(reader.decoder, reader.header);
    if (!prepare(reader))
        return false;
    if (png_get_rowbytes(reader.decoder, reader.header)
        != static_cast<std::size_t>(reader.picture.width) * 3)
        png_error(reader.decoder, "rows of an unexpected length");
    png_read_image(reader.decoder, reader.rows.data());
    return true;
}

} // namespace

support::Result<Picture> decodePng(std::span<const std::byte> bytes)
{
    PngReader reader;
    reader.rest = bytes;
    reader.decoder = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, leave, keepSilent);
    if (reader.decoder == nullptr)
        return support::failAs(support::ErrorKind::Resource, "libpng gave no decoder");
    reader.header = png_create_info_struct(reader.decoder);
    const bool isRead = reader.header != nullptr && readInto(reader);
    png_destroy_read_struct(&reader.decoder, &reader.header, nullptr);
    if (!isRead)
        return support::fail(reader.message);
    return std::move(reader.picture);
}

} // namespace engine
