#include "profiler/importers/trace_event.h"

#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

using support::Result;

constexpr std::size_t longestText = std::size_t(1) << 20;
constexpr std::size_t largestEvent = std::size_t(16) << 20;
constexpr std::size_t maxArguments = 1000;
/// An event that JSON can read, in the list, in the outermost object.
constexpr int deepest = static_cast<int>(support::JsonLimits().depth) + 2;

std::string cut(std::string_view text)
{
    return support::validUtf8(text.substr(0, longestText)) + (text.size() > longestText ? "…" : "");
}

/// Fills a TraceEvent from JSON. Ignores members deeper than values and lists of values in `args`.
class EventHandler final : public support::JsonHandler {
public:
    explicit EventHandler(TraceEvent& event)
        : m_event(event)
    {
    }
    bool null() override { return true; }
    bool boolean(bool value) override { return take(value ? "true" : "false"); }
    bool number(std::string_view text) override { return take(text); }
    bool string(std::string_view text) override { return take(text); }
    bool beginObject() override
    {
        if (m_depth == 1)
            m_inArguments = m_key == "args";
        m_inList = false;
        ++m_depth;
        return true;
    }
    bool endObject() override { return leave(); }
    bool beginArray() override
    {
        m_inList = m_depth == 2 && m_inArguments;
        ++m_depth;
        return true;
    }
    bool endArray() override { return leave(); }
    bool key(std::string_view name) override
    {
        if (m_depth <= 2)
            m_key = name;
        return true;
    }

private:
    bool leave()
    {
        --m_depth;
        m_inList = false;
        if (m_depth == 1)
            m_inArguments = false;
        return true;
    }

    bool take(std::string_view value)
    {
        const bool isArgument = m_inArguments && (m_depth == 2 || (m_depth == 3 && m_inList));
        if (isArgument && m_event.arguments.size() < maxArguments)
            m_event.arguments.emplace_back(m_key, cut(value));
        if (m_depth != 1)
            return true;
        if (m_key == "name")
            m_event.name = cut(value);
        else if (m_key == "cat")
            m_event.category = cut(value);
        else if (m_key == "ph")
            m_event.phase = value.empty() ? '\0' : value.front();
        else if (m_key == "ts")
            m_event.startNs = nanosecondsOf(value);
        else if (m_key == "dur")
            m_event.durationNs = nanosecondsOf(value);
        else if (m_key == "pid")
            m_event.process = cut(value);
        else if (m_key == "tid")
            m_event.thread = cut(value);
        else if (m_key == "id")
            m_event.id = cut(value);
        return true;
    }

    TraceEvent& m_event;
    std::string m_key;
    int m_depth = 0;
    bool m_inArguments = false;
    bool m_inList = false; // in a list that is a value of `args`
};

bool isHex(std::string_view text, std::size_t from)
{
    return from + 4 <= text.size() && std::ranges::all_of(text.substr(from, 4), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
}

/// Whether the escape whose first hex digit is at `from` is half of a surrogate pair (D800..DFFF).
bool isHalfPair(std::string_view text, std::size_t from)
{
    const bool isSurrogate = text[from] == 'd' || text[from] == 'D';

    return isSurrogate && text[from + 1] >= '8'; // letters follow digits in ASCII
}

/// Replaces or escapes everything that JSON does not allow inside texts.
std::string repaired(std::string_view json)
{
    const auto valid = support::validUtf8(json);
    std::string out;
    bool inText = false;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const char c = valid[i];
        if (c == '"')
            inText = !inText;
        if (inText && static_cast<unsigned char>(c) < 0x20) {
            out += "\xef\xbf\xbd";
            continue;
        }
        if (!inText || c != '\\') {
            out += c;
            continue;
        }
        const char next = i + 1 < valid.size() ? valid[i + 1] : '\0';
        if (next == 'u' && isHex(valid, i + 2)) {
            out += isHalfPair(valid, i + 2) ? "\\ufffd" : valid.substr(i, 6);
            i += 5;
        } else if (next != '\0'
            && std::string_view("\"\\/bfnrt").find(next) != std::string_view::npos) {
            out += c;
            out += next;
            ++i;
        } else {
            out += "\\\\"; // for example in a path of Windows
        }
    }
    return out;
}

} // namespace

std::string_view TraceEvent::argument(std::string_view wanted) const
{
    const auto found
        = std::ranges::find(arguments, wanted, &std::pair<std::string, std::string>::first);
    return found == arguments.end() ? std::string_view() : std::string_view(found->second);
}

