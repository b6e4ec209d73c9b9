#include "app/cli/time_limit.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace cli {

TimeLimit::TimeLimit(std::optional<std::chrono::nanoseconds> limit, std::stop_token outer)
    : m_outer(std::move(outer), Forward { m_source })
{
    if (!limit)
        return;
    m_clock = std::jthread([this, limit = *limit](const std::stop_token& ended) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(lock, ended, limit, [] { return false; });
        if (ended.stop_requested())
            return;
        m_isOver = true;
        m_source.request_stop();
    });
}

} // namespace cli
