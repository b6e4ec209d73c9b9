#include "profiler/comparison/pair_benchmark.h"

#include "model/support/truncated_files.h"
#include "profiler/comparison/reloaded_pair.h"
#include "profiler/comparison/split_trace.h"
#include "profiler/record/run_log.h"
#include "profiler/record/step_forwarder.h"
#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::array sides { Side::A, Side::B };
constexpr std::uint32_t fewestWarmUpRuns = 3;
constexpr std::uint32_t maxWarmUpRuns = 50;
constexpr std::uint64_t maxWarmUpNs = 2'000'000'000;
constexpr std::uint32_t settlingRunsWithGraphs = 4; ///< a graph is captured in the third run
/// First run number of B for a device that records both sides.
constexpr std::uint32_t runBaseOfB = 1u << 30;

/// Returns the runs per letter for a wall time: many for fast things, few for slow ones.
std::uint32_t runsPerBlock(double wallNs)
{
    constexpr double letterNs = 6e6;
    constexpr double slowNs = 200e6;
    if (wallNs >= slowNs)
        return 1;
    return static_cast<std::uint32_t>(std::clamp(std::ceil(letterNs / wallNs), 3.0, 25.0));
}

class PairRunner {
public:
    PairRunner(const std::array<RunOnce, 2>& runOnce, const PairOptions& options,
        std::stop_token stop, const OnPairRun& onRun)
        : m_runOnce(runOnce)
        , m_options(options)
        , m_stop(std::move(stop))
        , m_onRun(onRun)
        , m_logs { RunLog(calibrateClock(clockSource()), options.ticksOfRun[0]),
            RunLog(calibrateClock(clockSource()), options.ticksOfRun[1]) }
    {
        Recorder::Options recorder;
        recorder.level = options.level;
        recorder.memoryBytes = options.recorderBytes;
        recorder.reserveBytes = std::min(recorder.reserveBytes, options.recorderBytes);
        for (std::size_t i = 0; i < sides.size(); ++i) {
            recorder.device = options.devices[i];
            recorder.deviceRunBase = i == 1 && isShared() ? runBaseOfB : 0;
            m_results[i].recorder = std::make_unique<Recorder>(recorder);
        }
    }

    Result<std::array<Benchmark, 2>> run()
    {
        const auto conditions = readConditions();
        const auto startedAt = utcNowNs();
        const auto start = takeClockPair(clockSource());
        TRY(startDevices());
        TRY(warmUp());
        TRY(measure());
        TRY(stopDevices());
        const ClockScale scale(clockSource(), start, takeClockPair(clockSource()));
        for (std::size_t i = 0; i < sides.size(); ++i) {
            auto& benchmark = m_results[i];
            benchmark.conditions = conditions;
            benchmark.startedAtNs = startedAt;
            benchmark.zeroNs = static_cast<std::int64_t>(start.ns);
            benchmark.scale = scale;
            benchmark.warmUpRuns = m_logs[i].count(Side::WarmUp);
            benchmark.end = m_end;
            benchmark.options.runs = m_logs[i].count(sides[i]);
            benchmark.options.level = m_options.level;
            benchmark.options.orderSeed = m_seed;
            benchmark.isSteady = m_options.warmUpRuns || m_wasSteady[i];
            benchmark.runs = m_logs[i].timed(scale, benchmark.zeroNs);
        }
        return std::move(m_results);
    }

private:
    bool isShared() const
    {
        return m_options.devices[0] != nullptr && m_options.devices[0] == m_options.devices[1];
    }

    Result<void> startDevices()
    {
        for (std::size_t i = 0; i < sides.size(); ++i)
            if (m_options.devices[i] != nullptr && (i == 0 || !isShared()))
                TRY(m_options.devices[i]->start());
        return {};
    }

    Result<void> stopDevices()
    {
        if (isShared()) {
            auto traces = splitTrace(TRY(m_options.devices[0]->stop()), runBaseOfB);
            for (std::size_t i = 0; i < sides.size(); ++i)
                m_results[i].device = std::move(traces[i]);
            return {};
        }
        for (std::size_t i = 0; i < sides.size(); ++i)
            if (m_options.devices[i] != nullptr)
                m_results[i].device = TRY(m_options.devices[i]->stop());
        return {};
    }

