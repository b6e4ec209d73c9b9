#include <QTest>

#include "ui/compare/aligned_heights.h"

#include <vector>

using layout::Scene;

namespace {

constexpr float size = 40;
constexpr float step = 100;

/// Boxes below each other, at these heights, a line between neighbours.
Scene column(const std::vector<float>& heights)
{
    Scene scene;
    scene.lineStart.push_back(0);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        scene.boxes.push_back({ 0, heights[i], size, size });
        if (i == 0)
            continue;
        scene.points.push_back({ size / 2, heights[i - 1] + size });
        scene.points.push_back({ size / 2, heights[i] });
        scene.lineStart.push_back(static_cast<std::uint32_t>(scene.points.size()));
        scene.lineValue.push_back(0);
    }
    scene.bounds = { 0, 0, size, heights.empty() ? 0 : heights.back() + step };
    scene.chipStart.assign(scene.boxes.size() + 1, 0);
    return scene;
}

std::vector<float> heights(const Scene& scene)
{
    std::vector<float> result;
    for (const auto& box : scene.boxes)
        result.push_back(box.y);
    return result;
}

} // namespace

/// Gaps that put what is the same at the same height.
class TestAlignedHeights : public QObject {
    Q_OBJECT

private slots:
    void whatIsAddedLeavesAGapInTheOther()
    {
        const std::vector<ui::BoxPair> pairs { { 0, 0 }, { 1, 2 }, { 2, 3 } };
        const auto [a, b]
            = ui::withAlignedHeights(column({ 0, 100, 200 }), column({ 0, 100, 200, 300 }), pairs);
        QCOMPARE(heights(a), (std::vector<float> { 0, 200, 300 }));
        QCOMPARE(heights(b), (std::vector<float> { 0, 100, 200, 300 }));
        QCOMPARE(a.bounds.height, b.bounds.height);
    }

    void linesStayAtTheirBoxes()
    {
        const std::vector<ui::BoxPair> pairs { { 0, 0 }, { 1, 2 } };
        const auto [a, b]
            = ui::withAlignedHeights(column({ 0, 100 }), column({ 0, 100, 200 }), pairs);
        QCOMPARE(a.line(0).front().y, a.boxes[0].bottom());
        QCOMPARE(a.line(0).back().y, a.boxes[1].y);
        QCOMPARE(b.line(1).back().y, b.boxes[2].y);
    }

    void gapsGoToBothSides()
    {
        // A has one more at the top, B one more below.
        const std::vector<ui::BoxPair> pairs { { 1, 0 }, { 2, 2 } };
        const auto [a, b]
            = ui::withAlignedHeights(column({ 0, 100, 200 }), column({ 0, 100, 200 }), pairs);
        QCOMPARE(a.boxes[1].y, b.boxes[0].y);
        QCOMPARE(a.boxes[2].y, b.boxes[2].y);
        QCOMPARE(heights(a), (std::vector<float> { 0, 100, 300 }));
        QCOMPARE(heights(b), (std::vector<float> { 100, 200, 300 }));
    }

    void whatCrossesStaysWhereItIs()
    {
        // Their order is turned round: one of the two pairs is aligned, nothing overlaps.
        const std::vector<ui::BoxPair> pairs { { 0, 1 }, { 1, 0 } };
        const auto [a, b] = ui::withAlignedHeights(column({ 0, 100 }), column({ 0, 100 }), pairs);
        QVERIFY(a.boxes[0].y == b.boxes[1].y || a.boxes[1].y == b.boxes[0].y);
        QVERIFY(a.boxes[0].bottom() < a.boxes[1].y);
        QVERIFY(b.boxes[0].bottom() < b.boxes[1].y);
    }

    void boxesThatOverlapInHeightMoveTogether()
    {
        auto scene = column({ 0, 100 });
        scene.boxes[1] = { 60, 20, size, size }; // beside the first, lower
        scene.points.clear();
        scene.lineStart = { 0 };
        scene.lineValue.clear();
        const std::vector<ui::BoxPair> pairs { { 1, 1 } };
        const auto [a, b] = ui::withAlignedHeights(std::move(scene), column({ 0, 100 }), pairs);
        QCOMPARE(a.boxes[1].y, b.boxes[1].y);
        QCOMPARE(a.boxes[1].y - a.boxes[0].y, 20.0F);
    }

    void framesGrowWithWhatIsInThem()
    {
        auto scene = column({ 40, 140 });
        scene.frames.push_back({ { -10, 0, 60, 200 }, 1, 1 });
        const std::vector<ui::BoxPair> pairs { { 0, 0 }, { 1, 2 } };
        const auto [a, b]
            = ui::withAlignedHeights(std::move(scene), column({ 40, 140, 240 }), pairs);
        QCOMPARE(a.boxes[1].y, 240.0F);
        QCOMPARE(a.frames[0].rect.y, 0.0F);
        QCOMPARE(a.frames[0].rect.height, 300.0F);
    }

    void emptyScenesAreNoTrouble()
    {
        const auto [a, b] = ui::withAlignedHeights(column({}), column({ 0 }), {});
        QCOMPARE(a.boxCount(), std::size_t(0));
        QCOMPARE(b.boxes[0].y, 0.0F);
    }
};

QTEST_GUILESS_MAIN(TestAlignedHeights)
#include "tst_aligned_heights.moc"
