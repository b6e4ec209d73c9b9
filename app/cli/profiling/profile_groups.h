#pragma once

#include "app/cli/command.h"
#include "model/support/json.h"
#include "profiler/exporters/report.h"

#include <string>

namespace cli {

/// Rows of the table of `profile`: `--by`.
enum class GroupBy { Operator, Type, Scope, Kernel };
/// Returns the value of `--by`; fails with ErrorKind::Usage for an unknown word.
support::Result<GroupBy> groupBy(const Arguments& arguments);

/// Returns `266 … 527 µs` for a table; `n = 3` without an interval.
std::string intervalCell(const Invocation& invocation, const profiler::Measurement& measurement);

/// Returns rows by type, scope or kernel: count, time per run, share of the wall. For runs on a
/// GPU, kernels are those of the device by short name, and the count is the number of launches.
std::string groupTable(const profiler::Report& report, GroupBy by, const Invocation& invocation);

/// Writes the member `groups`: `by` and `rows` (`name, steps, calls_per_run, median_ns, lo_ns,
/// hi_ns, inserted, share`).
void writeGroups(support::JsonWriter& json, const profiler::Report& report, GroupBy by);

} // namespace cli
