#pragma once

#include "profiler/sweep/sweep.h"
#include "ui/document/document.h"
#include "ui/jobs/child_process.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/outputs/kept_values.h"
#include "ui/run/run_settings.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <vector>

namespace ui {

class JobRunner;
class RunFile;
class SessionFolder;

/// Runs models in a child process (`opscope-cli`), so that a crashing kernel or a lack of memory
/// becomes an error message instead of ending the window. One run at a time, queued in the
/// MeasurementQueue. The profile is added to the document that started the run; if the document is
/// closed, measuredForClosed() is emitted instead.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class Mode { Profile, Once, Check, Capture, Sweep };
    enum class State {
        Idle,
        Waiting, ///< until another measurement ends
        Running,
        Stopping,
        Reading, ///< the process has ended, and its profile is being read
    };

    /// The state of the current run, or of the last one.
    struct Progress {
        Mode mode = Mode::Profile;
        QString phase; ///< `warm-up`, `measuring`
        int done = 0;
        int total = 0;
        struct Point {
            double wallNs = 0;
            bool isWarmup = false;
            bool isRecorded = true;
        };
        std::vector<Point> points; ///< all runs so far
        /// Number of points of each kind.
        std::size_t recorded() const;
        std::size_t plain() const;
        std::size_t warmups() const;
        profiler::Sweep sweep; ///< for a sweep: the sizes measured so far
        std::int64_t size = 0; ///< size of the sweep that is being measured
        /// Facts of the plan event: steps, nodes, folded, fused, arena_bytes, weight_bytes.
        QJsonObject plan;
        QJsonObject outputs; ///< result of a run without profile
        QString failure; ///< why it ended without a result; empty if it did not
        QString failureKind; ///< `unsupported`, `resource`, ...
        bool isOnGpu = false;
        bool hasDeviceFailed = false; ///< the GPU failed; a run on the CPU might succeed
    };

    RunController(JobRunner& jobs, QObject* parent);

    RunSettings& settingsOf(Document* document);
    /// Stores the settings and emits settingsChanged().
    void settingsEdited(Document* document);

    void start(Document* document, Mode mode);
    /// True if the last run failed because of its GPU.
    bool hasDeviceFailed() const { return m_progress.hasDeviceFailed; }
    /// Starts a run on the CPU after a GPU run failed. The document's settings are changed to the
    /// CPU. Repeats the last run if it was of this document, else profiles.
    void repeatOnCpu(Document* document);
    /// Runs the model once without fusion, and keeps this value; capturedChanged() follows.
    void capture(Document* document, model::ValueId value);
    /// Measures the model at each size; the points are added to progress().sweep. They are kept if
    /// the sweep is stopped or the process dies.
    void sweep(Document* document, profiler::Sweep planned);
    const KeptValues& keptValues() const { return m_kept; }
    /// First call: stops after the current run and keeps what was measured. Second call: kills the
    /// process. A queued run is cancelled.
    void stop();
    /// The measurement that a queued run waits for: `Verifying model.onnx`; empty if none is
    /// queued.
    QString waitsFor() const { return m_turn.waitsFor(); }

    State state() const { return m_state; }
    bool isRunning() const { return m_state != State::Idle; }
    Document* document() const { return m_document; } ///< the document of the run; null if closed
    /// True if the current run, or the last one, belongs to this document and its present model.
    /// The results of an ended run do not apply to a reloaded model.
    bool isOf(const Document* document) const;
    /// The path of the run's document; kept after the document is closed.
    const QString& path() const { return m_path; }
    const Progress& progress() const { return m_progress; }
    /// The path for a new recording of this model in the session folder, which is removed with the
    /// last window. Empty if there is no folder.
    QString newRecording(const QString& modelPath);
    /// The process id of the child; 0 if none is running.
    qint64 processId() const { return m_process.processId(); }

    /// The program that runs models: opscope-cli in the application's folder.
    static QString engineProgram();
    /// Sets another program, for tests in other folders.
    static void useEngineProgram(const QString& path);

signals:
    void changed(); ///< state() or progress() changed
    void settingsChanged(ui::Document* document);
    void finished(ui::Document* document, bool isGood);
    void capturedChanged(model::ValueId value);
    /// The document was closed before the profile of its run was read.
    void measuredForClosed(const QString& path, const ui::Document::Run& run);
    /// Reading was cancelled: `file` is the recording of the model at `modelPath`.
    void leftUnread(const QString& file, const QString& modelPath);

private:
    QStringList argumentsFor(Mode mode);
    bool prepareFolder();
    /// Joins the queue. The file that the run reads is there.
    void enqueue(const QString& title);
    /// Called when the run's turn in the queue has come.
    void launch();
    void keepValues(const QJsonObject& result);
    void keep(model::ValueId value, const QString& file, const QString& words,
        const QJsonObject& summary);
    void removeUnneededValues();
    void abandon();
    /// Handles a line that the process wrote to stderr. Returns true if it is an event.
    bool takeLine(const QByteArray& line);
    void handle(const QJsonObject& event);
    void handleSweep(const QString& kind, const QJsonObject& event);
    void reportUnsupported(const QJsonObject& event);
    /// Adds notices and CPU fallbacks of a GPU run to the document's problems.
    void reportDevice();
    void ended(const ChildResult& child);
    /// Why a run has no result, or an incomplete one.
    struct Failure {
        QString message;
        QString kind;
    };
    /// Reads the profile of the ended process and adds it to the document. The run succeeds if
    /// `failure` is empty.
    void loadProfile(const Failure& failure = {});
    void takeProfile(support::Result<Document::Run> run, const Failure& failure);
    /// Ends the run with this message; adds what was recorded until then to the document.
    void failButKeep(const QString& message, const QString& kind);
    void fail(const QString& message, const QString& kind);
    enum class Outcome { Good, Failed };
    void finish(Outcome outcome);
    /// The message if the process was killed by a signal.
    QString crashText(const ChildResult& child) const;

    JobRunner& m_jobs;
    MeasurementSlot m_turn;
    // Limits how often changed() is emitted during a run, to keep the processor free.
    QTimer m_newsSoon;
    QPointer<Document> m_document;
    QString m_path;
    std::shared_ptr<const RunFile> m_file; // what the run in progress reads
    QStringList m_arguments;
    QStringList m_variables; // of the environment
    QMetaObject::Connection m_closing;
    QHash<QString, RunSettings> m_settings; // by path
    std::shared_ptr<SessionFolder> m_folder; // profiles of this session
    QString m_profilePath;
    QString m_valueFolder; // outputs and captured values of the run in progress
    std::shared_ptr<const model::Model>
        m_model; // of the run in progress, or of the last one until it is closed
    model::ValueId m_wanted; // the value to capture
    profiler::Sweep m_planned; // the sweep to start
    KeptValues m_kept;
    int m_count = 0;
    State m_state = State::Idle;
    Progress m_progress;
    // Last, so that the process is killed before its folder is removed and its turn ends.
    ChildProcess m_process;
};

} // namespace ui
