// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/cupti/collector.h"
#include "tests/support/gpu/fake_cupti.h"
#include "tests/support/gpu/fake_trace_text.h"

#include <QTemporaryDir>

#include <thread>

using namespace profiler;
using namespace profiler::cupti;
using testing::FakeCupti;

namespace {

/// A collector over a fake CUPTI, and what a recorder would tell it.
struct Bench {
    FakeCupti cupti;
    ProcessState state;
    CollectorParts parts;
    CollectorOptions options;
    std::unique_ptr<DeviceCollector> collector;
    std::uint64_t launches = 0;
    int waits = 0;

    Bench()
    {
        options.withSamples = false;
        parts.api = &cupti.api();
        parts.state = &state;
        parts.launches = [this] { return launches; };
        parts.synchronise = [this]() -> support::Result<void> {
            ++waits;
            return {};
        };
    }
    /// Records have times of the host's clock, inside of their runs.
    void beginRun(std::uint32_t number)
    {
        collector->resume();
        collector->beginRun(number);
        cupti.now = std::max(cupti.now, readMonotonic());
    }
    void endRun()
    {
        while (readMonotonic() < cupti.now) { }
        collector->endRun();
        collector->pause();
    }
    void begin()
    {
        collector = makeCollector(parts, options);
        QVERIFY(bool(collector->start()));
    }
    void step(std::uint32_t step, std::uint32_t run, const char* kernel = "_Z1fPf")
    {
        collector->pushOp(engine::StepId(step), run);
        cupti.launch(kernel);
        collector->popOp();
    }
    /// A run of so many steps of one kernel each.
    void run(std::uint32_t number, std::uint32_t steps)
    {
        beginRun(number);
        for (std::uint32_t i = 0; i < steps; ++i)
            step(i, number);
        endRun();
    }
    DeviceTrace end()
    {
        auto trace = collector->stop();
        return trace ? std::move(*trace) : DeviceTrace();
    }
};

QString codesOf(const std::vector<DeviceLimit>& limits)
{
    QStringList codes;
    for (const auto& limit : limits)
        codes << QString::fromStdString(limit.code);
    return codes.join(' ');
}

QString firstMessage(const std::vector<DeviceLimit>& limits)
{
    return limits.empty() ? QString() : QString::fromStdString(limits.front().message);
}

enum class Fault { None, TooOld, Taken, TakenByNobody, Subscribe, Buffers, Kernels, Jit, Clock };

} // namespace

Q_DECLARE_METATYPE(Fault)

class TestCuptiCollector : public QObject {
    Q_OBJECT

private slots:
    void ownsKernelsByTheStepThatAskedForThem();
    void recordsNothingBetweenRuns();
    void forgetsTheWarmUp();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();
    void goesOnWithoutTheLibrary();
    void countsWhatIsLost();
    void countsLaunchesThatNeverCame();
    void missesNoLaunchThatWasOnlyCaptured();
    void missesNoLaunchOfALibraryThatWasOnlyCaptured();
    void refusesBuffersWithinItsMemory();
    void registersItsClockOncePerProcess();
    void movesTimesOfAnotherClock();
    void tellsKernelsThatBeginBeforeTheirCall();
    void findsStepsOfKernelsInGraphs();
    void asksForANewerTracerForGraphsOfLaterRecordings();
    void leavesNothingBehind();
    void isStoppedInTheMiddleOfAStep();
    void readsLongerRecordsOfNewerTracers();
    void writesARecordingThatReplaysTheSame();
    void countsLaunchesOfChainsAndOfReplays();
};

