#pragma once

#include "profiler/cupti/clock.h"
#include "profiler/cupti/tracer.h"
#include "tests/support/gpu/fake_cupti.h"
#include "tests/support/gpu/host_backend.h"

namespace testing {

/// The emulated device with a FakeCupti that records its launches and copies to it, for tests of
/// profiling from the request to the results. One object at a time, in a program that called
/// useTracedDevice().
class World {
public:
    World();
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    FakeCupti cupti; ///< its clock follows this machine's
    profiler::cupti::ProcessState state;
    int waits = 0; ///< number of waits for the device
    std::uint64_t kernelNs = 100; ///< duration of each kernel
    bool hasEvents = true; ///< whether there are events for when CUPTI is missing

    /// The emulated device below it.
    HostBackend& device();
    /// Advances CUPTI's clock to this machine's if it is behind.
    void catchUp();
};

/// Makes `--device cuda` use that device in this process. Must be called before the device is used.
void useTracedDevice();

} // namespace testing
