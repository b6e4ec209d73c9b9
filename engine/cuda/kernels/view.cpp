#include "engine/cuda/kernels/strided.h"

// Operators that only change the shape: Reshape, Flatten, Squeeze, Unsqueeze, Identity, and Dropout
// if it drops nothing. Shape inference has computed the shape; nothing runs on the device.

namespace engine::cuda {

namespace {

constexpr std::uint32_t shapeInput = 1u << 1;

Result<std::unique_ptr<Kernel>> prepareView(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    const auto& from = inputType(request, 0);
    if (type.element != from.element || type.count() != from.count())
        return fail("the shape ", dimsText(type.dims), " does not hold ", dimsText(from.dims));
    return makeKernel(implementationName(request, "view"),
        [dims = type.dims](RunContext& context) { return context.forward(0, 0, dims); });
}

const RegisterKernels views(
    { "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity" }, prepareView, shapeInput);

} // namespace

} // namespace engine::cuda