void TestCuptiCollector::ownsKernelsByTheStepThatAskedForThem()
{
    Bench bench;
    bench.begin();
    QVERIFY(bench.collector->recordsDeviceWork());
    bench.beginRun(7);
    bench.collector->pushOp(engine::StepId(0u), 7);
    bench.cupti.copyToDevice(64);
    bench.collector->popOp();
    // A step in a step's body, then more of the outer one.
    bench.collector->pushOp(engine::StepId(4u), 7);
    bench.cupti.launch("_Z1fPf");
    bench.step(5, 7);
    bench.cupti.launch("plain_name");
    bench.collector->popOp();
    bench.cupti.launch("_Z6nobodyv");
    bench.endRun();
    const auto trace = bench.end();
    QCOMPARE(trace.kernels.size(), 4u);
    const DeviceOwner outer { engine::StepId(4u), 7 };
    const DeviceOwner inner { engine::StepId(5u), 7 };
    QVERIFY(trace.kernels[0].owner == outer);
    QVERIFY(trace.kernels[1].owner == inner);
    QVERIFY(trace.kernels[2].owner == outer);
    QVERIFY(!trace.kernels[3].owner.step.isValid());
    QCOMPARE(trace.names[trace.kernels[0].name], std::string("f(float*)"));
    QCOMPARE(trace.names[trace.kernels[2].name], std::string("plain_name"));
    QCOMPARE(trace.copies.size(), 1u);
    QCOMPARE(trace.copies[0].bytes, 64u);
    QVERIFY(trace.copies[0].isPinned && trace.copies[0].isAsync);
    QCOMPARE(trace.calls.size(), 5u);
    QCOMPARE(trace.names[trace.calls[0].name], std::string("cudaMemcpyAsync"));
    QCOMPARE(trace.losses.unlinked, 1u);
    QCOMPARE(trace.windows.size(), 1u);
    QCOMPARE(trace.windows[0].iteration, 7u);
    QCOMPARE(QString::fromStdString(trace.tracer), QString("CUPTI 13.0.1 (130001)"));
    QVERIFY(trace.limits.empty());
}

void TestCuptiCollector::recordsNothingBetweenRuns()
{
    Bench bench;
    bench.begin();
    bench.run(0, 3);
    QVERIFY(bench.cupti.enabled.empty());
    bench.cupti.launch("_Z1fPf"); // of a run without recording
    bench.collector->pushOp(engine::StepId(1u), 1);
    QCOMPARE(bench.cupti.pushed, 0u);
    bench.collector->popOp();
    bench.run(2, 3);
    const auto trace = bench.end();
    QCOMPARE(trace.kernels.size(), 6u);
    QCOMPARE(trace.kernels.back().owner.iteration, 2u);
    QCOMPARE(trace.windows.size(), 2u);
}

void TestCuptiCollector::forgetsTheWarmUp()
{
    Bench bench;
    bench.begin();
    bench.collector->resume();
    bench.cupti.launch("_Z1fPf");
    bench.cupti.record(Kind::Jit, [&](std::byte* at) {
        jit::operation.put(at, 3);
        jit::start.put(at, bench.cupti.now);
        jit::end.put(at, bench.cupti.now + 900);
    });
    bench.collector->pause();
    bench.run(4, 2);
    const auto trace = bench.end();
    QCOMPARE(trace.kernels.size(), 2u);
    QCOMPARE(trace.calls.size(), 2u);
    QCOMPARE(trace.compilations.size(), 1u);
}

void TestCuptiCollector::saysWhatIsMissing_data()
{
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<bool>("tells");
    QTest::addColumn<QString>("codes");
    QTest::addColumn<QString>("message");
    const QString coarse("; per-op times come from CUDA events");
    const QString without("profiling without kernel detail: ");
    QTest::newRow("nothing") << Fault::None << true << ""
                             << "";
    QTest::newRow("a tracer too old")
        << Fault::TooOld << false << "no-tracer"
        << without + "CUPTI 130000 found, expected 130001 or newer" + coarse;
    QTest::newRow("another program has it")
        << Fault::Taken << false << "tracer-taken"
        << "kernel timing is taken by \"Nsight Systems\" (Nsight Systems, another profiler)";
    QTest::newRow("another program that does not say its name")
        << Fault::TakenByNobody << false << "tracer-taken"
        << "kernel timing is taken by \"another program\" (Nsight Systems, another profiler)";
    QTest::newRow("no driver behind it")
        << Fault::Subscribe << false << "tracer-failed"
        << without + "CUPTI answers cuptiSubscribe_v2 with CUPTI_ERROR_UNKNOWN (999)" + coarse;
    QTest::newRow("no privileges for buffers") << Fault::Buffers << false << "no-tracer"
                                               << without
            + "CUPTI is not permitted here (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35))" + coarse;
    QTest::newRow("kernels are refused when recording begins")
        << Fault::Kernels << false << "tracer-failed"
        << without
            + "CUPTI answers cuptiActivityEnable with CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED (43)"
            + coarse;
    QTest::newRow("a kind of record that is not there")
        << Fault::Jit << true << "tracer-partial"
        << "profiling without compilations by the driver: CUPTI answers cuptiActivityEnable with "
           "CUPTI_ERROR_INVALID_KIND (21)";
    QTest::newRow("a clock that is not taken")
        << Fault::Clock << true << "clock-unsure"
        << "times of the GPU are moved to the clock of the host: CUPTI does not take a clock "
           "(CUPTI_ERROR_NOT_INITIALIZED (15))";
}

