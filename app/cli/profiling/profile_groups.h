#pragma once

#include "app/cli/command.h"
#include "model/support/json.h"
#include "profiler/exporters/report.h"

#include <string>

namespace cli {

/// What the rows of `profile` are: `--by`.
enum class GroupBy { Operator, Type, Scope, Kernel };
/// Fails with ErrorKind::Usage for another word.
support::Result<GroupBy> groupBy(const Arguments& arguments);

/// `266 … 527 µs` for a table; `n = 3` without an interval.
std::string intervalCell(const Invocation& invocation, const profiler::Measurement& measurement);

/// Rows by type, scope or kernel: count, time per run, share of the wall. Of runs on a GPU kernels
/// are those of the device by their short names, and the count is that of launches.
std::string groupTable(const profiler::Report& report, GroupBy by, const Invocation& invocation);

/// Member `groups`: `by` and `rows` (`name, steps, calls_per_run, median_ns, lo_ns, hi_ns, share`).
void writeGroups(support::JsonWriter& json, const profiler::Report& report, GroupBy by);

} // namespace cli
