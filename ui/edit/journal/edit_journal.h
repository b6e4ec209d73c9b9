#pragma once

#include "model/support/result.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace ui {

class JobRunner;

/// A file as it was when it was read.
struct FileFacts {
    QString path;
    qint64 bytes = -1;
    qint64 writtenMs = -1; ///< since 1970

    static FileFacts of(const QString& path);
    bool operator==(const FileFacts&) const = default;
};

/// A step of the history as a script of operations, one a line.
struct ScriptedStep {
    QString text;
    std::string script;
    QStringList files; ///< from which operations take data
};

/// Edits that an ended process left.
struct LeftEdits {
    QString journal; ///< path
    QString model; ///< path of the model
    QDateTime at; ///< when the last of them was made
    QString problem; ///< why they may not fit the model any more; empty if they do
    std::vector<ScriptedStep> steps;
};

/// Keeps the edits of a document on disk until they are saved, so that they survive a crash:
///
///     <settings>/edits/  4711-1.json     the model, and the steps as scripts
///                        4711-1.lock     locked while the process runs
///                        4711-1-w.npy-1  a file that an operation takes data from
///
/// The journal is written anew after each step, on a worker.
class EditJournal : public QObject {
    Q_OBJECT

public:
    explicit EditJournal(JobRunner& jobs);
    ~EditJournal() override;

    /// Notes the steps that lead from this file to the model. Without any, removes the journal.
    void note(const FileFacts& file, std::vector<ScriptedStep> steps);
    /// Removes the journal: its edits were saved or discarded.
    void forget();
    /// Whether the journal is left for the next start when this object is destroyed.
    void setKept(bool isKept) { m_isKept = isKept; }

    /// The journals of ended processes, oldest first. To be called from a worker thread.
    static std::vector<LeftEdits> left();
    static support::Result<void> remove(const LeftEdits& edits);

signals:
    void failed(const QString& why); ///< the journal could not be written

private:
    struct Place; ///< shared with the jobs that write the journal

    JobRunner& m_jobs;
    std::shared_ptr<Place> m_place; ///< null before the first edit
    FileFacts m_file; ///< of the last note
    std::vector<ScriptedStep> m_steps;
    quint64 m_notes = 0;
    bool m_isKept = false;
};

} // namespace ui
