#pragma once

#include "engine/cuda/libraries.h"
#include "profiler/device/device_collector.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Power, clocks and temperature of a GPU over time, read through NVML, NVIDIA's management
/// library, which comes with the driver. Series that cannot be read are listed with the reason. No
/// setting of the GPU is ever changed. Layouts and numbers are those of nvml.h of CUDA 13.0.
namespace profiler::cupti {

namespace nvml {

struct FieldValue { // nvmlFieldValue_t
    std::uint32_t field = 0;
    std::uint32_t scope = 0;
    std::int64_t timestamp = 0;
    std::int64_t latency = 0;
    std::int32_t type = 0;
    std::int32_t result = 0;
    std::uint64_t value = 0; ///< a union, read by `type`
};
struct Temperature { // nvmlTemperature_v1_t
    std::uint32_t version = sizeof(Temperature) | 1u << 24;
    std::uint32_t sensor = 0; ///< NVML_TEMPERATURE_GPU
    std::int32_t celsius = 0;
};
struct MemoryUse { // nvmlMemory_v2_t
    std::uint32_t version = sizeof(MemoryUse) | 2u << 24;
    std::uint64_t total = 0;
    std::uint64_t reserved = 0;
    std::uint64_t free = 0;
    std::uint64_t used = 0;
};
/// nvmlClockType_t
inline constexpr int multiprocessorClock = 1;
inline constexpr int memoryClock = 2;
/// Fields of nvmlDeviceGetFieldValues.
inline constexpr std::uint32_t powerNow = 186; ///< mW; nvmlDeviceGetPowerUsage averages over 1 s
inline constexpr std::uint32_t totalEnergy = 83; ///< mJ since the driver was loaded

/// NVML's functions as a table of pointers. nvmlReturn_t is int, nvmlDevice_t is void*. Series of
/// functions that the library lacks are missing.
struct Api {
    support::Symbols symbols;
    int (*init)() = symbols("nvmlInit_v2");
    int (*deviceByUuid)(const char* uuid, void** device) = symbols("nvmlDeviceGetHandleByUUID");
    int (*fieldValues)(void* device, int count, FieldValue* values)
        = symbols("nvmlDeviceGetFieldValues");
    int (*clock)(void* device, int type, std::uint32_t* megahertz)
        = symbols("nvmlDeviceGetClockInfo");
    int (*temperature)(void* device, Temperature* temperature)
        = symbols("nvmlDeviceGetTemperatureV");
    int (*eventReasons)(void* device, std::uint64_t* bits)
        = symbols("nvmlDeviceGetCurrentClocksEventReasons");
    int (*memory)(void* device, MemoryUse* use) = symbols("nvmlDeviceGetMemoryInfo_v2");
    int (*performanceState)(void* device, std::uint32_t* state)
        = symbols("nvmlDeviceGetPerformanceState");
};

} // namespace nvml

/// Reads NVML on a thread of its own, from the constructor to finish(), every 20 ms by default. A
/// reading asks the driver and takes no time on the device.
class DeviceSampler {
public:
    struct Readings {
        std::vector<DeviceSeries> series;
        std::vector<DeviceMissingSeries> missing;
    };
    using Clock = std::function<std::int64_t()>;

    struct Options {
        nvml::Api api;
        std::string uuid; ///< in CUDA's form, `GPU-…`
        std::string whyNot; ///< if not empty, nothing is read and this is the reason of all series
        std::chrono::milliseconds every { 20 };
        /// Called at each reading on the sampler's thread, and at the last one in finish().
        std::function<void()> onTick;
        Clock clock; ///< CLOCK_MONOTONIC if empty
    };
    explicit DeviceSampler(Options options);
    ~DeviceSampler();
    DeviceSampler(const DeviceSampler&) = delete;
    DeviceSampler& operator=(const DeviceSampler&) = delete;

    /// Ends the thread, reads once more, and returns all readings.
    Readings finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace profiler::cupti
