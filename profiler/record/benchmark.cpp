#include "profiler/record/benchmark.h"

#include "profiler/device/device_trace.h"
#include "profiler/record/running_median.h"
#include "profiler/record/step_forwarder.h"
#include "profiler/record/thread_affinity.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/unsaved_edits.h"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <thread>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::uint32_t maxWarmUpRuns = 50;
constexpr std::int64_t maxWarmUpNs = 1'000'000'000;
// The first call of OnPartialResult comes soon after the start, later ones each second. Pauses are
// longer if the calls take long: they get at most one part in `pieceShare` of the time.
constexpr std::uint64_t firstPieceNs = 10'000'000;
constexpr std::uint64_t pieceNs = 1'000'000'000;
constexpr std::uint64_t pieceShare = 20;
// Computing the interval costs time in proportion to the runs. So it is computed only after 5 %
// more runs.
constexpr std::uint32_t judgeEvery = 20;
// With fewer runs, an interval that is narrow by chance would end the measurement too often.
constexpr std::uint32_t fewestToJudge = 24;

class Runner {
public:
    Runner(const RunOnce& runOnce, const BenchmarkOptions& options, std::stop_token stop,
        const std::function<void(const BenchmarkProgress&)>& onRun)
        : m_runOnce(runOnce)
        , m_stop(std::move(stop))
        , m_onRun(onRun)
    {
        m_result.options = options;
        m_result.options.orderSeed = options.orderSeed.value_or(randomSeed());
        m_result.recorder = recorderFor(options);
    }

    Result<Benchmark> run()
    {
        const auto start = startBenchmark(m_result);
        m_log.emplace(calibrateClock(clockSource()), m_result.options.ticksOfRun);
        std::optional<EnvironmentSampler> sampler;
        if (m_result.options.level >= RecordLevel::Threads)
            sampler.emplace();
        if (m_result.options.device != nullptr)
            TRY(m_result.options.device->start());
        m_pieceAt = monotonicNs() + m_piecePause;
        auto measured = warmUpAndMeasure();
        addDisturbances(m_result, start);
        reportPartialResult(); // also after a run that failed: the runs before it are valid
        TRY(std::move(measured));
        if (m_result.options.device != nullptr)
            m_result.device = TRY(m_result.options.device->stop());
        if (sampler)
            m_result.readings = sampler->finish();
        m_result.scale = ClockScale(clockSource(), start.clock, takeClockPair(clockSource()));
        m_result.runs = m_log->timed(m_result.scale, m_result.zeroNs);
        return std::move(m_result);
    }

private:
    Result<void> warmUpAndMeasure()
    {
        const ThreadAffinity onCore(m_result.options.engineProcessors);
        TRY(warmUp());
        return measure();
    }

    Result<void> warmUp()
    {
        const auto fixed = m_result.options.warmUpRuns;
        const auto most = fixed.value_or(maxWarmUpRuns);
        const auto start = monotonicNs();
        while (m_result.warmUpRuns < most && !m_stop.stop_requested()) {
            TRY(one(Side::WarmUp, 0));
            ++m_result.warmUpRuns;
            const bool isLate = monotonicNs() - start > static_cast<std::uint64_t>(maxWarmUpNs);
            if (!fixed
                && (isSteady(m_log->walls(Side::WarmUp)) || (isLate && m_result.warmUpRuns >= 3)))
                break;
        }
        m_result.isSteady = fixed.has_value() || isSteady(m_log->walls(Side::WarmUp));
        return {};
    }

    Result<void> measure()
    {
        std::mt19937_64 random(*m_result.options.orderSeed);
        m_measureStart = monotonicNs();
        for (std::uint32_t round = 1; !isFinished(); ++round) {
            const auto left = m_result.options.runs - count(Side::Profiled);
            for (const auto side : order(random, left)) {
                TRY(one(side, round));
                if (m_isStopped || isFinished())
                    break;
            }
        }
        if (count(Side::Profiled) == 0)
            return failAs(ErrorKind::Cancelled, "stopped before the first run was complete");
        return {};
    }

    std::vector<Side> order(std::mt19937_64& random, std::uint32_t left) const
    {
        const bool isProfiledFirst = random() % 2 == 0;
        if (m_result.options.unprofiled == Unprofiled::None)
            return { Side::Profiled };
        const auto a = isProfiledFirst ? Side::Profiled : Side::Unprofiled;
        const auto b = isProfiledFirst ? Side::Unprofiled : Side::Profiled;
        if (left == 1)
            return { a, b };
        return { a, b, b, a };
    }

