// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/record/recorder.h"

#include "profiler/record/benchmark.h"
#include "profiler/statistics/statistics.h"

using namespace profiler;
using engine::Phase;
using engine::StepId;

namespace {

ProfileBuilder builderWith(std::uint32_t steps, std::uint32_t runs)
{
    ProfileBuilder builder;
    for (std::uint32_t i = 0; i < steps; ++i)
        builder.addStep({});
    builder.profile().runs.resize(runs);
    return builder;
}

std::shared_ptr<const Profile> profileOf(
    const Recorder& recorder, std::uint32_t steps, std::uint32_t runs)
{
    auto builder = builderWith(steps, runs);
    const auto track = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    recorder.addTo(builder, { track, calibrateClock(clockSource()) });
    return std::move(builder).build();
}

std::uint64_t stepSlices(const Profile& profile)
{
    return static_cast<std::uint64_t>(std::ranges::count(profile.slices.kind, SliceKind::Step));
}

/// A block of `count` executions of step 0.
void repeatStep(Recorder& recorder, std::uint32_t count)
{
    recorder.beginBlock();
    for (std::uint32_t i = 0; i < count; ++i)
        recorder.endStep(StepId(0u));
    recorder.endBlock();
}

/// A run of `steps` steps that each read the clock a few times.
RunOnce busySteps(std::uint32_t steps)
{
    return [steps](engine::Observer* observer) -> support::Result<void> {
        if (observer) {
            observer->beginRun(0);
            observer->beginBlock();
        }
        for (std::uint32_t i = 0; i < steps; ++i) {
            const auto until = monotonicNs() + 2000;
            while (monotonicNs() < until) { }
            if (observer)
                observer->endStep(StepId(i));
        }
        if (observer) {
            observer->endBlock();
            observer->endRun(0);
        }
        return {};
    };
}

} // namespace

class TestRecorder : public QObject {
    Q_OBJECT

private slots:
    void theClockFollowsTheSystemClock();
    void stepsBecomeNestedSlices();
    void stepsFollowEachOtherWithoutAPause();
    void phasesNeedTheirLevel();
    void whatIsOutsideTheKernelIsDispatch();
    void aFullRecorderCountsWhatItDrops();
    void blocksLeftOpenAreCounted();
    void anEndWithoutBeginIsCounted();
    void roomGrowsBetweenRuns();
    void whatDoesNotFitGoesToTheDisk();
    void withoutADiskTheMemoryIsTheLimit();
    void aBenchmarkAlternatesBothKinds();
    void aBenchmarkStopsAndKeeps();
    void aBenchmarkStoppedAtOnceHasNothing();
    void aBenchmarkHandsOnTheRunsError();
    void aBenchmarkEndsAtItsTimeLimit();
    void aBenchmarkEndsWhenItsMedianIsKnown_data();
    void aBenchmarkEndsWhenItsMedianIsKnown();
    void theOrderIsTossedAnewAndKept();
    void aFullRecorderEndsTheBenchmark();
    void conditionsSayWhyTheyAreAbsent();
};

void TestRecorder::theClockFollowsTheSystemClock()
{
    const auto source = clockSource();
    const auto scale = calibrateClock(source);
    const auto ns = static_cast<std::int64_t>(monotonicNs());
    const auto ticks = scale.toNs(readTicks(source));
    QVERIFY(std::abs(ticks - ns) < 5'000'000);
    const ClockScale monotonic(ClockSource::Monotonic, takeClockPair(ClockSource::Monotonic),
        takeClockPair(ClockSource::Monotonic));
    QCOMPARE(monotonic.lengthNs(1234), 1234);
}

void TestRecorder::stepsBecomeNestedSlices()
{
    Recorder recorder;
    recorder.prepareRun(1);
    recorder.beginRun(0);
    recorder.beginBlock();
    recorder.beginBlock();
    recorder.endStep(StepId(1u));
    recorder.endBlock();
    recorder.endStep(StepId(0u));
    recorder.endBlock();
    recorder.endRun(0);
    const auto profile = profileOf(recorder, 2, 2);
    QCOMPARE(profile->slices.size(), std::size_t(2));
    QCOMPARE(profile->slices.parent[1], 0u);
    QCOMPARE(profile->slices.run[1], 1u);
    QCOMPARE(profile->slices.step[1], 1u);
    QVERIFY(profile->losses.isEmpty());
}

