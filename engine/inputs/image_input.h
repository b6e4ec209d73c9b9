#pragma once

#include "engine/image/picture.h"
#include "engine/kernel/memory.h"
#include "engine/kernel/tensor.h"
#include "engine/plan/run_request.h"

namespace engine {

/// Axes of the channels, rows and columns of an image input.
struct ImageAxes {
    std::size_t channels = 1;
    std::size_t height = 2;
    std::size_t width = 3;
};

/// Returns the axes of an input of rank 3 or 4 (rank 4 begins with the batch). ImageOrder::Guess
/// takes channels first or else channels last, if that axis has 1 or 3 channels. Fails for other
/// ranks, and if no order fits.
Result<ImageAxes> imageAxes(const model::Shape& declared, ImageOrder order);

/// Returns the picture as an input tensor: scaled to the tensor's size (bilinear), grey for one
/// channel, 0..1 for floats and 0..255 for integers, the same for every element of a batch. Fails
/// for other element types and other numbers of channels.
Result<Tensor> imageTensor(
    const Picture& picture, const TensorType& type, const ImageAxes& axes, MemoryPool& pool);

/// Reads and decodes an image file.
Result<Picture> readPicture(const std::filesystem::path& file);

} // namespace engine
