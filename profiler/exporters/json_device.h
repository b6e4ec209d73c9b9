#pragma once

#include "model/support/json.h"
#include "profiler/exporters/report.h"

namespace profiler {

/// The member `device` of a report, if the profile has one: account, operators, kernels, tracer,
/// what was lost and what cannot be had.
void writeDeviceReport(support::JsonWriter& json, const Report& report);

} // namespace profiler
