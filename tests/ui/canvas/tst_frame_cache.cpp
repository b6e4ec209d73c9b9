#include <QTest>

#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "tests/support/graph_text.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/canvas/painting/frame_cache.h"

#include <QPainter>
#include <QSignalSpy>

using namespace ui;

namespace {

CanvasContent chain(int length)
{
    std::string text = "v0: float[4]\n";
    for (int i = 1; i <= length; ++i)
        text += "v" + std::to_string(i) + " = Relu(v" + std::to_string(i - 1) + ")\n";
    CanvasContent content;
    content.model = testing::modelFromGraphText(text + "v" + std::to_string(length) + " ->\n");
    const auto drawing = layout::buildDrawing(
        *content.model, nullptr, layout::Level { content.model->main().id }, {}, *fontMeasurer());
    auto scene = layout::layered(drawing);
    content.scene = std::make_shared<const layout::Scene>(*std::move(scene));
    return content;
}

QImage painted(FrameCache& cache, const ViewState& view)
{
    QImage image(view.size * view.pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(view.pixelRatio);
    image.fill(Qt::magenta);
    QPainter painter(&image);
    cache.paint(painter, view);
    return image;
}

QImage settled(FrameCache& cache, const ViewState& view)
{
    painted(cache, view);
    (void)QTest::qWaitFor([&] { return cache.isSettled(); }, 20'000);
    return painted(cache, view);
}

QImage direct(const CanvasContent& content, const ViewState& view)
{
    QImage image(view.size * view.pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(view.pixelRatio);
    QPainter painter(&image);
    CanvasPainter(content, model::ThemeKind::Light).paintBase(painter, view, detailAt(view.zoom));
    return image;
}

} // namespace

/// A frame from the cache shows what painting it anew would show.
class TestFrameCache : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_content = chain(400); }

    void showsTheSameAsPaintingAnew_data()
    {
        QTest::addColumn<double>("zoom");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QPointF>("pan"); // device pixels
        for (const double zoom : { 1.0, 0.4, 0.2, 0.05 }) {
            for (const double ratio : { 1.0, 2.0 }) {
                for (const auto pan : { QPointF(0, 37), QPointF(0, -37), QPointF(9, 0),
                         QPointF(-9, 0), QPointF(-13, 21), QPointF(5000, 5000) })
                    QTest::addRow("zoom %g, ratio %g, by %g %g", zoom, ratio, pan.x(), pan.y())
                        << zoom << ratio << pan;
            }
        }
    }
    void showsTheSameAsPaintingAnew()
    {
        QFETCH(double, zoom);
        QFETCH(double, ratio);
        QFETCH(QPointF, pan);
        FrameCache cache;
        cache.setContent(m_content, model::ThemeKind::Light);
        // No box ends exactly on a pixel: rounding is not what is tested.
        ViewState view { { -64.3, 512.7 }, zoom, { 400, 300 }, ratio };
        settled(cache, view);
        view.origin += pan / (zoom * ratio);
        const auto shown = settled(cache, view);
        QCOMPARE(shown, direct(m_content, view));
    }

    void showsTheOldFrameScaledUntilTheNewOneIsThere()
    {
        const auto heavy = chain(20'000);
        FrameCache cache;
        cache.setContent(heavy, model::ThemeKind::Light);
        QSignalSpy improved(&cache, &FrameCache::improved);
        auto view = fittedTo({ {}, 1, { 1920, 1080 }, 1 }, heavy.scene->bounds);
        settled(cache, view);
        QVERIFY(!improved.isEmpty()); // colours of 20,000 boxes are made on the worker
        QCOMPARE(painted(cache, view), direct(heavy, view));
    }

    void paintsAnewInAnotherThemeAndSize()
    {
        FrameCache cache;
        cache.setContent(m_content, model::ThemeKind::Light);
        ViewState view { { -64, 512 }, 0.5, { 400, 300 }, 1 };
        const auto light = settled(cache, view);
        cache.setContent(m_content, model::ThemeKind::Dark);
        const auto dark = settled(cache, view);
        QVERIFY(light != dark);
        view.size = { 500, 200 };
        QCOMPARE(settled(cache, view).size(), QSize(500, 200));
    }

    void fadesAllButWhatIsKept()
    {
        FrameCache cache;
        cache.setContent(m_content, model::ThemeKind::Light);
        const auto box = m_content.scene->boxes[20];
        auto view = centredOn(
            { {}, 1, { 400, 300 }, 1 }, { double(box.centre().x), double(box.centre().y) });
        const auto plain = settled(cache, view);
        cache.setUnfaded(
            std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t> { 20 }));
        const auto faded = settled(cache, view);
        const auto kept
            = toScreen(view, m_content.scene->boxes[20]).toRect().adjusted(6, 6, -6, -6);
        QCOMPARE(faded.copy(kept), plain.copy(kept));
        const auto other = toScreen(view, m_content.scene->boxes[21]).toRect();
        QVERIFY(faded.copy(other) != plain.copy(other));
        cache.setUnfaded(nullptr);
        QCOMPARE(settled(cache, view), plain);
    }

    void learnsWhatAFrameCosts()
    {
        PaintCosts costs;
        const ViewState view { {}, 1, { 1000, 800 }, 1 };
        const double before = costs.estimate(*m_content.scene, view, Detail::Full);
        for (int i = 0; i < 40; ++i)
            costs.learn(*m_content.scene, view, Detail::Full, before * 3);
        const double after = costs.estimate(*m_content.scene, view, Detail::Full);
        QVERIFY2(std::abs(after / before - 3) < 0.1, qPrintable(QString::number(after / before)));
        QCOMPARE(costs.estimate(*m_content.scene, view, Detail::Cards),
            PaintCosts().estimate(*m_content.scene, view, Detail::Cards));
    }

    void drawsLessWhereTheMachineIsSlowAndMoreAgain()
    {
        DetailBudget budget;
        const auto feed = [&](double took) {
            for (int i = 0; i < 30; ++i)
                budget.add(took);
        };
        feed(100);
        QCOMPARE(budget.zoomFactor(), 1.25);
        feed(100);
        feed(100); // twice at most
        QCOMPARE(budget.zoomFactor(), 1.25 * 1.25);
        feed(20); // neither slow nor fast
        QCOMPARE(budget.zoomFactor(), 1.25 * 1.25);
        feed(2);
        feed(2);
        QCOMPARE(budget.zoomFactor(), 1.0);
    }

private:
    CanvasContent m_content;
};

QTEST_MAIN(TestFrameCache)
#include "tst_frame_cache.moc"
