#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/inspector_view.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/tables/table_view.h"
#include "ui/tensors/tensor_page.h"
#include "ui/window/actions.h"
#include "ui/window/panels.h"

#include <QFile>
#include <QFrame>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <atomic>
#include <thread>

using ui::SelectedItem;

namespace {

namespace wire = testing::wire;

constexpr int floats = 1;
constexpr std::uint32_t nodeName = 3;

SelectedItem node(std::uint32_t id) { return { SelectedItem::Kind::Node, id }; }

/// Opens a protected member to the test.
struct Signals : QObject {
    using QObject::receivers;
};

/// `count` operators in a chain, `a0`, `a1`, …, of which number `first` comes first; a weight is
/// added to the last.
std::string chain(int count, int first = 0)
{
    std::string graph = wire::bytes(2, "g");
    std::string value = "x";
    for (int i = 0; i < count; ++i) {
        const auto name = "a" + std::to_string(first + i);
        graph += wire::nodeField("Relu", { value }, { name }, wire::bytes(nodeName, name));
        value = name;
    }
    graph += wire::nodeField("Add", { value, "w" }, { "y" }, wire::bytes(nodeName, "last"));
    graph += wire::initializerField(
        wire::tensor("w", floats, { 2 }, wire::bytes(9, std::string(8, '\1'))));
    graph += wire::inputField("x", wire::tensorType(floats, { 2 }));
    graph += wire::outputField("y", wire::tensorType(floats, { 2 }));
    return wire::model(graph);
}

bool write(const QString& path, const std::string& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly)
        && file.write(bytes.data(), static_cast<qint64>(bytes.size()))
        == static_cast<qint64>(bytes.size());
}

/// Every id of an item lies in what the document has now.
bool isThere(const ui::Document& document, const SelectedItem& item)
{
    using Kind = SelectedItem::Kind;
    const auto model = document.model();
    const auto groups = document.groupTree();
    switch (item.kind) {
    case Kind::Node:
        return model != nullptr && item.id < model->nodes.size();
    case Kind::Value:
        return model != nullptr && item.id < model->values.size();
    case Kind::Graph:
        return model != nullptr && item.id < model->graphs.size();
    case Kind::Group:
        return groups != nullptr && item.id < groups->groups.size();
    case Kind::Step:
        return document.profile() != nullptr && item.id < document.profile()->steps.size();
    case Kind::Event:
        return document.profile() != nullptr;
    case Kind::None:
        return true;
    }
    return false;
}

} // namespace

