// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/statistics/step_samples.h"
#include "tests/support/profiler/device_sample.h"

#include <algorithm>
#include <functional>

using namespace profiler;

/// Times of one node by run: those that statistics are made of.
class TestStepTimes : public QObject {
    Q_OBJECT

private slots:
    void areThoseOfStatistics_data()
    {
        QTest::addColumn<bool>("isOnCpu");
        QTest::newRow("CPU") << true;
        QTest::newRow("GPU") << false;
    }
    void areThoseOfStatistics()
    {
        QFETCH(bool, isOnCpu);
        const auto profile = testing::profileOf(testing::deviceSample({ .isOnCpu = isOnCpu }));
        const auto runs = recordedRuns(*profile);
        const StepSamples samples(*profile, runs);
        for (std::uint32_t i = 0; i < profile->steps.size(); ++i) {
            const engine::StepId step(i);
            QCOMPARE(
                timesOfSteps(*profile, std::span(&step, 1)), samples.perRun(step, StepTime::Total));
        }
    }

    void ofSeveralStepsAddUp()
    {
        const auto profile = testing::profileOf(testing::deviceSample());
        const std::vector<engine::StepId> steps { engine::StepId(0U), engine::StepId(1U) };
        const auto together = timesOfSteps(*profile, steps);
        auto sum = timesOfSteps(*profile, std::span(steps).first(1));
        const auto other = timesOfSteps(*profile, std::span(steps).last(1));
        std::ranges::transform(sum, other, sum.begin(), std::plus());
        QCOMPARE(together, sum);
        QVERIFY(sum.front() > 0);
        const std::vector<engine::StepId> none;
        QCOMPARE(timesOfSteps(*profile, none), std::vector<double>(together.size(), 0));
    }
};

QTEST_GUILESS_MAIN(TestStepTimes)
#include "tst_step_times.moc"
