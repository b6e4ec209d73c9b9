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

struct PixelPlace {
    std::int64_t image;
    std::int64_t y;
    std::int64_t x;
};

QRgb pixelOf(const model::TensorElements& content, const PixelGrid& grid,
    const ImageRequest& request, const PixelPlace& place)
{
    const double span = request.high > request.low ? request.high - request.low : 1;
    std::array<int, 4> levels { 0, 0, 0, 255 };
    for (int channel = 0; channel < request.channels; ++channel) {
        const double value = content.number(
            grid.element(place.image, request.channel + channel, place.y, place.x));
        if (std::isnan(value))
            return qRgb(255, 0, 0);
        levels[static_cast<std::size_t>(channel)] = static_cast<int>(
            std::lround(255 * std::clamp((value - request.low) / span, 0.0, 1.0)));
    }
    if (request.channels == 1)
        levels = { levels[0], levels[0], levels[0], 255 };
    return qRgba(levels[0], levels[1], levels[2], levels[3]);
}

support::Result<QImage> drawKernels(const model::TensorElements& content, const PixelGrid& grid,
    const ImageRequest& request, const std::stop_token& stop)
{
    const auto mosaic = TRY(kernelMosaicOf(grid));
    QImage picture(static_cast<int>(mosaic.columns * (grid.width + 1) - 1),
        static_cast<int>(mosaic.rows * (grid.height + 1) - 1), QImage::Format_ARGB32);
    picture.fill(Qt::transparent);
    for (std::int64_t kernel = 0; kernel < mosaic.shown; ++kernel) {
        if (stop.stop_requested())
            return support::Error("cancelled", ErrorKind::Cancelled);
        const auto left = kernel % mosaic.columns * (grid.width + 1);
        const auto top = kernel / mosaic.columns * (grid.height + 1);
        for (std::int64_t y = 0; y < grid.height; ++y) {
            for (std::int64_t x = 0; x < grid.width; ++x)
                picture.setPixel(static_cast<int>(left + x), static_cast<int>(top + y),
                    pixelOf(content, grid, request, { kernel, y, x }));
        }
    }
    return picture;
}

} // namespace

bool looksLikeKernels(const std::vector<std::int64_t>& dims)
{
    constexpr std::int64_t largestKernel = 16;
    return dims.size() == 4 && dims[0] > 1 && dims[2] > 1 && dims[2] <= largestKernel && dims[3] > 1
        && dims[3] <= largestKernel;
}

support::Result<KernelMosaic> kernelMosaicOf(const PixelGrid& grid)
{
    const auto maxColumns = (longestImageSide + 1) / (grid.width + 1);
    const auto maxRows = (longestImageSide + 1) / (grid.height + 1);
    if (maxColumns == 0 || maxRows == 0)
        return failAs(ErrorKind::Unsupported, "kernels of ", grid.height, " by ", grid.width,
            " are too large to stand side by side, expected at most ", longestImageSide,
            " a side: choose channels first or last");
    const auto square = std::llround(std::ceil(std::sqrt(static_cast<double>(grid.images))));
    KernelMosaic mosaic;
    mosaic.columns = std::min<std::int64_t>(square, maxColumns);
    mosaic.rows
        = std::min<std::int64_t>((grid.images + mosaic.columns - 1) / mosaic.columns, maxRows);
    mosaic.shown = std::min(grid.images, mosaic.columns * mosaic.rows);
    return mosaic;
}

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

support::Result<PixelGrid> pixelGridOf(const model::TensorElements& content, ChannelOrder order)
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
    const model::TensorElements& content, const ImageRequest& request, std::stop_token stop)
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
    if (request.arrangement == Arrangement::Kernels)
        return drawKernels(content, grid, request, stop);
    const auto step = (std::max(grid.width, grid.height) + longestImageSide - 1) / longestImageSide;
    QImage picture(static_cast<int>((grid.width + step - 1) / step),
        static_cast<int>((grid.height + step - 1) / step), QImage::Format_ARGB32);
    for (int row = 0; row < picture.height(); ++row) {
        if (stop.stop_requested())
            return support::Error("cancelled", ErrorKind::Cancelled);
        auto* line = reinterpret_cast<QRgb*>(picture.scanLine(row));
        for (int column = 0; column < picture.width(); ++column)
            line[column]
                = pixelOf(content, grid, request, { request.image, row * step, column * step });
    }
    return picture;
}

} // namespace ui
