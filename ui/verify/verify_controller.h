#pragma once

#include "ui/document/document.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace ui {

class JobRunner;
class MeasurementSlot;
class RunController;
class RunFile;
struct Verification;

/// Settings of a verification.
struct VerifySettings {
    std::optional<double> relative; ///< replaces the test's own tolerance
    std::optional<double> absolute;
    int capMiB = 512; ///< maximum of values kept from the other run when tiers are compared
};

/// Compares a document's values with the expected ones in a child process, which is started by a
/// job and waits in the MeasurementQueue. The result becomes the document's verification.
class VerifyController : public QObject {
    Q_OBJECT

public:
    VerifyController(JobRunner& jobs, RunController& runs, QObject* parent);

    VerifySettings& settingsOf(Document* document) { return stateOf(document).settings; }
    /// Runs the model of a test folder on its data sets. Replaces a running verification.
    void verifyFolder(Document* document, const QString& folder);
    /// Runs the model with the kernels of a profile run and with the reference kernels, and
    /// compares every operator.
    void compareTiers(Document* document);
    /// Repeats the last verification with the present settings.
    void repeat(Document* document);
    /// Stops the verification; what was compared until then is kept.
    void stop(Document* document);

    /// Id of the job, for its progress; 0 if none is running.
    quint64 jobOf(Document* document) const { return m_states.value(document).job; }
    /// True while a verification runs or waits in the queue.
    bool isRunning(Document* document) const { return m_states.value(document).turn != nullptr; }
    /// What it waits for; empty if it does not wait.
    QString waitsFor(Document* document) const;
    /// True if the last verification compared tiers, false for a test folder.
    bool isOfTiers(Document* document) const { return m_states.value(document).isOfTiers; }

signals:
    void started(ui::Document* document);
    /// A verification was queued, started or stopped, or has ended.
    void changed(ui::Document* document);
    void finished(ui::Document* document);

private:
    struct State {
        VerifySettings settings;
        QString folder; ///< test folder of the last verification
        bool isOfTiers = false;
        quint64 job = 0;
        /// Held until the child has ended; null if no verification is running.
        std::shared_ptr<MeasurementSlot> turn;
        std::shared_ptr<const RunFile> file; ///< what the verification reads
    };
    using ArgumentsFor = std::function<QStringList(const RunFile&)>;
    /// Starts when the file is there: a model with unsaved edits is written first.
    void start(Document* document, const QString& title, ArgumentsFor argumentsFor);
    void enqueue(Document* document, const QString& title, QStringList arguments);
    /// Called when its turn in the queue has come.
    void launch(Document* document, const QString& title, const QStringList& arguments);
    /// Creates the state at the first call; it is removed when the document is closed.
    State& stateOf(Document* document);

    JobRunner& m_jobs;
    RunController& m_runs;
    QHash<Document*, State> m_states;
};

} // namespace ui
