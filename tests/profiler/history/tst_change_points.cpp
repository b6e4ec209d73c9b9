// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/statistics/change_points.h"
#include "profiler/statistics/rank_statistics.h"
#include "tests/support/paths.h"

#include <QFile>

#include <cmath>
#include <vector>

using namespace profiler;

namespace {

/// A series of tests/data/golden/change_points.txt.
struct GoldenSeries {
    QString name;
    std::vector<double> values;
    std::size_t at = 0; ///< best split
    double statistic = 0;
    QList<std::size_t> changes;
};

QList<GoldenSeries> goldenSeries()
{
    QFile file(QString::fromStdString(
        (testing::sourceDir() / "tests/data/golden/change_points.txt").string()));
    QList<GoldenSeries> all;
    if (!file.open(QFile::ReadOnly))
        return all;
    for (const auto& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
        const auto words = line.split(' ');
        if (words[0] == "series")
            all.push_back({ line.mid(7), {}, 0, 0, {} });
        for (qsizetype i = 1; i < words.size(); ++i) {
            if (words[0] == "values")
                all.back().values.push_back(words[i].toDouble());
            if (words[0] == "changes")
                all.back().changes << words[i].toULongLong();
        }
        if (words[0] == "split") {
            all.back().at = words[1].toULongLong();
            all.back().statistic = words[2].toDouble();
        }
    }
    return all;
}

std::vector<double> logsOf(const std::vector<double>& values)
{
    std::vector<double> logs;
    for (const auto value : values)
        logs.push_back(std::log(value));
    return logs;
}

} // namespace

/// E-Divisive against tests/oracles/change_points.py, which takes every sum again from the formulas
/// of the paper.
class TestChangePoints : public QObject {
    Q_OBJECT

private slots:
    void theStatisticIsThatOfTheFormulas();
    void changesAreThoseOfTheOracle();
    void aChangeHasItsPlaceAndSizeWithErrors();
    void theSameSeedGivesTheSameResult();
    void aScaleChangesNothing();
    void shortAndEqualSeriesHaveNoChange();
    void twoSampleShiftByHand();
};

void TestChangePoints::theStatisticIsThatOfTheFormulas()
{
    const auto all = goldenSeries();
    QCOMPARE(all.size(), 9);
    for (const auto& series : all) {
        const auto split = bestEnergySplit(logsOf(series.values), 5);
        QVERIFY2(std::abs(split.statistic - series.statistic) < 1e-9, qPrintable(series.name));
        if (series.statistic > 1e-9) // otherwise all places are equally good
            QCOMPARE(split.at, series.at);
    }
}

void TestChangePoints::changesAreThoseOfTheOracle()
{
    for (const auto& series : goldenSeries()) {
        QList<std::size_t> found;
        for (const auto& change : changePoints(series.values))
            found << change.at;
        QVERIFY2(found == series.changes, qPrintable(series.name));
    }
}

void TestChangePoints::aChangeHasItsPlaceAndSizeWithErrors()
{
    const auto all = goldenSeries();
    const auto changes = changePoints(all[1].values); // 5 % up at 20
    QCOMPARE(changes.size(), 1u);
    const auto& change = changes.front();
    QVERIFY(change.first <= 20 && change.last >= 20 && change.last - change.first <= 4);
    QVERIFY(change.interval->low < 0.05 && change.interval->high > 0.05);
    QVERIFY(change.interval->low > 0.03 && change.interval->high < 0.07);
    QVERIFY(std::abs(change.after / change.before - 1.05) < 0.015);
    QCOMPARE(change.p, 0.005); // no random order of 199 is as good
    const auto back = changePoints(all[3].values); // up and back
    QVERIFY(back.at(0).ratio > 0.03 && back.at(1).ratio < -0.03);
}

void TestChangePoints::theSameSeedGivesTheSameResult()
{
    const auto values = goldenSeries()[3].values;
    const auto first = changePoints(values);
    const auto second = changePoints(values);
    QCOMPARE(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        QCOMPARE(first[i].at, second[i].at);
        QCOMPARE(first[i].p, second[i].p);
    }
}

void TestChangePoints::aScaleChangesNothing()
{
    auto values = goldenSeries()[4].values;
    const auto before = changePoints(values);
    for (auto& value : values)
        value *= 1e-3;
    const auto after = changePoints(values);
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        QCOMPARE(after[i].at, before[i].at);
        QVERIFY(std::abs(after[i].ratio - before[i].ratio) < 1e-9);
    }
}

void TestChangePoints::shortAndEqualSeriesHaveNoChange()
{
    QVERIFY(changePoints({}).empty());
    QVERIFY(changePoints(std::vector<double> { 5.0 }).empty());
    QVERIFY(changePoints(std::vector<double>(9, 1.0)).empty());
    QVERIFY(changePoints(std::vector<double>(30, 1.0)).empty());
}

void TestChangePoints::twoSampleShiftByHand()
{
    // All differences of {1, 2, 3, 4, 5} from {11, 12, 13, 14, 15} are 6 to 14, most often 10. The
    // interval leaves out the two smallest and the two largest of 25: 6, 7 and 13, 14.
    const std::vector<double> before { 1, 2, 3, 4, 5 };
    const std::vector<double> after { 11, 12, 13, 14, 15 };
    const auto shift = hodgesLehmann(before, after);
    QCOMPARE(shift.value, 10.0);
    QCOMPARE(shift.interval->low, 7.0);
    QCOMPARE(shift.interval->high, 13.0);
    QVERIFY(!hodgesLehmann(std::vector<double> { 1, 2 }, std::vector<double> { 3, 4 }).interval);
}

QTEST_GUILESS_MAIN(TestChangePoints)
#include "tst_change_points.moc"
