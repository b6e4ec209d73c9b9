#include "engine/image/picture.h"

#include <csetjmp>
#include <cstdio>
#include <jpeglib.h>

// JPEG through libjpeg-turbo: accurate integer transform and smooth chroma upsampling, the
// library's defaults.

namespace engine {

namespace {

/// libjpeg reports errors by longjmp. Everything that is used between setjmp and its end is in a
/// struct outside of that function, so no destructor is skipped.
struct JpegReader {
    jpeg_decompress_struct decoder {};
    jpeg_error_mgr errors {};
    jpeg_progress_mgr progress {};
    std::jmp_buf escape {};
    char message[JMSG_LENGTH_MAX] = {};
    Picture picture;
    std::string refusal; ///< an error found here, not by the library
};

[[noreturn]] void leave(j_common_ptr common)
{
    auto* reader = static_cast<JpegReader*>(common->client_data);
    common->err->format_message(common, reader->message);
    std::longjmp(reader->escape, 1);
}

void keepSilent(j_common_ptr) { }

/// Leaves at the scan above the limit. The library decodes the complete image for each scan, and a
/// scan takes few bytes.
void stopAtTooManyScans(j_common_ptr common)
{
    constexpr int maxScans = 500;
    auto* reader = static_cast<JpegReader*>(common->client_data);
    if (reader->decoder.input_scan_number <= maxScans)
        return;
    std::snprintf(reader->message, sizeof reader->message,
        "more than %d scans, at most %d are supported", maxScans, maxScans);
    std::longjmp(reader->escape, 1);
}

bool prepare(JpegReader& reader)
{
    auto& decoder = reader.decoder;
    jpeg_read_header(&decoder, TRUE);
    if (decoder.num_components == 4) {
        reader.refusal = "four colour components (CMYK), expected one or three";
        return false;
    }
    auto picture = makePicture(decoder.image_width, decoder.image_height);
    if (!picture) {
        reader.refusal = picture.error().message();
        return false;
    }
    reader.picture = *std::move(picture);
    decoder.out_color_space = JCS_RGB;
    return true;
}

/// Returns false with a message or a refusal. No object with a destructor may be made here.
bool readInto(JpegReader& reader, std::span<const std::byte> bytes)
{
    auto& decoder = reader.decoder;
    if (setjmp(reader.escape) != 0)
        return false;
    jpeg_create_decompress(&decoder);
    decoder.progress = &reader.progress;
    jpeg_mem_src(&decoder, reinterpret_cast<const unsigned char*>(bytes.data()),
        static_cast<unsigned long>(bytes.size()));
    if (!prepare(reader))
        return false;
    jpeg_start_decompress(&decoder);
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = reader.picture.pixels.data()
            + static_cast<std::size_t>(decoder.output_scanline) * decoder.output_width * 3;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    jpeg_finish_decompress(&decoder);
    return true;
}

} // namespace

support::Result<Picture> decodeJpeg(std::span<const std::byte> bytes)
{
    JpegReader reader;
    reader.decoder.err = jpeg_std_error(&reader.errors);
    reader.decoder.client_data = &reader;
    reader.errors.error_exit = leave;
    reader.errors.output_message = keepSilent;
    reader.progress.progress_monitor = stopAtTooManyScans;
    const bool isRead = readInto(reader, bytes);
    jpeg_destroy_decompress(&reader.decoder);
    if (!isRead)
        return support::fail(reader.refusal.empty() ? std::string(reader.message) : reader.refusal);
    return std::move(reader.picture);
}

} // namespace engine
