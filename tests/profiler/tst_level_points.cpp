// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/charts/level_points.h"
#include "profiler/peaks/machine_peaks.h"
#include "tests/support/profiler/counted_profile.h"
#include "tests/support/profiler/sample_profile.h"

#include <map>

using namespace profiler;

namespace {

const MachinePeaks levelPeaks { .threads = 1,
    .flopsPerSecond = 1e12,
    .bandwidths = { { 1 << 20, 9e10 }, { 16 << 20, 4e10 }, { 256 << 20, 1e10 } } };

} // namespace

class TestLevelPoints : public QObject {
    Q_OBJECT

private slots:
    void trafficIsComparedLevelByLevel();
    void levelsLieLeftAndRightOfTheDot();
};

void TestLevelPoints::trafficIsComparedLevelByLevel()
{
    const auto profile = testing::withCounts(*testing::sampleProfile());
    const auto roofline = rooflineOf(*profile, *computeStatistics(*profile), levelPeaks);
    const auto& row = roofline.rows.front(); // a convolution
    QVERIFY(row.flopsPerSecond > 0);
    const auto levels = levelTraffic(roofline, row);
    QCOMPARE(levels.size(), 3u);
    const double factors[] { testing::countedL1, testing::countedL2, testing::countedLastLevel };
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(levels[i].flopsPerByte, row.flopsPerByte / factors[i]);
        QCOMPARE(levels[i].bytesPerSecond, 800'000 * factors[i] * 1e9 / row.medianNs);
        QCOMPARE(levels[i].roof.bytesPerSecond, levelPeaks.bandwidths[i].bytesPerSecond);
    }
    const auto text = QString::fromStdString(levelText(roofline, row));
    QCOMPARE(text.count('\n'), 2);
    QVERIFY2(text.contains("LLC misses fetch 1.4") && text.contains("of 10.0 GB/s (256 MiB)"),
        qPrintable(text));

    // Two sizes were measured: what lies behind the last level is still compared with the largest.
    auto fewer = levelPeaks;
    fewer.bandwidths.erase(fewer.bandwidths.begin());
    const auto shorter = rooflineOf(*profile, *computeStatistics(*profile), fewer);
    QCOMPARE(levelTraffic(shorter, row)[2].roof.bytes, std::uint64_t(256 << 20));
    const auto plain = testing::sampleProfile();
    const auto uncountedRoofs = rooflineOf(*plain, *computeStatistics(*plain), levelPeaks);
    QVERIFY(levelTraffic(uncountedRoofs, uncountedRoofs.rows.front()).empty());
    QVERIFY(levelText(uncountedRoofs, uncountedRoofs.rows.front()).empty());
}

void TestLevelPoints::levelsLieLeftAndRightOfTheDot()
{
    const auto profile = testing::withCounts(*testing::sampleProfile());
    const auto roofline = rooflineOf(*profile, *computeStatistics(*profile), levelPeaks);
    const auto view = wholeView(roofline);
    const RoofPlane plane(view, 600, 400);
    const auto& row = roofline.rows.front();
    std::map<std::string, double> xOf;
    for (const auto& shape : levelShapes(roofline, row, view, 600, 400))
        if (shape.kind == Shape::Kind::Text)
            xOf[shape.text] = shape.at.x;
    QCOMPARE(xOf.size(), 3u);
    const auto dot = plane.x(row.flopsPerByte);
    // More bytes than the least: fewer FLOP per byte, further left.
    QVERIFY(xOf["L1"] < xOf["L2"] && xOf["L2"] < dot && dot < xOf["LLC"]);
    auto right = view;
    right.lowIntensity = row.flopsPerByte * 1.1; // only the last level lies in it
    QCOMPARE(
        levelShapes(roofline, row, right, 600, 400).size(), 4u); // line, point, label and plate
}

QTEST_GUILESS_MAIN(TestLevelPoints)
#include "tst_level_points.moc"
