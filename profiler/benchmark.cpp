#include "profiler/benchmark.h"

#include "profiler/rank_statistics.h"
#include "profiler/statistics.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <random>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::uint32_t mostWarmUpRuns = 50;
constexpr std::int64_t mostWarmUpNs = 1'000'000'000;

std::int64_t utcNowNs()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

/// What the system did to this thread during a run.
struct Usage {
    rusage values {};

    static Usage now()
    {
        Usage usage;
#ifdef RUSAGE_THREAD
        getrusage(RUSAGE_THREAD, &usage.values);
#else
        getrusage(RUSAGE_SELF, &usage.values);
#endif
        return usage;
    }
};

void addUsage(Run& run, const Usage& before, const Usage& after)
{
    const auto difference
        = [](long a, long b) { return static_cast<std::uint32_t>(std::max(0L, b - a)); };
    run.voluntarySwitches = difference(before.values.ru_nvcsw, after.values.ru_nvcsw);
    run.involuntarySwitches = difference(before.values.ru_nivcsw, after.values.ru_nivcsw);
    run.minorFaults = difference(before.values.ru_minflt, after.values.ru_minflt);
    run.majorFaults = difference(before.values.ru_majflt, after.values.ru_majflt);
}

/// The last five runs differ by less than 5 %, and the later ones are not much faster than the
/// earlier.
bool isSteady(const std::vector<double>& walls)
{
    if (walls.size() < 6)
        return false;
    const std::span<const double> last(walls.end() - 6, walls.end());
    const auto early = medianOf(last.first(3));
    const auto late = medianOf(last.last(3));
    return std::abs(early - late) < 0.03 * late;
}

class Runner {
public:
    Runner(const RunOnce& runOnce, const BenchmarkOptions& options, std::stop_token stop,
        const std::function<void(const BenchmarkProgress&)>& onRun)
        : m_runOnce(runOnce)
        , m_stop(std::move(stop))
        , m_onRun(onRun)
    {
        m_result.options = options;
        Recorder::Options recorder;
        recorder.level = options.level;
        recorder.memoryBytes = options.recorderBytes;
        recorder.reserveBytes = std::min(recorder.reserveBytes, options.recorderBytes);
        m_result.recorder = std::make_unique<Recorder>(recorder);
    }

    Result<Benchmark> run()
    {
        m_result.conditions = readConditions();
        m_result.startedAtNs = utcNowNs();
        const auto start = takeClockPair(clockSource());
        m_result.zeroNs = static_cast<std::int64_t>(start.ns);
        m_scale = calibrateClock(clockSource());
        TRY(warmUp());
        TRY(measure());
        m_result.scale = ClockScale(clockSource(), start, takeClockPair(clockSource()));
        timeRuns();
        return std::move(m_result);
    }

private:
    Result<void> warmUp()
    {
        const auto fixed = m_result.options.warmUp.runs;
        const auto most = fixed.value_or(mostWarmUpRuns);
        const auto start = monotonicNs();
        while (m_result.warmUpRuns < most && !m_stop.stop_requested()) {
            TRY(one(Side::WarmUp, 0));
            ++m_result.warmUpRuns;
            const bool isLate = monotonicNs() - start > static_cast<std::uint64_t>(mostWarmUpNs);
            if (!fixed && (isSteady(walls(Side::WarmUp)) || (isLate && m_result.warmUpRuns >= 3)))
                break;
        }
        m_result.isSteady = fixed.has_value() || isSteady(walls(Side::WarmUp));
        return {};
    }

    Result<void> measure()
    {
        std::mt19937_64 random(m_result.options.orderSeed);
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
        auto& recorder = *m_result.recorder;
        const bool isRecorded = side == Side::Profiled;
        Run run;
        run.number = static_cast<std::uint32_t>(m_result.runs.size() + 1);
        run.side = side;
        run.round = round;
        if (m_result.options.beforeRun)
            m_result.options.beforeRun();
        if (isRecorded)
            recorder.prepareRun(run.number - 1);
        const auto droppedBefore = recorder.dropped();
        const auto before = Usage::now();
        const auto start = readTicks(clockSource());
        auto result = m_runOnce(isRecorded ? &recorder : nullptr);
        const auto stop = readTicks(clockSource());
        addUsage(run, before, Usage::now());
        if (!result) {
            if (result.error().kind() == ErrorKind::Cancelled && m_stop.stop_requested()
                && count(Side::Profiled) > 0) {
                m_isStopped = true; // its spans have no run of their own and are left out
                m_result.end = BenchmarkEnd::Stopped;
                return {};
            }
            return std::move(result).error();
        }
        run.wallNs = m_scale.lengthNs(stop - start);
        run.hasGap = recorder.dropped() != droppedBefore;
        m_result.runs.push_back(run);
        m_ticks.push_back({ start, stop });
        walls(side).push_back(static_cast<double>(run.wallNs));
        tell(run);
        return {};
    }

