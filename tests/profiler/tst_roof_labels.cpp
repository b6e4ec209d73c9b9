#include <QTest>

#include "profiler/charts/roof_labels.h"

#include <cmath>
#include <random>

using namespace profiler;

namespace {

/// As a machine's: rising roofs that end at a level one.
std::vector<RoofLine> roofs(double width, double height)
{
    const double level = height * 0.14;
    return {
        { { 88, height * 0.42 }, { width * 0.44, level }, "80.0 GB/s (1.00 MiB)" },
        { { 88, height * 0.50 }, { width * 0.53, level }, "20.0 GB/s (16.0 MiB)" },
        { { 88, height * 0.54 }, { width * 0.58, level }, "10.0 GB/s (256 MiB)" },
        { { width * 0.44, level }, { width, level }, "100 GFLOP/s float, 1 thread" },
    };
}

Shape dotAt(double x, double y, double radius)
{
    Shape dot;
    dot.kind = Shape::Kind::Circle;
    dot.at = { x, y };
    dot.width = radius;
    return dot;
}

/// By sampling, unlike the code that places them.
int dotsOn(const Box& box, const std::vector<Shape>& dots)
{
    int count = 0;
    for (const auto& dot : dots) {
        bool isHit = false;
        for (double x = box.x; x <= box.right(); x += 0.5)
            for (double y = box.y; y <= box.bottom(); y += 0.5)
                isHit = isHit || std::hypot(x - dot.at.x, y - dot.at.y) < dot.width;
        count += isHit ? 1 : 0;
    }
    return count;
}

bool liesOn(const RoofLine& line, const Box& box)
{
    for (int i = 0; i <= 2000; ++i) {
        const double x = line.from.x + (line.to.x - line.from.x) * i / 2000;
        const double y = line.from.y + (line.to.y - line.from.y) * i / 2000;
        if (x > box.x && x < box.right() && y > box.y && y < box.bottom())
            return true;
    }
    return false;
}

} // namespace

