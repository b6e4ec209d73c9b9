#pragma once

#include "model/support/result.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <stop_token>
#include <vector>

namespace ui {

/// A recording that a window or a program left when it was killed.
struct LeftRecording {
    QString file; ///< a part, or a whole profile in the folder of a window that is gone
    QString model; ///< name of the model file; empty if it is not known
    QString modelPath; ///< where it was; empty if that is not known
    int runs = 0; ///< complete ones
    QDateTime when;
    bool isOfSession = false; ///< in a folder that nobody else looks into
    bool isSweep = false; ///< `runs` are sizes then, and the file is that of sweepJson
};

/// Of windows that are gone, and parts in `folders`. What a program is still writing is none, nor
/// is what has no complete run; folders of windows without any are removed. For a worker.
std::vector<LeftRecording> findLeftRecordings(const QStringList& folders, std::stop_token stop);

/// Makes a profile of it: of a window's at `target`, of another part beside it under the name that
/// it was meant to have, or a similar one if that is taken. The part is removed then. Gives the
/// profile's path. Fails if it is gone or being written. For a worker.
support::Result<QString> restoreRecording(
    const LeftRecording& left, const QString& target, std::stop_token stop);
/// Removes it.
support::Result<void> discardRecording(const LeftRecording& left);

} // namespace ui
