#include "tests/soak/window_actions.h"

#include "tests/soak/files.h"
#include "tests/soak/random.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/find/find_panel.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/run/run_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/tabs/document_tabs.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>

#include <array>

namespace soak {

namespace {

struct Act {
    ui::MainWindow& window;
    Files& files;
    Random& random;
    const Tell& tell;

    ui::DocumentTabs& tabs() const { return *window.findChild<ui::DocumentTabs*>(); }
    ui::Document* document() const { return window.currentDocument(); }
    ui::CanvasView* canvas() const
    {
        auto* page = window.currentPage();
        auto* view = page == nullptr ? nullptr : qobject_cast<ui::GraphView*>(page->view());
        return view == nullptr ? nullptr : view->canvas();
    }
    void trigger(const char* id) const
    {
        auto* action = window.actions().action(QString::fromLatin1(id));
        tell(
            QString::fromLatin1(id) + (action->isEnabled() ? QString() : QStringLiteral(" (off)")));
        action->trigger();
    }
    void triggerOneOf(const QList<const char*>& ids) const { trigger(random.of(ids)); }
};

void openFile(const Act& act)
{
    if (act.random.chance(20))
        return act.trigger("file.open");
    const auto path = act.files.any(act.random);
    act.tell(QStringLiteral("opens ") + path);
    act.window.openFile(path);
}

void triggerAny(const Act& act)
{
    static const QList<QString> left { QStringLiteral("file.quit"), QStringLiteral("window.new"),
        QStringLiteral("window.moveTab"), QStringLiteral("file.print") };
    QList<QAction*> enabled;
    for (auto* action : act.window.actions().all())
        if (action->isEnabled() && !left.contains(action->objectName()))
            enabled += action;
    auto* chosen = act.random.of(enabled);
    act.tell(chosen->objectName());
    chosen->trigger();
}

void clickBox(const Act& act)
{
    auto* canvas = act.canvas();
    const auto boxes = canvas == nullptr ? std::vector<std::uint32_t>() : canvas->visibleBoxes();
    if (boxes.empty())
        return triggerAny(act);
    const auto box = boxes[std::size_t(act.random.below(qsizetype(boxes.size())))];
    const auto at = canvas->boxRect(box).toRect().intersected(canvas->rect()).center();
    const int way = act.random.below(6);
    act.tell(QStringLiteral("way %1 with box %2 of %3").arg(way).arg(box).arg(boxes.size()));
    if (way == 0)
        return doubleClick(canvas, at);
    if (way == 1)
        return drag(canvas, at, act.random.in(canvas->rect()));
    click(canvas, at, Qt::LeftButton, way == 2 ? Qt::ControlModifier : Qt::NoModifier);
}

void run(const Act& act)
{
    act.triggerOneOf({ "run.profile", "run.profile", "run.profile", "run.once", "run.check",
        "run.stop", "run.stop", "run.verifyTiers", "run.statistics", "run.sweep" });
}

void fold(const Act& act)
{
    act.triggerOneOf({ "view.fold", "view.unfold", "view.foldAll", "view.unfoldAll",
        "view.unfoldLevel", "view.fit", "view.fitSelection", "view.zoomIn", "view.zoomOut",
        "view.direction", "view.arrangeAnew", "go.enter", "go.parent" });
}

void find(const Act& act)
{
    if (act.random.chance(40))
        return act.triggerOneOf({ "edit.findNext", "edit.findPrevious", "edit.find",
            "edit.selectResults", "edit.selectNeighbours", "go.toNode" });
    const auto text = act.random.text();
    act.tell(QStringLiteral("searches ") + text.left(20));
    act.window.actions().action(QStringLiteral("edit.find"))->trigger();
    if (auto* panel = act.window.findChild<ui::FindPanel*>()) {
        panel->line()->setFocus();
        panel->line()->selectAll();
        type(panel->line(), text);
    }
}

/// An edit by the operations that the fields of the inspector use, on a random node.
void editNode(const Act& act, ui::Document& document)
{
    const auto& model = *document.model();
    if (model.nodes.empty())
        return;
    const auto id = model::NodeId(std::uint32_t(act.random.below(qsizetype(model.nodes.size()))));
    const auto& node = model.node(id);
    const auto to = act.random.text().left(40).toStdString();
    if (act.random.chance(50) || node.attributes.empty()) {
        act.tell(QStringLiteral("renames node %1").arg(id.value()));
        return document.editor()->apply(ui::makeEdit("renameNode", [&](support::JsonWriter& json) {
            json.members({ { "node", ui::nodeReference(model, id) }, { "to", to } });
        }));
    }
    const auto& attribute
        = node.attributes[std::size_t(act.random.below(qsizetype(node.attributes.size())))];
    act.tell(QStringLiteral("sets an attribute of node %1").arg(id.value()));
    document.editor()->apply(ui::attributeEdit(model, id, attribute.name,
        act.random.of(QList<const char*> { "1", "[1, 1]", "0.5", "\"SAME\"", "null", "{" })));
}

void edit(const Act& act)
{
    auto* document = act.document();
    if (document == nullptr || document->editor() == nullptr || document->model() == nullptr)
        return openFile(act);
    if (!document->editor()->isOn())
        return act.trigger("edit.mode");
    const int way = act.random.below(10);
    if (way < 3)
        return editNode(act, *document);
    if (way < 5)
        return act.triggerOneOf({ "edit.undo", "edit.undo", "edit.redo" });
    if (way < 6)
        return act.triggerOneOf({ "file.saveAs", "file.saveScript", "edit.difference",
            "edit.copyScript", "edit.discard", "edit.wholeModel", "edit.mode" });
    act.triggerOneOf({ "edit.rename", "edit.delete", "edit.bypass", "edit.insert", "edit.addNode",
        "edit.rewire", "edit.makeOutput" });
}

void switchTab(const Act& act)
{
    const int count = act.tabs().count();
    if (count > 1 && act.random.chance(60)) {
        const int tab = act.random.below(count);
        act.tell(QStringLiteral("goes to tab %1 of %2").arg(tab).arg(count));
        return act.tabs().goTo(tab);
    }
    act.triggerOneOf({ "window.nextTab", "window.previousTab", "window.splitRight",
        "window.otherGroup", "view.splitBeside", "view.splitBelow", "view.closeSplit" });
}

void closeTab(const Act& act)
{
    constexpr int mostTabs = 8;
    act.trigger("file.close");
    if (act.tabs().count() > mostTabs)
        act.window.actions().action(QStringLiteral("file.close"))->trigger();
}

void showPanel(const Act& act)
{
    const auto docks = act.window.docks().all();
    auto* dock = docks[act.random.below(docks.size())];
    const auto panels = act.window.docks().panels();
    auto* panel = panels[act.random.below(panels.size())];
    act.tell(QStringLiteral("shows panel %1").arg(dock->objectName()));
    act.window.docks().show(*panel);
}

void compare(const Act& act)
{
    act.triggerOneOf({ "compare.lastRuns", "compare.lastRuns", "compare.with", "compare.open",
        "compare.next", "compare.engines" });
}

void look(const Act& act)
{
    if (act.random.chance(20)) {
        const QSize size(act.random.between(700, 1900), act.random.between(500, 1100));
        act.tell(QStringLiteral("resizes to %1 x %2").arg(size.width()).arg(size.height()));
        return act.window.resize(size);
    }
    act.triggerOneOf({ "view.themeLight", "view.themeDark", "view.compactRows",
        "view.layoutExplore", "view.layoutProfile", "view.layoutNumbers", "help.language.de",
        "help.language.zh_CN", "help.language.en", "view.attributes", "view.weights", "view.shapes",
        "view.colourTime", "view.colourFlops", "view.overlayRuns", "view.fullScreen" });
}

void changeFile(const Act& act)
{
    if (act.document() == nullptr || act.random.chance(50))
        return act.trigger("file.reload");
    const auto path = act.document()->path();
    act.tell(QStringLiteral("changes the file ") + path);
    act.files.change(path, act.random);
}

void exportSomething(const Act& act)
{
    act.triggerOneOf({ "file.exportPicture", "file.exportReport", "file.exportData", "edit.copyCsv",
        "edit.copyMarkdown", "file.attachProfile" });
}

void useWindows(const Act& act)
{
    constexpr int mostWindows = 2;
    if (act.random.chance(70))
        return act.triggerOneOf({ "go.back", "go.forward", "go.nextPane", "go.nextProblem" });
    int windows = 0;
    for (auto* widget : QApplication::topLevelWidgets())
        windows += qobject_cast<ui::MainWindow*>(widget) != nullptr ? 1 : 0;
    if (windows < mostWindows)
        return act.triggerOneOf({ "window.new", "window.moveTab" });
    act.tell(QStringLiteral("closes the window"));
    act.window.close();
}

struct Kind {
    int share; ///< of a hundred, about
    void (*act)(const Act&);
};
constexpr std::array kinds {
    Kind { 10, openFile },
    Kind { 14, triggerAny },
    Kind { 12, clickBox },
    Kind { 8, run },
    Kind { 8, fold },
    Kind { 5, find },
    Kind { 11, edit },
    Kind { 5, switchTab },
    Kind { 5, closeTab },
    Kind { 4, showPanel },
    Kind { 3, compare },
    Kind { 4, look },
    Kind { 2, changeFile },
    Kind { 2, exportSomething },
    Kind { 2, useWindows },
    Kind { 30, [](const Act& act) { useAnyWidget(&act.window, act.random, act.tell); } },
};

} // namespace

void useWindow(ui::MainWindow& window, Files& files, Random& random, const Tell& tell)
{
    int all = 0;
    for (const auto& kind : kinds)
        all += kind.share;
    int at = random.below(all);
    for (const auto& kind : kinds) {
        at -= kind.share;
        if (at < 0)
            return kind.act({ window, files, random, tell });
    }
}

void limitRuns(ui::MainWindow& window)
{
    constexpr int seconds = 3;
    for (const auto* page : window.findChildren<ui::DocumentPage*>()) {
        auto& settings = window.runs().settingsOf(page->document());
        if (settings.limitSeconds <= seconds)
            continue;
        settings.runs = 6;
        settings.warmup = 1;
        settings.threads = 1;
        settings.limitSeconds = seconds;
        window.runs().settingsEdited(page->document());
    }
}

void closeTabs(ui::MainWindow& window)
{
    for (int i = 0; i < 2 && window.runs().isRunning(); ++i)
        window.runs().stop();
    for (const auto* page : window.findChildren<ui::DocumentPage*>()) {
        auto* document = page->document();
        if (document->editor() != nullptr && document->editor()->isModified())
            document->editor()->discard();
        while (!document->runs().empty())
            document->removeRun(0);
    }
    for (const auto& job : window.jobs().jobs())
        window.jobs().cancel(job.id);
    auto* tabs = window.findChild<ui::DocumentTabs*>();
    while (tabs->count() > 1 || qobject_cast<ui::WelcomePage*>(tabs->widget(0)) == nullptr) {
        tabs->closeTab(tabs->count() - 1);
        QCoreApplication::processEvents(); // a user closes one after another
    }
}

bool isIdle(ui::MainWindow& window) { return !window.runs().isRunning() && window.jobs().isIdle(); }

} // namespace soak
