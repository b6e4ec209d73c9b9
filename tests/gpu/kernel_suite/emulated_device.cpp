#include "tests/support/gpu/emulated_tracer.h"

#include <cstdlib>

namespace {

/// Does its work when the library is loaded. With OPSCOPE_EMULATED_TRACER in the environment
/// profiles have kernels too.
const struct Switch {
    // A launch takes two microseconds of its clock.
    Switch()
    {
        const bool isTraced = std::getenv("OPSCOPE_EMULATED_TRACER") != nullptr;
        testing::useHostDevice(isTraced ? testing::emulatedCollector : nullptr)->takePerLaunch(2);
    }
} switchToEmulated;

}