void TestCuptiCollector::saysWhatIsMissing()
{
    QFETCH(Fault, fault);
    Bench bench;
    auto& cupti = bench.cupti;
    cupti.version = fault == Fault::TooOld ? 130000 : 130001;
    const bool isTaken = fault == Fault::Taken || fault == Fault::TakenByNobody;
    cupti.subscribeAnswer = isTaken ? 39 : fault == Fault::Subscribe ? 999 : 0;
    cupti.otherSubscriber = fault == Fault::Taken ? "Nsight Systems" : "";
    cupti.buffersAnswer = fault == Fault::Buffers ? 35 : 0;
    if (fault == Fault::Kernels)
        cupti.enableAnswers[Kind::ConcurrentKernel] = 43;
    if (fault == Fault::Jit)
        cupti.enableAnswers[Kind::Jit] = 21;
    if (fault == Fault::Clock) {
        cupti.clockAnswer = 15;
        cupti.timestamp = readRealtime;
    }
    bench.begin();
    bench.run(0, 2);
    QTEST(bench.collector->recordsDeviceWork(), "tells");
    // The run goes on and is told, with or without kernels.
    const auto trace = bench.end();
    // Without events of the device, whoever measures waits.
    QFETCH(bool, tells);
    QFETCH(QString, codes);
    QCOMPARE(codesOf(trace.limits), tells ? codes : codes + " waits");
    QTEST(firstMessage(trace.limits), "message");
    QCOMPARE(trace.windows.size(), 1u);
    QCOMPARE(trace.kernels.size(), bench.collector->recordsDeviceWork() ? 2u : 0u);
    bench.collector.reset();
    QVERIFY(!cupti.isSubscribed);
    QVERIFY(cupti.enabled.empty());
}

void TestCuptiCollector::goesOnWithoutTheLibrary()
{
    Bench bench;
    bench.parts.api = nullptr;
    bench.parts.apiFailure = engine::cuda::noTracer("CUPTI not found");
    bench.parts.nvmlFailure = "no library";
    bench.options.withSamples = true;
    bench.begin();
    QVERIFY(!bench.collector->recordsDeviceWork());
    bench.run(0, 1);
    const auto trace = bench.end();
    QCOMPARE(codesOf(trace.limits), QString("no-tracer waits"));
    QCOMPARE(trace.windows.size(), 1u);
    QVERIFY(trace.tracer.empty());
    QVERIFY(trace.series.empty());
    QCOMPARE(trace.missingSeries.size(), 8u);
    QCOMPARE(trace.missingSeries[0].reason, std::string("no library"));
}

void TestCuptiCollector::countsWhatIsLost()
{
    Bench bench;
    bench.begin();
    bench.beginRun(0);
    bench.step(0, 0);
    bench.collector->pushOp(engine::StepId(1u), 0);
    bench.cupti.launch("_Z1fPf", 5000, FakeCupti::Times::Lost);
    bench.collector->popOp();
    bench.endRun();
    bench.cupti.dropped = 3;
    const auto trace = bench.end();
    QCOMPARE(trace.losses.withoutTime, 1u);
    QCOMPARE(trace.losses.droppedRecords, 3u);
    QCOMPARE(trace.kernels.size(), 2u); // the lost one is there, without times
    QCOMPARE(codesOf(trace.limits), QString("records-lost"));
    QCOMPARE(
        firstMessage(trace.limits), QString("4 of 5 kernel records lost; totals are lower bounds"));
}

