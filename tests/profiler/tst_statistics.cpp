// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/statistics/statistics.h"

#include "profiler/charts/charts.h"
#include "profiler/record/running_median.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/run_shape.h"
#include "profiler/tables/profile_builder.h"
#include "tests/benchmarks/long_profile.h"
#include "tests/support/profiler/sample_profile.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <stop_token>

using namespace profiler;

class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    void percentilesInterpolate();
    void selectedPercentilesAreThoseOfSortedValues();
    void longProfilesHaveTheSameFigures();
    void stoppedStatisticsFail();
    void anIntervalNeedsSixRuns();
    void anIntervalHoldsItsMedian();
    void theRunningMedianIsThatOfAllSoFar();
    void whatAMedianDoesNotTellIsSaid_data();
    void whatAMedianDoesNotTellIsSaid();
    void fewRunsThatDependOnEachOtherAreSaid();
    void anEndBeforeAllRunsIsSaid();
    void figuresSayTheirInterval_data();
    void figuresSayTheirInterval();
    void whatRecordingCostsSaysItsInterval();
    void typesAndAccountAgreeOnWhatLiesBetween();
    void signedRankLimitsAgreeWithTables_data();
    void signedRankLimitsAgreeWithTables();
    void hodgesLehmannIsTheMedianOfPairwiseMeans();
    void signedRankProbabilitiesAgreeWithCounting_data();
    void signedRankProbabilitiesAgreeWithCounting();
    void manySignedRanksAreNearlyNormal();
    void discoveriesAreAdjusted_data();
    void discoveriesAreAdjusted();
    void theAccountCloses_data();
    void theAccountCloses();
    void phasesAreTakenOutOfTheirStep();
    void nestedStepsAreNotCountedTwice();
    void aStepThatRunsTwiceCountsWithItsSum();
    void rowsOfTypesAddUpToTheSteps();
    void foldedNodesHaveNoTime();
    void recordingCostComesFromRounds();
    void anEmptyProfileHasNoFigures();
};

void TestStatistics::percentilesInterpolate()
{
    const std::vector<double> samples { 40, 10, 30, 20 };
    const auto found = distributionOf(samples);
    QCOMPARE(found.samples, 4u);
    QCOMPARE(found.median, 25.0);
    QCOMPARE(found.min, 10.0);
    QCOMPARE(found.max, 40.0);
    QCOMPARE(found.p90, 37.0);
    QCOMPARE(found.mad, 10.0);
    QVERIFY(!found.interval);
    QCOMPARE(distributionOf({}).samples, 0u);
    QCOMPARE(distributionOf(std::vector<double> { 7 }).p95, 7.0);
}

void TestStatistics::selectedPercentilesAreThoseOfSortedValues()
{
    std::mt19937 random(7);
    constexpr std::array fractions { 0.0, 0.1, 0.5, 0.9, 0.95, 1.0 };
    for (std::size_t count = 0; count < 60; ++count) {
        std::vector<double> values(count);
        for (auto& value : values)
            value = static_cast<double>(random() % 20); // with ties
        auto sorted = values;
        std::ranges::sort(sorted);
        auto mixed = values;
        const auto found = percentilesIn(mixed, fractions);
        for (std::size_t i = 0; i < fractions.size(); ++i)
            QCOMPARE(found[i], percentile(sorted, fractions[i]));
        std::ranges::sort(mixed);
        QCOMPARE(mixed, sorted);
        QCOMPARE(medianOf(values), percentile(sorted, 0.5));
    }
}

/// Many spans are summed up on two threads: against sums by hand, step by step.
void TestStatistics::longProfilesHaveTheSameFigures()
{
    constexpr std::uint32_t steps = 30;
    constexpr std::uint32_t runs = 8'000;
    const auto profile = benchmarks::longProfile(steps, runs);
    const auto statistics = computeStatistics(*profile);
    const auto& slices = profile->slices;
    std::vector<std::vector<double>> durations(steps);
    for (std::size_t i = 0; i < slices.size(); ++i)
        if (slices.step[i] != Slices::none)
            durations[slices.step[i]].push_back(static_cast<double>(slices.durationNs[i]));
    QCOMPARE(statistics->steps.size(), std::size_t(steps));
    for (std::uint32_t i = 0; i < steps; ++i) {
        std::ranges::sort(durations[i]);
        QCOMPARE(statistics->steps[i].step, engine::StepId(i));
        QCOMPARE(statistics->steps[i].time.samples, runs);
        QCOMPARE(statistics->steps[i].time.median, percentile(durations[i], 0.5));
        QCOMPARE(statistics->steps[i].time.p95, percentile(durations[i], 0.95));
        QCOMPARE(statistics->steps[i].time.max, durations[i].back());
        QCOMPARE(statistics->nodes[i].time.median, statistics->steps[i].time.median);
    }
    QCOMPARE(statistics->types.size(), std::size_t(6));
}

