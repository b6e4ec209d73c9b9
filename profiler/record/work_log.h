#pragma once

#include "profiler/record/clock.h"
#include "profiler/tables/profile_builder.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace profiler {

/// What each thread of a team worked at, written down by the threads themselves.
///
///     member 0  |== step 3 ==|      |= step 4 =|        the engine thread, then its helpers
///     member 1   |=== step 3 ===|    |= step 4 =|
///
/// Every member has a lane of its own: chunks of 64 kB, allocated and touched before the run, that
/// no other thread writes to. So there is no lock and no allocation on the way, and a span costs
/// two clock readings. What finds no room is counted, with its place in time.
class WorkLog {
public:
    struct Options {
        std::uint32_t members = 0; ///< what others do is counted as dropped
        std::size_t memoryBytes = 0; ///< most that spans may take, of all members together; a
                                     ///< quarter is taken at once (up to 4 MiB per member)
        ClockSource clock = clockSource();
    };
    explicit WorkLog(const Options& options);

    /// On the thread of the member, between two calls of prepareRun.
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
            m_strangers.fetch_add(1, std::memory_order_relaxed);
    }

    /// Between runs, while no member works: what comes belongs to this run; there is room for twice
    /// what the last one had, as far as the memory goes.
    void prepareRun(std::uint32_t run);

    std::uint64_t recorded() const;
    std::uint64_t dropped() const;
    /// Whether spans of this run were dropped.
    bool hasGap(std::uint32_t run) const;

    struct Target {
        TrackId engineTrack; ///< of member 0; the others get tracks `worker 1`, `worker 2` ...
        ClockScale scale;
        std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC; times become ns after it
        std::uint32_t firstRun = 0; ///< earlier ones are left out
        std::uint32_t runs = 0; ///< so are this one and later ones
    };
    /// Adds what was recorded as slices (work_slices.h), gaps as Drop slices, losses. Between runs.
    void addTo(ProfileBuilder& builder, const Target& target) const;

private:
    struct Span {
        std::uint64_t startTicks = 0;
        std::uint64_t endTicks = 0;
        std::uint32_t step = 0;
        std::uint32_t run = 0;
    };
    /// Spans that found no room, by run.
    struct Gap {
        std::uint32_t run = 0;
        std::uint64_t firstTicks = 0;
        std::uint64_t lastTicks = 0;
    };
    static constexpr std::size_t chunkBytes = 64 * 1024;
    static constexpr std::size_t spansPerChunk = chunkBytes / sizeof(Span);

    // Of one thread: no two share a cache line.
    struct alignas(128) Lane {
        std::uint64_t startTicks = 0; ///< of the span that is open
        Span* next = nullptr;
        Span* end = nullptr;
        std::size_t chunk = 0; ///< being filled
        std::vector<std::unique_ptr<Span[]>> chunks;
        std::vector<Gap> gaps; ///< room reserved in prepareRun
        std::uint64_t dropped = 0;
        std::uint64_t before = 0; ///< spans of earlier runs
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
    std::size_t m_freeChunks; ///< may still be taken
    std::uint32_t m_run = 0;
    std::vector<Lane> m_lanes; ///< by member
    std::atomic<std::uint64_t> m_strangers = 0; ///< spans of members that have no lane
};

} // namespace profiler
