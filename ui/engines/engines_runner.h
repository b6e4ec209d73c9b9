#pragma once

#include "ui/engines/engine_comparison.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/window/panel.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace ui {

class Document;

/// The file of a measurement in its folder.
QString engineDocumentName();

/// Measures the model of a document in all engines that are found, in turns: `opscope-cli engines`
/// as a child process. The profiles are kept in the session folder.
class EnginesRunner : public QObject {
    Q_OBJECT

public:
    using Result = std::shared_ptr<const EngineComparison>;

    explicit EnginesRunner(Context& context, QObject* parent = nullptr);
    /// Stops the child.
    ~EnginesRunner() override;

    /// Measures with the inputs of the document's run settings. failed() follows if it cannot.
    void start(Document& document, const QList<int>& threadCounts, int rounds);
    /// Reads a document of `engines --format json` and the profiles beside it. failed() follows if
    /// it is of another model file.
    void open(const Document& document, const QString& file);
    void cancel();

    bool isRunning() const { return m_work != nullptr; }
    /// What the measurement waits for, what it does, and how far it is.
    QString waitsFor() const;
    JobRunner::JobState progress() const;
    /// The folder with the document and the profiles; empty before a measurement.
    QString folder() const { return m_folder; }

signals:
    void changed(); ///< a measurement was queued, made progress or ended
    void measured(const ui::EnginesRunner::Result& comparison);
    void failed(const QString& message);

private:
    struct Work {
        MeasurementSlot turn;
        quint64 job = 0;
        bool isCancelled = false;
    };
    void ended(const support::Result<Result>& result);
    void launch(const std::shared_ptr<Work>& work, const QStringList& arguments);

    Context& m_context;
    QString m_folder;
    std::shared_ptr<Work> m_work; ///< null if nothing is queued or running
};

} // namespace ui
