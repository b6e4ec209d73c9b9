#include "ui/jobs/measurement_runner.h"

#include <utility>

namespace ui {

MeasurementRunner::MeasurementRunner(JobRunner& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
{
    const auto notify = [this] {
        if (isRunning())
            emit changed();
    };
    connect(&jobs, &JobRunner::jobsChanged, this, notify);
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this, notify);
}

MeasurementRunner::~MeasurementRunner()
{
    if (m_work == nullptr)
        return;
    if (m_work->turn.isWaiting())
        m_work->turn.end();
    m_jobs.cancel(m_work->job);
}

void MeasurementRunner::begin(
    const QString& title, std::function<quint64(std::shared_ptr<Work>)> start)
{
    m_work = std::make_shared<Work>();
    m_work->turn.ask(title, [this, start = std::move(start)] { m_work->job = start(m_work); });
    emit changed();
}

bool MeasurementRunner::end()
{
    const auto work = std::exchange(m_work, nullptr);
    emit changed();
    return work->isCancelled;
}

void MeasurementRunner::cancel()
{
    if (m_work == nullptr)
        return;
    m_work->isCancelled = true;
    if (!m_work->turn.isWaiting())
        return m_jobs.cancel(m_work->job);
    m_work->turn.end();
    end();
}

QString MeasurementRunner::waitsFor() const
{
    return m_work != nullptr ? m_work->turn.waitsFor() : QString();
}

JobRunner::JobState MeasurementRunner::progress() const
{
    for (const auto& job : m_jobs.jobs())
        if (m_work != nullptr && job.id == m_work->job)
            return job;
    return {};
}

} // namespace ui
