#pragma once

#include <functional>
#include <memory>
#include <sstream>
#include <string_view>

/// Log of the program, written to stderr and passed to hooks. Not used for results, and never
/// inside `run`.
namespace support {

enum class LogLevel { Debug, Info, Warning, Error, Off };

/// Sets the lowest level that is written (default: Warning). All functions here are thread-safe.
void setLogLevel(LogLevel level);
LogLevel logLevel();

/// Called for every line at or above the level, on the logging thread, one call at a time. It must
/// not log.
using LogHook = std::function<void(LogLevel level, std::string_view line)>;
/// The hook is called until the last copy of what this returns is gone.
[[nodiscard]] std::shared_ptr<const void> addLogHook(LogHook hook);

void log(LogLevel level, std::string_view line);

/// Logs the streamed parts as one line: `logWarning("dropped ", n, " records");`
template <typename... Parts>
void logParts(LogLevel level, const Parts&... parts)
{
    if (level < logLevel())
        return;
    std::ostringstream text;
    (text << ... << parts);
    log(level, std::move(text).str());
}
template <typename... Parts>
void logInfo(const Parts&... parts)
{
    logParts(LogLevel::Info, parts...);
}
template <typename... Parts>
void logWarning(const Parts&... parts)
{
    logParts(LogLevel::Warning, parts...);
}
template <typename... Parts>
void logError(const Parts&... parts)
{
    logParts(LogLevel::Error, parts...);
}

} // namespace support
