#include "profiler/record/load_run.h"

#include "model/support/catch_exceptions.h"
#include "model/support/text.h"
#include "profiler/record/running_median.h"

#include <sys/prctl.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::uint32_t usualWarmUpRuns = 10;
constexpr std::uint64_t progressPauseNs = 50'000'000;
constexpr std::uint64_t longestSleepNs = 20'000'000; // then the stop token is looked at

/// Sleeps until a time of CLOCK_MONOTONIC. Returns false if it was stopped before. It does not
/// spin: other streams need the processor.
bool sleepUntil(std::uint64_t ns, const std::stop_token& stop)
{
    for (auto now = monotonicNs(); now < ns; now = monotonicNs()) {
        if (stop.stop_requested())
            return false;
        const auto until = std::min(ns, now + longestSleepNs);
        const timespec time { static_cast<time_t>(until / 1'000'000'000u),
            static_cast<long>(until % 1'000'000'000u) };
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
    }
    return !stop.stop_requested();
}

class LoadRunner {
public:
    LoadRunner(std::span<const LoadStream> streams, const LoadOptions& load,
        const BenchmarkOptions& options, std::stop_token stop,
        const std::function<void(const BenchmarkProgress&)>& onRun)
        : m_load(load)
        , m_stop(std::move(stop))
        , m_onRun(onRun)
        , m_schedule(load)
        , m_begin(static_cast<std::ptrdiff_t>(streams.size()), Begin { this })
    {
        m_result.options = options;
        m_result.options.level = std::min(options.level, RecordLevel::Phases);
        m_result.options.orderSeed = options.orderSeed.value_or(randomSeed());
        m_scale = calibrateClock(clockSource());
        for (const auto& stream : streams)
            m_streams.push_back(std::make_unique<Stream>(stream, m_scale, recorder(streams.size()),
                *m_result.options.orderSeed + m_streams.size()));
    }

    Result<Benchmark> run()
    {
        const auto start = startBenchmark(m_result);
        TRY(runStreams());
        m_endNs = monotonicNs();
        addDisturbances(m_result, start);
        for (const auto& stream : m_streams)
            if (stream->error)
                return std::move(*stream->error);
        m_result.scale = ClockScale(clockSource(), start.clock, takeClockPair(clockSource()));
        return finish();
    }

private:
    struct Stream {
        Stream(const LoadStream& source, const ClockScale& scale,
            std::unique_ptr<Recorder> newRecorder, std::uint64_t seed)
            : runs(source)
            , log(scale, [this] { return ticks; })
            , recorder(std::move(newRecorder))
            , random(seed)
        {
        }
        const LoadStream& runs;
        RunLog log;
        std::unique_ptr<Recorder> recorder;
        std::mt19937_64 random;
        std::deque<Side> sides; ///< of the next requests, to the end of the round
        std::uint32_t round = 0;
        RunTicks ticks; ///< of the latest request
        std::vector<std::int64_t> arrivals; ///< of measured requests, ns after the begin
        std::optional<support::Error> error;
    };
    /// Sets the begin when all streams are warm.
    struct Begin {
        LoadRunner* runner;
        void operator()() noexcept { runner->m_beginNs = monotonicNs(); }
    };

    std::unique_ptr<Recorder> recorder(std::size_t streams) const
    {
        const auto& options = m_result.options;
        Recorder::Options recorder;
        recorder.level = options.level;
        recorder.memoryBytes = options.recorderBytes / streams;
        recorder.reserveBytes = std::min(recorder.reserveBytes, recorder.memoryBytes);
        recorder.spillFolder = options.spillFolder;
        recorder.recordsMemory = false;
        return std::make_unique<Recorder>(recorder);
    }

    /// Returns when all streams have ended. Fails if the system gives too few threads.
    Result<void> runStreams()
    {
        const std::stop_callback onStop(m_stop, [this] { m_ending.request_stop(); });
        std::vector<std::jthread> threads;
        threads.reserve(m_streams.size());
        try {
            while (threads.size() < m_streams.size())
                threads.emplace_back([this, i = threads.size()] { serve(i); });
        } catch (const std::exception& error) {
            m_ending.request_stop();
            const auto started = threads.size();
            for (auto i = started; i < m_streams.size(); ++i)
                m_begin.arrive_and_drop();
            return failAs(ErrorKind::Resource, "of ", m_streams.size(), " streams only ", started,
                " could be started (", error.what(), "): take fewer");
        }
        return {};
    }

    std::int64_t sinceBegin() const { return static_cast<std::int64_t>(monotonicNs() - m_beginNs); }

    /// The thread of a stream.
    void serve(std::size_t index)
    {
        auto& stream = *m_streams[index];
        prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); // else a sleep may last 50 µs longer
        auto outcome = support::catchExceptions("warming up", [&] { return warmUp(stream); });
        if (!outcome)
            m_ending.request_stop();
        m_begin.arrive_and_wait();
        while (outcome && !m_ending.stop_requested()) {
            const auto request = m_schedule.take(sinceBegin());
            if (!request)
                break;
            outcome
                = support::catchExceptions("the request", [&] { return answer(stream, *request); });
            if (!outcome)
                outcome = std::move(outcome).error().within("request "
                    + support::countText(request->number + 1) + ", on stream "
                    + std::to_string(index + 1));
        }
        if (outcome)
            return;
        m_ending.request_stop();
        if (outcome.error().kind() != ErrorKind::Cancelled || !m_stop.stop_requested())
            stream.error = std::move(outcome).error();
    }

    Result<void> warmUp(Stream& stream)
    {
        const auto most = m_result.options.warmUpRuns.value_or(usualWarmUpRuns);
        for (std::uint32_t i = 0; i < most && !m_ending.stop_requested(); ++i) {
            const auto run = TRY(
                stream.log.run([&](engine::Observer* observer) { return timed(stream, observer); },
                    Side::WarmUp, 0, nullptr));
            after(stream, run);
        }
        return {};
    }

    Result<void> answer(Stream& stream, const RequestSchedule::Request& request)
    {
        const auto side = nextSide(stream);
        const auto arrival = m_beginNs + static_cast<std::uint64_t>(request.arrivalNs);
        bool isDropped = false;
        const RunOnce once = [&](engine::Observer* observer) -> Result<void> {
            isDropped = !sleepUntil(arrival, m_ending.get_token());
            if (isDropped)
                return failAs(ErrorKind::Cancelled, "the load ended before the request arrived");
            return timed(stream, observer);
        };
        auto* const recorder = side == Side::Profiled ? stream.recorder.get() : nullptr;
        const auto run = stream.log.run(once, side, stream.round, recorder);
        if (isDropped)
            return {};
        if (!run)
            return run.error();
        stream.arrivals.push_back(request.arrivalNs);
        if (stream.recorder->dropped() > 0)
            endFull();
        after(stream, *run);
        return {};
    }

    static Result<void> timed(Stream& stream, engine::Observer* observer)
    {
        stream.ticks.start = readTicks(clockSource());
        auto outcome = stream.runs.run(observer);
        stream.ticks.stop = readTicks(clockSource());
        return outcome;
    }

    /// Rounds of four as in runBenchmark. Their numbers differ between streams, so that the cost of
    /// recording is that within a stream.
    Side nextSide(Stream& stream)
    {
        if (m_result.options.unprofiled == Unprofiled::None)
            return Side::Profiled;
        if (stream.sides.empty()) {
            const bool isProfiledFirst = stream.random() % 2 == 0;
            const auto a = isProfiledFirst ? Side::Profiled : Side::Unprofiled;
            const auto b = isProfiledFirst ? Side::Unprofiled : Side::Profiled;
            stream.sides = { a, b, b, a };
            stream.round = ++m_rounds;
        }
        const auto side = stream.sides.front();
        stream.sides.pop_front();
        return side;
    }

    void after(Stream& stream, const Run& run)
    {
        if (stream.runs.afterRun)
            stream.runs.afterRun();
        const std::unique_lock lock(m_progressMutex, std::try_to_lock);
        const auto now = monotonicNs();
        if (!m_onRun || !lock || now < m_nextProgressNs)
            return;
        m_nextProgressNs = now + progressPauseNs;
        BenchmarkProgress progress;
        progress.side = run.side;
        progress.run = stream.log.count(run.side);
        progress.wallNs = run.wallNs;
        m_median.add(static_cast<double>(run.wallNs));
        progress.medianNs = m_median.value();
        m_onRun(progress);
    }

    void endFull()
    {
        m_isFull = true;
        m_ending.request_stop();
    }

    Result<Benchmark> finish()
    {
        const auto begin = static_cast<std::int64_t>(m_beginNs) - m_result.zeroNs;
        const auto requests = mergeRuns(begin);
        m_result.options.runs = static_cast<std::uint32_t>(
            std::ranges::count(m_result.runs, Side::Profiled, &Run::side));
        if (m_result.options.runs == 0)
            return failAs(ErrorKind::Cancelled, "stopped before the first request was complete");
        const auto limit = m_load.limit.count();
        const bool isCut = m_ending.stop_requested();
        m_result.end = m_isFull        ? BenchmarkEnd::RecorderFull
            : isCut                    ? BenchmarkEnd::Stopped
            : m_schedule.isExhausted() ? BenchmarkEnd::Complete
                                       : BenchmarkEnd::TimeLimit;
        std::optional<std::int64_t> end;
        if (isCut)
            end = static_cast<std::int64_t>(m_endNs - m_beginNs);
        else if (m_result.end == BenchmarkEnd::TimeLimit)
            end = limit;
        m_result.load = std::make_shared<const LoadRecord>(loadRecord(m_load, requests, end));
        return std::move(m_result);
    }

    /// Moves the runs of all streams to the result, in order of time. Returns the times of the
    /// requests; `begin` is that of the load.
    std::vector<RequestTimes> mergeRuns(std::int64_t begin)
    {
        struct Place {
            std::size_t stream = 0;
            std::uint32_t run = 0;
        };
        std::vector<std::vector<Run>> runs;
        std::vector<Place> order;
        for (std::size_t i = 0; i < m_streams.size(); ++i) {
            runs.push_back(m_streams[i]->log.timed(m_result.scale, m_result.zeroNs));
            m_result.streams.emplace_back().places.resize(runs[i].size());
            m_result.streams[i].recorder = std::move(m_streams[i]->recorder);
            for (std::uint32_t run = 0; run < runs[i].size(); ++run)
                order.push_back({ i, run });
            m_result.warmUpRuns += m_streams[i]->log.count(Side::WarmUp);
        }
        const auto of = [&](const Place& place) -> Run& { return runs[place.stream][place.run]; };
        std::ranges::stable_sort(order, [&](const Place& a, const Place& b) {
            return of(a).startNs != of(b).startNs ? of(a).startNs < of(b).startNs
                                                  : of(a).wallNs > of(b).wallNs;
        });
        std::vector<RequestTimes> requests;
        for (const auto& place : order) {
            auto& run = of(place);
            m_result.streams[place.stream].places[place.run]
                = static_cast<std::uint32_t>(m_result.runs.size());
            run.number = static_cast<std::uint32_t>(m_result.runs.size() + 1);
            m_result.runs.push_back(run);
            if (run.side == Side::WarmUp)
                continue;
            const auto& stream = *m_streams[place.stream];
            const auto start = run.startNs - begin;
            const auto arrival = m_load.rate
                ? std::min(start, stream.arrivals[place.run - stream.log.count(Side::WarmUp)])
                : start;
            requests.push_back({ arrival, start, start + run.wallNs });
        }
        return requests;
    }

    LoadOptions m_load;
    std::stop_token m_stop;
    std::stop_source m_ending; ///< the stop token, a request that failed, or a full recorder
    const std::function<void(const BenchmarkProgress&)>& m_onRun;
    RequestSchedule m_schedule;
    std::barrier<Begin> m_begin;
    std::uint64_t m_beginNs = 0; ///< CLOCK_MONOTONIC
    std::uint64_t m_endNs = 0;
    ClockScale m_scale; ///< first estimate
    std::vector<std::unique_ptr<Stream>> m_streams;
    std::atomic<std::uint32_t> m_rounds = 0;
    std::atomic<bool> m_isFull = false;
    std::mutex m_progressMutex; // guards the two below
    std::uint64_t m_nextProgressNs = 0;
    RunningMedian m_median;
    Benchmark m_result;
};

} // namespace

Result<Benchmark> runLoad(std::span<const LoadStream> streams, const LoadOptions& load,
    const BenchmarkOptions& options, std::stop_token stop,
    const std::function<void(const BenchmarkProgress&)>& onRun)
{
    if (streams.empty() || streams.size() != load.streams || load.requests == 0)
        return failAs(ErrorKind::Usage, streams.size(), " streams and ", load.requests,
            " requests were asked for, at least one of each is needed");
    return LoadRunner(streams, load, options, std::move(stop), onRun).run();
}

} // namespace profiler
