#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

namespace cli {

/// Stops what runs under its token when `outer` is stopped or when time is over, whichever is
/// first. Without a limit only `outer` counts.
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
    std::jthread m_clock; ///< last: it must end before what it writes to
};

} // namespace cli
