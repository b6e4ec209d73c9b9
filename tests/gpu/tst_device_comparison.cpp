#include "profiler/comparison/comparison.h"
#include "profiler/comparison/pair_benchmark.h"
#include "profiler/comparison/split_trace.h"
#include "profiler/device/device_account.h"
#include "profiler/device/device_record.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/traced_device.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace engine;
using namespace profiler;
using testing::World;

namespace {

constexpr std::uint32_t rounds = 3;

RunRequest request(DeviceKind device)
{
    RunRequest made;
    made.model = testing::modelFromText(
        "input x: float 64\ny = Add(x, x)\nz = Mul(y, y)\nw = Sqrt(z)\noutput w", 17);
    made.otherInputs.source = InputSpec::Source::Ones;
    made.threads = 1;
    made.device = device;
    made.optimisation = Optimisation::None;
    return made;
}

Result<ProfiledPair> measuredPair(const RunRequest& a, const RunRequest& b)
{
    PairOptions options;
    options.rounds = rounds;
    options.runsPerBlock = 2;
    options.warmUpRuns = 3;
    return profilePair({ &a, &b }, { prepare(a), prepare(b) }, options);
}

Comparison comparisonOf(const ProfiledPair& pair)
{
    CompareOptions options;
    options.allowsSettings = true;
    return compareProfiles(pair.profiles[0], pair.profiles[1], options);
}

/// Kernels and copies with a step, of recorded runs; -1 if one lacks either.
int linkedWork(const Profile& profile)
{
    int count = 0;
    for (std::size_t i = 0; i < profile.slices.size(); ++i) {
        if (!isDeviceWork(profile, i))
            continue;
        if (profile.slices.step[i] == Slices::none || profile.slices.run[i] == Slices::none)
            return -1;
        ++count;
    }
    return count;
}

const ComparedRow* rowOf(const Comparison& comparison, const std::string& type)
{
    const auto row = std::ranges::find_if(comparison.rows,
        [&](const ComparedRow& one) { return one.typeA == type || one.typeB == type; });
    return row == comparison.rows.end() ? nullptr : &*row;
}

bool addsUp(const Waterfall& waterfall)
{
    std::int64_t a = 0;
    std::int64_t b = 0;
    for (const auto& part : waterfall.parts) {
        a += part.aNs;
        b += part.bNs;
    }
    return a == waterfall.aNs && b == waterfall.bNs && a > 0 && b > 0;
}

bool hasPart(const Waterfall& waterfall, const std::string& label)
{
    return std::ranges::find(waterfall.parts, label, &WaterfallPart::label)
        != waterfall.parts.end();
}

} // namespace

