#pragma once

#include "profiler/sweep/sweep.h"
#include "ui/document/document.h"
#include "ui/jobs/measuring_turn.h"
#include "ui/run/run_settings.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QTimer>

#include <memory>
#include <vector>

namespace ui {

class JobRunner;
class SessionFolder;

/// Runs models in a child process (`opscope-cli`), so that a crashing kernel or a full memory is a
/// message and never the end of the window. One run at a time, in its turn (MeasuringTurn); its
/// profile is added to the document that asked for it, or told of if that was closed meanwhile.
class RunController : public QObject {
    Q_OBJECT

public:
    enum class Mode { Profile, Once, Check, Capture, Sweep };
    enum class State {
        Idle,
        Waiting, ///< for another measurement to end
        Running,
        Stopping,
        Reading, ///< the process has ended, its profile is read
    };

    /// What is known of the run in progress, or of the last one.
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
        std::vector<Point> points; ///< every run so far
        /// How many of them are of each kind.
        std::size_t recorded() const;
        std::size_t plain() const;
        std::size_t warmups() const;
        profiler::Sweep sweep; ///< sizes so far, of a sweep
        std::int64_t size = 0; ///< of the sweep that is being measured
        QJsonObject plan; ///< facts of the plan event: steps, nodes, folded, fused, arena_bytes,
                          ///< weight_bytes
        QJsonObject outputs; ///< of a run without profile
        QString failure; ///< why it ended without a result; empty if it did not
        QString failureKind; ///< `unsupported`, `resource`, ...
        bool isOnGpu = false;
        bool hasDeviceFailed = false; ///< a CPU might do what the GPU could not
    };

    RunController(JobRunner& jobs, QObject* parent);
    ~RunController() override;

    RunSettings& settingsOf(Document* document);
    /// Tells everyone that the settings were changed, and stores them.
    void settingsEdited(Document* document);

    void start(Document* document, Mode mode);
    /// Whether the last run ended because of the device that it was on.
    bool hasDeviceFailed() const { return m_progress.hasDeviceFailed; }
    /// A run that a GPU could not do, on the CPU, which the document's settings choose from then
    /// on: the very same if it was the last one, else a profile.
    void repeatOnCpu(Document* document);
    /// Runs the model once, every node on its own, and keeps this value: capturedChanged tells when
    /// it is there.
    void capture(Document* document, model::ValueId value);
    /// Measures the model once per size: progress().sweep fills with points. What is measured stays
    /// there if it is stopped or dies.
    void sweep(Document* document, profiler::Sweep planned);
    /// What a run kept of a value it computed, in a file of this session.
    struct Captured {
        QString file; ///< TensorProto
        QString words; ///< how it came about: `output of run 2`
    };
    /// Null if no run has kept it, or if the model was read again since.
    const Captured* captured(const Document& document, model::ValueId value) const;
    /// First call: ends after the current run and keeps what was measured. Second call: kills the
    /// process. One that waits for its turn begins no more.
    void stop();
    /// What a run that waits for its turn waits for: `Verifying model.onnx`; empty if none does.
    QString waitsFor() const { return m_turn.waitsFor(); }

    State state() const { return m_state; }
    bool isRunning() const { return m_state != State::Idle; }
    Document* document() const { return m_document; } ///< that the run belongs to
    /// Whether the run, in progress or the last one, is of this document as it is now: what was
    /// said of a model holds no more when it is read again.
    bool isOf(const Document* document) const;
    /// Of the document that the run belongs to, also if that is closed by now.
    const QString& path() const { return m_path; }
    const Progress& progress() const { return m_progress; }
    /// Path of a new recording of this model, in the folder that goes with the last window; empty
    /// if there is none.
    QString newRecording(const QString& modelPath);
    /// Of the child that runs the model; 0 while none does.
    qint64 processId() const { return m_process.processId(); }

    /// The program that runs models; beside our own.
    static QString engineProgram();
    /// Another program in its place (tests, which lie elsewhere).
    static void useEngineProgram(const QString& path);

signals:
    void changed(); ///< state or progress
    void settingsChanged(ui::Document* document);
    void finished(ui::Document* document, bool isGood);
    void capturedChanged(model::ValueId value);
    /// The document was closed before its run was read.
    void measuredForClosed(const QString& path, const ui::Document::Run& run);
    /// Reading was stopped: the recording lies in this file, of a model at `modelPath`.
    void leftUnread(const QString& file, const QString& modelPath);

private:
    QStringList argumentsFor(Mode mode);
    bool prepareFolder();
    /// Its turn has come.
    void launch();
    void keepValues(const QJsonObject& result);
    void keep(model::ValueId value, Captured captured);
    void abandon();
    void readProgress();
    void handle(const QJsonObject& event);
    void handleSweep(const QString& kind, const QJsonObject& event);
    void reportUnsupported(const QJsonObject& event);
    /// What a device did not tell, and what it left to the CPU, as problems.
    void reportDevice();
    void ended(int exitCode, QProcess::ExitStatus status);
    /// Why a run has no result, or not all of it.
    struct Failure {
        QString message;
        QString kind;
    };
    /// What the process wrote becomes a run of the document, then the run ends: well if `failure`
    /// is empty.
    void loadProfile(const Failure& failure = {});
    void takeProfile(support::Result<Document::Run> run, const Failure& failure);
    /// Ends with this message; what the process kept until then is added to the document.
    void failButKeep(const QString& message, const QString& kind);
    void fail(const QString& message, const QString& kind);
    enum class Outcome { Good, Failed };
    void finish(Outcome outcome);
    /// What is said when the process died of a signal.
    QString deathText(int signal) const;

    JobRunner& m_jobs;
    QProcess m_process;
    MeasuringTurn m_turn;
    QTimer m_newsSoon; // of a run that goes on; every one by itself would load the processor
    QPointer<Document> m_document;
    QString m_path;
    QStringList m_arguments;
    QMetaObject::Connection m_closing;
    QHash<QString, RunSettings> m_settings; // by path
    std::shared_ptr<SessionFolder> m_folder; // profiles of this session
    QString m_profilePath;
    QString m_valueFolder; // outputs and captured values of the run in progress
    std::shared_ptr<const model::Model> m_model; // of the run in progress
    model::ValueId m_wanted; // value to be captured
    profiler::Sweep m_planned; // of the sweep to be started
    struct Kept {
        std::weak_ptr<const model::Model> model; // ids are of this snapshot
        model::ValueId value;
        Captured captured;
    };
    std::vector<Kept> m_kept; // the last of a value counts
    int m_count = 0;
    State m_state = State::Idle;
    Progress m_progress;
    QByteArray m_talk; // what the process said that was no event; the end is shown when it dies
};

} // namespace ui
