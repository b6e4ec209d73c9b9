#pragma once

#include "engine/device/device_observer.h"
#include "engine/run/work_observer.h"
#include "model/support/mapped_file.h"
#include "profiler/record/clock.h"
#include "profiler/record/work_log.h"
#include "profiler/tables/profile_builder.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace profiler {

class DeviceCollector;

/// How much is recorded; the level is kept in the profile.
enum class RecordLevel : std::uint8_t {
    Runs, ///< only when runs begin and end
    Steps,
    Phases, ///< and what steps do besides computing: dispatch, reorders, copies, waiting
    /// and what each thread works at (work_log.h), and what the process and the machine do
    /// meanwhile (environment_sampler.h)
    Threads,
};

/// An engine::Observer that writes down what it is told, into memory taken before the run.
///
///     ticks   100    140      900    1000   1010       1020
///     event   block  step 0   block  step 2 end block  step 1       step 0 is 100–140, step 1 is
///     140–1020, step 2 in it 900–1000
///
/// Events of 16 bytes go into chunks of 64 kB, all allocated and touched beforehand: no lock, no
/// allocation, no string on the way, one clock reading per step (engine/run/observer.h: steps
/// follow each other without a pause). Spans are made of them when the profile is. When the memory
/// is used up events are counted, not written, and the run they belong to is marked.
///
/// Only the engine's thread tells of runs, steps and phases, so there is one list of chunks; pieces
/// of work are told by many and have a WorkLog.
class Recorder final : public engine::Observer,
                       public engine::WorkObserver,
                       public engine::DeviceObserver {
public:
    struct Options {
        RecordLevel level = RecordLevel::Steps;
        std::size_t memoryBytes = std::size_t(512) << 20; ///< most that events may take; pieces of
                                                          ///< work may take as much again
        std::size_t reserveBytes = std::size_t(4)
            << 20; ///< taken at once; more between runs (see prepareRun)
        ClockSource clock = clockSource();
        std::uint32_t threads = 0; ///< whose work is told, for RecordLevel::Threads; 0 = of machine
        /// Where events go between runs once the memory is four fifths full, to a file without a
        /// name that vanishes with the recorder. Empty: they stay in memory, until it is full.
        std::filesystem::path spillFolder;
        /// Told of runs and steps too, if the model runs on a device; null = no device. Must
        /// outlive the recorder.
        DeviceCollector* device = nullptr;
        /// Added to the numbers of runs that the device is told: two recorders of one device have
        /// runs of the same numbers.
        std::uint32_t deviceRunBase = 0;
    };
    explicit Recorder(const Options& options);
    Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    ~Recorder() override;

    void beginRun(std::uint32_t) override;
    void endRun(std::uint32_t) override;
    void beginBlock() override;
    void endStep(engine::StepId step) override;
    void endBlock() override;
    bool wantsPhases() const override { return m_options.level >= RecordLevel::Phases; }
    void beginPhase(engine::StepId step, engine::Phase phase) override;
    void endPhase(engine::StepId step, engine::Phase phase) override;
    bool wantsWork() const override { return m_options.level >= RecordLevel::Threads; }
    void beginWork(engine::StepId, std::uint32_t member) override { m_work.begin(member); }
    void endWork(engine::StepId step, std::uint32_t member) override
    {
        m_work.end(member, step.value());
    }
    void memory(std::uint64_t liveBytes) override;
    bool tellsDevice() const override;
    void beginDeviceStep(engine::StepId step) override;
    void endDeviceStep() override;
    void beginReplay() override;
    void endReplay() override;

    /// Between runs: names the run that comes and makes room for as many events as the last one
    /// had, on the disk if need be (Options::spillFolder). `run` is an index into Profile::runs.
    /// Events before the first call belong to run 0.
    void prepareRun(std::uint32_t run);

    /// Steps, phases and pieces of work that are complete; counts them.
    std::uint64_t recordedSpans() const;
    std::uint64_t dropped() const { return m_dropped + m_work.dropped(); }
    /// Events that were moved to the disk.
    std::uint64_t spilled() const { return m_spilled; }
    /// Whether events of this run were dropped.
    bool hasGap(std::uint32_t run) const;
    const Options& options() const { return m_options; }

    /// Where what was recorded goes in a profile.
    struct Target {
        TrackId track;
        ClockScale scale;
        std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC; times become ns after it
        std::uint32_t firstRun = 0; ///< earlier ones are left out
        /// So are this one and later ones: a run that was stopped has spans but is no run.
        std::uint32_t runs = std::numeric_limits<std::uint32_t>::max();
    };
    /// Adds what was recorded: slices of steps and phases, pieces of work on tracks of their own,
    /// memory as counter, gaps as Drop slices, losses. Between runs.
    void addTo(ProfileBuilder& builder, const Target& target) const;

private:
    friend class RecorderReplay; // recorder.cpp: turns events into spans

    enum class EventKind : std::uint8_t {
        EndStep,
        EndPhase,
        Memory,
        BeginBlock,
        EndBlock,
        BeginPhase,
        BeginRun,
        EndRun
    };
    struct Event {
        std::uint64_t ticks;
        std::uint64_t content; ///< kind, phase, and step or live bytes: see pack
    };
    static_assert(sizeof(Event) == 16);
    static constexpr std::size_t chunkBytes = 64 * 1024;
    static constexpr std::size_t eventsPerChunk = chunkBytes / sizeof(Event);
    using Chunk = std::unique_ptr<Event[]>;

    static std::uint64_t pack(
        EventKind kind, std::uint64_t value, engine::Phase phase = engine::Phase::Kernel)
    {
        constexpr std::uint64_t valueMask = (std::uint64_t(1) << 48) - 1;
        return static_cast<std::uint64_t>(kind) << 56 | static_cast<std::uint64_t>(phase) << 48
            | (value & valueMask);
    }
    void add(std::uint64_t content);
    void put(std::uint64_t ticks, std::uint64_t content);
    bool nextChunk();
    void addChunks(std::size_t count);
    void drop(std::uint64_t ticks, std::uint64_t content);
    void fetchNext(std::uint64_t count);
    std::uint64_t usedEvents() const { return m_spilled + eventsInMemory(); }
    std::uint64_t eventsInMemory() const;
    void spillIfNearlyFull(std::uint64_t wanted);
    bool spill();
    std::span<const Event> spilledEvents() const;
    std::size_t firstMark(std::uint32_t run) const;
    void addDrops(ProfileBuilder& builder, const Target& target) const;
    std::uint32_t deviceRun() const { return m_options.deviceRunBase + m_run; }

    struct RunMark {
        std::uint32_t run = 0;
        std::uint64_t first = 0; ///< event
    };
    struct Gap {
        std::uint32_t run = 0;
        std::uint64_t first = 0; ///< ticks
        std::uint64_t last = 0;
        std::uint64_t count = 0;
    };

    Options m_options;
    std::vector<Chunk> m_chunks;
    std::size_t m_chunk = 0; ///< being filled
    Event* m_next = nullptr; ///< free place in it
    Event* m_end = nullptr;
    std::uint64_t m_lastTicks = 0; ///< of the latest reading
    int m_spillFile = -1;
    std::uint64_t m_spilled = 0; ///< events on the disk: those before all in memory
    mutable std::shared_ptr<const support::MappedFile> m_spillMap; ///< made when they are read
    std::vector<RunMark> m_runs;
    std::uint64_t m_dropped = 0;
    std::vector<Gap> m_gaps; ///< one per run with drops; room reserved in prepareRun
    WorkLog m_work;
    std::uint32_t m_run = 0; ///< as told to prepareRun
};

/// Nanoseconds that recording one step takes on this machine now: a recorder that is told of many
/// steps that do nothing.
double measureSpanCost(ClockSource source = clockSource());
/// The same for one piece of work on one thread.
double measureWorkCost(ClockSource source = clockSource());

} // namespace profiler
