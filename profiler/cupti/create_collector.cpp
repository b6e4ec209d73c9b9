#include "engine/cuda/module_backend.h"
#include "profiler/cupti/collector.h"

#include <cstdlib>

namespace profiler::cupti {

namespace cuda = engine::cuda;

namespace {

/// The tracer's functions, opened once; `failure` says why there are none.
struct OpenTracer {
    Api api;
    bool isWhole = false;
    cuda::FailureText failure;
};

OpenTracer openTracer(const engine::DevicePaths& paths)
{
    OpenTracer tracer;
    const auto loader = cuda::systemLoader();
    const auto library
        = cuda::openLibrary(cuda::libraryRow("libcupti.so.13"), paths.folders, loader);
    if (library.handle == nullptr) {
        tracer.failure = cuda::noTracer("CUPTI not found");
        return tracer;
    }
    const auto missing = resolve(tracer.api, library.handle, loader);
    tracer.isWhole = missing.empty();
    if (!tracer.isWhole)
        tracer.failure = cuda::noTracer(
            library.state.path + " lacks " + missing + ", expected CUPTI 13.0.1 or newer");
    return tracer;
}

} // namespace

support::Result<std::unique_ptr<DeviceCollector>> createCollector(
    engine::Backend& backend, const CollectorOptions& options, const engine::DevicePaths& paths)
{
    // Kept for the process: CUPTI calls back whenever it likes.
    static const auto& tracer = *new OpenTracer(openTracer(paths));
    auto& device = static_cast<cuda::ModuleBackend&>(backend);
    CollectorParts parts;
    parts.api = tracer.isWhole ? &tracer.api : nullptr;
    parts.apiFailure = tracer.failure;
    parts.state = &processState();
    parts.uuid = device.device().uuid;
    parts.synchronise = [&device] { return device.synchronise(); };
    parts.launches = [&device] { return device.launches(); };
    if (const char* file = std::getenv("OPSCOPE_CUPTI_DUMP"); file != nullptr && *file != '\0')
        parts.recording = file;
    const auto loader = cuda::systemLoader();
    const auto nvml
        = cuda::openLibrary(cuda::libraryRow("libnvidia-ml.so.1"), paths.folders, loader);
    if (nvml.handle != nullptr)
        parts.nvml = nvml::resolve(nvml.handle, loader);
    else
        parts.nvmlFailure = nvml.state.reason;
    return makeCollector(std::move(parts), options);
}

} // namespace profiler::cupti
