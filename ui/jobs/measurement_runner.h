#pragma once

#include "ui/jobs/job_runner.h"
#include "ui/jobs/measurement_slot.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace ui {

/// Runs one measurement at a time: a job that waits for its turn in the MeasurementQueue.
class MeasurementRunner : public QObject {
    Q_OBJECT

public:
    /// Stops the measurement.
    ~MeasurementRunner() override;

    /// Stops at once and discards the results.
    void cancel();

    /// True while a measurement runs or waits in the queue.
    bool isRunning() const { return m_work != nullptr; }
    /// What the measurement waits for; empty if it does not wait.
    QString waitsFor() const;
    /// Phase, done and total of the running job.
    JobRunner::JobState progress() const;

signals:
    void changed(); ///< a measurement was queued, made progress or ended
    void failed(const QString& message);

protected:
    /// A measurement in the queue or at work. It holds its place in the queue until its job has
    /// ended.
    struct Work {
        MeasurementSlot turn;
        quint64 job = 0;
        bool isCancelled = false;
    };

    MeasurementRunner(JobRunner& jobs, QObject* parent);

    /// Queues a measurement. `start` is called when its turn comes, and returns the id of its job.
    void begin(const QString& title, std::function<quint64(std::shared_ptr<Work>)> start);
    /// Forgets the measurement. Returns whether it was cancelled.
    bool end();
    /// The measurement; null if there is none.
    const std::shared_ptr<Work>& work() const { return m_work; }

private:
    JobRunner& m_jobs;
    std::shared_ptr<Work> m_work;
};

} // namespace ui
