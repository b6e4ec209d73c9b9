#pragma once

#include "app/cli/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Returns the options that one side may have of its own: those of a run, and its engine.
std::vector<Option> sideOptions();

/// Returns the run options of one side of a comparison. Options in `own` replace those of the
/// command line (`--threads 2 --data 'my dir'`, quoted like for a shell). Repeatable options, such
/// as dimensions and inputs, are added instead. Fails with ErrorKind::Usage for words that are not
/// run options and for an open quote; `option` is named in the error.
support::Result<Arguments> sideArguments(
    const Arguments& common, std::string_view option, const std::string& own);

} // namespace cli
