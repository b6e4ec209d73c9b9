#pragma once

#include "engine/plan/run_request.h"

#include <array>
#include <string_view>

namespace engine {

/// Name of a value of a setting, as in the command line, in JSON and in profiles.
template <typename Setting>
struct SettingName {
    std::string_view name;
    Setting value;
};
template <typename Setting>
SettingName(std::string_view, Setting) -> SettingName<Setting>; // Clang 16 needs it

inline constexpr std::array precisionNames {
    SettingName { "f32", Precision::Float32 },
    SettingName { "f32-strict", Precision::Float32Strict },
    SettingName { "bf16", Precision::Bfloat16 },
    SettingName { "f16", Precision::Float16 },
    SettingName { "tf32", Precision::Tf32 },
};
inline constexpr std::array optimisationNames {
    SettingName { "none", Optimisation::None },
    SettingName { "basic", Optimisation::Basic },
    SettingName { "full", Optimisation::Full },
};
inline constexpr std::array cudaGraphNames {
    SettingName { "auto", CudaGraph::Auto },
    SettingName { "on", CudaGraph::On },
    SettingName { "off", CudaGraph::Off },
};
inline constexpr std::array tuningNames {
    SettingName { "auto", Tuning::Auto },
    SettingName { "on", Tuning::On },
    SettingName { "off", Tuning::Off },
};
inline constexpr std::array missingWeightsNames {
    SettingName { "refuse", MissingWeights::Refuse },
    SettingName { "random", MissingWeights::Random },
};
inline constexpr std::array deviceNames {
    SettingName { "cpu", DeviceKind::Cpu },
    SettingName { "cuda", DeviceKind::Cuda },
};

/// Returns the name in one of the tables above; every value has one.
template <typename Names, typename Setting>
constexpr std::string_view settingName(const Names& names, Setting setting)
{
    for (const auto& row : names) {
        if (row.value == setting)
            return row.name;
    }
    return "unknown";
}

inline std::string_view precisionName(Precision precision)
{
    return settingName(precisionNames, precision);
}
inline std::string_view optimisationName(Optimisation optimisation)
{
    return settingName(optimisationNames, optimisation);
}
/// Returns the name of the request's tuning. A device knows no `auto`: it tunes or does not.
inline std::string_view tuningName(const RunRequest& request)
{
    if (request.device == DeviceKind::Cpu)
        return settingName(tuningNames, request.tune);
    return isTuned(request.tune) ? "on" : "off";
}
inline std::string_view deviceName(DeviceKind device) { return settingName(deviceNames, device); }

} // namespace engine
