// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/device/device_collector.h"
#include "profiler/record/benchmark.h"
#include "profiler/record/clock.h"

#include <QStringList>

using namespace profiler;
using support::Result;

namespace {

/// Writes down what it is told.
class ToldCollector final : public DeviceCollector {
public:
    QStringList told;
    bool hasTracer = true;
    bool failsAtTheEnd = false;

    Result<void> start() override
    {
        told << "start";
        return {};
    }
    Result<DeviceTrace> stop() override
    {
        told << "stop";
        if (failsAtTheEnd)
            return support::failAs(support::ErrorKind::Resource, "the device is gone");
        DeviceTrace trace;
        trace.limits.push_back({ "tracer-taken", "kernel timing is taken", "close it" });
        return trace;
    }
    void resume() override { told << "resume"; }
    void pause() override { told << "pause"; }
    bool recordsDeviceWork() const override { return hasTracer; }
    void beginRun(std::uint32_t run) override { told << QString("run %1").arg(run); }
    void endRun() override { told << "end"; }
    void pushOp(engine::StepId step, std::uint32_t run) override
    {
        told << QString("push %1 of %2").arg(step.value()).arg(run);
    }
    void popOp() override { told << "pop"; }
    void beginReplay(std::uint32_t run) override { told << QString("replay of %1").arg(run); }
    void endReplay() override { told << "replayed"; }
    Result<DeviceMetrics> measure(MetricSet, const std::function<Result<void>()>&) override
    {
        return DeviceMetrics();
    }
    std::vector<DeviceLimit> limits() const override { return {}; }
};

/// As the executor tells a run of a step on a device and of a graph.
Result<void> runOnce(engine::Observer* observer)
{
    if (observer == nullptr)
        return {};
    auto* const device = engine::deviceObserver(observer);
    observer->beginRun(0);
    observer->beginBlock();
    if (device != nullptr)
        device->beginDeviceStep(engine::StepId(3u));
    if (device != nullptr)
        device->endDeviceStep();
    observer->endStep(engine::StepId(3u));
    if (device != nullptr)
        device->beginReplay();
    if (device != nullptr)
        device->endReplay();
    observer->endBlock();
    observer->endRun(0);
    return {};
}

BenchmarkOptions optionsFor(DeviceCollector& device)
{
    BenchmarkOptions options;
    options.runs = 1;
    options.warmUpRuns = 3;
    options.device = &device;
    return options;
}

} // namespace

/// What the recording of runs tells a device's collector, and when.
class TestDeviceRecording : public QObject {
    Q_OBJECT

private slots:
    void listensInRecordedRunsOnly()
    {
        ToldCollector device;
        const auto options = optionsFor(device);
        const auto benchmark = runBenchmark(runOnce, options);
        QVERIFY(bool(benchmark));
        // Three runs of warm-up, then one with and one without recording in random order.
        const auto run = benchmark->runs[3].side == Side::Profiled ? 3 : 4;
        // Steps are told while warming up too: graphs may be captured then.
        const auto step = QString("push 3 of %1").arg(DeviceOwner::noIteration);
        const QStringList wanted { "start", "resume", step, "pop", "pause", "resume", step, "pop",
            "pause", step, "pop", "resume", QString("run %1").arg(run),
            QString("push 3 of %1").arg(run), "pop", QString("replay of %1").arg(run), "replayed",
            "end", "pause", "stop" };
        QCOMPARE(device.told, wanted);
        QVERIFY(benchmark->device.has_value());
        QCOMPARE(benchmark->device->limits.size(), 1u);
    }

    void stepsAreNotToldWithoutATracer()
    {
        ToldCollector device;
        device.hasTracer = false;
        QVERIFY(bool(runBenchmark(runOnce, optionsFor(device))));
        QVERIFY(device.told.filter("push").isEmpty());
        QVERIFY(device.told.filter("replay").isEmpty());
        QCOMPARE(device.told.filter("end").size(), 1); // windows of runs are told
    }

    void aRecorderWithoutADeviceIsNoDeviceObserver()
    {
        Recorder recorder;
        QVERIFY(engine::deviceObserver(&recorder) == nullptr);
        QVERIFY(engine::deviceObserver(nullptr) == nullptr);
    }

    void aDeviceThatIsGoneFailsTheMeasurement()
    {
        ToldCollector device;
        device.failsAtTheEnd = true;
        const auto benchmark = runBenchmark(runOnce, optionsFor(device));
        QVERIFY(!benchmark);
        QCOMPARE(
            QString::fromStdString(benchmark.error().message()), QString("the device is gone"));
    }

    void aRunThatFailsEndsListening()
    {
        ToldCollector device;
        const RunOnce fails = [](engine::Observer* observer) -> Result<void> {
            if (observer == nullptr)
                return {};
            return support::fail("no");
        };
        QVERIFY(!runBenchmark(fails, optionsFor(device)));
        QCOMPARE(device.told.count("resume"), device.told.count("pause"));
        QVERIFY(!device.told.contains("stop"));
    }
};

QTEST_GUILESS_MAIN(TestDeviceRecording)
#include "tst_device_recording.moc"
