#include "profiler/charts/timeline.h"

#include "profiler/tables/partition_near.h"
#include "profiler/tables/work_slices.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace profiler {
namespace {

constexpr std::uint32_t blockSize = 16;
constexpr std::uint32_t startsEvery = 64;
constexpr std::uint16_t noRow = 0xffffu;
constexpr std::size_t deepest = 200; ///< rows per track

RowKind rowKind(const Track& track)
{
    if (track.kind == TrackKind::Run)
        return RowKind::Runs;
    const bool isHost = track.kind == TrackKind::Thread || track.kind == TrackKind::Other;
    return isHost ? RowKind::Steps : RowKind::Device;
}

/// True if the row has only work slices and gaps between them.
bool isWorkOnly(const Slices& slices, const RowSlices& row)
{
    std::uint32_t first = 0;
    while (first < row.size() && slices.kind[row[first]] == SliceKind::Drop)
        ++first;
    return first < row.size() && isWork(slices, row[first]);
}

std::vector<std::int64_t> startsOf(const Slices& slices, const RowSlices& row)
{
    std::vector<std::int64_t> starts;
    starts.reserve((row.size() + startsEvery - 1) / startsEvery);
    for (std::uint32_t i = 0; i < row.size(); i += startsEvery)
        starts.push_back(slices.startNs[row[i]]);
    return starts;
}

std::vector<TimelineRow::Level> pyramidOf(const Slices& slices, const RowSlices& row)
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

/// Rows of one track under construction.
struct TrackRows {
    std::vector<RowSlices> rows;
    std::vector<std::int64_t> ends; ///< end of the last slice in each row
};

/// Sorts slices by track and depth. Spans that cross (in imported traces) cannot share a row: they
/// move down to the first free one.
std::vector<TrackRows> rowsOf(const Profile& profile)
{
    const auto& slices = profile.slices;
    std::vector<TrackRows> found(profile.tracks.size());
    std::vector<std::uint8_t> depth(slices.parent.size(), 0);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (slices.track[i] >= found.size())
            continue;
        auto& [rows, ends] = found[slices.track[i]];
        const auto outer = slices.parentOf(i);
        std::size_t level = outer == Slices::none ? 0 : depth[outer] + 1u;
        while (level < ends.size() && ends[level] > slices.startNs[i])
            ++level;
        if (level >= deepest)
            continue;
        if (rows.size() <= level) {
            rows.resize(level + 1);
            ends.resize(level + 1, std::numeric_limits<std::int64_t>::min());
        }
        if (!depth.empty())
            depth[i] = static_cast<std::uint8_t>(level);
        ends[level] = slices.endNs(i);
        rows[level].add(i);
    }
    return found;
}

} // namespace

void RowSlices::add(std::uint32_t slice)
{
    if (m_count == 0)
        m_first = slice;
    const bool follows = slice == m_first + m_count;
    if (m_list.empty() && !follows) {
        m_list.resize(m_count);
        std::iota(m_list.begin(), m_list.end(), m_first);
    }
    if (!m_list.empty() || !follows)
        m_list.push_back(slice);
    ++m_count;
}

