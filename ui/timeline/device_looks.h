#pragma once

#include "profiler/device/device_account.h"
#include "ui/timeline/step_looks.h"

#include <QColor>
#include <QString>

#include <array>
#include <optional>

namespace ui {

/// How slices of a device are filled, in the current theme, where it is not the look of their step.
struct DeviceLooks {
    StepLook copy; ///< colour of quantising and casting
    StepLook set;
    StepLook unattributed; ///< no step asked for it
    StepLook call;
    StepLook wait;
    StepLook overhead;
    StepLook lost;
};
DeviceLooks deviceLooks();

/// The look of a slice; null: that of its step, or of its run.
const StepLook* deviceLook(
    const DeviceLooks& looks, const profiler::Profile& profile, std::uint32_t slice);
/// Whether a slice is hatched: memory operations, waits, what is lost.
bool isHatched(const profiler::Profile& profile, std::uint32_t slice);
/// Whether a slice is drawn as a tint with a border: what the host does for the device.
bool isOutlined(const profiler::Profile& profile, std::uint32_t slice);

/// Colour of a cause of gaps, of the text on its tint, and a word that fits a small gap.
struct GapLook {
    QColor colour;
    QString word; ///< `launch`
    QString name; ///< `wait for a launch`
};
GapLook gapLook(profiler::GapCause cause);
/// In the order of a legend.
inline constexpr std::array gapCausesShown { profiler::GapCause::Launch,
    profiler::GapCause::Synchronise, profiler::GapCause::CopyWait, profiler::GapCause::CpuOperator,
    profiler::GapCause::Overhead, profiler::GapCause::QueueFull, profiler::GapCause::Device,
    profiler::GapCause::HandOver, profiler::GapCause::Unknown, profiler::GapCause::Lost };

} // namespace ui
