#include <QTest>

#include "tests/support/ui/at_scales.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"

#include <QImage>
#include <QTemporaryDir>

#include <cmath>

namespace {

/// Columns of a row that differ from the ground.
int printedColumns(const QImage& image, int row, QRgb ground)
{
    int count = 0;
    for (int x = 0; x < image.width(); ++x)
        count += image.pixel(x, row) != ground;
    return count;
}

} // namespace

/// The graph in the real window at the pixel ratio that the desktop asks for. The ratio is decided
/// when a program starts: main() starts this one again for each of them.
class TestHighDpi : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::CanvasView* canvas() { return (*m_driven)->findChild<ui::CanvasView*>(); }
    static double scale() { return qEnvironmentVariable(scaleVariable).toDouble(); }

    /// The canvas alone, without what floats over it.
    QImage shown()
    {
        for (auto* child : canvas()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            child->hide();
        canvas()->clearFocus(); // its frame is drawn by the widget
        m_driven->settle();
        return canvas()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    }

    /// The same view painted directly, at the same ratio.
    QImage painted(QSize pixels)
    {
        QImage image(pixels, QImage::Format_RGB32);
        image.setDevicePixelRatio(scale());
        QPainter painter(&image);
        canvas()->paintTo(painter, canvas()->view());
        return image;
    }

    void zoomTo(double zoom)
    {
        const auto view = canvas()->view();
        canvas()->setView(ui::zoomedAt(
            view, zoom / view.zoom, { canvas()->width() / 2.0, canvas()->height() / 2.0 }));
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        m_driven = std::make_unique<DrivenWindow>(QSize(1200, 800));
        QVERIFY(m_driven->open(DrivenWindow::sample("tiny-decoder")) != nullptr);
        QTRY_VERIFY(!canvas()->content().isEmpty());
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theWindowHasTheRatioThatWasAskedFor()
    {
        QCOMPARE((*m_driven)->devicePixelRatioF(), scale());
        const auto image = shown();
        QCOMPARE(image.width(), int(std::lround(canvas()->width() * scale())));
        QCOMPARE(image.height(), int(std::lround(canvas()->height() * scale())));
    }

    void theCachedFrameIsAsSharpAsTheDirectOne_data()
    {
        QTest::addColumn<double>("zoom");
        QTest::newRow("full cards") << 0.9;
        QTest::newRow("cards") << 0.4;
        QTest::newRow("blocks") << 0.2;
        QTest::newRow("pixels") << 0.1;
    }
    void theCachedFrameIsAsSharpAsTheDirectOne()
    {
        QFETCH(double, zoom);
        zoomTo(zoom);
        const auto first = shown();
        const auto second = shown(); // certainly from the cache
        QCOMPARE(second, first);
        const auto direct = painted(first.size());
        qint64 different = 0;
        for (int y = 0; y < first.height(); ++y) {
            for (int x = 0; x < first.width(); ++x)
                different += first.pixel(x, y) != direct.pixel(x, y);
        }
        const double part = double(different) / (double(first.width()) * first.height());
        // A cached frame may lie a part of a pixel beside; enlarged, every glyph would differ.
        QVERIFY2(part < 0.002, qPrintable(QString::number(part)));
    }

    void hairlinesAreOneDevicePixel()
    {
        // A straight line of a chain where lines are thin: nothing else is in its row.
        const auto content = canvas()->content();
        const auto& scene = *content.scene;
        ui::ViewState view = canvas()->view();
        view.zoom = 0.2;
        QCOMPARE(ui::detailAt(view.zoom), ui::Detail::Blocks);
        std::uint32_t line = 0;
        const auto isVertical = [&](std::uint32_t candidate) {
            const auto points = scene.line(candidate);
            return points.size() == 2 && points[0].x == points[1].x
                && points[1].y - points[0].y > 30;
        };
        while (line < scene.lineCount() && !isVertical(line))
            ++line;
        QVERIFY2(line < scene.lineCount(), "no straight line");
        const auto points = scene.line(line);
        view = ui::centredOn(view, { double(points[0].x), double(points[0].y + points[1].y) / 2 });
        QImage image(QSize(9, 5) * int(std::ceil(scale())), QImage::Format_RGB32);
        image.setDevicePixelRatio(scale());
        const QSizeF units = QSizeF(image.size()) / scale();
        view.origin = QPointF(double(points[0].x), double(points[0].y + points[1].y) / 2)
            - QPointF(units.width(), units.height()) / (2 * view.zoom);
        view.size = units.toSize();
        QPainter painter(&image);
        canvas()->painter()->paint(painter, view, {});
        painter.end();
        const int row = image.height() / 2;
        QCOMPARE(printedColumns(image, row, image.pixel(0, row)), 1);
    }
};

int main(int argc, char** argv)
{
    return runAtScales<TestHighDpi>(argc, argv, { "1", "1.25", "1.5", "2" });
}

#include "tst_high_dpi.moc"
