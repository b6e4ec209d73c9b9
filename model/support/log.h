#pragma once

#include <functional>
#include <sstream>
#include <string_view>

/// What the program says about its own work, on stderr and wherever a hook shows it. Never results,
/// never inside `run`.
namespace support {

enum class LogLevel { Debug, Info, Warning, Error, Off };

/// Below this level nothing is written (default: Warning). Thread-safe, as everything here.
void setLogLevel(LogLevel level);
LogLevel logLevel();

/// Called for every line that passes the level, on the thread that logs and one at a time; it must
/// not log. An empty function removes it.
using LogHook = std::function<void(LogLevel level, std::string_view line)>;
void setLogHook(LogHook hook);

/// Whether lines also go to stderr (default: yes). A window with a log panel may switch that off.
enum class LogToStderr { No, Yes };
void setLogToStderr(LogToStderr choice);

void log(LogLevel level, std::string_view line);

/// `logWarning("dropped ", n, " records");`
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
void logDebug(const Parts&... parts)
{
    logParts(LogLevel::Debug, parts...);
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