void TestCuptiCollector::countsLaunchesThatNeverCame()
{
    const char* const ours = "_ZN6engine4cuda11runElementsINS0_3AddEEEvlT_";
    Bench bench;
    bench.begin();
    bench.launches = 90; // of warm-up and before
    bench.beginRun(0);
    bench.step(0, 0, ours);
    bench.step(1, 0, "_Z7libraryv"); // is not counted by launch.h
    bench.launches += 3;
    bench.endRun();
    bench.launches += 10; // of a run without recording
    const auto trace = bench.end();
    QVERIFY(QString::fromStdString(trace.names[trace.kernels[0].name])
                .contains("engine::cuda::runElements<"));
    QCOMPARE(trace.losses.missingLaunches, 2u);
}

void TestCuptiCollector::missesNoLaunchOfALibraryThatWasOnlyCaptured()
{
    Bench bench;
    bench.begin();
    bench.beginRun(0);
    for (int i = 0; i < 3; ++i) {
        bench.cupti.call("cudaLaunchKernel");
        if (i > 0) // the first one was to run
            bench.cupti.captureNode();
    }
    bench.endRun();
    QCOMPARE(bench.end().losses.missingLaunches, 1u);
}

void TestCuptiCollector::missesNoLaunchThatWasOnlyCaptured()
{
    Bench bench;
    bench.begin();
    bench.launches = 5;
    bench.beginRun(0);
    bench.launches += 2; // into a graph, with nodes of a library beside them
    for (int i = 0; i < 6; ++i)
        bench.cupti.captureNode();
    bench.endRun();
    QCOMPARE(bench.end().losses.missingLaunches, 0u);
}

void TestCuptiCollector::refusesBuffersWithinItsMemory()
{
    Bench bench;
    bench.options.maxHostBytes = 4 * BufferPool::bufferBytes; // a quarter: two buffers at least
    bench.begin();
    bench.beginRun(0);
    constexpr std::uint32_t launches = 60'000; // of 280 bytes each: 16 MB
    for (std::uint32_t i = 0; i < launches; ++i)
        bench.step(i, 0);
    bench.endRun();
    const auto trace = bench.end();
    QVERIFY(trace.losses.refusedBuffers > 0);
    QVERIFY(trace.losses.droppedRecords > 0);
    const auto rows = trace.kernels.size() + trace.calls.size();
    QVERIFY(rows * 140 < bench.options.maxHostBytes);
    QVERIFY(!trace.kernels.empty());
    QVERIFY(trace.kernels.front().owner.step.isValid());
    QVERIFY(codesOf(trace.limits).contains("records-lost"));
    // The next recording has its memory back.
    QVERIFY(bool(bench.collector->start()));
    bench.run(1, 10);
    QVERIFY(bench.end().losses.isNone());
}

void TestCuptiCollector::registersItsClockOncePerProcess()
{
    Bench bench;
    for (int i = 0; i < 3; ++i) {
        bench.begin();
        bench.run(0, 1);
        QCOMPARE(bench.end().clock.clock, DeviceClock::Monotonic);
        bench.collector.reset();
    }
    QCOMPARE(bench.cupti.clockRegistrations, 1);
    QCOMPARE(bench.cupti.bufferRegistrations, 1);
    QCOMPARE(QString::fromStdString(bench.cupti.subscriberName), QString("Opscope"));
}

