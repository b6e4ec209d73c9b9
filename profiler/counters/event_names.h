#pragma once

#include "model/support/result.h"
#include "profiler/counters/counter_kernel.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// An event as the kernel knows it (perf_event_attr).
struct EventEncoding {
    std::uint32_t type = 0;
    std::uint64_t config = 0;
    std::uint64_t config1 = 0;
    std::uint64_t config2 = 0;
};

/// An event that the user named.
struct NamedEvent {
    std::string name; ///< as it was given
    std::string by; ///< who knew the name: `libpfm4`, `the kernel`, `the driver cpu`
    EventEncoding encoding;
};

/// Returns the encoding of each name, or why there is none. Empty if there is no such library. That
/// of libpfm4 is askPfmLibrary (pfm_library.h).
using AskLibrary = std::function<std::vector<support::Result<EventEncoding>>(
    std::span<const std::string> names)>;

/// At most so many names are accepted.
constexpr std::size_t mostNamedEvents = 64;

/// Finds events by their names: first by `library` if there is one, then among the generic names of
/// the kernel (`cache-misses`, `L1-dcache-load-misses`), then among those that the drivers of this
/// processor list in /sys/bus/event_source/devices. `names` is separated by commas; a driver's
/// event may be given as `cpu/NAME/`. Fails if a name is unknown, with the nearest known names.
/// Events that count the whole machine are refused: they belong to no operator.
support::Result<std::vector<NamedEvent>> findEvents(
    const CounterKernel& kernel, std::string_view names, const AskLibrary& library = {});

} // namespace profiler
