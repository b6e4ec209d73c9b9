#pragma once

#include "profiler/charts/timeline.h"
#include "profiler/statistics/statistics.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace profiler {

/// The run on which the account is based, with how it compares: at least half of the recorded runs
/// are not faster.
struct TypicalRun {
    std::uint32_t run = 0; ///< index into Profile::runs
    std::int64_t wallNs = 0;
    std::uint32_t recorded = 0; ///< number of recorded runs
    std::uint32_t faster = 0;
    std::uint32_t slower = 0;
};
/// Returns nothing without recorded runs.
std::optional<TypicalRun> typicalRun(const Profile& profile);

/// Recorded runs of a profile, overlaid, each from its own start:
///
///     run 26, typical  |q|k|Attention|gate|up|
///     run 7, fastest   |q|k|Atten|gate|up|
///     run 31, slowest  |q|k|Attention  ......|gate|up|
///
/// Uses the timeline row with the most top-level steps. Times are nanoseconds from the start of the
/// run.
class RunOverlay {
public:
    explicit RunOverlay(std::shared_ptr<const Timeline> timeline);

    const Timeline& timeline() const { return *m_timeline; }
    const Profile& profile() const { return m_timeline->profile(); }
    /// Returns indices into Profile::runs, in order of time. Empty if no run or no step was
    /// recorded.
    const std::vector<std::uint32_t>& runs() const { return m_runs; }
    /// All three are equal if there is only one run. Not valid if runs() is empty.
    std::uint32_t typical() const { return m_typical; }
    std::uint32_t fastest() const { return m_fastest; }
    std::uint32_t slowest() const { return m_slowest; }
    /// Returns the span from 0 to the end of the slowest run; at least 1 ns long.
    TimeSpan extent() const { return m_extent; }

    /// Returns bars like Timeline::bars, of one run.
    std::vector<TimelineBar> bars(std::uint32_t run, const TimeSpan& view, double pixels) const;
    BarSummary summary(const TimelineBar& bar) const { return m_timeline->summary(*m_row, bar); }
    /// Returns the step of a run at a time; nothing if there is no step.
    std::optional<std::uint32_t> sliceAt(std::uint32_t run, std::int64_t timeNs) const;
    /// Returns the span of a slice relative to the start of its run.
    TimeSpan spanOf(std::uint32_t slice) const;
    /// Returns all steps of a run in order of time.
    std::vector<std::uint32_t> slicesOf(std::uint32_t run) const;

private:
    std::shared_ptr<const Timeline> m_timeline;
    const TimelineRow* m_row = nullptr;
    std::vector<std::uint32_t> m_runs;
    std::uint32_t m_typical = 0;
    std::uint32_t m_fastest = 0;
    std::uint32_t m_slowest = 0;
    TimeSpan m_extent { 0, 1 };
};

/// How much the time of a step varies from run to run, and its position in the typical run.
struct StepSpread {
    engine::StepId step;
    std::uint32_t slice = 0; ///< its first slice in the typical run
    TimeSpan span; ///< span of that slice, from the start of the run
    double lowNs = 0; ///< 10th percentile over the runs, nested steps included
    double medianNs = 0;
    double highNs = 0; ///< 90th percentile
    double spreadNs() const { return highNs - lowNs; }
};
/// Returns the steps in order of the typical run. Percentiles are over all recorded runs.
std::vector<StepSpread> stepSpreads(const RunOverlay& overlay, const Statistics& statistics);

/// Returns which of `count` runs are drawn on `lines` lines: evenly chosen, with the first and the
/// last.
std::vector<std::uint32_t> runsDrawn(std::size_t count, std::size_t lines);

} // namespace profiler
