#include "ui/jobs/measurement_slot.h"

#include "model/support/log.h"

#include "ui/document/settings.h"

#include <QFile>

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ui {

namespace {

constexpr int retryMs = 200;
constexpr qint64 longestTitle = 200; // bytes

QString lockPath() { return settings::folder() + QStringLiteral("/measuring"); }

} // namespace

MeasurementQueue& MeasurementQueue::instance()
{
    static MeasurementQueue queue;
    return queue;
}

MeasurementQueue::MeasurementQueue()
{
    m_retry.setInterval(retryMs);
    connect(&m_retry, &QTimer::timeout, this, &MeasurementQueue::advance);
}

bool MeasurementQueue::isMeasuring() const { return m_hasBegun; }

QString MeasurementQueue::current() const
{
    return m_hasBegun ? m_turns.front()->m_title : m_other;
}

void MeasurementQueue::add(MeasurementSlot& turn)
{
    m_turns.push_back(&turn);
    turn.m_state = MeasurementSlot::State::Waiting;
    advance();
    emit changed();
}

void MeasurementQueue::remove(MeasurementSlot& turn)
{
    const bool wasFirst = m_turns.front() == &turn;
    std::erase(m_turns, &turn);
    turn.m_state = MeasurementSlot::State::Out;
    if (wasFirst)
        m_hasBegun = false;
    if (m_turns.empty()) {
        m_lock = FileLock();
        m_retry.stop();
        m_other.clear();
    } else if (wasFirst) {
        // Queued, so that the next turn does not begin inside the call that ended this one.
        QMetaObject::invokeMethod(this, &MeasurementQueue::advance, Qt::QueuedConnection);
    }
    emit changed();
}

bool MeasurementQueue::acquireProcessLock()
{
    if (m_lock.isHeld())
        return true;
    auto lock = FileLock::take(lockPath(), O_RDWR | O_CREAT, LOCK_EX | LOCK_NB);
    if (!lock.isHeld()) {
        QFile file(lockPath());
        // If the file cannot even be read, other processes cannot be detected: measure anyway.
        if (!file.open(QIODevice::ReadOnly))
            return true;
        m_other = QString::fromUtf8(file.read(longestTitle));
        return false;
    }
    m_other.clear();
    m_lock = std::move(lock);
    return true;
}

void MeasurementQueue::advance()
{
    if (m_turns.empty() || m_hasBegun)
        return;
    const auto otherBefore = m_other;
    if (!acquireProcessLock()) {
        m_retry.start();
        if (m_other != otherBefore)
            emit changed();
        return;
    }
    m_retry.stop();
    auto& turn = *m_turns.front();
    m_hasBegun = true;
    turn.m_state = MeasurementSlot::State::Begun;
    if (m_lock.isHeld()) { // processes that wait read the title
        const auto title = turn.m_title.toUtf8().left(longestTitle);
        const bool isEmptied = ::ftruncate(m_lock.descriptor(), 0) == 0;
        if (isEmptied
            && ::pwrite(m_lock.descriptor(), title.constData(),
                   static_cast<std::size_t>(title.size()), 0)
                < 0
            && ::ftruncate(m_lock.descriptor(), 0) != 0)
            support::logWarning("other windows may show a damaged title of this measurement");
    }
    const auto begin = std::move(turn.m_begin);
    turn.m_begin = nullptr;
    emit changed();
    begin(); // may end the turn, and destroy it
}

void MeasurementSlot::ask(const QString& title, std::function<void()> begin)
{
    if (m_state != State::Out)
        return;
    m_title = title;
    m_begin = std::move(begin);
    MeasurementQueue::instance().add(*this);
}

void MeasurementSlot::end()
{
    if (m_state != State::Out)
        MeasurementQueue::instance().remove(*this);
    m_begin = nullptr;
}

QString MeasurementSlot::waitsFor() const
{
    return m_state == State::Waiting ? MeasurementQueue::instance().current() : QString();
}

} // namespace ui
