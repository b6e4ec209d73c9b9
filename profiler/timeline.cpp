#include "profiler/timeline.h"

#include "profiler/partition_near.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace profiler {
namespace {

constexpr std::uint32_t blockSize = 16;
constexpr std::uint16_t noRow = 0xffffu;
constexpr std::size_t deepest = 200; ///< rows per track

RowKind rowKind(const Track& track)
{
    if (track.kind == TrackKind::Run)
        return RowKind::Runs;
    return track.kind == TrackKind::Stream || track.kind == TrackKind::Copy ? RowKind::Device
                                                                            : RowKind::Steps;
}

std::vector<TimelineRow::Level> pyramidOf(
    const Slices& slices, const std::vector<std::uint32_t>& row)
{
    std::vector<TimelineRow::Level> levels;
    std::size_t count = row.size();
    while (count > blockSize) {
        const auto* below = levels.empty() ? nullptr : &levels.back();
        const auto durationOf = [&](std::size_t i) {
            return below ? below->durationNs[i] : slices.durationNs[row[i]];
        };
        TimelineRow::Level level;
        const auto blocks = (count + blockSize - 1) / blockSize;
        level.position.reserve(blocks);
        level.durationNs.reserve(blocks);
        for (std::size_t first = 0; first < count; first += blockSize) {
            auto best = first;
            for (auto i = first; i < std::min(count, first + blockSize); ++i)
                if (durationOf(i) > durationOf(best))
                    best = i;
            level.position.push_back(
                below ? below->position[best] : static_cast<std::uint32_t>(best));
            level.durationNs.push_back(durationOf(best));
        }
        count = blocks;
        levels.push_back(std::move(level));
    }
    return levels;
}

using Members = std::vector<std::uint32_t>;

/// Slices by track and depth. Spans that cross (foreign traces have them) cannot share a row: they
/// move down to the first free one.
std::vector<std::vector<Members>> levelsOf(const Profile& profile)
{
    const auto& slices = profile.slices;
    std::vector<std::vector<Members>> found(profile.tracks.size());
    std::vector<std::vector<std::int64_t>> ends(profile.tracks.size());
    std::vector<std::uint8_t> depth(slices.size(), 0);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.track[i] >= found.size())
            continue;
        auto& rows = found[slices.track[i]];
        auto& rowEnds = ends[slices.track[i]];
        std::size_t level = slices.parentOf(i) == Slices::none ? 0 : depth[slices.parent[i]] + 1u;
        while (level < rowEnds.size() && rowEnds[level] > slices.startNs[i])
            ++level;
        if (level >= deepest)
            continue;
        if (rows.size() <= level) {
            rows.resize(level + 1);
            rowEnds.resize(level + 1, std::numeric_limits<std::int64_t>::min());
        }
        depth[i] = static_cast<std::uint8_t>(level);
        rowEnds[level] = slices.endNs(i);
        rows[level].push_back(i);
    }
    return found;
}

} // namespace

Timeline::Timeline(std::shared_ptr<const Profile> profile)
    : m_profile(std::move(profile))
{
    buildRows();
}

std::shared_ptr<const Timeline> Timeline::build(std::shared_ptr<const Profile> profile)
{
    return std::shared_ptr<const Timeline>(new Timeline(std::move(profile)));
}

void Timeline::buildRows()
{
    auto levels = levelsOf(*m_profile);
    const auto& slices = m_profile->slices;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        m_whole.endNs = std::max(m_whole.endNs, slices.endNs(i));
        m_whole.startNs = i == 0 ? slices.startNs[i] : std::min(m_whole.startNs, slices.startNs[i]);
    }
    m_whole.endNs = std::max(m_whole.endNs, m_whole.startNs + 1);
    for (std::uint32_t t = 0; t < levels.size(); ++t) {
        for (std::uint32_t level = 0; level < levels[t].size() && m_rows.size() + 1 < noRow;
             ++level) {
            const auto& track = m_profile->tracks[t];
            TimelineRow row;
            row.kind = rowKind(track);
            row.track = TrackId(t);
            row.depth = level;
            row.label = level == 0 ? std::string(m_profile->text(track.name)) : std::string();
            row.group = std::string(m_profile->text(track.process));
            row.longest = pyramidOf(slices, levels[t][level]);
            row.slices = std::move(levels[t][level]);
            m_rows.push_back(std::move(row));
        }
    }
    std::ranges::stable_sort(
        m_rows, {}, [](const TimelineRow& row) { return row.kind == RowKind::Runs ? 0 : 1; });
    m_rowsOfTrack.resize(m_profile->tracks.size());
    for (std::size_t r = 0; r < m_rows.size(); ++r)
        m_rowsOfTrack[m_rows[r].track.value()].push_back(static_cast<std::uint16_t>(r));
}

TimeSpan Timeline::spanOf(std::uint32_t slice) const
{
    return { m_profile->slices.startNs[slice], m_profile->slices.endNs(slice) };
}

TimeSpan Timeline::spanOfRun(std::uint32_t run) const
{
    const auto& found = m_profile->runs[run];
    return { found.startNs, found.startNs + std::max<std::int64_t>(1, found.wallNs) };
}

std::uint32_t Timeline::longestIn(
    const TimelineRow& row, std::uint32_t first, std::uint32_t last) const
{
    const auto& durations = m_profile->slices.durationNs;
    auto best = first;
    auto bestNs = durations[row.slices[first]];
    const auto consider = [&](std::uint32_t position, std::int64_t ns) {
        if (ns > bestNs) {
            best = position;
            bestNs = ns;
        }
    };
    auto i = first;
    while (i < last) {
        // Climb as long as a whole block of the next level lies inside.
        std::size_t level = 0;
        std::uint64_t width = 1;
        while (level < row.longest.size() && i % (width * blockSize) == 0
            && i + width * blockSize <= last) {
            width *= blockSize;
            ++level;
        }
        if (level == 0)
            consider(i, durations[row.slices[i]]);
        else
            consider(row.longest[level - 1].position[i / width],
                row.longest[level - 1].durationNs[i / width]);
        i += static_cast<std::uint32_t>(width);
    }
    return best;
}

