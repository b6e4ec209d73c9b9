#pragma once

#include "model/support/json.h"
#include "profiler/exporters/report.h"

namespace profiler {

/// Writes the member `load` of a report: streams, rate, percentiles, histograms, the queue, one
/// stream alone. Nothing for a profile that was not measured under load.
void writeLoadReport(support::JsonWriter& json, const Report& report);
/// Writes members of a step: `alone_ns` and `times_alone`, if they are known.
void writeStepLoad(support::JsonWriter& json, const Profile& profile, const StepRow& row);

} // namespace profiler
