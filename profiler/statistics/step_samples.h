#pragma once

#include "profiler/tables/profile.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace profiler {

enum class StepTime { Own, Total };

/// Maps slices to positions in a list of runs. The profile must outlive it.
class RunPlaces {
public:
    /// `runs` are indices into Profile::runs.
    RunPlaces(const Profile& profile, std::span<const std::uint32_t> runs);
    /// Returns the position of a slice's run in `runs`; Slices::none if it is not in the list.
    std::uint32_t operator[](std::size_t slice) const
    {
        const auto run = m_slices.run[slice];
        return run == Slices::none ? Slices::none : m_places[run];
    }

private:
    const Slices& m_slices;
    std::vector<std::uint32_t> m_places; // by index of the run in the profile
};

/// Own time of each slice in ns: its duration without the steps nested in it. 0 for slices that are
/// not steps. The profile must outlive it.
class OwnTimes {
public:
    explicit OwnTimes(const Profile& profile);
    /// True if some slice contains another, so own and total time may differ.
    bool hasNesting() const { return !m_own.empty(); }
    std::int64_t operator[](std::size_t i) const
    {
        if (!m_own.empty())
            return m_own[i];
        return m_slices.kind[i] == SliceKind::Step ? m_slices.durationNs[i] : 0;
    }

private:
    const Slices& m_slices;
    std::vector<std::int64_t> m_own; // empty if no slice contains another
};

/// Durations of steps, one sample per run, without a table of steps × runs: slices are grouped by
/// step once, at 4 bytes each. May be used by several threads at once. The profile must outlive it.
///
/// For a step with work on a device (Profile::device), the time is that in which its kernels and
/// copies ran. The time of the host calls does not count.
class StepSamples {
public:
    /// Uses only slices of `runs` (indices into Profile::runs).
    StepSamples(const Profile& profile, std::span<const std::uint32_t> runs);

    std::size_t runs() const { return m_runs; }
    /// Returns the number of executions in all runs.
    std::size_t calls(engine::StepId step) const { return m_calls[step.value()]; }
    /// True if the times of the step are those of a device.
    bool isOnDevice(engine::StepId step) const { return m_isOnDevice[step.value()]; }
    bool hasNested(engine::StepId step) const { return m_hasNested[step.value()]; }
    /// Returns the sums per run in ns, in order of time; 0 for runs in which the step did not run.
    std::vector<double> perRun(engine::StepId step, StepTime time) const;
    void addPerRun(engine::StepId step, StepTime time, std::span<double> sums) const;
    /// Returns the sum over all runs in ns.
    double total(engine::StepId step, StepTime time) const;
    /// Sums of several steps, only for runs in which at least one of them ran: a step that did not
    /// run has no time, which is not 0. The same holds for runs whose device records were lost.
    struct Sums {
        std::vector<double> ns; ///< in order of time
        /// Number of runs in which one of them ran; more than `ns` if records were lost.
        std::size_t ran = 0;
    };
    Sums sumsWhereRan(std::span<const engine::StepId> steps, StepTime time = StepTime::Own) const;

private:
    void findDeviceSteps();
    double nsOf(engine::StepId step, StepTime time, std::size_t slice) const;
    bool isCounted(std::size_t slice) const;

    const Profile& m_profile;
    const Slices& m_slices;
    std::size_t m_runs;
    OwnTimes m_own;
    RunPlaces m_places;
    std::vector<std::size_t> m_calls; // by step
    std::vector<bool> m_isOnDevice; // by step
    std::vector<bool> m_ran; // by step and run, for steps on a device; empty if nothing was lost
    std::vector<std::size_t> m_first; // by step: first index into m_slice
    std::vector<std::uint32_t> m_slice;
    std::vector<bool> m_hasNested;
};

/// Keeps the `most` groups with the longest own time. `groups` is a map to lists of steps. A file
/// may have any number of operator types; a table has a value for each type and run.
template <typename Groups>
void keepLongest(Groups& groups, const StepSamples& samples, std::size_t most)
{
    if (groups.size() <= most)
        return;
    std::vector<std::pair<double, typename Groups::iterator>> byTime;
    for (auto group = groups.begin(); group != groups.end(); ++group) {
        double ns = 0;
        for (const auto step : group->second)
            ns += samples.total(step, StepTime::Own);
        byTime.emplace_back(ns, group);
    }
    std::ranges::stable_sort(
        byTime, std::greater<>(), [](const auto& entry) { return entry.first; });
    for (std::size_t i = most; i < byTime.size(); ++i)
        groups.erase(byTime[i].second);
}

/// Returns the total time of these steps in each recorded run, like StepSamples. Meant for one
/// node: keeps nothing for other steps.
std::vector<double> timesOfSteps(const Profile& profile, std::span<const engine::StepId> steps);

} // namespace profiler
