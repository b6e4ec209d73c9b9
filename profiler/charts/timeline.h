#pragma once

#include "profiler/tables/profile.h"
#include "profiler/tables/time_span.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Geometry of the timeline without any drawing.
///
/// A row has spans that do not overlap, in order of time, so both their starts and their ends
/// ascend. Visible spans are found by two binary searches, and spans of one pixel by one more,
/// independent of the size of the profile. These searches first use the starts of every 64th span,
/// which fit into a processor's cache. A pyramid over the durations finds the longest of the merged
/// spans, which gives the bar its colour.
///
///     track "CPU main"   depth 0  |== Loop ==========|== Conv ==|
///                        depth 1   |=Add=| |=Mul=|
///
/// There is one row per track and depth.

enum class RowKind {
    Runs,
    Steps,
    Work, ///< work slices of a thread, for steps that ran on another thread (work_slices.h)
    Device, ///< device work, or host calls for a device: see the kind of the track
};

/// Ascending indices of slices. In most rows they are consecutive: then only the first one is
/// stored, and a row of ten million slices takes no memory.
class RowSlices {
public:
    /// Appends a slice. `slice` must be larger than all before.
    void add(std::uint32_t slice);

    std::uint32_t size() const { return m_count; }
    bool isEmpty() const { return m_count == 0; }
    std::uint32_t operator[](std::size_t position) const
    {
        return m_list.empty() ? m_first + static_cast<std::uint32_t>(position) : m_list[position];
    }
    /// Returns the position of the first slice that is not below this one.
    std::uint32_t positionOf(std::uint32_t slice) const;
    bool contains(std::uint32_t slice) const
    {
        const auto position = positionOf(slice);
        return position < m_count && (*this)[position] == slice;
    }

private:
    std::uint32_t m_first = 0;
    std::uint32_t m_count = 0;
    std::vector<std::uint32_t> m_list; // empty as long as they are consecutive
};

struct TimelineRow {
    RowKind kind = RowKind::Steps;
    TrackId track;
    std::uint32_t depth = 0; ///< 0 = outermost
    std::string label; ///< plain text; empty for deeper rows
    std::string group; ///< `CPU`, `GPU 0`
    RowSlices slices; ///< they do not overlap
    std::vector<std::int64_t> startsNs; ///< start of every 64th slice, the first included
    /// The longest span of each block of 16 spans, then of each 16 blocks, and so on.
    struct Level {
        std::vector<std::uint32_t> position; ///< in `slices`
        std::vector<std::int64_t> durationNs;
    };
    std::vector<Level> longest;
};

/// A rectangle. Merged if several spans share the pixel; `slice` is then the longest of them.
struct TimelineBar {
    double x = 0;
    double width = 0;
    std::uint32_t slice = 0;
    std::uint32_t first = 0; ///< positions in TimelineRow::slices
    std::uint32_t count = 1;
    bool isMerged() const { return count > 1; }
};

/// Figures of a merged bar for its tool tip.
struct BarSummary {
    std::uint32_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t longestNs = 0;
};

class Timeline {
public:
    /// Builds the rows of a profile: runs first, then each track by depth.
    static std::shared_ptr<const Timeline> build(std::shared_ptr<const Profile> profile);

    const Profile& profile() const { return *m_profile; }
    const std::vector<TimelineRow>& rows() const { return m_rows; }
    /// Returns the span from the first start to the last end; at least 1 ns long.
    TimeSpan extent() const { return m_extent; }
    TimeSpan spanOf(std::uint32_t slice) const;
    TimeSpan spanOfRun(std::uint32_t run) const;

    /// Returns the bars of a row in order, at most one per pixel and each at least one pixel wide.
    /// Spans that only touch the view are left out.
    std::vector<TimelineBar> bars(
        const TimelineRow& row, const TimeSpan& view, double pixels) const;
    BarSummary summary(const TimelineRow& row, const TimelineBar& bar) const;

    /// Returns the position of the row's first slice that ends after a time; the number of slices
    /// if there is none.
    std::uint32_t firstAfter(const TimelineRow& row, std::int64_t timeNs) const;
    /// Returns the slice at a time; nothing if there is none.
    std::optional<std::uint32_t> sliceAt(const TimelineRow& row, std::int64_t timeNs) const;
    /// Returns the outermost row of this kind with the most slices; null if there is none.
    const TimelineRow* largestRow(RowKind kind) const;
    /// Returns the row of a slice; nothing for slices that are not drawn (phases are drawn).
    std::optional<std::size_t> rowOf(std::uint32_t slice) const;
    /// Returns the neighbour in the same row.
    std::optional<std::uint32_t> next(std::uint32_t slice) const { return neighbour(slice, true); }
    std::optional<std::uint32_t> previous(std::uint32_t slice) const
    {
        return neighbour(slice, false);
    }
    /// Returns the next or previous execution of the same step, in any row.
    std::optional<std::uint32_t> nextOfStep(std::uint32_t slice) const
    {
        return neighbourOfStep(slice, true);
    }
    std::optional<std::uint32_t> previousOfStep(std::uint32_t slice) const
    {
        return neighbourOfStep(slice, false);
    }
    /// Returns the slices of a step that overlap the view, at most `limit`.
    std::vector<std::uint32_t> slicesOfStep(
        engine::StepId step, const TimeSpan& view, std::size_t limit = 10'000) const;

    /// Returns by step whether one of its slices overlaps the view, in any run.
    std::vector<bool> stepsIn(const TimeSpan& view) const;

private:
    explicit Timeline(std::shared_ptr<const Profile> profile);
    void buildRows();
    std::optional<std::uint32_t> neighbour(std::uint32_t slice, bool forward) const;
    std::optional<std::uint32_t> neighbourOfStep(std::uint32_t slice, bool forward) const;
    std::uint32_t longestIn(const TimelineRow& row, std::uint32_t first, std::uint32_t last) const;
    std::uint32_t firstFrom(const TimelineRow& row, std::int64_t timeNs, std::uint32_t from,
        std::uint32_t last, std::uint32_t near) const;

    std::shared_ptr<const Profile> m_profile;
    std::vector<TimelineRow> m_rows;
    std::vector<std::vector<std::uint16_t>> m_rowsOfTrack;
    TimeSpan m_extent;
};

} // namespace profiler
