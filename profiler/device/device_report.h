#pragma once

#include "profiler/device/device_account.h"
#include "profiler/device/occupancy.h"
#include "profiler/statistics/roofline.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Conclusions from the device's part of a profile, for reports, exports and views.

/// What limits an operator, or the run, on the device.
enum class DeviceBound : std::uint8_t {
    Launch, ///< the device waits for launches: longer than the work takes, or 30 % of the run
    Memory,
    Compute,
    TooShort, ///< kernels too short to compare with a roof (RoofRow::isTooShort)
    NotKnown, ///< roofs were not measured, or the operator's work is unknown
};
/// `launch-bound`, `memory-bound`, ...
std::string_view deviceBoundName(DeviceBound bound);

struct DeviceVerdict {
    DeviceBound bound = DeviceBound::NotKnown;
    std::string text; ///< for people, with the figures that the verdict is based on
};
/// Verdict on one operator. `roof` is null if no roof is known for it.
DeviceVerdict deviceVerdict(const DeviceOperator& row, const RoofRow* roof);

/// All launches of one kernel in one run.
struct KernelRow {
    StringId name;
    std::uint32_t launches = 0;
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
    double share = 0; ///< of the run's wall time, 0..1
    std::vector<engine::StepId> steps; ///< steps that launched it, in order of the plan
    KernelLaunch launch; ///< geometry of the longest launch
    std::optional<Occupancy> occupancy; ///< of that launch
};
/// Kernels of one run (an index into Profile::runs), sorted by sum, longest first.
std::vector<KernelRow> kernelRows(const Profile& profile, std::uint32_t run);
/// For each step of the profile, the kernel with the longest sum in `run`; invalid if it has none.
std::vector<StringId> mainKernels(const Profile& profile, std::uint32_t run);

struct DeviceReport {
    DeviceAccount account; ///< of the median run
    std::vector<DeviceVerdict> verdicts; ///< parallel to DeviceAccount::operators
    DeviceVerdict whole; ///< of the run
    std::vector<std::string> headlines; ///< sentences, most important first
    std::vector<KernelRow> kernels;
};
/// Nothing if no recorded run of the profile has work of a device. `roofline` is null if no roofs
/// were measured.
std::optional<DeviceReport> deviceReport(const Profile& profile, const Roofline* roofline);

} // namespace profiler
