// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/comparison/comparison.h"
#include "profiler/device/device_account.h"
#include "profiler/exporters/report.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/findings.h"
#include "tests/support/profiler/sample_profile.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace profiler;
using testing::evidenceOf;
using testing::findingOf;

namespace {

std::shared_ptr<const Profile> fromText(const std::string& lines)
{
    return testing::profileOf(testing::deviceSampleFromText(lines));
}

/// A kernel from 5 to 10 µs of a run of 30 µs; what comes next is the case.
std::string afterAKernel(const std::string& lines)
{
    return "run 0 30000\n step A 0 5000\n call launch 1000 2000 1\n kernel a 5000 5000 1\n" + lines;
}

void compareSums(const DeviceAccount& account)
{
    QCOMPARE(account.operatorsNs + account.copiesNs + account.setsNs + account.unattributedNs
            - account.overlapNs,
        account.busyNs);
    const auto gaps = std::accumulate(account.gapNs.begin(), account.gapNs.end(), std::int64_t(0));
    QCOMPARE(account.busyNs + gaps, account.wallNs);
    std::int64_t listed = 0;
    for (const auto& gap : account.gaps)
        listed += gap.durationNs;
    QCOMPARE(listed, gaps);
}

/// The same by painting every nanosecond of the run.
std::int64_t paintedBusy(const Profile& profile, std::uint32_t run)
{
    const auto start = profile.runs[run].startNs;
    std::vector<bool> isBusy(static_cast<std::size_t>(profile.runs[run].wallNs), false);
    for (std::size_t i = 0; i < profile.slices.size(); ++i) {
        if (!isDeviceWork(profile, i))
            continue;
        const auto first = std::max<std::int64_t>(0, profile.slices.startNs[i] - start);
        const auto last
            = std::min(static_cast<std::int64_t>(isBusy.size()), profile.slices.endNs(i) - start);
        for (auto ns = first; ns < last; ++ns)
            isBusy[static_cast<std::size_t>(ns)] = true;
    }
    return std::ranges::count(isBusy, true);
}

} // namespace

class TestDeviceAccount : public QObject {
    Q_OBJECT

private slots:
    void aGapHasTheFirstCauseThatIsTrue_data();
    void aGapHasTheFirstCauseThatIsTrue();
    void streamsAtOnceAreOverlap();
    void whatNoStepAskedForIsUnattributed();
    void workIsCutAtTheRun();
    void theSumIsExact_data();
    void theSumIsExact();
    void operatorsAddUpToTheAccount();
    void aProfileWithoutDeviceHasNoAccount();
    void stepTimesAreThoseOfTheDevice();
    void lostRecordsAreNoTimeOfZero();
    void aHostAndADeviceAreCompared();
    void rulesSpeakOfTheDevice_data();
    void rulesSpeakOfTheDevice();
    void rulesAreSilentWithoutReason();
};

