#include "engine/device/plugin.h"

#include "engine/cuda/cuda_backend.h"
#include "engine/cuda/kernel_list.h"
#include "engine/cuda/libraries.h"
#include "engine/cuda/peaks.h"
#include "engine/cuda/probe.h"
#include "profiler/cupti/collector.h"

namespace {

using namespace engine;

/// Paths of the last probe. Libraries that are opened later are searched in the same folders.
DevicePaths& knownPaths()
{
    static DevicePaths paths;
    return paths;
}

DeviceStatus probe(const DevicePaths& paths)
{
    knownPaths() = paths;
    return cuda::probeDevices(cuda::systemFunctions());
}

std::vector<DeviceLibrary> libraries(const DevicePaths& paths)
{
    return cuda::allLibraries(paths, cuda::systemLoader());
}

std::span<const KernelEntry> kernels() { return cuda::kernelList(); }

Result<std::unique_ptr<profiler::DeviceCollector>> createCollector(
    Backend& backend, const profiler::CollectorOptions& options)
{
    return profiler::cupti::createCollector(backend, options, knownPaths());
}

const DevicePlugin plugin {
    .abi = deviceAbi,
    .build = OPSCOPE_BUILD,
    .probe = probe,
    .libraries = libraries,
    .kernels = kernels,
    .createBackend = cuda::createCudaBackend,
    .createCollector = createCollector,
    .measurePeaks = cuda::measurePeaks,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const DevicePlugin* opscopeCudaPlugin()
{
    return &plugin;
}