    Result<Run> runOf(std::size_t i, Side side, std::uint32_t round)
    {
        const bool isPlain = side == Side::WarmUp || side == Side::Unprofiled;
        auto* const recorder = isPlain ? nullptr : m_results[i].recorder.get();
        auto* const device = m_options.devices[i];
        return device == nullptr
            ? m_logs[i].run(m_runOnce[i], side, round, recorder)
            : runCollected(m_logs[i], *device, m_runOnce[i], side, round, recorder);
    }

    Result<void> one(std::size_t i, Side side, std::uint32_t round)
    {
        if (m_options.beforeRun)
            m_options.beforeRun();
        const auto run = TRY(runOf(i, side, round));
        if (m_onRun)
            m_onRun({ side, round, m_options.rounds, run.wallNs });
        return {};
    }

    Result<void> warmUp()
    {
        const auto most = m_options.warmUpRuns.value_or(maxWarmUpRuns);
        const auto start = monotonicNs();
        for (std::uint32_t run = 1; run <= most && !m_stop.stop_requested(); ++run) {
            for (std::size_t i = 0; i < sides.size(); ++i)
                TRY(one(i, Side::WarmUp, 0));
            const bool areSteady = std::ranges::all_of(
                m_logs, [](const RunLog& log) { return isSteady(log.walls(Side::WarmUp)); });
            const bool isLate = monotonicNs() - start > maxWarmUpNs;
            if (!m_options.warmUpRuns && run >= fewestWarmUpRuns && (areSteady || isLate))
                break;
        }
        for (std::size_t i = 0; i < sides.size(); ++i)
            m_wasSteady[i] = isSteady(m_logs[i].walls(Side::WarmUp));
        return {};
    }

    /// Returns the runs per letter; 3 if there was no warm-up, because the duration is unknown.
    std::uint32_t chosenRunsPerBlock() const
    {
        if (m_options.runsPerBlock > 0)
            return m_options.runsPerBlock;
        double longest = 0;
        for (const auto& log : m_logs)
            longest = std::max(longest, medianOf(log.walls(Side::WarmUp)));
        return longest > 0 ? runsPerBlock(longest) : 3;
    }

    /// Prepares a round. The side that begins the round runs last here, so its first letter finds
    /// its own data in the caches. Then each side has one letter that begins right after the other
    /// side's.
    Result<void> settle(std::uint32_t number, std::size_t first)
    {
        if (!m_options.beforeRound)
            return {};
        if (number > 1)
            TRY(m_options.beforeRound());
        for (const auto i : { 1 - first, first })
            for (std::uint32_t run = 0; run < m_options.settlingRuns; ++run)
                TRY(one(i, Side::WarmUp, number));
        return {};
    }

    Result<void> round(std::uint32_t number, bool isAFirst, std::uint32_t runs)
    {
        const std::size_t first = isAFirst ? 0 : 1;
        TRY(settle(number, first));
        for (const auto i : { first, 1 - first, 1 - first, first })
            for (std::uint32_t run = 0; run < runs; ++run) {
                if (m_options.unprofiled == Unprofiled::Interleave)
                    TRY(one(i, Side::Unprofiled, number));
                TRY(one(i, sides[i], number));
            }
        return {};
    }

    Result<void> measure()
    {
        std::mt19937_64 random(m_seed);
        const auto runs = chosenRunsPerBlock();
        const auto start = monotonicNs();
        for (std::uint32_t number = 1; number <= m_options.rounds; ++number) {
            const auto elapsed = static_cast<std::int64_t>(monotonicNs() - start);
            if (m_stop.stop_requested())
                return stopped(number);
            if (m_options.limit.count() > 0 && elapsed >= m_options.limit.count()
                && number > m_options.fewestRounds) {
                m_end = BenchmarkEnd::TimeLimit;
                return {};
            }
            auto done = round(number, random() % 2 == 0, runs);
            if (!done && done.error().kind() == ErrorKind::Cancelled && m_stop.stop_requested())
                return stopped(number);
            TRY(std::move(done));
        }
        return {};
    }

