#pragma once

#include "model/support/result.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <stop_token>
#include <vector>

namespace profiler {

struct Profile;

} // namespace profiler

namespace ui {

/// A recording or sweep of a process that was killed, or one kept for the next start.
struct RecoverableRecording {
    QString file; ///< a .part file, or a complete profile or sweep in a session folder
    QString model; ///< name of the model file; empty if unknown
    QString modelPath; ///< path of the model file; empty if unknown
    int runs = 0; ///< number of complete runs; for a sweep, of sizes
    QDateTime when;
    /// In a session folder (SessionFolder), where only this program looks.
    bool isOfSession = false;
    bool isSweep = false; ///< the file has the format of sweepJson()
};

/// Returns the number of runs that a profile is kept for: the recorded ones; without any, all but
/// the warm-up, as of a generation that was killed before the recorded one.
int keptRuns(const profiler::Profile& profile);

/// Finds recordings in session folders of ended processes, and .part files in `folders`. Ignores
/// files that a process still writes, and those without a complete run. Removes session folders
/// without recordings. Newest first. To be called from a worker thread.
std::vector<RecoverableRecording> findLeftRecordings(
    const QStringList& folders, std::stop_token stop);

/// Writes the recording as a complete profile and removes the original. A session's recording is
/// written to `target`; another .part file to its intended name beside it, or a similar name if
/// that exists. Returns the path of the profile. Fails if the recording is gone or is being
/// written. To be called from a worker thread.
support::Result<QString> restoreRecording(
    const RecoverableRecording& left, const QString& target, std::stop_token stop);
/// Removes the recording. Fails if it is gone or is being written.
support::Result<void> discardRecording(const RecoverableRecording& left);

} // namespace ui
