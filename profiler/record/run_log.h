#pragma once

#include "model/support/result.h"
#include "profiler/record/recorder.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace profiler {

/// Executes one run and reports it to the observer, which may be null.
using RunOnce = std::function<support::Result<void>(engine::Observer*)>;

/// Begin and end of a run in ticks of clockSource().
struct RunTicks {
    std::uint64_t start = 0;
    std::uint64_t stop = 0;
};
/// Returns the ticks of the last run, for runs of another process. That process measures them, so
/// that they do not contain the time to ask for a run.
using TicksOfRun = std::function<RunTicks()>;

/// Executes runs and logs their begin and end, and context switches and page faults of this thread.
class RunLog {
public:
    /// `scale` is a first estimate. It is exact enough for figures shown while measuring.
    /// Without `ticksOfRun`, a run is the call of RunOnce.
    explicit RunLog(const ClockScale& scale, TicksOfRun ticksOfRun = {})
        : m_scale(scale)
        , m_ticksOfRun(std::move(ticksOfRun))
    {
    }

    /// Executes a run. With a recorder, the run is recorded under its index in this log. A run that
    /// fails is not in the log.
    support::Result<Run> run(
        const RunOnce& runOnce, Side side, std::uint32_t round, Recorder* recorder);

    /// Returns the wall times (ns) of the runs of one side, in order of time.
    const std::vector<double>& walls(Side side) const
    {
        return m_walls[static_cast<std::size_t>(side)];
    }
    std::uint32_t count(Side side) const { return static_cast<std::uint32_t>(walls(side).size()); }

    /// Sets the figures of a generation in the run `index`.
    void describe(
        std::size_t index, std::int64_t position, std::uint32_t tokens, std::int64_t outsideNs)
    {
        m_runs[index].position = position;
        m_runs[index].tokens = tokens;
        m_runs[index].outsideNs = outsideNs;
    }

    std::uint32_t runs() const { return static_cast<std::uint32_t>(m_runs.size()); }

    /// Returns the runs with times in ns after `zeroNs`. `scale` is the slope over the recording,
    /// which is more exact than the first estimate.
    std::vector<Run> timed(const ClockScale& scale, std::int64_t zeroNs) const;
    /// Returns the first estimate of the clock's rate.
    const ClockScale& scale() const { return m_scale; }

private:
    ClockScale m_scale;
    TicksOfRun m_ticksOfRun;
    std::vector<Run> m_runs;
    std::vector<RunTicks> m_ticks;
    std::array<std::vector<double>, sideCount> m_walls; // by Side
};

/// True if warm-up reached a steady state: the median of the last three wall times and that of the
/// three before differ by less than 3 %. False for fewer than six runs.
bool isSteady(std::span<const double> walls);

/// Returns a random seed below 2^63.
std::uint64_t randomSeed();

/// Returns the current time, UTC since 1970.
std::int64_t utcNowNs();

} // namespace profiler
