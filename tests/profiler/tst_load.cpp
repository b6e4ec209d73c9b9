// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/record/load_run.h"

#include "engine/plan/another_plan.h"
#include "engine/plan/engine.h"
#include "profiler/exporters/exporter.h"
#include "profiler/file/profile_file.h"
#include "profiler/load/load_figures.h"
#include "profiler/record/profile_load.h"
#include "tests/support/engine/model_text.h"

#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <thread>

using namespace profiler;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Serves requests by streams that take `serviceNs` each, in simulated time: the stream that is
/// free first takes the next request.
std::vector<RequestTimes> simulated(const LoadOptions& options, std::int64_t serviceNs)
{
    RequestSchedule schedule(options);
    std::vector<std::int64_t> freeAt(options.streams, 0);
    std::vector<RequestTimes> served;
    for (;;) {
        const auto stream = std::ranges::min_element(freeAt);
        const auto request = schedule.take(*stream);
        if (!request)
            return served;
        const auto start = std::max(*stream, request->arrivalNs);
        *stream = start + serviceNs;
        served.push_back({ request->arrivalNs, start, *stream });
    }
}

LoadOptions fixedArrivals(double rate, std::uint32_t streams)
{
    LoadOptions options;
    options.streams = streams;
    options.rate = rate;
    options.arrivals = Arrivals::Fixed;
    options.limit = {};
    return options;
}

Profile profileOf(LoadRecord record, const LoadOptions& options)
{
    Profile profile;
    profile.metadata.set(keys::streams, std::int64_t(options.streams));
    if (options.rate)
        profile.metadata.set(keys::rate, *options.rate);
    profile.load = std::make_shared<const LoadRecord>(std::move(record));
    return profile;
}

/// A request that takes at least `ns` and reports two steps.
RunOnce busyFor(std::uint64_t ns)
{
    return [ns](engine::Observer* observer) -> support::Result<void> {
        if (observer != nullptr) {
            observer->beginRun(0);
            observer->beginBlock();
        }
        for (std::uint32_t step = 0; step < 2; ++step) {
            const auto until = monotonicNs() + ns / 2;
            while (monotonicNs() < until) { }
            if (observer != nullptr)
                observer->endStep(engine::StepId(step));
        }
        if (observer != nullptr) {
            observer->endBlock();
            observer->endRun(0);
        }
        return {};
    };
}

BenchmarkOptions twoWarmUpRuns()
{
    BenchmarkOptions options;
    options.warmUpRuns = 2;
    options.orderSeed = 7;
    options.recorderBytes = std::size_t(16) << 20;
    return options;
}

std::shared_ptr<const Profile> built(const Benchmark& benchmark)
{
    ProfileBuilder builder;
    for (int i = 0; i < 2; ++i)
        builder.addStep({});
    addBenchmark(builder, benchmark);
    return std::move(builder).build();
}

std::size_t countOf(const Benchmark& benchmark, Side side)
{
    return static_cast<std::size_t>(std::ranges::count(benchmark.runs, side, &Run::side));
}

/// The profile's steps lie in the time of their runs: two for each recorded run, none for others.
void checkSteps(const Profile& profile)
{
    std::vector<int> steps(profile.runs.size());
    for (std::size_t i = 0; i < profile.slices.size(); ++i) {
        if (profile.slices.kind[i] != SliceKind::Step)
            continue;
        const auto run = profile.slices.run[i];
        QVERIFY(run < profile.runs.size());
        ++steps[run];
        QVERIFY(profile.slices.startNs[i] >= profile.runs[run].startNs);
        QVERIFY(profile.slices.endNs(i) <= profile.runs[run].startNs + profile.runs[run].wallNs);
    }
    for (std::size_t run = 0; run < steps.size(); ++run)
        QCOMPARE(steps[run], profile.runs[run].side == Side::Profiled ? 2 : 0);
    QVERIFY(profile.losses.isEmpty());
}

