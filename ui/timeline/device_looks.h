#pragma once

#include "profiler/device/device_account.h"
#include "ui/timeline/step_looks.h"

#include <QColor>
#include <QString>

#include <array>
#include <optional>

namespace ui {

/// Fill colours of device slices that do not have the look of their step, in the current theme.
struct DeviceLooks {
    StepLook copy; ///< colour of the category Quantise
    StepLook set;
    StepLook unattributed; ///< device work without a step
    StepLook call;
    StepLook wait;
    StepLook overhead;
    StepLook lost;
};
DeviceLooks deviceLooks();

/// The look of a slice; null: it has the look of its step or run.
const StepLook* deviceLook(
    const DeviceLooks& looks, const profiler::Profile& profile, std::uint32_t slice);
/// True for hatched slices: memory operations, waits, lost records.
bool isHatched(const profiler::Profile& profile, std::uint32_t slice);
/// True for slices drawn as a tint with a border: what the host does for the device.
bool isOutlined(const profiler::Profile& profile, std::uint32_t slice);

/// Colour, short word and full name of a gap's cause.
struct GapLook {
    QColor colour;
    QString word; ///< short, for the gap itself: `launch`
    QString name; ///< for the legend: `wait for a launch`
};
GapLook gapLook(profiler::GapCause cause);
/// The causes in the order of a legend.
inline constexpr std::array gapCausesShown { profiler::GapCause::Launch,
    profiler::GapCause::Synchronise, profiler::GapCause::CopyWait, profiler::GapCause::CpuOperator,
    profiler::GapCause::Overhead, profiler::GapCause::QueueFull, profiler::GapCause::Device,
    profiler::GapCause::EndOfRun, profiler::GapCause::Unknown, profiler::GapCause::Lost };

} // namespace ui
