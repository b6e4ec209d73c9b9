#include <QTest>

#include "layout/group_tree.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/at_scales.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/walk.h"
#include "ui/document/document.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"

#include <QDir>
#include <QDirIterator>
#include <QImage>
#include <QScrollArea>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>

namespace {

/// Set: every model of the shared data instead of some, and a picture of each in the build folder.
constexpr auto allVariable = "OPSCOPE_TEST_ALL_MODELS";
constexpr qsizetype someModels = 12;

bool isAll() { return qEnvironmentVariableIsSet(allVariable); }

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

QStringList modelsBelow(const QString& folder)
{
    QStringList found;
    QDirIterator files(
        folder, { QStringLiteral("*.onnx") }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        found << files.next();
    found.sort();
    return found;
}

/// Ours, and of the shared ones those that are no tests of one operator.
QStringList sharedModels()
{
    auto models = modelsBelow(text(testing::dataDir() / "zoo"))
        + modelsBelow(text(testing::dataDir() / "models"));
    models.removeIf([](const QString& path) {
        return path.contains(QStringLiteral("/onnx-node/"))
            || path.contains(QStringLiteral("/onnx-1.23/"));
    });
    if (isAll() || models.size() <= someModels)
        return models;
    QStringList some;
    for (qsizetype i = 0; i < someModels; ++i)
        some << models[i * models.size() / someModels];
    return some;
}

} // namespace

/// What is visible when a model is opened, in the real window. The pixel ratio is decided when a
/// program starts: main() starts this one again for each of them.
class TestFirstPicture : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    static QString folder() { return text(testing::buildDir() / "screenshots/first"); }
    static double scale() { return qEnvironmentVariable(scaleVariable).toDouble(); }
    ui::CanvasView* canvas()
    {
        const auto views = (*m_driven)->currentDocument() != nullptr
            ? (*m_driven)->findChildren<ui::CanvasView*>()
            : QList<ui::CanvasView*>();
        for (auto* view : views) {
            if (view->isVisible())
                return view;
        }
        return nullptr;
    }
    const layout::Scene& scene() { return *canvas()->content().scene; }
    void trigger(const char* id)
    {
        m_driven->action(id)->trigger();
        m_driven->settle();
    }

    /// The first input that a node reads, by the file's own order; noIndex if no box is its own.
    std::uint32_t firstInput()
    {
        const auto& model = *canvas()->content().model;
        for (const auto id : model.main().inputs) {
            const auto& value = model.value(id);
            if (value.initializer.isValid() || value.uses.empty())
                continue;
            const auto& items = scene().items;
            const auto found = std::ranges::find(
                items, layout::Item { layout::ItemKind::GraphInput, id.value() });
            return found == items.end() ? layout::noIndex
                                        : static_cast<std::uint32_t>(found - items.begin());
        }
        return layout::noIndex;
    }

    std::size_t wholeBoxes()
    {
        const auto boxes = canvas()->visibleBoxes();
        return static_cast<std::size_t>(std::ranges::count_if(boxes, [&](std::uint32_t box) {
            return QRectF(canvas()->rect()).adjusted(-1, -1, 1, 1).contains(canvas()->boxRect(box));
        }));
    }

    /// Different colours where a box is: a card, not the ground.
    qsizetype coloursIn(const QRectF& rect)
    {
        const auto image = canvas()->grab().toImage();
        const double ratio = image.devicePixelRatio();
        QSet<QRgb> colours;
        for (int y = int(rect.top() * ratio); y < int(rect.bottom() * ratio); ++y) {
            for (int x = int(rect.left() * ratio); x < int(rect.right() * ratio); ++x) {
                if (image.rect().contains(x, y))
                    colours.insert(image.pixel(x, y));
            }
        }
        return colours.size();
    }

