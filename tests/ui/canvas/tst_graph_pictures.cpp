#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/window/actions.h"

#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>

#include <algorithm>

using ui::CanvasView;

/// Real models in the real window, in both themes: pictures in the build folder, to be looked at
/// beside the mock-ups.
class TestGraphPictures : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    CanvasView* canvas() { return (*m_driven)->findChild<CanvasView*>(); }
    void trigger(const char* id)
    {
        (*m_driven)->actions().action(QString::fromLatin1(id))->trigger();
        m_driven->settle();
    }
    ui::Document* open(const QString& file)
    {
        auto* document = m_driven->open(file);
        if (document == nullptr || canvas() == nullptr)
            return nullptr;
        (void)QTest::qWaitFor(
            [&] { return !canvas()->content().isEmpty(); }, DrivenWindow::patience);
        m_driven->settle();
        return document;
    }
    void zoomTo(double zoom)
    {
        auto view = canvas()->view();
        canvas()->setView(ui::zoomedAt(
            view, zoom / view.zoom, { canvas()->width() / 2.0, canvas()->height() / 2.0 }));
        m_driven->settle();
    }
    void hover(QPointF at)
    {
        QMouseEvent move(QEvent::MouseMove, at, canvas()->mapToGlobal(at), Qt::NoButton,
            Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(canvas(), &move);
    }

private slots:
    void initTestCase() { ui::settings::useFolder(m_settings.path()); }
    void init() { m_driven = std::make_unique<DrivenWindow>(QSize(1800, 1100)); }
    void cleanup() { m_driven.reset(); }

    void showsModels_data()
    {
        QTest::addColumn<QString>("path");
        for (const auto* name : { "resnet50", "bert_base", "llama_300m" })
            QTest::newRow(name) << QString::fromStdString(
                (testing::dataDir() / "zoo" / (std::string(name) + ".onnx")).string());
    }
    void showsModels()
    {
        QFETCH(QString, path);
        if (!QFile::exists(path))
            QSKIP("the shared models are not here");
        const auto name = QStringLiteral("graph-") + QString::fromLatin1(QTest::currentDataTag());
        auto* document = open(path);
        QVERIFY(document != nullptr && document->model() != nullptr);
        m_driven->shoot(name);
        trigger("view.fit");
        m_driven->shoot(name + QStringLiteral("-fit"));
        document->unfoldAll();
        m_driven->settle();
        const auto& order = document->model()->main().order;
        document->reveal(order[order.size() / 3]);
        m_driven->settle();
        zoomTo(0.4);
        trigger("view.neighbours2");
        m_driven->shoot(name + QStringLiteral("-neighbours"));
        (*m_driven)->actions().action("view.isolate")->setChecked(true);
        canvas()->setIsolating(true);
        trigger("view.colourFlops");
        QTRY_VERIFY(canvas()->content().isHeat());
        zoomTo(0.8);
        m_driven->shoot(name + QStringLiteral("-flops-isolated"));
        canvas()->setIsolating(false);
        trigger("view.colourType");
        zoomTo(0.2);
        m_driven->shoot(name + QStringLiteral("-types"));
        QVERIFY(canvas()->isSettled());
    }

    void showsChipsAndTheirLines()
    {
        const auto path
            = QString::fromStdString((testing::dataDir() / "zoo/llama_300m.onnx").string());
        if (!QFile::exists(path))
            QSKIP("the shared models are not here");
        auto* document = open(path);
        QVERIFY(document != nullptr);
        document->unfoldAll();
        m_driven->settle();
        const auto& scene = *canvas()->content().scene;
        const auto producer = std::ranges::find_if(
            scene.chips, [](const layout::Chip& chip) { return chip.isProducer(); });
        QVERIFY(producer != scene.chips.end()); // positions are read by every layer
        const auto centre = producer->rect.centre();
        auto view = canvas()->view();
        view.zoom = 0.6;
        canvas()->setView(ui::centredOn(view, { double(centre.x), double(centre.y) }));
        m_driven->settle();
        hover(ui::toScreen(canvas()->view(), producer->rect).center());
        QCOMPARE(canvas()->marks().hover.kind, layout::HitKind::Chip);
        m_driven->shoot(QStringLiteral("graph-chips"));
    }
};

QTEST_MAIN(TestGraphPictures)
#include "tst_graph_pictures.moc"
