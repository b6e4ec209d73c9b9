#include "profiler/record/work_log.h"

#include <algorithm>
#include <string>

namespace profiler {
namespace {

constexpr std::size_t reservedPerMember = std::size_t(4) << 20;

} // namespace

WorkLog::WorkLog(const Options& options)
    : m_clock(options.clock)
    , m_freeChunks(std::max<std::size_t>(options.members, options.memoryBytes / chunkBytes))
    , m_lanes(options.members)
{
    // Only the first run is limited to this; prepareRun makes room for later ones.
    const auto share = options.memoryBytes / 4 / std::max(options.members, 1U);
    const auto reserved = std::max<std::size_t>(1, std::min(share, reservedPerMember) / chunkBytes);
    for (auto& lane : m_lanes) {
        addChunks(lane, reserved);
        lane.next = lane.chunks.front().get();
        lane.end = lane.next + spansPerChunk;
        lane.gaps.reserve(16);
    }
}

void WorkLog::addChunks(Lane& lane, std::size_t count)
{
    for (; count > 0 && m_freeChunks > 0; --count, --m_freeChunks) {
        // make_unique writes every byte, so no page fault happens during the run.
        lane.chunks.push_back(std::make_unique<Span[]>(spansPerChunk));
    }
}

std::uint64_t WorkLog::used(const Lane& lane)
{
    return lane.chunk * spansPerChunk
        + static_cast<std::uint64_t>(lane.next - lane.chunks[lane.chunk].get());
}

void WorkLog::prepareRun(std::uint32_t run)
{
    m_run = run;
    for (auto& lane : m_lanes) {
        const auto now = used(lane);
        const auto lastRun = now - lane.before;
        if (lane.chunks.size() * spansPerChunk - now < 2 * lastRun)
            addChunks(lane, 1 + 2 * lastRun / spansPerChunk);
        if (lane.gaps.size() == lane.gaps.capacity())
            lane.gaps.reserve(lane.gaps.size() * 2);
        lane.before = now;
    }
}

bool WorkLog::nextChunk(Lane& lane)
{
    if (lane.chunk + 1 == lane.chunks.size())
        return false;
    ++lane.chunk;
    lane.next = lane.chunks[lane.chunk].get();
    lane.end = lane.next + spansPerChunk;
    return true;
}

void WorkLog::drop(Lane& lane, const Span& span)
{
    ++lane.dropped;
    if (lane.gaps.empty() || lane.gaps.back().run != span.run) {
        if (lane.gaps.size() == lane.gaps.capacity())
            return; // only if prepareRun was not called; the count above is correct
        lane.gaps.push_back({ span.run, span.startTicks, span.endTicks });
    }
    lane.gaps.back().lastTicks = span.endTicks;
}

std::uint64_t WorkLog::dropped() const
{
    auto sum = m_droppedWithoutLane.load(std::memory_order_relaxed);
    for (const auto& lane : m_lanes)
        sum += lane.dropped;
    return sum;
}

bool WorkLog::hasGap(std::uint32_t run) const
{
    return std::ranges::any_of(m_lanes, [run](const Lane& lane) {
        return std::ranges::find(lane.gaps, run, &Gap::run) != lane.gaps.end();
    });
}

void WorkLog::addLane(
    ProfileBuilder& builder, const Target& target, const Lane& lane, TrackId track)
{
    SliceRow row;
    row.track = track;
    const auto add = [&](std::uint32_t run, std::uint64_t startTicks, std::uint64_t endTicks) {
        if (run < target.firstRun || run >= target.runs)
            return;
        row.run = run;
        row.startNs = target.scale.toNs(startTicks) - target.zeroNs;
        row.durationNs = target.scale.toNs(endTicks) - target.zeroNs - row.startNs;
        builder.addSlice(row);
    };
    row.kind = SliceKind::Phase;
    row.phase = engine::Phase::Kernel;
    const auto count = used(lane);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto& span = lane.chunks[i / spansPerChunk][i % spansPerChunk];
        row.step = span.step;
        add(span.run, span.startTicks, span.endTicks);
    }
    row.kind = SliceKind::Drop;
    row.step = Slices::none;
    for (const auto& gap : lane.gaps) {
        add(gap.run, gap.firstTicks, gap.lastTicks);
        if (gap.run < builder.profile().runs.size())
            builder.profile().runs[gap.run].hasGap = true;
    }
}

void WorkLog::addTo(ProfileBuilder& builder, const Target& target) const
{
    builder.profile().losses.dropped += dropped();
    for (std::size_t member = 0; member < m_lanes.size(); ++member) {
        const auto track = member == 0
            ? target.engineTrack
            : builder.addTrack("worker " + std::to_string(member), "CPU", TrackKind::Thread);
        addLane(builder, target, m_lanes[member], track);
    }
}

} // namespace profiler
