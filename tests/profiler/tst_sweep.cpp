#include <QTest>

#include "profiler/charts/sweep_figure.h"

#include <cmath>

using namespace profiler;

namespace {

/// A sweep with one wall and two types whose times are functions of the size.
Sweep sweepOf(std::vector<std::int64_t> sizes, double (*a)(double), double (*b)(double))
{
    Sweep sweep { { "sequence", sizes }, false, {} };
    for (const auto size : sizes) {
        const auto x = static_cast<double>(size);
        SweepPoint point { size, {}, 30, a(x) + b(x), Interval { a(x), a(x) + b(x) + 10 }, {}, {} };
        point.types = { { "MatMul", {}, a(x), 0.5 }, { "Attention", {}, b(x), 0.5 } };
        point.operators = { { "layer/MatMul", "MatMul", a(x), 0.5 } };
        if (b(x) > a(x))
            std::swap(point.types[0], point.types[1]);
        sweep.points.push_back(std::move(point));
    }
    return sweep;
}

double linear(double x) { return 1000 * x; }
double square(double x) { return 2 * x * x; }
double bent(double x) { return x <= 64 ? 100 * x : 100 * 64 * (x / 64) * (x / 64); }

std::vector<Point> pointsOf(double (*time)(double), const std::vector<double>& sizes)
{
    std::vector<Point> points;
    for (const auto size : sizes)
        points.push_back({ size, time(size) });
    return points;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT

private slots:
    void sizesAreAListOrARange_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<qlonglong>>("sizes");
        QTest::newRow("factor") << "n=1:8:*2" << QList<qlonglong> { 1, 2, 4, 8 };
        QTest::newRow("sum") << "n=1:9:+4" << QList<qlonglong> { 1, 5, 9 };
        QTest::newRow("list, in its own order") << "n=3,1" << QList<qlonglong> { 3, 1 };
        QTest::newRow("threads") << "threads=1,2" << QList<qlonglong> { 1, 2 };
        QTest::newRow("up to what fits") << "n=4611686018427387904:9223372036854775807:*2"
                                         << QList<qlonglong> { 4611686018427387904 };
        QTest::newRow("no name") << "=1,2" << QList<qlonglong> {};
        QTest::newRow("no size") << "n=" << QList<qlonglong> {};
        QTest::newRow("negative") << "n=-1" << QList<qlonglong> {};
        QTest::newRow("a factor of one never ends") << "n=1:8:*1" << QList<qlonglong> {};
    }
    void sizesAreAListOrARange()
    {
        QFETCH(QString, text);
        QFETCH(QList<qlonglong>, sizes);
        const auto plan = parseSweep(text.toStdString());
        QCOMPARE(bool(plan), !sizes.isEmpty());
        if (plan)
            QCOMPARE(QList<qlonglong>(plan->sizes.begin(), plan->sizes.end()), sizes);
    }

    void tooManySizesAreRefused()
    {
        QCOMPARE(parseSweep("n=1:1000:+1")->sizes.size(), SweepPlan::maxSizes);
        const auto plan = parseSweep("n=1:1000000:+1");
        QVERIFY(!plan);
        QVERIFY(plan.error().message().find("1000 sizes") != std::string::npos);
    }

    void aKneeIsWhereGrowthChanges()
    {
        const std::vector<double> sizes { 8, 16, 32, 64, 128, 256, 512 };
        const auto knee = kneeOf(pointsOf(bent, sizes));
        QVERIFY(knee.has_value());
        QCOMPARE(knee->size, 64);
        QVERIFY(std::abs(knee->before - 1) < 0.01 && std::abs(knee->after - 2) < 0.01);
        QVERIFY(!kneeOf(pointsOf(linear, sizes)));
        QVERIFY(!kneeOf(pointsOf(square, sizes)));
        QVERIFY(!kneeOf(pointsOf(bent, { 16, 32, 64, 128 }))); // too few to tell
        QVERIFY(!kneeOf(pointsOf(bent, { 0, 16, 32, 64, 128, 256 })));
        QVERIFY(!kneeOf({}));
    }

    void noiseIsNoKnee()
    {
        std::vector<Point> points;
        const double noise[] = { 1.04, 0.97, 1.02, 0.95, 1.03, 0.99, 1.05, 0.96 };
        for (std::size_t i = 0; i < std::size(noise); ++i) {
            const auto size = std::pow(2, i);
            points.push_back({ size, linear(size) * noise[i] });
        }
        QVERIFY(!kneeOf(points));
    }

