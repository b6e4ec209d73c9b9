#pragma once

#include "model/support/result.h"
#include "profiler/record/recorder.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace profiler {

/// One run; tells the observer if there is one.
using RunOnce = std::function<support::Result<void>(engine::Observer*)>;

/// Runs something and writes down when it began and ended and what the system did to this thread
/// meanwhile.
class RunLog {
public:
    /// `scale` is good enough for what is told while measuring.
    explicit RunLog(const ClockScale& scale)
        : m_scale(scale)
    {
    }

    /// With a recorder the run is told to it under its number in this log. A run that fails is not
    /// in the log.
    support::Result<Run> run(
        const RunOnce& runOnce, Side side, std::uint32_t round, Recorder* recorder);

    /// Of one side, in order of time.
    const std::vector<double>& walls(Side side) const
    {
        return m_walls[static_cast<std::size_t>(side)];
    }
    std::uint32_t count(Side side) const { return static_cast<std::uint32_t>(walls(side).size()); }

    std::uint32_t runs() const { return static_cast<std::uint32_t>(m_runs.size()); }

    /// Times in ns after `zeroNs`, by the slope of the whole recording, which is better than the
    /// first estimate.
    std::vector<Run> timed(const ClockScale& scale, std::int64_t zeroNs) const;
    /// The first estimate of the clock's rate.
    const ClockScale& scale() const { return m_scale; }

private:
    struct Ticks {
        std::uint64_t start;
        std::uint64_t stop;
    };

    ClockScale m_scale;
    std::vector<Run> m_runs;
    std::vector<Ticks> m_ticks;
    std::array<std::vector<double>, 6> m_walls; // by Side
};

/// Whether warm-up runs have come to rest: the last three are not much faster or slower than the
/// three before.
bool isSteady(std::span<const double> walls);

/// A seed that nobody chose, below 2^63.
std::uint64_t drawnSeed();

/// Now, since 1970.
std::int64_t utcNowNs();

} // namespace profiler
