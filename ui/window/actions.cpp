#include "ui/window/actions.h"

#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/shortcuts.h"

#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <algorithm>
#include <array>

namespace ui {

namespace {

struct MenuSpec {
    const char* path; ///< as in ActionSpec::menu
    const char* title;
};
constexpr std::array<MenuSpec, 19> menuSpecs { {
    { "File", QT_TR_NOOP("&File") },
    { "Edit", QT_TR_NOOP("&Edit") },
    { "Edit/Model", QT_TR_NOOP("Mo&del") },
    { "Edit/Select", QT_TR_NOOP("Selec&t") },
    { "View", QT_TR_NOOP("&View") },
    { "View/Layout Engine", QT_TR_NOOP("La&yout Engine") },
    { "View/Colour by", QT_TR_NOOP("&Colour by") },
    { "View/Zoom", QT_TR_NOOP("&Zoom") },
    { "View/Neighbours", QT_TR_NOOP("Neigh&bours") },
    { "View/Groups", QT_TR_NOOP("Gro&ups") },
    { "View/Split", QT_TR_NOOP("&Split") },
    { "View/Theme", QT_TR_NOOP("&Theme") },
    { "View/Layout", QT_TR_NOOP("Lay&out") },
    { "Go", QT_TR_NOOP("&Go") },
    { "Run", QT_TR_NOOP("&Run") },
    { "Compare", QT_TR_NOOP("&Compare") },
    { "Window", QT_TR_NOOP("&Window") },
    { "Help", QT_TR_NOOP("&Help") },
    { "Help/Language", QT_TR_NOOP("&Language") },
} };

} // namespace

const QList<ActionSpec>& ActionTable::specs()
{
    using enum ActionSpec::Trait;
    // In menu order. QT_TR_NOOP marks the texts for translation.
    static const QList<ActionSpec> specs {
        { "file.open", "File", QT_TR_NOOP("&Open…"), "Ctrl+O", "open" },
        { "file.openFolder", "File", QT_TR_NOOP("Open &Folder of Profiles…"), "", "folder" },
        { "file.reload", "File", QT_TR_NOOP("Re&load"), "F5", "reload" },
        { "file.attachProfile", "File", QT_TR_NOOP("&Attach Profile…"), "Ctrl+Shift+A", "import" },
        { "file.saveAs", "File", QT_TR_NOOP("&Save Model As…"), "Ctrl+Shift+S", "save", Separated },
        { "file.saveScript", "File", QT_TR_NOOP("Sa&ve Edits as Script…"), "", "text" },
        { "file.exportPicture", "File", QT_TR_NOOP("Export &Picture…"), "Ctrl+Shift+E", "image",
            Separated },
        { "file.exportReport", "File", QT_TR_NOOP("&Export Report…"), "Ctrl+E", "export" },
        { "file.exportData", "File", QT_TR_NOOP("Export &Data…"), "", "export" },
        { "file.print", "File", QT_TR_NOOP("Pr&int…"), "Ctrl+P", "print" },
        { "file.close", "File", QT_TR_NOOP("&Close Tab"), "Ctrl+W", "close", Separated },
        { "file.quit", "File", QT_TR_NOOP("&Quit"), "Ctrl+Q" },

        { "edit.undo", "Edit", QT_TR_NOOP("&Undo"), "Ctrl+Z" },
        { "edit.redo", "Edit", QT_TR_NOOP("&Redo"), "Ctrl+Shift+Z" },
        { "edit.copy", "Edit", QT_TR_NOOP("&Copy"), "Ctrl+C", "copy", InView | Separated },
        { "edit.copyMarkdown", "Edit", QT_TR_NOOP("Copy as &Markdown"), "Ctrl+Alt+C",
            "copy-table" },
        { "edit.copyCsv", "Edit", QT_TR_NOOP("Copy as C&SV"), "", "copy-table" },
        { "edit.find", "Edit", QT_TR_NOOP("&Find…"), "Ctrl+F", "search", Separated },
        { "edit.findNext", "Edit", QT_TR_NOOP("Find &Next"), "F3", "down" },
        { "edit.findPrevious", "Edit", QT_TR_NOOP("Find &Previous"), "Shift+F3", "up" },
        { "edit.selectResults", "Edit", QT_TR_NOOP("Select &All Results"), "Ctrl+A", {}, InView },
        { "edit.clearSelection", "Edit", QT_TR_NOOP("C&lear Selection"), "Esc", {}, InView },
        { "edit.mode", "Edit", QT_TR_NOOP("Ed&it Model"), "Ctrl+Alt+E", "wand",
            Checkable | Separated },
        { "edit.rename", "Edit/Model", QT_TR_NOOP("Re&name…"), "F2", "text", InView },
        { "edit.delete", "Edit/Model", QT_TR_NOOP("&Delete"), "Del", "close", InView },
        { "edit.bypass", "Edit/Model", QT_TR_NOOP("Delete and Re&connect"), "Ctrl+Del", "link",
            InView },
        { "edit.insert", "Edit/Model", QT_TR_NOOP("&Insert on Line…"), "Ins; Shift+I", "add",
            InView },
        { "edit.addNode", "Edit/Model", QT_TR_NOOP("&Add Node…"), "Shift+A", "node", InView },
        { "edit.rewire", "Edit/Model", QT_TR_NOOP("Connect an In&put to…"), "R", "path", InView },
        { "edit.makeOutput", "Edit/Model", QT_TR_NOOP("Make an &Output"), "", "output" },
        { "edit.wholeModel", "Edit/Model", QT_TR_NOOP("Change the &Whole Model…"), "", "wand",
            Separated },
        { "edit.difference", "Edit/Model", QT_TR_NOOP("Show Di&fference to the File"), "",
            "compare" },
        { "edit.copyScript", "Edit/Model", QT_TR_NOOP("Copy Edits as &Script"), "", "copy",
            Separated },
        { "edit.discard", "Edit/Model", QT_TR_NOOP("Disca&rd Edits…"), "", "reload" },
        { "edit.addNote", "Edit", QT_TR_NOOP("Add N&ote to Selection…"), "Ctrl+Shift+N", "note",
            Separated },
        { "edit.toggleMark", "Edit", QT_TR_NOOP("Mar&k Selection"), "Ctrl+B", "pin" },
        { "edit.selectProducers", "Edit/Select", QT_TR_NOOP("&Ancestors"), "Ctrl+Alt+Up", "up" },
        { "edit.selectReaders", "Edit/Select", QT_TR_NOOP("&Descendants"), "Ctrl+Alt+Down",
            "down" },
        { "edit.selectNeighbours", "Edit/Select", QT_TR_NOOP("&Neighbours"), "Ctrl+Alt+N",
            "neighbours" },
        { "edit.selectBetween", "Edit/Select", QT_TR_NOOP("&Path Between Two Nodes"), "Ctrl+Alt+B",
            "path" },
        { "edit.preferences", "Edit", QT_TR_NOOP("Pr&eferences…"), "Ctrl+,", "preferences",
            Separated },

        { "view.attributes", "View", QT_TR_NOOP("&Attributes"), "Ctrl+D", {}, Checkable },
        { "view.weights", "View", QT_TR_NOOP("&Weights"), "Ctrl+I", {}, Checkable },
        { "view.names", "View", QT_TR_NOOP("&Names"), "Ctrl+U", {}, Checkable },
        { "view.shapes", "View", QT_TR_NOOP("S&hapes on Edges"), "Ctrl+Shift+D", {}, Checkable },
        { "view.direction", "View", QT_TR_NOOP("Flow &Direction"), "Ctrl+K" },
        { "view.arrangeAnew", "View", QT_TR_NOOP("Arran&ge Anew"), "Ctrl+Shift+L" },
        { "view.wheelZooms", "View", QT_TR_NOOP("Mouse Wh&eel Zooms"), "Ctrl+M", {}, Checkable },
        { "view.layoutLayered", "View/Layout Engine", QT_TR_NOOP("&Layered"), "", {}, Checkable },
        { "view.layoutGraphviz", "View/Layout Engine", QT_TR_NOOP("&Graphviz"), "", {}, Checkable },
        { "view.colourCategory", "View/Colour by", QT_TR_NOOP("&Category"), "F4, C", {},
            Checkable },
        { "view.colourType", "View/Colour by", QT_TR_NOOP("T&ype"), "F4, Y", {}, Checkable },
        { "view.colourGroup", "View/Colour by", QT_TR_NOOP("&Group"), "F4, G", {}, Checkable },
        { "view.colourDevice", "View/Colour by", QT_TR_NOOP("&Device"), "F4, D", {}, Checkable },
        { "view.colourParameters", "View/Colour by", QT_TR_NOOP("&Parameters"), "F4, P", {},
            Checkable },
        { "view.colourFlops", "View/Colour by", QT_TR_NOOP("&FLOP"), "F4, F", {}, Checkable },
        { "view.colourBytes", "View/Colour by", QT_TR_NOOP("Least T&raffic"), "F4, B", {},
            Checkable },
        { "view.colourTime", "View/Colour by", QT_TR_NOOP("&Time"), "F4, T", {}, Checkable },
        { "view.colourMemory", "View/Colour by", QT_TR_NOOP("&Memory"), "F4, M", {}, Checkable },
        { "view.colourError", "View/Colour by", QT_TR_NOOP("&Error"), "F4, E", {}, Checkable },
        { "view.zoomIn", "View/Zoom", QT_TR_NOOP("Zoom &In"), "Ctrl++; Ctrl+=", "zoom-in" },
        { "view.zoomOut", "View/Zoom", QT_TR_NOOP("Zoom &Out"), "Ctrl+-", "zoom-out" },
        { "view.actualSize", "View/Zoom", QT_TR_NOOP("Actual Si&ze"), "Shift+Backspace", {},
            InView },
        { "view.fit", "View/Zoom", QT_TR_NOOP("&Fit Graph"), "Ctrl+0", "fit" },
        { "view.fitSelection", "View/Zoom", QT_TR_NOOP("Fit Se&lection"), "F", "fit-selection",
            InView },
        { "view.fitWidth", "View/Zoom", QT_TR_NOOP("Fit Wi&dth"), "0", {}, InView },
        { "view.isolate", "View", QT_TR_NOOP("&Isolate Selection"), "I", "hide",
            InView | Checkable | Separated },
        { "view.neighbours1", "View/Neighbours", QT_TR_NOOP("&1 Step"), "", {}, Checkable },
        { "view.neighbours2", "View/Neighbours", QT_TR_NOOP("&2 Steps"), "", {}, Checkable },
        { "view.neighbours3", "View/Neighbours", QT_TR_NOOP("&3 Steps"), "", {}, Checkable },
        { "view.neighbours4", "View/Neighbours", QT_TR_NOOP("&4 Steps"), "", {}, Checkable },
        { "view.fold", "View/Groups", QT_TR_NOOP("&Fold"), "Ctrl+[", "fold" },
        { "view.unfold", "View/Groups", QT_TR_NOOP("&Unfold Selection"), "Ctrl+]", "unfold" },
        { "view.foldAll", "View/Groups", QT_TR_NOOP("Fold &All"), "Ctrl+Shift+[", "fold" },
        { "view.unfoldLevel", "View/Groups", QT_TR_NOOP("Unfold One &Level"), "Ctrl+Alt+]",
            "unfold" },
        { "view.unfoldAll", "View/Groups", QT_TR_NOOP("U&nfold All"), "Ctrl+Shift+]" },
        { "view.splitBeside", "View/Split", QT_TR_NOOP("Second View &Beside"), "Ctrl+\\",
            "split-beside" },
        { "view.splitBelow", "View/Split", QT_TR_NOOP("Second View Belo&w"), "Ctrl+Alt+\\",
            "split-below" },
        { "view.closeSplit", "View/Split", QT_TR_NOOP("&Close This View"), "Ctrl+Shift+W",
            "close" },
        { "view.minimap", "View", QT_TR_NOOP("&Minimap"), "Ctrl+Shift+K", "minimap",
            Checkable | Separated },
        { "view.legend", "View", QT_TR_NOOP("&Legend"), "", {}, Checkable },
        { "view.compactRows", "View", QT_TR_NOOP("Compact &Rows"), "", {}, Checkable },
        { "view.overlayRuns", "View", QT_TR_NOOP("O&verlay Runs"), "O", "intersect",
            InView | Checkable },
        { "view.themeSystem", "View/Theme", QT_TR_NOOP("&System"), "", {}, Checkable },
        { "view.themeLight", "View/Theme", QT_TR_NOOP("&Light"), "", "theme-light", Checkable },
        { "view.themeDark", "View/Theme", QT_TR_NOOP("&Dark"), "", "theme-dark", Checkable },
        { "view.layoutExplore", "View/Layout", QT_TR_NOOP("&Explore") },
        { "view.layoutProfile", "View/Layout", QT_TR_NOOP("&Profile") },
        { "view.layoutNumbers", "View/Layout", QT_TR_NOOP("&Numbers") },
        { "view.layoutCompare", "View/Layout", QT_TR_NOOP("&Compare") },
        { "view.layoutOwn", "View/Layout", QT_TR_NOOP("&My Layout") },
        { "view.layoutSave", "View/Layout", QT_TR_NOOP("&Save as My Layout"), "", "save",
            Separated },
        { "view.layoutReset", "View/Layout", QT_TR_NOOP("&Reset Layout") },
        { "view.fullScreen", "View", QT_TR_NOOP("&Full Screen"), "F11", {}, Checkable },

        { "go.back", "Go", QT_TR_NOOP("&Back"), "Alt+Left", "back" },
        { "go.forward", "Go", QT_TR_NOOP("&Forward"), "Alt+Right", "forward" },
        { "go.parent", "Go", QT_TR_NOOP("&Parent Graph"), "Backspace", "up", InView },
        { "go.enter", "Go", QT_TR_NOOP("&Enter Subgraph or Function"), "Return", {}, InView },
        { "go.properties", "Go", QT_TR_NOOP("Propert&ies"), "Ctrl+Return" },
        { "go.toNode", "Go", QT_TR_NOOP("&Go to Node or Tensor…"), "Ctrl+G" },
        { "go.producer", "Go", QT_TR_NOOP("P&roducer"), "Alt+Up" },
        { "go.readers", "Go", QT_TR_NOOP("Rea&ders…"), "Alt+Down" },
        { "go.notes", "Go", QT_TR_NOOP("Notes and Mar&ks…"), "Ctrl+Alt+M", "note" },
        { "go.nextProblem", "Go", QT_TR_NOOP("&Next Problem"), "F8", {}, Separated },
        { "go.previousProblem", "Go", QT_TR_NOOP("Previous Proble&m"), "Shift+F8" },
        { "go.nextPane", "Go", QT_TR_NOOP("Next P&ane"), "F6" },
        { "go.previousPane", "Go", QT_TR_NOOP("Previo&us Pane"), "Shift+F6" },
        { "go.graph", "Go", QT_TR_NOOP("Grap&h"), "Ctrl+Shift+G", "graph", Separated },
        { "go.model", "Go", QT_TR_NOOP("Mode&l"), "Ctrl+Shift+M" },
        { "go.inspector", "Go", QT_TR_NOOP("Inspe&ctor"), "Ctrl+Shift+I" },
        { "go.timeline", "Go", QT_TR_NOOP("&Timeline"), "Ctrl+Shift+T", "timeline" },
        { "go.typicalRun", "Go", QT_TR_NOOP("T&ypical Run"), "T", "fit", InView },
        { "go.operators", "Go", QT_TR_NOOP("&Operators"), "Ctrl+Shift+O", "operators" },
        { "go.problems", "Go", QT_TR_NOOP("Problem&s"), "Ctrl+Shift+B", "problems" },
        { "go.edits", "Go", QT_TR_NOOP("&What Was Edited"), "Ctrl+Shift+H", "reload" },

        { "run.profile", "Run", QT_TR_NOOP("&Profile"), "Ctrl+R", "profile" },
        { "run.once", "Run", QT_TR_NOOP("&Run Once"), "Ctrl+Shift+R" },
        { "run.check", "Run", QT_TR_NOOP("&Check Only"), "", "check" },
        { "run.statistics", "Run", QT_TR_NOOP("Compute S&tatistics"), "", "statistics" },
        { "run.sweep", "Run", QT_TR_NOOP("S&weep…"), "", "lines" },
        { "run.generation", "Run", QT_TR_NOOP("Show Ge&neration"), "", "lines" },
        { "run.stop", "Run", QT_TR_NOOP("&Stop"), "Ctrl+.", "stop" },
        { "run.verify", "Run", QT_TR_NOOP("&Verify with Test Folder…"), "", "check", Separated },
        { "run.verifyTiers", "Run", QT_TR_NOOP("Verify A&gainst Reference…"), "", "difference" },
        { "run.settings", "Run", QT_TR_NOOP("Run S&ettings…"), "Ctrl+Alt+R", "settings",
            Separated },

        { "compare.with", "Compare", QT_TR_NOOP("&With…"), "Ctrl+Shift+C", "compare" },
        { "compare.open", "Compare", QT_TR_NOOP("&Open and Compare Two…") },
        { "compare.lastRuns", "Compare", QT_TR_NOOP("&Last Two Runs"), "", "difference" },
        { "compare.engines", "Compare", QT_TR_NOOP("Compare &Engines…"), "", "measure" },
        { "compare.next", "Compare", QT_TR_NOOP("&Next Difference"), "F7", "down", Separated },
        { "compare.previous", "Compare", QT_TR_NOOP("&Previous Difference"), "Shift+F7", "up" },

        { "window.new", "Window", QT_TR_NOOP("New &Window") },
        { "window.moveTab", "Window", QT_TR_NOOP("&Move Tab to New Window") },
        { "window.splitRight", "Window", QT_TR_NOOP("Split Ri&ght"), "", {}, Separated },
        { "window.otherGroup", "Window", QT_TR_NOOP("Move Tab to &Other Group") },
        { "window.nextTab", "Window", QT_TR_NOOP("&Next Tab"), "Ctrl+Tab", {}, Separated },
        { "window.previousTab", "Window", QT_TR_NOOP("&Previous Tab"), "Ctrl+Shift+Tab" },

        { "help.commands", "Help", QT_TR_NOOP("&Command Palette…"), "Ctrl+Shift+P", "keyboard" },
        { "help.keys", "Help", QT_TR_NOOP("&Keys"), "F1", "keyboard" },
        { "help.guide", "Help", QT_TR_NOOP("&Guide"), "", "help" },
        { "help.languageSystem", "Help/Language", QT_TR_NOOP("&System"), "", {}, Checkable },
        { "help.language.en", "Help/Language", "&English", "", {}, Checkable | Separated },
        { "help.language.de", "Help/Language", "&Deutsch", "", {}, Checkable },
        { "help.language.zh_CN", "Help/Language", "简体中文(&Z)", "", {}, Checkable },
        { "help.measured", "Help", QT_TR_NOOP("What Is &Measured"), "", "measure" },
        { "help.privacy", "Help", QT_TR_NOOP("&Privacy"), "", "lock" },
        { "help.about", "Help", QT_TR_NOOP("&About Opscope") },
    };
    return specs;
}

const ActionSpec* ActionTable::spec(std::string_view id)
{
    const auto known = std::ranges::find(specs(), id, &ActionSpec::id);
    return known == specs().end() ? nullptr : &*known;
}

QString menuTitle(const QString& path)
{
    const auto* known = std::ranges::find_if(
        menuSpecs, [&](const MenuSpec& spec) { return path == QLatin1String(spec.path); });
    Q_ASSERT_X(known != menuSpecs.end(), "menuTitle", "a menu without a title");
    return ActionTable::tr(known->title);
}

QString withKeyOf(const QAction& action, const QString& text)
{
    const auto key = action.shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key);
}
QString withKeyOf(const QAction& action)
{
    return withKeyOf(action, withoutMnemonic(action.text()));
}

