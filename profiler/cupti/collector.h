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

/// What a collector needs: NVIDIA's libraries and the device, or replacements for tests.
struct CollectorParts {
    const Api* api = nullptr; ///< null: no tracer; `apiFailure` is the reason
    engine::cuda::FailureText apiFailure;
    ProcessState* state = nullptr;
    nvml::Api nvml;
    std::string nvmlFailure; ///< why NVML cannot be used; empty if it can
    std::string uuid; ///< of the device
    std::function<support::Result<void>()> synchronise; ///< waits for the device
    std::function<std::uint64_t()> launches; ///< ModuleBackend::launches
    /// Measures steps where there is no tracer. Null: the caller has to wait after each step;
    /// `noEventsReason` is the reason.
    engine::DeviceEvents* events = nullptr;
    std::string noEventsReason = "this device has no events";
    /// Returns the functions of the Range Profiler, opened at the first call. Null, or a null
    /// result: no hardware counters; `counterFailure` is the reason.
    std::function<const counter::Api*()> counters;
    engine::cuda::FailureText counterFailure;
    std::function<void*()> context; ///< CUcontext of the device
    std::size_t deviceNumber = 0;
    std::filesystem::path recording; ///< file to write (recording_writer.h); empty: no file
    std::chrono::milliseconds sampleEvery { 20 };
};

/// Makes a collector. Any of the libraries may be missing; limits() then reports that.
std::unique_ptr<DeviceCollector> makeCollector(
    CollectorParts parts, const CollectorOptions& options);

/// Makes a collector for a device of this module. Libraries are searched in `paths` first. The
/// environment variable OPSCOPE_CUPTI_DUMP names a file for the recording.
support::Result<std::unique_ptr<DeviceCollector>> createCollector(
    engine::Backend& backend, const CollectorOptions& options, const engine::DevicePaths& paths);

} // namespace profiler::cupti
