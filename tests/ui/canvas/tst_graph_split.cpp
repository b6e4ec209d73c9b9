#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_split.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/pages/document_page.h"
#include "ui/window/actions.h"

#include <QMenu>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using ui::SelectedItem;

namespace {

SelectedItem node(std::uint32_t id) { return { SelectedItem::Kind::Node, id }; }

} // namespace

/// Two views of one graph: what is of each view, and what they share.
class TestGraphSplit : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    ui::GraphSplit* split()
    {
        return m_driven->window().currentPage()->findChild<ui::GraphSplit*>();
    }
    ui::GraphView* view(int index) { return split()->views().at(index); }
    ui::CanvasView* canvas(int index) { return view(index)->canvas(); }
    void trigger(const char* id)
    {
        m_driven->action(id)->trigger();
        m_driven->settle();
    }
    void openSplit(const QString& path)
    {
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        trigger("view.splitBeside");
        QCOMPARE(split()->views().size(), 2);
        m_driven->window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_driven->window()));
    }
    QString decoder()
    {
        const auto path = m_settings.filePath(QStringLiteral("decoder.onnx"));
        testing::writeFile(path, testing::decoderModel(4));
        return path;
    }
    void focus(int index)
    {
        canvas(index)->setFocus();
        QTRY_VERIFY(canvas(index)->hasFocus());
        QVERIFY(view(index)->isActive());
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void theSecondViewBeginsAsACopy()
    {
        m_document = m_driven->open(decoder());
        m_document->foldAll();
        m_driven->settle();
        canvas(0)->openAt(QPointF(50, 100), 0.6);
        trigger("view.splitBeside");
        QVERIFY(canvas(1)->content().scene == canvas(0)->content().scene); // not laid out again
        QCOMPARE(canvas(1)->view().zoom, 0.6);
        QVERIFY(view(1)->isActive() && !view(0)->isActive());
        QTRY_VERIFY(canvas(1)->hasFocus());
        QCOMPARE(m_driven->window().currentPage()->view(), view(1));
        QCOMPARE(canvas(0)->accessibleName(), QStringLiteral("Graph, first view"));
        QCOMPARE(canvas(1)->accessibleName(), QStringLiteral("Graph, second view"));
        QVERIFY(canvas(1)->mapTo(&m_driven->window(), QPoint()).x()
            > canvas(0)->mapTo(&m_driven->window(), QPoint()).x());
        trigger("view.splitBelow"); // turns the two
        QCOMPARE(split()->views().size(), 2);
        QVERIFY(canvas(1)->mapTo(&m_driven->window(), QPoint()).y()
            > canvas(0)->mapTo(&m_driven->window(), QPoint()).y());
    }

    void eachViewHasItsOwnFoldsPlaceAndZoom()
    {
        openSplit(decoder());
        const auto open = view(0)->shownGraph()->openGroups();
        const auto first = canvas(0)->view();
        trigger("view.unfoldAll");
        QVERIFY(view(1)->shownGraph()->openGroups() != open);
        QVERIFY(view(0)->shownGraph()->openGroups() == open);
        QVERIFY(canvas(1)->content().scene->boxCount() > canvas(0)->content().scene->boxCount());
        trigger("view.zoomIn");
        QVERIFY(canvas(0)->view() == first);
        focus(0);
        QVERIFY(view(0)->isActive());
        QVERIFY(m_document->openGroups() == open); // what docks ask for is that of the active view
        trigger("view.foldAll");
        QVERIFY(view(0)->shownGraph()->openGroups().empty());
        QVERIFY(!view(1)->shownGraph()->openGroups().empty());
    }

    /// A button above a view is for this view, although a button does not take the focus.
    void aPressOnAButtonIsForItsView()
    {
        openSplit(decoder());
        trigger("view.unfoldAll");
        focus(0);
        trigger("view.unfoldAll");
        focus(1);
        for (auto* button : view(0)->findChildren<QToolButton*>())
            if (button->defaultAction() == m_driven->action("view.foldAll"))
                QTest::mouseClick(button, Qt::LeftButton);
        m_driven->settle();
        QVERIFY(view(0)->isActive());
        QVERIFY(view(0)->shownGraph()->openGroups().empty());
        QVERIFY(!view(1)->shownGraph()->openGroups().empty());
    }

    void eachViewHasItsOwnGraph()
    {
        openSplit(DrivenWindow::sample("control-flow"));
        const auto& graphs = m_document->model()->graphs;
        const auto inner = std::ranges::find_if(
            graphs, [](const model::Graph& graph) { return graph.owner.isValid(); });
        QVERIFY(inner != graphs.end());
        m_document->enterGraph(inner->id);
        m_driven->settle();
        QCOMPARE(view(1)->shownGraph()->graph(), inner->id);
        QCOMPARE(view(0)->shownGraph()->graph(), m_document->model()->main().id);
        focus(0);
        QCOMPARE(m_document->currentGraph(), m_document->model()->main().id);
        // A node of the other view's graph is shown by the active view.
        m_document->reveal(inner->nodes.front());
        m_driven->settle();
        QVERIFY(view(0)->shownGraph()->shows(inner->nodes.front()));
        trigger("go.back");
        QCOMPARE(view(1)->shownGraph()->graph(), inner->id);
    }

    void bothShowTheSelectionAndOnlyTheActiveOneMoves()
    {
        openSplit(decoder());
        trigger("view.unfoldAll");
        focus(0);
        trigger("view.unfoldAll");
        focus(1);
        const auto before = canvas(0)->view();
        const auto last = m_document->model()->main().nodes.back();
        m_document->reveal(last);
        m_driven->settle();
        for (int i = 0; i < 2; ++i)
            QVERIFY(canvas(i)->marks().isSelected(canvas(i)->content().scene->find(last)));
        QVERIFY(canvas(0)->view() == before);
        const auto box = canvas(1)->content().scene->find(last);
        QTRY_VERIFY(canvas(1)->rect().contains(canvas(1)->boxRect(box).center().toPoint()));
    }

    /// The group of a selected node is marked where the other view has it folded.
    void aFoldedGroupIsMarkedForItsNode()
    {
        openSplit(decoder());
        trigger("view.foldAll");
        focus(0);
        trigger("view.foldAll");
        trigger("view.unfoldAll");
        const auto& scene = *canvas(0)->content().scene;
        const auto inside = std::ranges::find_if(scene.items, [&](const layout::Item& item) {
            return item.node().isValid()
                && canvas(1)->content().scene->find(item.node()) == layout::noIndex;
        });
        QVERIFY(inside != scene.items.end());
        const auto folds = view(1)->shownGraph()->openGroups();
        m_document->reveal(inside->node());
        m_driven->settle();
        QVERIFY(view(1)->shownGraph()->openGroups() == folds);
        const auto& marks = canvas(1)->marks();
        QVERIFY(!marks.selected.empty());
        QVERIFY(canvas(1)->content().scene->items[marks.selected.front()].isGroup());
    }

    void groupsOfAnotherGraphAreNotMarked()
    {
        openSplit(DrivenWindow::sample("control-flow"));
        m_document->enterGraph(model::GraphId(1U));
        m_driven->settle();
        m_document->selection()->select({ SelectedItem::Kind::Group, 0 });
        m_driven->settle();
        QVERIFY(canvas(0)->marks().frames.empty());
        QVERIFY(canvas(0)->marks().selected.empty());
        focus(0);
        QVERIFY(m_document->selection()->isEmpty()); // it was a group of the other graph
    }

    void undoOfAFoldActsInItsView()
    {
        openSplit(decoder());
        const auto before = view(1)->shownGraph()->openGroups();
        trigger("view.unfoldAll");
        focus(0);
        const auto first = view(0)->shownGraph()->openGroups();
        trigger("edit.undo");
        QVERIFY(view(1)->shownGraph()->openGroups() == before);
        QVERIFY(view(0)->shownGraph()->openGroups() == first);
        QVERIFY(view(1)->isActive()); // so that the user sees what was undone
        trigger("edit.redo");
        QVERIFY(view(1)->shownGraph()->openGroups() != before);
    }

    void anEditIsShownInBoth()
    {
        openSplit(decoder());
        trigger("view.unfoldAll");
        const auto open = view(1)->shownGraph()->openGroups();
        m_document->editor()->setOn(true);
        m_document->editor()->apply(ui::makeEdit("renameNode", [](support::JsonWriter& json) {
            json.members({ { "node", "graph/node[0]" }, { "to", "gate" } });
        }));
        m_driven->settle();
        QCOMPARE(m_document->editor()->count(), 1);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(canvas(i)->content().model == m_document->model());
            QVERIFY(canvas(i)->content().scene == view(i)->shownGraph()->scene());
        }
        QVERIFY(view(1)->shownGraph()->openGroups() == open);
        m_document->editor()->discard();
        m_driven->settle();
        m_document->reload();
        m_driven->settle();
        for (int i = 0; i < 2; ++i)
            QVERIFY(canvas(i)->content().model == m_document->model());
        QVERIFY(view(1)->shownGraph()->openGroups() == open);
    }

    void optionsOfCardsAreThoseOfBoth()
    {
        openSplit(DrivenWindow::sample("residual-cnn"));
        const bool isOn = canvas(0)->content().cards.weights;
        trigger("view.weights");
        for (int i = 0; i < 2; ++i)
            QCOMPARE(canvas(i)->content().cards.weights, !isOn);
        trigger("view.weights");
        const auto direction = canvas(0)->content().scene->direction;
        trigger("view.direction"); // once, not once for each view
        for (int i = 0; i < 2; ++i)
            QVERIFY(canvas(i)->content().scene->direction != direction);
        trigger("view.direction");
    }

    void eachViewHasItsOwnColours()
    {
        openSplit(DrivenWindow::sample("residual-cnn"));
        trigger("view.colourParameters");
        QCOMPARE(view(1)->colouring(), QStringLiteral("view.colourParameters"));
        QCOMPARE(view(0)->colouring(), QStringLiteral("view.colourCategory"));
        QVERIFY(m_driven->action("view.colourParameters")->isChecked());
        focus(0);
        QVERIFY(m_driven->action("view.colourCategory")->isChecked());
        QVERIFY(!m_driven->action("view.colourParameters")->isChecked());
        trigger("edit.undo");
        QCOMPARE(view(1)->colouring(), QStringLiteral("view.colourCategory"));
        trigger("edit.redo");
        QCOMPARE(view(1)->colouring(), QStringLiteral("view.colourParameters"));
        m_driven->shoot(QStringLiteral("split-beside"));
    }

    void theActiveViewIsClosed()
    {
        openSplit(decoder());
        trigger("view.unfoldAll");
        const auto kept = view(1)->shownGraph()->openGroups();
        focus(0);
        trigger("view.closeSplit");
        QCOMPARE(split()->views().size(), 1);
        QTRY_COMPARE(m_driven->window().findChildren<ui::CanvasView*>().size(), 1);
        QVERIFY(m_document->openGroups() == kept); // the other one stayed
        QCOMPARE(canvas(0)->accessibleName(), QStringLiteral("Graph"));
        QVERIFY(!m_driven->action("view.closeSplit")->isEnabled());
        QTRY_VERIFY(canvas(0)->hasFocus());
        m_document->reveal(m_document->model()->main().nodes.back());
        m_driven->settle();
        QCOMPARE(canvas(0)->marks().selected.size(), std::size_t(1));
        trigger("view.splitBelow"); // and again
        QCOMPARE(split()->views().size(), 2);
        QVERIFY(m_driven->action("view.closeSplit")->isEnabled());
    }

    void closingTheTabOfASplitViewIsSafe()
    {
        openSplit(decoder());
        trigger("view.unfoldAll");
        m_driven->action("view.foldAll")->trigger(); // a layout is under way
        m_driven->action("file.close")->trigger();
        m_driven->settle();
        QVERIFY(m_driven->window().currentDocument() == nullptr);
    }

    void keysGoFromViewToView()
    {
        openSplit(decoder());
        canvas(0)->setFocus();
        QTRY_VERIFY(view(0)->isActive());
        trigger("go.nextPane");
        QTRY_VERIFY(canvas(1)->hasFocus());
        QVERIFY(view(1)->isActive());
        trigger("go.previousPane");
        QTRY_VERIFY(canvas(0)->hasFocus());
        QTest::keyClick(canvas(0), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        m_driven->settle();
        QCOMPARE(split()->views().size(), 1);
        QTest::keyClick(canvas(0), Qt::Key_Backslash, Qt::ControlModifier);
        m_driven->settle();
        QCOMPARE(split()->views().size(), 2);
    }

    void theMenuOfATabSplits()
    {
        m_document = m_driven->open(decoder());
        auto* bar = m_driven->window().findChild<QTabWidget*>()->findChild<QTabBar*>();
        emit bar->customContextMenuRequested(bar->tabRect(0).center());
        auto* menu = m_driven->child<QMenu>("tabMenu");
        QVERIFY(menu != nullptr);
        QVERIFY(menu->actions().contains(m_driven->action("view.splitBeside")));
        QVERIFY(menu->actions().contains(m_driven->action("view.closeSplit")));
        menu->close();
    }

    /// Another tab of the document has a graph of its own, which is active while that tab is shown.
    void aSplitViewComesBackAsItWasLeft()
    {
        openSplit(DrivenWindow::sample("residual-cnn"));
        const auto other = m_driven->open(decoder());
        QVERIFY(other != nullptr);
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        tabs->setCurrentIndex(0);
        m_driven->settle();
        QVERIFY(view(1)->isActive());
        focus(0);
        tabs->setCurrentIndex(1);
        m_driven->settle();
        tabs->setCurrentIndex(0);
        m_driven->settle();
        QVERIFY(view(0)->isActive());
        QTRY_VERIFY(canvas(0)->hasFocus());
    }

    void looksRight()
    {
        openSplit(decoder());
        trigger("view.unfoldAll");
        focus(0);
        trigger("view.foldAll");
        m_document->selection()->select(node(3));
        m_driven->settle();
        trigger("view.splitBelow");
        m_driven->shoot(QStringLiteral("split-below"));
    }
};

QTEST_MAIN(TestGraphSplit)
#include "tst_graph_split.moc"
