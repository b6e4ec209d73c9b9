#pragma once

#include "profiler/device/device_collector.h"
#include "tests/support/gpu/host_backend.h"

namespace testing {

/// Creates a collector over a FakeCupti that records the emulated device's work when it happens, so
/// that the program writes what it would write with a GPU. OPSCOPE_CUPTI_DUMP works as with the
/// module. OPSCOPE_EMULATED_TRACER=taken, old, missing, lossy or uncounted simulates a fault. For
/// the plug-in of useHostDevice(); one collector at a time.
engine::Result<std::unique_ptr<profiler::DeviceCollector>> emulatedCollector(
    engine::Backend& backend, const profiler::CollectorOptions& options);

}
