#include "model/support/log.h"

#include "model/support/text.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace support {

namespace {

/// State of the log. Created at the first use and never destroyed, because destructors may log.
struct LogState {
    std::atomic<LogLevel> level { LogLevel::Warning };
    std::atomic<bool> toStderr { true };
    std::mutex mutex; ///< guards hook
    LogHook hook;
    spdlog::logger logger { "opscope", std::make_shared<spdlog::sinks::stderr_color_sink_mt>() };

    LogState()
    {
        logger.set_pattern("%^%l%$: %v");
        logger.set_level(spdlog::level::trace);
    }
};

LogState& state()
{
    static auto* const only = new LogState;
    return *only;
}

spdlog::level::level_enum spdlogLevel(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return spdlog::level::debug;
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        return spdlog::level::err;
    case LogLevel::Off:
        break;
    }
    return spdlog::level::off;
}

} // namespace

void setLogLevel(LogLevel level) { state().level = level; }

LogLevel logLevel() { return state().level; }

void setLogHook(LogHook hook)
{
    const std::scoped_lock lock(state().mutex);
    state().hook = std::move(hook);
}

void setLogToStderr(LogToStderr choice) { state().toStderr = choice == LogToStderr::Yes; }

void log(LogLevel level, std::string_view line)
{
    auto& log = state();
    if (level == LogLevel::Off || level < log.level)
        return;
    const auto safe = sanitise(line, Lines::Several);
    if (log.toStderr)
        log.logger.log(spdlogLevel(level), spdlog::string_view_t(safe.data(), safe.size()));
    const std::scoped_lock lock(log.mutex);
    if (log.hook)
        log.hook(level, safe);
}

} // namespace support
