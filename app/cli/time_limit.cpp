#include "app/cli/time_limit.h"

#include "app/cli/profiling/json_progress.h"
#include "app/cli/quantities.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>

namespace cli {

using support::Error;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// What follows a stop request: the end of a step, and writing what was measured.
constexpr std::chrono::seconds grace { 5 };

/// Requests a stop through its token when `outer` is stopped or when the time is over; `tell` is
/// called before that, on another thread. Ends the process if this object still exists `grace`
/// later.
class TimeLimit {
public:
    TimeLimit(std::chrono::nanoseconds limit, Error error, std::stop_token outer,
        std::function<void(const Error&)> tell)
        : m_error(std::move(error))
        , m_tell(std::move(tell))
        , m_outer(std::move(outer), Forward { m_source })
        , m_clock([this, limit](const std::stop_token& ended) { wait(limit, ended); })
    {
    }
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;

    std::stop_token token() const { return m_source.get_token(); }
    bool isOver() const { return m_isOver; }
    const Error& error() const { return m_error; }

private:
    struct Forward {
        std::stop_source source;
        void operator()() { source.request_stop(); }
    };
    void wait(std::chrono::nanoseconds limit, const std::stop_token& ended)
    {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait_for(lock, ended, limit, [] { return false; });
        if (ended.stop_requested())
            return;
        m_isOver = true;
        m_tell(m_error);
        m_source.request_stop();
        never.wait_for(lock, ended, grace, [] { return false; });
        if (ended.stop_requested())
            return;
        printError(m_error);
        ::_exit(exitResource);
    }

    std::stop_source m_source;
    const Error m_error;
    const std::function<void(const Error&)> m_tell;
    std::atomic<bool> m_isOver = false;
    std::stop_callback<Forward> m_outer;
    /// Last member: the thread must end before the members it uses are destroyed.
    std::jthread m_clock;
};

} // namespace

Option timeLimitOption()
{
    return { "--time-limit", "TIME",
        "longest that the command may take, preparation included (default: no limit)" };
}

Result<int> runWithinTime(const Command& command, Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto longest = command.limitsTime ? TRY(durationOf(arguments, "--time-limit"))
                                            : std::optional<std::chrono::nanoseconds>();
    if (!longest)
        return command.run(invocation);
    const TimeLimit limit(*longest,
        failAs(ErrorKind::Resource, command.name, " was stopped: the time limit of ",
            arguments.text("--time-limit", ""), " is over (--time-limit)"),
        invocation.stop, [&](const Error& error) {
            JsonProgress(arguments.has("--json-progress")).error(error, {});
        });
    invocation.stop = limit.token();
    const auto code = command.run(invocation);
    if (!limit.isOver())
        return code;
    if (code && *code == exitInterrupted) { // what was measured is told and kept
        printError(limit.error());
        return exitResource;
    }
    if (!code && code.error().kind() == ErrorKind::Cancelled)
        return limit.error();
    return code;
}

} // namespace cli
