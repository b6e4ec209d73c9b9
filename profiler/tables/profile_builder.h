#pragma once

#include "profiler/tables/profile.h"

#include <memory>

namespace profiler {

/// Most that a time may differ from 0, and most that the durations of all slices may add up to: 73
/// years. Sums of three such times still fit into 64 bits.
constexpr std::int64_t maxTimeNs = std::int64_t(1) << 61;

/// One span, as given to a ProfileBuilder.
struct SliceRow {
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    std::uint32_t step = Slices::none;
    std::uint32_t run = Slices::none;
    TrackId track;
    SliceKind kind = SliceKind::Step;
    engine::Phase phase = engine::Phase::Kernel;
    std::uint32_t correlation = 0;
    std::uint32_t detail = Slices::none; ///< row of Profile::device
};
/// The span of a whole run. `index` is its position in Profile::runs.
inline SliceRow runRow(const Run& run, std::uint32_t index, TrackId track)
{
    return { run.startNs, run.wallNs, Slices::none, index, track, SliceKind::Run };
}

/// Collects the tables of a Profile in any order. `build` sorts the slices, finds their parents and
/// corrects errors of foreign or damaged sources. Profile::losses counts the corrections: ids out
/// of range become none, negative durations become 0, times beyond maxTimeNs become maxTimeNs,
/// and a child that ends up to 1 µs after its parent is cut. Such children come from nanosecond
/// clocks whose times are stored in microseconds.
class ProfileBuilder {
public:
    ProfileBuilder();
    /// Continues with the given tables.
    explicit ProfileBuilder(Profile tables);

    StringId text(std::string_view words) { return m_profile->strings.intern(words); }
    /// The tables, for direct filling of all but the slices.
    Profile& profile() { return *m_profile; }

    TrackId addTrack(std::string_view name, std::string_view process, TrackKind kind);
    engine::StepId addStep(Step step);
    void reserveSlices(std::size_t count);
    void addSlice(const SliceRow& row);
    std::size_t sliceCount() const { return m_profile->slices.size(); }

    std::shared_ptr<const Profile> build() &&;

private:
    void clearInvalidIds();
    void limitTimes();
    void sortSlices();
    void findParents();

    std::unique_ptr<Profile> m_profile;
};

} // namespace profiler
