#pragma once

#include "profiler/counters/counter_kernel.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace profiler {

/// Parses a list of the kernel such as `0-3,8`: 0, 1, 2, 3, 8. Stops at what is not a list, and
/// after 65,536 numbers.
std::vector<std::uint32_t> processorList(std::string_view text);

/// Where a logical processor is.
struct ProcessorPlace {
    std::uint32_t core = 0; ///< lowest logical processor of its core (of its SMT siblings)
    std::uint32_t node = 0; ///< NUMA node
};
/// Returns the place of a logical processor. What the system does not tell: a core of its own, in
/// node 0.
ProcessorPlace placeOfProcessor(const CounterKernel& kernel, std::uint32_t processor);

/// Returns the present clock of a logical processor in Hz, as cpufreq tells it; nothing if the
/// system has no cpufreq.
std::optional<double> clockOfProcessor(const CounterKernel& kernel, std::uint32_t processor);

} // namespace profiler
