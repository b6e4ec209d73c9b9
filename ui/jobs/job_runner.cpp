#include "ui/jobs/job_runner.h"

#include "ui/jobs/freed_memory.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/translation/translations.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <optional>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace ui {

namespace {

const auto wakeEvent = static_cast<QEvent::Type>(QEvent::registerEventType());
constexpr unsigned workerCount = 3;

/// Lowers the priority of the calling thread, so that the GUI thread gets a processor first.
void lowerThreadPriority()
{
#ifdef Q_OS_LINUX
    constexpr int niceness = 10;
    // Linux sets the nice value of one thread; POSIX specifies the process (sched(7)).
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
#endif
}

} // namespace

struct JobRunner::Shared {
    struct Task {
        quint64 id;
        std::stop_token stop;
        Work work;
        When when;
    };
    struct Finished {
        quint64 id;
        Delivery delivery;
    };
    struct Step {
        quint64 id;
        std::string what;
        quint64 done;
        quint64 total;
    };

    std::mutex mutex; // guards everything below
    std::condition_variable_any wake;
    std::deque<Task> tasks;
    bool isMeasuring = false; // while true, tasks of When::Idle wait
    std::deque<Finished> finished;
    std::vector<Step> steps; // newest progress of each job
    bool isWoken = false; // a wake event is posted and not handled yet
    JobRunner* runner = nullptr; // null once the runner is being destroyed
    quint64 returns = 0; // how often the workers were asked to return freed memory

    void wakeRunner()
    {
        if (runner == nullptr || isWoken)
            return;
        isWoken = true;
        QCoreApplication::postEvent(runner, new QEvent(wakeEvent));
    }

    void report(quint64 id, std::string_view what, quint64 done, quint64 total)
    {
        const std::scoped_lock lock(mutex);
        const auto known = std::ranges::find(steps, id, &Step::id);
        auto& step = known != steps.end() ? *known : steps.emplace_back();
        step = { id, std::string(what), done, total };
        wakeRunner();
    }

    /// Returns the first task that may start now, or tasks.end().
    std::deque<Task>::iterator nextTask()
    {
        return std::ranges::find_if(tasks, [this](const Task& task) {
            return !isMeasuring || task.when == When::Now || task.stop.stop_requested();
        });
    }

    void run(std::stop_token stop)
    {
        std::unique_lock lock(mutex);
        quint64 returned = returns;
        while (wake.wait(
            lock, stop, [&] { return nextTask() != tasks.end() || returned != returns; })) {
            const auto next = nextTask();
            if (next == tasks.end()) {
                returned = returns;
                lock.unlock();
                returnFreedMemory();
                lock.lock();
                continue;
            }
            auto task = std::move(*next);
            tasks.erase(next);
            lock.unlock();
            auto delivery = task.work(task.stop,
                [this, id = task.id](std::string_view what, std::uint64_t done,
                    std::uint64_t total) { report(id, what, done, total); });
            task.work = nullptr; // captured snapshots are released here, not under the lock
            lock.lock();
            finished.push_back({ task.id, std::move(delivery) });
            wakeRunner();
        }
    }
};

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
    , m_shared(std::make_shared<Shared>())
{
    m_shared->runner = this;
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this,
        &JobRunner::followMeasuring);
    followMeasuring();
    constexpr int returnAfterMs = 1000; // a large model is released on another thread meanwhile
    m_returnsMemory.setSingleShot(true);
    m_returnsMemory.setInterval(returnAfterMs);
    connect(&m_returnsMemory, &QTimer::timeout, this, &JobRunner::returnMemory);
    for (unsigned i = 0; i < workerCount; ++i)
        m_workers.emplace_back([shared = m_shared](std::stop_token stop) {
            lowerThreadPriority();
            shared->run(std::move(stop));
        });
}

JobRunner::~JobRunner()
{
    for (auto& job : m_jobs)
        job.stop.request_stop();
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->runner = nullptr;
        m_shared->tasks.clear();
    }
    m_workers.clear(); // stops and joins
}