    QString fault()
    {
        if (canvas() == nullptr || canvas()->content().isEmpty())
            return QStringLiteral("there is no picture");
        if (scene().boxCount() == 0)
            return {};
        const auto& view = canvas()->view();
        if (view.zoom < 0.9 - 1e-6 || view.zoom > 1 + 1e-6)
            return QStringLiteral("opens at %1 %").arg(100 * view.zoom);
        const auto whole = wholeBoxes();
        if (whole == 0)
            return QStringLiteral("shows no whole box");
        const QSizeF size(
            double(scene().bounds.width) * view.zoom, double(scene().bounds.height) * view.zoom);
        const bool fits
            = size.width() <= canvas()->width() + 1 && size.height() <= canvas()->height() + 1;
        if (fits)
            return whole < scene().boxCount()
                ? QStringLiteral("fits and shows %1 of %2").arg(whole).arg(scene().boxCount())
                : faultOfColours(canvas()->visibleBoxes().front());
        const auto* document = (*m_driven)->currentDocument();
        if (document->openGroups() != layout::openTopLevel(*document->groupTree()))
            return QStringLiteral("does not fit and is not folded to its top level");
        const auto input = firstInput();
        const auto first = input != layout::noIndex ? input : ui::firstBox(scene());
        const auto at = canvas()->boxRect(first);
        if (!QRectF(canvas()->rect()).contains(at))
            return QStringLiteral("the first box is at %1, %2").arg(at.x()).arg(at.y());
        const double off = std::abs(at.center().x() - canvas()->width() / 2.0);
        if (size.width() > canvas()->width() && off > 2)
            return QStringLiteral("the first box is %1 pixels beside the middle").arg(off);
        return faultOfColours(first);
    }

    QString faultOfColours(std::uint32_t box)
    {
        for (const auto kind : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
            ui::Theme::instance().choose(kind);
            m_driven->settle();
            if (coloursIn(canvas()->boxRect(box)) < 3)
                return QStringLiteral("nothing is painted at the first box");
        }
        return {};
    }

    ui::Panel* inspector() { return m_driven->panel(QStringLiteral("inspector")); }

    /// Texts that go on beyond the right border of the viewport that they are in.
    static QStringList textsCut(const QWidget& panel)
    {
        QStringList cut;
        for (const auto* area : panel.findChildren<QScrollArea*>()) {
            const auto* port = area->viewport();
            for (const auto* part : port->findChildren<QWidget*>()) {
                const int right = part->mapTo(port, QPoint(part->width(), 0)).x();
                if (part->isVisible() && right > port->width())
                    cut << QStringLiteral("%1 \"%2\" ends at %3 of %4")
                               .arg(QString::fromLatin1(part->metaObject()->className()),
                                   part->accessibleName().left(40))
                               .arg(right)
                               .arg(port->width());
            }
        }
        return cut;
    }

    ui::Document* open(const QString& path)
    {
        auto* document = m_driven->open(path);
        if (document == nullptr || document->state() != ui::Document::State::Ready)
            return nullptr;
        (void)QTest::qWaitFor(
            [&] { return canvas() != nullptr && canvas()->content().scene != nullptr; },
            DrivenWindow::patience);
        m_driven->settle();
        return document;
    }

    void checkModels(const QStringList& models)
    {
        const QList<QSize> sizes = scale() > 1 ? QList<QSize> { { 1600, 1000 } }
                                               : QList<QSize> { { 1024, 700 }, { 1600, 1000 } };
        QStringList faults;
        QStringList refusals; ///< malformed, or of no known form
        int opened = 0;
        for (const auto& size : sizes) {
            m_driven = std::make_unique<DrivenWindow>(size / scale());
            for (const auto& path : models) {
                const auto name
                    = QFileInfo(path).dir().dirName() + u'-' + QFileInfo(path).completeBaseName();
                if (open(path) == nullptr) {
                    const auto* document = (*m_driven)->currentDocument();
                    const auto reason = document != nullptr ? document->failure() : QString();
                    (reason.isEmpty() ? faults : refusals)
                        << QStringLiteral("%1 does not open: %2").arg(name, reason);
                    trigger("file.close");
                    continue;
                }
                ++opened;
                if (const auto found = fault(); !found.isEmpty())
                    faults << QStringLiteral("%1 at %2: %3").arg(name).arg(size.width()).arg(found);
                if (isAll())
                    m_driven->window().grab().save(QStringLiteral("%1/%2-%3.png")
                                                       .arg(folder())
                                                       .arg(name)
                                                       .arg(double(size.width()) / scale()));
                trigger("file.close");
            }
        }
        m_driven.reset();
        QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
        if (opened == 0)
            QSKIP(qPrintable(refusals.join(u'\n')));
        QVERIFY2(refusals.isEmpty(), qPrintable(refusals.join(u'\n'))); // at one size only
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        QDir().mkpath(folder());
    }
    void cleanup() { m_driven.reset(); }

