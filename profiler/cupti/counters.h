#pragma once

#include "engine/cuda/failures.h"
#include "engine/cuda/libraries.h"
#include "profiler/device/device_collector.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler::cupti {

/// Hardware counters per step, through CUPTI's Range Profiler.
///
/// A GPU can count only a few counters at once, so the same work is done several times. Each pass
/// is one run of the model, in which every step is a range named by the step's number. The host
/// combines the counters of all passes afterwards. All runs compute the same, so nothing has to be
/// restored between passes. A step that contains others (If, Loop) is one range.
///
/// The layouts are those of cupti_range_profiler.h and cupti_profiler_host.h of CUDA 13.0;
/// record_layout.cpp checks them. Each struct begins with its size up to its last field.
namespace counter {

struct Params {
    std::size_t bytes = 0;
    void* reserved = nullptr;
};
struct ChipName : Params { // CUpti_Device_GetChipName_Params
    std::size_t device = 0;
    const char* chip = nullptr;
};
struct HostInitialise : Params { // CUpti_Profiler_Host_Initialize_Params
    int type = 0; ///< CUPTI_PROFILER_TYPE_RANGE_PROFILER
    const char* chip = nullptr;
    const std::uint8_t* availability = nullptr;
    void* host = nullptr;
};
struct HostOnly : Params { // CUpti_Profiler_Host_Deinitialize_Params
    void* host = nullptr;
};
struct AddMetrics : Params { // CUpti_Profiler_Host_ConfigAddMetrics_Params
    void* host = nullptr;
    const char** names = nullptr;
    std::size_t count = 0;
};
struct ConfigSize : Params { // CUpti_Profiler_Host_GetConfigImageSize_Params
    void* host = nullptr;
    std::size_t configBytes = 0;
};
struct ConfigImage : Params { // CUpti_Profiler_Host_GetConfigImage_Params
    void* host = nullptr;
    std::size_t configBytes = 0;
    std::uint8_t* config = nullptr;
};
struct Passes : Params { // CUpti_Profiler_Host_GetNumOfPasses_Params
    std::size_t configBytes = 0;
    std::uint8_t* config = nullptr;
    std::size_t passes = 0;
};
struct Evaluate : Params { // CUpti_Profiler_Host_EvaluateToGpuValues_Params
    void* host = nullptr;
    const std::uint8_t* image = nullptr;
    std::size_t imageBytes = 0;
    std::size_t range = 0;
    const char** names = nullptr;
    std::size_t count = 0;
    double* values = nullptr;
};
struct Enable : Params { // CUpti_RangeProfiler_Enable_Params
    void* context = nullptr;
    void* profiler = nullptr;
};
struct ProfilerOnly : Params { // …_Disable_Params, …_Start_Params, …_PopRange_Params
    void* profiler = nullptr;
};
struct SetConfig : Params { // CUpti_RangeProfiler_SetConfig_Params
    void* profiler = nullptr;
    std::size_t configBytes = 0;
    const std::uint8_t* config = nullptr;
    std::size_t imageBytes = 0;
    std::uint8_t* image = nullptr;
    int range = 0;
    int replay = 0;
    std::size_t maxRanges = 0;
    std::uint16_t levels = 1;
    std::uint16_t firstLevel = 1;
    std::size_t pass = 0;
    std::uint16_t level = 1;
};
struct Stop : Params { // CUpti_RangeProfiler_Stop_Params
    void* profiler = nullptr;
    std::size_t pass = 0;
    std::size_t level = 0;
    std::uint8_t isComplete = 0;
};
struct PushRange : Params { // CUpti_RangeProfiler_PushRange_Params
    void* profiler = nullptr;
    const char* name = nullptr;
};
struct Decode : Params { // CUpti_RangeProfiler_DecodeData_Params
    void* profiler = nullptr;
    std::size_t dropped = 0;
};
struct ImageSize : Params { // CUpti_RangeProfiler_GetCounterDataSize_Params
    void* profiler = nullptr;
    const char** names = nullptr;
    std::size_t count = 0;
    std::size_t maxRanges = 0;
    std::uint32_t maxNodes = 0;
    std::size_t imageBytes = 0;
};
struct ImageInitialise : Params { // CUpti_RangeProfiler_CounterDataImage_Initialize_Params
    void* profiler = nullptr;
    std::size_t imageBytes = 0;
    std::uint8_t* image = nullptr;
};
struct ImageRanges : Params { // CUpti_RangeProfiler_GetCounterDataInfo_Params
    const std::uint8_t* image = nullptr;
    std::size_t imageBytes = 0;
    std::size_t ranges = 0;
};
struct RangeName : Params { // CUpti_RangeProfiler_CounterData_GetRangeInfo_Params
    const std::uint8_t* image = nullptr;
    std::size_t imageBytes = 0;
    std::size_t range = 0;
    const char* delimiter = nullptr;
    const char* name = nullptr;
};
/// CUPTI_UserRange, CUPTI_UserReplay.
inline constexpr int userRange = 2;
inline constexpr int userReplay = 3;

struct Api {
    support::Symbols symbols;
    int (*initialise)(Params*) = symbols("cuptiProfilerInitialize");
    int (*chipName)(ChipName*) = symbols("cuptiDeviceGetChipName");
    int (*hostInitialise)(HostInitialise*) = symbols("cuptiProfilerHostInitialize");
    int (*hostDeinitialise)(HostOnly*) = symbols("cuptiProfilerHostDeinitialize");
    int (*addMetrics)(AddMetrics*) = symbols("cuptiProfilerHostConfigAddMetrics");
    int (*configSize)(ConfigSize*) = symbols("cuptiProfilerHostGetConfigImageSize");
    int (*configImage)(ConfigImage*) = symbols("cuptiProfilerHostGetConfigImage");
    int (*passes)(Passes*) = symbols("cuptiProfilerHostGetNumOfPasses");
    int (*evaluate)(Evaluate*) = symbols("cuptiProfilerHostEvaluateToGpuValues");
    int (*enable)(Enable*) = symbols("cuptiRangeProfilerEnable");
    int (*disable)(ProfilerOnly*) = symbols("cuptiRangeProfilerDisable");
    int (*setConfig)(SetConfig*) = symbols("cuptiRangeProfilerSetConfig");
    int (*start)(ProfilerOnly*) = symbols("cuptiRangeProfilerStart");
    int (*stop)(Stop*) = symbols("cuptiRangeProfilerStop");
    int (*pushRange)(PushRange*) = symbols("cuptiRangeProfilerPushRange");
    int (*popRange)(ProfilerOnly*) = symbols("cuptiRangeProfilerPopRange");
    int (*decode)(Decode*) = symbols("cuptiRangeProfilerDecodeData");
    int (*imageSize)(ImageSize*) = symbols("cuptiRangeProfilerGetCounterDataSize");
    int (*imageInitialise)(ImageInitialise*)
        = symbols("cuptiRangeProfilerCounterDataImageInitialize");
    int (*imageRanges)(ImageRanges*) = symbols("cuptiRangeProfilerGetCounterDataInfo");
    int (*rangeName)(RangeName*) = symbols("cuptiRangeProfilerCounterDataGetRangeInfo");
};

} // namespace counter

