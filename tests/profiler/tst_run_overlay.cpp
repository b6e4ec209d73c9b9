// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/statistics/run_overlay.h"

#include "tests/benchmarks/long_profile.h"
#include "tests/support/profiler/sample_profile.h"

#include <algorithm>
#include <numeric>

using namespace profiler;

class TestRunOverlay : public QObject {
    Q_OBJECT

private:
    /// Three runs; Conv takes 100, 400 and 200, Relu always 50.
    static std::shared_ptr<const Profile> varying()
    {
        return testing::profileFromText("run 0 200\n"
                                        "  Conv 10 100\n"
                                        "  Relu 120 50\n"
                                        "run 1000 500\n"
                                        "  Conv 1010 400\n"
                                        "  Relu 1420 50\n"
                                        "run 3000 300\n"
                                        "  Conv 3010 200\n"
                                        "  Relu 3220 50\n");
    }

private slots:
    void theTypicalRunIsTheOneOfTheAccount();
    void withoutRecordedRunsThereIsNone();
    void runsBeginTogether();
    void barsAreThoseOfTheirRunOnly();
    void aStepThatVariesHasTheWidestSpread();
    void nestedStepsCountOnce();
    void runsAreDrawnEvenly_data();
    void runsAreDrawnEvenly();
};

void TestRunOverlay::theTypicalRunIsTheOneOfTheAccount()
{
    for (const auto& profile : { varying(), testing::sampleProfile() }) {
        const auto typical = typicalRun(*profile);
        const auto statistics = computeStatistics(*profile);
        QVERIFY(typical && statistics->account);
        QCOMPARE(typical->run, statistics->account->run);
        QCOMPARE(typical->wallNs, statistics->account->wallNs);
        // By sorting: as many are below as it says.
        std::vector<std::int64_t> walls;
        for (const auto run : recordedRuns(*profile))
            walls.push_back(profile->runs[run].wallNs);
        std::ranges::sort(walls);
        QCOMPARE(typical->wallNs, walls[(walls.size() - 1) / 2]);
        QCOMPARE(typical->recorded, static_cast<std::uint32_t>(walls.size()));
        QCOMPARE(typical->faster,
            static_cast<std::uint32_t>(
                std::ranges::lower_bound(walls, typical->wallNs) - walls.begin()));
        QCOMPARE(typical->slower,
            static_cast<std::uint32_t>(
                walls.end() - std::ranges::upper_bound(walls, typical->wallNs)));
    }
}

void TestRunOverlay::withoutRecordedRunsThereIsNone()
{
    const auto profile = testing::profileFromText("");
    QVERIFY(!typicalRun(*profile));
    const RunOverlay overlay(Timeline::build(profile));
    QVERIFY(overlay.runs().empty());
    QVERIFY(stepSpreads(overlay, *computeStatistics(*profile)).empty());
}

void TestRunOverlay::runsBeginTogether()
{
    const RunOverlay overlay(Timeline::build(varying()));
    QCOMPARE(overlay.runs(), (std::vector<std::uint32_t> { 0, 1, 2 }));
    QCOMPARE(overlay.typical(), 2u);
    QCOMPARE(overlay.fastest(), 0u);
    QCOMPARE(overlay.slowest(), 1u);
    QCOMPARE(overlay.extent(), (TimeSpan { 0, 500 }));
    for (const auto run : overlay.runs()) {
        const auto first = overlay.sliceAt(run, 15);
        QVERIFY(first);
        QCOMPARE(overlay.spanOf(*first).startNs, 10);
    }
    QCOMPARE(overlay.spanOf(*overlay.sliceAt(1, 430)), (TimeSpan { 420, 470 }));
    QVERIFY(!overlay.sliceAt(0, 430)); // it is over; the next run has begun by then
    QVERIFY(!overlay.sliceAt(1, 415));
}

void TestRunOverlay::barsAreThoseOfTheirRunOnly()
{
    const auto profile = benchmarks::longProfile(40, 30);
    const RunOverlay overlay(Timeline::build(profile));
    for (const auto run : overlay.runs()) {
        for (const double pixels : { 10.0, 500.0, 100'000.0 }) {
            std::uint32_t count = 0;
            double end = 0;
            for (const auto& bar : overlay.bars(run, overlay.extent(), pixels)) {
                QCOMPARE(profile->slices.run[bar.slice], run);
                QVERIFY(bar.x >= end - 1 && bar.x + bar.width <= pixels + 1);
                const auto span = overlay.spanOf(bar.slice);
                if (!bar.isMerged() && bar.width > 1)
                    QVERIFY(std::abs(bar.x - pixelOf(overlay.extent(), pixels, span.startNs)) < 1);
                end = bar.x + bar.width;
                count += bar.count;
            }
            QCOMPARE(count, 40u);
        }
        QCOMPARE(overlay.slicesOf(run).size(), std::size_t(40));
    }
}

void TestRunOverlay::aStepThatVariesHasTheWidestSpread()
{
    const auto profile = varying();
    const RunOverlay overlay(Timeline::build(profile));
    const auto spreads = stepSpreads(overlay, *computeStatistics(*profile));
    QCOMPARE(spreads.size(), std::size_t(2));
    QCOMPARE(profile->text(profile->step(spreads[0].step).opType), std::string_view("Conv"));
    QCOMPARE(spreads[0].span, (TimeSpan { 10, 210 }));
    QCOMPARE(spreads[0].medianNs, 200.0);
    QCOMPARE(spreads[0].lowNs, 120.0); // numpy.percentile([100, 400, 200], [10, 90])
    QCOMPARE(spreads[0].highNs, 360.0);
    QCOMPARE(spreads[1].spreadNs(), 0.0);
}

void TestRunOverlay::nestedStepsCountOnce()
{
    const auto profile = testing::sampleProfile(); // with a Loop
    const RunOverlay overlay(Timeline::build(profile));
    const auto spreads = stepSpreads(overlay, *computeStatistics(*profile));
    QVERIFY(!spreads.empty());
    for (std::size_t i = 0; i < spreads.size(); ++i) {
        QVERIFY(i == 0 || spreads[i].span.startNs >= spreads[i - 1].span.endNs);
        QVERIFY(!profile->step(spreads[i].step).parent.isValid());
    }
}

void TestRunOverlay::runsAreDrawnEvenly_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("lines");
    QTest::addColumn<QList<int>>("drawn");
    QTest::newRow("none") << 0 << 10 << QList<int> {};
    QTest::newRow("no room") << 10 << 0 << QList<int> {};
    QTest::newRow("one line") << 10 << 1 << QList<int> { 0 };
    QTest::newRow("all") << 3 << 10 << QList<int> { 0, 1, 2 };
    QTest::newRow("some") << 101 << 3 << QList<int> { 0, 50, 100 };
}

void TestRunOverlay::runsAreDrawnEvenly()
{
    QFETCH(int, count);
    QFETCH(int, lines);
    QList<int> found;
    for (const auto run :
        runsDrawn(static_cast<std::size_t>(count), static_cast<std::size_t>(lines)))
        found.append(static_cast<int>(run));
    QTEST(found, "drawn");
}

QTEST_GUILESS_MAIN(TestRunOverlay)
#include "tst_run_overlay.moc"
