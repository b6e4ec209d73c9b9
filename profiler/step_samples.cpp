#include "profiler/step_samples.h"

#include <numeric>

namespace profiler {

OwnTimes::OwnTimes(const Profile& profile)
    : m_slices(profile.slices)
{
    if (m_slices.parent.empty())
        return;
    m_own.assign(m_slices.size(), 0);
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        if (m_slices.kind[i] != SliceKind::Step)
            continue;
        m_own[i] += m_slices.durationNs[i];
        auto outer = m_slices.parent[i];
        while (outer != Slices::none && m_slices.kind[outer] == SliceKind::Phase)
            outer = m_slices.parent[outer];
        if (outer != Slices::none && m_slices.kind[outer] == SliceKind::Step)
            m_own[outer] -= m_slices.durationNs[i];
    }
}

StepSamples::StepSamples(const Profile& profile, std::span<const std::uint32_t> runs)
    : m_runs(runs.size())
    , m_first(profile.steps.size() + 2, 0)
    , m_hasNested(profile.steps.size(), false)
{
    const auto& slices = profile.slices;
    std::vector<std::uint32_t> position(profile.runs.size(), Slices::none);
    for (std::uint32_t i = 0; i < runs.size(); ++i)
        position[runs[i]] = i;
    const auto counts = [&](std::size_t i) {
        return slices.kind[i] == SliceKind::Step && slices.step[i] != Slices::none
            && slices.run[i] != Slices::none && position[slices.run[i]] != Slices::none;
    };
    for (std::size_t i = 0; i < slices.size(); ++i)
        if (counts(i))
            ++m_first[slices.step[i] + 2];
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    const OwnTimes own(profile);
    m_run.resize(m_first.back());
    m_own.resize(m_first.back());
    if (!slices.parent.empty())
        m_total.resize(m_first.back());
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (!counts(i))
            continue;
        const auto place = m_first[slices.step[i] + 1]++;
        m_run[place] = position[slices.run[i]];
        m_own[place] = own[i];
        if (!m_total.empty())
            m_total[place] = slices.durationNs[i];
        if (m_own[place] != slices.durationNs[i])
            m_hasNested[slices.step[i]] = true;
    }
}

void StepSamples::addPerRun(engine::StepId step, StepTime time, std::span<double> sums) const
{
    const auto& times = time == StepTime::Own || m_total.empty() ? m_own : m_total;
    for (auto i = m_first[step.value()]; i < m_first[step.value() + 1]; ++i)
        sums[m_run[i]] += static_cast<double>(times[i]);
}

std::vector<double> StepSamples::perRun(engine::StepId step, StepTime time) const
{
    std::vector<double> sums(m_runs, 0.0);
    addPerRun(step, time, sums);
    return sums;
}

} // namespace profiler