void TestStatistics::stoppedStatisticsFail()
{
    std::stop_source stop;
    stop.request_stop();
    const auto found = computeStatistics(*testing::sampleProfile(), stop.get_token(), {});
    QVERIFY(!found);
    QCOMPARE(found.error().kind(), support::ErrorKind::Cancelled);
}

void TestStatistics::anIntervalNeedsSixRuns()
{
    const auto ofFirst = [](std::size_t count) {
        std::vector<double> samples(count);
        std::iota(samples.begin(), samples.end(), 1.0);
        return distributionOf(samples).interval;
    };
    QVERIFY(!ofFirst(5));
    // The least and the largest of six enclose the median with 96.9 %.
    QVERIFY(ofFirst(6));
    QCOMPARE(ofFirst(6)->low, 1.0);
    QCOMPARE(ofFirst(6)->high, 6.0);
    // Of seven 98.4 %, the second and the sixth 87.5 %. Share of the way from the former to the
    // latter (Hettmansperger and Sheather): i = (63/64 - 0.95) / (63/64 - 7/8) = 11/35, and
    // (7 - 1) i / (1 + (7 - 2) i) = 11/15.
    QVERIFY(ofFirst(7));
    QVERIFY(std::abs(ofFirst(7)->low - (1 + 11.0 / 15)) < 1e-12);
    QVERIFY(std::abs(ofFirst(7)->high - (7 - 11.0 / 15)) < 1e-12);
    // Six blocks of 3 and 5 runs with medians 2, 6, 10, 14, 18, 22.
    QVERIFY(ofFirst(24));
    QCOMPARE(ofFirst(24)->low, 2.0);
    QCOMPARE(ofFirst(24)->high, 22.0);
}

/// Of 24 runs all blocks of two had medians above that of all runs.
void TestStatistics::anIntervalHoldsItsMedian()
{
    std::mt19937 random(5);
    for (std::size_t count = 6; count < 130; ++count) {
        std::vector<double> samples;
        for (std::size_t i = 0; i < count; ++i)
            samples.push_back(
                random() % 3 == 0 ? 200.0 : 100.0 + static_cast<double>(random() % 9));
        const auto found = distributionOf(samples);
        QVERIFY(found.interval);
        QVERIFY(found.interval->low <= found.median && found.median <= found.interval->high);
        QVERIFY(found.min <= found.interval->low && found.interval->high <= found.max);
    }
}

void TestStatistics::theRunningMedianIsThatOfAllSoFar()
{
    RunningMedian running;
    QCOMPARE(running.value(), 0.0);
    std::mt19937 random(11);
    std::vector<double> values;
    for (int i = 0; i < 500; ++i) {
        values.push_back(static_cast<double>(random() % 50)); // with ties
        running.add(values.back());
        QCOMPARE(running.value(), medianOf(values));
    }
}

void TestStatistics::whatAMedianDoesNotTellIsSaid_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("expected"); // in the remark; empty: none
    QTest::newRow("normal") << "normal"
                            << "";
    QTest::newRow("exponential tail") << "exponential"
                                      << "";
    QTest::newRow("uniform") << "uniform"
                             << "";
    QTest::newRow("five outliers in a hundred") << "outliers"
                                                << "";
    QTest::newRow("two levels") << "levels"
                                << "two levels";
    QTest::newRow("drift") << "drift"
                           << "drift";
    QTest::newRow("shift") << "shift"
                           << "from about run";
    QTest::newRow("wide") << "wide"
                          << "spread";
}

