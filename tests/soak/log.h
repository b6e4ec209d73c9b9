#pragma once

namespace soak {

/// Prints a line with the time since the start to stdout at once, so that it is there after a
/// crash. May be called from any thread.
[[gnu::format(printf, 1, 2)]] void say(const char* format, ...);

/// Prints each different message of Qt a few times at most.
void sayQtMessages();

} // namespace soak
