#pragma once

#include "model/support/json.h"
#include "profiler/exporters/report.h"

namespace profiler {

/// Writes the member `device` of a report, if the profile has device records: account, operators,
/// kernels, tracer, losses and limits.
void writeDeviceReport(support::JsonWriter& json, const Report& report);

} // namespace profiler
