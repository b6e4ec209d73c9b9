#pragma once

#include "profiler/counters/counter_probe.h"
#include "profiler/record/run_log.h"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace profiler {

class ProfileBuilder;

struct CountingOptions {
    std::size_t steps = 0; ///< of the plan
    std::uint32_t threads = 1; ///< of the engine
    std::uint32_t mostRuns = 10; ///< counted runs per pass
    std::chrono::nanoseconds passLimit = std::chrono::seconds(1); ///< ends a pass after a run
    /// How long the machine's energy is measured before the runs.
    std::chrono::nanoseconds idle = std::chrono::milliseconds(200);
    std::vector<NamedEvent> named; ///< further events
    const CounterKernel* kernel = &systemCounterKernel();
};

/// What was counted, and what could not be.
struct ProcessorCounting {
    ProcessorRecord record;
    std::vector<MissingCounter> missing;
};

/// Counts the events of the processor and of the system per step and thread, in runs of their own.
///
/// One pass counts what the system counts for every thread: page faults, context switches, and the
/// core it is on. Further passes count the events of the processor, at most `eventsPerPass` and the
/// cycles in each. The first run of a pass is thrown away. Events never take turns on a counter: a
/// run in which they did is left out. Last come runs without any counting, over which the energy
/// of the packages and the bytes of the memory controllers are read, where the system lets this
/// program read them. What fails is told in `missing`; the rest stays valid.
ProcessorCounting countProcessor(
    const RunOnce& runOnce, const CountingOptions& options, const std::stop_token& stop = {});

/// Names of conditions that say why something is not counted begin with it.
constexpr std::string_view missingCounterPrefix = "counter: ";
/// Adds the counts to a profile, and what is missing as conditions.
void addCounting(ProfileBuilder& builder, const ProcessorCounting& counting);

} // namespace profiler
