#pragma once

#include "profiler/remote/remote_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {

/// opscope-cli with the libraries it needs, to be copied to another computer:
///
///     bin/opscope-cli
///     lib/opscope/      its libraries, under the names by which they are asked for
///     lib/fallback/     the C++ library, for a computer whose own is missing or older
///
/// The C library is never copied: it belongs to the kernel and the names of users there.
struct ProgramFiles {
    std::vector<RemoteFile> files;
    std::string architecture; ///< as `uname -m` says it: `x86_64`
    std::string glibc; ///< version of the C library that it needs at least: `2.36`
};

enum class DeviceModule { LeaveOut, Take };

/// The running program and the libraries that it has loaded. With DeviceModule::Take also the
/// module of the GPU, if there is one beside them.
support::Result<ProgramFiles> ownProgramFiles(DeviceModule module);

/// The program of a folder with bin/opscope-cli and lib/opscope: an installation of the preset
/// `portable`, of any architecture.
support::Result<ProgramFiles> programFilesIn(const std::filesystem::path& folder);

/// Compares versions such as `2.36` and `2.4` by their numbers.
bool isOlder(std::string_view version, std::string_view than);

} // namespace profiler
