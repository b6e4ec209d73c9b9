#include "engine/cuda/check.h"

#include "engine/cuda/failures.h"
#include "engine/cuda/step_notes.h"

namespace engine::cuda {

using support::ErrorKind;
using support::failAs;

support::Result<void> check(cudaError_t code, const char* what)
{
    if (code == cudaSuccess)
        return {};
    const auto number = static_cast<int>(code);
    if (isSticky(number))
        return stepNotes().failure(number);
    if (code == cudaErrorNoKernelImageForDevice) {
        DeviceDescription device;
        cudaDeviceGetAttribute(&device.major, cudaDevAttrComputeCapabilityMajor, 0);
        cudaDeviceGetAttribute(&device.minor, cudaDevAttrComputeCapabilityMinor, 0);
        return failAs(ErrorKind::Resource, noKernelImage(device).message);
    }
    return failAs(ErrorKind::Resource, what, ": ", cudaGetErrorString(code), " (", number, ")");
}

support::Result<void> checkLaunch() { return check(cudaGetLastError(), "launching a kernel"); }

} // namespace engine::cuda