/// Of 100 runs each: what is there is found nearly always, what is not nearly never.
void TestStatistics::whatAMedianDoesNotTellIsSaid()
{
    QFETCH(QString, shape);
    QFETCH(QString, expected);
    constexpr int tries = 200;
    int right = 0;
    for (int seed = 1; seed <= tries; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
        const auto normal = [&] {
            return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307 * uniform());
        };
        std::vector<double> walls;
        std::vector<std::uint32_t> numbers;
        for (int i = 0; i < 100; ++i) {
            const auto part = i / 100.0;
            walls.push_back(shape == "exponential" ? 1000 - 40 * std::log(uniform())
                    : shape == "uniform"           ? 1000 + 100 * uniform()
                    : shape == "outliers" ? (uniform() < 0.05 ? 5000 : 1000 + 10 * normal())
                    : shape == "levels"   ? (uniform() < 0.6 ? 1000 : 1300) + 10 * normal()
                    : shape == "drift"    ? 1000 + 100 * part + 10 * normal()
                    : shape == "shift"    ? (i < 40 ? 1000 : 1200) + 10 * normal()
                    : shape == "wide"     ? 1000 + 150 * normal()
                                          : 1000 + 10 * normal());
            numbers.push_back(static_cast<std::uint32_t>(i + 1));
        }
        const auto text = QString::fromStdString(shapeText(runShapeOf(walls), numbers).text());
        right += expected.isEmpty() == text.isEmpty() && text.contains(expected) ? 1 : 0;
    }
    QVERIFY2(right >= tries * 97 / 100, qPrintable(QString::number(right)));
}

/// Too few runs for blocks: that they are no independent ones is said beside their interval.
void TestStatistics::fewRunsThatDependOnEachOtherAreSaid()
{
    std::mt19937_64 random(7);
    const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
    constexpr int tries = 4000;
    for (const std::size_t count : { std::size_t(6), std::size_t(12), std::size_t(30) }) {
        int found = 0; // among independent runs
        int inDrift = 0;
        for (int i = 0; i < tries; ++i) {
            std::vector<double> independent;
            std::vector<double> drifting;
            for (std::size_t run = 0; run < count; ++run) {
                independent.push_back(1000 + 20 * uniform());
                drifting.push_back(independent.back()
                    + 100.0 * static_cast<double>(run) / static_cast<double>(count));
            }
            found += runShapeOf(independent).isInOrder ? 1 : 0;
            inDrift += runShapeOf(drifting).isInOrder ? 1 : 0;
        }
        QVERIFY2(found <= tries * 15 / 1000, qPrintable(QString::number(found)));
        QVERIFY2(inDrift >= tries * 9 / 10, qPrintable(QString::number(inDrift)));
    }
    const std::vector<double> drift { 100, 101, 102, 103, 104, 105 };
    const std::vector<std::uint32_t> numbers { 1, 2, 3, 4, 5, 6 };
    QVERIFY(QString::fromStdString(shapeText(runShapeOf(drift), numbers).text())
                .contains("depend on the ones before them"));
    const std::vector<double> equal(10, 100);
    QVERIFY(!runShapeOf(equal).isInOrder);
}

void TestStatistics::anEndBeforeAllRunsIsSaid()
{
    ProfileBuilder builder;
    for (std::uint32_t i = 0; i < 3; ++i) {
        Run run;
        run.number = i + 1;
        run.wallNs = 1000;
        builder.profile().runs.push_back(run);
    }
    auto& metadata = builder.profile().metadata;
    metadata.set(keys::runsRequested, std::int64_t(100));
    metadata.set(keys::end, "time limit");
    const auto profile = std::move(builder).build();
    QCOMPARE(support::textsOf(runRemarks(*profile)),
        std::vector<std::string> { "time limit: 3 of 100 runs were recorded" });
    QVERIFY(runRemarks(*testing::sampleProfile()).empty());
}

void TestStatistics::figuresSayTheirInterval_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("range");
    QTest::newRow("even") << 318'400.0 << 314'400.0 << 322'400.0 << "318 µs ± 4"
                          << "314.4 … 322.4 µs";
    QTest::newRow("skewed") << 275'000.0 << 266'000.0 << 527'000.0 << "275 µs, 266 … 527"
                            << "266 … 527 µs";
    QTest::newRow("narrow") << 21'861'000.0 << 21'800'000.0 << 21'950'000.0
                            << "21.9 ms, 21.80 … 21.95"
                            << "21.80 … 21.95 ms";
    QTest::newRow("below the value's unit")
        << 900'000.0 << 850'000.0 << 1'900'000.0 << "900 µs, 850 … 1,900"
        << "0.85 … 1.90 ms";
    QTest::newRow("whole nanoseconds") << 20.0 << 18.0 << 27.0 << "20 ns, 18 … 27"
                                       << "18 … 27 ns";
}

