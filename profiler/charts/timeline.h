#pragma once

#include "profiler/tables/profile.h"
#include "profiler/tables/time_span.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace profiler {

/// Geometry of the timeline without any drawing.
///
/// A row holds spans that do not overlap, in order of time, so both their starts and their ends
/// ascend: what is visible is found by two binary searches, and what falls into one pixel by one
/// more, however many spans a profile has. Those search the starts of every 64th span first, which
/// a processor's cache holds. A pyramid over the durations answers which of the merged spans is the
/// longest, because that one gives the bar its colour.
///
///     track "CPU main"   depth 0  |== Loop ==========|== Conv ==|       one row per track and
///     depth
///                        depth 1   |=Add=| |=Mul=|

enum class RowKind {
    Runs,
    Steps,
    Work, ///< what a thread did of the work of steps that ran on another one (work_slices.h)
    Device, ///< what a device did, and what the host did for it: the track's kind says which
};

/// Ascending numbers of slices. Those of most rows follow each other without a gap: then only the
/// first is kept, and a row of ten million costs nothing.
class RowSlices {
public:
    /// `slice` is larger than all before.
    void add(std::uint32_t slice);

    std::uint32_t size() const { return m_count; }
    bool isEmpty() const { return m_count == 0; }
    std::uint32_t operator[](std::size_t position) const
    {
        return m_list.empty() ? m_first + static_cast<std::uint32_t>(position) : m_list[position];
    }
    /// Position of the first slice that is not below this one.
    std::uint32_t positionOf(std::uint32_t slice) const;
    bool contains(std::uint32_t slice) const
    {
        const auto position = positionOf(slice);
        return position < m_count && (*this)[position] == slice;
    }

private:
    std::uint32_t m_first = 0;
    std::uint32_t m_count = 0;
    std::vector<std::uint32_t> m_list; // empty while they follow each other
};

struct TimelineRow {
    RowKind kind = RowKind::Steps;
    TrackId track;
    std::uint32_t depth = 0; ///< 0 = outermost
    std::string label; ///< plain text; empty for deeper rows
    std::string group; ///< `CPU`, `GPU 0`
    RowSlices slices; ///< they do not overlap
    std::vector<std::int64_t> startsNs; ///< of every 64th of them, the first included
    /// The longest span of each block of 16, then of each 16 blocks, and so on.
    struct Level {
        std::vector<std::uint32_t> position; ///< in `slices`
        std::vector<std::int64_t> durationNs;
    };
    std::vector<Level> longest;
};

/// One rectangle. Merged: several spans share the pixel; `slice` is then the longest of them.
struct TimelineBar {
    double x = 0;
    double width = 0;
    std::uint32_t slice = 0;
    std::uint32_t first = 0; ///< positions in TimelineRow::slices
    std::uint32_t count = 1;
    bool isMerged() const { return count > 1; }
};

/// What a merged bar stands for, for its tool tip.
struct BarSummary {
    std::uint32_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
};

class Timeline {
public:
    /// Rows of the whole profile: runs first, then each track by depth.
    static std::shared_ptr<const Timeline> build(std::shared_ptr<const Profile> profile);

    const Profile& profile() const { return *m_profile; }
    const std::vector<TimelineRow>& rows() const { return m_rows; }
    /// First start to last end; at least 1 ns long.
    TimeSpan whole() const { return m_whole; }
    TimeSpan spanOf(std::uint32_t slice) const;
    TimeSpan spanOfRun(std::uint32_t run) const;

    /// At most one bar per pixel, bars at least one pixel wide, in order; spans that only touch the
    /// view are not in it.
    std::vector<TimelineBar> bars(
        const TimelineRow& row, const TimeSpan& view, double pixels) const;
    BarSummary summary(const TimelineRow& row, const TimelineBar& bar) const;

    /// Position of the row's first slice that ends after a time; their number if there is none.
    std::uint32_t firstAfter(const TimelineRow& row, std::int64_t timeNs) const;
    /// Bar under a position; nothing beside bars.
    std::optional<std::uint32_t> sliceAt(const TimelineRow& row, std::int64_t timeNs) const;
    /// Row of a slice; nothing for slices that are not drawn (phases are).
    std::optional<std::size_t> rowOf(std::uint32_t slice) const;
    /// Neighbour in the same row.
    std::optional<std::uint32_t> next(std::uint32_t slice) const;
    std::optional<std::uint32_t> previous(std::uint32_t slice) const;
    /// Next or previous execution of the same step, anywhere.
    std::optional<std::uint32_t> nextOfStep(std::uint32_t slice) const;
    std::optional<std::uint32_t> previousOfStep(std::uint32_t slice) const;
    /// Slices of a step that overlap the view, at most `limit`.
    std::vector<std::uint32_t> slicesOfStep(
        engine::StepId step, const TimeSpan& view, std::size_t limit = 10'000) const;

    /// By step: whether one of its slices overlaps the view, in whichever run.
    std::vector<bool> stepsIn(const TimeSpan& view) const;

private:
    explicit Timeline(std::shared_ptr<const Profile> profile);
    void buildRows();
    std::optional<std::uint32_t> neighbourOfStep(std::uint32_t slice, bool forward) const;
    std::uint32_t longestIn(const TimelineRow& row, std::uint32_t first, std::uint32_t last) const;
    std::uint32_t firstFrom(const TimelineRow& row, std::int64_t timeNs, std::uint32_t from,
        std::uint32_t last, std::uint32_t near) const;

    std::shared_ptr<const Profile> m_profile;
    std::vector<TimelineRow> m_rows;
    std::vector<std::vector<std::uint16_t>> m_rowsOfTrack;
    TimeSpan m_whole;
};

} // namespace profiler
