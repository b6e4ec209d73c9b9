#include "profiler/step_samples.h"

#include <numeric>

namespace profiler {

std::vector<std::int64_t> ownTimes(const Profile& profile)
{
    const auto& slices = profile.slices;
    std::vector<std::int64_t> own(slices.size(), 0);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.kind[i] != SliceKind::Step)
            continue;
        own[i] += slices.durationNs[i];
        auto outer = slices.parent[i];
        while (outer != Slices::none && slices.kind[outer] == SliceKind::Phase)
            outer = slices.parent[outer];
        if (outer != Slices::none && slices.kind[outer] == SliceKind::Step)
            own[outer] -= slices.durationNs[i];
    }
    return own;
}

StepSamples::StepSamples(const Profile& profile, std::span<const std::uint32_t> runs)
    : m_profile(profile)
    , m_runs(runs.size())
    , m_position(profile.runs.size(), Slices::none)
    , m_own(ownTimes(profile))
    , m_first(profile.steps.size() + 2, 0)
    , m_hasNested(profile.steps.size(), false)
{
    for (std::uint32_t i = 0; i < runs.size(); ++i)
        m_position[runs[i]] = i;
    const auto& slices = profile.slices;
    const auto counts = [&](std::size_t i) {
        return slices.kind[i] == SliceKind::Step && slices.step[i] != Slices::none
            && slices.run[i] != Slices::none && m_position[slices.run[i]] != Slices::none;
    };
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (!counts(i))
            continue;
        ++m_first[slices.step[i] + 2];
        if (m_own[i] != slices.durationNs[i])
            m_hasNested[slices.step[i]] = true;
    }
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    m_slices.resize(m_first.back());
    for (std::size_t i = 0; i < slices.size(); ++i)
        if (counts(i))
            m_slices[m_first[slices.step[i] + 1]++] = static_cast<std::uint32_t>(i);
}

void StepSamples::addPerRun(engine::StepId step, StepTime time, std::span<double> sums) const
{
    for (auto i = m_first[step.value()]; i < m_first[step.value() + 1]; ++i) {
        const auto slice = m_slices[i];
        const auto ns = time == StepTime::Own ? m_own[slice] : m_profile.slices.durationNs[slice];
        sums[m_position[m_profile.slices.run[slice]]] += static_cast<double>(ns);
    }
}

std::vector<double> StepSamples::perRun(engine::StepId step, StepTime time) const
{
    std::vector<double> sums(m_runs, 0.0);
    addPerRun(step, time, sums);
    return sums;
}

} // namespace profiler