void TestStatistics::figuresSayTheirInterval()
{
    QFETCH(double, value);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QString, text);
    QFETCH(QString, range);
    const Measurement measured { value, Unit::Nanoseconds, Interval { low, high }, 50 };
    QCOMPARE(QString::fromStdString(profiler::text(measured)), text);
    QCOMPARE(QString::fromStdString(intervalText(measured)), range);
    const Measurement few { value, Unit::Nanoseconds, {}, 3 };
    QCOMPARE(QString::fromStdString(intervalText(few)), QStringLiteral("n = 3"));
}

void TestStatistics::whatRecordingCostsSaysItsInterval()
{
    const auto cost = [](double ratio, std::optional<Interval> interval) {
        return QString::fromStdString(
            recordingCostText({ ratio, Unit::Ratio, interval, 20 }).text());
    };
    QCOMPARE(cost(0.014, Interval { -0.12, 0.4 }),
        QStringLiteral("+1.4 % (95 % −12.0 % … +40.0 %): within noise"));
    QCOMPARE(
        cost(0.014, Interval { 0.006, 0.021 }), QStringLiteral("+1.4 % (95 % +0.6 % … +2.1 %)"));
    QCOMPARE(cost(0.014, {}), QStringLiteral("+1.4 % (n = 20)"));
}

/// What medians of sums leave over is no time between operators.
void TestStatistics::typesAndAccountAgreeOnWhatLiesBetween()
{
    // Of two types one is slow while the other is fast: each has a median of 100, both take 800.
    const auto profile = testing::profileFromText("run 0 1000\nConv 0 100\nRelu 100 700\n"
                                                  "run 2000 1000\nConv 2000 700\nRelu 2700 100\n"
                                                  "run 4000 1000\nConv 4000 100\nRelu 4100 700\n"
                                                  "run 6000 1000\nConv 6000 700\nRelu 6700 100\n"
                                                  "run 8000 1000\nConv 8000 100\nRelu 8100 100");
    const auto statistics = computeStatistics(*profile);
    const auto parts = typeParts(*profile, *statistics);
    const auto& account = *statistics->account;
    QCOMPARE(parts.back().label, std::string("Between operators"));
    QCOMPARE(parts.back().share, account.share(account.wallNs - account.operatorsNs));
    double width = 0;
    for (const auto& part : parts)
        width += part.width;
    QVERIFY(std::abs(width - 1) < 1e-9);
}

void TestStatistics::signedRankLimitsAgreeWithTables_data()
{
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("limit"); // two-sided 5 %, from published tables
    for (const auto& [n, limit] : { std::pair(5, -1), { 6, 0 }, { 7, 2 }, { 8, 3 }, { 10, 8 },
             { 12, 13 }, { 20, 52 }, { 30, 137 }, { 50, 434 } })
        QTest::addRow("%d", n) << n << limit;
}

void TestStatistics::signedRankLimitsAgreeWithTables()
{
    QFETCH(int, n);
    QFETCH(int, limit);
    const auto found = signedRankCritical(static_cast<std::size_t>(n));
    QCOMPARE(found ? static_cast<int>(*found) : -1, limit);
}

void TestStatistics::hodgesLehmannIsTheMedianOfPairwiseMeans()
{
    const std::vector<double> differences { 1, 2, 4 };
    const auto shift = hodgesLehmann(differences); // means 1, 1.5, 2, 2.5, 3, 4
    QCOMPARE(shift.value, 2.25);
    QVERIFY(!shift.interval);
    const auto six = hodgesLehmann(std::vector<double> { 1, 2, 3, 4, 5, 6 });
    QVERIFY(six.interval);
    QCOMPARE(six.interval->low, 1.0);
    QCOMPARE(six.interval->high, 6.0);
}

