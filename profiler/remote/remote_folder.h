#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// A file that is copied to another computer.
struct RemoteFile {
    std::string name; ///< path in the folder on the other computer: `lib/opscope/libfmt.so.9`
    std::filesystem::path source; ///< path on this computer
    bool isProgram = false; ///< the copy is executable
    std::uint64_t bytes = 0; ///< size; set by remoteFolder()
    std::string sha256 {}; ///< of the content, as hexadecimal digits; set by remoteFolder()
};

/// Files that are copied to another computer as one folder. The name of the folder contains a hash
/// of the files' names and contents. A folder that is there already is not copied again.
struct RemoteFolder {
    std::string name; ///< `model-0f3a…`
    std::vector<RemoteFile> files;
    std::uint64_t bytes = 0; ///< sum of the files' sizes
};

/// Hashes files and names their folder: `kind`, then the hash. Fails with ErrorKind::File for a
/// file that cannot be read. Fails with ErrorKind::Usage for a name that leads out of the folder.
support::Result<RemoteFolder> remoteFolder(
    std::string_view kind, std::vector<RemoteFile> files, const std::stop_token& stop);

} // namespace profiler
