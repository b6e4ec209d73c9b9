#pragma once

#include "engine/cuda/module_backend.h"
#include "engine/reference/conv.h"

namespace engine::cuda::cublaslt {

/// A window of one element, stride one, no padding and one group: a product for each image.
bool isPointwise(const ConvShape& shape);

/// Conv (and FusedConv) that is pointwise: for each image the product of the weights [outputs,
/// channels] with the image [channels, positions]. Fails for others.
Result<std::unique_ptr<Kernel>> preparePointwiseConv(
    const KernelRequest& request, const ConvShape& shape);

} // namespace engine::cuda::cublaslt
