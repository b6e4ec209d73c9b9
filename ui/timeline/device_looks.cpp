#include "ui/timeline/device_looks.h"

#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::DeviceWork;
using profiler::GapCause;

StepLook lookOf(const QColor& fill, const QColor& ink)
{
    return { fill.rgb(), mergedColour(fill).rgb(), ink.rgb() };
}

StepLook lookOf(const char* fill, const char* ink)
{
    const auto& theme = Theme::instance();
    return lookOf(theme.colour(fill), theme.colour(ink));
}

/// The kind of device work of a slice; empty if it is no device slice, or if the profile was
/// imported without this.
std::optional<DeviceWork> workOf(const profiler::Profile& profile, std::uint32_t slice)
{
    const auto row = profiler::deviceRow(profile, slice);
    return row == profiler::Slices::none ? std::nullopt : std::optional(profile.device.work[row]);
}

struct GapRow {
    GapCause cause;
    const char* token;
    const char* word; ///< translated where it is shown
};
constexpr std::array<GapRow, profiler::gapCauseCount> gapRows { {
    { GapCause::Lost, "error", QT_TR_NOOP("lost") },
    { GapCause::Synchronise, "info", QT_TR_NOOP("sync") },
    { GapCause::CopyWait, "neighbourOut", QT_TR_NOOP("copy") },
    { GapCause::CpuOperator, "warning", QT_TR_NOOP("CPU") },
    { GapCause::Launch, "accent", QT_TR_NOOP("launch") },
    { GapCause::Overhead, "textSecondary", QT_TR_NOOP("overhead") },
    { GapCause::QueueFull, "good", QT_TR_NOOP("queue") },
    { GapCause::EndOfRun, "neighbourIn", QT_TR_NOOP("end") },
    { GapCause::Unknown, "textDisabled", QT_TR_NOOP("?") },
    { GapCause::Device, "borderStrong", QT_TR_NOOP("idle") },
} };

} // namespace

DeviceLooks deviceLooks()
{
    const auto& theme = Theme::instance();
    const auto& cast = theme.category(model::Category::Quantise);
    DeviceLooks looks;
    looks.copy = lookOf(theme.colour(cast.solid), theme.colour(cast.onSolid));
    looks.set = lookOf(theme.colour(cast.tint), theme.colour(cast.ink));
    looks.unattributed = lookOf("borderStrong", "panel");
    looks.call = lookOf("inset", "textSecondary");
    looks.wait = lookOf("infoTint", "info");
    looks.overhead = lookOf("warningTint", "warning");
    looks.lost = lookOf("errorTint", "error");
    return looks;
}

const StepLook* deviceLook(
    const DeviceLooks& looks, const profiler::Profile& profile, std::uint32_t slice)
{
    if (profile.slices.kind[slice] == profiler::SliceKind::Drop)
        return &looks.lost;
    const auto work = workOf(profile, slice);
    if (!work)
        return nullptr;
    const bool hasStep = profile.slices.step[slice] != profiler::Slices::none;
    switch (*work) {
    case DeviceWork::Kernel:
    case DeviceWork::Graph:
    case DeviceWork::Operator:
    case DeviceWork::Step:
        return hasStep ? nullptr : &looks.unattributed;
    case DeviceWork::Set:
        return &looks.set;
    case DeviceWork::Call:
        return &looks.call;
    case DeviceWork::Wait:
        return &looks.wait;
    case DeviceWork::Overhead:
    case DeviceWork::Compilation:
        return &looks.overhead;
    default:
        return &looks.copy;
    }
}

bool isHatched(const profiler::Profile& profile, std::uint32_t slice)
{
    const auto work = workOf(profile, slice);
    return profile.slices.kind[slice] == profiler::SliceKind::Drop
        || (work
            && (*work == DeviceWork::Set || *work == DeviceWork::Wait
                || *work == DeviceWork::Overhead || *work == DeviceWork::Compilation));
}

bool isOutlined(const profiler::Profile& profile, std::uint32_t slice)
{
    return workOf(profile, slice) == DeviceWork::Call;
}

GapLook gapLook(GapCause cause)
{
    const auto row = std::ranges::find(gapRows, cause, &GapRow::cause);
    return { Theme::instance().colour(row->token), tr(row->word),
        nameText(profiler::gapCauseName(cause)) };
}

} // namespace ui
