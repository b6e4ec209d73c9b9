#pragma once

#include "app/cli/command.h"
#include "app/cli/fleet/plan.h"

namespace cli {

/// Options of `plan make`. Each setting is a list; the jobs are all combinations.
std::vector<Option> makeOptions();

/// Makes a plan of the models, or of a JSON file with the same settings (docs/fleet.md). `files`:
/// the words behind `make`. Fails with ErrorKind::Usage and names the job if `profile` would refuse
/// one.
support::Result<Plan> makePlan(const Invocation& invocation, const std::vector<std::string>& files);

} // namespace cli
