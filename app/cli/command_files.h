#pragma once

#include "model/support/result.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cli {

class Arguments;
struct Command;
struct Option;

/// A file that a command was told to read or to write.
struct NamedFile {
    std::string option; ///< `-o`, `MODEL`
    std::filesystem::path path; ///< as given
};

enum class Overwrite { Refuse, Force };

/// Keeps what a command reads from being overwritten by what it writes. Files are compared as the
/// system knows them, so links and other spellings of a path are seen through.
class CommandFiles {
public:
    /// Gathers files from the values of options and positionals by their FileUse. Fails with
    /// ErrorKind::File for an output that cannot be written, before anything takes long, and as
    /// below.
    static support::Result<CommandFiles> of(const Command& command, const Arguments& arguments);

    /// Adds the inputs that the values of these options name; checks them.
    support::Result<void> addInputs(std::span<const Option> options, const Arguments& arguments);
    /// Fails with ErrorKind::Usage if an output is this file and `--force` was not given. Of a
    /// folder, the models and values in it count.
    support::Result<void> checkInput(const NamedFile& input) const;
    /// Fails with ErrorKind::Usage if an input is this file and `--force` was not given.
    support::Result<void> checkOutput(const NamedFile& output) const;

private:
    support::Result<void> addInput(const std::string& option, const Arguments& arguments);
    support::Result<void> addOutput(NamedFile output);

    std::vector<NamedFile> m_inputs;
    std::vector<NamedFile> m_outputs;
    Overwrite m_overwrite = Overwrite::Refuse;
};

/// Makes a folder for outputs if it is not there. Like a file of `-o` it is made in a folder that
/// is.
support::Result<void> makeOutputFolder(const std::filesystem::path& folder);

} // namespace cli
