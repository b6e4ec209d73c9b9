#pragma once

#include "app/cli/command.h"
#include "profiler/tables/metadata.h"

#include <vector>

namespace cli {

/// Options of `profile` for what the user says about a measurement: `--commit`, `--commit-date`,
/// `--label`.
std::vector<Option> noteOptions();
/// Returns what they say. Fails with ErrorKind::Usage for a date that cannot be read.
support::Result<profiler::Metadata> chosenNotes(const Arguments& arguments);

} // namespace cli
