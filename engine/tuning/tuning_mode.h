#pragma once

#include <cstdlib>
#include <string_view>

namespace engine {

/// Whether kernels of a device may also be chosen by timing candidates, not only by what libraries
/// propose. A model then takes longer until it first runs.
enum class Tuning {
    Auto, ///< On if OPSCOPE_CUDA_TUNE=1
    On,
    Off,
};

inline bool isTuned(Tuning mode)
{
    if (mode != Tuning::Auto)
        return mode == Tuning::On;
    const char* const value = std::getenv("OPSCOPE_CUDA_TUNE");
    return value != nullptr && std::string_view(value) == "1";
}

/// Interface of a backend that can choose kernels by timing.
class KernelTuner {
public:
    virtual ~KernelTuner() = default;
    /// Sets the mode for the plan that is being made.
    virtual void tune(Tuning mode) = 0;
};

} // namespace engine