/// Two sides are measured now, one or both of them on the emulated device, with a CUPTI that is
/// played: both are recorded, and both add up.
class TestDeviceComparison : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { testing::useTracedDevice(); }
    void init() { m_world = std::make_unique<World>(); }
    void cleanup() { m_world.reset(); }

    void aCpuBesideADevice_data()
    {
        QTest::addColumn<bool>("isDeviceFirst");
        QTest::newRow("CPU against GPU") << false;
        QTest::newRow("GPU against CPU") << true;
    }
    void aCpuBesideADevice()
    {
        QFETCH(bool, isDeviceFirst);
        const auto cpu = request(DeviceKind::Cpu);
        const auto gpu = request(DeviceKind::Cuda);
        const auto pair = isDeviceFirst ? measuredPair(gpu, cpu) : measuredPair(cpu, gpu);
        QVERIFY2(pair, qPrintable(QString::fromStdString(pair ? "" : pair.error().message())));
        const auto& onDevice = *pair->profiles[isDeviceFirst ? 0 : 1];
        const auto& onCpu = *pair->profiles[isDeviceFirst ? 1 : 0];
        QVERIFY(!hasDeviceWork(onCpu));
        QVERIFY(onCpu.device.record == nullptr);
        // Three kernels and a copy in each run: two letters of two runs, in each round.
        QCOMPARE(linkedWork(onDevice), static_cast<int>(rounds) * 4 * 4);
        QVERIFY(pair->deviceLimits.empty());
        const auto comparison = comparisonOf(*pair);
        QVERIFY(comparison.isComparable());
        QVERIFY(addsUp(comparison.waterfall));
        QVERIFY(hasPart(comparison.waterfall, "copies"));
        QVERIFY(hasPart(comparison.waterfall, "GPU: wait for a launch"));
        const auto* add = rowOf(comparison, "Add");
        QVERIFY(add != nullptr);
        const auto& there = isDeviceFirst ? add->change.a : add->change.b;
        QCOMPARE(there.median, 100.0); // what its kernel takes, not what the host does
    }

    /// One collector hears both, and each side has its own runs.
    void bothSidesOnOneDevice()
    {
        const auto a = request(DeviceKind::Cuda);
        const auto b = request(DeviceKind::Cuda);
        const auto pair = measuredPair(a, b);
        QVERIFY2(pair, qPrintable(QString::fromStdString(pair ? "" : pair.error().message())));
        for (const auto& profile : pair->profiles) {
            QCOMPARE(linkedWork(*profile), static_cast<int>(rounds) * 4 * 4);
            QVERIFY(profile->losses.isEmpty());
            QVERIFY(profile->device.record->losses.isNone());
            for (std::size_t i = 0; i < profile->slices.size(); ++i) {
                if (!isDeviceWork(*profile, i))
                    continue;
                const auto& run = profile->runs[profile->slices.run[i]];
                QVERIFY(profile->slices.startNs[i] >= run.startNs);
                QVERIFY(run.side == (profile == pair->profiles[0] ? Side::A : Side::B));
            }
        }
        QVERIFY(!m_world->cupti.isSubscribed);
        QCOMPARE(m_world->cupti.pushed, 0u);
        const auto comparison = comparisonOf(*pair);
        QVERIFY(addsUp(comparison.waterfall));
        for (const auto& row : comparison.rows) {
            if (row.typeA != "Add" && row.typeA != "Mul" && row.typeA != "Sqrt")
                continue;
            QCOMPARE(row.change.a.median, 100.0);
            QCOMPARE(row.change.b.median, 100.0);
            QVERIFY(row.change.verdict == Verdict::WithinNoise);
        }
    }

    /// What no step owns goes to the run that it lies in.
    void splitsByRunsAndByTime()
    {
        constexpr std::uint32_t base = 1000;
        DeviceTrace trace;
        trace.windows = { { 0, 100, 200 }, { base + 0, 300, 400 }, { 1, 500, 600 } };
        const auto kernel = [&](std::int64_t start, std::int64_t end, std::uint32_t iteration) {
            DeviceKernel made;
            made.startNs = start;
            made.endNs = end;
            made.owner.iteration = iteration;
            if (iteration != DeviceOwner::noIteration)
                made.owner.step = engine::StepId(7u);
            trace.kernels.push_back(made);
        };
        kernel(110, 120, 0);
        kernel(310, 320, base);
        kernel(350, 360, DeviceOwner::noIteration); // of B, of no step
        kernel(450, 460, DeviceOwner::noIteration); // before a run of A
        kernel(0, 0, base); // lost its time
        kernel(510, 520, 1);
        kernel(700, 710, DeviceOwner::noIteration); // after all
        trace.overheads = { { 320, 330, 0, DeviceOverheadKind::Other } };
        trace.losses.droppedRecords = 3;
        trace.losses.withoutTime = 1;
        trace.losses.unlinked = 1;
        const auto [a, b] = splitTrace(trace, base);
        QCOMPARE(a.kernels.size(), std::size_t(4));
        QCOMPARE(b.kernels.size(), std::size_t(3));
        QCOMPARE(b.kernels.front().owner.iteration, 0u);
        QCOMPARE(a.kernels[2].owner.iteration, 1u);
        QCOMPARE(a.windows.size(), std::size_t(2));
        QCOMPARE(b.windows.front().iteration, 0u);
        QVERIFY(a.overheads.empty());
        QCOMPARE(b.overheads.size(), std::size_t(1));
        QCOMPARE(a.losses.withoutTime, std::uint64_t(0));
        QCOMPARE(b.losses.withoutTime, std::uint64_t(1));
        QCOMPARE(a.losses.unlinked, std::uint64_t(0));
        QCOMPARE(b.losses.unlinked, std::uint64_t(1));
        for (const auto* side : { &a, &b })
            QCOMPARE(side->losses.droppedRecords, std::uint64_t(3));
    }

private:
    std::unique_ptr<World> m_world;
};

QTEST_GUILESS_MAIN(TestDeviceComparison)
#include "tst_device_comparison.moc"
