#pragma once

#include "model/model.h"

#include <QJsonObject>

namespace profiler {
struct Profile;
}

namespace ui {

/// Rule of an operator that runs on the CPU although a GPU was chosen.
inline constexpr auto fallbackCode = "device-fallback";
/// Rule of a run that a GPU could not do, or not to its end.
inline constexpr auto deviceFailedCode = "device-failed";

/// One warning per node that ran on the CPU in a run of a GPU, with the reason; those of one reason
/// have the same words but for the name, so that Problems makes one row of them.
support::Diagnostics fallbackFindings(const model::Model& model, const profiler::Profile& profile);
/// The same of a plan that did not run: `on_cpu` of the plan event.
support::Diagnostics fallbackFindings(const model::Model& model, const QJsonObject& plan);

} // namespace ui
