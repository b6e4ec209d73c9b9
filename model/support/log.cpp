#include "model/support/log.h"

#include "model/support/text.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <string>
#include <unistd.h>

namespace support {

namespace {

/// State of the log. Created at the first use and never destroyed, because destructors may log.
struct LogState {
    std::atomic<LogLevel> level { LogLevel::Warning };
    std::mutex mutex; ///< guards hooks
    std::list<LogHook> hooks;
};

LogState& state()
{
    static auto* const only = new LogState;
    return *only;
}

struct LevelWord {
    std::string_view word;
    std::string_view colour; ///< escape sequence of a terminal (ECMA-48)
};
constexpr std::array levelNames { LevelWord { "debug", "\033[36m" },
    LevelWord { "info", "\033[32m" }, LevelWord { "warning", "\033[1;33m" },
    LevelWord { "error", "\033[1;31m" } };

/// `warning: line`, the word in colour on a terminal. One write, so that lines of several threads
/// and processes do not mix.
void writeToStderr(LogLevel level, std::string_view line)
{
    static const bool isColoured = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    const auto& [word, colour] = levelNames[static_cast<std::size_t>(level)];
    std::string text;
    if (isColoured)
        text.append(colour).append(word).append("\033[m");
    else
        text = word;
    text.append(": ").append(line).append("\n");
    std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace

void setLogLevel(LogLevel level) { state().level = level; }

LogLevel logLevel() { return state().level; }

std::shared_ptr<const void> addLogHook(LogHook hook)
{
    std::list<LogHook> made;
    made.push_back(std::move(hook));
    const auto added = made.begin();
    {
        const std::scoped_lock lock(state().mutex);
        state().hooks.splice(state().hooks.end(), made);
    }
    return { &*added, [added](const void*) {
                const std::scoped_lock lock(state().mutex);
                state().hooks.erase(added);
            } };
}

void log(LogLevel level, std::string_view line)
{
    auto& log = state();
    if (level == LogLevel::Off || level < log.level)
        return;
    const auto safe = sanitise(line, Lines::Several);
    writeToStderr(level, safe);
    const std::scoped_lock lock(log.mutex);
    for (const auto& hook : log.hooks)
        hook(level, safe);
}

} // namespace support