std::optional<std::uint64_t> TraceEvent::number(std::string_view wanted) const
{
    return support::numberFrom<std::uint64_t>(argument(wanted));
}

std::optional<std::int64_t> nanosecondsOf(std::string_view text)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4000; // sums must fit
    const bool isNegative = text.starts_with('-');
    if (isNegative)
        text.remove_prefix(1);
    if (text.empty() || text.front() < '0' || text.front() > '9')
        return std::nullopt;
    if (text.find_first_of("eE") != std::string_view::npos) {
        const auto value = support::numberOf(text);
        if (!std::isfinite(value) || std::abs(value) > static_cast<double>(most))
            return std::nullopt;
        return std::llround(value * 1000) * (isNegative ? -1 : 1);
    }
    std::int64_t integer = 0;
    std::size_t i = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
        integer = integer * 10 + (text[i] - '0');
        if (integer > most)
            return std::nullopt;
    }
    std::int64_t ns = integer * 1000;
    if (i < text.size()) {
        if (text[i] != '.')
            return std::nullopt;
        std::int64_t unit = 100;
        for (++i; i < text.size(); ++i, unit /= 10) {
            if (text[i] < '0' || text[i] > '9')
                return std::nullopt;
            ns += (text[i] - '0') * unit;
        }
    }
    return isNegative ? -ns : ns;
}

Result<TraceEvent> parseTraceEvent(std::string_view json)
{
    TraceEvent event;
    EventHandler handler(event);
    auto read = support::readJson(json, handler);
    if (read)
        return event;
    TraceEvent again;
    EventHandler second(again);
    if (support::readJson(repaired(json), second))
        return again;
    return std::move(read).error();
}

void EventSplitter::feed(std::string_view piece)
{
    for (const char c : piece) {
        if (m_isTooDeep)
            return;
        character(c);
    }
}

std::string EventSplitter::problem() const
{
    return m_isTooDeep ? "it is nested over " + std::to_string(deepest) + " deep, which no trace is"
                       : std::string();
}

void EventSplitter::capture(char c)
{
    if (m_isOversized)
        return;
    m_event += c;
    if (m_event.size() > largestEvent) {
        m_isOversized = true;
        m_event.clear();
    }
}

void EventSplitter::character(char c)
{
    if (m_isCapturing)
        capture(c);
    if (m_inText) {
        if (m_isEscaped)
            m_isEscaped = false;
        else if (c == '\\')
            m_isEscaped = true;
        else if (c == '"')
            m_inText = false;
        else if (m_isObject && m_depth == 1 && m_text.size() < longestText)
            m_text += c;
        return;
    }
    switch (c) {
    case '"':
        m_inText = true;
        m_text.clear();
        return;
    case '{':
    case '[':
        return open(c);
    case '}':
    case ']':
        return close();
    case ':':
        if (m_isObject && m_depth == 1) {
            m_key = m_text;
            m_text.clear();
            m_hasKey = true;
        }
        return;
    case ',':
        if (m_isObject && m_depth == 1 && m_hasKey) {
            m_onMember(m_key, m_text);
            m_hasKey = false;
            m_text.clear();
        }
        return;
    default:
        if (m_isObject && m_depth == 1 && m_hasKey && c > ' ' && m_text.size() < 100)
            m_text += c; // a number
    }
}

void EventSplitter::open(char c)
{
    if (m_depth == deepest) {
        m_isTooDeep = true;
        return;
    }
    if (m_depth == 0) {
        m_isObject = c == '{';
        if (c == '[') {
            m_eventDepth = 1;
            m_foundEvents = true;
        }
    } else if (m_depth == 1 && m_isObject && m_hasKey && m_key == "traceEvents" && c == '[') {
        m_eventDepth = 2;
        m_foundEvents = true;
    } else if (c == '{' && m_eventDepth == m_depth && !m_isCapturing) {
        m_isCapturing = true;
        m_isOversized = false;
        m_event.assign(1, c);
    }
    if (m_depth == 1 && m_isObject)
        m_hasKey = m_hasKey && m_eventDepth != 0;
    ++m_depth;
}

void EventSplitter::close()
{
    if (m_depth == 0)
        return;
    --m_depth;
    if (m_isCapturing && m_depth == m_eventDepth) {
        m_isCapturing = false;
        if (m_isOversized)
            ++m_oversized;
        else
            m_onEvent(m_event);
    }
    if (m_depth < m_eventDepth)
        m_eventDepth = 0;
    if (m_depth == 1 && m_isObject)
        m_hasKey = false;
    if (m_depth == 0 && m_isObject && m_hasKey)
        m_onMember(m_key, m_text);
}

} // namespace profiler
