#pragma once

#include "engine/run/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct Profile;

/// What was counted per step and thread in runs of their own, after the timed runs. The times of
/// these runs are not used.

/// The events of the processor come first, then those that the system counts.
enum class ProcessorEvent : std::uint8_t {
    Cycles,
    Instructions,
    BranchMisses, ///< mispredicted branches
    L1Misses, ///< reads that miss the first data cache
    L2Misses,
    LastLevelMisses, ///< reads that go to memory
    FrontendStalls, ///< cycles in which no instruction was ready
    BackendStalls, ///< cycles in which instructions waited for data or units
    MinorFaults, ///< page faults without reading from disk
    MajorFaults,
    VoluntarySwitches, ///< the thread waited
    InvoluntarySwitches, ///< another thread took its core
    Migrations, ///< the thread was found on another core than before
};
constexpr std::size_t processorEventCount = 13;
constexpr std::size_t hardwareEventCount = 8;
/// Returns the name in files and exports: `branch_misses`.
std::string_view processorEventName(ProcessorEvent event);
/// Returns the name for readers: `L1 misses`.
std::string_view processorEventLabel(ProcessorEvent event);

/// How counters of the processor were read.
enum class CounterReading : std::uint8_t {
    None, ///< no events of the processor were counted
    Call, ///< by a system call
    Instruction, ///< by `rdpmc`
};
std::string_view counterReadingName(CounterReading reading);

constexpr double unknownCount = std::numeric_limits<double>::quiet_NaN();
using ProcessorCounts = std::array<double, processorEventCount>; ///< NaN = not counted
constexpr ProcessorCounts uncounted()
{
    ProcessorCounts counts {};
    counts.fill(unknownCount);
    return counts;
}
/// Adds counts. What is not counted in one of them counts nothing.
void addCounts(ProcessorCounts& sum, const ProcessorCounts& counts);
/// The same for events that the user named; an empty sum takes the size of `counts`.
void addNamedCounts(std::vector<double>& sum, const std::vector<double>& counts);

struct ProcessorRecord {
    /// Row::thread: what the engine's thread did in a step outside of its own piece of divided
    /// work: preparing it, and waiting for other threads.
    static constexpr std::int32_t between = -1;

    struct Row {
        engine::StepId step;
        std::int32_t thread = 0; ///< 0: the engine's; others: its helpers; or `between`
        ProcessorCounts counts = uncounted(); ///< per run, mean of the runs; in user mode only
        double hertz = unknownCount; ///< clock of the core; only of the engine's thread
        /// Counts per run of the events that the user named, by ProcessorRecord::named; NaN = not
        /// counted. Empty: none was.
        std::vector<double> named = {};
    };
    /// An event that the user named.
    struct Named {
        std::string name;
        std::string by; ///< who knew the name: `libpfm4`, `the driver cpu`
    };
    /// A core on which a thread was found when a step or piece ended.
    struct Place {
        std::int32_t thread = 0;
        std::uint32_t processor = 0; ///< number of the logical processor
        std::uint32_t core = 0; ///< lowest logical processor of its core (of its SMT siblings)
        std::uint32_t node = 0; ///< NUMA node
        double share = 0; ///< of the times that the thread was looked at, 0..1
    };

    /// Clock of a logical processor as the system tells it (cpufreq), read after each run in which
    /// a thread was found there. In Hz.
    struct Clock {
        std::uint32_t processor = 0;
        double least = 0;
        double mean = 0;
        double most = 0;
    };

    /// What the whole machine did in a run, mean of runs without counting; NaN = not known. It
    /// includes other programs.
    struct Machine {
        double joules = unknownCount; ///< of all packages
        double joulesAboveIdle = unknownCount; ///< without what the same time takes while idle
        double readBytes = unknownCount; ///< by all memory controllers
        double writtenBytes = unknownCount;
    };

    std::vector<Row> rows; ///< by step, then thread
    std::vector<Named> named;
    std::vector<Place> places; ///< by thread, largest share first
    std::vector<Clock> clocks; ///< by processor; empty: the system does not tell them
    /// By thread: clock in Hz while it worked, cycles over time, median of the runs; NaN = not
    /// known. Empty: cycles were not counted.
    std::vector<double> threadHertz;
    std::uint32_t passes = 0; ///< the events were counted in so many passes
    std::uint32_t runs = 0; ///< counted runs per pass; one more per pass was thrown away
    std::uint32_t voidRuns = 0; ///< left out, because counters were shared with another program
    CounterReading reading = CounterReading::None;
    double readNs = 0; ///< cost of reading the counters of one pass once; 0 = none were read
    Machine machine;
};

/// Counts of a step.
struct StepCounts {
    ProcessorCounts work = uncounted(); ///< of all threads, without `between` if the step has it
    ProcessorCounts all = uncounted(); ///< with `between`
    double hertz = unknownCount;
    std::vector<double> named; ///< of all threads, with `between`; empty: none was counted

    double of(ProcessorEvent event) const { return work[static_cast<std::size_t>(event)]; }
    double inAll(ProcessorEvent event) const { return all[static_cast<std::size_t>(event)]; }
};
/// Returns the counts by step; all NaN for a step that was not counted. Empty if the profile has
/// no counts.
std::vector<StepCounts> countsOfSteps(const Profile& profile);

} // namespace profiler