void TestDeviceAccount::aGapHasTheFirstCauseThatIsTrue_data()
{
    QTest::addColumn<QString>("lines");
    QTest::addColumn<int>("cause");
    QTest::addColumn<qint64>("ns"); // of the gap from 10 µs on
    const auto row = [](const char* name, GapCause cause, qint64 ns, const char* lines) {
        QTest::newRow(name) << QString(lines) << int(cause) << ns;
    };
    row("launched late", GapCause::Launch, 6000,
        "step B 12000 5000\n call launch 12000 2000 2\n kernel b 16000 4000 2\n");
    row("launch ended shortly before", GapCause::Launch, 6000,
        "step B 9000 6000\n call launch 9000 5000 2\n kernel b 16000 4000 2\n");
    row("launch ended long before", GapCause::Device, 6000,
        "step B 9000 6000\n call launch 9000 3000 2\n kernel b 16000 4000 2\n");
    row("launch was waiting", GapCause::Device, 2000,
        "step B 5000 5000\n call launch 5000 2000 2\n kernel b 12000 4000 2\n");
    row("host waited", GapCause::Synchronise, 6000,
        "wait 9000 1500\n step B 12000 5000\n call launch 12000 2000 2\n kernel b 16000 4000 2\n");
    row("host waited for something else", GapCause::Launch, 6000,
        "wait 9000 6000\n step B 12000 5000\n call launch 12000 2000 2\n kernel b 16000 4000 2\n");
    row("in the call of a copy", GapCause::CopyWait, 5000,
        "step B 9000 8000\n call memcpy 9000 8000 2\n copy h2d 64 15000 1000 2\n");
    row("copy on the device", GapCause::Launch, 5000,
        "step B 9000 8000\n call memcpy 10500 4000 2\n copy d2d 64 15000 1000 2\n");
    row("operator on the CPU", GapCause::CpuOperator, 7000,
        "cpu NonZero 10500 5000\n step C 15500 400\n call launch 15600 300 3\n kernel c 17000 1000 "
        "3\n");
    row("short operator on the CPU", GapCause::Launch, 7000,
        "cpu Shape 10500 1000\n step C 15500 400\n call launch 15600 300 3\n kernel c 17000 1000 "
        "3\n");
    row("tracer", GapCause::Overhead, 2000,
        "step B 5000 5000\n call launch 5000 2000 2\n kernel b 12000 4000 2\n overhead flush 10000 "
        "1500\n");
    row("command buffer full", GapCause::QueueFull, 2000,
        "step B 5000 5000\n call launch 5000 2000 2\n kernel b 12000 4000 2\n overhead full 10000 "
        "1500\n");
    row("lost record", GapCause::Lost, 6000,
        "step B 9000 5000\n call launch 10500 200 9\n lost 9\n call launch 12000 2000 2\n kernel b "
        "16000 4000 2\n");
    row("launch not recorded", GapCause::Unknown, 6000,
        "step B 9000 5000\n kernel b 16000 4000 77\n");
    row("end of the run", GapCause::EndOfRun, 20'000, "");
    row("host waits at the end", GapCause::Synchronise, 20'000, "wait 4000 8000\n");
}

void TestDeviceAccount::aGapHasTheFirstCauseThatIsTrue()
{
    QFETCH(QString, lines);
    QFETCH(int, cause);
    QFETCH(qint64, ns);
    const auto profile = fromText(afterAKernel(lines.toStdString()));
    const auto account = deviceAccount(*profile, 0);
    compareSums(account);
    QCOMPARE(account.gaps.front().cause, GapCause::Launch); // of the first kernel
    QCOMPARE(account.gaps.front().durationNs, 5000);
    const auto& gap = account.gaps.at(1);
    QCOMPARE(gap.startNs, 10'000);
    QCOMPARE(gap.durationNs, ns);
    QCOMPARE(int(gap.cause), cause);
    QCOMPARE(deviceName(*profile, gap.before), std::string_view("a"));
}

void TestDeviceAccount::streamsAtOnceAreOverlap()
{
    const auto profile = fromText(R"(
run 0 30000
  step A 0 5000
    kernel a 5000 10000 1
  step B 5000 5000
    kernel b 10000 10000 2 on 9
)");
    const auto account = deviceAccount(*profile, 0);
    compareSums(account);
    QCOMPARE(account.busyNs, 15'000);
    QCOMPARE(account.operatorsNs, 20'000);
    QCOMPARE(account.overlapNs, 5'000);
}

void TestDeviceAccount::whatNoStepAskedForIsUnattributed()
{
    const auto profile = fromText(R"(
run 0 30000
  step A 0 5000
    kernel a 5000 10000 1
    copy set 4096 16000 500 2
    copy h2d 4096 17000 700 3
  loose fill 20000 1000 4
)");
    const auto account = deviceAccount(*profile, 0);
    compareSums(account);
    QCOMPARE(account.operatorsNs, 10'000);
    QCOMPARE(account.unattributedNs, 1'000);
    QCOMPARE(account.setsNs, 500);
    QCOMPARE(account.copiesNs, 700);
    const auto* row = account.of(engine::StepId(0u));
    QVERIFY(row != nullptr);
    QCOMPARE(row->kernels, 1u);
    QCOMPARE(row->copies, 2u);
    QCOMPARE(row->copiedBytes, 8192u);
}

void TestDeviceAccount::workIsCutAtTheRun()
{
    const auto profile = fromText(R"(
run 0 10000
  step A 0 5000
    kernel a 5000 10000 1
run 12000 10000
)");
    const auto first = deviceAccount(*profile, 0);
    compareSums(first);
    QCOMPARE(first.busyNs, 5'000);
    const auto second = deviceAccount(*profile, 1);
    compareSums(second);
    QCOMPARE(second.busyNs, 3'000);
}

void TestDeviceAccount::theSumIsExact_data()
{
    QTest::addColumn<double>("slower");
    QTest::addColumn<uint>("lostEvery");
    QTest::newRow("usual") << 1.0 << 0u;
    QTest::newRow("launch-bound") << 0.03 << 0u;
    QTest::newRow("busy") << 4.0 << 0u;
    QTest::newRow("with losses") << 1.0 << 7u;
}

void TestDeviceAccount::theSumIsExact()
{
    QFETCH(double, slower);
    QFETCH(uint, lostEvery);
    const auto profile = testing::profileOf(
        testing::deviceSample({ .blocks = 12, .slower = slower, .lostEvery = lostEvery }));
    const auto runs = recordedRuns(*profile);
    QVERIFY(runs.size() > 3);
    for (const auto run : runs) {
        if (profile->runs[run].side != Side::Profiled)
            continue;
        const auto account = deviceAccount(*profile, run);
        compareSums(account);
        QCOMPARE(account.busyNs, paintedBusy(*profile, run));
        QCOMPARE(account.wallNs, profile->runs[run].wallNs);
        QCOMPARE(account.gapOf(GapCause::Unknown), 0);
        QVERIFY(account.gapOf(GapCause::CpuOperator) > 0);
        QVERIFY(account.gapOf(GapCause::Synchronise) > 0);
        if (slower < 0.1)
            QVERIFY(account.share(account.gapOf(GapCause::Launch)) > 0.3);
    }
}

void TestDeviceAccount::operatorsAddUpToTheAccount()
{
    const auto profile = testing::profileOf(testing::deviceSample());
    const auto account = deviceAccount(*profile);
    QVERIFY(account.has_value());
    std::int64_t kernels = 0;
    std::int64_t moved = 0;
    std::int64_t gaps = 0;
    for (const auto& row : account->operators) {
        kernels += row.kernelNs;
        moved += row.copyNs;
        gaps += row.gapNs;
        QVERIFY(row.launchNs > 0);
    }
    QCOMPARE(kernels, account->operatorsNs);
    QCOMPARE(moved, account->copiesNs + account->setsNs);
    QVERIFY(!account->gaps.empty());
    QCOMPARE(gaps + account->gaps.back().durationNs, account->idleNs());
}

void TestDeviceAccount::aProfileWithoutDeviceHasNoAccount()
{
    QVERIFY(!deviceAccount(*testing::sampleProfile()).has_value());
    QVERIFY(!hasDeviceWork(*testing::sampleProfile()));
}

void TestDeviceAccount::stepTimesAreThoseOfTheDevice()
{
    const auto profile = testing::profileOf(testing::deviceSample());
    const auto statistics = computeStatistics(*profile);
    std::map<std::uint32_t, std::vector<double>> busy;
    for (std::size_t i = 0; i < profile->slices.size(); ++i)
        if (const auto ns = busyNsOf(*profile, i); ns >= 0)
            busy[profile->slices.step[i]].push_back(static_cast<double>(ns));
    std::size_t onHost = 0;
    for (const auto& row : statistics->steps) {
        const auto found = busy.find(row.step.value());
        if (found == busy.end()) {
            ++onHost;
            QCOMPARE(profile->text(profile->step(row.step).device), std::string_view("cpu"));
            QVERIFY(row.time.median >= 60'000);
            continue;
        }
        QCOMPARE(row.time.samples, 6u);
        QCOMPARE(row.time.median, distributionOf(found->second).median);
        QCOMPARE(row.callsPerRun, 1.0);
    }
    QCOMPARE(onHost, 2u);
    // The wall comes from the runs without recording, and what recording costs from both.
    QCOMPARE(statistics->wallUnprofiled.samples, 6u);
    QVERIFY(statistics->recordingCost.has_value());
}

void TestDeviceAccount::lostRecordsAreNoTimeOfZero()
{
    // A run that lost records is left out as long as others are there.
    const auto profile
        = fromText("run 0 30000\n step A 0 5000\n call launch 1000 2000 1\n kernel a "
                   "5000 5000 1\n step B 5000 900\n kernel b 12000 700 7\n"
                   "run 40000 30000\n step A 40000 5000\n call launch 41000 2000 2\n "
                   "lost 2\n step B 45000 900\n lost 8\n");
    // If all did, what is there of each counts.
    auto copy = testing::deviceSampleFromText(
        "run 0 30000\n step A 0 5000\n lost 3\n step B 5000 900\n kernel b 12000 700 7\n"
        "run 40000 30000\n step A 40000 5000\n kernel a 45000 5000 2\n step B 45000 900\n lost "
        "8\n");
    const auto lossy = testing::profileOf(std::move(copy));
    QVERIFY(std::ranges::none_of(lossy->runs, &Run::hasGap));
    const auto statistics = computeStatistics(*lossy);
    QCOMPARE(statistics->steps[0].time.samples, 1u);
    QCOMPARE(statistics->steps[0].time.median, 5000.0);
    QCOMPARE(statistics->steps[1].time.samples, 1u);
    QCOMPARE(statistics->steps[1].time.median, 700.0);
    QVERIFY(profile->runs[1].hasGap);
    QCOMPARE(computeStatistics(*profile)->steps[0].time.median, 5000.0);
}

void TestDeviceAccount::aHostAndADeviceAreCompared()
{
    const auto host = testing::profileOf(testing::deviceSample({ .isOnCpu = true }));
    const auto device = testing::profileOf(testing::deviceSample());
    const auto comparison = compareProfiles(host, device, { .allowsSettings = true });
    QCOMPARE(comparison.alignment.aligned, comparison.alignment.nodesA);
    QCOMPARE(comparison.alignment.onlyB.size(), 0u);
    for (const auto& row : comparison.rows) {
        QCOMPARE(row.steps.a.size(), 1u);
        QCOMPARE(row.steps.b.size(), 1u);
        QCOMPARE(row.typeA, row.typeB);
    }
    std::map<std::string, const WaterfallPart*> parts;
    std::int64_t sumA = 0;
    std::int64_t sumB = 0;
    for (const auto& part : comparison.waterfall.parts) {
        parts[part.label] = &part;
        sumA += part.aNs;
        sumB += part.bNs;
    }
    QCOMPARE(sumA, comparison.waterfall.aNs);
    QCOMPARE(sumB, comparison.waterfall.bNs);
    QVERIFY(parts.contains("copies"));
    QCOMPARE(parts["copies"]->aNs, 0);
    QVERIFY(parts["copies"]->bNs > 0);
    for (const auto* const label : { "GPU: wait for a launch", "GPU: synchronise" }) {
        QVERIFY2(parts.contains(label), label);
        QCOMPARE(parts[label]->aNs, 0);
        QVERIFY(parts[label]->bNs > 0);
    }
    // What is left between operators is small: the rest of the wall has a name.
    QVERIFY(std::abs(parts["between operators"]->bNs) * 20 < sumB);
}

void TestDeviceAccount::rulesSpeakOfTheDevice_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("lines");
    QTest::addColumn<QString>("evidence");
    QTest::addColumn<QString>("value");
    QTest::newRow("launches") << "gpu-launch-gap"
                              << R"(
run 0 30000
  step A 0 5000
    call launch 1000 2000 1
    kernel a 5000 5000 1
  step B 12000 5000
    call launch 12000 2000 2
    kernel b 16000 13000 2
)"
                              << "kernels in one run"
                              << "2";
    QTest::newRow("wait") << "gpu-sync"
                          << R"(
run 0 30000
  step A 0 5000
    call launch 100 200 1
    kernel a 500 9500 1
    wait 600 10000
  step B 12000 5000
    call launch 12000 2000 2
    kernel b 16000 13000 2
)"
                          << "gaps"
                          << "1";
    QString copies = "run 0 30000\n step A 0 20000\n";
    for (int i = 0; i < 9; ++i)
        copies += QString(" call memcpy %1 900 %2\n copy h2d 256 %3 200 %2\n")
                      .arg(1000 + i * 2000)
                      .arg(i + 1)
                      .arg(1800 + i * 2000);
    QTest::newRow("small copies") << "gpu-small-copies" << copies << "copies in one run"
                                  << "9";
    QTest::newRow("operators on the CPU") << "gpu-cpu-operators"
                                          << R"(
run 0 30000
  step A 0 5000
    call launch 100 200 1
    kernel a 500 9500 1
  cpu NonZero 10500 5000
  step C 15500 400
    call launch 15600 300 3
    kernel c 17000 12000 3
)"
                                          << "time on the CPU"
                                          << "5.00 µs";
    // 128 blocks of 128 threads for the 132 multiprocessors of the device that is made up.
    QTest::newRow("few blocks") << "gpu-few-blocks"
                                << R"(
run 0 30000
  step A 0 5000
    call launch 100 200 1
    kernel a 500 29000 1
)"
                                << "blocks"
                                << "128";
}

void TestDeviceAccount::rulesSpeakOfTheDevice()
{
    QFETCH(QString, rule);
    QFETCH(QString, lines);
    QFETCH(QString, evidence);
    QFETCH(QString, value);
    const auto report = buildReport(fromText(lines.toStdString()));
    const auto* finding = findingOf(report, rule.toStdString());
    QVERIFY(finding != nullptr);
    QCOMPARE(evidenceOf(*finding, evidence.toStdString()), value);
    QVERIFY(!finding->steps.empty());
    QVERIFY(finding->gainNs > 0);
    QVERIFY(finding->gainNs <= 30'000);
}

void TestDeviceAccount::rulesAreSilentWithoutReason()
{
    const auto report = buildReport(fromText(R"(
run 0 100000
  step A 0 5000
    call launch 100 200 1
    kernel a 400 2000 1
    kernel a 2500 2000 1
    kernel b 4600 2000 1
    kernel c 6700 2000 1
  step B 600 300
    call launch 600 200 2
    copy d2d 100000 8800 90000 2
)"));
    for (const auto* const rule : { "gpu-launch-gap", "gpu-sync", "gpu-small-copies",
             "gpu-cpu-operators", "gpu-few-blocks", "gpu-low-occupancy" })
        QVERIFY2(findingOf(report, rule) == nullptr, rule);
}

QTEST_GUILESS_MAIN(TestDeviceAccount)
#include "tst_device_account.moc"
