#pragma once

#include "model/model.h"

#include <QJsonObject>

namespace profiler {
struct Profile;
}

namespace ui {

/// Finding code: an operator runs on the CPU although a GPU was chosen.
inline constexpr auto fallbackCode = "device-fallback";
/// Finding code: a GPU could not start or finish a run.
inline constexpr auto deviceFailedCode = "device-failed";

/// One warning, with the reason, for each node that ran on the CPU in a GPU run. Warnings of the
/// same reason differ only in the node's name, so the Problems dock shows them as one row.
support::Diagnostics fallbackFindings(const model::Model& model, const profiler::Profile& profile);
/// The same for a plan that was not run, from `on_cpu` of its plan event.
support::Diagnostics fallbackFindings(const model::Model& model, const QJsonObject& plan);

} // namespace ui
