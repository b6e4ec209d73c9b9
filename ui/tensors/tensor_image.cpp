#include "ui/tensors/tensor_image.h"

#include "ui/tensors/tensor_slice.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

using support::ErrorKind;
using support::failAs;

bool isColour(std::int64_t channels) { return channels == 1 || channels == 3 || channels == 4; }

} // namespace

std::uint64_t PixelGrid::element(
    std::int64_t image, std::int64_t channel, std::int64_t y, std::int64_t x) const
{
    const auto index = order == ChannelOrder::First
        ? ((image * channels + channel) * height + y) * width + x
        : ((image * height + y) * width + x) * channels + channel;
    return static_cast<std::uint64_t>(index);
}

ChannelOrder likelyOrder(const std::vector<std::int64_t>& dims)
{
    if (dims.size() < 3)
        return ChannelOrder::First;
    return !isColour(dims[dims.size() - 3]) && isColour(dims.back()) ? ChannelOrder::Last
                                                                     : ChannelOrder::First;
}

support::Result<PixelGrid> pixelGridOf(const TensorContent& content, ChannelOrder order)
{
    const auto& dims = content.dims;
    if (content.isText())
        return failAs(ErrorKind::Unsupported, "text is no picture");
    if (dims.size() < 2 || dims.size() > 4)
        return failAs(ErrorKind::Unsupported,
            "a picture needs 2 to 4 dimensions (height and width, channels, images), this tensor "
            "has ",
            dims.size());
    PixelGrid grid;
    grid.order = order;
    if (dims.size() == 4)
        grid.images = dims[0];
    const auto rest = dims.size() - std::min<std::size_t>(dims.size(), 3);
    if (dims.size() == 2) {
        grid.height = dims[0];
        grid.width = dims[1];
    } else if (order == ChannelOrder::First) {
        grid.channels = dims[rest];
        grid.height = dims[rest + 1];
        grid.width = dims[rest + 2];
    } else {
        grid.height = dims[rest];
        grid.width = dims[rest + 1];
        grid.channels = dims[rest + 2];
    }
    if (grid.images * grid.channels * grid.height * grid.width == 0)
        return failAs(ErrorKind::Unsupported, "a tensor of shape ", indexText(dims),
            " has no elements to draw");
    return grid;
}

support::Result<QImage> makeTensorImage(
    const TensorContent& content, const ImageRequest& request, std::stop_token stop)
{
    const auto grid = TRY(pixelGridOf(content, request.order));
    if (!isColour(request.channels) || request.channel < 0
        || request.channel + request.channels > grid.channels)
        return failAs(ErrorKind::Usage, "channels ", request.channel, " to ",
            request.channel + request.channels - 1, " are asked for, the tensor has ",
            grid.channels);
    if (request.image < 0 || request.image >= grid.images)
        return failAs(ErrorKind::Usage, "image ", request.image, " is asked for, the tensor has ",
            grid.images);
    const auto step = (std::max(grid.width, grid.height) + longestImageSide - 1) / longestImageSide;
    QImage picture(static_cast<int>((grid.width + step - 1) / step),
        static_cast<int>((grid.height + step - 1) / step), QImage::Format_ARGB32);
    const double span = request.high > request.low ? request.high - request.low : 1;
    for (int row = 0; row < picture.height(); ++row) {
        if (stop.stop_requested())
            return support::Error("cancelled", ErrorKind::Cancelled);
        auto* line = reinterpret_cast<QRgb*>(picture.scanLine(row));
        for (int column = 0; column < picture.width(); ++column) {
            std::array<int, 4> levels { 0, 0, 0, 255 };
            bool isNumber = true;
            for (int channel = 0; channel < request.channels; ++channel) {
                const double value = content.number(grid.element(
                    request.image, request.channel + channel, row * step, column * step));
                isNumber = isNumber && !std::isnan(value);
                levels[static_cast<std::size_t>(channel)] = isNumber
                    ? static_cast<int>(
                        std::lround(255 * std::clamp((value - request.low) / span, 0.0, 1.0)))
                    : 0;
            }
            if (request.channels == 1)
                levels = { levels[0], levels[0], levels[0], 255 };
            line[column]
                = isNumber ? qRgba(levels[0], levels[1], levels[2], levels[3]) : qRgb(255, 0, 0);
        }
    }
    return picture;
}

} // namespace ui