    void whatGrowsFasterOvertakes()
    {
        // 2·x² passes 1000·x between 500 and 512.
        const auto sweep = sweepOf({ 128, 256, 512, 1024, 2048 }, linear, square);
        const auto curves = curvesOf(sweep, SweepRows::Types, 7);
        QCOMPARE(curves.size(), std::size_t(3));
        QVERIFY(curves[0].isWall);
        QCOMPARE(curves[1].name, std::string("Attention")); // longest at the largest size
        const auto found = overtakingsOf(curves);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(curves[found[0].curve].name, std::string("Attention"));
        QCOMPARE(curves[found[0].other].name, std::string("MatMul"));
        QCOMPARE(found[0].size, 512);
        QVERIFY(QString::fromStdString(sweepRemarks(sweep, curves).front().text())
                    .contains("from sequence 512 on, Attention takes longer than MatMul"));
        QVERIFY(overtakingsOf(curvesOf(sweepOf({ 1, 2, 4 }, linear, square), SweepRows::Types, 7))
                    .empty());
    }

    void fewRunsAreNotJudged()
    {
        auto sweep = sweepOf({ 8, 16, 32, 64, 128, 256, 512, 1024 }, bent, square);
        QVERIFY(curvesOf(sweep, SweepRows::Types, 7)[2].knee.has_value());
        sweep.points[3].samples = 3;
        const auto curves = curvesOf(sweep, SweepRows::Types, 7);
        QVERIFY(!curves[2].knee.has_value());
        const auto remarks = sweepRemarks(sweep, curves);
        QCOMPARE(remarks.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(remarks[0].text()).contains("not judged"));
    }

    void sizesThatFailAreLeftOutOfCurves()
    {
        auto sweep = sweepOf({ 1, 2, 4 }, linear, square);
        sweep.points[1] = { .size = 2, .problem = "no memory" };
        const auto curves = curvesOf(sweep, SweepRows::Types, 7);
        QCOMPARE(curves[0].points.size(), std::size_t(2));
        QVERIFY(curvesOf({}, SweepRows::Types, 7).empty());
    }

    void aPointComesBackFromItsText()
    {
        auto sweep = sweepOf({ 3 }, linear, square);
        sweep.points.push_back({ .size = 4, .problem = "too \"large\"" });
        const auto json = support::parseJson(sweepJson(sweep));
        QVERIFY(bool(json));
        const auto points = (*json)["points"].items();
        QCOMPARE(points.size(), std::size_t(2));
        const auto read = readSweepPoint(points[0]);
        QCOMPARE(read.size, 3);
        QCOMPARE(read.samples, 30u);
        QCOMPARE(read.medianNs, sweep.points[0].medianNs);
        QVERIFY(read.interval == sweep.points[0].interval);
        QCOMPARE(read.types.size(), std::size_t(2));
        QCOMPARE(read.types[0].name, sweep.points[0].types[0].name);
        QCOMPARE(read.operators[0].name, std::string("layer/MatMul"));
        QCOMPARE(read.operators[0].opType, std::string("MatMul"));
        QCOMPARE(readSweepPoint(points[1]).problem, std::string("too \"large\""));
        QVERIFY(!readSweepPoint(points[1]).hasRun());
        QVERIFY(!readSweepPoint(support::JsonValue()).hasRun());
        sweep.plan.sizes = { 3, 4 };
        const auto text = sweepJson(sweep);
        const auto whole = readSweepJson(text);
        QVERIFY(whole);
        QCOMPARE(whole->points.size(), points.size());
        QCOMPARE(sweepJson(*whole), text); // nothing is lost
        QVERIFY(!readSweepJson("{}") && !readSweepJson("no json"));
    }

    void everyPointIsADotInsideTheFigure_data()
    {
        QTest::addColumn<QList<qlonglong>>("sizes");
        QTest::addColumn<bool>("isLog");
        QTest::newRow("log") << QList<qlonglong> { 1, 2, 4, 8 } << true;
        QTest::newRow("linear") << QList<qlonglong> { 1, 2, 4, 8 } << false;
        QTest::newRow("zero has no logarithm") << QList<qlonglong> { 0, 1, 2 } << true;
        QTest::newRow("one size") << QList<qlonglong> { 5 } << true;
        QTest::newRow("out of order") << QList<qlonglong> { 8, 1, 4 } << true;
    }
    void everyPointIsADotInsideTheFigure()
    {
        QFETCH(QList<qlonglong>, sizes);
        QFETCH(bool, isLog);
        const auto sweep = sweepOf(
            { sizes.begin(), sizes.end() }, [](double x) { return 10 + x; }, square);
        const auto curves = curvesOf(sweep, SweepRows::Types, 7);
        const auto made = sweepFigure(
            sweep, curves, isLog ? SweepScale::Logarithmic : SweepScale::Linear, 500, 260);
        QCOMPARE(made.dots.size(), static_cast<std::size_t>(3 * sizes.size()));
        for (const auto& dot : made.dots) {
            const auto& shape = made.figure.shapes[dot.shape];
            QVERIFY(std::isfinite(shape.at.x) && std::isfinite(shape.at.y));
            QVERIFY(shape.at.x >= 0 && shape.at.x <= 500 && shape.at.y >= 0 && shape.at.y <= 260);
        }
        QVERIFY(sweepFigure({}, {}, SweepScale::Linear, 500, 260).dots.empty());
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "tst_sweep.moc"
