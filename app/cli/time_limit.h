#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

namespace cli {

/// Requests a stop through its token when `outer` is stopped or when the time is over. Without a
/// limit only `outer` counts.
class TimeLimit {
public:
    TimeLimit(std::optional<std::chrono::nanoseconds> limit, std::stop_token outer);
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

    std::stop_token token() const { return m_source.get_token(); }
    bool isOver() const { return m_isOver; }

private:
    struct Forward {
        std::stop_source source;
        void operator()() { source.request_stop(); }
    };
    std::stop_source m_source;
    std::atomic<bool> m_isOver = false;
    std::stop_callback<Forward> m_outer;
    /// Last member: the thread must end before the members it writes to are destroyed.
    std::jthread m_clock;
};

} // namespace cli
