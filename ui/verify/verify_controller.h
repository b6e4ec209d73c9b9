#pragma once

#include "ui/document.h"

#include <QHash>
#include <QObject>

#include <optional>

namespace ui {

class JobRunner;
class RunController;

/// How a verification judges.
struct VerifySettings {
    std::optional<double> relative; ///< in place of the test's own tolerance
    std::optional<double> absolute;
};

/// Compares a document's values with those expected, in a child process that a job runs: its
/// progress and its end stand beside the other jobs'. What it finds becomes the document's
/// verification.
class VerifyController : public QObject {
    Q_OBJECT

public:
    VerifyController(JobRunner& jobs, RunController& runs, QObject* parent);

    VerifySettings& settingsOf(Document* document) { return stateOf(document).settings; }
    /// Runs the model of a test folder on its data sets; in place of one that is under way.
    void verifyFolder(Document* document, const QString& folder);
    /// The same once more, with the settings of now.
    void repeat(Document* document);
    /// What was compared until then stays.
    void stop(Document* document);

    /// Id of the job, for its progress; 0 while none runs.
    quint64 jobOf(Document* document) const { return m_states.value(document).job; }
    bool isRunning(Document* document) const { return jobOf(document) != 0; }
    bool canRepeat(Document* document) const { return !m_states.value(document).what.isEmpty(); }
    /// The folder that the last one compared with.
    QString folderOf(Document* document) const { return m_states.value(document).what; }

signals:
    void started(ui::Document* document);
    void changed(ui::Document* document); ///< it began, ended or was judged otherwise
    void finished(ui::Document* document);

private:
    struct State {
        VerifySettings settings;
        QString what;
        quint64 job = 0;
    };
    void start(Document* document, const QString& title, const QStringList& arguments);
    QStringList commonArguments(Document* document);
    /// Made when it is first asked for; a document that closes takes it along.
    State& stateOf(Document* document);

    JobRunner& m_jobs;
    RunController& m_runs;
    QHash<Document*, State> m_states;
};

} // namespace ui
