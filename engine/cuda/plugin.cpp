#include "engine/plugin.h"

#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/kernel_list.h"
#include "engine/cuda/libraries.h"
#include "engine/cuda/probe.h"
#include "profiler/device_collector.h"

// The module's one exported function and the table it returns.
namespace {

using namespace engine;

DeviceStatus probe(const DevicePaths&) { return cuda::probeDevices(cuda::realSurroundings()); }

std::vector<DeviceLibrary> libraries(const DevicePaths& paths)
{
    return cuda::allLibraries(paths, cuda::systemLoader());
}

std::span<const KernelEntry> kernels() { return cuda::kernelList(); }

const DevicePlugin plugin {
    .abi = deviceAbi,
    .build = OPSCOPE_BUILD,
    .probe = probe,
    .libraries = libraries,
    .kernels = kernels,
    .createBackend = cuda::createCudaBackend,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const DevicePlugin* opscopeCudaPlugin()
{
    return &plugin;
}
