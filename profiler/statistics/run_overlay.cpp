#include "profiler/statistics/run_overlay.h"

#include <algorithm>

namespace profiler {

std::optional<TypicalRun> typicalRun(const Profile& profile)
{
    const auto run = medianRun(profile);
    if (!run)
        return {};
    TypicalRun found { *run, profile.runs[*run].wallNs, 0, 0, 0 };
    for (const auto other : recordedRuns(profile)) {
        const auto wall = profile.runs[other].wallNs;
        ++found.recorded;
        found.faster += wall < found.wallNs ? 1 : 0;
        found.slower += wall > found.wallNs ? 1 : 0;
    }
    return found;
}

RunOverlay::RunOverlay(std::shared_ptr<const Timeline> timeline)
    : m_timeline(std::move(timeline))
    , m_row(m_timeline->largestRow(RowKind::Steps))
{
    if (m_row == nullptr)
        m_row = m_timeline->largestRow(RowKind::Device);
    const auto typical = medianRun(profile());
    if (!typical || m_row == nullptr)
        return;
    m_runs = recordedRuns(profile());
    m_typical = *typical;
    const auto wallOf = [&](std::uint32_t run) { return profile().runs[run].wallNs; };
    m_fastest = *std::ranges::min_element(m_runs, {}, wallOf);
    m_slowest = *std::ranges::max_element(m_runs, {}, wallOf);
    m_extent.endNs = std::max<std::int64_t>(1, wallOf(m_slowest));
}

std::vector<TimelineBar> RunOverlay::bars(
    std::uint32_t run, const TimeSpan& view, double pixels) const
{
    const auto span = m_timeline->spanOfRun(run);
    const TimeSpan part { span.startNs + view.startNs,
        std::min(span.startNs + view.endNs, span.endNs) };
    if (part.lengthNs() <= 0 || view.lengthNs() <= 0)
        return {};
    // The part of the view that the run covers, at the same scale.
    const auto width
        = pixels * static_cast<double>(part.lengthNs()) / static_cast<double>(view.lengthNs());
    auto found = m_timeline->bars(*m_row, part, width);
    std::erase_if(
        found, [&](const TimelineBar& bar) { return profile().slices.run[bar.slice] != run; });
    return found;
}

std::optional<std::uint32_t> RunOverlay::sliceAt(std::uint32_t run, std::int64_t timeNs) const
{
    if (m_row == nullptr)
        return {};
    const auto slice = m_timeline->sliceAt(*m_row, m_timeline->spanOfRun(run).startNs + timeNs);
    return slice && profile().slices.run[*slice] == run ? slice : std::nullopt;
}

TimeSpan RunOverlay::spanOf(std::uint32_t slice) const
{
    const auto span = m_timeline->spanOf(slice);
    const auto start = m_timeline->spanOfRun(profile().slices.run[slice]).startNs;
    return { span.startNs - start, span.endNs - start };
}

std::vector<std::uint32_t> RunOverlay::slicesOf(std::uint32_t run) const
{
    std::vector<std::uint32_t> found;
    const auto span = m_timeline->spanOfRun(run);
    const auto& slices = profile().slices;
    for (auto i = m_timeline->firstAfter(*m_row, span.startNs); i < m_row->slices.size(); ++i) {
        const auto slice = m_row->slices[i];
        if (slices.startNs[slice] >= span.endNs)
            break;
        if (slices.run[slice] == run && slices.step[slice] != Slices::none)
            found.push_back(slice);
    }
    return found;
}

std::vector<StepSpread> stepSpreads(const RunOverlay& overlay, const Statistics& statistics)
{
    std::vector<StepSpread> found;
    if (overlay.runs().empty())
        return found;
    std::vector<bool> isKnown(statistics.steps.size(), false);
    for (const auto slice : overlay.slicesOf(overlay.typical())) {
        const auto step = overlay.profile().slices.step[slice];
        if (isKnown[step])
            continue; // a later iteration of a Loop; all share one figure
        isKnown[step] = true;
        const auto& time = statistics.steps[step].total;
        found.push_back({ engine::StepId(step), slice, overlay.spanOf(slice), time.p10, time.median,
            time.p90 });
    }
    return found;
}

std::vector<std::uint32_t> runsDrawn(std::size_t count, std::size_t lines)
{
    std::vector<std::uint32_t> found;
    const auto drawn = std::min(count, lines);
    found.reserve(drawn);
    for (std::size_t i = 0; i < drawn; ++i)
        found.push_back(static_cast<std::uint32_t>(drawn < 2 ? i : i * (count - 1) / (drawn - 1)));
    return found;
}

} // namespace profiler
