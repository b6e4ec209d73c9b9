#pragma once

#include "model/contents/tensor_elements.h"

#include <QImage>

#include <stop_token>

namespace ui {

/// Position of the channels: NCHW or NHWC; without N and C for lower ranks.
enum class ChannelOrder { First, Last };

/// Interpretation of a tensor as images: rank 2 (height, width), 3 (with channels) or 4 (with
/// images).
struct PixelGrid {
    std::int64_t images = 1;
    std::int64_t channels = 1;
    std::int64_t height = 0;
    std::int64_t width = 0;
    ChannelOrder order = ChannelOrder::First;
    std::uint64_t element(
        std::int64_t image, std::int64_t channel, std::int64_t y, std::int64_t x) const;
};

/// Fails for other ranks and for strings; the error names what was found.
support::Result<PixelGrid> pixelGridOf(const model::TensorElements& content, ChannelOrder order);
/// The order in which the channels number 1, 3 or 4; First if that applies to both orders or to
/// none.
ChannelOrder likelyOrder(const std::vector<std::int64_t>& dims);

/// Layout of the kernels of a convolution's weights (output channels, input channels, height,
/// width): one kernel per output channel, side by side, one pixel apart.
struct KernelMosaic {
    std::int64_t columns = 1;
    std::int64_t rows = 1;
    std::int64_t shown = 1; ///< number of kernels that fit into longestImageSide
};
/// Fails if a single kernel is too large.
support::Result<KernelMosaic> kernelMosaicOf(const PixelGrid& grid);
/// True if a tensor with these dimensions looks like small kernels rather than images.
bool looksLikeKernels(const std::vector<std::int64_t>& dims);

enum class Arrangement { OneImage, Kernels };

struct ImageRequest {
    ChannelOrder order = ChannelOrder::First;
    std::int64_t image = 0;
    std::int64_t channel = 0; ///< index of the first channel to show
    int channels = 1; ///< 1 = grey, 3 = RGB, 4 = RGBA
    double low = 0; ///< value that is drawn black
    double high = 1; ///< value that is drawn at full strength
    Arrangement arrangement = Arrangement::OneImage; ///< for Kernels, `image` is ignored
};

constexpr int longestImageSide = 2048;

/// Draws one pixel per element; of larger tensors, every n-th element. NaN is red; the space
/// between kernels is transparent. Fails if the request does not fit the tensor, and if stopped.
support::Result<QImage> makeTensorImage(
    const model::TensorElements& content, const ImageRequest& request, std::stop_token stop = {});

} // namespace ui
