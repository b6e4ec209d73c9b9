#pragma once

#include "profiler/record/clock.h"
#include "profiler/tables/profile_builder.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace profiler {

/// Log of the work slices of each thread of a team, written by the threads themselves.
///
///     member 0  |== step 3 ==|      |= step 4 =|        the engine thread, then its helpers
///     member 1   |=== step 3 ===|    |= step 4 =|
///
/// Every member has its own lane: chunks of 64 kB, allocated and touched before the run, to which
/// only its thread writes. So recording takes no lock and allocates nothing, and a span costs two
/// clock readings. Spans that find no memory are counted, and the times of the gap are kept.
class WorkLog {
public:
    struct Options {
        /// Number of threads; work of members beyond it counts as dropped.
        std::uint32_t members = 0;
        /// Limit for the spans of all members together. A quarter is allocated at once, up to 4 MiB
        /// per member.
        std::size_t memoryBytes = 0;
        ClockSource clock = clockSource();
    };
    explicit WorkLog(const Options& options);

    /// Begin and end of a work slice. Called on the thread of the member, between two calls of
    /// prepareRun.
    void begin(std::uint32_t member)
    {
        if (member < m_lanes.size())
            m_lanes[member].startTicks = readTicks(m_clock);
    }
    void end(std::uint32_t member, std::uint32_t step)
    {
        if (member < m_lanes.size())
            put(m_lanes[member], { m_lanes[member].startTicks, readTicks(m_clock), step, m_run });
        else
            m_droppedWithoutLane.fetch_add(1, std::memory_order_relaxed);
    }

    /// Prepares the next run. Call between runs, while no member works. Makes room for twice the
    /// spans of the last run, within the memory limit.
    void prepareRun(std::uint32_t run);

    std::uint64_t dropped() const;
    /// True if spans of this run were dropped.
    bool hasGap(std::uint32_t run) const;

    struct Target {
        /// Track of member 0; the others get tracks `worker 1`, `worker 2` ...
        TrackId engineTrack;
        ClockScale scale;
        std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC; times are ns after it
        std::uint32_t firstRun = 0; ///< earlier ones are left out
        std::uint32_t runs = 0; ///< this run and later ones are left out
    };
    /// Adds the recorded spans as work slices (work_slices.h), gaps as Drop slices, and losses.
    /// Call between runs.
    void addTo(ProfileBuilder& builder, const Target& target) const;

private:
    struct Span {
        std::uint64_t startTicks = 0;
        std::uint64_t endTicks = 0;
        std::uint32_t step = 0;
        std::uint32_t run = 0;
    };
    /// Time of the spans of a run for which there was no memory.
    struct Gap {
        std::uint32_t run = 0;
        std::uint64_t firstTicks = 0;
        std::uint64_t lastTicks = 0;
    };
    static constexpr std::size_t chunkBytes = 64 * 1024;
    static constexpr std::size_t spansPerChunk = chunkBytes / sizeof(Span);

    // Log of one thread. Aligned so that no two share a cache line.
    struct alignas(128) Lane {
        std::uint64_t startTicks = 0; ///< of the open span
        Span* next = nullptr;
        Span* end = nullptr;
        std::size_t chunk = 0; ///< chunk that is being filled
        std::vector<std::unique_ptr<Span[]>> chunks;
        std::vector<Gap> gaps; ///< room reserved in prepareRun
        std::uint64_t dropped = 0;
        std::uint64_t before = 0; ///< number of spans of earlier runs
    };

    void put(Lane& lane, const Span& span)
    {
        if (lane.next == lane.end && !nextChunk(lane)) [[unlikely]]
            return drop(lane, span);
        *lane.next++ = span;
    }
    static bool nextChunk(Lane& lane);
    static void drop(Lane& lane, const Span& span);
    static std::uint64_t used(const Lane& lane);
    void addChunks(Lane& lane, std::size_t count);
    static void addLane(
        ProfileBuilder& builder, const Target& target, const Lane& lane, TrackId track);

    ClockSource m_clock;
    std::size_t m_freeChunks; ///< chunks that may still be allocated
    std::uint32_t m_run = 0;
    std::vector<Lane> m_lanes; ///< by member
    std::atomic<std::uint64_t> m_droppedWithoutLane = 0; ///< spans of members that have no lane
};

} // namespace profiler
