#include "tests/support/gpu/emulated_tracer.h"

#include <cstdio>
#include <cstdlib>

namespace {

/// OPSCOPE_EMULATED_FAULT: `memory BYTES` is all the memory that there is; `launch N CODE` is what
/// CUDA answers from the Nth launch on.
void takeFault(testing::HostBackend& device, const char* fault)
{
    unsigned long long number = 0;
    int code = 0;
    if (std::sscanf(fault, "memory %llu", &number) == 1)
        device.limitMemory(number);
    else if (std::sscanf(fault, "launch %llu %d", &number, &code) == 2)
        device.failAtLaunch(number, code);
    else
        std::abort(); // a test would pass for nothing
}

/// Does its work when the library is loaded. With OPSCOPE_EMULATED_TRACER in the environment
/// profiles have kernels too.
const struct Switch {
    // A launch takes two microseconds of its clock.
    Switch()
    {
        const bool isTraced = std::getenv("OPSCOPE_EMULATED_TRACER") != nullptr;
        const auto device = testing::useHostDevice(isTraced ? testing::emulatedCollector : nullptr);
        device->setLaunchMicroseconds(2);
        if (const char* fault = std::getenv("OPSCOPE_EMULATED_FAULT"))
            takeFault(*device, fault);
    }
} switchToEmulated;

}
