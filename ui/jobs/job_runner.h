#pragma once

#include "model/support/last_resort.h"
#include "model/support/progress.h"
#include "model/support/result.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace ui {

/// Runs work on a pool and hands its result to the GUI thread.
///
/// A job has a key: starting another job of the same key for the same receiver stops the older one
/// and drops its result. A result is also dropped when its receiver is gone. Work gets a stop
/// token, which it polls, and a Progress. Results travel in a queue of ours under a mutex, woken by
/// a posted event: thread sanitizers can follow that, and a result is always handled on the GUI
/// thread.
class JobRunner : public QObject {
    Q_OBJECT

public:
    struct JobState {
        quint64 id = 0;
        QString title; ///< for people: `Reading model.onnx`
        QString step; ///< what it does now
        quint64 done = 0;
        quint64 total = 0; ///< 0 = unknown
        qint64 elapsedMs = 0;
        bool isHeldBack = false; ///< until nothing is measured any more
    };
    enum class When {
        Now,
        Idle, ///< not while something is measured, which it would disturb
    };

    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// `work(stop, progress) -> Result<T>` runs on a worker, `done(Result<T>)` on the GUI thread if
    /// the receiver still lives. Work that runs out of memory fails as ErrorKind::Resource.
    template <typename T>
    quint64 start(QObject* receiver, const QString& key, const QString& title,
        std::function<support::Result<T>(std::stop_token, const support::Progress&)> work,
        std::function<void(support::Result<T>)> done, When when = When::Now)
    {
        const auto guarded = [work = std::move(work), what = title.toStdString()](
                                 std::stop_token stop,
                                 const support::Progress& progress) -> support::Result<T> {
            if (stop.stop_requested())
                return cancelled();
            return support::lastResort(what, [&] { return work(stop, progress); });
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
    /// Of these the receiver's.
    QList<JobState> jobsOf(const QObject* receiver) const;
    /// Whether nothing runs or waits for a worker.
    bool isIdle() const;

signals:
    void jobsChanged();

protected:
    bool event(QEvent* event) override;

private:
    using Delivery = std::function<void()>;
    using Work = std::function<Delivery(std::stop_token, const support::Progress&)>;

    struct Shared; // what workers see
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
    /// Begins what was held back, or stops beginning it.
    void followMeasuring();

    std::shared_ptr<Shared> m_shared;
    std::vector<std::jthread> m_workers;
    QHash<quint64, Job> m_jobs; // GUI thread only
    quint64 m_nextId = 1;
};

} // namespace ui