std::uint32_t RowSlices::positionOf(std::uint32_t slice) const
{
    if (m_list.empty())
        return std::min(slice > m_first ? slice - m_first : 0, m_count);
    return static_cast<std::uint32_t>(std::ranges::lower_bound(m_list, slice) - m_list.begin());
}

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
    auto found = rowsOf(*m_profile);
    const auto& slices = m_profile->slices;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        m_extent.endNs = std::max(m_extent.endNs, slices.endNs(i));
        m_extent.startNs
            = i == 0 ? slices.startNs[i] : std::min(m_extent.startNs, slices.startNs[i]);
    }
    m_extent.endNs = std::max(m_extent.endNs, m_extent.startNs + 1);
    for (std::uint32_t t = 0; t < found.size(); ++t) {
        auto& rows = found[t].rows;
        auto kind = rowKind(m_profile->tracks[t]);
        if (kind == RowKind::Steps && !rows.empty() && isWorkOnly(slices, rows.front()))
            kind = RowKind::Work;
        for (std::uint32_t level = 0; level < rows.size() && m_rows.size() + 1 < noRow; ++level) {
            const auto& track = m_profile->tracks[t];
            TimelineRow row;
            row.kind = kind;
            row.track = TrackId(t);
            row.depth = level;
            row.label = level == 0 ? std::string(m_profile->text(track.name)) : std::string();
            row.group = std::string(m_profile->text(track.process));
            row.startsNs = startsOf(slices, rows[level]);
            row.longest = pyramidOf(slices, rows[level]);
            row.slices = std::move(rows[level]);
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
        // Goes up as long as a complete block of the next level lies inside.
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

/// Returns the position of the first slice of `[from, last)` that begins at a time or later. It is
/// expected about `near` positions after `from`.
std::uint32_t Timeline::firstFrom(const TimelineRow& row, std::int64_t timeNs, std::uint32_t from,
    std::uint32_t last, std::uint32_t near) const
{
    const auto& starts = row.startsNs;
    // Only blocks after `from` and before `last`.
    const auto block = partitionNear(from / startsEvery + 1,
        std::max(from / startsEvery + 1, (last + startsEvery - 1) / startsEvery),
        near / startsEvery, [&](std::size_t i) { return starts[i] < timeNs; });
    const auto begin = std::max<std::size_t>(from, (block - 1) * startsEvery);
    const auto end = std::min<std::size_t>(last, block * startsEvery);
    const auto& times = m_profile->slices.startNs;
    return static_cast<std::uint32_t>(partitionNear(begin, std::max(begin, end),
        std::min(near, startsEvery), [&](std::size_t i) { return times[row.slices[i]] < timeNs; }));
}

std::vector<TimelineBar> Timeline::bars(
    const TimelineRow& row, const TimeSpan& view, double pixels) const
{
    std::vector<TimelineBar> found;
    const auto& slices = m_profile->slices;
    const auto count = row.slices.size();
    auto position = firstAfter(row, view.startNs);
    const auto last = firstFrom(row, view.endNs, position, count, count);
    std::uint32_t usual = 1; // spans per pixel
    while (position < last) {
        const auto slice = row.slices[position];
        const auto left = std::max(0.0, pixelOf(view, pixels, slices.startNs[slice]));
        const auto right = std::min(pixels, pixelOf(view, pixels, slices.endNs(slice)));
        TimelineBar bar { left, std::max(1.0, right - left), slice, position, 1 };
        if (right - left < 1) {
            // All short spans that begin in this pixel become one bar; a long one ends it.
            const auto pixelEnd = timeAt(view, pixels, std::floor(left) + 1);
            auto end = std::max(position + 1, firstFrom(row, pixelEnd, position, last, usual));
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

std::uint32_t Timeline::firstAfter(const TimelineRow& row, std::int64_t timeNs) const
{
    const auto& slices = m_profile->slices;
    return static_cast<std::uint32_t>(partitionNear(0, row.slices.size(), row.slices.size(),
        [&](std::size_t i) { return slices.endNs(row.slices[i]) <= timeNs; }));
}

std::optional<std::uint32_t> Timeline::sliceAt(const TimelineRow& row, std::int64_t timeNs) const
{
    const auto position = firstAfter(row, timeNs);
    if (position == row.slices.size() || m_profile->slices.startNs[row.slices[position]] > timeNs)
        return {};
    return row.slices[position];
}

const TimelineRow* Timeline::largestRow(RowKind kind) const
{
    const TimelineRow* found = nullptr;
    for (const auto& row : m_rows)
        if (row.kind == kind && row.depth == 0
            && (found == nullptr || row.slices.size() > found->slices.size()))
            found = &row;
    return found;
}

std::optional<std::size_t> Timeline::rowOf(std::uint32_t slice) const
{
    const auto& slices = m_profile->slices;
    if (slice >= slices.size() || slices.track[slice] >= m_rowsOfTrack.size())
        return {};
    for (const auto row : m_rowsOfTrack[slices.track[slice]])
        if (m_rows[row].slices.contains(slice))
            return row;
    return {};
}

std::optional<std::uint32_t> Timeline::neighbour(std::uint32_t slice, bool forward) const
{
    const auto row = rowOf(slice);
    if (!row)
        return {};
    const auto& members = m_rows[*row].slices;
    const auto at = members.positionOf(slice);
    if (forward ? at + 1 >= members.size() : at == 0)
        return {};
    return members[forward ? at + 1 : at - 1];
}

std::optional<std::uint32_t> Timeline::neighbourOfStep(std::uint32_t slice, bool forward) const
{
    const auto& slices = m_profile->slices;
    const auto& steps = slices.step;
    if (slice >= steps.size() || steps[slice] == Slices::none)
        return {};
    const bool isPart = slices.kind[slice] == SliceKind::Phase;
    const auto isAlike = [&](std::size_t i) {
        return steps[i] == steps[slice] && slices.kind[i] == slices.kind[slice]
            && (!isPart
                || (slices.phase[i] == slices.phase[slice]
                    && slices.track[i] == slices.track[slice]));
    };
    for (std::size_t i = slice; forward ? ++i < steps.size() : i-- > 0;)
        if (isAlike(i))
            return static_cast<std::uint32_t>(i);
    return {};
}

std::vector<std::uint32_t> Timeline::slicesOfStep(
    engine::StepId step, const TimeSpan& view, std::size_t limit) const
{
    std::vector<std::uint32_t> found;
    const auto& slices = m_profile->slices;
    for (const auto& row : m_rows) {
        for (auto i = firstAfter(row, view.startNs); i < row.slices.size() && found.size() < limit;
             ++i) {
            const auto slice = row.slices[i];
            if (slices.startNs[slice] >= view.endNs)
                break;
            if (slices.step[slice] == step.value() && step.isValid())
                found.push_back(slice);
        }
    }
    return found;
}

std::vector<bool> Timeline::stepsIn(const TimeSpan& view) const
{
    const auto& slices = m_profile->slices;
    std::vector<bool> found(m_profile->steps.size(), false);
    auto missing = found.size();
    for (const auto& row : m_rows) {
        for (auto i = firstAfter(row, view.startNs); i < row.slices.size() && missing > 0; ++i) {
            const auto slice = row.slices[i];
            if (slices.startNs[slice] >= view.endNs)
                break;
            const auto step = slices.step[slice];
            if (step == Slices::none || found[step])
                continue;
            found[step] = true;
            --missing;
        }
    }
    return found;
}

} // namespace profiler
