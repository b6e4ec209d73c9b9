#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <span>
#include <vector>

namespace profiler {

enum class StepTime { Own, Total };

/// Finds spans of some runs. The profile must outlive it.
class RunPlaces {
public:
    /// `runs` are indices into Profile::runs.
    RunPlaces(const Profile& profile, std::span<const std::uint32_t> runs);
    /// Place of a slice's run among them; Slices::none if it is in none of them.
    std::uint32_t operator[](std::size_t slice) const
    {
        const auto run = m_slices.run[slice];
        return run == Slices::none ? Slices::none : m_places[run];
    }

private:
    const Slices& m_slices;
    std::vector<std::uint32_t> m_places; // by run of the profile
};

/// Own time of each slice: its duration without the steps nested in it. 0 for slices that are not
/// steps. The profile must outlive it.
class OwnTimes {
public:
    explicit OwnTimes(const Profile& profile);
    /// Some step contains another, so that own and whole time may differ.
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

/// Durations of steps, one sample per run, found without keeping a table of steps × runs: slices
/// are grouped by step once, 4 bytes for each. May be asked by several threads at once. The profile
/// must outlive it.
///
/// Of a step that a device worked for (Profile::device), the time is that in which its kernels and
/// copies ran; what the host took to ask for them is no time of the step.
class StepSamples {
public:
    /// Only spans of `runs` (indices into Profile::runs) count.
    StepSamples(const Profile& profile, std::span<const std::uint32_t> runs);

    std::size_t runs() const { return m_runs; }
    /// Executions, in all runs together.
    std::size_t calls(engine::StepId step) const { return m_calls[step.value()]; }
    /// Whether its times are those of a device.
    bool isOnDevice(engine::StepId step) const { return m_isOnDevice[step.value()]; }
    bool hasNested(engine::StepId step) const { return m_hasNested[step.value()]; }
    /// Sums per run, in order of time; 0 for runs in which the step did not run.
    std::vector<double> perRun(engine::StepId step, StepTime time) const;
    void addPerRun(engine::StepId step, StepTime time, std::span<double> sums) const;
    /// Own times of these steps together, of the runs in which one of them ran: what did not run
    /// took no time, which is not 0. Nor is 0 what a device's lost records leave.
    struct Sums {
        std::vector<double> ns; ///< in order of time
        std::size_t ran = 0; ///< runs in which one of them ran; more than `ns` if records were lost
    };
    Sums sumsWhereRan(std::span<const engine::StepId> steps, StepTime time = StepTime::Own) const;

private:
    void findDeviceSteps();
    bool isCounted(std::size_t slice) const;

    const Profile& m_profile;
    const Slices& m_slices;
    std::size_t m_runs;
    OwnTimes m_own;
    RunPlaces m_places;
    std::vector<std::size_t> m_calls; // by step
    std::vector<bool> m_isOnDevice; // by step
    std::vector<bool> m_ran; // by step and run, of steps on a device; empty if nothing was lost
    std::vector<std::size_t> m_first; // by step: range of the following
    std::vector<std::uint32_t> m_slice;
    std::vector<bool> m_hasNested;
};

/// Time of these steps together in each recorded run, as StepSamples has it, for one node: nothing
/// is kept of the others.
std::vector<double> timesOfSteps(const Profile& profile, std::span<const engine::StepId> steps);

} // namespace profiler
