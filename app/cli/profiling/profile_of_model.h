#pragma once

#include "profiler/tables/profile.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

namespace cli {

/// Reads a profile file (option --profile). Fails if it was not measured on this very model file.
support::Result<std::shared_ptr<const profiler::Profile>> profileOfModel(
    const std::string& path, const std::filesystem::path& model, std::stop_token stop);

} // namespace cli
