#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/support/paths.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/canvas/painting/font_measurer.h"

#include <QDir>
#include <QImage>
#include <QtTest>

#include <set>

using namespace ui;

namespace {

constexpr QSize pictureSize(1400, 900);

CanvasContent contentOf(const std::filesystem::path& path)
{
    auto model = model::onnx::openModel(path);
    if (!model)
        return {};
    const auto drawing = layout::buildDrawing(
        **model, nullptr, layout::Level { (*model)->main().id }, {}, *fontMeasurer());
    auto scene = layout::layered(drawing);
    CanvasContent content;
    content.model = *model;
    content.scene = std::make_shared<const layout::Scene>(*std::move(scene));
    return content;
}

std::size_t colourCount(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    }
    return colours.size();
}

} // namespace

/// Pictures of models at all levels of detail, in both themes, kept in the build folder to be
/// looked at.
class TestCanvasPictures : public QObject {
    Q_OBJECT

private slots:
    void paintsModels_data()
    {
        QTest::addColumn<QString>("path");
        const auto samples
            = QString::fromStdString((testing::sourceDir() / "resources/samples").string());
        for (const auto* name : { "residual-cnn", "tiny-decoder", "control-flow" })
            QTest::newRow(name) << samples + QLatin1Char('/') + QString::fromLatin1(name)
                    + QStringLiteral("/model.onnx");
        const auto models = QString::fromStdString((testing::dataDir() / "models").string());
        for (const auto* name : { "squeezenet-coreml-opset7", "bert-toy", "gpt2-past", "yolox-nano",
                 "bert-squad-pytorch-opset10" })
            QTest::newRow(name) << models + QLatin1Char('/') + QString::fromLatin1(name)
                    + QStringLiteral("/model.onnx");
    }
    void paintsModels()
    {
        QFETCH(QString, path);
        if (!QFile::exists(path))
            QSKIP("the shared test data is not here");
        const auto content = contentOf(path.toStdString());
        QVERIFY(!content.isEmpty());
        for (const auto theme : { model::ThemeKind::Light, model::ThemeKind::Dark }) {
            for (const double zoom : { 1.0, 0.5, 0.2, 0.05 })
                paintAt(content, theme, zoom);
        }
    }

private:
    void paintAt(const CanvasContent& content, model::ThemeKind theme, double zoom)
    {
        CanvasPainter painter(content, theme);
        const auto& scene = *content.scene;
        const auto selected = scene.rank(scene.rankCount() > 6 ? 6 : 0).front();
        const auto centre = scene.boxes[selected].centre();
        ViewState view { {}, zoom, pictureSize, 1 };
        view = centredOn(view, { double(centre.x), double(centre.y) });
        CanvasMarks marks;
        marks.selected = { selected };
        marks.current = selected;
        QImage image(pictureSize, QImage::Format_RGB32);
        QPainter onto(&image);
        painter.paint(onto, view, marks);
        onto.end();
        QVERIFY(colourCount(image) > 3);
        const auto folder
            = QString::fromStdString((testing::buildDir() / "screenshots/canvas").string());
        QDir().mkpath(folder);
        const auto kind
            = theme == model::ThemeKind::Light ? QStringLiteral("light") : QStringLiteral("dark");
        QVERIFY(image.save(QStringLiteral("%1/%2-%3-%4.png")
                               .arg(folder, QString::fromLatin1(QTest::currentDataTag()), kind)
                               .arg(zoom)));
    }
};

QTEST_MAIN(TestCanvasPictures)
#include "tst_canvas_pictures.moc"
