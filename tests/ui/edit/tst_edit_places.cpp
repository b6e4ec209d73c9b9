#include <QTest>

#include "tests/support/layout/big_models.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/pages/document_page.h"
#include "ui/widgets/banner.h"
#include "ui/window/tabs/document_tabs.h"

#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>
#include <map>

/// What an edit does not change stays where it is on the canvas.
class TestEditPlaces : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::Document* document() { return (*m_driven)->currentDocument(); }
    ui::ModelEditor& editor() { return *document()->editor(); }
    ui::CanvasView* canvas()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
    }
    const model::Node& node(const std::string& name)
    {
        const auto& nodes = document()->model()->nodes;
        return *std::ranges::find(nodes, name, &model::Node::name);
    }
    /// A node in the middle with one reader.
    std::string middleNode()
    {
        const auto& shown = *document()->model();
        const auto isPlain = [&](const model::Node& each) {
            return each.inputs.size() == 1 && each.outputs.size() == 1 && !each.name.empty()
                && shown.value(each.inputs[0]).producer.isValid()
                && shown.value(each.outputs[0]).uses.size() == 1;
        };
        return std::find_if(
            shown.nodes.begin() + static_cast<std::ptrdiff_t>(shown.nodes.size() / 2),
            shown.nodes.end(), isPlain)
            ->name;
    }
    std::map<std::string, layout::Rect> places()
    {
        const auto scene = document()->scene();
        std::map<std::string, layout::Rect> found;
        for (std::size_t box = 0; box < scene->boxCount(); ++box)
            if (const auto id = scene->items[box].node(); id.isValid())
                found[document()->model()->node(id).name] = scene->boxes[box];
        return found;
    }
    /// The cards that are marked as different from the file.
    QStringList marks()
    {
        QStringList found;
        for (const auto& [id, badges] : *canvas()->content().badges)
            for (const auto& badge : badges)
                if (badge.text == "ADDED" || badge.text == "CHANGED")
                    found += QString::fromStdString(
                        document()->model()->nodes[id].name + " " + badge.text);
        found.sort();
        return found;
    }
    void apply(ui::ModelEdit edit)
    {
        std::string refusal;
        editor().apply(std::move(edit), [&](const support::Result<void>& done) {
            refusal = done ? "" : done.error().message();
        });
        m_driven->settle();
        QVERIFY2(refusal.empty(), refusal.c_str());
    }
    ui::ModelEdit editOf(const QString& kind, const std::string& name)
    {
        const auto& shown = *document()->model();
        const auto output = shown.value(node(name).outputs[0]).name;
        using support::JsonWriter;
        if (kind == "rename")
            return ui::makeEdit("renameNode", [&](JsonWriter& json) {
                json.members({ { "node", name }, { "to", name + "_" } });
            });
        if (kind == "bypass")
            return ui::makeEdit("bypassNode", [&](JsonWriter& json) {
                json.members({ { "node", name } });
            });
        if (kind == "output")
            return ui::makeEdit("addGraphOutput", [&](JsonWriter& json) {
                json.members({ { "value", output } });
            });
        return ui::makeEdit("insertNode", [&](JsonWriter& json) {
            json.members({ { "type", "Relu" }, { "value", output } });
        });
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        const auto path = m_files.filePath(QStringLiteral("model.onnx"));
        testing::writeFile(path, testing::bigModel(testing::BigVariant::Scoped, 300).bytes);
        QVERIFY(m_driven->open(path) != nullptr);
        document()->unfoldAll();
        editor().setOn(true);
        m_driven->settle();
        // The banner above the graph comes with the first edit, and makes the canvas smaller.
        apply(editOf("rename", middleNode()));
        QVERIFY(editor().isModified());
        m_driven->shoot(QStringLiteral("edit-places")); // the other theme has other heights, too
    }
    void cleanupTestCase()
    {
        editor().discard();
        m_driven.reset();
    }

    void keepsPlacesAndView_data()
    {
        QTest::addColumn<QString>("kind");
        for (const auto* const kind : { "rename", "insert", "bypass", "output" })
            QTest::newRow(kind) << kind;
    }
    void keepsPlacesAndView()
    {
        QFETCH(QString, kind);
        const auto name = middleNode();
        const auto id = static_cast<quint32>(&node(name) - document()->model()->nodes.data());
        const auto count = editor().count();
        document()->selection()->select({ ui::SelectedItem::Kind::Node, id });
        // In the middle, so that nothing moves the view to show it.
        const auto centre = places().at(name).centre();
        canvas()->setView(ui::centredOn(canvas()->view(), { double(centre.x), double(centre.y) }));
        m_driven->settle();
        const auto scene = document()->scene();
        const auto before = places();
        const auto view = canvas()->view();
        const auto open = document()->openGroups();
        apply(editOf(kind, name));
        QVERIFY(document()->scene() != scene);
        std::size_t stayed = 0;
        for (const auto& [each, rect] : places()) {
            const auto known = before.find(each);
            if (known == before.end())
                continue;
            ++stayed;
            QVERIFY2(rect == known->second, each.c_str());
        }
        QVERIFY(stayed + 1 >= before.size() && stayed > 200);
        QCOMPARE(canvas()->view().origin, view.origin);
        QCOMPARE(canvas()->view().zoom, view.zoom);
        QVERIFY(document()->openGroups() == open);
        m_driven->shoot(QStringLiteral("edit-places-") + kind);
        // The picture of the state before is kept.
        editor().undo();
        m_driven->settle();
        QCOMPARE(document()->scene(), scene);
        QCOMPARE(editor().count(), count);
        QCOMPARE(canvas()->view().origin, view.origin);
        QCOMPARE(document()->selection()->current().id, id); // also of a node that was removed
    }

    void cardsSayWhatDiffersFromTheFile()
    {
        QCOMPARE(marks().size(), 1); // of the edit that made the banner
        editor().goTo(0);
        m_driven->settle();
        QCOMPARE(marks(), QStringList());
        const auto name = middleNode();
        const auto [user, input] = document()->model()->value(node(name).outputs[0]).uses.front();
        const auto reader = document()->model()->node(user).name;
        apply(editOf("insert", name));
        const auto inserted = document()->model()->value(node(reader).inputs[input]).producer;
        QStringList expected { QString::fromStdString(
                                   document()->model()->node(inserted).name + " ADDED"),
            QString::fromStdString(reader + " CHANGED") };
        expected.sort();
        QCOMPARE(marks(), expected);
        m_driven->shoot(QStringLiteral("edit-changed"));
        editor().undo();
        m_driven->settle();
        QCOMPARE(marks(), QStringList());
        apply(editOf("rename", name));
        QCOMPARE(marks(), QStringList { QString::fromStdString(name + "_ CHANGED") });
        editor().undo();
        m_driven->settle();
    }

    void aBannerDoesNotMoveThePicture_data()
    {
        QTest::addColumn<bool>("isAsOpened");
        QTest::newRow("as opened") << true;
        QTest::newRow("moved") << false;
    }
    void aBannerDoesNotMoveThePicture()
    {
        QFETCH(bool, isAsOpened);
        DrivenWindow other;
        auto* const opened = other.open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(opened != nullptr);
        opened->editor()->setOn(true);
        other.settle();
        auto* const view = qobject_cast<ui::GraphView*>(other->currentPage()->view())->canvas();
        auto* const banner = other.child<ui::Banner>("editBanner");
        if (!isAsOpened)
            view->zoomBy(1.1);
        QTest::mouseMove(view, QPoint(20, 20));
        opened->selection()->select({ ui::SelectedItem::Kind::Node, 2 });
        other.settle();
        const auto place = [&] {
            const auto scene = opened->scene();
            const auto box
                = std::ranges::find(scene->items, model::NodeId(2u), &layout::Item::node);
            const auto& rect = scene->boxes[std::size_t(box - scene->items.begin())];
            return view->mapToGlobal(toScreen(view->view(), rect).topLeft());
        };
        const auto still = place();
        const auto moved = [&] {
            other.settle();
            return (place() - still).manhattanLength();
        };
        const auto height = view->height();
        opened->editor()->apply(ui::makeEdit("addGraphOutput", [&](support::JsonWriter& json) {
            json.members(
                { { "value", opened->model()->value(opened->model()->nodes[2].outputs[0]).name } });
        }));
        QTRY_VERIFY(moved() < 0.01);
        QVERIFY(banner->isVisible() && view->height() < height);
        opened->editor()->undo();
        QTRY_VERIFY(moved() < 0.01);
        QVERIFY(!banner->isVisible() && view->height() == height);
        opened->editor()->redo();
        QTRY_VERIFY(moved() < 0.01);
        QVERIFY(banner->isVisible());
        emit banner->dismissed();
        QTRY_VERIFY(moved() < 0.01);
        QVERIFY(!banner->isVisible());
        opened->editor()->discard();
    }

    /// Of two views one is placed with the edit, the other one by a job of its own.
    void theOtherViewKeepsItsPlacesToo()
    {
        m_driven->action("view.splitBeside")->trigger();
        m_driven->settle();
        document()->foldAll(); // in the added view, which is active
        m_driven->settle();
        auto* const other = document()->shownGraphs().back();
        QVERIFY(document()->shownGraph() == other);
        document()->activate(document()->shownGraphs().front());
        const auto cardsOf = [this, other] {
            std::map<std::string, layout::Rect> found;
            const auto scene = other->scene();
            for (std::size_t box = 0; box < scene->boxCount(); ++box) {
                const auto& item = scene->items[box];
                if (item.isGroup())
                    found[std::to_string(scene->groups->groups[item.id].key)] = scene->boxes[box];
                else if (item.node().isValid())
                    found[document()->model()->node(item.node()).name] = scene->boxes[box];
            }
            return found;
        };
        const auto before = cardsOf();
        const auto scene = other->scene();
        QVERIFY(before.size() > 3);
        apply(editOf("output", middleNode()));
        QVERIFY(other->scene() != nullptr && other->scene() != scene);
        QCOMPARE(other->scene()->boxCount(), scene->boxCount() + 1); // the output
        QVERIFY(cardsOf() == before);
        m_driven->shoot(QStringLiteral("edit-places-split"));
        editor().undo();
        m_driven->settle();
        QVERIFY(cardsOf() == before);
        document()->activate(other);
        m_driven->action("view.closeSplit")->trigger();
        m_driven->settle();
        QCOMPARE(document()->shownGraphs().size(), 1);
    }

    /// What was unfolded in the dock stays so.
    void theModelDockStaysUnfolded()
    {
        auto* const view = m_driven->panel<ui::ExplorerPanel>()->view();
        const auto rowsOf = [view] {
            QStringList rows;
            for (auto row = view->model()->index(0, 0); row.isValid(); row = view->indexBelow(row))
                rows += row.data().toString();
            return rows;
        };
        const auto graph = view->model()->index(0, 0);
        auto group = view->model()->index(0, 0, graph);
        while (group.isValid() && view->model()->rowCount(group) == 0)
            group = group.siblingAtRow(group.row() + 1);
        QVERIFY(group.isValid());
        view->expand(group);
        const auto before = rowsOf();
        apply(editOf("output", middleNode()));
        QCOMPARE(rowsOf(), before);
        editor().undo();
        m_driven->settle();
        QCOMPARE(rowsOf(), before);
    }

    void isArrangedAnewAsAnOpenedFile()
    {
        auto* const action = m_driven->action("view.arrangeAnew");
        QVERIFY(action != nullptr && !action->shortcut().isEmpty());
        for (const auto* const kind : { "insert", "output", "bypass" })
            apply(editOf(QString::fromLatin1(kind), middleNode()));
        const auto edited = document()->scene();
        action->trigger();
        m_driven->settle();
        const auto arranged = document()->scene();
        QVERIFY(arranged->boxes != edited->boxes);
        const auto path = m_files.filePath(QStringLiteral("saved.onnx"));
        bool isSaved = false;
        editor().save(path, {}, [&](const support::Result<void>& done) { isSaved = bool(done); });
        m_driven->settle();
        QVERIFY(isSaved);
        QCOMPARE(marks(), QStringList()); // nothing differs from the file now
        DrivenWindow other;
        auto* const opened = other.open(path);
        QVERIFY(opened != nullptr);
        opened->unfoldAll();
        other.settle();
        QCOMPARE(opened->scene()->boxes, arranged->boxes);
        QVERIFY(opened->scene()->points == arranged->points);
        // Taking an edit back does not bring the places from before the arranging.
        const auto places = this->places();
        editor().undo();
        m_driven->settle();
        for (const auto& [name, rect] : this->places())
            if (const auto known = places.find(name); known != places.end())
                QVERIFY2(rect == known->second, name.c_str());
    }
};

QTEST_MAIN(TestEditPlaces)
#include "tst_edit_places.moc"
