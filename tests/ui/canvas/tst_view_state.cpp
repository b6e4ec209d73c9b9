#include "ui/canvas/tools/minimap.h"
#include "ui/canvas/view_state.h"

#include <QtTest>

using namespace ui;

namespace {

constexpr QSize viewport(800, 600);

ViewState viewAt(QPointF origin, double zoom) { return { origin, zoom, viewport, 1 }; }

} // namespace

class TestViewState : public QObject {
    Q_OBJECT

private slots:
    void mapsThereAndBack()
    {
        const auto view = viewAt({ 1'000'000, 2'400'000 }, 0.75);
        const auto screen = toScreen(view, layout::Point { 1'000'100, 2'400'200 });
        QCOMPARE(screen, QPointF(75, 150));
        QCOMPARE(toScene(view, screen), QPointF(1'000'100, 2'400'200));
    }

    void zoomsAtThePointer_data()
    {
        QTest::addColumn<double>("factor");
        QTest::newRow("in") << 1.2;
        QTest::newRow("out") << 0.5;
        QTest::newRow("beyond the largest") << 1e9;
        QTest::newRow("beyond the smallest") << 1e-9;
    }
    void zoomsAtThePointer()
    {
        QFETCH(double, factor);
        const auto view = viewAt({ 40, 50 }, 1);
        const QPointF pointer(300, 200);
        const auto zoomed = zoomedAt(view, factor, pointer);
        const auto apart = toScene(zoomed, pointer) - toScene(view, pointer);
        QVERIFY(apart.manhattanLength() < 1e-6);
        QVERIFY(zoomed.zoom >= minimumZoom && zoomed.zoom <= maximumZoom);
    }

    void opensAtTheTopBetweenHalfAndFullSize_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::addColumn<double>("zoom");
        QTest::newRow("small graph") << 200.0 << 300.0 << 1.0;
        QTest::newRow("long and thin") << 900.0 << 90'000.0 << 800.0 / 900.0;
        QTest::newRow("wide") << 9000.0 << 9000.0 << 0.5;
    }
    void opensAtTheTopBetweenHalfAndFullSize()
    {
        QFETCH(double, width);
        QFETCH(double, height);
        QFETCH(double, zoom);
        const auto view = fittedToWidth(viewAt({}, 3), { 0, 0, float(width), float(height) });
        QCOMPARE(view.zoom, zoom);
        if (height * zoom > viewport.height())
            QCOMPARE(view.origin.y(), 0.0);
        else
            QVERIFY(view.origin.y() < 0);
    }

    void fitsEverything()
    {
        const layout::Rect bounds { 0, 0, 5000, 40'000 };
        const auto area = visibleArea(fittedTo(viewAt({}, 1), bounds));
        QVERIFY(area.x <= 0 && area.y <= 0 && area.right() >= 5000 && area.bottom() >= 40'000);
    }

    /// A hundred thousand nodes below each other: whole they would be a line of 0.02 %.
    void fitsALongGraphByItsWidthAround_data()
    {
        QTest::addColumn<double>("y");
        QTest::addColumn<double>("middle");
        QTest::newRow("begin") << 0.0 << 2840.0;
        QTest::newRow("inside") << 1'000'000.0 << 1'000'300.0;
        QTest::newRow("end") << 4'999'900.0 << 5'000'000.0 - 2840.0;
    }
    void fitsALongGraphByItsWidthAround()
    {
        QFETCH(double, y);
        QFETCH(double, middle);
        const layout::Rect bounds { 0, 0, 1000, 5'000'000 };
        const auto view = fittedWithMinimumSize(viewAt({ 100, y }, 1), bounds);
        QCOMPARE(view.zoom, 0.1);
        const auto area = visibleArea(view);
        QVERIFY(area.x <= 0 && area.right() >= 1000);
        QVERIFY(std::abs(double(area.centre().y) - middle) < 200);
        // What is wide in both directions is seen whole, however small.
        const layout::Rect square { 0, 0, 100'000, 90'000 };
        QCOMPARE(fittedWithMinimumSize(viewAt({}, 1), square).zoom,
            fittedTo(viewAt({}, 1), square).zoom);
    }

    void revealsWithoutMovingWhatIsSeen()
    {
        const auto view = viewAt({ 0, 0 }, 1);
        QCOMPARE(revealing(view, { 300, 200, 140, 60 }).origin, view.origin);
        const auto below = revealing(view, { 300, 2000, 140, 60 });
        QCOMPARE(below.origin.x(), 0.0);
        QVERIFY(visibleArea(below).bottom() >= 2060);
    }

    void choosesDetailByZoomOnly_data()
    {
        QTest::addColumn<double>("zoom");
        QTest::addColumn<int>("detail");
        QTest::newRow("block") << 0.149 << int(Detail::Pixels);
        QTest::newRow("label") << 0.15 << int(Detail::Blocks);
        QTest::newRow("card") << 0.28 << int(Detail::Cards);
        QTest::newRow("full") << 0.55 << int(Detail::Full);
    }
    void choosesDetailByZoomOnly()
    {
        QFETCH(double, zoom);
        QFETCH(int, detail);
        QCOMPARE(int(detailAt(zoom)), detail);
    }

    void foldsALongDrawingIntoStrips()
    {
        const auto folding = foldInto({ 0, 0, 1000, 170'000 }, { 190, 160 });
        QVERIFY(folding.strips > 4);
        for (const double y : { 10.0, 40'000.0, 99'999.0, 169'000.0 }) {
            const QPointF point(500, y);
            const auto map = folding.toMap(point);
            QVERIFY(QRectF(0, 0, 190, 160).contains(map));
            const auto back = folding.toScene(map);
            QVERIFY(std::abs(back.y() - y) < 1 && std::abs(back.x() - 500) < 1);
        }
    }

    void cutsARectangleAtStripBorders()
    {
        const auto folding = foldInto({ 0, 0, 1000, 170'000 }, { 190, 160 });
        const float border = float(folding.stripLength);
        QCOMPARE(folding.pieces({ 100, border - 500, 200, 1000 }).size(), std::size_t(2));
        QCOMPARE(folding.pieces({ 100, 0, 200, 100 }).size(), std::size_t(1));
    }

    void keepsASquareDrawingInOneStrip()
    {
        QCOMPARE(foldInto({ 0, 0, 1000, 900 }, { 190, 160 }).strips, 1);
    }
};

QTEST_MAIN(TestViewState)
#include "tst_view_state.moc"