std::vector<std::byte> bytesOf(const engine::RunResult& result)
{
    std::vector<std::byte> bytes;
    for (const auto& output : result.outputs) {
        const auto& tensor = output.value.tensor();
        bytes.insert(bytes.end(), tensor.data, tensor.data + tensor.type.bytes());
    }
    return bytes;
}

/// A convolution, a product and a softmax: kernels of libraries with scratch memory, on threads.
engine::RunRequest smallModel(int threads)
{
    engine::RunRequest request;
    request.model = testing::modelFromText(
        "input x: float 1 8 32 32\nweight k: float 16 8 3 3 = 0.02\nweight w: float 32 48 = 0.5\n"
        "c = Conv(x, k) {pads: [1, 1, 1, 1]}\nr = Relu(c)\np = MatMul(r, w)\ny = "
        "Softmax(p)\noutput y");
    request.threads = threads;
    request.tune = engine::Tuning::Off;
    return request;
}

} // namespace

class TestLoad : public QObject {
    Q_OBJECT

private slots:
    void everyValueHasItsBucket()
    {
        std::size_t before = 0;
        for (const std::int64_t value :
            { std::int64_t(0), std::int64_t(1), std::int64_t(2047), std::int64_t(2048),
                std::int64_t(2049), std::int64_t(4095), std::int64_t(4096), std::int64_t(123'456),
                std::int64_t(7'000'000'000), std::numeric_limits<std::int64_t>::max() }) {
            const auto bucket = LatencyHistogram::bucketOf(value);
            QVERIFY(bucket >= before && bucket < LatencyHistogram::bucketLimit);
            QVERIFY(LatencyHistogram::lowest(bucket) <= value);
            QVERIFY(LatencyHistogram::highest(bucket) >= value);
            const auto width = LatencyHistogram::highest(bucket) - LatencyHistogram::lowest(bucket);
            QVERIFY(static_cast<double>(width) <= static_cast<double>(value) / 1024);
            before = bucket;
        }
        for (std::size_t bucket = 1; bucket < 5000; ++bucket)
            QCOMPARE(LatencyHistogram::lowest(bucket), LatencyHistogram::highest(bucket - 1) + 1);
        QCOMPARE(LatencyHistogram::bucketOf(std::numeric_limits<std::int64_t>::max()),
            LatencyHistogram::bucketLimit - 1);
    }

    void percentilesAreThoseOfSortedValues()
    {
        std::mt19937_64 random(11);
        std::lognormal_distribution<double> times(15, 1.5);
        for (const std::size_t count : { 1u, 2u, 10u, 1000u, 100'000u }) {
            LatencyHistogram histogram;
            std::vector<std::int64_t> sorted;
            double sum = 0;
            for (std::size_t i = 0; i < count; ++i) {
                sorted.push_back(static_cast<std::int64_t>(times(random)));
                histogram.add(sorted.back());
                sum += static_cast<double>(sorted.back());
            }
            std::ranges::sort(sorted);
            QCOMPARE(histogram.count(), count);
            QCOMPARE(histogram.min(), sorted.front());
            QCOMPARE(histogram.max(), sorted.back());
            QCOMPARE(histogram.mean(), sum / static_cast<double>(count));
            for (const auto thousandths : { 1u, 100u, 500u, 900u, 950u, 990u, 999u, 1000u }) {
                const auto rank = (thousandths * count + 999) / 1000; // nearest rank, from 1
                const auto exact = sorted[rank - 1];
                const auto found = histogram.percentile(thousandths / 1000.0);
                QVERIFY(found >= exact);
                QVERIFY(static_cast<double>(found) <= 1.001 * static_cast<double>(exact));
            }
        }
        QCOMPARE(LatencyHistogram().percentile(0.5), std::int64_t(0));
    }

    /// So many values that all lie below the percentile with a probability of 2.5 %.
    void aPercentileNeedsValues()
    {
        for (const auto& [fraction, needed] : { std::pair(0.5, 6u), std::pair(0.9, 36u),
                 std::pair(0.95, 72u), std::pair(0.99, 368u), std::pair(0.999, 3688u) }) {
            QCOMPARE(valuesNeeded(fraction), std::uint64_t(needed));
            QVERIFY(std::pow(fraction, needed) <= 0.025);
            QVERIFY(std::pow(fraction, needed - 1) > 0.025);
        }
        LoadRecord record;
        for (int i = 0; i < 200; ++i)
            record.latency.add(i * ms);
        QVERIFY(shownPercentile(record.latency, 0.95).has_value());
        QVERIFY(!shownPercentile(record.latency, 0.99).has_value());
        QCOMPARE(QString::fromStdString(missingPercentilesText(record)),
            QString("p99 is not shown: it needs 368 requests, there are 200; p99.9 is not shown: "
                    "it needs 3,688 requests, there are 200"));
    }

    void arrivalsFollowTheirKind()
    {
        ArrivalTimes fixed(Arrivals::Fixed, 300, 0);
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(fixed.next(), static_cast<std::int64_t>(i * 1e9 / 300));
        ArrivalTimes random(Arrivals::Poisson, 1000, 5);
        ArrivalTimes again(Arrivals::Poisson, 1000, 5);
        std::vector<double> pauses;
        std::int64_t before = 0;
        for (int i = 0; i < 100'000; ++i) {
            const auto at = random.next();
            QCOMPARE(again.next(), at);
            QVERIFY(at >= before);
            pauses.push_back(static_cast<double>(at - before));
            before = at;
        }
        // Exponential: mean and standard deviation are 1 ms; a share of 1/e is longer than that.
        double sum = 0;
        double squares = 0;
        for (const auto pause : pauses) {
            sum += pause;
            squares += pause * pause;
        }
        const auto mean = sum / 1e5;
        QVERIFY(std::abs(mean - 1e6) < 2e4);
        QVERIFY(std::abs(std::sqrt(squares / 1e5 - mean * mean) - 1e6) < 3e4);
        const auto longer = std::ranges::count_if(pauses, [](double ns) { return ns > 1e6; });
        QVERIFY(std::abs(static_cast<double>(longer) / 1e5 - std::exp(-1)) < 0.01);
    }

    /// Arrivals every 10 ms, 15 ms of work, one stream: request k waits 5 k ms.
    void aQueueThatGrowsIsWorkedOutByHand()
    {
        auto options = fixedArrivals(100, 1);
        options.requests = 10;
        const auto all = simulated(options, 15 * ms);
        QCOMPARE(all.size(), std::size_t(10));
        for (std::int64_t k = 0; k < 10; ++k) {
            QCOMPARE(all[static_cast<std::size_t>(k)].arrivalNs, 10 * k * ms);
            QCOMPARE(all[static_cast<std::size_t>(k)].startNs, 15 * k * ms);
        }
        const auto whole = loadRecord(options, all, std::nullopt);
        QCOMPARE(whole.latency.min(), 15 * ms);
        QCOMPARE(whole.latency.max(), 60 * ms);
        QCOMPARE(whole.wait.min(), std::int64_t(0));
        QCOMPARE(whole.wait.max(), 45 * ms);
        QCOMPARE(whole.service.min(), 15 * ms);
        QCOMPARE(whole.service.max(), 15 * ms);
        QCOMPARE(whole.spanNs, 150 * ms);
        QCOMPARE(whole.busy, 1.0);
        QCOMPARE(requestsPerSecond(whole), 10 / 0.15);

        options.requests = 1'000'000;
        options.limit = std::chrono::milliseconds(100);
        const auto cut = simulated(options, 15 * ms);
        QCOMPARE(cut.size(), std::size_t(7)); // begun at 0, 15 … 90 ms
        const auto record = loadRecord(options, cut, 100 * ms);
        QCOMPARE(record.arrived, std::uint64_t(10));
        QCOMPARE(record.waitingAtHalf, std::uint64_t(1)); // of 5, 4 were begun
        QCOMPARE(record.waitingAtEnd, std::uint64_t(3));
        QCOMPARE(record.busyAtEnd, 1.0);
        const auto profile = profileOf(record, options);
        QVERIFY(isQueueGrowing(profile));
        QCOMPARE(QString::fromStdString(queueText(profile)),
            QString(
                "the rate was not kept up with: of 10 requests that arrived, 3 waited at the "
                "end and 1 at half time, while the streams worked 100.0 % of the time; latencies "
                "grow with the length of the measurement, so choose a lower rate or more "
                "streams; 3 were not answered before the end and are in no percentile"));
    }

    void twoStreamsKeepUpWithTheSameRate()
    {
        auto options = fixedArrivals(100, 2);
        options.limit = std::chrono::milliseconds(100);
        const auto served = simulated(options, 15 * ms);
        QCOMPARE(served.size(), std::size_t(10));
        const auto record = loadRecord(options, served, 100 * ms);
        QCOMPARE(record.latency.max(), 15 * ms);
        QCOMPARE(record.wait.max(), std::int64_t(0));
        QCOMPARE(record.spanNs, 105 * ms);
        QCOMPARE(record.busy, 150.0 / 210.0);
        QCOMPARE(record.waitingAtEnd, std::uint64_t(0));
        const auto profile = profileOf(record, options);
        QVERIFY(!isQueueGrowing(profile));
        QVERIFY(queueText(profile).starts_with("the rate was kept up with: of 10 requests"));
    }

    void aClosedLoopHasNoQueue()
    {
        LoadOptions options;
        options.streams = 3;
        options.requests = 9;
        options.limit = {};
        const auto served = simulated(options, 4 * ms);
        const auto record = loadRecord(options, served, std::nullopt);
        QCOMPARE(record.latency.max(), 4 * ms);
        QCOMPARE(record.wait.count(), std::uint64_t(0));
        QCOMPARE(record.spanNs, 12 * ms);
        QCOMPARE(record.busy, 1.0);
        QVERIFY(queueText(profileOf(record, options)).empty());
    }

    /// A latency counts from the planned arrival: with a stream that is too slow it grows by the
    /// difference with each request, however the machine is disturbed.
    void waitingInTheQueueIsCounted()
    {
        auto options = fixedArrivals(1000, 1);
        options.requests = 12;
        const std::vector<LoadStream> streams { { busyFor(3 * ms) } };
        const auto benchmark = runLoad(streams, options, twoWarmUpRuns());
        QVERIFY(bool(benchmark));
        const auto& load = *benchmark->load;
        QCOMPARE(load.latency.count(), std::uint64_t(12));
        QCOMPARE(load.arrived, std::uint64_t(12));
        QVERIFY(load.service.min() >= 3 * ms);
        QVERIFY(load.wait.max() >= 11 * (3 - 1) * ms);
        QVERIFY(load.latency.max() >= (12 * 3 - 11) * ms);
        QCOMPARE(benchmark->end, BenchmarkEnd::Complete);
        QCOMPARE(countOf(*benchmark, Side::Profiled), std::size_t(6));
        QCOMPARE(countOf(*benchmark, Side::Unprofiled), std::size_t(6));
        checkSteps(*built(*benchmark));
    }

    void streamsWorkAtTheSameTime()
    {
        LoadOptions options;
        options.streams = 3;
        options.requests = 41;
        options.limit = {};
        const std::vector<LoadStream> streams(3, LoadStream { busyFor(ms / 5) });
        const auto benchmark = runLoad(streams, options, twoWarmUpRuns());
        QVERIFY(bool(benchmark));
        QCOMPARE(benchmark->load->latency.count(), std::uint64_t(41));
        QCOMPARE(countOf(*benchmark, Side::WarmUp), std::size_t(6));
        QCOMPARE(benchmark->runs.size(), std::size_t(47));
        QVERIFY(std::ranges::is_sorted(benchmark->runs, {}, &Run::startNs));
        const auto profile = built(*benchmark);
        checkSteps(*profile);
        QCOMPARE(profile->metadata.integer(keys::runs).value(),
            std::int64_t(countOf(*benchmark, Side::Profiled)));

        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "load.opscope";
        QVERIFY(bool(writeProfileFile(path, *profile)));
        const auto read = readProfileFile(path);
        QVERIFY(bool(read));
        checkSteps(**read);
        for (std::size_t i = 0; i < profile->runs.size(); ++i)
            QCOMPARE((*read)->runs[i].startNs, profile->runs[i].startNs);
    }

    void aFailedRequestEndsTheLoad()
    {
        LoadOptions options;
        options.streams = 2;
        options.requests = 1000;
        options.limit = {};
        std::atomic<int> done = 0;
        const RunOnce failing = [&](engine::Observer*) -> support::Result<void> {
            if (++done == 9)
                return support::fail("the disk is gone");
            return {};
        };
        const std::vector<LoadStream> streams(2, LoadStream { failing });
        const auto benchmark = runLoad(streams, options, twoWarmUpRuns());
        QVERIFY(!benchmark);
        const auto words = QString::fromStdString(benchmark.error().message());
        QVERIFY2(words.startsWith("request ") && words.contains(", on stream ")
                && words.endsWith(": the disk is gone"),
            qPrintable(words));
        QVERIFY(done < 1000);
    }

    void aFailedWarmUpEndsTheLoad()
    {
        LoadOptions options;
        options.streams = 2;
        const RunOnce failing
            = [](engine::Observer*) -> support::Result<void> { return support::fail("no kernel"); };
        const std::vector<LoadStream> streams { { busyFor(1000) }, { failing } };
        const auto benchmark = runLoad(streams, options, twoWarmUpRuns());
        QVERIFY(!benchmark);
        QCOMPARE(QString::fromStdString(benchmark.error().message()), QString("no kernel"));
    }

    void aStopKeepsWhatWasMeasured()
    {
        auto options = fixedArrivals(2000, 2);
        std::stop_source stop;
        std::atomic<int> done = 0;
        const RunOnce counting = [&](engine::Observer* observer) -> support::Result<void> {
            if (++done == 40)
                stop.request_stop();
            return busyFor(1000)(observer);
        };
        const std::vector<LoadStream> streams(2, LoadStream { counting });
        const auto benchmark = runLoad(streams, options, twoWarmUpRuns(), stop.get_token());
        QVERIFY(bool(benchmark));
        QCOMPARE(benchmark->end, BenchmarkEnd::Stopped);
        QVERIFY(benchmark->load->latency.count() >= 30);
        QVERIFY(benchmark->load->latency.count() <= 40);
        QVERIFY(benchmark->load->arrived >= 30);
        checkSteps(*built(*benchmark));
        const auto profile = built(*benchmark);
        QCOMPARE(profile->metadata.text(keys::interrupted), std::string("yes"));
    }

    /// Plans of one model that run at the same time share packed weights and nothing else.
    void concurrentRequestsHaveTheBitsOfASingleRun()
    {
        for (const int threads : { 1, 2 }) {
            const auto request = smallModel(threads);
            const auto first = engine::prepare(request);
            QVERIFY2(bool(first.plan), first.plan ? "" : first.plan.error().message().c_str());
            const auto inputs = first.inputs.runtimeValues();
            std::vector<engine::Session> sessions;
            for (int i = 0; i < 4; ++i) {
                const auto plan
                    = i == 0 ? first.plan : engine::anotherPlan(**first.plan, first.inputs);
                QVERIFY(bool(plan));
                sessions.push_back(*engine::Session::create(*plan));
            }
            const auto expected = bytesOf(*sessions[0].run(inputs));
            QVERIFY(!expected.empty());
            std::atomic<int> different = 0;
            {
                std::vector<std::jthread> streams;
                for (auto& session : sessions)
                    streams.emplace_back([&] {
                        for (int i = 0; i < 50; ++i) {
                            const auto result = session.run(inputs);
                            different += !result || bytesOf(*result) != expected ? 1 : 0;
                        }
                    });
            }
            QCOMPARE(different.load(), 0);
        }
    }

    void aModelUnderLoadIsProfiled()
    {
        const auto request = smallModel(1);
        const auto prepared = engine::prepare(request);
        LoadOptions options = fixedArrivals(500, 2);
        options.requests = 60;
        const auto run = profileLoad(request, prepared, options, twoWarmUpRuns());
        QVERIFY2(bool(run), run ? "" : run.error().message().c_str());
        const auto& profile = *run->profile;
        QCOMPARE(run->result.outputs.size(), std::size_t(1));
        QCOMPARE(profile.load->latency.count(), std::uint64_t(60));
        QCOMPARE(profile.load->steps.size(), profile.steps.size());
        QVERIFY(profile.load->wall.medianNs > 0);
        QCOMPARE(QString::fromStdString(loadText(profile.metadata)),
            QString("2 streams of 1 thread each, 500 requests a second in all, at fixed "
                    "intervals"));
        const auto report = buildReport(run->profile);
        for (const auto& row : report.statistics->steps)
            if (row.time.samples > 0 && row.time.median > 0)
                QVERIFY(timesAlone(*profile.load, row.step, row.time.median).has_value());
        QVERIFY(std::ranges::any_of(
            report.keyFigures, [](const Fact& fact) { return fact.name == "Rate kept up with"; }));
        for (const auto& exporter : exporters())
            QVERIFY(bool(exportText(exporter, report)));

        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "load.opscope";
        QVERIFY(bool(writeProfileFile(path, profile)));
        const auto read = readProfileFile(path);
        QVERIFY(bool(read) && (*read)->load != nullptr);
        const auto& found = *(*read)->load;
        QCOMPARE(found.latency.count(), profile.load->latency.count());
        QCOMPARE(found.latency.max(), profile.load->latency.max());
        QCOMPARE(found.latency.mean(), profile.load->latency.mean());
        QCOMPARE(found.wait.percentile(0.9), profile.load->wait.percentile(0.9));
        QCOMPARE(found.spanNs, profile.load->spanNs);
        QCOMPARE(found.arrived, profile.load->arrived);
        QCOMPARE(found.steps.size(), profile.load->steps.size());
        QCOMPARE(found.steps[0].medianNs, profile.load->steps[0].medianNs);
    }

    /// Numbers that no measurement writes.
    void storedHistogramsAreNotTrusted()
    {
        const auto most = std::numeric_limits<std::uint64_t>::max();
        const auto histogram = LatencyHistogram::of(
            { { LatencyHistogram::bucketLimit, 5 }, { 3000, most }, { 3001, 1 }, { 10, 0 } }, -5,
            std::numeric_limits<std::int64_t>::max(), std::nan(""));
        QCOMPARE(histogram.count(), most);
        QCOMPARE(LatencyHistogram::bucketOf(histogram.min()), std::size_t(3000));
        QCOMPARE(LatencyHistogram::bucketOf(histogram.max()), std::size_t(3000));
        QCOMPARE(histogram.percentile(1), histogram.max());
        QCOMPARE(histogram.mean(), 0.0);
        QCOMPARE(LatencyHistogram::of({}, 3, 4, 5).max(), std::int64_t(0));
        QVERIFY(oversubscriptionText(
            std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max(), 2)
                    .starts_with("9,223"));
    }
};

QTEST_GUILESS_MAIN(TestLoad)
#include "tst_load.moc"
