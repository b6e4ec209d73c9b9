#pragma once

#include "engine/observer.h"
#include "profiler/clock.h"
#include "profiler/profile_builder.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace profiler {

/// How much is recorded; the level is kept in the profile.
enum class RecordLevel : std::uint8_t {
    Runs, ///< only when runs begin and end
    Steps,
    Phases, ///< and reorders, copies, waiting inside steps
};

/// An engine::Observer that writes begins and ends into memory taken before the run.
///
/// Records of 24 bytes go into chunks of 64 kB, all allocated and touched beforehand: no lock, no allocation, no string on the way, two clock readings
/// per span. A span is written when it begins and completed when it ends, so nothing is lost if a run fails in between. When the
/// memory is used up records are counted, not written, and the run they belong to is marked.
///
/// Only the engine's thread calls an Observer, so there is one list of chunks.
class Recorder final : public engine::Observer {
public:
    struct Options {
        RecordLevel level = RecordLevel::Steps;
        std::size_t memoryBytes = std::size_t(512) << 20; ///< most that records may take
        std::size_t reserveBytes = std::size_t(4)
            << 20; ///< taken at once; more between runs (see prepareRun)
        ClockSource clock = clockSource();
    };
    explicit Recorder(const Options& options);
    Recorder();

    void beginRun(std::uint32_t run) override;
    void endRun(std::uint32_t run) override;
    void beginStep(engine::StepId step) override;
    void endStep(engine::StepId step) override;
    void beginPhase(engine::StepId step, engine::Phase phase) override;
    void endPhase(engine::StepId step, engine::Phase phase) override;
    void memory(std::uint64_t liveBytes) override;

    /// Between runs: names the run that comes and makes room for as many records as the last one had. `run` is an index into
    /// Profile::runs. Records before the first call belong to run 0.
    void prepareRun(std::uint32_t run);

    std::uint64_t recordedSpans() const { return m_spans; }
    std::uint64_t dropped() const { return m_dropped; }
    /// Whether records of this run were dropped.
    bool hasGap(std::uint32_t run) const;
    /// Wall time of the latest complete run, begin to end as told by the engine.
    std::uint64_t lastRunTicks() const { return m_lastRunTicks; }
    const Options& options() const { return m_options; }

    /// Adds what was recorded: slices of steps and phases on `track`, memory as counter, gaps as Drop slices, losses. Times become ns after
    /// `zeroNs` (CLOCK_MONOTONIC). Spans left open by a failed run end where the last record of their run does.
    void addTo(
        ProfileBuilder& builder, TrackId track, const ClockScale& scale, std::int64_t zeroNs) const;

private:
    enum class RecordKind : std::uint8_t { Step, Phase, Memory, Run };
    struct Record {
        std::uint64_t start; ///< ticks
        std::uint64_t length; ///< ticks; open until the end; live bytes for Memory
        std::uint32_t step;
        std::uint32_t run : 26; ///< 67 million runs
        std::uint32_t kind : 2;
        std::uint32_t phase : 4;
    };
    static_assert(sizeof(Record) == 24);
    static constexpr std::size_t chunkBytes = 64 * 1024;
    static constexpr std::size_t recordsPerChunk = chunkBytes / sizeof(Record);
    static constexpr std::size_t deepest
        = 256; ///< spans inside each other; deeper ones are dropped
    static constexpr std::uint64_t open = ~std::uint64_t(0);
    using Chunk = std::unique_ptr<Record[]>;

    void addChunks(std::size_t count);
    Record* take();
    void drop();
    void begin(std::uint32_t step, RecordKind kind, engine::Phase phase);
    void end();
    void closeLeftOpen();
    std::uint64_t usedRecords() const;
    const Record& record(std::uint64_t i) const
    {
        return m_chunks[i / recordsPerChunk][i % recordsPerChunk];
    }
    void addDrops(
        ProfileBuilder& builder, TrackId track, const ClockScale& scale, std::int64_t zeroNs) const;

    struct Gap {
        std::uint32_t run = 0;
        std::uint64_t first = 0; ///< ticks
        std::uint64_t last = 0;
        std::uint64_t count = 0;
    };

    Options m_options;
    std::vector<Chunk> m_chunks;
    std::size_t m_chunk = 0; ///< being filled
    std::size_t m_used = 0; ///< records in it
    std::array<Record*, deepest> m_open {}; ///< stack of open spans; null = dropped
    std::size_t m_depth = 0;
    std::uint32_t m_run = 0;
    std::uint64_t m_runStart = 0;
    std::uint64_t m_lastRunTicks = 0;
    std::uint64_t m_recordsAtRunStart = 0;
    std::uint64_t m_spans = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_unbalanced = 0;
    std::vector<Gap> m_gaps; ///< one per run with drops; room reserved in prepareRun
};

/// Nanoseconds that recording one span takes on this machine now: a recorder that is told of many steps that do nothing.
double measureSpanCost(ClockSource source = clockSource());

} // namespace profiler
