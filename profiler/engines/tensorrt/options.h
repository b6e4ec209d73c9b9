#pragma once

#include "profiler/engines/engine_options.h"

#include <map>
#include <string>
#include <vector>

namespace profiler::tensorrt {

using Options = std::map<std::string, std::string, std::less<>>;

/// Options of trtexec for settings of a session.
struct Flags {
    std::vector<std::string> build; ///< for building the engine
    std::vector<std::string> run; ///< for each start that measures
};

/// Translates `--engine-option`. Fails with ErrorKind::Usage for a value that is no number, and for
/// options of trtexec that Opscope sets.
support::Result<Flags> flagsOf(const Options& options);

} // namespace profiler::tensorrt