void JobRunner::followMeasuring()
{
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->isMeasuring = MeasurementQueue::instance().isMeasuring();
    }
    m_shared->wake.notify_all();
}

void JobRunner::returnMemorySoon() { m_returnsMemory.start(); }

void JobRunner::returnMemory()
{
    if (MeasurementQueue::instance().isMeasuring())
        return m_returnsMemory.start(); // it would disturb
    returnFreedMemory();
    {
        const std::scoped_lock lock(m_shared->mutex);
        ++m_shared->returns;
    }
    m_shared->wake.notify_all();
}

bool JobRunner::isIdle() const
{
    return std::ranges::none_of(jobs(), [](const JobState& job) { return !job.isHeldBack; });
}

quint64 JobRunner::enqueue(
    QObject* receiver, const QString& key, const QString& title, Work work, When when)
{
    for (auto& job : m_jobs) {
        if (job.receiverAddress == receiver && job.key == key) {
            job.stop.request_stop();
            job.isSuperseded = true;
        }
    }
    const auto id = m_nextId++;
    Job job { receiver, receiver, key, { id, title, {}, 0, 0, 0, false }, {}, {}, false };
    job.clock.start();
    const auto token = job.stop.get_token();
    m_jobs.insert(id, std::move(job));
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->tasks.push_back({ id, token, std::move(work), when });
    }
    m_shared->wake.notify_one();
    emit jobsChanged();
    return id;
}

bool JobRunner::event(QEvent* event)
{
    if (event->type() != wakeEvent)
        return QObject::event(event);
    deliver();
    return true;
}

void JobRunner::deliver()
{
    std::optional<Shared::Finished> one; // one per event, because each delivery may take a while
    std::vector<Shared::Step> steps;
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->isWoken = false;
        if (!m_shared->finished.empty()) {
            one = std::move(m_shared->finished.front());
            m_shared->finished.pop_front();
        }
        if (!m_shared->finished.empty())
            m_shared->wakeRunner();
        steps.swap(m_shared->steps);
    }
    for (const auto& step : steps) {
        const auto job = m_jobs.find(step.id);
        if (job == m_jobs.end())
            continue;
        job->state.step = nameText(step.what);
        job->state.done = step.done;
        job->state.total = step.total;
    }
    if (one) {
        const auto job = m_jobs.take(one->id);
        if (job.receiver != nullptr && !job.isSuperseded)
            one->delivery();
    }
    emit jobsChanged();
}

void JobRunner::cancel(quint64 id)
{
    const auto job = m_jobs.find(id);
    if (job != m_jobs.end())
        job->stop.request_stop();
    m_shared->wake.notify_all(); // so that a job that is held back ends as well
}

void JobRunner::cancelAll(const QObject* receiver)
{
    for (auto& job : m_jobs) {
        if (job.receiverAddress == receiver)
            job.stop.request_stop();
    }
    m_shared->wake.notify_all(); // so that jobs that are held back end as well
}

QList<JobRunner::JobState> JobRunner::jobs() const
{
    QList<JobState> states;
    for (const auto& job : m_jobs) {
        auto state = job.state;
        state.elapsedMs = job.clock.elapsed();
        states.append(state);
    }
    {
        const std::scoped_lock lock(m_shared->mutex);
        for (const auto& task : m_shared->tasks)
            for (auto& state : states)
                if (state.id == task.id)
                    state.isHeldBack = m_shared->isMeasuring && task.when == When::Idle;
    }
    std::ranges::sort(states, {}, &JobState::id);
    return states;
}

QList<JobRunner::JobState> JobRunner::jobsOf(const QObject* receiver) const
{
    auto states = jobs();
    states.removeIf(
        [&](const JobState& state) { return m_jobs.value(state.id).receiverAddress != receiver; });
    return states;
}

} // namespace ui
