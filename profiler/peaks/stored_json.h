#pragma once

#include "model/support/json.h"
#include "model/support/result.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace profiler {

/// What a file of the cache holds; nothing if it is absent or not JSON: it is then measured again.
std::optional<support::JsonValue> readStoredJson(const std::filesystem::path& file);

/// Replaces the file, or leaves the old one. Makes the folder.
support::Result<void> storeJson(const std::filesystem::path& file, std::string_view json);

}
