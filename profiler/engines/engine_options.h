#pragma once

#include "profiler/engines/engine_session.h"

#include <span>
#include <string_view>
#include <vector>

namespace profiler {

/// A setting of another engine (`--engine-option NAME=VALUE`).
struct EngineOption {
    std::string_view name; ///< with `:` at its end: a prefix, the rest of the name is free
    std::string_view help;
    std::string_view defaultValue; ///< as words if the engine decides
    std::vector<std::string_view> values; ///< those that are allowed; empty = any text
};

std::span<const EngineOption> onnxRuntimeOptions();
std::span<const EngineOption> openVinoOptions();
std::span<const EngineOption> tensorRtOptions();
/// Returns the options of an engine.
std::span<const EngineOption> engineOptions(OtherEngine engine);

/// Fails with ErrorKind::Usage for an option that the engine does not have, and for a value that
/// the option does not allow.
support::Result<void> checkEngineOption(
    OtherEngine engine, std::string_view name, std::string_view value);

} // namespace profiler
