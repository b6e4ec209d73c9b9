#pragma once

#include "model/support/json.h"
#include "model/support/result.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace profiler {

/// Reads a cache file. Returns nothing if it is absent or not JSON; its content is then measured
/// again.
std::optional<support::JsonValue> readStoredJson(const std::filesystem::path& file);

/// Replaces the file by this document, or leaves the old one on failure. Creates the folder.
support::Result<void> storeJson(const std::filesystem::path& file, std::string_view json);

}
