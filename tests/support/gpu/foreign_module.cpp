#include "engine/device/plugin.h"

// Modules that are not this build's GPU plug-in, one for each FAULT.

#define FAULT_other_abi 1
#define FAULT_other_build 2
#define FAULT_no_function 3
#define FAULT_null 4

namespace {

[[maybe_unused]] const engine::DevicePlugin plugin
{
#if FAULT == FAULT_other_abi
    .abi = 0,
#else
    .abi = engine::deviceAbi,
#endif
    .build = "0.0.9 nobody",
};

}

#if FAULT != FAULT_no_function
extern "C" __attribute__((visibility("default"))) const engine::DevicePlugin* opscopeCudaPlugin()
{
#if FAULT == FAULT_null
    return nullptr;
#else
    return &plugin;
#endif
}
#endif
