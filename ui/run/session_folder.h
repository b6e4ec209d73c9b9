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

/// The folder for the files that runs of this process write. It is removed with the last window. If
/// the process is killed, the folder stays and a later start finds it:
///
///     <temporary files>/opscope-<user>-<settings>/  K3xQ2a/  window        locked while the
///     process runs
///                                                            run-1.opscope
///                                                            run-1.model   path of its model
///                                                            run-1.name    name given by the user
///                                                            run-2.opscope.part
///                                                            run-2.model
///
/// Recordings kept for the next start are in folders of the same form beside the settings, because
/// the system may delete temporary files at shutdown. A session folder is created, claimed and
/// removed under a lock on its parent, so that a folder which is just being created is not mistaken
/// for one of a killed process.
class SessionFolder {
public:
    SessionFolder();
    SessionFolder(const SessionFolder&) = delete;
    SessionFolder& operator=(const SessionFolder&) = delete;
    ~SessionFolder();

    /// The folder shared by the windows of this process; created at the first call.
    static std::shared_ptr<SessionFolder> ofProcess();

    bool isValid() const;
    QString errorString() const;
    QString filePath(const QString& name) const;
    /// The path for a new recording of this model; writes the model's path beside it.
    QString newRecording(const QString& modelPath);
    /// The path for a new folder of other files of a run. Does not create the folder.
    QString newFolder();
    /// Notes beside `run-1.opscope` and `run-1.opscope.part`: `run-1.model` contains the model's
    /// path, `run-1.name` the name that the user gave the run. An empty text means unknown and is
    /// not written.
    static void noteModel(const QString& recording, const QString& modelPath);
    static void noteName(const QString& recording, const QString& name);
    static QString notedModel(const QString& recording);
    static QString notedName(const QString& recording);
    static void removeNotes(const QString& recording);

    /// Copies recordings with their notes, and writes the sweeps (by path of their model), where
    /// the next start finds them. To be called from a worker thread.
    static support::Result<void> keep(
        const QStringList& recordings, const QHash<QString, profiler::Sweep>& sweeps);
    /// The parent folder of kept recordings.
    static QString recoveryRoot();

    /// The session folders of ended processes with this user and settings, and kept folders.
    static QStringList left();
    /// True if the file is in the session folder of any process, running or ended.
    static bool isIn(const QString& file);
    /// A lock on a left folder that keeps other processes from claiming it. Invalid if another
    /// process holds it.
    class Claim {
    public:
        explicit Claim(const QString& folder);
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;
        bool isValid() const { return m_lock.isHeld(); }
        /// Removes the folder and its contents.
        void remove();

    private:
        QString m_folder;
        FileLock m_lock;
    };

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    FileLock m_lock;
    int m_paths = 0; ///< number of paths returned so far
};

} // namespace ui
