#include "ui/jobs/latest_worker.h"

#include "model/support/catch_exceptions.h"
#include "model/support/log.h"

#include <QCoreApplication>
#include <QEvent>

#include <condition_variable>
#include <mutex>

namespace ui {

namespace {

const auto doneEvent = static_cast<QEvent::Type>(QEvent::registerEventType());

} // namespace

struct LatestWorker::Shared {
    std::mutex mutex; // guards everything below
    std::condition_variable_any wake;
    Work next; // the request that waits; empty if none
    std::stop_source current; // of the work that waits or runs
    Delivery done; // waits to be delivered
    bool isBusy = false; // something waits, runs or is to be delivered
    LatestWorker* owner = nullptr; // null once it is being destroyed

    /// Returns an empty Delivery if the work fails; the failure is logged.
    static Delivery guarded(const Work& work, const std::stop_token& token)
    {
        auto delivery
            = support::catchExceptions("painting", [&] { return support::Result(work(token)); });
        if (delivery)
            return std::move(*delivery);
        support::logError(delivery.error().message());
        return [] {};
    }

    void run(const std::stop_token& stop)
    {
        std::unique_lock lock(mutex);
        while (wake.wait(lock, stop, [this] { return bool(next); })) {
            auto work = std::exchange(next, nullptr);
            const auto token = current.get_token();
            lock.unlock();
            auto delivery = guarded(work, token);
            work = nullptr; // captured snapshots are released here, not under the lock
            lock.lock();
            if (token.stop_requested() || owner == nullptr)
                continue;
            done = std::move(delivery);
            QCoreApplication::postEvent(owner, new QEvent(doneEvent));
        }
    }
};

LatestWorker::LatestWorker(QObject* parent)
    : QObject(parent)
    , m_shared(std::make_shared<Shared>())
{
    m_shared->owner = this;
    m_thread
        = std::jthread([shared = m_shared](const std::stop_token& stop) { shared->run(stop); });
}

LatestWorker::~LatestWorker()
{
    cancel();
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->owner = nullptr;
    }
    m_thread.request_stop();
    m_thread.join();
}

void LatestWorker::start(Work work)
{
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->current.request_stop();
        m_shared->current = std::stop_source();
        m_shared->next = std::move(work);
        m_shared->done = nullptr;
        m_shared->isBusy = true;
    }
    m_shared->wake.notify_one();
}

void LatestWorker::cancel()
{
    const std::scoped_lock lock(m_shared->mutex);
    m_shared->current.request_stop();
    m_shared->next = nullptr;
    m_shared->done = nullptr;
    m_shared->isBusy = false;
}

bool LatestWorker::isIdle() const
{
    const std::scoped_lock lock(m_shared->mutex);
    return !m_shared->isBusy;
}

bool LatestWorker::event(QEvent* event)
{
    if (event->type() != doneEvent)
        return QObject::event(event);
    Delivery done;
    {
        const std::scoped_lock lock(m_shared->mutex);
        done = std::exchange(m_shared->done, nullptr);
        if (done)
            m_shared->isBusy = false;
    }
    if (done)
        done();
    return true;
}

} // namespace ui
