#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// A file that travels to another computer.
struct RemoteFile {
    std::string name; ///< path in its folder there: `lib/opscope/libfmt.so.9`
    std::filesystem::path source; ///< here
    bool isProgram = false; ///< may be executed there
    std::uint64_t bytes = 0; ///< set by remoteFolder(), and the next
    std::string sha256 {};
};

/// Files that travel together. The name of their folder there is a hash of their names and
/// contents, so a folder of this name need not be copied again.
struct RemoteFolder {
    std::string name; ///< `model-0f3a…`
    std::vector<RemoteFile> files;
    std::uint64_t bytes = 0;
};

/// Reads and names files as a folder; `kind` begins its name. Fails for a file that is no regular
/// file or cannot be read, and with ErrorKind::Usage for a name that would leave the folder.
support::Result<RemoteFolder> remoteFolder(
    std::string_view kind, std::vector<RemoteFile> files, const std::stop_token& stop);

} // namespace profiler
