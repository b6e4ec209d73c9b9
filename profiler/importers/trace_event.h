#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

/// One event of a trace in Chrome's JSON form. Numbers and ids may be JSON strings or numbers.
/// Times are exact; a double would lose the ns of an absolute time.
struct TraceEvent {
    std::string name;
    std::string category;
    char phase = '\0'; ///< `X`, `B`, `E`, `M` ...
    std::optional<std::int64_t> startNs;
    std::optional<std::int64_t> durationNs;
    std::string process;
    std::string thread;
    std::string id;
    /// Name and value of `args`, as text. Each element of a list is an entry with the list's name.
    std::vector<std::pair<std::string, std::string>> arguments;

    /// The first value with this name; empty if there is none.
    std::string_view argument(std::string_view name) const;
    /// An argument as unsigned integer; nothing if it is absent or not one.
    std::optional<std::uint64_t> number(std::string_view wanted) const;
};

/// Converts microseconds as text to ns; nothing if the text is no number or the value is too large.
std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

/// Reads one event, a JSON object. If that fails, repairs texts (control characters, bytes that are
/// not UTF-8, half surrogate pairs, unknown escapes) and tries again.
support::Result<TraceEvent> parseTraceEvent(std::string_view json);

/// Splits a trace into its events without parsing them. The trace is an array of objects, or an
/// object with such an array under `traceEvents`. feed() takes the text in pieces. An event that is
/// not closed at the end is not passed on; endedEarly() is then true. Text after an opening bracket
/// that is nested too deep is ignored; problem() is then not empty.
class EventSplitter {
public:
    using OnEvent = std::function<void(std::string_view)>;
    /// Called for plain values of the outermost object, for example `baseTimeNanoseconds`.
    using OnMember = std::function<void(std::string_view name, std::string_view value)>;
    EventSplitter(OnEvent onEvent, OnMember onMember)
        : m_onEvent(std::move(onEvent))
        , m_onMember(std::move(onMember))
    {
    }

    void feed(std::string_view piece);
    bool foundEvents() const { return m_foundEvents; }
    /// Whether the text so far ends inside an event or before the end of the list.
    bool endedEarly() const { return m_depth > 0; }
    /// Why the rest of the trace was ignored; empty if it was not.
    std::string problem() const;
    /// Number of events over 16 MiB. They are not passed on.
    std::uint64_t oversized() const { return m_oversized; }

private:
    void open(char c);
    void close();
    void character(char c);
    void capture(char c);

    OnEvent m_onEvent;
    OnMember m_onMember;
    std::string m_event;
    bool m_isCapturing = false;
    bool m_isOversized = false;
    bool m_inText = false;
    bool m_isEscaped = false;
    int m_depth = 0;
    int m_eventDepth = 0; // depth inside the list of events; 0 = not in it
    bool m_isObject = false; // the outermost value is an object
    bool m_foundEvents = false;
    bool m_isTooDeep = false;
    std::string m_text; // last text or number at depth 1 of an object
    std::string m_key;
    bool m_hasKey = false;
    std::uint64_t m_oversized = 0;
};

} // namespace profiler