class TestRoofLabels : public QObject {
    Q_OBJECT

private slots:
    void labelsKeepClearOfEachOtherOfLinesAndOfDots_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<int>("dots");
        QTest::newRow("dock") << 630.0 << 230.0 << 30;
        QTest::newRow("report") << 1040.0 << 320.0 << 60;
        QTest::newRow("screen") << 1800.0 << 900.0 << 300;
    }
    void labelsKeepClearOfEachOtherOfLinesAndOfDots()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(int, dots);
        const Box area { 90, 2, width - 90, height - 36 };
        const auto lines = roofs(width, height);
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            const auto share = [&random] { return double(random() % 10000) / 10000; };
            std::vector<Shape> cloud; // below the roofs, where steps lie
            for (int i = 0; i < dots; ++i)
                cloud.push_back(dotAt(
                    90 + share() * (width - 100), height * (0.3 + 0.6 * share()), 2 + 8 * share()));
            const auto labels = placeRoofLabels(lines, cloud, area);
            QCOMPARE(labels.size(), lines.size());
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const auto& box = labels[i].box;
                QVERIFY(box.x >= area.x && box.right() <= area.right());
                QVERIFY(box.y >= area.y && box.bottom() <= area.bottom());
                QCOMPARE(dotsOn(box, cloud), 0);
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(!box.overlaps(labels[j].box));
                for (const auto& line : lines)
                    QVERIFY2(!liesOn(line, box), lines[labels[i].line].caption.c_str());
            }
        }
    }

    void wordsThatLieElsewhereAreLedToTheirLine()
    {
        const auto lines = roofs(630, 230);
        bool isAnyLed = false;
        for (const auto& label : placeRoofLabels(lines, {}, { 90, 2, 540, 194 })) {
            const auto& line = lines[label.line];
            const double share = (label.onLine.x - line.from.x) / (line.to.x - line.from.x);
            QVERIFY(share >= -1e-9 && share <= 1 + 1e-9);
            QVERIFY(
                std::abs(line.from.y + share * (line.to.y - line.from.y) - label.onLine.y) < 1e-6);
            isAnyLed = isAnyLed || label.isLed;
        }
        QVERIFY(isAnyLed); // the one between two others
    }

    void whereThereIsNoRoomWordsAreLeftOutNotLaidOnEachOther()
    {
        const auto lines = roofs(260, 90);
        const auto labels = placeRoofLabels(lines, {}, { 90, 2, 170, 34 });
        QVERIFY(!labels.empty());
        QVERIFY(labels.size() < lines.size());
        for (std::size_t i = 1; i < labels.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!labels[i].box.overlaps(labels[j].box));
        QVERIFY(placeRoofLabels(lines, {}, { 90, 2, 60, 34 }).empty());
    }

    void wordsAreAsWideAsTheyAreDrawn()
    {
        auto lines = roofs(630, 230);
        const auto estimated = placeRoofLabels(lines, {}, { 90, 2, 540, 194 }).front().box.width;
        lines.front().width = 2 * estimated;
        const auto drawn = placeRoofLabels(lines, {}, { 90, 2, 540, 194 }).front().box.width;
        QVERIFY(drawn > 2 * estimated && drawn < 2 * estimated + 8);
    }

    /// As when the plane is dragged: all moves, the area does not.
    void wordsMoveWithTheirLineByPixels()
    {
        const Box area { 90, 2, 1700, 860 };
        auto lines = roofs(1800, 900);
        std::mt19937 random(7);
        const auto share = [&random] { return double(random() % 10000) / 10000; };
        std::vector<Shape> cloud;
        for (int i = 0; i < 300; ++i)
            cloud.push_back(dotAt(90 + 1700 * share(), 270 + 540 * share(), 2 + 8 * share()));
        auto labels = placeRoofLabels(lines, cloud, area);
        QCOMPARE(labels.size(), lines.size());
        int kept = 0;
        for (int pan = 0; pan < 40; ++pan) {
            const Point by { pan % 3 - 2.5, pan % 2 == 0 ? 1.5 : -0.7 };
            const auto move = [&by](Point& point) { point = { point.x + by.x, point.y + by.y }; };
            for (auto& dot : cloud)
                move(dot.at);
            for (std::size_t i = 0; i < lines.size(); ++i) {
                move(lines[i].from);
                move(lines[i].to);
                lines[i].before = Point { labels[i].box.x, labels[i].box.y };
                move(*lines[i].before);
            }
            const auto next = placeRoofLabels(lines, cloud, area);
            QCOMPARE(next.size(), lines.size());
            for (std::size_t i = 0; i < lines.size(); ++i) {
                const auto& before = *lines[i].before;
                if (before.x < area.x || before.x + labels[i].box.width > area.right())
                    continue; // pushed back by the edge, or to a new place
                QCOMPARE(next[i].box.x, before.x);
                QCOMPARE(next[i].box.y, before.y);
                ++kept;
            }
            labels = next;
        }
        QVERIFY2(kept >= 110, qPrintable(QString::number(kept))); // of 160
    }

    void wordsLeaveAPlaceThatIsTakenOrFar()
    {
        const Box area { 90, 2, 1700, 860 };
        auto lines = roofs(1800, 900);
        const auto first = placeRoofLabels(lines, {}, area);
        auto again = lines;
        again[0].before = Point { first[0].box.x, first[0].box.y };
        const auto at = first[0].box;
        const std::vector<Shape> dots { dotAt(at.x + at.width / 2, at.y + 8, 6) };
        QCOMPARE(dotsOn(placeRoofLabels(again, dots, area)[0].box, dots), 0);
        again[0].before = Point { 1500, 800 };
        QCOMPARE(placeRoofLabels(again, {}, area)[0].box.x, at.x);
        again[0].before = Point { 80, at.y }; // not within the area
        QVERIFY(placeRoofLabels(again, {}, area)[0].box.x >= area.x);
    }

    void aPlotFullOfDotsStillHasItsLabels()
    {
        std::vector<Shape> dots;
        for (double x = 90; x < 630; x += 8)
            for (double y = 0; y < 200; y += 8)
                dots.push_back(dotAt(x, y, 6));
        QCOMPARE(placeRoofLabels(roofs(630, 230), dots, { 90, 2, 540, 194 }).size(), 4u);
    }
};

QTEST_GUILESS_MAIN(TestRoofLabels)
#include "tst_roof_labels.moc"
