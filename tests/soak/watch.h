#pragma once

#include <QTimer>

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace soak {

/// Times of a thread since some time in the past, in milliseconds.
struct ThreadTimes {
    double clock = 0;
    double core = 0; ///< it ran
    double queue = 0; ///< it was ready, and other threads had the cores

    static ThreadTimes of(int thread);
    ThreadTimes operator-(const ThreadTimes& before) const;
    /// Without what other programs took: on a core, or waiting for a file, a lock, a process.
    double own() const { return clock - queue; }
};

/// Watches the event loop of the window's thread. A second thread prints the stacks of long events,
/// and ends the program if an event does not end.
class Watch {
public:
    struct Limits {
        double delayMs = 250;
        double hangMs = 120'000;
    };
    struct Delay {
        ThreadTimes times;
        std::string action;
    };

    /// `actionNow` names the action that runs.
    Watch(Limits limits, std::function<std::string()> actionNow);
    ~Watch();

    /// Delays above the limit by the thread's own time (ThreadTimes::own).
    const std::vector<Delay>& delays() const { return m_delays; }
    double longestMs() const { return m_longest; }
    /// Counts what follows as if the event loop had turned: after something that may take long.
    void restart();

private:
    void beat();
    void guard(const std::stop_token& stop);

    Limits m_limits;
    std::function<std::string()> m_actionNow;
    int m_thread;
    QTimer m_timer;
    std::mutex m_mutex;
    ThreadTimes m_last; ///< when the event loop turned; guarded by m_mutex
    double m_longest = 0;
    std::vector<Delay> m_delays;
    std::jthread m_guard;
};

} // namespace soak