ActionTable::ActionTable(QWidget* window)
    : QObject(window)
    , m_window(window)
{
    for (const auto& spec : specs()) {
        auto* action = new QAction(tr(spec.text), this);
        action->setObjectName(spec.id);
        if (spec.icon != nullptr)
            action->setIcon(icon(spec.icon));
        action->setCheckable(spec.is(ActionSpec::Checkable));
        // A key of a view works only in views that added the action to themselves. Text fields keep
        // their keys.
        action->setShortcutContext(
            spec.is(ActionSpec::InView) ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
        m_actions.append(action);
        m_byId.insert(action->objectName(), action);
    }
    takeKeys();
    connect(&Shortcuts::instance(), &Shortcuts::changed, this, &ActionTable::takeKeys);
}

void ActionTable::takeKeys()
{
    for (qsizetype i = 0; i < specs().size(); ++i)
        m_actions[i]->setShortcuts(Shortcuts::instance().keysOf(specs()[i]));
}

QAction* ActionTable::action(QAnyStringView id) const { return m_byId.value(id.toString()); }

void ActionTable::build(QMenuBar& bar)
{
    for (qsizetype i = 0; i < specs().size(); ++i) {
        const auto& spec = specs()[i];
        auto* target = menuAt(bar, QString::fromLatin1(spec.menu));
        if (spec.is(ActionSpec::Separated))
            target->addSeparator();
        target->addAction(m_actions[i]);
        if (!spec.is(ActionSpec::InView))
            m_window->addAction(m_actions[i]);
    }
}

QMenu* ActionTable::menuAt(QMenuBar& bar, const QString& path)
{
    if (auto* known = m_menus.value(path))
        return known;
    const auto slash = path.lastIndexOf(u'/');
    const auto title = menuTitle(path);
    auto* made = slash < 0 ? bar.addMenu(title) : menuAt(bar, path.left(slash))->addMenu(title);
    made->setToolTipsVisible(true);
    m_menus.insert(path, made);
    return made;
}

QMenu* ActionTable::menu(const QString& path) const { return m_menus.value(path); }

void ActionTable::on(const char* id, const QObject* receiver, std::function<void()> slot) const
{
    const auto* known = action(id);
    Q_ASSERT_X(known != nullptr, "ActionTable::on", id);
    connect(known, &QAction::triggered, receiver, [slot = std::move(slot)] { slot(); });
}

void ActionTable::disable(QAnyStringView id, const QString& reason)
{
    if (auto* known = action(id)) {
        known->setEnabled(false);
        m_reasons.insert(known, reason);
        known->setToolTip(reason.isEmpty()
                ? withoutMnemonic(known->text())
                : withoutMnemonic(known->text()) + QStringLiteral(": ") + reason);
    }
}

void ActionTable::enable(QAnyStringView id)
{
    if (auto* known = action(id)) {
        known->setEnabled(true);
        m_reasons.remove(known);
        known->setToolTip(QString());
    }
}

void ActionTable::enableUnless(QAnyStringView id, const QString& reason)
{
    reason.isEmpty() ? enable(id) : disable(id, reason);
}

} // namespace ui
