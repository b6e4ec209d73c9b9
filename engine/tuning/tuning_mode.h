#pragma once

#include <cstdlib>
#include <string_view>

namespace engine {

/// Whether kernels may be chosen by timing candidates when a plan is made. A model then takes
/// longer until it first runs. Choices are remembered (engine/tuning/tune_cache.h).
enum class Tuning {
    Auto, ///< On the CPU, what is remembered is used, and the rest is timed within a short time. On
          ///< a device: as On if OPSCOPE_CUDA_TUNE=1, otherwise as Off
    On, ///< on the CPU all is timed anew, within a longer time
    Off, ///< always the same candidate: the first one
};

/// Whether kernels of a device are timed.
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