void TestRecorder::stepsFollowEachOtherWithoutAPause()
{
    Recorder recorder;
    recorder.prepareRun(0);
    recorder.beginBlock();
    recorder.endStep(StepId(0u));
    recorder.memory(64);
    recorder.endStep(StepId(1u));
    recorder.endStep(StepId(0u));
    recorder.endBlock();
    const auto profile = profileOf(recorder, 2, 1);
    const auto& slices = profile->slices;
    QCOMPARE(slices.size(), std::size_t(3));
    for (std::size_t i = 0; i + 1 < slices.size(); ++i)
        QCOMPARE(slices.endNs(i), slices.startNs[i + 1]);
    // Memory is told before its step ends, and stands where that step begins.
    QCOMPARE(profile->counters.size(), std::size_t(1));
    QCOMPARE(profile->counters[0].timeNs[0], slices.startNs[1]);
}

void TestRecorder::phasesNeedTheirLevel()
{
    for (const auto level : { RecordLevel::Runs, RecordLevel::Steps, RecordLevel::Phases }) {
        Recorder::Options options;
        options.level = level;
        Recorder recorder(options);
        QCOMPARE(recorder.wantsPhases(), level == RecordLevel::Phases);
        recorder.beginBlock();
        recorder.beginPhase(StepId(0u), Phase::Reorder);
        recorder.endPhase(StepId(0u), Phase::Reorder);
        recorder.endStep(StepId(0u));
        recorder.endBlock();
        const auto profile = profileOf(recorder, 1, 1);
        QCOMPARE(profile->slices.size(), static_cast<std::size_t>(level));
        if (level == RecordLevel::Phases)
            QCOMPARE(profile->slices.phase[1], Phase::Reorder);
    }
}

void TestRecorder::whatIsOutsideTheKernelIsDispatch()
{
    Recorder::Options options;
    options.level = RecordLevel::Phases;
    Recorder recorder(options);
    recorder.beginBlock();
    recorder.beginPhase(StepId(0u), Phase::Kernel);
    recorder.beginPhase(StepId(0u), Phase::Reorder);
    recorder.endPhase(StepId(0u), Phase::Reorder);
    recorder.endPhase(StepId(0u), Phase::Kernel);
    recorder.endStep(StepId(0u));
    recorder.endBlock();
    const auto profile = profileOf(recorder, 1, 1);
    const auto& slices = profile->slices;
    QCOMPARE(slices.size(), std::size_t(4)); // the step; dispatch, reorder, dispatch in it
    QCOMPARE(slices.kind[0], SliceKind::Step);
    const std::array<Phase, 3> expected { Phase::Dispatch, Phase::Reorder, Phase::Dispatch };
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(slices.kind[i + 1], SliceKind::Phase);
        QCOMPARE(slices.phase[i + 1], expected[i]);
    }
    QCOMPARE(slices.startNs[1], slices.startNs[0]);
    QCOMPARE(slices.endNs(3), slices.endNs(0));
    QVERIFY(profile->losses.isEmpty());
}

void TestRecorder::aFullRecorderCountsWhatItDrops()
{
    Recorder::Options options;
    options.memoryBytes = 1;
    options.reserveBytes = 1;
    Recorder recorder(options);
    for (std::uint32_t run = 0; run < 2; ++run) {
        recorder.prepareRun(run);
        repeatStep(recorder, 3000);
    }
    QVERIFY(!recorder.hasGap(0));
    QVERIFY(recorder.hasGap(1));
    const auto profile = profileOf(recorder, 1, 2);
    QVERIFY(stepSlices(*profile) > 3000);
    QCOMPARE(stepSlices(*profile) + recorder.dropped(), 6000u);
    QCOMPARE(profile->losses.dropped, recorder.dropped());
    QCOMPARE(profile->losses.unbalanced, 0u); // the lost end of the block is part of the gap
    QVERIFY(profile->runs[1].hasGap);
    QVERIFY(!profile->runs[0].hasGap);
    QCOMPARE(profile->slices.kind.back(), SliceKind::Drop);
}