    bool isFinished()
    {
        const auto& options = m_result.options;
        const auto done = count(Side::Profiled);
        const auto finish = [&](BenchmarkEnd end) {
            m_result.end = end;
            return true;
        };
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
            const auto found = distributionOf(walls(Side::Profiled));
            if (found.interval && found.interval->half() <= options.until * found.median)
                return finish(BenchmarkEnd::SteadyEnough);
        }
        return false;
    }

    void tell(const Run& run)
    {
        if (!m_onRun)
            return;
        const auto& options = m_result.options;
        BenchmarkProgress progress;
        progress.side = run.side;
        progress.run = count(run.side);
        progress.runs = run.side == Side::WarmUp ? options.warmUp.runs.value_or(0) : options.runs;
        progress.wallNs = run.wallNs;
        progress.medianNs = medianOf(walls(run.side));
        progress.remainingNs = remaining(progress.medianNs);
        m_onRun(progress);
    }

    std::int64_t remaining(double medianNs) const
    {
        const auto& options = m_result.options;
        const auto sides = options.unprofiled == Unprofiled::None ? 1u : 2u;
        const auto done = count(Side::Profiled) + count(Side::Unprofiled);
        const auto left = medianNs
            * static_cast<double>(options.runs * sides - std::min(options.runs * sides, done));
        if (options.limit.count() == 0)
            return static_cast<std::int64_t>(left);
        const auto elapsed
            = m_measureStart == 0 ? 0 : static_cast<std::int64_t>(monotonicNs() - m_measureStart);
        return std::min(static_cast<std::int64_t>(left),
            std::max<std::int64_t>(0, options.limit.count() - elapsed));
    }

    /// With the slope of the whole recording, which is better than the first estimate.
    void timeRuns()
    {
        for (std::size_t i = 0; i < m_result.runs.size(); ++i) {
            auto& run = m_result.runs[i];
            run.startNs = m_result.scale.toNs(m_ticks[i].start) - m_result.zeroNs;
            run.wallNs = m_result.scale.toNs(m_ticks[i].stop) - m_result.zeroNs - run.startNs;
        }
    }

    std::vector<double>& walls(Side side) { return m_walls[static_cast<std::size_t>(side)]; }
    std::uint32_t count(Side side) const
    {
        return static_cast<std::uint32_t>(m_walls[static_cast<std::size_t>(side)].size());
    }

    struct Ticks {
        std::uint64_t start;
        std::uint64_t stop;
    };

    const RunOnce& m_runOnce;
    std::stop_token m_stop;
    const std::function<void(const BenchmarkProgress&)>& m_onRun;
    Benchmark m_result;
    ClockScale m_scale; // of the start
    std::vector<Ticks> m_ticks;
    std::array<std::vector<double>, 6> m_walls; // by Side
    std::uint64_t m_measureStart = 0;
    bool m_isStopped = false;
};

} // namespace

std::string_view benchmarkEndName(BenchmarkEnd end)
{
    static constexpr std::array<std::string_view, 5> names { "complete", "stopped", "time limit",
        "steady enough", "recorder full" };
    return names[static_cast<std::size_t>(end)];
}

Result<Benchmark> runBenchmark(const RunOnce& runOnce, const BenchmarkOptions& options,
    std::stop_token stop, const std::function<void(const BenchmarkProgress&)>& onRun)
{
    if (options.runs == 0)
        return failAs(ErrorKind::Usage, "0 runs were asked for, at least one is needed");
    return Runner(runOnce, options, std::move(stop), onRun).run();
}

void addBenchmark(ProfileBuilder& builder, const Benchmark& benchmark)
{
    auto& profile = builder.profile();
    const auto runTrack = builder.addTrack("runs", "CPU", TrackKind::Run);
    const auto mainTrack = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    profile.runs = benchmark.runs;
    for (std::uint32_t i = 0; i < benchmark.runs.size(); ++i) {
        SliceRow row;
        row.startNs = benchmark.runs[i].startNs;
        row.durationNs = benchmark.runs[i].wallNs;
        row.run = i;
        row.track = runTrack;
        row.kind = SliceKind::Run;
        builder.addSlice(row);
    }
    benchmark.recorder->addTo(builder, mainTrack, benchmark.scale, benchmark.zeroNs);
    addConditions(builder, benchmark.conditions);

    auto& metadata = profile.metadata;
    metadata.set(keys::startedAt, benchmark.startedAtNs);
    metadata.set(keys::warmUpRuns, std::int64_t(benchmark.warmUpRuns));
    metadata.set(keys::runs, std::int64_t(runsOf(profile, Side::Profiled).size()));
    metadata.set(keys::recordLevel, std::int64_t(benchmark.options.level));
    metadata.set(keys::orderSeed, std::to_string(benchmark.options.orderSeed));
    metadata.set(keys::clockHertz, benchmark.scale.hertz());
    metadata.set("settings.end", benchmarkEndName(benchmark.end));
    if (benchmark.end == BenchmarkEnd::Stopped)
        metadata.set(keys::interrupted, true);
    if (!benchmark.isSteady)
        builder.profile().conditions.push_back({ builder.text("warm-up"),
            builder.text("no steady state found"), builder.text("figures are indicative"), true });
}

} // namespace profiler
