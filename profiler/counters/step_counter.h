#pragma once

#include "engine/run/work_observer.h"
#include "profiler/tables/processor_record.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace profiler {

/// Counts of one thread. All but hasGap() are called on that thread.
class ThreadCounts {
public:
    virtual ~ThreadCounts() = default;
    /// Reads the counts so far, which only rise. False if they cannot be read.
    virtual bool read(std::span<std::uint64_t> counts) = 0;
    /// Whether counts are missing since the last call.
    virtual bool hasGap() { return false; }
};
/// Begins to count the calling thread; null if that is not possible. Called from several threads.
using OpenThreadCounts = std::function<std::unique_ptr<ThreadCounts>(std::uint32_t thread)>;

/// An engine::Observer that adds up counts per step and thread.
///
///     engine   | step 0 |   step 1: prepares |== piece ==| waits |    step 2    |
///     helper 1                               |==== piece ====|
///
/// The engine's thread is read at the border of two steps, and at both ends of its own piece of
/// divided work; what it counts in a divided step outside of the piece is kept apart as
/// ProcessorRecord::between. Helpers are read at both ends of their pieces. A thread can only read
/// its own counters, so each begins to count when it first works. Steps within a step (If, Loop,
/// Scan) count for themselves.
///
/// It allocates while a run goes on, so the times of such runs are not used. A lack of memory makes
/// the run one with missing counts.
class StepCounter final : public engine::Observer, public engine::WorkObserver {
public:
    struct Options {
        std::size_t steps = 0;
        std::size_t counts = 0; ///< that a ThreadCounts reads
        std::uint32_t threads = 1; ///< pieces of further threads are not counted
        OpenThreadCounts open;
    };
    explicit StepCounter(Options options);

    void beginRun(std::uint32_t) override;
    void endRun(std::uint32_t) override { }
    void beginBlock() override;
    void endStep(engine::StepId step) override;
    void endBlock() override;
    void beginWork(engine::StepId step, std::uint32_t member) override;
    void endWork(engine::StepId step, std::uint32_t member) override;

    enum class Keep : std::uint8_t { No, Yes };
    /// Ends a run: its counts are added to the sums, or left out. Call between runs, on the
    /// engine's thread. Returns false if counts are missing; such a run is left out too.
    bool finishRun(Keep keep);

    std::uint32_t keptRuns() const { return m_keptRuns; }
    /// Calls `use(step, thread, counts)` for every step and thread that was counted. `counts` are
    /// sums over the kept runs.
    void forRows(const std::function<void(
            std::uint32_t step, std::int32_t thread, std::span<const double> counts)>& use) const;
    /// Returns the counts of the engine's thread in a step of the last run, `between` included.
    /// Valid until finishRun.
    std::vector<double> lastOfEngine(std::uint32_t step) const;
    /// Returns the counts of a thread in all steps of the last run, without `between`. Valid until
    /// finishRun.
    std::vector<double> lastOfThread(std::uint32_t thread) const;

private:
    using Counts = std::vector<double>;
    /// Sums per step: its counts, then how often it was counted.
    struct Sums {
        std::vector<double> run; ///< of the run that goes on; steps × m_width
        std::vector<double> kept;
    };
    struct alignas(128) Lane {
        std::uint64_t thread = 0; ///< currentThread() of the counts
        std::unique_ptr<ThreadCounts> counts;
        std::vector<std::uint64_t> start;
        std::vector<std::uint64_t> now;
        Sums sums; ///< allocated with the first counts
        bool isFailed = false; ///< in this run
    };
    /// What a step has counted before the steps of its body.
    using Pending = std::vector<double>;

    /// Does what may throw for lack of memory. Then the lane has failed, and the result is false.
    template <typename Work>
    static bool guarded(Lane& lane, const Work& work) noexcept
    {
        try {
            work();
            return true;
        } catch (...) {
            lane.isFailed = true;
            return false;
        }
    }
    bool begin(std::uint32_t thread);
    bool readInto(Lane& lane, std::vector<std::uint64_t>& counts);
    void addBorder(std::vector<double>& sum);
    void addDifference(std::span<double> sum, std::span<const std::uint64_t> before,
        std::span<const std::uint64_t> after) const;
    std::span<double> ofStep(Lane& lane, Sums& sums, engine::StepId step);

    Options m_options;
    std::size_t m_width; ///< numbers per step in Sums
    std::vector<Lane> m_lanes; ///< by thread
    Sums m_between; ///< of the engine's thread
    std::vector<std::uint64_t> m_border; ///< counts of the engine's thread at the last border
    std::vector<Pending> m_pending; ///< by depth of blocks
    Counts m_pieces; ///< of the engine's thread in the step that goes on
    bool m_hasPiece = false;
    std::uint32_t m_keptRuns = 0;
};

} // namespace profiler
