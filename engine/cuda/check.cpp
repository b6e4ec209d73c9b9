#include "engine/cuda/check.h"

#include "engine/cuda/step_notes.h"

namespace engine::cuda {

namespace {

DeviceDescription currentDevice()
{
    DeviceDescription device;
    cudaGetDevice(&device.number);
    cudaDeviceGetAttribute(&device.major, cudaDevAttrComputeCapabilityMajor, device.number);
    cudaDeviceGetAttribute(&device.minor, cudaDevAttrComputeCapabilityMinor, device.number);
    return device;
}

} // namespace

support::Result<void> check(cudaError_t code, const char* what)
{
    if (code == cudaSuccess)
        return {};
    return callFailed({ static_cast<int>(code), what, cudaGetErrorString(code) }, currentDevice);
}

support::Result<void> checkLaunch() { return check(cudaGetLastError(), "launching a kernel"); }

} // namespace engine::cuda
