#pragma once

#include "model/support/diagnostic.h"
#include "ui/run/device_probe.h"

#include <QJsonObject>

namespace profiler {
struct Profile;
}

namespace ui {

/// Rule of a library that a plan for a GPU had to do without.
inline constexpr auto libraryMissingCode = "library-missing";
/// Rule of what else such a plan tells: what became of numbers in a smaller precision.
inline constexpr auto deviceNoticeCode = "device-notice";

/// Whether the user asked for a GPU.
enum class GpuChoice { Chosen, NotChosen };
/// Why models do not run on a GPU here, with the code of the reason: a warning where one was
/// chosen, else worth knowing if there is something of a GPU. Nothing if they do.
support::Diagnostics probeFindings(const DeviceProbe::Answer& answer, GpuChoice choice);
/// Whether a finding is one of those.
bool isProbeFinding(const support::Diagnostic& finding);
/// What was missing when a plan was made: `notices` of the plan event.
support::Diagnostics noticeFindings(const QJsonObject& plan);
/// What has to be known of a profile's GPU before its figures are trusted (profiler::deviceNotes).
support::Diagnostics noteFindings(const profiler::Profile& profile);

} // namespace ui
