#pragma once

#include "model/support/catch_exceptions.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace ui {

/// Runs work on a thread pool and passes its result to the GUI thread.
///
/// A job has a key. Starting another job with the same key for the same receiver stops the older
/// job and drops its result. A result is also dropped when its receiver was destroyed. Work gets a
/// stop token, which it must poll, and a Progress. Results travel through a queue guarded by a
/// mutex; a posted event wakes the GUI thread, which handles every result. Thread sanitizers can
/// follow this.
class JobRunner : public QObject {
    Q_OBJECT

public:
    struct JobState {
        quint64 id = 0;
        QString title; ///< shown to the user: `Reading model.onnx`
        QString step; ///< from the last progress report
        quint64 done = 0;
        quint64 total = 0; ///< 0 = unknown
        qint64 elapsedMs = 0;
        bool isHeldBack = false; ///< waits until no measurement runs (When::Idle)
    };
    enum class When {
        Now,
        Idle, ///< waits while a measurement runs, because the job would disturb it
    };

    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// Runs `work(stop, progress) -> Result<T>` on a worker (T may be void), then `done(Result<T>)`
    /// on the GUI thread if the receiver still exists. Work that runs out of memory fails with
    /// ErrorKind::Resource. Returns the id of the job.
    template <typename T>
    quint64 start(QObject* receiver, const QString& key, const QString& title,
        std::function<support::Result<T>(std::stop_token, const support::Progress&)> work,
        std::function<void(support::Result<T>)> done, When when = When::Now)
    {
        const auto guarded
            = [work = std::move(work), what = title.toStdString()](
                  std::stop_token stop, const support::Progress& progress) -> support::Result<T> {
            if (stop.stop_requested())
                return cancelled();
            return support::catchExceptions(what, [&] { return work(stop, progress); });
        };
        return enqueue(
            receiver, key, title,
            [guarded, done = std::move(done)](
                std::stop_token stop, const support::Progress& progress) {
                auto result = std::make_shared<support::Result<T>>(guarded(stop, progress));
                return std::function<void()>([result, done] { done(std::move(*result)); });
            },
            when);
    }

    /// Asks a job to stop. Its `done` is still called, normally with an Error of kind Cancelled.
    void cancel(quint64 id);
    void cancelAll(const QObject* receiver);
    /// Jobs that run or wait, oldest first. Views show those older than 300 ms.
    QList<JobState> jobs() const;
    /// The same for the jobs of one receiver.
    QList<JobState> jobsOf(const QObject* receiver) const;
    /// True if no job runs or waits for a worker. Jobs that are held back do not count.
    bool isIdle() const;
    /// Returns the memory to the system that the caller no longer needs, such as that of a model:
    /// in a second, when it is free.
    void returnMemorySoon();

signals:
    void jobsChanged();

protected:
    bool event(QEvent* event) override;

private:
    using Delivery = std::function<void()>;
    using Work = std::function<Delivery(std::stop_token, const support::Progress&)>;

    struct Shared; // state shared with the workers
    struct Job {
        QPointer<QObject> receiver;
        const QObject* receiverAddress = nullptr;
        QString key;
        JobState state;
        std::stop_source stop;
        QElapsedTimer clock;
        bool isSuperseded = false;
    };

    static support::Error cancelled()
    {
        return support::Error("cancelled", support::ErrorKind::Cancelled);
    }
    quint64 enqueue(
        QObject* receiver, const QString& key, const QString& title, Work work, When when);
    void deliver();
    /// Holds back jobs of When::Idle while something is measured, and lets them start afterwards.
    void followMeasuring();
    void returnMemory();

    std::shared_ptr<Shared> m_shared;
    QTimer m_returnsMemory;
    std::vector<std::jthread> m_workers;
    QHash<quint64, Job> m_jobs; // GUI thread only
    quint64 m_nextId = 1;
};

} // namespace ui
