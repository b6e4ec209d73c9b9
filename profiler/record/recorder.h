#pragma once

#include "engine/device/device_observer.h"
#include "engine/run/work_observer.h"
#include "model/support/descriptor.h"
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

/// How much is recorded. Each level includes those before it. The profile stores the level.
enum class RecordLevel : std::uint8_t {
    Runs, ///< only begin and end of runs
    Steps,
    Phases, ///< also the parts of steps besides computing: dispatch, reorders, copies, waiting
    /// Also the work of each thread (work_log.h), and samples of the process and the machine
    /// (environment_sampler.h).
    Threads,
};

/// An engine::Observer that records events into memory allocated before the run.
///
///     ticks   100    140      900    1000   1010       1020
///     event   block  step 0   block  step 2 end block  step 1
///
/// Here step 0 is 100–140, step 1 is 140–1020, and step 2 is within step 1, 900–1000.
///
/// Events of 16 bytes go into chunks of 64 kB. All chunks are allocated and touched before the run:
/// recording takes no lock, allocates nothing and handles no strings. One clock reading per step is
/// enough, because steps follow each other without a pause (engine/run/observer.h). addTo() turns
/// events into spans. When the memory is full, events are counted instead of stored, and their run
/// is marked.
///
/// Only the engine's thread reports runs, steps and phases, so there is one list of chunks. Several
/// threads report work slices; these go to a WorkLog.
class Recorder final : public engine::Observer,
                       public engine::WorkObserver,
                       public engine::DeviceObserver {
public:
    struct Options {
        RecordLevel level = RecordLevel::Steps;
        /// Limit for the memory of events. Work slices may take the same amount in addition.
        std::size_t memoryBytes = std::size_t(512) << 20;
        /// Allocated in the constructor; prepareRun allocates more between runs.
        std::size_t reserveBytes = std::size_t(4) << 20;
        ClockSource clock = clockSource();
        /// Threads recorded at RecordLevel::Threads; 0 = all of the machine.
        std::uint32_t threads = 0;
        /// Folder of the spill file. Between runs events are moved there once the memory is four
        /// fifths full. The file has no name and is removed with the recorder. Empty: events stay
        /// in memory until it is full.
        std::filesystem::path spillFolder;
        /// Gets begin and end of runs and device steps too, if the model runs on a device; null =
        /// no device. Must outlive the recorder.
        DeviceCollector* device = nullptr;
        /// Added to the run numbers that the device gets. Two recorders that share a device would
        /// otherwise use the same numbers.
        std::uint32_t deviceRunBase = 0;
        /// Whether dynamic memory is recorded. Sessions that share a pool and run at the same time
        /// cannot tell their own memory.
        bool recordsMemory = true;
    };
    explicit Recorder(const Options& options);
    Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

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
        m_work.end(member, m_firstStep + step.value());
    }
    void memory(std::uint64_t liveBytes) override;
    bool wantsDeviceTimes() const override;
    void beginDeviceStep(engine::StepId step) override;
    void endDeviceStep() override;
    void beginReplay() override;
    void endReplay() override;

    /// Prepares the next run. Call between runs. Makes room for as many events as the last run had,
    /// and moves events to the disk if needed (Options::spillFolder). `run` is an index into
    /// Profile::runs. Events before the first call belong to run 0.
    void prepareRun(std::uint32_t run);

    /// Adds `first` to the step ids of the runs from now on, for a profile with several plans.
    void recordStepsFrom(std::uint32_t first) { m_firstStep = first; }

    std::uint64_t dropped() const { return m_dropped + m_work.dropped(); }
    /// Returns the number of events that were moved to the disk.
    std::uint64_t spilled() const { return m_spilled; }
    /// True if events of this run were dropped.
    bool hasGap(std::uint32_t run) const;
    const Options& options() const { return m_options; }

    /// Where recorded events go in a profile.
    struct Target {
        TrackId track;
        ClockScale scale;
        std::int64_t zeroNs = 0; ///< CLOCK_MONOTONIC; times are ns after it
        std::uint32_t firstRun = 0; ///< earlier ones are left out
        /// This run and later ones are left out: a run that was stopped has spans but is not in
        /// Profile::runs.
        std::uint32_t runs = std::numeric_limits<std::uint32_t>::max();
        /// Indices into Profile::runs by recorded run, if several recorders recorded its runs.
        /// Empty: the recorded runs have their indices already.
        std::span<const std::uint32_t> places = {};

        std::uint32_t placeOf(std::uint32_t run) const
        {
            return run < places.size() ? places[run] : run;
        }
    };
    /// Adds the recorded events to a profile: slices of steps and phases, work slices on their own
    /// tracks, memory as counter, gaps as Drop slices, losses. Call between runs.
    void addTo(ProfileBuilder& builder, const Target& target) const;

private:
    friend class RecorderReplay; // turns events into spans (recorder.cpp)

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
    void prefetchEvents(std::uint64_t count);
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
        std::uint64_t first = 0; ///< index of its first event
    };
    struct Gap {
        std::uint32_t run = 0;
        std::uint64_t first = 0; ///< ticks
        std::uint64_t last = 0;
    };

    Options m_options;
    std::vector<Chunk> m_chunks;
    std::size_t m_chunk = 0; ///< chunk that is being filled
    Event* m_next = nullptr; ///< next free event in it
    Event* m_end = nullptr;
    std::uint64_t m_lastTicks = 0; ///< of the last clock reading
    support::Descriptor m_spillFile;
    std::uint64_t m_spilled = 0; ///< events on the disk; all are older than those in memory
    mutable std::shared_ptr<const support::MappedFile> m_spillMap; ///< created when they are read
    std::vector<RunMark> m_runs;
    std::uint64_t m_dropped = 0;
    std::vector<Gap> m_gaps; ///< one per run with drops; room reserved in prepareRun
    WorkLog m_work;
    std::uint32_t m_firstStep = 0;
    std::uint32_t m_run = 0; ///< argument of the last prepareRun
};

/// Returns the nanoseconds that recording one step takes on this machine now. Measures a recorder
/// with many empty steps.
double measureSpanCost(ClockSource source = clockSource());
/// Returns the same for one work slice on one thread.
double measureWorkCost(ClockSource source = clockSource());

} // namespace profiler