/// What names nodes, groups, steps or documents goes when they go: files that become smaller, tabs
/// that close, other graphs, other runs.
class TestStateOwner : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    QString path(const char* name) const { return m_files->filePath(QString::fromLatin1(name)); }
    void trigger(const char* id)
    {
        m_driven->action(id)->trigger();
        m_driven->settle();
    }
    void showEveryPanel()
    {
        for (const auto& spec : ui::panelSpecs()) {
            m_driven->showPanel(QString::fromLatin1(spec.id));
            QTest::qWait(1);
        }
    }
    ui::CanvasView* canvas()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
    }
    ui::Document* openChain(int count)
    {
        return write(path("m.onnx"), chain(count)) ? m_driven->open(path("m.onnx")) : nullptr;
    }
    void replace(const std::string& bytes)
    {
        QVERIFY(write(path("m.onnx"), bytes));
        trigger("file.reload");
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        m_files = std::make_unique<QTemporaryDir>();
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup() { m_driven.reset(); }

    void theHistoryDoesNotLeadOutOfASmallerModel()
    {
        auto* document = openChain(100);
        QVERIFY(document != nullptr);
        showEveryPanel();
        for (const std::uint32_t id : { 90U, 95U, 3U, 97U })
            document->selection()->select(node(id));
        replace(chain(9));
        showEveryPanel();
        QCOMPARE(document->model()->nodes.size(), std::size_t(10));
        for (int i = 0; i < 10; ++i) {
            trigger(i % 3 == 2 ? "go.forward" : "go.back");
            for (const auto& item : document->selection()->items())
                QVERIFY(isThere(*document, item));
            QVERIFY(isThere(*document, document->selection()->current()));
        }
    }

    void whatIsSelectedIsFollowedByItsName()
    {
        auto* document = openChain(20);
        document->selection()->select(node(4)); // a4
        document->selection()->select(node(10)); // a10
        replace(chain(20, 8)); // a8 to a27: a10 is the third, a4 is gone
        const auto current = document->selection()->current();
        QVERIFY(current.isNode());
        QCOMPARE(document->model()->nodes[current.id].name, std::string("a10"));
        QVERIFY(!document->selection()->canGoBack());
    }

    void aReloadKeepsWhereThePictureIs()
    {
        auto* document = openChain(60);
        document->selection()->select(node(30));
        m_driven->settle();
        auto* canvas = this->canvas();
        canvas->setView(ui::zoomedAt(ui::panned(canvas->view(), { 37, -55 }), 0.8, { 100, 100 }));
        const auto zoom = canvas->view().zoom;
        const auto before = canvas->boxRect(canvas->content().scene->find(model::NodeId(30U)));
        replace(chain(55, 5)); // five less before it
        QCOMPARE(document->model()->nodes[25].name, std::string("a30"));
        QCOMPARE(canvas->view().zoom, zoom);
        const auto after = canvas->boxRect(canvas->content().scene->find(model::NodeId(25U)));
        QVERIFY2((after.center() - before.center()).manhattanLength() < 2,
            qPrintable(QStringLiteral("%1, %2 became %3, %4")
                           .arg(before.x())
                           .arg(before.y())
                           .arg(after.x())
                           .arg(after.y())));
        QCOMPARE(document->selection()->current(), node(25));
        // Without what was selected and all that was seen it is another picture.
        replace(wire::model(wire::bytes(2, "g") + wire::nodeField("Relu", { "in" }, { "out" })
            + wire::inputField("in", wire::tensorType(floats, { 2 }))
            + wire::outputField("out", wire::tensorType(floats, { 2 }))));
        QCOMPARE(canvas->view().zoom, 1.0);
        QCOMPARE(canvas->visibleBoxes().size(), std::size_t(3));
    }

    void aReloadKeepsWhatIsUnfolded()
    {
        const auto file = path("cnn.onnx");
        QVERIFY(QFile::copy(DrivenWindow::sample("residual-cnn"), file));
        auto* document = m_driven->open(file);
        QVERIFY(document != nullptr);
        auto* canvas = this->canvas();
        const auto cards = canvas->content().scene->groupCards;
        QVERIFY(!cards.empty());
        const auto& items = canvas->content().scene->items;
        const auto found = std::ranges::find_if(items, &layout::Item::isGroup);
        document->setGroupOpen(found->id, true);
        m_driven->settle();
        const auto open = document->openGroups();
        const auto frames = canvas->content().scene->frames.size();
        QVERIFY(frames > 0);
        const auto box = canvas->visibleBoxes().front();
        const auto before = canvas->boxRect(box);
        const auto model = document->model();
        trigger("file.reload");
        QVERIFY(document->model() != model);
        QCOMPARE(document->openGroups(), open);
        QCOMPARE(canvas->content().scene->frames.size(), frames);
        QVERIFY((canvas->boxRect(box).center() - before.center()).manhattanLength() < 2);
    }

    void aGroupIsForgottenWithItsGraph()
    {
        auto* document = m_driven->open(DrivenWindow::sample("control-flow"));
        QVERIFY(document != nullptr);
        const auto main = document->currentGraph();
        model::GraphId body;
        for (const auto& graph : document->model()->graphs) {
            if (graph.role == model::Graph::Role::Subgraph)
                body = graph.id;
        }
        QVERIFY(body.isValid());
        document->selection()->select({ SelectedItem::Kind::Node, 0 });
        document->enterGraph(body);
        m_driven->settle();
        QVERIFY(document->groupTree() != nullptr);
        document->selection()->select({ SelectedItem::Kind::Group, 0 });
        document->enterGraph(main);
        m_driven->settle();
        QVERIFY(!document->selection()->current().isGroup());
        document->selection()->select({ SelectedItem::Kind::Node, 1 });
        trigger("go.back"); // to the group: in its graph
        QVERIFY(document->selection()->current().isGroup());
        QCOMPARE(document->currentGraph(), body);
        trigger("go.back");
        QVERIFY(document->selection()->current().isNode());
        QCOMPARE(document->currentGraph(), main);
    }

    void stepsAreForgottenWithTheirRun()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(document, 3));
        document->selection()->select({ SelectedItem::Kind::Step, 2 });
        document->selection()->select(node(1));
        document->selection()->select({ SelectedItem::Kind::Step, 3 });
        QVERIFY(m_driven->profile(document, 3));
        QVERIFY(document->selection()->isEmpty());
        for (int i = 0; i < 3; ++i) {
            trigger("go.back");
            QVERIFY(!document->selection()->current().isOfProfile());
        }
    }

    void aTensorIsFollowedByItsName()
    {
        auto* document = openChain(30);
        const auto weight = document->model()->main().initializers.front();
        document->openTensor(weight);
        m_driven->settle();
        auto* tabs = (*m_driven)->findChild<QTabWidget*>();
        auto* page = qobject_cast<ui::TensorPage*>(tabs->currentWidget());
        QVERIFY(page != nullptr && page->content() != nullptr);
        replace(chain(3));
        QCOMPARE(document->model()->value(page->value()).name, std::string("w"));
        QVERIFY(page->content() != nullptr);
        // A model without it: what was read stays, and is said to be old.
        replace(wire::model(wire::bytes(2, "g") + wire::nodeField("Relu", { "x" }, { "y" })
            + wire::inputField("x", wire::tensorType(floats, { 2 }))
            + wire::outputField("y", wire::tensorType(floats, { 2 }))));
        QVERIFY(!page->value().isValid());
        QVERIFY2(shownWords(*page).contains(QStringLiteral("no value of this name")),
            qPrintable(shownWords(*page)));
        page->show(ui::TensorPage::View::Lines);
        page->show(ui::TensorPage::View::HeatMap);
        m_driven->settle();
    }

    void aPinnedInspectorFollowsItsNode()
    {
        auto* document = openChain(40);
        document->selection()->select(node(35));
        m_driven->showPanel(QStringLiteral("inspector"));
        m_driven->settle();
        auto* panel = m_driven->panel<ui::InspectorPanel>();
        for (auto* button : panel->titleTools()->findChildren<QToolButton*>()) {
            if (button->isCheckable())
                button->click();
        }
        auto* pinned = panel->findChild<ui::InspectorView*>(QStringLiteral("pinnedInspector"));
        QVERIFY(pinned != nullptr);
        QCOMPARE(pinned->items(), QList { node(35) });
        replace(chain(10, 30));
        QCOMPARE(pinned->items(), QList { node(5) });
        replace(chain(3));
        QVERIFY(pinned->items().isEmpty());
    }

    void aStoppedReloadChangesNothing()
    {
        auto* document = openChain(10);
        const auto model = document->model();
        const auto problems = document->problems().size();
        // The reload waits behind others, and is stopped before it begins.
        std::atomic<bool> mayEnd = false;
        for (unsigned i = 0; i < std::thread::hardware_concurrency() + 8; ++i)
            m_driven->window().jobs().start<int>(
                this, QStringLiteral("wait %1").arg(i), QStringLiteral("Waiting"),
                [&mayEnd](std::stop_token, const support::Progress&) -> support::Result<int> {
                    mayEnd.wait(false);
                    return 0;
                },
                [](const support::Result<int>&) {});
        document->reload();
        m_driven->window().jobs().cancelAll(document);
        mayEnd = true;
        mayEnd.notify_all();
        m_driven->settle();
        QCOMPARE(document->state(), ui::Document::State::Ready);
        QVERIFY(document->failure().isEmpty());
        QCOMPARE(document->problems().size(), problems);
        QCOMPARE(document->model(), model);
    }

    void aFailedReloadKeepsTheOtherProblems()
    {
        auto* document = openChain(10);
        const auto problems = document->problems().size();
        replace("this is no model");
        QCOMPARE(document->problems().size(), problems + 1);
        QCOMPARE(document->problems().front().code, std::string("file-unreadable"));
        replace(chain(10));
        QCOMPARE(document->problems().size(), problems);
    }

    void problemsOfARunGoWithTheFile()
    {
        auto* document = openChain(10);
        const auto problems = document->problems().size();
        document->setRunProblems({ { support::Severity::Error, "run-failed",
            { {}, {}, {}, {}, {}, {} }, "node 7 failed", {} } });
        QCOMPARE(document->problems().size(), problems + 1);
        replace(chain(10));
        QCOMPARE(document->problems().size(), problems);
    }

    void aProfileThatWasReadAgainHasNoBanner()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(document, 3) && m_driven->profile(document, 4));
        QVERIFY(QFile::copy(document->runs()[0].path, path("p.opscope")));
        QVERIFY(QFile::copy(document->runs()[1].path, path("other.opscope")));
        trigger("file.close"); // else it is asked whether the profile belongs to it
        document = m_driven->open(path("p.opscope"));
        QVERIFY(document != nullptr && document->kind() == ui::Document::Kind::Profile);
        auto* banner = (*m_driven)->currentPage()->findChild<QFrame*>(QStringLiteral("banner"));
        QVERIFY(!banner->isVisible());
        QVERIFY(QFile::remove(path("p.opscope")));
        QVERIFY(QFile::copy(path("other.opscope"), path("p.opscope")));
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), DrivenWindow::patience);
        trigger("file.reload");
        QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), DrivenWindow::patience);
    }

    void closedTabsAreLeftByEveryPanel()
    {
        showEveryPanel();
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(document, 3));
        showEveryPanel();
        document->selection()->select(node(40));
        auto* other = openChain(3);
        showEveryPanel();
        other->selection()->select(node(1));
        trigger("file.close");
        showEveryPanel();
        QCOMPARE((*m_driven)->currentDocument(), document);
        trigger("go.back");
        trigger("file.close");
        showEveryPanel();
        trigger("go.forward");
        QVERIFY((*m_driven)->currentDocument() == nullptr);
    }

    void oneFailurePageAtATime()
    {
        QVERIFY(write(path("bad.onnx"), "<html></html>"));
        auto* document = m_driven->open(path("bad.onnx"));
        QCOMPARE(document->state(), ui::Document::State::Failed);
        for (int i = 0; i < 3; ++i)
            trigger("file.reload");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const auto pages
            = (*m_driven)->currentPage()->findChildren<QWidget*>(QStringLiteral("failurePage"));
        QCOMPARE(pages.size(), 1);
    }

    /// Ten panels follow the tab: what they hear of a selection must not grow with each switch.
    void panelsAreConnectedOnce()
    {
        auto* first = m_driven->open(DrivenWindow::sample("residual-cnn"));
        m_driven->open(DrivenWindow::sample("control-flow"));
        auto* tabs = (*m_driven)->findChild<QTabWidget*>();
        const auto heard = [&] {
            return (first->selection()->*(&Signals::receivers))(SIGNAL(changed(const QObject*)));
        };
        tabs->setCurrentIndex(0);
        m_driven->settle();
        const int once = heard();
        for (int i = 0; i < 20; ++i)
            tabs->setCurrentIndex(i % 2);
        tabs->setCurrentIndex(0);
        m_driven->settle();
        QCOMPARE(heard(), once);
    }

    void backCrossesTabs()
    {
        auto* document = openChain(10);
        auto* tabs = (*m_driven)->findChild<QTabWidget*>();
        document->selection()->select(node(2));
        document->openTensor(document->model()->main().initializers.front());
        m_driven->settle();
        QVERIFY(qobject_cast<ui::TensorPage*>(tabs->currentWidget()) != nullptr);
        QVERIFY(document->selection()->current().isValue());
        trigger("go.back"); // one step: it was one click
        QCOMPARE(tabs->currentWidget(), static_cast<QWidget*>((*m_driven)->currentPage()));
        QCOMPARE(document->selection()->current(), node(2));
        trigger("go.forward");
        QVERIFY(qobject_cast<ui::TensorPage*>(tabs->currentWidget()) != nullptr);
        // Closed: passed over.
        document->selection()->select(node(3));
        trigger("file.close");
        QCOMPARE(tabs->count(), 1);
        trigger("go.back");
        QVERIFY(isThere(*document, document->selection()->current()));
        trigger("file.close");
        QVERIFY(!m_driven->action("go.back")->isEnabled());
    }
};

QTEST_MAIN(TestStateOwner)
#include "tst_state_owner.moc"
