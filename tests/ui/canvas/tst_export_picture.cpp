#include <QTest>

#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "model/onnx/parser.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/export/export_picture.h"
#include "ui/canvas/graph_view.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/canvas/tools/legend_strip.h"
#include "ui/dialogs/picture_dialog.h"
#include "ui/window/actions.h"

#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtEndian>

#include <csignal>
#include <sys/resource.h>

using namespace ui;

namespace {

CanvasContent contentOf(const QString& path)
{
    const auto model = model::onnx::openModel(path.toStdString());
    const auto drawing = layout::buildDrawing(
        **model, nullptr, layout::Level { (*model)->main().id }, {}, *fontMeasurer());
    CanvasContent content;
    content.model = *model;
    content.scene = std::make_shared<const layout::Scene>(*layout::layered(drawing));
    return content;
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// All of it in one image, for comparison.
QImage paintedAtOnce(const PictureRequest& request, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    CanvasPainter(request.content, request.theme)
        .paintBase(painter,
            { { double(request.area.x), double(request.area.y) }, request.scale, size, 1 },
            Detail::Full);
    return image;
}

double differingPart(const QImage& a, const QImage& b)
{
    qint64 different = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            different += a.pixel(x, y) != b.pixel(x, y);
    }
    return double(different) / (double(a.width()) * a.height());
}

/// While it lives, no file can grow beyond `bytes`: as on a full disk.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit { bytes, m_before.rlim_max };
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before {};
};

}

