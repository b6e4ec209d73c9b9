#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "model/onnx/parser.h"
#include "tests/support/paths.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/font_measurer.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QtTest>

using namespace ui;

/// Real events on the real widget; what is asserted is what it tells others.
class TestCanvasView : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<model::NodeId>();
        qRegisterMetaType<model::ValueId>();
        auto model = model::onnx::openModel(
            testing::sourceDir() / "resources/samples/residual-cnn/model.onnx");
        QVERIFY(bool(model));
        const auto drawing = layout::buildDrawing(
            **model, nullptr, layout::Level { (*model)->main().id }, {}, *fontMeasurer());
        auto scene = layout::layered(drawing);
        m_content.model = *model;
        m_content.scene = std::make_shared<const layout::Scene>(*std::move(scene));
    }

    void init()
    {
        m_view = std::make_unique<CanvasView>();
        m_view->resize(900, 700);
        m_view->setContent(m_content, CanvasView::Arrival::Fresh);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void opensAtTheTop()
    {
        QVERIFY(m_view->view().zoom >= 0.5);
        QVERIFY(!m_view->visibleBoxes().empty());
        QVERIFY(std::abs(m_view->boxRect(firstBox(*m_content.scene)).top()) < 200);
    }

    void selectsTheNodeThatIsClicked()
    {
        QSignalSpy selected(m_view.get(), &CanvasView::nodeSelected);
        const auto box = aNode();
        QTest::mouseClick(
            m_view.get(), Qt::LeftButton, {}, m_view->boxRect(box).center().toPoint());
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected[0][0].value<model::NodeId>().value(), m_content.scene->items[box].id);
    }

    void togglesWithControl()
    {
        QSignalSpy toggled(m_view.get(), &CanvasView::nodeToggled);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ControlModifier,
            m_view->boxRect(aNode()).center().toPoint());
        QCOMPARE(toggled.size(), 1);
    }

    void clearsOnEmptyGround()
    {
        QSignalSpy cleared(m_view.get(), &CanvasView::selectionCleared);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, QPoint(5, 350));
        QCOMPARE(cleared.size(), 1);
    }

    void pansByDraggingAndSelectsNothing()
    {
        QSignalSpy selected(m_view.get(), &CanvasView::nodeSelected);
        const auto before = m_view->view().origin;
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, { 400, 300 });
        QTest::mouseMove(m_view.get(), { 400, 320 });
        QTest::mouseMove(m_view.get(), { 400, 200 });
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, { 400, 200 });
        QVERIFY(m_view->view().origin.y() > before.y());
        QCOMPARE(selected.size(), 0);
    }

    void selectsABandWithControl()
    {
        QSignalSpy band(m_view.get(), &CanvasView::nodesSelected);
        QTest::mousePress(m_view.get(), Qt::LeftButton, Qt::ControlModifier, { 2, 2 });
        QTest::mouseMove(m_view.get(), { 450, 300 });
        QTest::mouseMove(m_view.get(), { 890, 690 });
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, Qt::ControlModifier, { 890, 690 });
        QCOMPARE(band.size(), 1);
        QVERIFY(band[0][0].value<QList<quint32>>().size() > 1);
    }

    void walksAlongEdges()
    {
        const auto box = aNode();
        m_view->setMarks(
            { m_content.scene->items[box].node() }, m_content.scene->items[box].node(), {});
        QSignalSpy selected(m_view.get(), &CanvasView::nodeSelected);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(selected.size(), 1);
        const auto reader = m_content.scene->find(selected[0][0].value<model::NodeId>());
        QVERIFY(m_content.scene->boxRank[reader] > m_content.scene->boxRank[box]);
        QTest::keyClick(m_view.get(), Qt::Key_Up);
        QVERIFY(selected.size() == 2);
    }

    void goesToBothEnds()
    {
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QCOMPARE(m_view->marks().current, lastBox(*m_content.scene));
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QCOMPARE(m_view->marks().current, firstBox(*m_content.scene));
    }

    void zoomsByWheelAtThePointer()
    {
        const auto before = toScene(m_view->view(), { 300, 200 });
        QWheelEvent wheel({ 300, 200 }, m_view->mapToGlobal(QPointF(300, 200)), {}, { 0, 120 },
            Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view.get(), &wheel);
        const auto after = toScene(m_view->view(), { 300, 200 });
        QVERIFY((after - before).manhattanLength() < 1);
    }

    void keepsItsPlaceWhenTheGraphIsPlacedAnew()
    {
        const auto box = aNode();
        const auto before = m_view->boxRect(box).center();
        m_view->setMarks(
            { m_content.scene->items[box].node() }, m_content.scene->items[box].node(), {});
        layout::DrawingOptions options;
        options.cards.measured = true;
        const auto drawing = layout::buildDrawing(*m_content.model, nullptr,
            layout::Level { m_content.model->main().id }, options, *fontMeasurer());
        CanvasContent other = m_content;
        other.scene = std::make_shared<const layout::Scene>(*layout::layered(drawing));
        other.cards = options.cards;
        m_view->setContent(other, CanvasView::Arrival::Same);
        const auto after = m_view->boxRect(other.scene->find(m_content.scene->items[box])).center();
        QVERIFY((after - before).manhattanLength() < 1);
    }

    void tellsAssistiveToolsWhatIsInView()
    {
        auto* list = QAccessible::queryAccessibleInterface(m_view.get());
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->childCount(), static_cast<int>(m_view->visibleBoxes().size()));
        auto* first = list->child(0);
        QVERIFY(first->text(QAccessible::Name).length() > 3);
        QVERIFY(m_view->rect().contains(m_view->mapFromGlobal(first->rect().center()))
            || !first->rect().isEmpty());
        QCOMPARE(list->indexOfChild(first), 0);
    }

    void showsAnEmptyGraphWithoutFault()
    {
        CanvasContent empty = m_content;
        empty.scene = std::make_shared<const layout::Scene>(*layout::layered({}));
        m_view->setContent(empty, CanvasView::Arrival::Fresh);
        for (const auto key :
            { Qt::Key_Down, Qt::Key_Home, Qt::Key_F, Qt::Key_0, Qt::Key_G, Qt::Key_Return })
            QTest::keyClick(m_view.get(), key);
        QVERIFY(!m_view->grab().isNull());
    }

private:
    std::uint32_t aNode() const
    {
        for (const auto box : m_view->visibleBoxes()) {
            if (m_content.scene->items[box].node().isValid()
                && m_view->rect().contains(m_view->boxRect(box).toAlignedRect()))
                return box;
        }
        return 0;
    }

    CanvasContent m_content;
    std::unique_ptr<CanvasView> m_view;
};

QTEST_MAIN(TestCanvasView)
#include "tst_canvas_view.moc"
