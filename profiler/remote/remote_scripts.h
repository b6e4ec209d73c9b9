#pragma once

#include "profiler/remote/remote_folder.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The scripts that sh runs on the other computer (RemoteShell). They use what POSIX has, and of
/// GNU and busybox: `dd iflag=fullblock`, `mv -T`. Everything is kept in one folder,
/// `~/.cache/opscope/remote`, with a folder for each RemoteFolder; folders that were not used for
/// 30 days are removed when others are copied.
namespace profiler {

/// Answers `uname`, `glibc`, `has NAME` for each of the folders that is there, `free`: the last
/// line of `df -Pk`, and `checked`. Without `free` there is no folder. Must be the first script: it
/// sets what the others use. Answers begin with the nonce.
std::string checkScript(std::string_view nonce, std::span<const RemoteFolder> folders);

/// Reads the bytes of the files. Answers `copied`, or `failed` and the last line of `df -Pk`; it
/// then ends the shell. The folder gets its name when all files are there with their sizes.
std::string copyScript(const RemoteFolder& folder);

/// What to run: words of `opscope-cli`. Paths are relative to the folder of all.
struct RemoteCommand {
    std::string program; ///< name of its folder
    std::vector<std::string> words; ///< `profile`, model and options, without `-o`
    bool hasProfile = true; ///< it writes one
};

/// Runs the program until it ends or stdin does. Answers `version` and what `--version` prints, or
/// `broken`; then `end`, exit code and size of the profile, which follows.
std::string runScript(const RemoteCommand& command);

} // namespace profiler
