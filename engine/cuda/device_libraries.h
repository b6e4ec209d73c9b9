#pragma once

#include "engine/cuda/libraries.h"
#include "engine/tuning/tune_cache.h"
#include "engine/tuning/tuning_mode.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine::cuda {

namespace cublaslt {
class Library;
}
namespace cudnn {
class Library;
}

/// NVIDIA's libraries for the kernels of one backend. Each is opened when a kernel first needs it.
/// A library that cannot be opened is not tried again.
class DeviceLibraries {
public:
    /// `deviceClass` is the model of the GPU (`nvidia-h200-sm90`), and the file of tuned choices is
    /// named after it. `driver` is the driver's version, a part of their keys. Without `tuneFolder`
    /// choices are not stored.
    DeviceLibraries(Loader loader, DevicePaths paths, std::string deviceClass, std::string driver,
        std::filesystem::path tuneFolder);
    ~DeviceLibraries();

    Result<cublaslt::Library*> cublasLt();
    Result<cudnn::Library*> cudnn();

    /// One sentence for each library that was needed but could not be opened, with what to do.
    const std::vector<std::string>& notices() const { return m_notices; }

    /// Whether kernels may time alternatives when they are prepared, in the current plan.
    bool mayTune() const { return m_mayTune; }
    TuneCache& tuneCache() { return m_tuneCache; }
    const std::string& driver() const { return m_driver; }
    /// Time that the current plan may still spend on timing alternatives.
    std::chrono::nanoseconds tuneBudget() const { return m_tuneBudget; }
    void spendTuneBudget(std::chrono::nanoseconds time);
    void beginPlan();
    void tune(Tuning mode) { m_mayTune = isTuned(mode); }

private:
    template <typename T>
    struct Slot {
        std::unique_ptr<T> library;
        std::optional<support::Error> error;
    };
    template <typename T>
    Result<T*> get(Slot<T>& slot, std::string_view file);

    Loader m_loader;
    DevicePaths m_paths;
    std::string m_driver;
    bool m_mayTune = false;
    TuneCache m_tuneCache;
    std::chrono::nanoseconds m_tuneBudget {};
    std::vector<std::string> m_notices;
    Slot<cublaslt::Library> m_cublasLt;
    Slot<cudnn::Library> m_cudnn;
};

} // namespace engine::cuda
