#pragma once

#include "engine/image/picture.h"
#include "engine/kernel/memory.h"
#include "engine/kernel/tensor.h"
#include "engine/plan/run_request.h"

namespace engine {

/// Where an input of a model has its channels, rows and columns.
struct ImageAxes {
    std::size_t channels = 1;
    std::size_t height = 2;
    std::size_t width = 3;
};

/// The axes of an input of rank 3 or 4 (with a batch first): as `order` says, or by which of the
/// two places has 1 or 3 channels. Fails if the shape is no image's.
Result<ImageAxes> imageAxes(const model::Shape& declared, ImageOrder order);

/// The picture as an input: scaled to the tensor's size (bilinear), grey for one channel, 0..1 for
/// floats and 0..255 for integers, the same for every element of a batch. Fails for other element
/// types and other numbers of channels.
Result<Tensor> imageTensor(
    const Picture& picture, const TensorType& type, const ImageAxes& axes, MemoryPool& pool);

/// Reads and decodes an image file.
Result<Picture> readPicture(const std::filesystem::path& file);

} // namespace engine