// Figures of tests/oracles/rank_tests.py, which counts sign patterns one by one.
void TestStatistics::signedRankProbabilitiesAgreeWithCounting_data()
{
    QTest::addColumn<QList<double>>("differences");
    QTest::addColumn<double>("expected");
    const std::tuple<const char*, QList<double>, double> rows[] {
        { "none", {}, 1 },
        { "one", { 0.3 }, 1 },
        { "six of one sign", { 1, 2, 3, 4, 5, 6 }, 0.03125 },
        { "ties", { 1, 1, -1, 2, 2, 3, -2, 4 }, 0.1640625 },
        { "zeros are left out", { 0, 0, 1, -2, 3, 4, 5 }, 0.1875 },
        { "only zeros", { 0, 0, 0 }, 1 },
        { "balanced", { 1, -1, 2, -2, 3, -3 }, 1 },
        { "twelve",
            { 0.02, 0.029, 0.0118, -0.0067, 0.0064, -0.0097, 0.0218, 0.0602, 0.0052, 0.0014, 0.0347,
                0.0307 },
            0.01611328125 },
        { "sixteen",
            { -0.0079, -0.0286, -0.0106, 0.0039, -0.0369, -0.0192, -0.048, -0.0358, -0.0468,
                -0.0147, -0.0353, -0.0046, -0.0069, -0.0137, -0.0603, -0.0208 },
            6.103515625e-05 },
    };
    for (const auto& [name, differences, expected] : rows)
        QTest::newRow(name) << differences << expected;
}

void TestStatistics::signedRankProbabilitiesAgreeWithCounting()
{
    QFETCH(QList<double>, differences);
    QFETCH(double, expected);
    QCOMPARE(signedRankP(differences), expected);
    for (auto& difference : differences)
        difference = -difference;
    QCOMPARE(signedRankP(differences), expected);
}

void TestStatistics::manySignedRanksAreNearlyNormal()
{
    // One more value than is counted exactly; 0.0229143 is the exact figure (whole
    // numbers, in Python).
    std::vector<double> values;
    for (int i = 1; i <= 61; ++i)
        values.push_back(i % 3 == 0 ? -i : i);
    const auto found = signedRankP(values);
    QVERIFY2(std::abs(found - 0.0229143) < 0.001, qPrintable(QString::number(found)));
}

void TestStatistics::discoveriesAreAdjusted_data()
{
    QTest::addColumn<QList<double>>("probabilities");
    QTest::addColumn<QList<double>>("expected");
    QTest::newRow("none") << QList<double> {} << QList<double> {};
    QTest::newRow("one") << QList<double> { 0.01 } << QList<double> { 0.01 };
    QTest::newRow("four") << QList<double> { 0.01, 0.04, 0.03, 0.005 }
                          << QList<double> { 0.02, 0.04, 0.04, 0.02 };
    QTest::newRow("ties") << QList<double> { 0.9, 0.001, 0.001, 0.2, 0.03 }
                          << QList<double> { 0.9, 0.0025, 0.0025, 0.25, 0.05 };
}

void TestStatistics::discoveriesAreAdjusted()
{
    QFETCH(QList<double>, probabilities);
    QFETCH(QList<double>, expected);
    const auto adjusted = adjustedForFalseDiscoveries(probabilities);
    QCOMPARE(qsizetype(adjusted.size()), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(adjusted[std::size_t(i)], expected[i]);
}

void TestStatistics::theAccountCloses_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QList<qint64>>(
        "expected"); // operators, reorders, copies, dispatch, waiting, unaccounted
    QTest::newRow("gaps are dispatch, ends are unaccounted") << QByteArray(
        "run 0 1000\nConv 100 400\nRelu 600 100") << QList<qint64> { 500, 0, 0, 100, 0, 400 };
    QTest::newRow("a reorder step is no operator") << QByteArray(
        "run 0 100\nreorder! 0 30\nConv 30 70") << QList<qint64> { 70, 30, 0, 0, 0, 0 };
    QTest::newRow("a copy step is no operator")
        << QByteArray("run 0 100\ncopy! 0 30\nConv 30 70") << QList<qint64> { 70, 0, 30, 0, 0, 0 };
    QTest::newRow("phases") << QByteArray("run 0 100\nConv 0 100\nreorder 10 20\nwait 50 5")
                            << QList<qint64> { 75, 20, 0, 0, 5, 0 };
    QTest::newRow("no step at all")
        << QByteArray("run 0 100") << QList<qint64> { 0, 0, 0, 0, 0, 100 };
    QTest::newRow("nested") << QByteArray("run 0 100\nLoop 0 90\nAdd 10 20\nAdd 40 20")
                            << QList<qint64> { 90, 0, 0, 0, 0, 10 };
}

