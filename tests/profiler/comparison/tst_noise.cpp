// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/comparison/noise.h"
#include "tests/support/profiler/simulated_pair.h"

#include <cmath>
#include <vector>

using namespace profiler;

namespace {

/// A wall that takes `ns`, and differs by `ratio` from itself, within ± `half`.
NoiseTry tryOf(double ns, double ratio, double half, Verdict verdict = Verdict::WithinNoise)
{
    NoiseTry result;
    result.rounds = 20;
    result.wall.a.samples = result.wall.b.samples = 120;
    result.wall.a.median = result.wall.b.median = ns;
    result.wall.ratio = ratio;
    result.wall.interval = Interval { ratio - half, ratio + half };
    result.wall.verdict = verdict;
    return result;
}

std::vector<NoiseTry> simulatedTries(std::uint64_t count)
{
    std::vector<NoiseTry> tries;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        testing::PairShape shape;
        shape.operatorNs = testing::twentyOperators();
        shape.seed = seed;
        const auto pair = testing::simulatedPair(shape);
        tries.push_back(noiseTry(compareProfiles(pair[0], pair[1])));
    }
    return tries;
}

} // namespace

/// What equal things differ by, and which gate is sensible therefore.
class TestNoise : public QObject {
    Q_OBJECT

private slots:
    void theGateIsAboveEveryInterval_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("half");
        QTest::addColumn<double>("gate"); // below 0: none
        QTest::newRow("quiet") << 0.0 << 0.003 << 0.005;
        QTest::newRow("exactly a usual limit is not decided") << 0.0 << 0.005 << 0.01;
        QTest::newRow("two percent") << 0.005 << 0.014 << 0.02;
        QTest::newRow("both signs count") << -0.02 << 0.02 << 0.05;
        QTest::newRow("hopeless") << 0.1 << 0.5 << -1.0;
    }
    void theGateIsAboveEveryInterval()
    {
        QFETCH(double, ratio);
        QFETCH(double, half);
        QFETCH(double, gate);
        const std::vector tries { tryOf(1e6, 0, 0.001), tryOf(1e6, ratio, half) };
        const auto noise = summariseNoise(tries);
        QCOMPARE(noise.gate.value_or(-1.0), gate);
    }

    void withoutAnIntervalThereIsNoGate()
    {
        auto one = tryOf(1e6, 0, 0.001);
        one.wall.interval.reset();
        QVERIFY(!summariseNoise(std::vector { one }).gate);
    }

    void whatIsCalledDifferentIsCounted()
    {
        auto one = tryOf(1e6, 0.03, 0.01, Verdict::Slower);
        one.operators = 12;
        one.operatorAlarms = 2;
        const auto noise = summariseNoise(
            std::vector { one, tryOf(1e6, 0, 0.01), tryOf(1e6, -0.02, 0.01, Verdict::Faster) });
        QCOMPARE(noise.tries, std::size_t(3));
        QCOMPARE(noise.alarms, std::size_t(2));
        QCOMPARE(noise.operators, std::size_t(12));
        QCOMPARE(noise.operatorAlarms, std::size_t(2));
        QCOMPARE(noise.largest, 0.03);
        QVERIFY(std::abs(noise.resolution - 0.01) < 1e-12);
    }

    void whatTriesDifferByIsFoundBetweenNeighbours()
    {
        // It drifts by 1 % from try to try, and once by 10 %.
        std::vector<NoiseTry> tries;
        double wall = 1e6;
        for (int i = 0; i < 40; ++i) {
            tries.push_back(tryOf(wall, 0, 0.001));
            wall *= i == 20 ? 1.10 : 1.01;
        }
        const auto noise = summariseNoise(tries);
        QVERIFY(noise.apart.has_value());
        QVERIFY2(std::abs(*noise.apart - 0.01) < 1e-6, qPrintable(QString::number(*noise.apart)));
        QVERIFY(!summariseNoise(std::span(tries).first(1)).apart);
        QCOMPARE(summariseNoise({}).tries, std::size_t(0));
    }

    void onAMadeUpMachineItFindsWhatWasPutIn()
    {
        const auto noise = summariseNoise(simulatedTries(40));
        // Twenty operators with 2 % each, disturbed now and then: walls to about 1 %.
        QVERIFY(noise.alarms <= 2);
        QVERIFY2(
            noise.gate && *noise.gate <= 0.1, qPrintable(QString::number(noise.gate.value_or(-1))));
        QVERIFY(noise.resolution > 0.0005 && noise.resolution < 0.05);
        QVERIFY(noise.operators >= 40 * 15);
        QVERIFY(noise.operatorAlarms * 20 <= noise.operators);
    }

    void somethingIsMeasuredAgainstItself()
    {
        int runs = 0;
        PairOptions options;
        options.rounds = 8;
        options.runsPerBlock = 2;
        options.warmUpRuns = 1;
        const auto compared = compareWithItself(
            [&](engine::Observer*) -> support::Result<void> {
                ++runs;
                return {};
            },
            options, {});
        QVERIFY(bool(compared));
        QCOMPARE(compared->method, Method::Interleaved);
        QCOMPARE(compared->rounds, 8U);
        QCOMPARE(runs, 2 + 8 * 4 * 2);
    }
};

QTEST_GUILESS_MAIN(TestNoise)
#include "tst_noise.moc"