    void everySampleOpensAtItsFirstInput()
    {
        QStringList samples;
        for (const auto* name : { "residual-cnn", "tiny-decoder", "control-flow" })
            samples << DrivenWindow::sample(name);
        checkModels(samples);
    }

    void sharedModelsOpenAtTheirFirstInput_data()
    {
        QTest::addColumn<QString>("path");
        const auto models = sharedModels();
        for (const auto& path : models)
            QTest::newRow(qPrintable(path.section(u'/', -3))) << path;
        if (models.isEmpty())
            QTest::newRow("none") << QString();
    }
    void sharedModelsOpenAtTheirFirstInput()
    {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("the shared models are not here");
        checkModels({ path });
    }

    void aModelThatDoesNotFitOpensFoldedAndUnfoldsInPlace()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1600, 1000) / scale());
        auto* document = open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        QVERIFY(!scene().groupCards.empty());
        QVERIFY(scene().frames.empty());
        const auto visible = canvas()->visibleBoxes();
        const auto found = std::ranges::find_if(visible, [&](std::uint32_t box) {
            return scene().items[box].isGroup()
                && QRectF(canvas()->rect()).contains(canvas()->boxRect(box));
        });
        QVERIFY(found != visible.end());
        const auto card = *found;
        const auto group = scene().items[card].id;
        const auto before = canvas()->boxRect(card).topLeft();
        const auto zoom = canvas()->view().zoom;
        const auto size = canvas()->size();
        document->selection()->select({ ui::SelectedItem::Kind::Group, group }, canvas()->parent());
        canvas()->setFocus();
        trigger("view.unfold");
        QTest::qWait(300); // the boxes move there
        QVERIFY(scene().findFrame(group) != layout::noIndex);
        // Panels may give the canvas other room: then its middle is what stays.
        const auto room = canvas()->size() - size;
        const auto moved = canvas()->groupRect(group).topLeft() - before
            - QPointF(room.width(), room.height()) / 2;
        QVERIFY2(moved.manhattanLength() < 2,
            qPrintable(QStringLiteral("by %1, %2").arg(moved.x()).arg(moved.y())));
        QCOMPARE(canvas()->view().zoom, zoom);
    }

    /// The problems are found when the picture is there already.
    void aPictureThatABannerCutsIsFolded()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("broken.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(testing::modelBytesFromText(R"(
            x: float[4]
            a = Relu(x) "one/a"
            b = Neg(a) "one/b"
            c = NoSuch(b) "two/c"
            y = Relu(c) "two/d"
            y ->
        )")));
        file.close();
        m_driven = std::make_unique<DrivenWindow>(QSize(1600, 1400));
        const auto* document = open(path);
        QVERIFY(document != nullptr);
        QVERIFY(document->groupTree()->groups.size() > 2);
        const auto* banner = m_driven->child<QWidget>("banner");
        QVERIFY(banner->isVisible());
        const int part = banner->height() / 2;
        const int whole = int(0.9 * double(scene().bounds.height));
        const int others = m_driven->window().height() - canvas()->height();
        trigger("file.close");

        m_driven->window().resize(1600, others + whole - part);
        document = open(path);
        QVERIFY(document != nullptr);
        QVERIFY(m_driven->child<QWidget>("banner")->isVisible());
        QVERIFY(canvas()->height() < whole);
        QCOMPARE(document->openGroups(), layout::openTopLevel(*document->groupTree()));
    }

    /// Whatever is done to the picture, something of it stays visible.
    void theCanvasIsNeverEmpty_data()
    {
        QTest::addColumn<QStringList>("steps");
        const QString unfold = QStringLiteral("view.unfoldAll");
        const QString fold = QStringLiteral("view.foldAll");
        const QString turn = QStringLiteral("view.direction");
        const QString undo = QStringLiteral("edit.undo");
        QTest::newRow("direction") << QStringList { turn };
        QTest::newRow("direction of all") << QStringList { unfold, turn };
        QTest::newRow("direction and back") << QStringList { unfold, turn, turn };
        QTest::newRow("fold and undo") << QStringList { unfold, fold, undo };
        QTest::newRow("unfold and undo") << QStringList { unfold, undo };
        QTest::newRow("direction, fold, undo") << QStringList { unfold, turn, fold, undo };
        QTest::newRow("attributes off")
            << QStringList { unfold, QStringLiteral("view.attributes") };
    }
    void theCanvasIsNeverEmpty()
    {
        QFETCH(QStringList, steps);
        m_driven = std::make_unique<DrivenWindow>(QSize(1200, 800) / scale());
        for (const auto* sample : { "residual-cnn", "tiny-decoder" }) {
            QVERIFY(open(DrivenWindow::sample(sample)) != nullptr);
            for (const double part : { 0.0, 0.5, 1.0 }) {
                for (const auto& step : steps) {
                    const auto last = double(scene().boxCount() - 1);
                    const auto centre = scene().boxes[std::size_t(last * part)].centre();
                    canvas()->setView(
                        ui::centredOn(canvas()->view(), { double(centre.x), double(centre.y) }));
                    trigger(step.toLatin1().constData());
                    QVERIFY2(!canvas()->visibleBoxes().empty(),
                        qPrintable(QStringLiteral("%1: %2 from %3")
                                       .arg(QString::fromLatin1(sample), step)
                                       .arg(part)));
                }
            }
            trigger("file.close");
        }
    }

    /// Also where the title of the group is far above the viewport.
    void whatIsSeenStaysWhereItWas()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1200, 800) / scale());
        QVERIFY(open(DrivenWindow::sample("residual-cnn")) != nullptr);
        trigger("view.unfoldAll");
        const auto node = canvas()->content().model->main().order[20];
        auto box = scene().find(node);
        QVERIFY(box != layout::noIndex);
        const auto centre = scene().boxes[box].centre();
        canvas()->setView(ui::centredOn(canvas()->view(), { double(centre.x), double(centre.y) }));
        const auto before = canvas()->boxRect(box).center();
        for (const char* step : { "view.direction", "view.attributes", "view.direction" }) {
            trigger(step);
            box = scene().find(node);
            const auto moved = canvas()->boxRect(box).center() - before;
            QVERIFY2(moved.manhattanLength() < 2,
                qPrintable(QStringLiteral("%1 moved it by %2, %3; the canvas is %4 wide")
                               .arg(QString::fromLatin1(step))
                               .arg(moved.x())
                               .arg(moved.y())
                               .arg(canvas()->width())));
        }
    }

    /// Where every panel is shown in a small window, none of them takes or gives room for what it
    /// says of the selection.
    void panelsKeepTheirWidths()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1600, 1000) / scale());
        auto* document = open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        QVERIFY(m_driven->profile(document, 3));
        trigger("view.layoutProfile");
        m_driven->showPanel(QStringLiteral("inspector"));
        m_driven->settle();
        QCOMPARE(m_driven->window().size(), QSize(1600, 1000) / scale());
        const auto at = [this] {
            return QRect(canvas()->mapTo(&m_driven->window(), QPoint()), canvas()->size());
        };
        const auto before = at();
        const auto& model = *document->model();
        for (const auto node : model.main().order) {
            document->selection()->select({ ui::SelectedItem::Kind::Node, node.value() });
            m_driven->settle();
            QVERIFY2(textsCut(*inspector()).isEmpty(),
                qPrintable(document->nodeLabel(node) + u'\n' + textsCut(*inspector()).join(u'\n')));
            QVERIFY2(at() == before,
                qPrintable(QStringLiteral("%1: the canvas is %2 wide, it was %3")
                               .arg(document->nodeLabel(node))
                               .arg(canvas()->width())
                               .arg(before.width())));
        }
        document->selection()->select({ ui::SelectedItem::Kind::Value,
            model.node(model.main().order[0]).outputs[0].value() });
        m_driven->settle();
        QCOMPARE(at(), before);
        m_driven->shoot(QStringLiteral("small-inspector"));
    }
};

int main(int argc, char** argv)
{
    if (!isAll())
        return runAtScales<TestFirstPicture>(argc, argv, { "1", "2" });
    // All models take longer than Qt Test allows one function.
    return runAtScales<TestFirstPicture>(
        argc, argv, { "1", "2" }, -1, { QStringLiteral("QTEST_FUNCTION_TIMEOUT=14400000") });
}

#include "tst_first_picture.moc"