void TestStatistics::theAccountCloses()
{
    QFETCH(QByteArray, lines);
    QFETCH(QList<qint64>, expected);
    const auto profile = testing::profileFromText(lines.toStdString());
    const auto account = computeStatistics(*profile)->account;
    QVERIFY(account);
    const QList<qint64> found { account->operatorsNs, account->reordersNs, account->copiesNs,
        account->dispatchNs, account->waitingNs, account->unaccountedNs };
    QCOMPARE(found, expected);
    QCOMPARE(
        account->operatorsNs + account->notInAnyOperatorNs() - account->overlapNs, account->wallNs);
    QCOMPARE(account->operatorsNs + account->reordersNs + account->copiesNs + account->dispatchNs
            + account->waitingNs + account->allocationNs + account->unaccountedNs
            - account->overlapNs,
        account->wallNs);
}

void TestStatistics::phasesAreTakenOutOfTheirStep()
{
    const auto profile = testing::profileFromText(
        "run 0 100\nreorder! 0 50\nreorder 10 20\nConv 50 50\ncopy 60 10");
    const auto account = computeStatistics(*profile)->account;
    QCOMPARE(account->reordersNs, 50);
    QCOMPARE(account->copiesNs, 10);
    QCOMPARE(account->operatorsNs, 40);
}

void TestStatistics::nestedStepsAreNotCountedTwice()
{
    const auto profile = testing::profileFromText("run 0 100\nLoop 0 90\nAdd 10 20\nMul 40 30");
    const auto statistics = computeStatistics(*profile);
    QCOMPARE(statistics->steps[0].time.median, 40.0);
    QCOMPARE(statistics->steps[0].total.median, 90.0);
    QCOMPARE(statistics->steps[0].share, 0.4);
    double shares = 0;
    for (const auto& row : statistics->steps)
        shares += row.share;
    QCOMPARE(shares, 0.9);
}

void TestStatistics::aStepThatRunsTwiceCountsWithItsSum()
{
    const auto profile = testing::sampleProfile();
    const auto statistics = computeStatistics(*profile);
    const auto& body = statistics->steps[10];
    QCOMPARE(body.callsPerRun, 3.0);
    QCOMPARE(body.time.median, 27'000.0);
    QCOMPARE(body.flopsPerSecond.value_or(0), 3000.0 * 1e9 / 27'000);
}

void TestStatistics::rowsOfTypesAddUpToTheSteps()
{
    const auto profile = testing::sampleProfile();
    const auto statistics = computeStatistics(*profile);
    QCOMPARE(profile->text(statistics->types[0].opType), std::string_view("Conv"));
    std::uint32_t steps = 0;
    for (const auto& row : statistics->types)
        steps += row.steps;
    QCOMPARE(steps, static_cast<std::uint32_t>(profile->steps.size()));
    const auto concat = std::ranges::find(statistics->types, std::string_view("Concat"),
        [&](const TypeRow& row) { return profile->text(row.opType); });
    QCOMPARE(concat->unknownCosts, 2u);
}

void TestStatistics::foldedNodesHaveNoTime()
{
    const auto profile = testing::sampleProfile();
    const auto statistics = computeStatistics(*profile);
    QCOMPARE(statistics->nodes.size(), profile->provenance.size());
    const auto* folded = statistics->node(model::NodeId(10u));
    QVERIFY(folded != nullptr);
    QCOMPARE(folded->fate, Fate::Folded);
    QCOMPARE(folded->time.samples, 0u);
    const auto* kept = statistics->node(model::NodeId(0u));
    QCOMPARE(kept->time.samples, 20u);
    QVERIFY(!kept->isShared);
    QVERIFY(statistics->node(model::NodeId(99u)) == nullptr);
}

void TestStatistics::recordingCostComesFromRounds()
{
    const auto profile = testing::sampleProfile({ .rounds = 20 });
    const auto statistics = computeStatistics(*profile);
    QVERIFY(statistics->recordingCost);
    QVERIFY(statistics->recordingCost->interval);
    // 500 ns were added to about 1.2 ms, under a noise of 2 % per step.
    QVERIFY(statistics->recordingCost->interval->low < 0.0005);
    QVERIFY(statistics->recordingCost->interval->high > 0.0);
    QCOMPARE(statistics->wall.samples, 40u);
    QCOMPARE(statistics->wallUnprofiled.samples, 40u);
}

void TestStatistics::anEmptyProfileHasNoFigures()
{
    const auto statistics = computeStatistics(*testing::profileFromText(""));
    QVERIFY(!statistics->account);
    QVERIFY(!statistics->recordingCost);
    QVERIFY(statistics->steps.empty());
    QCOMPARE(statistics->wall.samples, 0u);
}

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
