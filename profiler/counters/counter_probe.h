#pragma once

#include "profiler/counters/event_group.h"
#include "profiler/counters/event_names.h"

#include <span>
#include <string>
#include <vector>

namespace profiler {

/// Something that cannot be counted or read here.
struct MissingCounter {
    std::string name; ///< `L2 misses`
    std::string reason;
};

/// What this machine lets the program count.
struct CounterSupport {
    /// Events that are counted together, in passes one after the other. Each pass begins with the
    /// cycles. Empty: no events of the processor can be counted.
    std::vector<std::vector<EventCode>> passes;
    CounterReading reading = CounterReading::None;
    double readNs = 0; ///< cost of reading the first pass once, the best of several tries
    std::vector<MissingCounter> missing;
};

/// At most this many events besides the cycles are counted together. Processors have 4 to 8
/// counters, and the system's watchdog may take one.
constexpr std::size_t eventsPerPass = 4;

/// Finds out what the calling thread can count. The cycles are asked for first, because their
/// refusal tells why nothing is possible. Then the other events, each alone. Then how many are
/// counted together without taking turns. The kernel's own names are used, and where it has none,
/// the names that the driver lists in /sys/bus/event_source/devices. `named` are further events.
CounterSupport probeCounters(const CounterKernel& kernel, std::span<const NamedEvent> named = {});

/// Returns the name of an event for readers.
std::string eventLabel(const EventCode& code, std::span<const NamedEvent> named);

/// Returns why the calling thread cannot count events of the processor at all, and what would allow
/// it; empty if it can. Takes some microseconds.
std::string whyNoEvents(const CounterKernel& kernel);

} // namespace profiler
