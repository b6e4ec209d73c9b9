#pragma once

#include "model/support/result.h"
#include "profiler/sweep/sweep.h"
#include "ui/jobs/file_lock.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>

class QTemporaryDir;

namespace ui {

/// What the runs of all windows write lies in a folder of the process, which goes with the last
/// window. A program that is killed leaves it:
///
///     <temporary files>/opscope-<user>-<settings>/  K3xQ2a/  window        locked while it lives
///                                                            run-1.opscope
///                                                            run-1.model   where its model lies
///                                                            run-1.name    given by the user
///                                                            run-2.opscope.part
///                                                            run-2.model
///
/// What is kept for the next start lies in folders of the same form beside the settings, because
/// temporary files may go when the machine does. Folders are made, taken and removed under a lock
/// on the one above them, so that none is taken for left that is just being made.
class SessionFolder {
public:
    SessionFolder();
    SessionFolder(const SessionFolder&) = delete;
    SessionFolder& operator=(const SessionFolder&) = delete;
    ~SessionFolder();

    /// The one that the windows of this process share, made when it is first asked for.
    static std::shared_ptr<SessionFolder> ofProcess();

    bool isValid() const;
    QString errorString() const;
    QString filePath(const QString& name) const;
    /// Path of a new recording of this model, which is noted beside it.
    QString newRecording(const QString& modelPath);
    /// Path of a new folder for what else a run writes; it is not made.
    QString newFolder();
    /// Notes beside `run-1.opscope` and `run-1.opscope.part`: `run-1.model` has the model's path,
    /// `run-1.name` the name that the user gave the run. Empty: it is not known, and none is
    /// written.
    static void noteModel(const QString& recording, const QString& modelPath);
    static void noteName(const QString& recording, const QString& name);
    static QString notedModel(const QString& recording);
    static QString notedName(const QString& recording);
    static void removeNotes(const QString& recording);

    /// Copies recordings, with the notes beside them, and writes sweeps by their model's path,
    /// where the next start finds them. For a worker.
    static support::Result<void> keep(
        const QStringList& recordings, const QHash<QString, profiler::Sweep>& sweeps);
    /// Where they are kept.
    static QString keptRoot();

    /// Folders of programs that are gone, of this user and these settings, and kept ones.
    static QStringList left();
    /// Whether the file lies in the folder of some window, alive or gone.
    static bool isIn(const QString& file);
    /// Keeps others from taking a left folder while it lives; not valid if somebody has it.
    class Claim {
    public:
        explicit Claim(const QString& folder);
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;
        bool isValid() const { return m_lock.isHeld(); }
        /// Removes the folder with all that is in it.
        void remove();

    private:
        QString m_folder;
        FileLock m_lock;
    };

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    FileLock m_lock;
    int m_paths = 0; ///< given out
};

} // namespace ui
