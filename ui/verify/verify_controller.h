#pragma once

#include "ui/document/document.h"

#include <QHash>
#include <QObject>

#include <memory>
#include <optional>

namespace ui {

class JobRunner;
class MeasuringTurn;
class RunController;
struct Verification;

/// How a verification judges.
struct VerifySettings {
    std::optional<double> relative; ///< in place of the test's own tolerance
    std::optional<double> absolute;
    int capMiB = 512; ///< most that is kept of the other run when tiers are compared
};

/// Compares a document's values with those expected, in a child process that a job runs in its turn
/// (MeasuringTurn): its progress and its end stand beside the other jobs'. What it finds becomes
/// the document's verification.
class VerifyController : public QObject {
    Q_OBJECT

public:
    VerifyController(JobRunner& jobs, RunController& runs, QObject* parent);

    VerifySettings& settingsOf(Document* document) { return stateOf(document).settings; }
    /// Runs the model of a test folder on its data sets; in place of one that is under way.
    void verifyFolder(Document* document, const QString& folder);
    /// Runs the model as it is profiled, and with the reference kernels, and compares every
    /// operator.
    void compareTiers(Document* document);
    /// The last one once more, with the settings of now.
    void repeat(Document* document);
    /// What was compared until then stays.
    void stop(Document* document);

    /// Id of the job, for its progress; 0 while none runs.
    quint64 jobOf(Document* document) const { return m_states.value(document).job; }
    /// It is at work, or waits for its turn.
    bool isRunning(Document* document) const { return m_states.value(document).turn != nullptr; }
    /// What it waits for; empty if it does not.
    QString waitsFor(Document* document) const;
    /// Whether the last one compared tiers, not a test folder.
    bool isOfTiers(Document* document) const { return m_states.value(document).isOfTiers; }

signals:
    void started(ui::Document* document);
    void changed(ui::Document* document); ///< it began, ended or was judged otherwise
    void finished(ui::Document* document);

private:
    struct State {
        VerifySettings settings;
        QString folder; ///< of the last test
        bool isOfTiers = false;
        quint64 job = 0;
        /// Lasts until the child has ended; null: nothing is verified.
        std::shared_ptr<MeasuringTurn> turn;
    };
    void start(Document* document, const QString& title, QStringList arguments);
    /// Its turn has come.
    void launch(Document* document, const QString& title, const QStringList& arguments);
    /// Made when it is first asked for; a document that closes takes it along.
    State& stateOf(Document* document);

    JobRunner& m_jobs;
    RunController& m_runs;
    QHash<Document*, State> m_states;
};

} // namespace ui