std::vector<TimelineBar> Timeline::bars(
    const TimelineRow& row, const TimeSpan& view, double pixels) const
{
    std::vector<TimelineBar> found;
    const auto& slices = m_profile->slices;
    const auto count = static_cast<std::uint32_t>(row.slices.size());
    const auto startsBefore = [&](std::int64_t time) {
        return [&, time](std::size_t i) { return slices.startNs[row.slices[i]] < time; };
    };
    auto position = static_cast<std::uint32_t>(partitionNear(0, count, count,
        [&](std::size_t i) { return slices.endNs(row.slices[i]) <= view.startNs; }));
    const auto last = static_cast<std::uint32_t>(
        partitionNear(position, count, count, startsBefore(view.endNs)));
    std::uint32_t usual = 1; // spans per pixel
    while (position < last) {
        const auto slice = row.slices[position];
        const auto left = std::max(0.0, pixelOf(view, pixels, slices.startNs[slice]));
        const auto right = std::min(pixels, pixelOf(view, pixels, slices.endNs(slice)));
        TimelineBar bar { left, std::max(1.0, right - left), slice, position, 1 };
        if (right - left < 1) {
            // All that begin in this pixel and are short too become one bar; a long one ends it.
            const auto pixelEnd = timeAt(view, pixels, std::floor(left) + 1);
            const auto behind = static_cast<std::uint32_t>(
                partitionNear(position, last, usual, startsBefore(pixelEnd)));
            auto end = std::max(position + 1, behind);
            if (const auto over = row.slices[end - 1]; end > position + 1
                && pixelOf(view, pixels, slices.endNs(over))
                        - pixelOf(view, pixels, slices.startNs[over])
                    >= 1)
                --end;
            bar.count = usual = end - position;
            bar.slice = row.slices[bar.count > 1 ? longestIn(row, position, end) : position];
            bar.x = std::floor(left);
            bar.width = 1;
        }
        found.push_back(bar);
        position += bar.count;
    }
    return found;
}

BarSummary Timeline::summary(const TimelineRow& row, const TimelineBar& bar) const
{
    BarSummary summary;
    for (auto i = bar.first; i < bar.first + bar.count; ++i) {
        const auto duration = m_profile->slices.durationNs[row.slices[i]];
        ++summary.count;
        summary.sumNs += duration;
        summary.longestNs = std::max(summary.longestNs, duration);
    }
    return summary;
}

std::optional<std::uint32_t> Timeline::sliceAt(const TimelineRow& row, std::int64_t timeNs) const
{
    const auto& slices = m_profile->slices;
    const auto found = std::ranges::partition_point(
        row.slices, [&](auto i) { return slices.endNs(i) <= timeNs; });
    if (found == row.slices.end() || slices.startNs[*found] > timeNs)
        return {};
    return *found;
}

std::optional<std::size_t> Timeline::rowOf(std::uint32_t slice) const
{
    const auto& slices = m_profile->slices;
    if (slice >= slices.size() || slices.track[slice] >= m_rowsOfTrack.size())
        return {};
    for (const auto row : m_rowsOfTrack[slices.track[slice]])
        if (std::ranges::binary_search(m_rows[row].slices, slice))
            return row;
    return {};
}

std::optional<std::uint32_t> Timeline::next(std::uint32_t slice) const
{
    const auto row = rowOf(slice);
    if (!row)
        return {};
    const auto& members = m_rows[*row].slices;
    const auto after = std::ranges::upper_bound(members, slice);
    return after == members.end() ? std::nullopt : std::optional(*after);
}

std::optional<std::uint32_t> Timeline::previous(std::uint32_t slice) const
{
    const auto row = rowOf(slice);
    if (!row)
        return {};
    const auto& members = m_rows[*row].slices;
    const auto at = std::ranges::lower_bound(members, slice);
    return at == members.begin() ? std::nullopt : std::optional(*(at - 1));
}

std::optional<std::uint32_t> Timeline::neighbourOfStep(std::uint32_t slice, bool forward) const
{
    const auto& steps = m_profile->slices.step;
    if (slice >= steps.size() || steps[slice] == Slices::none)
        return {};
    for (std::size_t i = slice; forward ? ++i < steps.size() : i-- > 0;)
        if (steps[i] == steps[slice] && m_profile->slices.kind[i] == m_profile->slices.kind[slice])
            return static_cast<std::uint32_t>(i);
    return {};
}

std::optional<std::uint32_t> Timeline::nextOfStep(std::uint32_t slice) const
{
    return neighbourOfStep(slice, true);
}
std::optional<std::uint32_t> Timeline::previousOfStep(std::uint32_t slice) const
{
    return neighbourOfStep(slice, false);
}

std::vector<std::uint32_t> Timeline::slicesOfStep(
    engine::StepId step, const TimeSpan& view, std::size_t limit) const
{
    std::vector<std::uint32_t> found;
    const auto& slices = m_profile->slices;
    for (const auto& row : m_rows) {
        const auto first = std::ranges::partition_point(
            row.slices, [&](auto i) { return slices.endNs(i) <= view.startNs; });
        for (auto i = first;
             i != row.slices.end() && slices.startNs[*i] < view.endNs && found.size() < limit; ++i)
            if (slices.step[*i] == step.value() && step.isValid())
                found.push_back(*i);
    }
    return found;
}

} // namespace profiler