    Result<void> one(Side side, std::uint32_t round)
    {
        if (m_result.options.beforeRun)
            m_result.options.beforeRun();
        auto run = runOf(side, round);
        if (run) {
            reportRun(*run);
            if (m_result.options.onPartialResult && monotonicNs() >= m_pieceAt)
                reportPartialResult();
            return {};
        }
        if (run.error().kind() != ErrorKind::Cancelled || !m_stop.stop_requested()
            || count(Side::Profiled) == 0)
            return std::move(run).error();
        m_isStopped = true; // spans of the stopped run are not added to the profile
        m_result.end = BenchmarkEnd::Stopped;
        return {};
    }

    Result<Run> runOf(Side side, std::uint32_t round)
    {
        auto* const recorder = side == Side::Profiled ? m_result.recorder.get() : nullptr;
        auto* const device = m_result.options.device;
        if (device == nullptr || (recorder == nullptr && side != Side::WarmUp))
            return m_log->run(m_runOnce, side, round, recorder);
        return runCollected(*m_log, *device, m_runOnce, side, round, recorder);
    }

    bool isFinished()
    {
        const auto& options = m_result.options;
        const auto done = count(Side::Profiled);
        const auto finish = [&](BenchmarkEnd end) {
            m_result.end = end;
            return true;
        };
        if (m_result.end == BenchmarkEnd::SteadyEnough)
            return true; // the interval is computed after some runs only
        if (m_isStopped || m_stop.stop_requested())
            return finish(BenchmarkEnd::Stopped);
        const bool isPaired
            = options.unprofiled == Unprofiled::None || count(Side::Unprofiled) >= done;
        if (done >= options.runs && isPaired)
            return true;
        if (m_result.recorder->dropped() > 0)
            return finish(BenchmarkEnd::RecorderFull);
        if (done < options.fewestRuns || !isPaired)
            return false;
        const auto elapsed = static_cast<std::int64_t>(monotonicNs() - m_measureStart);
        if (options.limit.count() > 0 && elapsed >= options.limit.count())
            return finish(BenchmarkEnd::TimeLimit);
        if (options.until > 0) {
            if (done < m_judgeAt)
                return false;
            m_judgeAt = done + 1 + done / judgeEvery;
            const auto found = distributionOf(m_log->walls(Side::Profiled));
            if (found.interval
                && std::max(found.interval->high - found.median, found.median - found.interval->low)
                    <= options.until * found.median)
                return finish(BenchmarkEnd::SteadyEnough);
        }
        return false;
    }

    void reportRun(const Run& run)
    {
        auto& median = m_medians[static_cast<std::size_t>(run.side)];
        median.add(static_cast<double>(run.wallNs));
        if (!m_onRun)
            return;
        const auto& options = m_result.options;
        BenchmarkProgress progress;
        progress.side = run.side;
        progress.run = count(run.side);
        progress.runs = run.side == Side::WarmUp ? options.warmUpRuns.value_or(0) : options.runs;
        progress.wallNs = run.wallNs;
        progress.medianNs = median.value();
        m_onRun(progress);
    }

    void reportPartialResult()
    {
        const auto runs = m_log->runs();
        if (!m_result.options.onPartialResult || runs == m_reportedRuns)
            return;
        const auto start = monotonicNs();
        m_result.scale = m_log->scale();
        m_result.runs = m_log->timed(m_result.scale, m_result.zeroNs);
        m_result.options.onPartialResult(m_result, m_reportedRuns);
        m_reportedRuns = runs;
        const auto end = monotonicNs();
        m_piecePause = std::min(2 * m_piecePause, pieceNs);
        m_pieceAt = end + std::max(m_piecePause, pieceShare * (end - start));
    }

    std::uint32_t count(Side side) const { return m_log->count(side); }

    const RunOnce& m_runOnce;
    std::stop_token m_stop;
    const std::function<void(const BenchmarkProgress&)>& m_onRun;
    Benchmark m_result;
    std::optional<RunLog> m_log; // set before the first run
    std::array<RunningMedian, sideCount> m_medians; // by Side
    // Number of recorded runs at which BenchmarkOptions::until is checked next.
    std::uint32_t m_judgeAt = fewestToJudge;
    std::uint64_t m_measureStart = 0;
    bool m_isStopped = false;
    std::uint32_t m_reportedRuns = 0; // runs passed to OnPartialResult so far
    std::uint64_t m_pieceAt = 0; // when the next piece is due
    std::uint64_t m_piecePause = firstPieceNs;
};

} // namespace

std::string_view benchmarkEndName(BenchmarkEnd end)
{
    static constexpr std::array<std::string_view, 5> names { "complete", "stopped", "time limit",
        "steady enough", "recorder full" };
    return names[static_cast<std::size_t>(end)];
}

