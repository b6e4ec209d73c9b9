#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/reference/conv.h"

namespace engine::cuda::cublaslt {

/// Whether the convolution has a kernel of one element, stride 1, no padding and one group. It is
/// then one matrix product per image.
bool isPointwise(const ConvShape& shape);

/// Prepares a Conv or FusedConv that is pointwise. For each image it multiplies the weights
/// [outputs, channels] by the image [channels, positions]. Fails for other convolutions.
Result<std::unique_ptr<Kernel>> preparePointwiseConv(
    const KernelRequest& request, const ConvShape& shape);

} // namespace engine::cuda::cublaslt
