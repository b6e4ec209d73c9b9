#pragma once

#include "engine/image/picture.h"
#include "engine/inputs/picture_scaling.h"
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

struct PictureSize {
    std::int64_t height = 0;
    std::int64_t width = 0;
};

/// Returns the size that an input of free height and width gets from a picture: that of the
/// picture, or after the scaling of `crop=256`.
PictureSize naturalSize(const Picture& picture, const ImagePreparation& preparation);

/// Returns the pixels that an input gets before range, mean and deviation are applied: scaled, cut
/// or padded, in the input's order of channels. `channels` is 1 (grey) or 3. Fails if a cut needs
/// more pixels than the scaled picture has.
Result<Levels> preparePicture(const Picture& picture, const ImagePreparation& preparation,
    const PictureSize& size, std::int64_t channels);

/// Returns the picture as an input tensor, the same for every element of a batch. Numbers are those
/// of `(levels / 255 - mean) / deviation` in numpy, in float32 (float64 for double); integers are
/// rounded to the nearest, half to even. Fails for other element types, for numbers of channels
/// other than 1 and 3, and if the element type cannot hold the numbers that levels become.
Result<Tensor> imageTensor(const Picture& picture, const ImagePreparation& preparation,
    const TensorType& type, const ImageAxes& axes, MemoryPool& pool);

/// Reads and decodes an image file.
Result<Picture> readPicture(const std::filesystem::path& file);

} // namespace engine
