#pragma once

#include "profiler/profile.h"

#include <cstdint>
#include <span>
#include <vector>

namespace profiler {

enum class StepTime { Own, Total };

/// Own time of each slice: its duration without the steps nested in it. 0 for slices that are not
/// steps.
std::vector<std::int64_t> ownTimes(const Profile& profile);

/// Durations of steps, one sample per run, found without keeping a table of steps × runs: slices
/// are grouped by step once.
class StepSamples {
public:
    /// Only spans of `runs` (indices into Profile::runs) count.
    StepSamples(const Profile& profile, std::span<const std::uint32_t> runs);

    std::size_t runs() const { return m_runs; }
    std::size_t calls(engine::StepId step) const
    {
        return m_first[step.value() + 1] - m_first[step.value()];
    }
    bool hasNested(engine::StepId step) const { return m_hasNested[step.value()]; }
    /// Sums per run, in order of time; 0 for runs in which the step did not run.
    std::vector<double> perRun(engine::StepId step, StepTime time) const;
    void addPerRun(engine::StepId step, StepTime time, std::span<double> sums) const;

private:
    const Profile& m_profile;
    std::size_t m_runs;
    std::vector<std::uint32_t> m_position; // of a run among `runs`; none if it does not count
    std::vector<std::int64_t> m_own; // by slice
    std::vector<std::size_t> m_first; // by step: range in m_slices
    std::vector<std::uint32_t> m_slices;
    std::vector<bool> m_hasNested;
};

} // namespace profiler
