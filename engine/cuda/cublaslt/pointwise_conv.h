#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/reference/conv.h"

namespace engine::cuda::cublaslt {

/// Conv (and FusedConv) with a window of one element, stride one, no padding and one group: for
/// each image the product of the weights [outputs, channels] with the image [channels, positions].
/// Fails for others.
Result<std::unique_ptr<Kernel>> preparePointwiseConv(
    const KernelRequest& request, const ConvShape& shape);

} // namespace engine::cuda::cublaslt