std::unique_ptr<Recorder> recorderFor(const BenchmarkOptions& options)
{
    Recorder::Options recorder;
    recorder.level = options.level;
    recorder.threads = options.threads;
    recorder.memoryBytes = options.recorderBytes;
    recorder.spillFolder = options.spillFolder;
    recorder.device = options.device;
    recorder.reserveBytes = std::min(recorder.reserveBytes, options.recorderBytes);
    return std::make_unique<Recorder>(recorder);
}

Result<Benchmark> runBenchmark(const RunOnce& runOnce, const BenchmarkOptions& options,
    std::stop_token stop, const std::function<void(const BenchmarkProgress&)>& onRun)
{
    if (options.runs == 0)
        return failAs(ErrorKind::Usage, "0 runs were asked for, at least one is needed");
    return Runner(runOnce, options, std::move(stop), onRun).run();
}

BenchmarkStart startBenchmark(Benchmark& benchmark)
{
    benchmark.conditions = readConditions();
    BenchmarkStart start;
    start.processors = std::thread::hardware_concurrency();
    start.noise = readNoise();
    benchmark.startedAtNs = utcNowNs();
    start.clock = takeClockPair(clockSource());
    benchmark.zeroNs = static_cast<std::int64_t>(start.clock.ns);
    return start;
}

void addDisturbances(Benchmark& benchmark, const BenchmarkStart& start)
{
    for (auto& reading : noiseBetween(start.noise, readNoise(), start.processors))
        benchmark.conditions.push_back(std::move(reading));
    benchmark.conditions.push_back(hugePages());
}

void addBenchmark(ProfileBuilder& builder, const Benchmark& benchmark, std::uint32_t firstRun)
{
    auto& profile = builder.profile();
    const auto runTrack = builder.addTrack("runs", "CPU", TrackKind::Run);
    profile.runs = benchmark.runs;
    for (auto i = firstRun; i < benchmark.runs.size(); ++i)
        builder.addSlice(runRow(benchmark.runs[i], i, runTrack));
    if (benchmark.recorder)
        benchmark.recorder->addTo(builder,
            { builder.addTrack("CPU main", "CPU", TrackKind::Thread), benchmark.scale,
                benchmark.zeroNs, firstRun, static_cast<std::uint32_t>(benchmark.runs.size()) });
    for (std::size_t i = 0; i < benchmark.streams.size(); ++i) {
        const auto& [recorder, places] = benchmark.streams[i];
        recorder->addTo(builder,
            { builder.addTrack("stream " + std::to_string(i + 1), "CPU", TrackKind::Thread),
                benchmark.scale, benchmark.zeroNs, 0, static_cast<std::uint32_t>(places.size()),
                places });
    }
    profile.load = benchmark.load;
    if (benchmark.device)
        addDeviceTrace(builder, *benchmark.device,
            { benchmark.zeroNs, firstRun, static_cast<std::uint32_t>(benchmark.runs.size()) });
    addConditions(builder, benchmark.conditions);
    addReadings(builder, benchmark.readings, benchmark.zeroNs);
    if (benchmark.processor)
        addCounting(builder, *benchmark.processor);

    auto& metadata = profile.metadata;
    metadata.set(keys::startedAt, benchmark.startedAtNs);
    metadata.set(keys::warmUpRuns, std::int64_t(benchmark.warmUpRuns));
    metadata.set(keys::runs, std::int64_t(runsOf(profile, Side::Profiled).size()));
    metadata.set(keys::recordLevel, std::int64_t(benchmark.options.level));
    if (benchmark.options.orderSeed)
        metadata.set(keys::orderSeed, std::to_string(*benchmark.options.orderSeed));
    metadata.set(keys::clockHertz, benchmark.scale.hertz());
    if (!benchmark.options.engineProcessors.empty())
        metadata.set(keys::pinned, true);
    if (benchmark.options.unsavedEdits > 0)
        metadata.set(keys::unsavedEdits, std::int64_t(benchmark.options.unsavedEdits));
    for (const auto& [key, value] : benchmark.options.notes.all())
        metadata.put(key, value);
    metadata.set(keys::end, benchmarkEndName(benchmark.end));
    metadata.set(keys::runsRequested, std::int64_t(benchmark.options.runs));
    if (benchmark.end == BenchmarkEnd::Stopped)
        metadata.set(keys::interrupted, true);
    if (!benchmark.isSteady)
        builder.profile().conditions.push_back({ builder.text("warm-up"),
            builder.text("no steady state found"), builder.text("figures are indicative"), true });
}

} // namespace profiler
