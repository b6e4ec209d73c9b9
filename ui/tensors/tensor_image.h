#pragma once

#include "ui/tensors/tensor_content.h"

#include <QImage>

#include <stop_token>

namespace ui {

/// Where channels stand: NCHW or NHWC; without N and C as fits the rank.
enum class ChannelOrder { First, Last };

/// A tensor of rank 2 (height, width), 3 (with channels) or 4 (several images) as pixels.
struct PixelGrid {
    std::int64_t images = 1;
    std::int64_t channels = 1;
    std::int64_t height = 0;
    std::int64_t width = 0;
    ChannelOrder order = ChannelOrder::First;
    std::uint64_t element(
        std::int64_t image, std::int64_t channel, std::int64_t y, std::int64_t x) const;
};

/// Fails for other ranks and for text, saying what was found.
support::Result<PixelGrid> pixelGridOf(const TensorContent& content, ChannelOrder order);
/// The order whose channels are 1, 3 or 4; channels first if both or neither are.
ChannelOrder likelyOrder(const std::vector<std::int64_t>& dims);

/// Of a convolution's weights (output channels, input channels, height, width): the kernels of all
/// output channels side by side, one element apart.
struct KernelMosaic {
    std::int64_t columns = 1;
    std::int64_t rows = 1;
    std::int64_t shown = 1; ///< kernels that the longest side has room for
};
/// Fails if not even one kernel has room.
support::Result<KernelMosaic> kernelMosaicOf(const PixelGrid& grid);
/// Whether a tensor of these dimensions looks like small kernels, not like pictures.
bool looksLikeKernels(const std::vector<std::int64_t>& dims);

enum class Arrangement { OneImage, Kernels };

struct ImageRequest {
    ChannelOrder order = ChannelOrder::First;
    std::int64_t image = 0;
    std::int64_t channel = 0; ///< the first one that is shown
    int channels = 1; ///< 1 = grey, 3 = RGB, 4 = RGBA
    double low = 0; ///< drawn black
    double high = 1; ///< drawn at full strength
    Arrangement arrangement = Arrangement::OneImage; ///< of Kernels `image` is not used
};

constexpr int longestImageSide = 2048;

/// One pixel an element; larger ones keep every n-th. NaN is red; between kernels nothing is drawn.
/// Fails if the request does not fit
/// the tensor, and when stopped.
support::Result<QImage> makeTensorImage(
    const TensorContent& content, const ImageRequest& request, std::stop_token stop = {});

} // namespace ui
