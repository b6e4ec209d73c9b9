#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/legend.h"
#include "ui/canvas/tools/legend_place.h"
#include "ui/canvas/view_state.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"

#include <QMouseEvent>
#include <QTemporaryDir>

#include <algorithm>

class TestLegendPlace : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { ui::settings::useFolder(m_settings.path()); }

    void theSelectionIsNeverCovered_data()
    {
        QTest::addColumn<QRectF>("selection");
        QTest::addColumn<QPointF>("wanted");
        QTest::addColumn<QPoint>("place");
        const QPointF corner(0, 1);
        QTest::newRow("nothing selected") << QRectF() << corner << QPoint(10, 390);
        QTest::newRow("selection elsewhere")
            << QRectF(300, 200, 50, 50) << corner << QPoint(10, 390);
        QTest::newRow("under the legend") << QRectF(50, 400, 50, 50) << corner << QPoint(10, 10);
        QTest::newRow("the whole left side") << QRectF(0, 0, 200, 500) << corner << QPoint(390, 10);
        QTest::newRow("where the user put it") << QRectF() << QPointF(0.5, 0.5) << QPoint(200, 200);
        QTest::newRow("selection where the user put it")
            << QRectF(210, 210, 10, 10) << QPointF(0.5, 0.5) << QPoint(10, 390);
    }
    void theSelectionIsNeverCovered()
    {
        QFETCH(QRectF, selection);
        QFETCH(QPointF, wanted);
        ui::LegendRoom room;
        room.area = QRect(0, 0, 500, 500);
        room.taken = { QRect(380, 380, 110, 110) }; // minimap
        room.selection = selection;
        room.wanted = wanted;
        room.margin = 10;
        const auto place = ui::legendPlace(room, QSize(100, 100));
        QVERIFY(place.has_value());
        QTEST(*place, "place");
        QCOMPARE(ui::wantedPlace(room, QSize(100, 100)),
            QPoint(
                10 + static_cast<int>(380 * wanted.x()), 10 + static_cast<int>(380 * wanted.y())));
    }

    void aClearCornerIsTaken_data()
    {
        QTest::addColumn<QList<QRectF>>("cards");
        QTest::addColumn<QPointF>("corner");
        const QRectF bottomLeft(20, 400, 60, 60);
        const QRectF topLeft(20, 20, 40, 40);
        const QRectF topRight(420, 20, 20, 20);
        QTest::newRow("nothing there") << QList<QRectF>() << QPointF(0, 1);
        QTest::newRow("a card at the bottom") << QList { bottomLeft } << QPointF(0, 0);
        QTest::newRow("cards at the left") << QList { bottomLeft, topLeft } << QPointF(1, 0);
        QTest::newRow("cards everywhere")
            << QList { bottomLeft, topLeft, topRight } << QPointF(-1, -1);
    }
    void aClearCornerIsTaken()
    {
        QFETCH(QList<QRectF>, cards);
        ui::LegendRoom room;
        room.area = QRect(0, 0, 500, 500);
        room.taken = { QRect(380, 380, 110, 110) }; // minimap
        room.margin = 10;
        QTEST(ui::clearCorner(room, QSize(100, 100), cards).value_or(QPointF(-1, -1)), "corner");
    }

    void aSelectionThatFillsTheViewLeavesNoPlace()
    {
        ui::LegendRoom room;
        room.area = QRect(0, 0, 500, 500);
        room.selection = QRectF(-10, -10, 600, 600);
        QVERIFY(!ui::legendPlace(room, QSize(100, 100)).has_value());
    }

    void noTitleOfAGroupIsCovered()
    {
        DrivenWindow driven;
        QVERIFY(driven.open(DrivenWindow::sample("tiny-decoder")) != nullptr);
        driven.settle();
        auto* view = qobject_cast<ui::GraphView*>(driven->currentPage()->view());
        const auto* canvas = view->canvas();
        QVERIFY(!canvas->content().scene->frames.empty());
        for (const auto& frame : canvas->content().scene->frames) {
            auto title = ui::toScreen(canvas->view(), frame.title());
            title.setWidth(std::min(title.width(), 120.0));
            QVERIFY(!title.intersects(QRectF(view->legend()->geometry())));
        }
    }

    /// In the window: each node in turn, at a zoom where cards are large.
    void noCardIsCoveredWhileItIsSelected()
    {
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        DrivenWindow driven;
        auto* document = driven.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        auto* view = qobject_cast<ui::GraphView*>(driven->currentPage()->view());
        auto* legend = view->legend();
        view->canvas()->showActualSize();
        for (std::uint32_t i = 0; i < document->model()->nodes.size(); ++i) {
            document->reveal(model::NodeId(i));
            QTest::qWait(i < 3 ? 300 : 0); // the view moves there
            driven.settle(); // a folded group unfolds for it
            const auto box = view->canvas()->marks().current;
            QVERIFY2(box != layout::noIndex, qPrintable(QString::number(i)));
            const auto card = view->canvas()->boxRect(box);
            QVERIFY2(!card.intersects(QRectF(legend->geometry())), qPrintable(QString::number(i)));
        }
        // Dragged elsewhere it stays there; a click folds it to its name.
        document->selection()->clear();
        const auto from = QPoint(legend->width() / 2, 10);
        QTest::mousePress(legend, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, from + QPoint(150, -120),
            legend->mapToGlobal(from + QPoint(150, -120)), Qt::LeftButton, Qt::LeftButton, {});
        const auto before = legend->pos();
        QCoreApplication::sendEvent(legend, &move);
        QTest::mouseRelease(legend, Qt::LeftButton, {}, from);
        QCOMPARE(legend->pos(), before + QPoint(150, -120));
        const auto moved = legend->pos();
        view->canvas()->fitAll();
        driven.settle();
        QCOMPARE(legend->pos(), moved);
        const int high = legend->height();
        QTest::mouseClick(legend, Qt::LeftButton);
        QVERIFY(legend->isFolded() && legend->height() < high);
        driven.shoot(QStringLiteral("legend-folded"));
        QTest::keyClick(legend, Qt::Key_Space);
        QVERIFY(!legend->isFolded());
        QCOMPARE(legend->height(), high);
    }
};

QTEST_MAIN(TestLegendPlace)
#include "tst_legend_place.moc"
