#pragma once

#include "app/cli/command.h"

#include <string>
#include <string_view>

namespace cli {

/// The run options of one side of a comparison: those of the command line, and in `own`, as one
/// text (`--threads 2 --data 'my dir'`, quoted as for a shell), what this side has in their place.
/// Dimensions, inputs and other options that may be repeated are added. Fails with
/// ErrorKind::Usage for what is no run option or a quote that is not closed; `option` is named in
/// the error.
support::Result<Arguments> sideArguments(
    const Arguments& common, std::string_view option, const std::string& own);

} // namespace cli
