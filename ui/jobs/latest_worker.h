#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

namespace ui {

/// A thread for work of which only the newest request matters, as repainting: a request that waits
/// is dropped for a newer one, one at work is asked to stop. Unlike a job it never queues behind
/// others, and nobody sees it.
class LatestWorker : public QObject {
    Q_OBJECT

public:
    using Delivery = std::function<void()>;
    /// Runs on the thread; what it throws is logged. What it returns runs on the GUI thread, unless
    /// the request was dropped.
    using Work = std::function<Delivery(std::stop_token)>;

    explicit LatestWorker(QObject* parent = nullptr);
    ~LatestWorker() override;

    void start(Work work);
    /// Drops what waits, runs or is done but not delivered.
    void cancel();
    /// Nothing waits, runs or is to be delivered.
    bool isIdle() const;

protected:
    bool event(QEvent* event) override;

private:
    struct Shared; // what the thread sees

    std::shared_ptr<Shared> m_shared;
    std::jthread m_thread;
};

} // namespace ui
