#include "profiler/remote/remote_messages.h"

#include "model/support/text.h"
#include "profiler/engines/last_words.h"

#include <array>
#include <utility>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

namespace {

constexpr std::size_t talkBytes = 4096;
constexpr support::JsonLimits jsonLimits { .depth = 16 };

/// The kinds of errors by their names in JSON (docs/command-line.md).
ErrorKind kindOf(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, ErrorKind>, 5> kinds { {
        { "usage", ErrorKind::Usage },
        { "file", ErrorKind::File },
        { "unsupported", ErrorKind::Unsupported },
        { "resource", ErrorKind::Resource },
        { "cancelled", ErrorKind::Cancelled },
    } };
    for (const auto& [word, kind] : kinds)
        if (word == name)
            return kind;
    return ErrorKind::Failed;
}

} // namespace

RemoteMessages::RemoteMessages(OnEvent onEvent, const MessageLimits& limits, Clock now)
    : m_onEvent(std::move(onEvent))
    , m_limits(limits)
    , m_now(std::move(now))
{
}

Result<void> RemoteMessages::take(std::string_view bytes)
{
    m_bytes += bytes.size();
    while (!bytes.empty()) {
        if (m_bytes > m_limits.bytes || m_lines > m_limits.lines)
            return failAs(ErrorKind::Resource, "more than ", support::bytesText(m_limits.bytes),
                " or ", support::countText(m_limits.lines), " lines of messages came");
        const auto end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        m_isTooLong |= m_line.size() + part.size() > m_limits.lineBytes;
        if (!m_isTooLong)
            m_line += part;
        if (end == std::string_view::npos)
            break;
        endLine();
        bytes.remove_prefix(end + 1);
    }
    return {};
}

void RemoteMessages::endLine()
{
    ++m_lines;
    // As JsonProgress writes them.
    const bool isNeeded
        = m_line.starts_with("{\"event\":\"error\"") || m_line.starts_with("{\"event\":\"plan\"");
    if (std::exchange(m_isTooLong, false) || (!isNeeded && isTooFast()))
        ++m_passedOver;
    else
        takeLine();
    m_line.clear();
}

void RemoteMessages::takeLine()
{
    if (m_line.starts_with('{')) {
        if (const auto event = support::parseJson(m_line, jsonLimits); event && event->has("event"))
            takeEvent(*event);
        return;
    }
    auto words = support::trimmed(m_line);
    if (words.ends_with('\r')) // of ssh itself
        words.remove_suffix(1);
    if (words.empty())
        return;
    m_talk += support::sanitise(words) + "\n";
    if (m_talk.size() > 2 * talkBytes)
        m_talk.erase(0, m_talk.size() - talkBytes);
}

void RemoteMessages::takeEvent(const JsonValue& event)
{
    const auto name = event["event"].stringOr("");
    if (name == "error")
        m_error = failAs(
            kindOf(event["kind"].stringOr("")), support::sanitise(event["message"].stringOr("")));
    if (name == "plan" || name == "phase" || name == "run" || name == "error")
        m_onEvent(event);
}

bool RemoteMessages::isTooFast()
{
    const auto now = m_now();
    if (now - m_second >= std::chrono::seconds(1)) {
        m_second = now;
        m_linesInSecond = 0;
    }
    return ++m_linesInSecond > m_limits.linesPerSecond;
}

std::string RemoteMessages::lastTalk() const { return lastLines(support::validUtf8(m_talk)); }

} // namespace profiler
