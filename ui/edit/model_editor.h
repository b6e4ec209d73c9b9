#pragma once

#include "model/edit/save.h"
#include "ui/edit/edit_job.h"
#include "ui/edit/journal/edit_journal.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ui {

class Document;
class JobRunner;
struct ReplayedEdits;

/// Edits the model of a document. Edits run one after another as jobs; the document then shows the
/// new model. The file is not changed: save() writes another one, or the same if the user says so.
class ModelEditor : public QObject {
    Q_OBJECT

public:
    ModelEditor(Document& document, JobRunner& jobs);
    ~ModelEditor() override;

    /// Whether gestures and fields may change the model; off at first.
    bool isOn() const { return m_isOn; }
    void setOn(bool isOn);

    /// True if the model is not that of the file at Document::path().
    bool isModified() const { return !m_steps.isClean(); }
    /// Number of edits that are in effect.
    int count() const { return m_steps.index(); }
    /// Number of steps between the model and that of the file. If the file's steps were replaced by
    /// others, the edits in effect.
    int unsavedCount() const;
    bool isBusy() const { return m_isBusy; }
    /// The nodes of the shown model that differ from the file.
    const std::vector<model::edit::ChangedNode>& changedNodes() const { return m_changedNodes; }

    using Done = std::function<void(const support::Result<void>&)>;
    /// Starts an edit. `done` is called when it is shown or has failed; without it, a failure is
    /// reported by `refused`. An edit is refused while another one is applied; it does not wait for
    /// the analysis of a large model, unless that decides whether the edit before stays.
    void apply(ModelEdit edit, Done done = {});
    /// Takes edits back and does them again, until this number of edits is in effect. Does nothing
    /// while an edit is applied.
    void goTo(int count);
    void undo() { goTo(m_wanted.value_or(count()) - 1); }
    void redo() { goTo(m_wanted.value_or(count()) + 1); }

    /// The edits, also those that were taken back. Its index changes when the model has followed.
    const QUndoStack& steps() const { return m_steps; }
    QString stepText(int index) const { return m_steps.text(index); }
    QDateTime stepTime(int index) const;
    /// Errors of the model that a step made and mended, as `1 error made`; empty if none.
    QString stepEffect(int index) const;

    /// The operations of a step as a script, one a line. Not while an edit is applied.
    ScriptedStep scriptOf(int index) const;
    /// The edits in effect as a script of opscope-cli: operations in JSON, one a line. Empty while
    /// an edit is applied.
    std::string script() const;
    /// The steps that lead from the document's file to the model. Nothing if steps that the file
    /// has were taken back, because that is no operation.
    std::optional<std::vector<ScriptedStep>> stepsSinceFile() const;
    /// What a job needs to open the file for editing.
    EditRequest fileRequest() const;
    /// Goes on with the file as it is now, and the edits that were applied to it.
    void takeReplayed(ReplayedEdits replayed);
    /// Notes the edits in the metadata of the model, as a step of its own
    /// (model::edit::Document::historyNote).
    void noteEdits(Done done);
    /// Writes the model to a file, which then is the file of the document.
    void save(const QString& path, const model::edit::SaveOptions& options, Done done);
    /// Names of files that the last save() left, because another model may read them
    /// (SavedModel::unused).
    const std::string& unusedFiles() const { return m_unusedFiles; }
    /// Writes the edited bytes somewhere and returns their SHA-256. Runs on a worker.
    using CopyWriter = std::function<support::Result<std::string>(
        const model::edit::Document&, const std::stop_token&)>;
    /// Writes a copy for a run. The model stays as it is, with its unsaved edits.
    void writeCopy(CopyWriter write, Done done);
    /// SHA-256 of the model as it is, if a copy was written since its last edit; empty otherwise.
    std::string copySha256() const;
    /// Forgets the edits and shows the model of the file again.
    void discard();
    /// Applies the operations of a script as one step.
    void applyScript(const std::string& script, const QString& text, Done done = {});

    /// The text of a field that was refused: it stays in the field until it is mended.
    struct Draft {
        QString text;
        QString refusal;
        QString field; ///< its name for the user: `pads`
        std::string node; ///< name of the node that it belongs to; empty if to none
        std::string value; ///< the same for a value
    };
    /// By the key of their fields.
    const std::map<QString, Draft>& drafts() const { return m_drafts; }
    void setDraft(const QString& key, Draft draft);
    void removeDraft(const QString& key);
    /// Refused texts as warnings, for Problems.
    support::Diagnostics refusedDrafts() const;

    EditJournal& journal() { return *m_journal; }

signals:
    void onChanged();
    void changed(); ///< steps were done, taken back or saved, or a job started or ended
    void saved(); ///< the shown model is that of the file
    void fieldsChanged(); ///< another field is needed
    void draftsChanged(); ///< a text was refused or mended
    void refused(const QString& why);

private:
    /// Writes the edited file as a job. `done` gets what `write` returned.
    void startWriting(const QString& title, CopyWriter write,
        std::function<void(const support::Result<std::string>&)> done);
    void openAhead();
    void reset(std::shared_ptr<EditSession> session);
    void start(ModelEdit edit, std::size_t steps, const QString& title,
        std::function<void(support::Result<EditedModel>)> done);
    /// The analysis of a large model that is shown already.
    struct Analysing {
        bool mayMakeErrors = true; ///< else the newest step is taken back if it makes some
        bool isOfStep = false; ///< the errors are those of the newest step
        Done done; ///< called afterwards; may be empty
    };
    void analyse(std::shared_ptr<const model::Analysis> before, Analysing analysing);
    [[nodiscard]] Done stopAnalysing();
    void editFailed(const support::Error& error, const Done& done);
    void show(EditedModel edited);
    void keepPicture();
    bool mustWait() const;
    void startWaiting();
    void cancelWaiting();
    void judge(support::Result<EditAnalysis> analysed, bool mayMakeErrors, const Done& done);
    void seek();
    void selectAgain();
    void push(const EditedModel& edited);
    std::size_t operationsAt(int count) const;
    void noteSteps();
    void setBusy(bool isBusy);
    void refuse(const support::Error& error, const Done& done);

    Document& m_document;
    JobRunner& m_jobs;
    std::shared_ptr<EditSession> m_session = std::make_shared<EditSession>();
    QUndoStack m_steps;
    std::vector<model::edit::ChangedNode> m_changedNodes;
    std::optional<int> m_wanted; ///< the number of edits that goTo() leads to
    std::map<QString, Draft> m_drafts;
    std::map<int, std::string> m_copies; ///< SHA-256 of copies, by number of edits in effect
    FileFacts m_original; ///< the file that was opened first; set by the first edit
    FileFacts m_saved; ///< the file that was saved last
    std::string m_unusedFiles;
    std::unique_ptr<EditJournal> m_journal;
    bool m_isOn = false;
    bool m_isBusy = false;
    bool m_isSeeking = false; ///< the job goes to another step
    std::optional<Analysing> m_analysing; ///< the job analyses the model
    /// The shown analysis, if its types are those of an earlier model.
    std::weak_ptr<const model::Analysis> m_carried;
    bool m_isToBeAnalysed = false; ///< an analysis was stopped by an edit that is being applied
    /// What was asked for during an analysis that must not be stopped.
    struct Waiting {
        std::function<void()> start;
        Done done; ///< told if the edits are discarded; may be empty
    };
    std::deque<Waiting> m_waiting;
    std::map<int, KnownPicture> m_pictures; ///< by number of edits in effect
    std::shared_ptr<const layout::Scene> m_shown; ///< the picture after the last edit
};

} // namespace ui