/// Names of CUPTI's metrics.
std::vector<std::string> metricNames(MetricSet set);

/// How metrics are measured on a kind of GPU, computed on the host. Needs no GPU and no driver.
struct MetricSchedule {
    std::vector<std::string> names; ///< the metrics that this chip has
    std::vector<std::uint8_t> config; ///< CUPTI's config image
    std::size_t passes = 0;
};
/// `chip` is CUPTI's name of the chip, `gh100`. Metrics that the chip does not have are left out;
/// fails if it has none of them.
support::Result<MetricSchedule> scheduleMetrics(
    const counter::Api& api, const std::string& chip, const std::vector<std::string>& names);

/// Message for a result code of the Range Profiler: no permission, no counters on such a GPU.
engine::cuda::FailureText counterFailure(const char* function, int code);

/// Turns CUPTI's result codes into errors and keeps the message of the last one.
struct ResultChecker {
    support::Result<void> operator()(const char* function, int code);
    std::optional<engine::cuda::FailureText> failure;
};

/// Measures the counters of all steps by repeated runs. push() and pop() are called on the engine's
/// thread.
class RangeCounters {
public:
    /// `context`: the CUcontext; `device`: its number.
    RangeCounters(const counter::Api& api, void* context, std::size_t device)
        : m_api(api)
        , m_context(context)
        , m_device(device)
    {
    }

    support::Result<DeviceMetrics> measure(
        MetricSet set, const std::function<support::Result<void>()>& once);
    void push(engine::StepId step);
    void pop();
    /// Why measure() failed, if a function of CUPTI failed.
    const std::optional<engine::cuda::FailureText>& failure() const { return m_ask.failure; }

private:
    support::Result<void> countRanges(const std::function<support::Result<void>()>& once);
    support::Result<void> makeImage(const MetricSchedule& schedule);
    support::Result<void> configure(const MetricSchedule& schedule);
    support::Result<void> runPasses(const std::function<support::Result<void>()>& once);
    support::Result<DeviceMetrics> read(void* host, const MetricSchedule& schedule);

    enum class Mode { Off, CountRanges, Measure };
    const counter::Api& m_api;
    void* m_context;
    std::size_t m_device;
    ResultChecker m_ask;
    Mode m_mode = Mode::Off;
    std::size_t m_depth = 0;
    std::size_t m_ranges = 0;
    std::size_t m_passes = 0;
    void* m_profiler = nullptr;
    std::map<std::uint32_t, std::string> m_names; // of steps, made before measuring begins
    std::vector<std::uint8_t> m_image; // CUPTI's counter data image
    int m_failure = 0; // last error of a push or pop
};

} // namespace profiler::cupti
