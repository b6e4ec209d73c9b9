#pragma once

#include "profiler/device/device_account.h"
#include "profiler/device/occupancy.h"
#include "profiler/statistics/roofline.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// What the device's part of a profile says: for reports, exports and views alike.

enum class DeviceBound : std::uint8_t {
    Launch, ///< the device waits for the host more than it works
    Memory,
    Compute,
    TooShort, ///< below 5 µs a kernel says nothing of roofs
    NotKnown, ///< roofs were not measured, or its work is not known
};
/// `launch-bound`, `memory-bound`, ...
std::string_view deviceBoundName(DeviceBound bound);

struct DeviceVerdict {
    DeviceBound bound = DeviceBound::NotKnown;
    std::string text; ///< with the figures it rests on
};
/// `roof` is null if it is not known.
DeviceVerdict deviceVerdict(const DeviceOperator& row, const RoofRow* roof);

/// All launches of one kernel in one run.
struct KernelRow {
    StringId name;
    std::uint32_t launches = 0;
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
    double share = 0; ///< of the wall
    std::vector<engine::StepId> steps; ///< that it worked for, in order of the plan
    KernelLaunch launch; ///< of the longest
    std::optional<Occupancy> occupancy; ///< of that launch
};
/// Of one run (an index into Profile::runs), longest sum first.
std::vector<KernelRow> kernelRows(const Profile& profile, std::uint32_t run);
/// By step: the kernel that took the most of its time in a run; invalid without.
std::vector<StringId> mainKernels(const Profile& profile, std::uint32_t run);

struct DeviceReport {
    DeviceAccount account; ///< of the median run
    std::vector<DeviceVerdict> verdicts; ///< by DeviceAccount::operators
    DeviceVerdict whole;
    std::vector<std::string> headlines; ///< sentences, most important first
    std::vector<KernelRow> kernels;
};
/// Nothing if the profile has no work of a device in a recorded run.
std::optional<DeviceReport> deviceReport(const Profile& profile, const Roofline* roofline);

} // namespace profiler