void TestRecorder::blocksLeftOpenAreCounted()
{
    Recorder recorder;
    recorder.prepareRun(0);
    recorder.beginRun(0);
    recorder.beginBlock();
    recorder.endStep(StepId(0u));
    recorder.beginBlock();
    recorder.endStep(StepId(1u));
    recorder.endRun(0);
    const auto profile = profileOf(recorder, 2, 1);
    QCOMPARE(profile->losses.unbalanced, 2u);
    QCOMPARE(profile->slices.size(), std::size_t(2));
}

void TestRecorder::anEndWithoutBeginIsCounted()
{
    Recorder recorder;
    recorder.endStep(StepId(0u));
    QCOMPARE(profileOf(recorder, 1, 1)->losses.unbalanced, 1u);
}

void TestRecorder::whatDoesNotFitGoesToTheDisk()
{
    constexpr std::uint32_t runs = 200;
    Recorder::Options options;
    options.memoryBytes = 256 * 1024; // 16,384 events
    options.reserveBytes = options.memoryBytes;
    options.spillFolder = std::filesystem::temp_directory_path();
    Recorder recorder(options);
    for (std::uint32_t run = 0; run < runs; ++run) {
        recorder.prepareRun(run);
        repeatStep(recorder, 1000);
    }
    QCOMPARE(recorder.dropped(), 0u);
    QVERIFY(recorder.spilled() > 150'000);
    const auto profile = profileOf(recorder, 1, runs);
    QVERIFY(profile->losses.isEmpty());
    QCOMPARE(profile->slices.size(), std::size_t(runs) * 1000);
    std::vector<std::size_t> perRun(runs, 0);
    for (const auto run : profile->slices.run)
        ++perRun[run];
    QVERIFY(std::ranges::all_of(perRun, [](std::size_t count) { return count == 1000; }));
    QVERIFY(std::ranges::is_sorted(profile->slices.startNs));
}

void TestRecorder::withoutADiskTheMemoryIsTheLimit()
{
    Recorder::Options options;
    options.memoryBytes = 128 * 1024;
    options.reserveBytes = options.memoryBytes;
    options.spillFolder = "/proc/no/such/folder";
    Recorder recorder(options);
    for (std::uint32_t run = 0; run < 20; ++run) {
        recorder.prepareRun(run);
        repeatStep(recorder, 1000);
    }
    QCOMPARE(recorder.spilled(), 0u);
    QVERIFY(recorder.dropped() > 0);
    QCOMPARE(recorder.dropped() + stepSlices(*profileOf(recorder, 1, 20)), 20'000u);
}

void TestRecorder::roomGrowsBetweenRuns()
{
    Recorder::Options options;
    options.reserveBytes = 1;
    Recorder recorder(options);
    for (std::uint32_t run = 0; run < 20; ++run) {
        recorder.prepareRun(run);
        repeatStep(recorder, 1000);
    }
    QCOMPARE(recorder.dropped(), 0u);
    QCOMPARE(stepSlices(*profileOf(recorder, 1, 20)), 20'000u);
}

void TestRecorder::aBenchmarkAlternatesBothKinds()
{
    BenchmarkOptions options;
    options.runs = 9;
    options.warmUpRuns = 2;
    std::uint32_t told = 0;
    auto result = runBenchmark(busySteps(5), options, {}, [&](const BenchmarkProgress& progress) {
        ++told;
        QVERIFY(progress.wallNs > 0);
    });
    QVERIFY(result);
    QCOMPARE(told, 20u);
    auto builder = builderWith(5, 0);
    addBenchmark(builder, *result);
    const auto profile = std::move(builder).build();
    QCOMPARE(runsOf(*profile, Side::WarmUp).size(), std::size_t(2));
    QCOMPARE(runsOf(*profile, Side::Profiled).size(), std::size_t(9));
    QCOMPARE(runsOf(*profile, Side::Unprofiled).size(), std::size_t(9));
    for (std::uint32_t i = 0; i < profile->slices.size(); ++i)
        if (profile->slices.kind[i] == SliceKind::Step)
            QCOMPARE(profile->runs[profile->slices.run[i]].side, Side::Profiled);
    const auto statistics = computeStatistics(*profile);
    QVERIFY(statistics->recordingCost);
    QVERIFY(statistics->account->coverage() > 0.5);
    // Each step lies inside its run, on the same clock.
    for (const auto i : runsOf(*profile, Side::Profiled))
        QVERIFY(profile->runs[i].wallNs >= 5 * 2000);
    QCOMPARE(profile->metadata.integer(keys::warmUpRuns).value_or(0), 2);
}

void TestRecorder::aBenchmarkStopsAndKeeps()
{
    std::stop_source source;
    BenchmarkOptions options;
    options.runs = 1000;
    std::uint32_t measured = 0;
    auto result = runBenchmark(
        busySteps(2), options, source.get_token(), [&](const BenchmarkProgress& progress) {
            if (progress.side != Side::WarmUp && ++measured == 7)
                source.request_stop();
        });
    QVERIFY(result);
    QCOMPARE(result->end, BenchmarkEnd::Stopped);
    QCOMPARE(result->runs.size() - result->warmUpRuns, std::size_t(7));
}

void TestRecorder::aBenchmarkStoppedAtOnceHasNothing()
{
    std::stop_source source;
    source.request_stop();
    const auto result = runBenchmark(busySteps(2), {}, source.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().kind(), support::ErrorKind::Cancelled);
}

void TestRecorder::aBenchmarkHandsOnTheRunsError()
{
    const auto result = runBenchmark(
        [](engine::Observer*) -> support::Result<void> { return support::fail("out of range"); });
    QVERIFY(!result);
    QCOMPARE(result.error().message(), std::string("out of range"));
}

void TestRecorder::aBenchmarkEndsAtItsTimeLimit()
{
    BenchmarkOptions options;
    options.runs = 1'000'000;
    options.fewestRuns = 4;
    options.limit = std::chrono::milliseconds(5);
    const auto result = runBenchmark(busySteps(2), options);
    QVERIFY(result);
    QCOMPARE(result->end, BenchmarkEnd::TimeLimit);
}

void TestRecorder::aBenchmarkEndsWhenItsMedianIsKnown_data()
{
    QTest::addColumn<Unprofiled>("unprofiled");
    QTest::newRow("pairs") << BenchmarkOptions().unprofiled;
    QTest::newRow("recorded runs only") << Unprofiled::None;
}

void TestRecorder::aBenchmarkEndsWhenItsMedianIsKnown()
{
    QFETCH(Unprofiled, unprofiled);
    BenchmarkOptions options;
    options.runs = 1'000'000;
    options.limit = std::chrono::seconds(20);
    options.until = 0.9;
    options.unprofiled = unprofiled;
    const auto result = runBenchmark(busySteps(2), options);
    QVERIFY(result);
    QCOMPARE(result->end, BenchmarkEnd::SteadyEnough);
    QVERIFY(result->runs.size() < 1000);
}

void TestRecorder::theOrderIsTossedAnewAndKept()
{
    const auto seedOf = [](std::optional<std::uint64_t> wanted) {
        BenchmarkOptions options;
        options.runs = 2;
        options.fewestRuns = 2;
        options.orderSeed = wanted;
        const auto result = runBenchmark(busySteps(2), options);
        return result ? result->options.orderSeed : std::nullopt;
    };
    QCOMPARE(seedOf(7), std::optional<std::uint64_t>(7));
    const auto first = seedOf({});
    const auto second = seedOf({});
    QVERIFY(first && second && first != second); // equal once in 2^63
}

void TestRecorder::aFullRecorderEndsTheBenchmark()
{
    BenchmarkOptions options;
    options.recorderBytes = 1;
    options.warmUpRuns = 1;
    const auto result = runBenchmark(busySteps(400), options);
    QVERIFY(result);
    QCOMPARE(result->end, BenchmarkEnd::RecorderFull);
    QVERIFY(result->runs.back().hasGap);
}

void TestRecorder::conditionsSayWhyTheyAreAbsent()
{
    const auto readings = readConditions("/nonexistent");
    QCOMPARE(readings.size(), std::size_t(6));
    for (const auto& reading : readings) {
        QVERIFY(!reading.name.empty());
        QVERIFY(reading.value.empty());
        QVERIFY(!reading.reason.empty());
        QVERIFY(!reading.isRemark);
    }
    for (const auto& reading : readConditions())
        QVERIFY(!reading.value.empty() || !reading.reason.empty());
}

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
