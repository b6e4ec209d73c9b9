#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

namespace ui {

/// Runs work on a thread of its own where only the newest request matters, such as repainting. A
/// new request replaces the one that waits, and asks the one that runs to stop. Unlike a job of
/// JobRunner, a request never queues behind others, and the window does not list it.
class LatestWorker : public QObject {
    Q_OBJECT

public:
    using Delivery = std::function<void()>;
    /// Runs on the thread; exceptions are logged. The Delivery that it returns runs on the GUI
    /// thread, unless the request was dropped.
    using Work = std::function<Delivery(std::stop_token)>;

    explicit LatestWorker(QObject* parent = nullptr);
    ~LatestWorker() override;

    void start(Work work);
    /// Drops the request that waits, runs, or is done but not delivered.
    void cancel();
    /// True if no request waits, runs or is to be delivered. Dropped requests do not count.
    bool isIdle() const;

protected:
    bool event(QEvent* event) override;

private:
    struct Shared; // state shared with the thread

    std::shared_ptr<Shared> m_shared;
    std::jthread m_thread;
};

} // namespace ui