/// Pictures as files: whole, in bands and pages, of parts; and what happens when they cannot be
/// written.
class TestExportPicture : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_content = contentOf(DrivenWindow::sample("residual-cnn")); }

    void writesAPngInBandsLikeOneImage()
    {
        const auto request = requestFor("bands.png", 1.5);
        const auto written = exportPicture(request);
        QVERIFY2(bool(written), written ? "" : written.error().message().c_str());
        const QImage image(request.path);
        QVERIFY(!image.isNull());
        QVERIFY2(image.height() > 4096, "the picture has several bands");
        QCOMPARE(image.width(), int(std::ceil(double(request.area.width) * request.scale)));
        QVERIFY(differingPart(image, paintedAtOnce(request, image.size())) < 0.001);
    }

    void writesAPngBeyondTheSidesOfAnImage()
    {
        auto request = requestFor("long.png", 4);
        request.content = contentOf(DrivenWindow::sample("tiny-decoder"));
        const auto height = double(request.content.scene->bounds.height) * request.scale;
        request.scale *= std::max(1.0, 40'000 / height);
        request.area = request.content.scene->bounds;
        request.area.width = 200;
        const auto written = exportPicture(request);
        QVERIFY2(bool(written), written ? "" : written.error().message().c_str());
        const auto bytes = contentsOf(request.path);
        const auto number
            = [&](qsizetype at) { return qFromBigEndian<quint32>(bytes.constData() + at); };
        QVERIFY2(number(20) > 32'767, std::to_string(number(20)).c_str());
        const std::uint64_t expected = (3ULL * number(16) + 1) * number(20);
        QByteArray stream(4, '\0'); // qUncompress wants the size in front
        qToBigEndian(static_cast<quint32>(expected), stream.data());
        for (qsizetype at = 8; at + 12 <= bytes.size(); at += 12 + number(at)) {
            if (bytes.mid(at + 4, 4) == "IDAT")
                stream.append(bytes.constData() + at + 8, number(at));
        }
        QCOMPARE(std::uint64_t(qUncompress(stream).size()), expected);
        QVERIFY(pictureFacts(request).contains(QStringLiteral("32,767")));
    }

    void cutsPagesBetweenBoxes()
    {
        const auto& scene = *m_content.scene;
        const auto cuts = cutsOf(scene, scene.bounds, CutAlong::Y, 900);
        QVERIFY(cuts.size() > 4);
        for (std::size_t i = 1; i + 1 < cuts.size(); ++i) {
            QVERIFY(cuts[i] - cuts[i - 1] <= 900);
            for (const auto& box : scene.boxes)
                QVERIFY(cuts[i] <= box.y || cuts[i] >= box.bottom());
        }
    }

    void writesPdfPages_data()
    {
        QTest::addColumn<int>("pages");
        QTest::addColumn<double>("scale");
        QTest::newRow("long pages") << int(PdfPages::Long) << 4.0;
        QTest::newRow("one page") << int(PdfPages::One) << 4.0;
        QTest::newRow("sheets") << int(PdfPages::A4) << 1.0;
    }
    void writesPdfPages()
    {
        QFETCH(int, pages);
        QFETCH(double, scale);
        auto request = requestFor(QTest::currentDataTag() + QStringLiteral(".pdf"), scale);
        request.pages = static_cast<PdfPages>(pages);
        const auto written = exportPicture(request);
        QVERIFY2(bool(written), written ? "" : written.error().message().c_str());
        const auto bytes = contentsOf(request.path);
        QVERIFY(bytes.startsWith("%PDF"));
        const auto expected
            = pagesOf(*request.content.scene, request.area, request.pages, request.scale);
        QCOMPARE(bytes.count("/Type /Page\n"), qsizetype(expected.size()));
        QCOMPARE(expected.size() > 1, request.pages != PdfPages::One);
        for (const auto& page : expected)
            QVERIFY(std::max(page.width, page.height) <= 14'400);
    }

    void aPictureInTheColoursOfAMeasureHasItsLegend_data()
    {
        QTest::addColumn<bool>("isHeat");
        QTest::newRow("scale") << true;
        QTest::newRow("classes") << false;
    }
    void aPictureInTheColoursOfAMeasureHasItsLegend()
    {
        QFETCH(bool, isHeat);
        auto plainRequest = requestFor("plain.png", 1);
        auto request = requestFor("legend.png", 1);
        auto overlay = std::make_shared<layout::Overlay>();
        overlay->name = "Work";
        const auto nodes = request.content.model->nodes.size();
        if (isHeat) {
            overlay->values.resize(nodes);
            for (std::size_t i = 0; i < nodes; ++i)
                overlay->values[i] = 1 + double(i);
        } else {
            overlay->use = layout::Overlay::Use::Classes;
            overlay->classes.assign(nodes, 0);
            overlay->classNames = { "all of them" };
        }
        request.content.overlay = overlay;
        const LegendStrip legend(request.content, request.theme, double(request.area.width));
        QVERIFY(!legend.isEmpty());
        QVERIFY(bool(exportPicture(request)));
        QVERIFY(bool(exportPicture(plainRequest)));
        const QImage with(request.path);
        const QImage without(plainRequest.path);
        QCOMPARE(
            with.height(), int(std::ceil(double(request.area.height) + legend.size().height())));
        QCOMPARE(with.width(),
            int(std::ceil(std::max(double(request.area.width), legend.size().width()))));
        QVERIFY(with.height() > without.height());

        const auto& palette = model::Palette::instance();
        const auto colour = isHeat
            ? palette.heatAt(request.theme, overlay->ramp, 1).fill
            : palette.colours(layout::Overlay::hueOfClass(0), request.theme).solid;
        bool isThere = false;
        for (int y = 0; y < int(legend.size().height()); ++y) {
            for (int x = 0; x < with.width(); ++x)
                isThere = isThere || with.pixelColor(x, y) == toColour(colour);
        }
        QVERIFY2(isThere, "the legend shows no colour of the picture");

        request.path = m_folder.filePath(QStringLiteral("legend.pdf"));
        request.pages = PdfPages::One;
        QVERIFY(bool(exportPicture(request)));
        const auto box = QRegularExpression(QStringLiteral("MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)"))
                             .match(QString::fromLatin1(contentsOf(request.path)));
        QVERIFY(box.hasMatch());
        const auto page = pagesOf(*request.content.scene, request.area, PdfPages::One, 1).front();
        QVERIFY(
            box.captured(2).toDouble() > page.height + 0.5 * legend.size().height() * page.scale);
    }

    void writesAPartOnly()
    {
        auto request = requestFor("part.svg", 1);
        const auto& first = request.content.scene->boxes[1];
        QVERIFY(bool(exportPicture(request)));
        const auto whole = contentsOf(request.path);
        request.area = first.grown(10);
        QVERIFY(bool(exportPicture(request)));
        const auto part = contentsOf(request.path);
        QVERIFY(part.count("class=\"card") >= 1);
        QVERIFY(part.count("class=\"card") < whole.count("class=\"card"));
    }

    void saysWhatIsWrongAndLeavesTheOldFile_data()
    {
        QTest::addColumn<QString>("suffix");
        for (const char* suffix : { "svg", "png", "pdf" })
            QTest::newRow(suffix) << QString::fromLatin1(suffix);
    }
    void saysWhatIsWrongAndLeavesTheOldFile()
    {
        QFETCH(QString, suffix);
        auto request = requestFor(QStringLiteral("kept.") + suffix, 1);
        {
            QFile old(request.path);
            QVERIFY(old.open(QIODevice::WriteOnly));
            old.write("old");
        }
        {
            const SmallDisk disk(2000);
            const auto written = exportPicture(request);
            QVERIFY(!written);
            QVERIFY2(written.error().message().find("kept") != std::string::npos,
                written.error().message().c_str());
        }
        QCOMPARE(contentsOf(request.path), QByteArray("old"));

        std::stop_source stopped;
        stopped.request_stop();
        const auto cancelled = exportPicture(request, stopped.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().kind(), support::ErrorKind::Cancelled);
        QCOMPARE(contentsOf(request.path), QByteArray("old"));
        QCOMPARE(
            QDir(m_folder.path()).entryList({ QStringLiteral("*kept*") }, QDir::AllEntries).size(),
            saved(suffix));

        request.path = QStringLiteral("/nonexistent/folder/picture.") + suffix;
        const auto unwritable = exportPicture(request);
        QVERIFY(!unwritable);
        QVERIFY2(unwritable.error().message().find("/nonexistent/folder") != std::string::npos,
            unwritable.error().message().c_str());
    }

    void exportsFromTheWindow()
    {
        DrivenWindow window;
        QVERIFY(window.open(DrivenWindow::sample("residual-cnn")) != nullptr);
        auto* view = window->findChild<GraphView*>();
        QVERIFY(view != nullptr);
        window->currentDocument()->unfoldAll(); // more than the window shows
        window.settle();
        const auto whole = exportWith(window, "whole.png", 0);
        QVERIFY(!whole.isNull());
        const auto shown = exportWith(window, "shown.png", 1);
        QVERIFY(!shown.isNull());
        QVERIFY(shown.height() < whole.height());
        QTest::mouseClick(
            view->canvas(), Qt::LeftButton, {}, view->canvas()->boxRect(2).center().toPoint());
        const auto selection = exportWith(window, "selection.png", 2);
        QVERIFY(!selection.isNull());
        QVERIFY(selection.height() < shown.height());
    }

private:
    PictureRequest requestFor(const QString& name, double scale) const
    {
        PictureRequest request;
        request.content = m_content;
        request.area = m_content.scene->bounds;
        request.scale = scale;
        request.path = m_folder.filePath(name);
        return request;
    }

    /// Files of that name: those of the forms that were tried before, and this one.
    static qsizetype saved(const QString& suffix)
    {
        return suffix == QStringLiteral("svg") ? 1 : suffix == QStringLiteral("png") ? 2 : 3;
    }

    /// Triggers the action and fills the dialog in.
    QImage exportWith(DrivenWindow& window, const char* name, int part)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name));
        answerDialog([&](QDialog& dialog) {
            const auto field = [&](const char* id) {
                return dialog.findChild<QComboBox*>(QString::fromLatin1(id));
            };
            field("part")->setCurrentIndex(part);
            field("form")->setCurrentIndex(field("form")->findData(QStringLiteral("png")));
            field("theme")->setCurrentIndex(0);
            dialog.findChild<QLineEdit*>(QStringLiteral("path"))->setText(path);
            dialog.grab().save(
                QString::fromStdString((testing::buildDir() / "screenshots").string())
                + QStringLiteral("/export-dialog.png"));
            QMetaObject::invokeMethod(&dialog, "accept");
        });
        for (auto* action : window->findChildren<QAction*>()) {
            if (action->objectName() == QStringLiteral("file.exportPicture"))
                action->trigger();
        }
        window.settle();
        return QImage(path);
    }

    QTemporaryDir m_folder;
    CanvasContent m_content;
};

QTEST_MAIN(TestExportPicture)
#include "tst_export_picture.moc"
