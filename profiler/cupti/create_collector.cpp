#include "engine/cuda/module_backend.h"
#include "profiler/cupti/collector.h"

#include <cstdlib>
#include <filesystem>

namespace profiler::cupti {

namespace cuda = engine::cuda;

namespace {

/// CUPTI, opened once; `failure` is the reason if it cannot be used.
struct CuptiLibrary {
    void* library = nullptr;
    std::string folder;
    Api api;
    bool isWhole = false;
    cuda::FailureText failure;
};

CuptiLibrary openTracer(const engine::DevicePaths& paths)
{
    CuptiLibrary tracer;
    const auto loader = cuda::systemLoader();
    const auto library
        = cuda::openLibrary(cuda::libraryRow("libcupti.so.13"), paths.folders, loader);
    if (library.handle == nullptr) {
        tracer.failure = cuda::noTracer("CUPTI not found");
        return tracer;
    }
    tracer.library = library.handle;
    tracer.folder = std::filesystem::path(library.state.path).parent_path().string();
    tracer.api = Api { cuda::symbolsOf(library.handle, loader) };
    const auto& missing = tracer.api.symbols.missing();
    tracer.isWhole = missing.empty();
    if (!tracer.isWhole)
        tracer.failure = cuda::noTracer(
            library.state.path + " lacks " + missing + ", expected CUPTI 13.0.1 or newer");
    return tracer;
}

/// The functions of the Range Profiler; null if some are missing. CUPTI opens its counter libraries
/// by file name only. They are opened here from CUPTI's folder first, so that it finds these ones.
const counter::Api* openCounters(const CuptiLibrary& tracer)
{
    static const auto api = [&tracer] {
        const auto loader = cuda::systemLoader();
        for (const char* name : { "libnvperf_target.so", "libnvperf_host.so" })
            loader.open((std::filesystem::path(tracer.folder) / name).string());
        return counter::Api { cuda::symbolsOf(tracer.library, loader) };
    }();
    return api.symbols.missing().empty() ? &api : nullptr;
}

/// The CUcontext that is current on this thread; null without a driver.
void* currentContext()
{
    const auto loader = cuda::systemLoader();
    void* const driver = loader.open("libcuda.so.1");
    auto* const get = driver != nullptr
        ? reinterpret_cast<int (*)(void**)>(loader.symbol(driver, "cuCtxGetCurrent"))
        : nullptr;
    void* context = nullptr;
    return get != nullptr && get(&context) == cuda::answer::success ? context : nullptr;
}

} // namespace

support::Result<std::unique_ptr<DeviceCollector>> createCollector(
    engine::Backend& backend, const CollectorOptions& options, const engine::DevicePaths& paths)
{
    // Never destroyed: CUPTI may call its callbacks until the process ends.
    static const auto& tracer = *new CuptiLibrary(openTracer(paths));
    auto& device = static_cast<cuda::ModuleBackend&>(backend);
    CollectorParts parts;
    parts.api = tracer.isWhole ? &tracer.api : nullptr;
    parts.apiFailure = tracer.failure;
    parts.state = &processState();
    parts.uuid = device.device().uuid;
    parts.deviceNumber = static_cast<std::size_t>(device.device().number);
    parts.context = currentContext;
    parts.counterFailure = tracer.isWhole ? cuda::FailureText { "counters-failed",
        "hardware counters are not measured: CUPTI lacks the Range Profiler of 13.0", "" }
                                          : tracer.failure;
    if (tracer.isWhole)
        parts.counters = [] { return openCounters(tracer); };
    parts.synchronise = [&device] { return device.synchronise(); };
    parts.launches = [&device] { return device.launches(); };
    // Without tracer and events the host waits after each step, so that a fault is reported for the
    // step that caused it.
    const char* const waits = std::getenv("OPSCOPE_CUDA_WAIT");
    if (waits != nullptr && *waits == '1') {
        parts.api = nullptr;
        parts.apiFailure
            = { "no-tracer", "profiling without kernel detail: OPSCOPE_CUDA_WAIT=1", "" };
        parts.noEventsReason = "OPSCOPE_CUDA_WAIT=1";
    } else {
        parts.events = device.events();
    }
    if (const char* file = std::getenv("OPSCOPE_CUPTI_DUMP"); file != nullptr && *file != '\0')
        parts.recording = file;
    const auto loader = cuda::systemLoader();
    const auto nvml
        = cuda::openLibrary(cuda::libraryRow("libnvidia-ml.so.1"), paths.folders, loader);
    if (nvml.handle != nullptr)
        parts.nvml = { cuda::symbolsOf(nvml.handle, loader) };
    else
        parts.nvmlFailure = nvml.state.reason;
    return makeCollector(std::move(parts), options);
}

} // namespace profiler::cupti
