#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/pages/document_page.h"
#include "ui/window/restore/open_tabs.h"
#include "ui/window/tabs/document_tabs.h"
#include "ui/window/tabs/tab_group.h"

#include <QAction>
#include <QMouseEvent>
#include <QRubberBand>
#include <QTabBar>
#include <QTemporaryDir>

/// Two groups of tabs beside each other in one window.
class TestSplitTabs : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_left = nullptr;
    ui::Document* m_right = nullptr;

    ui::DocumentTabs& tabs() { return *(*m_driven)->findChild<ui::DocumentTabs*>(); }
    ui::DocumentPage* pageOf(const ui::Document* document)
    {
        return tabs().pageOf(document->path());
    }
    ui::CanvasView* canvasOf(const ui::Document* document)
    {
        return qobject_cast<ui::GraphView*>(pageOf(document)->view())->canvas();
    }
    void trigger(const char* id)
    {
        m_driven->action(id)->trigger();
        m_driven->settle();
    }
    void click(QWidget* widget)
    {
        QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(4, 4));
        m_driven->settle();
    }
    void openTwo()
    {
        m_left = m_driven->open(DrivenWindow::sample("control-flow"));
        QVERIFY(m_left != nullptr);
        QVERIFY(!m_driven->action("window.splitRight")->isEnabled()); // nothing to stand beside
        m_right = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_right != nullptr);
    }
    void split()
    {
        openTwo();
        QVERIFY(!m_driven->action("window.otherGroup")->isEnabled());
        (*m_driven)->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_driven->window()));
        trigger("window.splitRight");
        QCOMPARE(tabs().groups().size(), 2);
    }
    QTabBar* bar(int group) { return tabs().groups().at(group)->tabBar(); }
    void clickTab(int group, int index)
    {
        QTest::mouseClick(bar(group), Qt::LeftButton, {}, bar(group)->tabRect(index).center());
        m_driven->settle();
    }
    static void press(QTabBar* bar, int index)
    {
        QTest::mousePress(bar, Qt::LeftButton, {}, bar->tabRect(index).center());
    }
    /// QTest's moves have no pressed button.
    static void moveTo(QTabBar* bar, const QPoint& global)
    {
        QMouseEvent move(QEvent::MouseMove, bar->mapFromGlobal(global), global, Qt::NoButton,
            Qt::LeftButton, {});
        QCoreApplication::sendEvent(bar, &move);
    }
    void release(QTabBar* bar, const QPoint& global)
    {
        QTest::mouseRelease(bar, Qt::LeftButton, {}, bar->mapFromGlobal(global));
        m_driven->settle();
    }
    void drag(QTabBar* bar, int index, const QPoint& global)
    {
        press(bar, index);
        moveTo(bar, bar->mapToGlobal(bar->tabRect(index).center()) + QPoint(0, 60));
        moveTo(bar, global);
        release(bar, global);
    }
    /// The zoom when the animation has ended.
    static double zoomAtRest(const ui::CanvasView& canvas)
    {
        double zoom = 0;
        while (zoom != canvas.view().zoom) {
            zoom = canvas.view().zoom;
            QTest::qWait(100);
        }
        return zoom;
    }
    QList<int> counts()
    {
        QList<int> counts;
        for (const auto* group : tabs().groups())
            counts += group->count();
        return counts;
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        ui::settings::forget("tabs/open");
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup() { m_driven.reset(); }

    void bothAreShownAndDocksFollowTheFocus()
    {
        split();
        QVERIFY(canvasOf(m_left)->isVisible() && canvasOf(m_right)->isVisible());
        QVERIFY(canvasOf(m_left)->mapToGlobal(QPoint()).x()
            < canvasOf(m_right)->mapToGlobal(QPoint()).x());
        const auto shown = [this] { return m_driven->panel<ui::InspectorPanel>()->document(); };
        QCOMPARE((*m_driven)->currentDocument(), m_right);
        QCOMPARE(shown(), m_right);
        m_driven->shoot(QStringLiteral("split-tabs"));
        click(canvasOf(m_left));
        QCOMPARE((*m_driven)->currentDocument(), m_left);
        QCOMPARE(shown(), m_left);
        QVERIFY(canvasOf(m_left)->hasFocus());
        clickTab(1, 0);
        QCOMPARE((*m_driven)->currentDocument(), m_right);
        QTRY_VERIFY(canvasOf(m_right)->hasFocus()); // keys go where the actions go
        // The focus in a dock does not change the document.
        m_driven->panel<ui::InspectorPanel>()->setFocus();
        QCOMPARE((*m_driven)->currentDocument(), m_right);
    }

    void actionsApplyToTheActiveGroup()
    {
        split();
        const auto left = canvasOf(m_left)->view().zoom;
        const auto right = canvasOf(m_right)->view().zoom;
        trigger("view.zoomIn");
        QTRY_VERIFY(canvasOf(m_right)->view().zoom > right); // animated
        QCOMPARE(canvasOf(m_left)->view().zoom, left);
        click(canvasOf(m_left));
        const auto before = zoomAtRest(*canvasOf(m_right));
        trigger("view.zoomIn");
        QTRY_VERIFY(canvasOf(m_left)->view().zoom > left);
        QCOMPARE(canvasOf(m_right)->view().zoom, before);
        // A checked action has the state of the active view.
        trigger("view.colourType");
        clickTab(1, 0);
        QVERIFY(!m_driven->action("view.colourType")->isChecked());
        clickTab(0, 0);
        QVERIFY(m_driven->action("view.colourType")->isChecked());
    }

    void theFocusGoesToTheOtherGroupAsToAPane()
    {
        split();
        canvasOf(m_right)->setFocus();
        trigger("go.previousPane");
        QVERIFY(canvasOf(m_left)->hasFocus());
        QCOMPARE((*m_driven)->currentDocument(), m_left);
        trigger("go.nextPane");
        QCOMPARE((*m_driven)->currentDocument(), m_right);
    }

    void aTabIsMovedAndAnEmptyGroupIsClosed()
    {
        split();
        QCOMPARE(counts(), (QList<int> { 1, 1 }));
        auto* third = m_driven->open(DrivenWindow::sample("tiny-decoder")); // in the active group
        QCOMPARE(counts(), (QList<int> { 1, 2 }));
        QCOMPARE(tabs().groupOf(pageOf(third)), 1);
        const auto text = bar(1)->tabText(1);
        trigger("window.otherGroup");
        QCOMPARE(counts(), (QList<int> { 2, 1 }));
        QCOMPARE((*m_driven)->currentDocument(), third);
        QCOMPARE(bar(0)->tabText(1), text);
        QVERIFY(canvasOf(third)->hasFocus());
        tabs().setCurrentWidget(pageOf(m_right));
        trigger("window.otherGroup");
        QCOMPARE(counts(), QList<int> { 3 });
        QCOMPARE((*m_driven)->currentDocument(), m_right);
        QVERIFY(canvasOf(m_right)->isVisible());
        QVERIFY(m_driven->action("window.splitRight")->isEnabled());
    }

    void aTabIsDraggedToAnotherGroup()
    {
        openTwo();
        auto* area = tabs().groups().front();
        // In the only group: the right half makes a second one.
        drag(bar(0), 1, area->mapToGlobal(QPoint(area->width() / 4, area->height() / 2)));
        QCOMPARE(counts(), QList<int> { 2 });
        drag(bar(0), 1, area->mapToGlobal(QPoint(area->width() * 3 / 4, area->height() / 2)));
        QCOMPARE(counts(), (QList<int> { 1, 1 }));
        QCOMPARE(tabs().groupOf(pageOf(m_right)), 1);
        QCOMPARE((*m_driven)->currentDocument(), m_right);
        // Into the other group: behind its tabs, or before the tab that it is dropped on.
        auto* third = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        drag(bar(1), 0, canvasOf(m_left)->mapToGlobal(QPoint(40, 40)));
        QCOMPARE(counts(), (QList<int> { 2, 1 }));
        QCOMPARE(tabs().indexOf(pageOf(m_right)), 1);
        drag(bar(1), 0, bar(0)->mapToGlobal(bar(0)->tabRect(0).center()));
        QCOMPARE(counts(), QList<int> { 3 });
        QCOMPARE(tabs().indexOf(pageOf(third)), 0);
        QCOMPARE((*m_driven)->currentDocument(), third);
    }

    void aDragIsCancelled()
    {
        split();
        auto* third = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        const auto wanted = canvasOf(m_left)->mapToGlobal(QPoint(40, 40));
        press(bar(1), 1);
        moveTo(bar(1), wanted);
        QVERIFY((*m_driven)->findChild<QRubberBand*>()->isVisible());
        m_driven->shoot(QStringLiteral("split-tabs-drag"));
        QTest::keyClick(bar(1), Qt::Key_Escape);
        QVERIFY(!(*m_driven)->findChild<QRubberBand*>()->isVisible());
        release(bar(1), wanted);
        QCOMPARE(counts(), (QList<int> { 1, 2 }));
        drag(bar(1), 1, canvasOf(third)->mapToGlobal(QPoint(40, 40))); // its own group
        QCOMPARE(counts(), (QList<int> { 1, 2 }));
    }

    void closingATabKeepsItsGroupActive()
    {
        split();
        auto* third = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QTRY_VERIFY(canvasOf(third)->hasFocus());
        trigger("file.close");
        QCOMPARE(counts(), (QList<int> { 1, 1 }));
        QCOMPARE((*m_driven)->currentDocument(), m_right);
        QTRY_VERIFY(canvasOf(m_right)->hasFocus());
        // A button of a tab in the other group closes that tab only.
        emit tabs().groups().front()->tabCloseRequested(0);
        m_driven->settle();
        QCOMPARE(counts(), QList<int> { 1 });
        QCOMPARE((*m_driven)->currentDocument(), m_right);
    }

    void closingTheLastTabClosesTheGroup()
    {
        split();
        trigger("file.close");
        QCOMPARE(tabs().groups().size(), 1);
        QCOMPARE((*m_driven)->currentDocument(), m_left);
        trigger("file.close");
        QCOMPARE(tabs().groups().size(), 1);
        QVERIFY((*m_driven)->currentDocument() == nullptr); // the welcome page
    }

    void keysStepThroughAllTabs()
    {
        split();
        trigger("window.nextTab");
        QCOMPARE((*m_driven)->currentDocument(), m_left);
        trigger("window.nextTab");
        QCOMPARE((*m_driven)->currentDocument(), m_right);
        trigger("go.back");
        QCOMPARE((*m_driven)->currentDocument(), m_left);
    }

    void theSplitComesBackAtTheNextStart()
    {
        split();
        const auto left = m_left->path();
        const auto right = m_right->path();
        (*m_driven)->close();
        m_driven.reset();
        m_driven = std::make_unique<DrivenWindow>();
        (*m_driven)->restoreTabs();
        m_driven->settle();
        QCOMPARE(counts(), (QList<int> { 1, 1 }));
        QTRY_VERIFY(
            tabs().pageOf(left) != nullptr && tabs().pageOf(right) != nullptr); // both are read
        QCOMPARE(tabs().groupOf(tabs().pageOf(right)), 1);
        QTRY_COMPARE((*m_driven)->currentDocument()->path(), right);
    }
};

QTEST_MAIN(TestSplitTabs)
#include "tst_split_tabs.moc"
