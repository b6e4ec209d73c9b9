#pragma once

#include "profiler/device/device_collector.h"
#include "tests/support/gpu/host_backend.h"

namespace testing {

/// A collector over a CUPTI of ours that records what the emulated device does when it does it: the
/// program then writes what it would write with a GPU. OPSCOPE_CUPTI_DUMP works as with the module.
/// OPSCOPE_EMULATED_TRACER=taken, old, missing, lossy or uncounted is a fault of it.
/// For the plug-in that useHostDevice() makes; one at a time.
engine::Result<std::unique_ptr<profiler::DeviceCollector>> emulatedCollector(
    engine::Backend& backend, const profiler::CollectorOptions& options);

}
