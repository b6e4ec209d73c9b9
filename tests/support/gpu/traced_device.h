#pragma once

#include "profiler/cupti/clock.h"
#include "profiler/cupti/tracer.h"
#include "tests/support/gpu/fake_cupti.h"
#include "tests/support/gpu/host_backend.h"

namespace testing {

/// The emulated device with a CUPTI that is played, which hears of its launches and of copies to
/// it: what profiles of a GPU are made of, from the request to the figures. One at a time, in a
/// program that called useTracedDevice().
class World {
public:
    World();
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    FakeCupti cupti; ///< its clock goes with this machine's
    profiler::cupti::ProcessState state;
    int waits = 0; ///< for the device
    std::uint64_t kernelNs = 100; ///< that each takes
    bool hasEvents = true; ///< where CUPTI is not to be had

    /// The device under it.
    HostBackend& device();
    /// CUPTI's clock has not stood behind this machine's.
    void catchUp();
};

/// Lets `--device cuda` mean that device in this process. Before anything asks for one.
void useTracedDevice();

} // namespace testing
