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

/// A file from the command line that a command reads or writes.
struct NamedFile {
    std::string option; ///< `-o`, `MODEL`
    std::filesystem::path path; ///< as given
};

enum class Overwrite { Refuse, Force };

/// The files that a command reads and writes. It prevents a command from overwriting its inputs.
/// The file system compares the files, so links and other spellings of a path are recognised.
class CommandFiles {
public:
    /// Collects files from the values of options and positionals by their FileUse. Fails like
    /// addInputs and checkOutput. Fails with ErrorKind::File for an output that cannot be written:
    /// the user then learns of it before the work begins.
    static support::Result<CommandFiles> of(const Command& command, const Arguments& arguments);

    /// Adds the input files in the values of these options and checks them like checkInput.
    support::Result<void> addInputs(std::span<const Option> options, const Arguments& arguments);
    /// Fails with ErrorKind::Usage if an output is this file and `--force` was not given. For a
    /// folder, this includes the models and values in it.
    support::Result<void> checkInput(const NamedFile& input) const;
    /// Fails with ErrorKind::Usage if an input is this file and `--force` was not given.
    support::Result<void> checkOutput(const NamedFile& output) const;
    /// The files and folders that the command writes.
    std::span<const NamedFile> outputs() const { return m_outputs; }

private:
    support::Result<void> addInput(const std::string& option, const Arguments& arguments);
    support::Result<void> addOutput(NamedFile output);

    std::vector<NamedFile> m_inputs;
    std::vector<NamedFile> m_outputs;
    Overwrite m_overwrite = Overwrite::Refuse;
};

/// Returns the path of a folder without a slash at its end: `folder` for `folder/`.
std::filesystem::path withoutSlash(const std::filesystem::path& folder);
/// Creates a folder for outputs if it does not exist. Its parent folder must exist, as for a file
/// of `-o`.
support::Result<void> makeOutputFolder(const std::filesystem::path& folder);

} // namespace cli
