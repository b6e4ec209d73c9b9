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

/// One event of a trace in Chrome's JSON form, as the writers of such traces mean it: numbers may
/// stand as text, ids may be texts. Times are exact (a double loses ns of an absolute time).
struct TraceEvent {
    std::string name;
    std::string category;
    char phase = '\0'; ///< `X`, `B`, `E`, `M` ...
    std::optional<std::int64_t> startNs;
    std::optional<std::int64_t> durationNs;
    std::string process;
    std::string thread;
    std::string id;
    /// Plain values of `args`, as text; those of a list each under the name of the list.
    std::vector<std::pair<std::string, std::string>> arguments;

    std::string_view argument(std::string_view name) const;
    /// A whole number; nothing if it is absent or none.
    std::optional<std::uint64_t> number(std::string_view wanted) const;
};

/// Microseconds as written, to whole ns; nothing if it is no number or does not fit.
std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

/// One object. Repairs what writers got wrong inside texts (raw control characters, bytes that are
/// not UTF-8, half surrogate pairs, unknown escapes) before it gives up.
support::Result<TraceEvent> parseTraceEvent(std::string_view json);

/// Cuts a trace into its events without reading them: an array of objects, or an object with such
/// an array under `traceEvents`. Feeds itself piece by piece; an event that is not closed at the
/// end is counted, not reported.
class EventSplitter {
public:
    using OnEvent = std::function<void(std::string_view)>;
    /// `onMember` gets plain values beside the events: `baseTimeNanoseconds`.
    using OnMember = std::function<void(std::string_view name, std::string_view value)>;
    EventSplitter(OnEvent onEvent, OnMember onMember)
        : m_onEvent(std::move(onEvent))
        , m_onMember(std::move(onMember))
    {
    }

    void feed(std::string_view piece);
    bool foundEvents() const { return m_foundEvents; }
    /// Whether text ended inside an event or before the end of the list.
    bool endedEarly() const { return m_depth > 0; }
    std::uint64_t oversized() const { return m_oversized; }

private:
    void open(char c);
    void close(char c);
    void character(char c);
    void endText();
    void capture(char c);

    OnEvent m_onEvent;
    OnMember m_onMember;
    std::string m_event;
    bool m_isCapturing = false;
    bool m_isOversized = false;
    bool m_inText = false;
    bool m_isEscaped = false;
    int m_depth = 0;
    int m_eventDepth = 0; // of the list of events; 0 = not in it
    bool m_isObject = false; // of the outermost value
    bool m_foundEvents = false;
    std::string m_text; // last text or number at depth 1 of an object
    std::string m_key;
    bool m_hasKey = false;
    std::uint64_t m_oversized = 0;
};

} // namespace profiler
