#pragma once

#include "profiler/cupti/counters.h"
#include "profiler/cupti/nvml.h"
#include "profiler/cupti/tracer.h"

#include "engine/device/device_events.h"
#include "engine/device/plugin.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace profiler::cupti {

/// What a collector is made of: NVIDIA's libraries and the device, or a test's own.
struct CollectorParts {
    const Api* api = nullptr; ///< null: there is no tracer, for `apiFailure`
    engine::cuda::FailureText apiFailure;
    ProcessState* state = nullptr;
    nvml::Api nvml;
    std::string nvmlFailure; ///< why there are no samples; empty if there are
    std::string uuid; ///< of the device
    std::function<support::Result<void>()> synchronise;
    std::function<std::uint64_t()> launches; ///< ModuleBackend::launches
    /// Times of steps without a tracer; null: whoever wants them waits, for `noEvents`.
    engine::DeviceEvents* events = nullptr;
    std::string noEvents = "this device has no events";
    /// Hardware counters; null: `counterFailure` says why. Opened when first asked for.
    std::function<const counter::Api*()> counters;
    engine::cuda::FailureText counterFailure;
    std::function<void*()> context; ///< CUcontext of the device
    std::size_t deviceNumber = 0;
    std::filesystem::path recording; ///< replay_file.h; empty: none is written
    std::chrono::milliseconds sampleEvery { 20 };
};

/// Works without any of the libraries, and then tells what is missing.
std::unique_ptr<DeviceCollector> makeCollector(
    CollectorParts parts, const CollectorOptions& options);

/// For a device of this module; libraries are looked for in `paths` first. OPSCOPE_CUPTI_DUMP names
/// a file for the recording.
support::Result<std::unique_ptr<DeviceCollector>> createCollector(
    engine::Backend& backend, const CollectorOptions& options, const engine::DevicePaths& paths);

} // namespace profiler::cupti
