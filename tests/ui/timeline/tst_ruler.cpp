#include <QTest>

#include "ui/timeline/ruler.h"

class TestRuler : public QObject {
    Q_OBJECT

private:
    /// Three runs of 100 ns, the first begins at 1000, 50 ns between them.
    static profiler::Profile threeRuns()
    {
        profiler::Profile profile;
        for (std::uint32_t i = 0; i < 3; ++i) {
            profiler::Run run;
            run.number = i + 1;
            run.startNs = 1000 + 150 * static_cast<std::int64_t>(i);
            run.wallNs = 100;
            profile.runs.push_back(run);
        }
        return profile;
    }

private slots:
    void countsFromTheRunThatIsShown_data()
    {
        QTest::addColumn<qint64>("start");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<int>("run");
        QTest::addColumn<qint64>("zero");
        QTest::newRow("a whole run") << qint64(1150) << qint64(1250) << 1 << qint64(1150);
        QTest::newRow("a part of it") << qint64(1160) << qint64(1170) << 1 << qint64(1150);
        QTest::newRow("a run with its edges") << qint64(1280) << qint64(1420) << 2 << qint64(1300);
        QTest::newRow("all runs") << qint64(1000) << qint64(1400) << -1 << qint64(1000);
        QTest::newRow("between two") << qint64(1110) << qint64(1140) << -1 << qint64(1000);
        QTest::newRow("before the first") << qint64(0) << qint64(100) << -1 << qint64(1000);
    }
    void countsFromTheRunThatIsShown()
    {
        QFETCH(qint64, start);
        QFETCH(qint64, end);
        QFETCH(int, run);
        QFETCH(qint64, zero);
        const auto profile = threeRuns();
        const auto shown = ui::runInView(profile, { start, end });
        QCOMPARE(shown ? static_cast<int>(*shown) : -1, run);
        QCOMPARE(ui::rulerZero(profile, { start, end }), std::int64_t(zero));
    }

    void aProfileWithoutRunsCountsFromItsBegin()
    {
        QCOMPARE(ui::rulerZero({}, { 5, 10 }), std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestRuler)
#include "tst_ruler.moc"
