#pragma once

#include "model/support/diagnostic.h"
#include "ui/run/device_probe.h"

#include <QJsonObject>

namespace profiler {
struct Profile;
}

namespace ui {

/// Finding code: a library was missing when a GPU plan was made.
inline constexpr auto libraryMissingCode = "library-missing";
/// Finding code: any other notice of a GPU plan, such as a change to a smaller precision.
inline constexpr auto deviceNoticeCode = "device-notice";

/// Whether the user chose a GPU.
enum class GpuChoice { Chosen, NotChosen };
/// Returns why models do not run on a GPU here, with the reason's code. A warning if a GPU was
/// chosen, else a note. Empty if they do run, or if no GPU was chosen and the machine has no driver
/// or plug-in.
support::Diagnostics probeFindings(const DeviceProbe::Answer& answer, GpuChoice choice);
/// True if probeFindings() made the finding.
bool isProbeFinding(const support::Diagnostic& finding);
/// The `notices` of a plan event as findings.
support::Diagnostics noticeFindings(const QJsonObject& plan);
/// The limits of a profile's GPU figures that a reader must know (profiler::deviceNotes), as
/// warnings.
support::Diagnostics noteFindings(const profiler::Profile& profile);

} // namespace ui
