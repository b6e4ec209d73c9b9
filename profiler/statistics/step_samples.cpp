#include "profiler/statistics/step_samples.h"

#include "profiler/device/device_record.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace profiler {

RunPlaces::RunPlaces(const Profile& profile, std::span<const std::uint32_t> runs)
    : m_slices(profile.slices)
    , m_places(profile.runs.size(), Slices::none)
{
    for (std::uint32_t i = 0; i < runs.size(); ++i)
        m_places[runs[i]] = i;
}

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
        if (const auto outer = m_slices.stepAround(i); outer != Slices::none)
            m_own[outer] -= m_slices.durationNs[i];
    }
}

StepSamples::StepSamples(const Profile& profile, std::span<const std::uint32_t> runs)
    : m_profile(profile)
    , m_slices(profile.slices)
    , m_runs(runs.size())
    , m_own(profile)
    , m_places(profile, runs)
    , m_calls(profile.steps.size(), 0)
    , m_isOnDevice(profile.steps.size(), false)
    , m_first(profile.steps.size() + 2, 0)
    , m_hasNested(profile.steps.size(), false)
{
    findDeviceSteps();
    // The samples of a step are its own slices, or its operator spans if it ran on a device.
    const auto isSample = [&](std::size_t i) {
        return isCounted(i)
            && (m_slices.kind[i] == SliceKind::Step) != m_isOnDevice[m_slices.step[i]];
    };
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        if (isCounted(i) && m_slices.kind[i] == SliceKind::Step)
            ++m_calls[m_slices.step[i]];
        if (isSample(i))
            ++m_first[m_slices.step[i] + 2];
    }
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    m_slice.resize(m_first.back());
    for (std::uint32_t i = 0; i < m_slices.size(); ++i) {
        if (!isSample(i))
            continue;
        const auto step = m_slices.step[i];
        m_slice[m_first[step + 1]++] = i;
        if (m_own.hasNesting() && !m_isOnDevice[step] && m_own[i] != m_slices.durationNs[i])
            m_hasNested[step] = true;
    }
}

/// True for slices of steps and operator spans of a device in one of the chosen runs.
bool StepSamples::isCounted(std::size_t slice) const
{
    return m_slices.step[slice] != Slices::none && m_places[slice] != Slices::none
        && (m_slices.kind[slice] == SliceKind::Step || busyNsOf(m_profile, slice) >= 0);
}

void StepSamples::findDeviceSteps()
{
    if (m_profile.device.busyNs.empty())
        return;
    for (std::size_t i = 0; i < m_slices.size(); ++i)
        if (m_slices.kind[i] == SliceKind::Gpu && isCounted(i))
            m_isOnDevice[m_slices.step[i]] = true;
    if (m_profile.device.record && !m_profile.device.record->losses.isNone()) {
        m_ran.assign(m_profile.steps.size() * m_runs, false);
        for (std::size_t i = 0; i < m_slices.size(); ++i)
            if (m_slices.kind[i] == SliceKind::Step && isCounted(i))
                m_ran[m_slices.step[i] * m_runs + m_places[i]] = true;
    }
    // A step without own slices (from a replayed CUDA graph) runs once per run.
    std::vector<bool> hasOwn(m_profile.steps.size(), false);
    for (std::size_t i = 0; i < m_slices.size(); ++i)
        if (m_slices.kind[i] == SliceKind::Step && isCounted(i))
            hasOwn[m_slices.step[i]] = true;
    for (std::size_t i = 0; i < m_slices.size(); ++i)
        if (m_slices.kind[i] == SliceKind::Gpu && isCounted(i) && !hasOwn[m_slices.step[i]])
            ++m_calls[m_slices.step[i]];
}

void StepSamples::addPerRun(engine::StepId step, StepTime time, std::span<double> sums) const
{
    for (auto place = m_first[step.value()]; place < m_first[step.value() + 1]; ++place) {
        const auto i = m_slice[place];
        sums[m_places[i]] += nsOf(step, time, i);
    }
}

double StepSamples::total(engine::StepId step, StepTime time) const
{
    double ns = 0;
    for (auto place = m_first[step.value()]; place < m_first[step.value() + 1]; ++place)
        ns += nsOf(step, time, m_slice[place]);
    return ns;
}

double StepSamples::nsOf(engine::StepId step, StepTime time, std::size_t slice) const
{
    const bool isOwn = time == StepTime::Own && hasNested(step);
    return static_cast<double>(isOnDevice(step) ? busyNsOf(m_profile, slice)
            : isOwn                             ? m_own[slice]
                                                : m_slices.durationNs[slice]);
}

StepSamples::Sums StepSamples::sumsWhereRan(
    std::span<const engine::StepId> steps, StepTime time) const
{
    std::vector<double> sums(m_runs, 0.0);
    std::vector<bool> isMeasured(m_runs, false);
    std::vector<bool> hasLost(m_runs, false);
    for (const auto step : steps) {
        addPerRun(step, time, sums);
        std::vector<bool> isSeen(m_runs, false);
        for (auto place = m_first[step.value()]; place < m_first[step.value() + 1]; ++place)
            isSeen[m_places[m_slice[place]]] = true;
        for (std::size_t run = 0; run < m_runs; ++run) {
            isMeasured[run] = isMeasured[run] || isSeen[run];
            if (!m_ran.empty() && isOnDevice(step) && !isSeen[run])
                hasLost[run] = hasLost[run] || m_ran[step.value() * m_runs + run];
        }
    }
    Sums found;
    for (std::size_t run = 0; run < m_runs; ++run) {
        found.ran += isMeasured[run] || hasLost[run] ? 1 : 0;
        if (isMeasured[run])
            found.ns.push_back(sums[run]);
    }
    return found;
}

std::vector<double> StepSamples::perRun(engine::StepId step, StepTime time) const
{
    std::vector<double> sums(m_runs, 0.0);
    addPerRun(step, time, sums);
    return sums;
}

std::vector<double> timesOfSteps(const Profile& profile, std::span<const engine::StepId> steps)
{
    const auto runs = recordedRuns(profile);
    const RunPlaces places(profile, runs);
    struct Times {
        std::vector<double> host;
        std::vector<double> device;
        bool isOnDevice = false;
    };
    std::vector<Times> times(steps.size());
    std::vector<std::uint32_t> placeOf(profile.steps.size(), Slices::none);
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        placeOf[steps[i].value()] = i;
        times[i].host.assign(runs.size(), 0);
        times[i].device.assign(runs.size(), 0);
    }
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto step = slices.step[i];
        const auto run = places[i];
        if (step == Slices::none || placeOf[step] == Slices::none || run == Slices::none)
            continue;
        auto& found = times[placeOf[step]];
        if (slices.kind[i] == SliceKind::Step)
            found.host[run] += static_cast<double>(slices.durationNs[i]);
        if (const auto busy = busyNsOf(profile, i); busy >= 0) {
            found.isOnDevice = true;
            found.device[run] += static_cast<double>(busy);
        }
    }
    std::vector<double> sums(runs.size(), 0);
    for (const auto& found : times)
        std::ranges::transform(
            sums, found.isOnDevice ? found.device : found.host, sums.begin(), std::plus());
    return sums;
}

} // namespace profiler
