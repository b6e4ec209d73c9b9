// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/report.h"
#include "profiler/statistics/level_shift.h"
#include "tests/support/profiler/findings.h"
#include "tests/support/profiler/simulated_pair.h"

using namespace profiler;
using testing::evidenceOf;
using testing::findingOf;

namespace {

/// Runs of a machine that only makes noise.
Profile noisyRuns(std::uint32_t rounds, std::uint64_t seed)
{
    return *testing::simulatedPair(
        { .operatorNs = { 1e6, 2e6 }, .rounds = rounds, .seed = seed, .isSteady = true })[0];
}

} // namespace

class TestClockSteps : public QObject {
    Q_OBJECT

private slots:
    void aClockThatStepsIsFound_data();
    void aClockThatStepsIsFound();
    void aClockReadingThatStepsIsFound();
    void noiseIsNoStep_data();
    void noiseIsNoStep();
};

void TestClockSteps::aClockThatStepsIsFound_data()
{
    QTest::addColumn<double>("factor");
    QTest::addColumn<bool>("isDrift");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("slower") << 1.25 << false << true;
    QTest::newRow("faster") << 0.8 << false << true;
    QTest::newRow("a little slower than noise") << 1.01 << false << false;
    QTest::newRow("slower and slower") << 1.1 << true << false;
}

void TestClockSteps::aClockThatStepsIsFound()
{
    QFETCH(double, factor);
    QFETCH(bool, isDrift);
    QFETCH(bool, isFound);
    auto profile = noisyRuns(20, 7);
    const auto count = profile.runs.size();
    for (std::size_t i = 0; i < count; ++i) {
        const double part = isDrift ? double(i) / double(count) : i < count / 2 ? 0 : 1;
        auto& wall = profile.runs[i].wallNs;
        wall = static_cast<std::int64_t>(double(wall) * (1 + (factor - 1) * part));
    }
    const auto report = buildReport(std::make_shared<const Profile>(std::move(profile)));
    const auto* finding = findingOf(report, "unstable");
    const bool hasShift
        = finding != nullptr && !evidenceOf(*finding, "runs, after over before").isEmpty();
    QCOMPARE(hasShift, isFound);
    if (!isFound)
        return;
    QVERIFY(finding->text.find("from about run ") != std::string::npos);
    QVERIFY(!finding->advice.empty() && !evidenceOf(*finding, "confidence").isEmpty());
    const auto ratio = evidenceOf(*finding, "runs, after over before").section(' ', 0, 0);
    QVERIFY2(std::abs(ratio.toDouble() / factor - 1) < 0.03, qPrintable(ratio));
}

void TestClockSteps::aClockReadingThatStepsIsFound()
{
    for (const double second : { 2.6e9, 3.19e9 }) {
        auto profile = noisyRuns(20, 7);
        CounterSeries clock { profile.strings.intern("clock"), profile.strings.intern("hertz"), {},
            {} };
        for (std::size_t i = 0; i < profile.runs.size(); ++i) {
            clock.timeNs.push_back(profile.runs[i].startNs);
            clock.value.push_back(i < 50 ? 3.2e9 : second);
        }
        profile.counters.push_back(std::move(clock));
        const auto report = buildReport(std::make_shared<const Profile>(std::move(profile)));
        const auto* finding = findingOf(report, "unstable");
        QCOMPARE(finding != nullptr, second < 3e9);
        if (finding != nullptr)
            QCOMPARE(evidenceOf(*finding, "clock"), QString("3.20 GHz, then 2.60 GHz"));
    }
}

void TestClockSteps::noiseIsNoStep_data()
{
    QTest::addColumn<std::uint32_t>("rounds");
    for (const std::uint32_t rounds : { 6u, 10u, 20u, 100u })
        QTest::addRow("%u runs", rounds * 6) << rounds;
}

void TestClockSteps::noiseIsNoStep()
{
    QFETCH(std::uint32_t, rounds);
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        std::vector<double> walls;
        for (const auto& run : noisyRuns(rounds, seed).runs)
            walls.push_back(static_cast<double>(run.wallNs));
        found += levelShiftOf(walls) ? 1 : 0;
    }
    QCOMPARE(found, std::size_t(0));
}

QTEST_GUILESS_MAIN(TestClockSteps)
#include "tst_clock_steps.moc"