void TestCuptiCollector::movesTimesOfAnotherClock()
{
    Bench bench;
    bench.cupti.timestamp = readRealtime; // whatever was registered
    bench.begin();
    const auto before = static_cast<std::int64_t>(readMonotonic());
    bench.beginRun(0);
    bench.cupti.now = readRealtime();
    bench.step(0, 0);
    bench.cupti.now = 0;
    bench.endRun();
    const auto trace = bench.end();
    QCOMPARE(trace.clock.clock, DeviceClock::Realtime);
    QCOMPARE(codesOf(trace.limits), QString("clock-unsure"));
    QVERIFY(trace.clock.offsetErrorNs > 0);
    QVERIFY(std::abs(trace.kernels[0].startNs - before) < 1'000'000'000);
    QVERIFY(std::abs(trace.calls[0].startNs - before) < 1'000'000'000);
}

void TestCuptiCollector::tellsKernelsThatBeginBeforeTheirCall()
{
    Bench bench;
    bench.begin();
    bench.beginRun(0);
    bench.step(0, 0);
    for (const std::uint64_t early : { 300, 700, 900 }) {
        const auto called = bench.cupti.now;
        const auto correlation = bench.cupti.call("cudaLaunchKernel");
        bench.cupti.record(Kind::ConcurrentKernel, [&](std::byte* at) {
            kernel::start.put(at, called - early);
            kernel::end.put(at, called + 5000);
            kernel::correlation.put(at, correlation);
        });
    }
    bench.endRun();
    const auto trace = bench.end();
    QCOMPARE(trace.clock.violations, 3u);
    QCOMPARE(trace.clock.errorNs, 700);
}

void TestCuptiCollector::findsStepsOfKernelsInGraphs()
{
    Bench bench;
    bench.cupti.version = 130101;
    bench.begin();
    // Captured while nothing is recorded; the graph that was captured goes, its copy stays.
    std::vector<std::uint64_t> captured;
    for (std::uint32_t i = 0; i < 3; ++i) {
        bench.collector->pushOp(engine::StepId(i), 0);
        captured.push_back(bench.cupti.captureNode());
        bench.collector->popOp();
    }
    const auto strange = bench.cupti.captureNode(); // outside of any step
    std::vector<std::uint64_t> nodes;
    for (const auto node : captured)
        nodes.push_back(bench.cupti.instantiate(node));
    nodes.push_back(bench.cupti.instantiate(strange));
    for (const auto node : captured)
        bench.cupti.destroyNode(node);
    for (const std::uint32_t run : { 3u, 5u }) {
        bench.beginRun(run);
        bench.collector->beginReplay(run);
        bench.cupti.launchGraph(nodes, "_Z1fPf");
        bench.collector->endReplay();
        bench.endRun();
    }
    const auto trace = bench.end();
    QCOMPARE(trace.kernels.size(), 8u);
    for (std::size_t i = 0; i < trace.kernels.size(); ++i) {
        const auto& owner = trace.kernels[i].owner;
        QCOMPARE(owner.iteration, i < 4 ? 3u : 5u);
        if (i % 4 < 3)
            QCOMPARE(owner.step, engine::StepId(i % 4));
        else
            QVERIFY(!owner.step.isValid());
    }
    QCOMPARE(trace.losses.unlinked, 2u);
    QVERIFY(trace.limits.empty());
}

void TestCuptiCollector::asksForANewerTracerForGraphsOfLaterRecordings()
{
    Bench bench;
    for (int recording = 0; recording < 2; ++recording) {
        bench.begin();
        bench.collector->pushOp(engine::StepId(0u), 0);
        const auto node = bench.cupti.captureNode();
        bench.collector->popOp();
        bench.beginRun(0);
        bench.collector->beginReplay(0);
        bench.cupti.launchGraph({ node }, "_Z1fPf");
        bench.collector->endReplay();
        bench.endRun();
        const auto trace = bench.end();
        QCOMPARE(trace.kernels[0].owner.step, engine::StepId(0u));
        QCOMPARE(trace.kernels[0].owner.iteration, recording == 0 ? 0u : DeviceOwner::noIteration);
        QCOMPARE(codesOf(trace.limits), recording == 0 ? QString() : QString("graphs-not-linked"));
        bench.collector.reset();
    }
}

void TestCuptiCollector::leavesNothingBehind()
{
    Bench bench;
    bench.begin();
    bench.collector->resume();
    QVERIFY(bench.cupti.enabled.contains(Kind::ConcurrentKernel));
    // As CUPTI's own: enabling the calls takes back what was muted.
    QVERIFY(bench.cupti.muted.contains("cudaGetLastError_v3020"));
    QVERIFY(bench.cupti.muted.contains("cuCtxGetCurrent"));
    QVERIFY(!bench.cupti.muted.contains("cudaLaunchKernel_v7000"));
    bench.collector->beginRun(0);
    bench.step(0, 0);
    bench.collector->endRun();
    bench.collector.reset(); // in the middle of everything
    QVERIFY(bench.cupti.enabled.empty());
    QVERIFY(!bench.cupti.isSubscribed);
    bench.cupti.completeBuffer(); // late
    QVERIFY(bench.state.pool->fullBytes() > 0);
    // What came late is not of the next recording.
    bench.begin();
    QVERIFY(bench.end().kernels.empty());
}

void TestCuptiCollector::isStoppedInTheMiddleOfAStep()
{
    Bench bench;
    bench.begin();
    bench.beginRun(0);
    bench.collector->pushOp(engine::StepId(0u), 0);
    bench.cupti.launch("_Z1fPf");
    bench.collector->popOp();
    bench.collector->pushOp(engine::StepId(1u), 0);
    bench.cupti.launch("_Z1fPf");
    // The run fails here: the step is ended, the run too.
    bench.collector->popOp();
    bench.endRun();
    const auto trace = bench.end();
    QCOMPARE(trace.kernels.size(), 2u);
    QCOMPARE(bench.cupti.pushed, 0u);
    QVERIFY(bench.waits > 0);
}

void TestCuptiCollector::readsLongerRecordsOfNewerTracers()
{
    Bench bench;
    bench.cupti.version = 130500;
    bench.cupti.kernelBytes = 248;
    bench.begin();
    bench.run(0, 1000);
    const auto trace = bench.end();
    QCOMPARE(trace.kernels.size(), 1000u);
    QVERIFY(trace.losses.isNone());
    QCOMPARE(trace.kernels.back().owner.step, engine::StepId(999u));
}

void TestCuptiCollector::writesARecordingThatReplaysTheSame()
{
    QTemporaryDir folder;
    Bench bench;
    bench.cupti.kernelBytes = 248;
    bench.parts.recording = folder.filePath("run.ocb").toStdString();
    bench.begin();
    bench.collector->pushOp(engine::StepId(1u), 0);
    const auto node = bench.cupti.captureNode();
    bench.collector->popOp();
    bench.run(0, 20);
    bench.beginRun(1);
    bench.collector->beginReplay(1);
    bench.cupti.launchGraph({ node }, "_Z1gv");
    bench.collector->endReplay();
    bench.endRun();
    auto trace = bench.end();
    auto replayed = testing::replayedFile(bench.parts.recording);
    QVERIFY2(
        replayed, qPrintable(QString::fromStdString(replayed ? "" : replayed.error().message())));
    trace.tracer = replayed->tracer;
    QCOMPARE(QString::fromStdString(testing::traceText(*replayed)),
        QString::fromStdString(testing::traceText(trace)));
}

/// They are counted where they are launched, and their kernels have names of their own, or come as
/// nodes.
void TestCuptiCollector::countsLaunchesOfChainsAndOfReplays()
{
    Bench bench;
    bench.begin();
    const auto node = bench.cupti.instantiate(bench.cupti.captureNode());
    bench.launches = 1; // into the graph
    bench.beginRun(0);
    bench.step(0, 0, "opscopeChain");
    bench.collector->beginReplay(0);
    bench.cupti.launchGraph({ node }, "_ZN6engine4cuda9runBlocksILi64ENS0_3AddEEEvlT0_");
    bench.collector->endReplay();
    bench.launches += 2;
    bench.endRun();
    QCOMPARE(bench.end().losses.missingLaunches, 0u);
}

QTEST_GUILESS_MAIN(TestCuptiCollector)
#include "tst_cupti_collector.moc"
