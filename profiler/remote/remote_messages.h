#pragma once

#include "model/support/json.h"
#include "model/support/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

/// What the program on the other computer, and ssh, may write to stderr. An honest program stays
/// below: a million runs, the most that `profile` takes, are two million lines and 150 MB.
struct MessageLimits {
    std::size_t lineBytes = std::size_t(64) << 10; ///< longer lines are passed over
    /// Further lines are passed over, except the events plan and error. Models of microseconds run
    /// more often than that.
    std::size_t linesPerSecond = 10'000;
    /// In all; more ends the connection.
    std::uint64_t bytes = std::uint64_t(256) << 20;
    std::uint64_t lines = 4'000'000;
};

/// Divides what comes from another computer into progress (`--json-progress`) and talk. Nothing of
/// it is trusted: only the events plan, phase, run and error count, memory is bounded, and control
/// characters are replaced.
class RemoteMessages {
public:
    using OnEvent = std::function<void(const support::JsonValue&)>;
    using Clock = std::function<std::chrono::steady_clock::time_point()>;

    explicit RemoteMessages(OnEvent onEvent, const MessageLimits& limits = {},
        Clock now = std::chrono::steady_clock::now);

    /// Takes further bytes. Fails if there were more than the limit.
    support::Result<void> take(std::string_view bytes);

    /// The last lines of talk, as one line for a message.
    std::string lastTalk() const;
    /// The last error that the program reported as an event; nothing if it reported none.
    const std::optional<support::Error>& error() const { return m_error; }
    /// Lines that were too long or came too fast.
    std::uint64_t passedOver() const { return m_passedOver; }

private:
    void endLine();
    void takeLine();
    void takeEvent(const support::JsonValue& event);
    bool isTooFast();

    OnEvent m_onEvent;
    MessageLimits m_limits;
    Clock m_now;
    std::string m_line;
    bool m_isTooLong = false;
    std::string m_talk;
    std::optional<support::Error> m_error;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_lines = 0;
    std::uint64_t m_passedOver = 0;
    std::chrono::steady_clock::time_point m_second {}; ///< when the present second began
    std::size_t m_linesInSecond = 0; ///< in the present second
};

} // namespace profiler
