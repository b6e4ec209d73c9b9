#pragma once

#include "model/support/temporary_folder.h"
#include "profiler/remote/program_files.h"
#include "profiler/remote/remote_shell.h"
#include "profiler/tables/profile.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// A measurement on another computer: `opscope-cli profile` runs there, and its profile comes here.
/// docs/remote.md describes what travels and what is kept.
namespace profiler {

struct RemoteJob {
    ProgramFiles program;
    RemoteFolder model; ///< the ONNX file first; the profile must be of it
    RemoteFolder inputs; ///< no files: none are needed
    std::vector<std::string> words; ///< of `opscope-cli profile`, paths relative to their folders
    bool hasProfile = true; ///< false: `--check-only`
};

struct RemoteReports {
    /// `checking`, `copying`; done and total in bytes.
    support::Progress progress {};
    RemoteMessages::OnEvent onEvent {}; ///< of the measurement
};

struct RemoteOutcome {
    bool isStopped = false; ///< it was asked to stop, and the profile has the runs until then
    std::shared_ptr<const Profile> profile; ///< null without one
    std::filesystem::path file; ///< of the profile, in `folder`
    std::optional<support::TemporaryFolder> folder;
    std::uint64_t passedOver = 0; ///< messages (RemoteMessages::passedOver)
};

/// Checks the other computer, copies what is not there yet, measures there, and reads the profile
/// with the reader for all profile files. A stop request ends the measurement there and keeps the
/// complete runs.
///
/// Fails with ErrorKind::Resource if the computer is not reached, does not fit (system,
/// architecture, C library, space) or the connection is cut, with ErrorKind::File if what comes is
/// no profile of this model, and with the error that the program there reported.
support::Result<RemoteOutcome> profileRemotely(
    RemoteShell& shell, RemoteJob job, const std::stop_token& stop, const RemoteReports& reports);

} // namespace profiler
