#pragma once

#include "engine/cuda/libraries.h"
#include "engine/cuda/tune_cache.h"
#include "engine/device/tuning_mode.h"

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

/// NVIDIA's libraries as the kernels of one backend use them: each is opened when a kernel first
/// wants it, and not tried again if it is not there.
class DeviceLibraries {
public:
    /// `deviceClass` names GPUs that choose alike (`nvidia-h200-sm90`), `driver` is its version:
    /// both are part of what a measured choice is remembered under. Nothing is remembered without
    /// a folder.
    DeviceLibraries(Loader loader, DevicePaths paths, std::string deviceClass, std::string driver,
        std::filesystem::path tuneFolder);
    ~DeviceLibraries();

    Result<cublaslt::Library*> cublasLt();
    Result<cudnn::Library*> cudnn();

    /// A sentence for each that was wanted and is not there, with what to do.
    const std::vector<std::string>& notices() const { return m_notices; }

    /// Whether kernels of the plan that is being made may time what could run when they are
    /// prepared.
    bool mayTune() const { return m_mayTune; }
    TuneCache& tuneCache() { return m_tuneCache; }
    const std::string& driver() const { return m_driver; }
    /// What timing of alternatives may still take for the plan that is being made.
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
