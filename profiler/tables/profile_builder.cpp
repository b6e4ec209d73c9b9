#include "profiler/tables/profile_builder.h"

#include "profiler/tables/merge_pieces.h"

#include <algorithm>
#include <numeric>

namespace profiler {
namespace {

constexpr std::int64_t overhangNs = 1000;

template <typename Column>
void permute(Column& column, std::span<const std::uint32_t> order)
{
    if (column.empty())
        return;
    Column sorted;
    sorted.reserve(column.size());
    for (const auto i : order)
        sorted.push_back(column[i]);
    column = std::move(sorted);
}

bool isBefore(const Slices& slices, std::size_t a, std::size_t b)
{
    if (slices.track[a] != slices.track[b])
        return slices.track[a] < slices.track[b];
    if (slices.startNs[a] != slices.startNs[b])
        return slices.startNs[a] < slices.startNs[b];
    if (slices.durationNs[a] != slices.durationNs[b])
        return slices.durationNs[a] > slices.durationNs[b];
    return slices.kind[a] < slices.kind[b]; // a run comes before its step, a step before its phase
}

/// Fills an optional column with `value` for the slices so far, before the first entry is appended.
void begin(std::vector<std::uint32_t>& column, const Slices& slices, std::uint32_t value)
{
    if (!column.empty() || slices.size() == 0)
        return;
    column.reserve(slices.startNs.capacity());
    column.resize(slices.size(), value);
}

/// Returns the order by track, unchanged within a track. Rows of one track mostly come in order of
/// time, rows of different tracks do not.
std::vector<std::uint32_t> orderByTrack(const Slices& slices)
{
    std::vector<std::uint32_t> next(1, 0); // position of the next row of each track
    for (const auto track : slices.track) {
        if (track + std::size_t(2) > next.size())
            next.resize(track + std::size_t(2), 0);
        ++next[track + 1u];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> order(slices.size());
    for (std::uint32_t i = 0; i < slices.size(); ++i)
        order[next[slices.track[i]]++] = i;
    return order;
}

} // namespace

ProfileBuilder::ProfileBuilder()
    : m_profile(std::make_unique<Profile>())
{
}

ProfileBuilder::ProfileBuilder(Profile tables)
    : m_profile(std::make_unique<Profile>(std::move(tables)))
{
}

TrackId ProfileBuilder::addTrack(std::string_view name, std::string_view process, TrackKind kind)
{
    m_profile->tracks.push_back({ text(name), text(process), kind });
    return TrackId(m_profile->tracks.size() - 1);
}

engine::StepId ProfileBuilder::addStep(Step step)
{
    m_profile->steps.push_back(std::move(step));
    return engine::StepId(m_profile->steps.size() - 1);
}

void ProfileBuilder::reserveSlices(std::size_t count)
{
    auto& slices = m_profile->slices;
    slices.startNs.reserve(count);
    slices.durationNs.reserve(count);
    slices.step.reserve(count);
    slices.run.reserve(count);
    slices.track.reserve(count);
    slices.kind.reserve(count);
    slices.phase.reserve(count);
}

void ProfileBuilder::addSlice(const SliceRow& row)
{
    auto& slices = m_profile->slices;
    if (row.correlation != 0)
        begin(slices.correlation, slices, 0);
    if (row.correlation != 0 || !slices.correlation.empty())
        slices.correlation.push_back(row.correlation);
    if (row.detail != Slices::none)
        begin(slices.detail, slices, Slices::none);
    if (row.detail != Slices::none || !slices.detail.empty())
        slices.detail.push_back(row.detail);
    slices.startNs.push_back(row.startNs);
    slices.durationNs.push_back(row.durationNs);
    slices.step.push_back(row.step);
    slices.run.push_back(row.run);
    slices.track.push_back(static_cast<std::uint16_t>(row.track.value()));
    slices.kind.push_back(row.kind);
    slices.phase.push_back(row.phase);
}

void ProfileBuilder::clearInvalidIds()
{
    auto& slices = m_profile->slices;
    auto& losses = m_profile->losses;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices.step[i] != Slices::none && slices.step[i] >= m_profile->steps.size()) {
            slices.step.set(i, Slices::none);
            ++losses.unbalanced;
        }
        if (slices.run[i] != Slices::none && slices.run[i] >= m_profile->runs.size()) {
            slices.run.set(i, Slices::none);
            ++losses.unbalanced;
        }
        if (!slices.detail.empty() && slices.detail[i] != Slices::none
            && !m_profile->device.has(slices.detail[i])) {
            slices.detail[i] = Slices::none;
            ++losses.unbalanced;
        }
    }
}