    Result<void> stopped(std::uint32_t number)
    {
        if (number <= 1)
            return failAs(ErrorKind::Cancelled, "stopped before the first round was complete");
        m_end = BenchmarkEnd::Stopped;
        return {};
    }

    const std::array<RunOnce, 2>& m_runOnce;
    const PairOptions& m_options;
    const std::uint64_t m_seed = m_options.orderSeed.value_or(randomSeed());
    std::stop_token m_stop;
    const OnPairRun& m_onRun;
    std::array<RunLog, 2> m_logs;
    std::array<Benchmark, 2> m_results;
    std::array<bool, 2> m_wasSteady {};
    BenchmarkEnd m_end = BenchmarkEnd::Complete;
};

} // namespace

Result<std::array<Benchmark, 2>> runPairBenchmark(const std::array<RunOnce, 2>& runOnce,
    const PairOptions& options, std::stop_token stop, const OnPairRun& onRun)
{
    if (options.rounds == 0)
        return failAs(ErrorKind::Usage, "0 rounds were asked for, at least one is needed");
    return PairRunner(runOnce, options, std::move(stop), onRun).run();
}

Result<ProfiledPair> profilePair(const std::array<const engine::RunRequest*, 2>& requests,
    std::array<engine::Preparation, 2> preparations, const PairOptions& options,
    std::stop_token stop, const OnPairRun& onRun)
{
    auto measured = options;
    measured.orderSeed = options.orderSeed.value_or(randomSeed());
    // Created before anything runs, because it must observe the capture of CUDA graphs.
    std::unique_ptr<DeviceCollector> collector;
    for (std::size_t i = 0; i < 2; ++i) {
        if (requests[i]->device == engine::DeviceKind::Cpu)
            continue;
        if (collector == nullptr)
            collector = TRY(collectorFor(*requests[i]));
        measured.devices[i] = collector.get();
        if (requests[i]->cudaGraph == engine::CudaGraph::On)
            measured.settlingRuns = settlingRunsWithGraphs;
    }
    ReloadedPair pair(requests, std::move(preparations), *measured.orderSeed, stop);
    TRY(pair.open());
    std::array<RunOnce, 2> runOnce;
    for (std::size_t i = 0; i < 2; ++i)
        runOnce[i] = [&, i](engine::Observer* observer) { return pair.run(i, observer); };
    // Every run starts with the same memory.
    measured.beforeRun = [&pair] { pair.freeOutputs(); };
    measured.beforeRound = [&pair] { return pair.placeAnew(); };
    const auto benchmarks = TRY(runPairBenchmark(runOnce, measured, stop, onRun));
    TRY(support::checkMappedFiles());

    Metadata more;
    more.set(pairKey, std::string_view(newProfileId(benchmarks[0].startedAtNs)));
    ProfiledPair outcome;
    outcome.end = benchmarks[0].end;
    for (std::size_t i = 0; i < 2; ++i) {
        outcome.profiles[i]
            = ProfileDraft(*requests[i], pair.preparation(i), stop).with(benchmarks[i], more);
        if (benchmarks[i].device)
            outcome.deviceLimits = benchmarks[i].device->limits;
    }
    return outcome;
}

Result<ProfiledPair> profileEnginePair(const std::array<EngineSide*, 2>& sides,
    const PairOptions& options, std::stop_token stop, const OnPairRun& onRun)
{
    auto measured = options;
    measured.unprofiled = Unprofiled::Interleave;
    std::array<RunOnce, 2> runOnce;
    for (std::size_t i = 0; i < 2; ++i) {
        runOnce[i] = [&, i](engine::Observer* observer) { return sides[i]->run(observer); };
        measured.ticksOfRun[i] = sides[i]->ticksOfRun();
    }
    measured.beforeRun = [&sides] {
        for (auto* const side : sides)
            side->freeOutputs();
    };
    const auto benchmarks = TRY(runPairBenchmark(runOnce, measured, stop, onRun));
    Metadata more;
    more.set(pairKey, std::string_view(newProfileId(benchmarks[0].startedAtNs)));
    ProfiledPair outcome;
    outcome.end = benchmarks[0].end;
    for (std::size_t i = 0; i < 2; ++i)
        outcome.profiles[i] = TRY(sides[i]->profile(benchmarks[i], more));
    return outcome;
}

} // namespace profiler
