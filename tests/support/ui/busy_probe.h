#pragma once

#include <QTimer>

#include <ctime>

/// Measures how long the GUI thread works without processing events. Uses the thread's CPU time, so
/// that the load of the machine does not count.
class BusyProbe {
public:
    BusyProbe()
        : m_last(processorMs())
    {
        m_timer.setInterval(0);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
        m_timer.start(1);
    }

    /// The longest such time so far, in milliseconds.
    double longestMs() const { return m_longest; }

private:
    static double processorMs()
    {
        timespec time {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }
    void look()
    {
        const double now = processorMs();
        m_longest = now - m_last > m_longest ? now - m_last : m_longest;
        m_last = now;
    }

    QTimer m_timer;
    double m_last;
    double m_longest = 0;
};
