#include "profiler/device/device_account.h"
#include "profiler/device/device_record.h"
#include "profiler/exporters/report.h"
#include "profiler/record/profile_run.h"
#include "profiler/statistics/scope_rows.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/traced_device.h"

#include <QtTest>

using namespace engine;
using namespace profiler;
using testing::World;

namespace {

constexpr std::uint32_t runs = 5;

Result<ProfiledRun> profiled()
{
    RunRequest request;
    request.model = testing::modelFromText(
        "input x: float 64\ny = Add(x, x)\nz = Mul(y, y)\nw = Sqrt(z)\noutput w", 17);
    request.otherInputs.source = InputSpec::Source::Ones;
    request.threads = 1;
    request.device = DeviceKind::Cuda;
    request.optimisation = Optimisation::None;
    BenchmarkOptions options;
    options.runs = runs;
    options.warmUpRuns = 3;
    return profileRun(request, options);
}

QString codesOf(const std::vector<DeviceLimit>& limits)
{
    QStringList codes;
    for (const auto& limit : limits)
        codes << QString::fromStdString(limit.code);
    return codes.join(' ');
}

} // namespace

/// A model is profiled on a device from the request to the profile: the emulated one, with a CUPTI
/// that is played.
class TestDeviceProfile : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { testing::useTracedDevice(); }
    void init() { world = std::make_unique<World>(); }
    void cleanup() { world.reset(); }

    void waitsForNoStepWhereTheTracerTellsOfThem()
    {
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString());
        QCOMPARE(runsOf(*run->profile, Side::Profiled).size(), std::size_t(runs));
        // Before the device's peaks are measured, once after each run that was listened to, two of
        // the warm-up, and at the end.
        QCOMPARE(world->waits, 1 + static_cast<int>(runs) + 2 + 1);
        QVERIFY(world->cupti.enabled.empty());
        QVERIFY(!world->cupti.isSubscribed);
        QCOMPARE(world->cupti.pushed, 0u);
        // Three kernels and a copy in each recorded run, all with their step.
        const auto& slices = run->profile->slices;
        std::size_t work = 0;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const auto& track = run->profile->tracks[slices.track[i]];
            const bool isStream = run->profile->text(track.name).starts_with("stream");
            if (slices.kind[i] != SliceKind::Gpu || !isStream)
                continue;
            ++work;
            QVERIFY(slices.step[i] != Slices::none && slices.run[i] != Slices::none);
        }
        QCOMPARE(work, std::size_t(runs) * 4);
    }

    /// Without CUPTI events of the device tell of steps, and no run waits in between.
    void timesStepsByEventsWhereAnotherToolHasTheTracer()
    {
        world->cupti.subscribeAnswer = 39;
        world->cupti.otherSubscriber = "Nsight Systems";
        world->device().simulateClock();
        world->device().setLaunchMicroseconds(4);
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString("tracer-taken coarse"));
        // Before the peaks are measured; around each run that was listened to, one and five to
        // compare clocks, and one to read; at the end.
        QCOMPARE(world->waits, 1 + (static_cast<int>(runs) + 2) * 7 + 1);
        const auto& profile = *run->profile;
        QCOMPARE(profile.device.record->tracer, std::string("CUDA events"));
        QVERIFY(profile.device.record->clock.clock == DeviceClock::Events);
        QVERIFY(hasDeviceWork(profile));
        const auto statistics = computeStatistics(profile);
        int operators = 0;
        for (const auto& row : statistics->steps) {
            const auto& step = profile.step(row.step);
            if (step.kind == profiler::StepKind::Copy || profile.text(step.device) == "cpu")
                continue;
            QCOMPARE(row.time.samples, runs);
            QCOMPARE(row.time.median, 4000.0); // its launch
            ++operators;
        }
        QCOMPARE(operators, 3);
        const auto rows = kernelRows(profile, *statistics); // of implementations: no kernel is told
        QVERIFY(
            std::ranges::none_of(rows, [](const SummedSteps& row) { return row.name == "step"; }));
    }

    /// Times of the device lie in their runs on the host's clock, as far as that is known.
    void putsEventsOnTheHostsClock()
    {
        world->cupti.subscribeAnswer = 39;
        const auto run = profiled();
        QVERIFY(bool(run));
        const auto& profile = *run->profile;
        const auto& slices = profile.slices;
        const auto error = profile.device.record->clock.offsetErrorNs;
        QVERIFY(error > 0);
        int spans = 0;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (!isDeviceWork(profile, i))
                continue;
            const auto& of = profile.runs[slices.run[i]];
            QVERIFY(slices.startNs[i] >= of.startNs - error);
            QVERIFY(slices.endNs(i) <= of.startNs + of.wallNs + error);
            ++spans;
        }
        QVERIFY(spans >= static_cast<int>(runs) * 4); // three operators and a copy
        const auto account = deviceAccount(profile);
        QVERIFY(account.has_value());
        std::int64_t gaps = 0;
        for (const auto ns : account->gapNs)
            gaps += ns;
        QCOMPARE(account->busyNs + gaps, account->wallNs);
    }

    void waitsForEachStepWithoutEvents()
    {
        world->cupti.subscribeAnswer = 39;
        world->hasEvents = false;
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString("tracer-taken waits"));
        // Before the peaks; copy to the device and three operators, in each recorded run; at the
        // end.
        QCOMPARE(world->waits, 1 + static_cast<int>(runs) * 4 + 1);
        QCOMPARE(runsOf(*run->profile, Side::Profiled).size(), std::size_t(runs));
    }

    void goesOnWithEventsWhenTheTracerFailsAfterTheStart()
    {
        world->cupti.enableAnswers[cupti::Kind::ConcurrentKernel] = 35;
        const auto run = profiled();
        QVERIFY2(run, qPrintable(QString::fromStdString(run ? "" : run.error().message())));
        QCOMPARE(codesOf(run->deviceLimits), QString("no-tracer coarse"));
        QVERIFY(hasDeviceWork(*run->profile));
        QCOMPARE(world->waits, 1 + (static_cast<int>(runs) + 2) * 7 + 1);
    }

    /// What the device can do is measured when it is first profiled, on its own clock.
    void carriesRoofsMeasuredInSimulatedTime()
    {
        world->device().setLaunchMicroseconds(4);
        const auto run = profiled();
        QVERIFY(bool(run));
        const auto roofs = knownPeaks(run->profile->metadata);
        QVERIFY(roofs.has_value());
        QCOMPARE(QString::fromStdString(roofs->device), QString("emulated on the host"));
        // A tiled product of 64³ in a launch of 4 µs; 1 ns a byte and a launch for a copy of 1 MiB.
        const auto near
            = [](double found, double wanted) { return std::abs(found - wanted) < 1e-6 * wanted; };
        QVERIFY(near(roofs->flopsPerSecond, 2.0 * 64 * 64 * 64 / 4e-6));
        QVERIFY(roofs->isLowerBound);
        const double copied = 1 << 20;
        QVERIFY(near(roofs->bandwidths.back().bytesPerSecond, 2 * copied / (copied * 1e-9 + 4e-6)));
        const auto report = buildReport(run->profile);
        QVERIFY(report.roofline.has_value());
        QCOMPARE(report.roofline->peaks.flopsPerSecond, roofs->flopsPerSecond);
        QVERIFY(!report.roofline->rows.empty());
        for (const auto& row : report.roofline->rows)
            QVERIFY(run->profile->text(run->profile->step(row.step).device) != "cpu");
        QVERIFY(std::ranges::any_of(report.deviceFacts, [](const Fact& fact) {
            return fact.name == "Peaks of this GPU, measured"
                && fact.detail.find("by own kernel, a lower bound (cuBLASLt") != std::string::npos;
        }));
    }

private:
    std::unique_ptr<World> world;
};

QTEST_GUILESS_MAIN(TestDeviceProfile)
#include "tst_device_profile.moc"
