#include "layout/layout_engine.h"
#include "tests/support/layout/sample_drawings.h"

#include <QtTest>

#include <algorithm>
#include <random>

using layout::Hit;
using layout::HitKind;
using layout::Rect;
using layout::Scene;

namespace {

Scene sceneOf(const layout::Drawing& drawing)
{
    auto scene = layout::layered(drawing);
    return *std::move(scene);
}

}

class TestScene : public QObject {
    Q_OBJECT

private slots:
    void findsTheSameBoxesAsALinearSearch()
    {
        const Scene scene = sceneOf(testing::randomDrawing(700, 5));
        layout::SceneQuery query(scene);
        std::mt19937 random(1);
        for (int i = 0; i < 200; ++i) {
            const Rect area { float(random() % 4000), float(random() % 4000), float(random() % 900),
                float(random() % 900) };
            std::vector<std::uint32_t> expected;
            for (std::uint32_t box = 0; box < scene.boxCount(); ++box) {
                if (scene.boxes[box].touches(area))
                    expected.push_back(box);
            }
            const auto found = query.boxes(area);
            QVERIFY(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
        }
    }

    void hitsBoxesChipsAndLines()
    {
        const Scene scene = sceneOf(testing::decoderDrawing(12, true));
        for (std::uint32_t box = 0; box < scene.boxCount(); ++box)
            QVERIFY(layout::hitTest(scene, scene.boxes[box].centre(), 4)
                == (Hit { HitKind::Box, box }));
        for (std::uint32_t chip = 0; chip < scene.chips.size(); ++chip)
            QVERIFY(layout::hitTest(scene, scene.chips[chip].rect.centre(), 4)
                == (Hit { HitKind::Chip, chip }));
        const auto points = scene.line(0);
        QCOMPARE(
            layout::hitTest(scene, { points[0].x + 1, points[0].y + 2 }, 4).kind, HitKind::Line);
        QCOMPARE(layout::hitTest(scene, { -500, -500 }, 4).kind, HitKind::Nothing);
    }

    void linksProducersAndReaders()
    {
        const Scene scene = sceneOf(testing::drawingFromText("a -> b c\nb -> c"));
        QCOMPARE(scene.producersOf(2).size(), std::size_t(2));
        QCOMPARE(scene.readersOf(0).size(), std::size_t(2));
        QCOMPARE(scene.producersOf(0).size(), std::size_t(0));
    }

    void labelsAValueOnce()
    {
        const Scene scene = sceneOf(testing::drawingFromText("a -> b c d e"));
        QCOMPARE(scene.labels.size(), std::size_t(1));
    }

    void keepsTheGridSmallForALongThinScene()
    {
        const Scene scene = sceneOf(testing::chainDrawing(20'000));
        QVERIFY(scene.boxIndex.cellCount() <= 4 * scene.boxCount());
    }

    void keepsTheGridSmallForRectanglesAsWideAsTheScene()
    {
        constexpr std::uint32_t items = 20'000;
        const Rect bounds { 0, 0, 10'000'000, 500 };
        const auto rectOf = [](std::uint32_t item) {
            return Rect { float(item), 40, 9'000'000 - float(item), 30 };
        };
        const auto index
            = layout::GridIndex::build(bounds, items, [&](const layout::GridIndex::Add& add) {
                  for (std::uint32_t item = 0; item < items; ++item)
                      add(item, rectOf(item));
              });
        constexpr std::size_t bytesPerItem
            = sizeof(std::uint32_t) * (4 + layout::GridIndex::entriesPerItem);
        QVERIFY2(index.bytes() <= items * bytesPerItem, std::to_string(index.bytes()).c_str());
        layout::GridQuery query(index);
        QCOMPARE(query.candidates({ 4'000'000, 50, 100, 10 }).size(), std::size_t(items));
    }

    void listsEveryBoxOnceInItsRank()
    {
        const Scene scene = sceneOf(testing::randomDrawing(300, 9));
        std::vector<int> seen(scene.boxCount(), 0);
        for (std::size_t rank = 0; rank < scene.rankCount(); ++rank) {
            float last = -1e9F;
            for (const auto box : scene.rank(rank)) {
                ++seen[box];
                QCOMPARE(scene.boxRank[box], static_cast<std::uint32_t>(rank));
                QVERIFY(scene.boxes[box].x > last);
                last = scene.boxes[box].x;
            }
        }
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
    }
};

QTEST_GUILESS_MAIN(TestScene)
#include "tst_scene.moc"