/// Makes sure that no sum of times of this profile leaves the range of 64 bits.
void ProfileBuilder::limitTimes()
{
    auto& losses = m_profile->losses;
    const auto limited = [&](std::int64_t time, std::int64_t least, std::int64_t most) {
        const auto inRange = std::clamp(time, least, most);
        losses.clamped += inRange != time ? 1 : 0;
        return inRange;
    };
    auto& slices = m_profile->slices;
    auto left = maxTimeNs; // of the sum of all durations
    for (std::size_t i = 0; i < slices.size(); ++i) {
        slices.startNs[i] = limited(slices.startNs[i], -maxTimeNs, maxTimeNs);
        const auto duration = slices.durationNs[i];
        if (const auto inRange = limited(duration, 0, left); inRange != duration)
            slices.durationNs.set(i, inRange);
        left -= slices.durationNs[i];
    }
    for (auto& run : m_profile->runs) {
        run.startNs = limited(run.startNs, -maxTimeNs, maxTimeNs);
        run.wallNs = limited(run.wallNs, -maxTimeNs, maxTimeNs);
        run.handoverNs = limited(run.handoverNs, -maxTimeNs, maxTimeNs);
    }
    for (auto& series : m_profile->counters)
        for (auto& time : series.timeNs)
            time = limited(time, -maxTimeNs, maxTimeNs);
}

void ProfileBuilder::sortSlices()
{
    auto& slices = m_profile->slices;
    std::size_t sorted = 1;
    while (sorted < slices.size() && !isBefore(slices, sorted, sorted - 1))
        ++sorted;
    if (sorted >= slices.size())
        return;
    auto order = orderByTrack(slices);
    for (auto first = order.begin(); first != order.end();) {
        const auto last = std::ranges::partition_point(
            first, order.end(), [&](auto i) { return slices.track[i] == slices.track[*first]; });
        mergePieces(std::span(first, last), [&](auto a, auto b) { return isBefore(slices, a, b); });
        first = last;
    }
    permute(slices.startNs, order);
    permute(slices.durationNs, order);
    permute(slices.step, order);
    permute(slices.run, order);
    permute(slices.track, order);
    permute(slices.kind, order);
    permute(slices.phase, order);
    permute(slices.correlation, order);
    permute(slices.detail, order);
}

void ProfileBuilder::findParents()
{
    auto& slices = m_profile->slices;
    slices.parent.clear();
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (i > 0 && slices.track[i] != slices.track[i - 1])
            open.clear();
        while (!open.empty() && slices.endNs(open.back()) <= slices.startNs[i])
            open.pop_back();
        // Times from a device tracer are exact. Neighbours on a stream may touch or overlap a
        // little, so they are not cut. Runs overlap if several requests run at the same time.
        const bool isExact = slices.kind[i] == SliceKind::Run
            || (!slices.detail.empty() && slices.detail[i] != Slices::none);
        if (!open.empty() && !isExact) {
            const auto over = slices.endNs(i) - slices.endNs(open.back());
            if (over > 0 && over <= overhangNs && over <= slices.durationNs[i]) {
                slices.durationNs.set(i, slices.durationNs[i] - over);
                ++m_profile->losses.clamped;
            }
        }
        // A slice that crosses the end of its neighbour gets as parent the innermost slice that
        // contains it completely.
        while (!open.empty() && slices.endNs(open.back()) < slices.endNs(i))
            open.pop_back();
        if (!open.empty()) {
            if (slices.parent.empty())
                slices.parent.assign(slices.size(), Slices::none);
            slices.parent[i] = open.back();
        }
        if (slices.durationNs[i] > 0)
            open.push_back(i);
    }
}

std::shared_ptr<const Profile> ProfileBuilder::build() &&
{
    clearInvalidIds();
    limitTimes();
    sortSlices();
    findParents();
    return std::shared_ptr<const Profile>(std::move(m_profile));
}

} // namespace profiler
