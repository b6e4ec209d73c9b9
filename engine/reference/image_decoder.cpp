#include "engine/image/picture.h"
#include "engine/kernel/element_dispatch.h"

// ImageDecoder (20): decodes an image file, given as bytes, to uint8 [height, width, channels] in
// the attribute's pixel format.

namespace engine {

namespace {

/// ITU-R BT.601 luma in 16-bit fixed point, rounded.
std::uint8_t luma(const std::uint8_t* pixel)
{
    return static_cast<std::uint8_t>(
        (19595u * pixel[0] + 38470u * pixel[1] + 7471u * pixel[2] + 32768u) >> 16);
}

Result<void> decodeTo(RunContext& context, std::string_view format)
{
    const auto& input = context.tensor(0);
    const auto picture
        = TRY(decodePicture({ input.data, static_cast<std::size_t>(input.count()) }));
    const std::int64_t channels = format == "Grayscale" ? 1 : 3;
    auto* output = TRY(
        context.output(0, ElementType::Uint8, Dims { picture.height, picture.width, channels }));
    auto pixels = output->as<std::uint8_t>();
    for (std::size_t i = 0; i < picture.pixels.size() / 3; ++i) {
        const auto* pixel = picture.pixels.data() + 3 * i;
        if (channels == 1) {
            pixels[i] = luma(pixel);
            continue;
        }
        const bool isReversed = format == "BGR";
        for (std::size_t c = 0; c < 3; ++c)
            pixels[3 * i + c] = pixel[isReversed ? 2 - c : c];
    }
    return {};
}

Result<void> runImageDecoder(const OpNode& node, RunContext& context)
{
    const auto format = node.text("pixel_format", "RGB");
    if (format != "RGB" && format != "BGR" && format != "Grayscale")
        return fail("pixel_format is \"", format, "\", expected RGB, BGR or Grayscale");
    return decodeTo(context, format);
}

/// DecodeImage of com.microsoft.extensions. Channels are in the order BGR unless color_space is
/// "rgb".
Result<void> runDecodeImage(const OpNode& node, RunContext& context)
{
    const auto space = node.text("color_space", "bgr");
    if (space != "rgb" && space != "bgr")
        return fail("color_space is \"", space, "\", expected rgb or bgr");
    return decodeTo(context, space == "rgb" ? "RGB" : "BGR");
}

constexpr auto onBytes = checkFirstInput<TypeList<std::uint8_t>>;

const RegisterReference imageDecoders[] = {
    { "ImageDecoder", runImageDecoder, onBytes },
    { "DecodeImage", runDecodeImage, onBytes, "com.microsoft.extensions" },
};

} // namespace

} // namespace engine
