#include <QTest>

#include "layout/folding.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_commands.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/notes/notes.h"
#include "ui/pages/document_page.h"
#include "ui/undo/document_undo_recorder.h"
#include "ui/window/actions.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QTemporaryDir>

#include <algorithm>

using ui::SelectedItem;

/// Edit, Undo and Redo in the real window: each kind of what a user arranges.
class TestUndo : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    void trigger(const char* id)
    {
        m_driven->action(id)->trigger();
        m_driven->settle();
    }
    QString undoText() { return m_driven->action("edit.undo")->text(); }
    QString redoText() { return m_driven->action("edit.redo")->text(); }
    ui::Document* document() { return (*m_driven)->currentDocument(); }
    ui::GraphView* graph()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view());
    }
    ui::Notes* notes() { return graph()->commands()->notes(); }
    QDockWidget* dock(const char* id)
    {
        for (auto* widget = m_driven->panel(QString::fromLatin1(id))->parentWidget();
             widget != nullptr; widget = widget->parentWidget()) {
            if (auto* found = qobject_cast<QDockWidget*>(widget))
                return found;
        }
        return nullptr;
    }
    QString fileOf(int layers)
    {
        const auto path = m_files.filePath(QStringLiteral("decoder%1.onnx").arg(layers));
        testing::writeFile(path, testing::decoderModel(layers));
        return path;
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(m_driven->open(fileOf(3)) != nullptr);
        QTRY_VERIFY(document()->groupTree() != nullptr);
        QTRY_VERIFY(notes() != nullptr && notes()->isLoaded());
    }
    void cleanup() { m_driven.reset(); }

    void thereIsNothingToTakeBackAtFirst()
    {
        for (const auto* id : { "edit.undo", "edit.redo" }) {
            QVERIFY(!m_driven->action(id)->isEnabled());
            QVERIFY(!(*m_driven)->actions().reason(m_driven->action(id)).isEmpty());
        }
        // Selection and zoom are history, not arrangement.
        const auto& cards = graph()->canvas()->content().scene->groupCards;
        QVERIFY(!cards.empty()); // it opens folded
        const auto group = graph()->canvas()->content().scene->items[cards.front().box].id;
        document()->selection()->select({ SelectedItem::Kind::Group, group }, nullptr);
        graph()->canvas()->zoomBy(1.5);
        m_driven->settle();
        QVERIFY(!m_driven->action("edit.undo")->isEnabled());
    }

    void takesFoldsBack()
    {
        trigger("view.unfoldAll");
        const auto unfolding = undoText();
        const auto before = document()->openGroups();
        trigger("view.foldAll");
        QVERIFY(document()->openGroups().empty());
        QCOMPARE(undoText(), QStringLiteral("&Undo Fold All"));
        graph()->canvas()->setFocus();
        QTest::keyClick(graph()->canvas(), Qt::Key_Z, Qt::ControlModifier);
        m_driven->settle();
        QCOMPARE(document()->openGroups(), before);
        QCOMPARE(undoText(), unfolding);
        QCOMPARE(redoText(), QStringLiteral("&Redo Fold All"));
        QTest::keyClick(graph()->canvas(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        m_driven->settle();
        QVERIFY(document()->openGroups().empty());
        QVERIFY(graph()->canvas()->content().scene->frames.empty());
    }

    void saysWhichGroupWasFolded()
    {
        const auto& tree = *document()->groupTree();
        const auto layer
            = std::ranges::find(tree.groups, std::string("layers.1"), &layout::Group::title);
        QVERIFY(layer != tree.groups.end());
        const auto index = static_cast<quint32>(layer - tree.groups.begin());
        trigger("view.foldAll");
        document()->openWithAncestors(index);
        m_driven->settle();
        QCOMPARE(undoText(), QStringLiteral("&Undo Unfold layers.1"));
        document()->setGroupOpen(index, false);
        m_driven->settle();
        QCOMPARE(undoText(), QStringLiteral("&Undo Fold layers.1"));
    }

    void takesNotesAndMarksOfNodesBack()
    {
        trigger("view.unfoldAll"); // a node that is shown in a folded group unfolds it
        const SelectedItem item { SelectedItem::Kind::Node, 3 };
        notes()->setText(item, QStringLiteral("look here"));
        QVERIFY2(undoText().startsWith(QStringLiteral("&Undo Note on ")), qPrintable(undoText()));
        document()->selection()->select(item, nullptr);
        trigger("edit.toggleMark");
        QVERIFY2(undoText().startsWith(QStringLiteral("&Undo Mark ")), qPrintable(undoText()));
        trigger("edit.undo");
        QVERIFY(notes()->find(item) != nullptr && !notes()->find(item)->isMarked);
        QCOMPARE(notes()->find(item)->text, QStringLiteral("look here"));
        trigger("edit.undo");
        QVERIFY(notes()->find(item) == nullptr);
        trigger("edit.redo");
        trigger("edit.redo");
        QVERIFY(notes()->find(item)->isMarked);
        notes()->setText(item, {});
        notes()->setMarked(item, false);
    }

    void takesColoursBack()
    {
        trigger("view.colourType");
        QCOMPARE(graph()->colouring(), QStringLiteral("view.colourType"));
        QVERIFY2(undoText().startsWith(QStringLiteral("&Undo Colour by ")), qPrintable(undoText()));
        trigger("edit.undo");
        QCOMPARE(graph()->colouring(), QStringLiteral("view.colourCategory"));
        QVERIFY(m_driven->action("view.colourCategory")->isChecked());
        trigger("edit.redo");
        QCOMPARE(graph()->colouring(), QStringLiteral("view.colourType"));
    }

    void takesAFilterBackAsAWhole()
    {
        auto* line = m_driven->panel(QStringLiteral("model"))->findChild<QLineEdit*>();
        QVERIFY(line != nullptr);
        line->setFocus();
        QTest::keyClicks(line, QStringLiteral("softmax"));
        QVERIFY(!m_driven->action("edit.undo")->isEnabled()); // still typing
        QTest::keyClick(line, Qt::Key_Return);
        m_driven->settle();
        QCOMPARE(undoText(), QStringLiteral("&Undo Filter softmax"));
        trigger("edit.undo");
        QVERIFY(line->text().isEmpty());
        trigger("edit.redo");
        QCOMPARE(line->text(), QStringLiteral("softmax"));
        line->clear();
    }

    void bringsAClosedDockBack()
    {
        auto* inspector = dock("inspector");
        QVERIFY(inspector != nullptr && inspector->isVisible());
        inspector->close();
        QCOMPARE(undoText(), QStringLiteral("&Undo Close %1").arg(inspector->windowTitle()));
        trigger("edit.undo");
        QVERIFY(inspector->isVisible());
        trigger("edit.redo");
        QVERIFY(!inspector->isVisible());
        trigger("edit.undo");
    }

    void bringsAClosedTabBack()
    {
        const auto path = document()->path();
        trigger("file.close");
        QVERIFY(document() == nullptr);
        QVERIFY2(undoText().contains(QStringLiteral("decoder3.onnx")), qPrintable(undoText()));
        trigger("edit.undo");
        QVERIFY(document() != nullptr);
        QCOMPARE(document()->path(), path);
        trigger("edit.redo");
        QVERIFY(document() == nullptr);
    }

    void takesMarksInTheTimelineBack()
    {
        QVERIFY(m_driven->open(DrivenWindow::sample("residual-cnn")) != nullptr);
        QVERIFY2(
            m_driven->profile(document(), 4), qPrintable((*m_driven)->runs().progress().failure));
        const auto length = std::int64_t { 1000 };
        document()->setMarks(ui::withMark({}, { 0, length }));
        QCOMPARE(undoText(), QStringLiteral("&Undo Mark in Timeline"));
        trigger("edit.undo");
        QVERIFY(document()->marks().empty());
        trigger("edit.redo");
        QCOMPARE(document()->marks().size(), std::size_t(1));
    }

    void takesTheLaterOfWindowAndDocumentBack()
    {
        auto* inspector = dock("inspector");
        trigger("view.unfoldAll");
        const auto unfolding = undoText();
        trigger("view.foldAll");
        inspector->close();
        trigger("view.colourType");
        trigger("edit.undo");
        QCOMPARE(graph()->colouring(), QStringLiteral("view.colourCategory"));
        QVERIFY(!inspector->isVisible());
        trigger("edit.undo");
        QVERIFY(inspector->isVisible());
        QVERIFY(document()->openGroups().empty());
        trigger("edit.undo");
        QVERIFY(!document()->openGroups().empty());
        QCOMPARE(undoText(), unfolding);
        trigger("edit.redo");
        QVERIFY(document()->openGroups().empty() && inspector->isVisible());
        trigger("edit.redo");
        QVERIFY(!inspector->isVisible());
        trigger("edit.undo");
    }

    void eachDocumentHasItsOwn()
    {
        trigger("view.unfoldAll");
        trigger("view.foldAll");
        auto* first = document();
        QVERIFY(m_driven->open(fileOf(2)) != nullptr);
        QVERIFY(!m_driven->action("edit.undo")->isEnabled());
        QCOMPARE((*m_driven)->openFile(first->path()), first);
        m_driven->settle();
        QCOMPARE(undoText(), QStringLiteral("&Undo Fold All"));
        // What is read again begins anew.
        first->reload();
        QTRY_VERIFY(!m_driven->action("edit.undo")->isEnabled());
    }
};

QTEST_MAIN(TestUndo)
#include "tst_undo.moc"
