#pragma once

#include "app/cli/command.h"

#include <filesystem>

namespace cli {

/// The option `--settings FILE` of commands that run a model.
Option settingsOption();

/// One line of a settings file: `--dim batch=8`, or `--pin` without a value.
struct SettingsLine {
    std::size_t number = 0; ///< from 1
    std::string flag;
    std::string value;
};

/// Reads a settings file: one option per line, all that follows the first space is its value; empty
/// lines and those that begin with `#` are passed over. Fails with ErrorKind::Usage, naming the
/// line, if one is no option.
support::Result<std::vector<SettingsLine>> readSettingsFile(const std::filesystem::path& file);

} // namespace cli
