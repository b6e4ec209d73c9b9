#pragma once

#include "profiler/charts/timeline.h"
#include "profiler/statistics/statistics.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace profiler {

/// The run that the account is taken from, and why: half of the recorded runs are not faster.
struct TypicalRun {
    std::uint32_t run = 0; ///< index into Profile::runs
    std::int64_t wallNs = 0;
    std::uint32_t recorded = 0; ///< runs that were looked at
    std::uint32_t faster = 0;
    std::uint32_t slower = 0;
};
/// Nothing without recorded runs.
std::optional<TypicalRun> typicalRun(const Profile& profile);

/// Recorded runs of a profile laid over each other, each from its own start:
///
///     run 26, typical  |q|k|Attention|gate|up|
///     run 7, fastest   |q|k|Atten|gate|up|
///     run 31, slowest  |q|k|Attention  ......|gate|up|
///
/// Of each run the row with the most steps that are not nested in others is taken. Times are
/// nanoseconds from the start of the run.
class RunOverlay {
public:
    explicit RunOverlay(std::shared_ptr<const Timeline> timeline);

    const Timeline& timeline() const { return *m_timeline; }
    const Profile& profile() const { return m_timeline->profile(); }
    /// Indices into Profile::runs, in order of time. Empty if no run was recorded, or no step.
    const std::vector<std::uint32_t>& runs() const { return m_runs; }
    /// All three the same if there is only one; meaningless if there is none.
    std::uint32_t typical() const { return m_typical; }
    std::uint32_t fastest() const { return m_fastest; }
    std::uint32_t slowest() const { return m_slowest; }
    /// From 0 to the end of the slowest run; at least 1 ns long.
    TimeSpan whole() const { return m_whole; }

    /// As Timeline::bars, of one run.
    std::vector<TimelineBar> bars(std::uint32_t run, const TimeSpan& view, double pixels) const;
    BarSummary summary(const TimelineBar& bar) const { return m_timeline->summary(*m_row, bar); }
    /// The step of a run at a time; nothing beside steps.
    std::optional<std::uint32_t> sliceAt(std::uint32_t run, std::int64_t timeNs) const;
    /// From its run's start.
    TimeSpan spanOf(std::uint32_t slice) const;
    /// All of a run, in order.
    std::vector<std::uint32_t> slicesOf(std::uint32_t run) const;

private:
    std::shared_ptr<const Timeline> m_timeline;
    const TimelineRow* m_row = nullptr;
    std::vector<std::uint32_t> m_runs;
    std::uint32_t m_typical = 0;
    std::uint32_t m_fastest = 0;
    std::uint32_t m_slowest = 0;
    TimeSpan m_whole { 0, 1 };
};

/// How far a step's time goes apart from run to run, where it stands in the typical run.
struct StepSpread {
    engine::StepId step;
    std::uint32_t slice = 0; ///< its first in the typical run
    TimeSpan span; ///< of that, from the run's start
    double lowNs = 0; ///< 10th percentile over the runs, with nested steps
    double medianNs = 0;
    double highNs = 0; ///< 90th percentile
    double spreadNs() const { return highNs - lowNs; }
};
/// In order of the typical run. Percentiles are of all recorded runs.
std::vector<StepSpread> stepSpreads(const RunOverlay& overlay, const Statistics& statistics);

/// Which of `count` runs are drawn where only `lines` lines have room: evenly, the first and the
/// last among them.
std::vector<std::uint32_t> runsDrawn(std::size_t count, std::size_t lines);

} // namespace profiler
