#include <QPlainTextEdit>
#include <QTest>

#include "tests/support/ui/graph_fixture.h"
#include "ui/canvas/graph_commands.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/canvas/tools/minimap.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/notes/notes.h"

#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace ui;
using Kind = SelectedItem::Kind;

/// What can be done with the selection of a graph, through the window's actions.
class TestGraphCommands : public QObject, private GraphFixture {
    Q_OBJECT

private slots:
    void init()
    {
        makeContext();
        m_context->showStatus = [this](const QString& text, const char*) { m_said = text; };
        openSample("residual-cnn");
    }

    void cleanup() { reset(); }

    void selectsAncestorsAndDescendants()
    {
        const auto& nodes = m_document->model()->main().order;
        select(nodes.back());
        trigger("edit.selectProducers");
        QVERIFY(selectedCount() > nodes.size() / 2);
        select(nodes.front());
        trigger("edit.selectReaders");
        QVERIFY(selectedCount() > nodes.size() / 2);
        QCOMPARE(m_document->selection()->current().id, nodes.front().value());
    }

    void selectsThePathBetweenTwo()
    {
        const auto& nodes = m_document->model()->main().order;
        select(nodes.front());
        trigger("edit.selectBetween");
        QVERIFY2(m_said.contains("two ends"), qPrintable(m_said));
        m_document->selection()->toggle({ Kind::Node, nodes.back().value() });
        trigger("edit.selectBetween");
        QVERIFY(selectedCount() > 2);
        QVERIFY(m_document->selection()->contains({ Kind::Node, nodes.front().value() }));
        QVERIFY(m_document->selection()->contains({ Kind::Node, nodes.back().value() }));
    }

    void marksNeighboursAsFarAsAsked()
    {
        select(m_document->model()->main().order[4]);
        const auto near = m_view->canvas()->marks().readers.size();
        trigger("view.neighbours3");
        QVERIFY(m_view->canvas()->marks().readers.size() > near);
        QVERIFY(m_actions->action("view.neighbours3")->isChecked());
        QVERIFY(!m_actions->action("view.neighbours1")->isChecked());
        trigger("edit.selectNeighbours");
        QVERIFY(selectedCount() > 3);
    }

    void isolatesTheSelection()
    {
        select(m_document->model()->main().order[4]);
        const auto before = m_view->canvas()->grab().toImage();
        m_actions->action("view.isolate")->trigger();
        QVERIFY(m_view->canvas()->isIsolating());
        QTRY_VERIFY(m_view->canvas()->isSettled());
        QVERIFY(m_view->canvas()->grab().toImage() != before);
    }

    void goesBackToWhereItWas()
    {
        auto* canvas = m_view->canvas();
        const auto& nodes = m_document->model()->main().order;
        select(nodes.front());
        rest();
        const auto first = canvas->view();
        select(nodes.back());
        rest();
        QVERIFY(canvas->view().origin != first.origin);
        m_document->selection()->goBack();
        rest();
        QCOMPARE(m_document->selection()->current().id, nodes.front().value());
        QCOMPARE(canvas->view().origin, first.origin);
        trigger("view.fit"); // a jump of the view is a step too
        rest();
        QVERIFY(canvas->view().zoom < first.zoom);
        m_document->selection()->goBack();
        rest();
        QCOMPARE(canvas->view().zoom, first.zoom);
        QCOMPARE(canvas->view().origin, first.origin);
    }

    void putsANoteOnTheCard()
    {
        const auto node = m_document->model()->main().order[2];
        select(node);
        QTRY_VERIFY(m_view->commands()->notes()->isLoaded());
        trigger("edit.addNote");
        auto* dialog = m_view->canvas()->findChild<ui::NoteDialog*>();
        QVERIFY(dialog != nullptr);
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTest::keyClicks(dialog->edit(), QStringLiteral("too slow"));
        dialog->accept();
        trigger("edit.toggleMark");
        const auto& badges = *m_view->canvas()->content().badges;
        const auto found = badges.find(node.value());
        QVERIFY(found != badges.end());
        QCOMPARE(found->second.size(), std::size_t(2));
        QCOMPARE(found->second.front().text, std::string("NOTE"));
        m_document->selection()->clear();
        trigger("go.notes");
        auto* list = m_view->canvas()->findChild<ChoiceList*>();
        QVERIFY(list != nullptr);
        QVERIFY(list->list()->model()->index(0, 0).data().toString().contains("too slow"));
        QTest::keyClick(list->filter(), Qt::Key_Return);
        QCOMPARE(m_document->selection()->current().id, node.value());
    }

    void choosesFromAFilteredList()
    {
        auto* list = new ChoiceList("Readers", { "one <b>", "two", "twelve" }, m_view.get());
        QSignalSpy chosen(list, &ChoiceList::chosen);
        list->popUp({ 10, 10 });
        QTest::keyClicks(list->filter(), "TW");
        QCOMPARE(list->list()->model()->rowCount(), 2);
        QTest::keyClick(list->filter(), Qt::Key_Down);
        QTest::keyClick(list->filter(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 2);
    }

    void showsSearchHitsInTheMinimap()
    {
        auto* map = m_view->minimap();
        map->show();
        const auto& nodes = m_document->model()->main().nodes;
        QTRY_VERIFY(map->isSettled());
        const auto before = map->grab().toImage();
        const auto last = m_view->canvas()->content().scene->find(nodes.back());
        map->setHits({ { 0, 1, false }, { last, 1, false } });
        QCOMPARE(map->hitCount(), std::size_t(2));
        QVERIFY(map->grab().toImage() != before);
        map->setHits({});
        QCOMPARE(map->grab().toImage(), before);
    }

    void coloursByWhatIsKnownWithoutARun_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("isHeat");
        QTest::newRow("type") << "view.colourType" << false;
        QTest::newRow("parameters") << "view.colourParameters" << true;
        QTest::newRow("flops") << "view.colourFlops" << true;
        QTest::newRow("bytes") << "view.colourBytes" << true;
    }
    void coloursByWhatIsKnownWithoutARun()
    {
        QFETCH(QString, id);
        QFETCH(bool, isHeat);
        const auto before = m_view->canvas()->painter()->boxColours();
        m_actions->action(id)->trigger();
        QTRY_VERIFY(m_view->canvas()->content().overlay != nullptr && m_jobs->isIdle());
        QCOMPARE(m_view->colouring(), id);
        QCOMPARE(m_view->canvas()->content().isHeat(), isHeat);
        QVERIFY(m_view->canvas()->painter()->boxColours() != before);
        QVERIFY(m_actions->action(id)->isChecked());
    }

private:
    void select(model::NodeId node)
    {
        m_document->selection()->select({ Kind::Node, node.value() });
    }
    std::size_t selectedCount() { return std::size_t(m_document->selection()->items().size()); }
    /// Until nothing moves and the resting place was noticed.
    void rest() { QTest::qWait(700); }

    QString m_said;
};

QTEST_MAIN(TestGraphCommands)
#include "tst_graph_commands.moc"
