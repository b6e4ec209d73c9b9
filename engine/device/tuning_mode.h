#pragma once

#include <cstdlib>
#include <string_view>

namespace engine {

/// Whether kernels of a device may be chosen by timing what could run, besides by what libraries
/// propose. It takes longer until a model first runs.
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

/// A backend that can choose kernels so.
class KernelTuner {
public:
    virtual ~KernelTuner() = default;
    /// Of the plan that is being made.
    virtual void tune(Tuning mode) = 0;
};

} // namespace engine
