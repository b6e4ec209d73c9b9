#pragma once

#include "profiler/counters/counter_kernel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace profiler {

/// An event that a driver lists in /sys/bus/event_source/devices/DRIVER/events.
struct ListedEvent {
    std::uint32_t type = 0; ///< perf_event_attr::type
    std::uint64_t config = 0; ///< perf_event_attr::config
};

/// Returns the folder of a driver.
std::string driverFolder(std::string_view driver);
/// Returns the first line of a file; nothing if it cannot be read.
std::optional<std::string> firstLineOf(const CounterKernel& kernel, const std::string& path);
/// Returns an event by its name: `event=0x17,umask=0x2`, whose fields are placed as the driver's
/// folder `format` says. Nothing if the driver or the event is absent, or a field lies elsewhere
/// than in one part of `config`.
std::optional<ListedEvent> listedEvent(
    const CounterKernel& kernel, std::string_view driver, std::string_view name);

} // namespace profiler
