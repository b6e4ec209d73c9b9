#include "ui/window/actions.h"

#include "ui/widgets/icon.h"
#include "ui/window/shortcuts.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <array>

namespace ui {

namespace {

using Scope = ActionSpec::Scope;
using Check = ActionSpec::Check;

struct MenuSpec {
    const char* path; ///< as in ActionSpec::menu
    const char* title; ///< translated with context "Actions"
};
constexpr std::array<MenuSpec, 16> menuSpecs { {
    { "File", QT_TRANSLATE_NOOP("Actions", "&File") },
    { "Edit", QT_TRANSLATE_NOOP("Actions", "&Edit") },
    { "Edit/Select", QT_TRANSLATE_NOOP("Actions", "Selec&t") },
    { "View", QT_TRANSLATE_NOOP("Actions", "&View") },
    { "View/Layout Engine", QT_TRANSLATE_NOOP("Actions", "La&yout Engine") },
    { "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Colour by") },
    { "View/Zoom", QT_TRANSLATE_NOOP("Actions", "&Zoom") },
    { "View/Neighbours", QT_TRANSLATE_NOOP("Actions", "Neigh&bours") },
    { "View/Groups", QT_TRANSLATE_NOOP("Actions", "&Groups") },
    { "View/Theme", QT_TRANSLATE_NOOP("Actions", "&Theme") },
    { "View/Layout", QT_TRANSLATE_NOOP("Actions", "Lay&out") },
    { "Go", QT_TRANSLATE_NOOP("Actions", "&Go") },
    { "Run", QT_TRANSLATE_NOOP("Actions", "&Run") },
    { "Compare", QT_TRANSLATE_NOOP("Actions", "&Compare") },
    { "Window", QT_TRANSLATE_NOOP("Actions", "&Window") },
    { "Help", QT_TRANSLATE_NOOP("Actions", "&Help") },
} };

} // namespace

const QList<ActionSpec>& actionSpecs()
{
    // In menu order. QT_TRANSLATE_NOOP marks the texts for translation.
    static const QList<ActionSpec> specs {
        { "file.open", "File", QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O", "open" },
        { "file.reload", "File", QT_TRANSLATE_NOOP("Actions", "Re&load"), "F5", "reload" },
        { "file.attachProfile", "File", QT_TRANSLATE_NOOP("Actions", "&Attach Profile…"),
            "Ctrl+Shift+A", "import" },
        { "file.exportPicture", "File", QT_TRANSLATE_NOOP("Actions", "Export &Picture…"),
            "Ctrl+Shift+E", "image", Scope::Window, Check::No, true },
        { "file.exportReport", "File", QT_TRANSLATE_NOOP("Actions", "&Export Report…"), "Ctrl+E",
            "export" },
        { "file.exportData", "File", QT_TRANSLATE_NOOP("Actions", "Export &Data…"), "", "export" },
        { "file.print", "File", QT_TRANSLATE_NOOP("Actions", "Pr&int…"), "Ctrl+P", "print" },
        { "file.close", "File", QT_TRANSLATE_NOOP("Actions", "&Close Tab"), "Ctrl+W", "close",
            Scope::Window, Check::No, true },
        { "file.quit", "File", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q", nullptr },

        { "edit.undo", "Edit", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", nullptr },
        { "edit.redo", "Edit", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z", nullptr },
        { "edit.copy", "Edit", QT_TRANSLATE_NOOP("Actions", "&Copy"), "Ctrl+C", "copy", Scope::View,
            Check::No, true },
        { "edit.copyMarkdown", "Edit", QT_TRANSLATE_NOOP("Actions", "Copy as &Markdown"),
            "Ctrl+Alt+C", "copy-table" },
        { "edit.copyCsv", "Edit", QT_TRANSLATE_NOOP("Actions", "Copy as C&SV"), "", "copy-table" },
        { "edit.find", "Edit", QT_TRANSLATE_NOOP("Actions", "&Find…"), "Ctrl+F", "search",
            Scope::Window, Check::No, true },
        { "edit.findNext", "Edit", QT_TRANSLATE_NOOP("Actions", "Find &Next"), "F3", "down" },
        { "edit.findPrevious", "Edit", QT_TRANSLATE_NOOP("Actions", "Find &Previous"), "Shift+F3",
            "up" },
        { "edit.selectResults", "Edit", QT_TRANSLATE_NOOP("Actions", "Select &All Results"),
            "Ctrl+A", nullptr, Scope::View },
        { "edit.clearSelection", "Edit", QT_TRANSLATE_NOOP("Actions", "C&lear Selection"), "Esc",
            nullptr, Scope::View },
        { "edit.addNote", "Edit", QT_TRANSLATE_NOOP("Actions", "Add N&ote to Selection…"),
            "Ctrl+Shift+N", "note", Scope::Window, Check::No, true },
        { "edit.toggleMark", "Edit", QT_TRANSLATE_NOOP("Actions", "Mar&k Selection"), "Ctrl+B",
            "pin" },
        { "edit.selectProducers", "Edit/Select", QT_TRANSLATE_NOOP("Actions", "&Ancestors"),
            "Ctrl+Alt+Up", "up" },
        { "edit.selectReaders", "Edit/Select", QT_TRANSLATE_NOOP("Actions", "&Descendants"),
            "Ctrl+Alt+Down", "down" },
        { "edit.selectNeighbours", "Edit/Select", QT_TRANSLATE_NOOP("Actions", "&Neighbours"),
            "Ctrl+Alt+N", "neighbours" },
        { "edit.selectBetween", "Edit/Select",
            QT_TRANSLATE_NOOP("Actions", "&Path Between Two Nodes"), "Ctrl+Alt+B", "path" },
        { "edit.preferences", "Edit", QT_TRANSLATE_NOOP("Actions", "Pr&eferences…"), "Ctrl+,",
            "preferences", Scope::Window, Check::No, true },

        { "view.attributes", "View", QT_TRANSLATE_NOOP("Actions", "&Attributes"), "Ctrl+D", nullptr,
            Scope::Window, Check::Toggle },
        { "view.weights", "View", QT_TRANSLATE_NOOP("Actions", "&Weights"), "Ctrl+I", nullptr,
            Scope::Window, Check::Toggle },
        { "view.names", "View", QT_TRANSLATE_NOOP("Actions", "&Names"), "Ctrl+U", nullptr,
            Scope::Window, Check::Toggle },
        { "view.shapes", "View", QT_TRANSLATE_NOOP("Actions", "S&hapes on Edges"), "Ctrl+Shift+D",
            nullptr, Scope::Window, Check::Toggle },
        { "view.direction", "View", QT_TRANSLATE_NOOP("Actions", "Flow &Direction"), "Ctrl+K",
            nullptr },
        { "view.wheelZooms", "View", QT_TRANSLATE_NOOP("Actions", "Mouse Wh&eel Zooms"), "Ctrl+M",
            nullptr, Scope::Window, Check::Toggle },
        { "view.layoutLayered", "View/Layout Engine", QT_TRANSLATE_NOOP("Actions", "&Layered"), "",
            nullptr, Scope::Window, Check::Toggle },
        { "view.layoutGraphviz", "View/Layout Engine", QT_TRANSLATE_NOOP("Actions", "&Graphviz"),
            "", nullptr, Scope::Window, Check::Toggle },
        { "view.colourCategory", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Category"),
            "F4, C", nullptr, Scope::Window, Check::Toggle },
        { "view.colourType", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "T&ype"), "F4, Y",
            nullptr, Scope::Window, Check::Toggle },
        { "view.colourGroup", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Group"), "F4, G",
            nullptr, Scope::Window, Check::Toggle },
        { "view.colourDevice", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Device"), "F4, D",
            nullptr, Scope::Window, Check::Toggle },
        { "view.colourParameters", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Parameters"),
            "F4, P", nullptr, Scope::Window, Check::Toggle },
        { "view.colourFlops", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&FLOP"), "F4, F",
            nullptr, Scope::Window, Check::Toggle },
        { "view.colourBytes", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "Least T&raffic"),
            "F4, B", nullptr, Scope::Window, Check::Toggle },
        { "view.colourTime", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Time"), "F4, T",
            nullptr, Scope::Window, Check::Toggle },
        { "view.colourMemory", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Memory"), "F4, M",
            nullptr, Scope::Window, Check::Toggle },
        { "view.colourError", "View/Colour by", QT_TRANSLATE_NOOP("Actions", "&Error"), "F4, E",
            nullptr, Scope::Window, Check::Toggle },
        { "view.zoomIn", "View/Zoom", QT_TRANSLATE_NOOP("Actions", "Zoom &In"),
            "Ctrl++; Ctrl+=", "zoom-in" },
        { "view.zoomOut", "View/Zoom", QT_TRANSLATE_NOOP("Actions", "Zoom &Out"), "Ctrl+-",
            "zoom-out" },
        { "view.actualSize", "View/Zoom", QT_TRANSLATE_NOOP("Actions", "Actual Si&ze"),
            "Shift+Backspace", nullptr, Scope::View },
        { "view.fit", "View/Zoom", QT_TRANSLATE_NOOP("Actions", "&Fit Graph"), "Ctrl+0", "fit" },
        { "view.fitSelection", "View/Zoom", QT_TRANSLATE_NOOP("Actions", "Fit Se&lection"), "F",
            "fit-selection", Scope::View },
        { "view.fitWidth", "View/Zoom", QT_TRANSLATE_NOOP("Actions", "Fit Wi&dth"), "0", nullptr,
            Scope::View },
        { "view.isolate", "View", QT_TRANSLATE_NOOP("Actions", "&Isolate Selection"), "I", "hide",
            Scope::View, Check::Toggle, true },
        { "view.neighbours1", "View/Neighbours", QT_TRANSLATE_NOOP("Actions", "&1 Step"), "",
            nullptr, Scope::Window, Check::Toggle },
        { "view.neighbours2", "View/Neighbours", QT_TRANSLATE_NOOP("Actions", "&2 Steps"), "",
            nullptr, Scope::Window, Check::Toggle },
        { "view.neighbours3", "View/Neighbours", QT_TRANSLATE_NOOP("Actions", "&3 Steps"), "",
            nullptr, Scope::Window, Check::Toggle },
        { "view.neighbours4", "View/Neighbours", QT_TRANSLATE_NOOP("Actions", "&4 Steps"), "",
            nullptr, Scope::Window, Check::Toggle },
        { "view.fold", "View/Groups", QT_TRANSLATE_NOOP("Actions", "&Fold"), "Ctrl+[", "fold" },
        { "view.unfold", "View/Groups", QT_TRANSLATE_NOOP("Actions", "&Unfold Selection"), "Ctrl+]",
            "unfold" },
        { "view.foldAll", "View/Groups", QT_TRANSLATE_NOOP("Actions", "Fold &All"), "Ctrl+Shift+[",
            "fold" },
        { "view.unfoldLevel", "View/Groups", QT_TRANSLATE_NOOP("Actions", "Unfold One &Level"),
            "Ctrl+Alt+]", "unfold" },
        { "view.unfoldAll", "View/Groups", QT_TRANSLATE_NOOP("Actions", "U&nfold All"),
            "Ctrl+Shift+]", nullptr },
        { "view.minimap", "View", QT_TRANSLATE_NOOP("Actions", "&Minimap"), "Ctrl+Shift+K",
            "minimap", Scope::Window, Check::Toggle, true },
        { "view.legend", "View", QT_TRANSLATE_NOOP("Actions", "&Legend"), "", nullptr,
            Scope::Window, Check::Toggle },
        { "view.compactRows", "View", QT_TRANSLATE_NOOP("Actions", "Compact &Rows"), "", nullptr,
            Scope::Window, Check::Toggle },
        { "view.overlayRuns", "View", QT_TRANSLATE_NOOP("Actions", "O&verlay Runs"), "O",
            "intersect", Scope::View, Check::Toggle },
        { "view.themeSystem", "View/Theme", QT_TRANSLATE_NOOP("Actions", "&System"), "", nullptr,
            Scope::Window, Check::Toggle },
        { "view.themeLight", "View/Theme", QT_TRANSLATE_NOOP("Actions", "&Light"), "",
            "theme-light", Scope::Window, Check::Toggle },
        { "view.themeDark", "View/Theme", QT_TRANSLATE_NOOP("Actions", "&Dark"), "", "theme-dark",
            Scope::Window, Check::Toggle },
        { "view.layoutExplore", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&Explore"), "",
            nullptr },
        { "view.layoutProfile", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&Profile"), "",
            nullptr },
        { "view.layoutNumbers", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&Numbers"), "",
            nullptr },
        { "view.layoutCompare", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&Compare"), "",
            nullptr },
        { "view.layoutOwn", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&My Layout"), "",
            nullptr },
        { "view.layoutSave", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&Save as My Layout"), "",
            "save", Scope::Window, Check::No, true },
        { "view.layoutReset", "View/Layout", QT_TRANSLATE_NOOP("Actions", "&Reset Layout"), "",
            nullptr },
        { "view.fullScreen", "View", QT_TRANSLATE_NOOP("Actions", "F&ull Screen"), "F11", nullptr,
            Scope::Window, Check::Toggle },

        { "go.back", "Go", QT_TRANSLATE_NOOP("Actions", "&Back"), "Alt+Left", "back" },
        { "go.forward", "Go", QT_TRANSLATE_NOOP("Actions", "&Forward"), "Alt+Right", "forward" },
        { "go.parent", "Go", QT_TRANSLATE_NOOP("Actions", "&Parent Graph"), "Backspace", "up",
            Scope::View },
        { "go.enter", "Go", QT_TRANSLATE_NOOP("Actions", "&Enter Subgraph or Function"), "Return",
            nullptr, Scope::View },
        { "go.properties", "Go", QT_TRANSLATE_NOOP("Actions", "Propert&ies"), "Ctrl+Return",
            nullptr },
        { "go.toNode", "Go", QT_TRANSLATE_NOOP("Actions", "&Go to Node or Tensor…"), "Ctrl+G",
            nullptr },
        { "go.producer", "Go", QT_TRANSLATE_NOOP("Actions", "P&roducer"), "Alt+Up", nullptr },
        { "go.readers", "Go", QT_TRANSLATE_NOOP("Actions", "Rea&ders…"), "Alt+Down", nullptr },
        { "go.notes", "Go", QT_TRANSLATE_NOOP("Actions", "Notes and Mar&ks…"), "Ctrl+Alt+M",
            "note" },
        { "go.nextProblem", "Go", QT_TRANSLATE_NOOP("Actions", "&Next Problem"), "F8", nullptr,
            Scope::Window, Check::No, true },
        { "go.previousProblem", "Go", QT_TRANSLATE_NOOP("Actions", "Previous Proble&m"), "Shift+F8",
            nullptr },
        { "go.nextPane", "Go", QT_TRANSLATE_NOOP("Actions", "Next P&ane"), "F6", nullptr },
        { "go.previousPane", "Go", QT_TRANSLATE_NOOP("Actions", "Previo&us Pane"), "Shift+F6",
            nullptr },
        { "go.graph", "Go", QT_TRANSLATE_NOOP("Actions", "Grap&h"), "Ctrl+Shift+G", "graph",
            Scope::Window, Check::No, true },
        { "go.model", "Go", QT_TRANSLATE_NOOP("Actions", "Mode&l"), "Ctrl+Shift+M", nullptr },
        { "go.inspector", "Go", QT_TRANSLATE_NOOP("Actions", "Inspe&ctor"), "Ctrl+Shift+I",
            nullptr },
        { "go.timeline", "Go", QT_TRANSLATE_NOOP("Actions", "&Timeline"), "Ctrl+Shift+T",
            "timeline" },
        { "go.typicalRun", "Go", QT_TRANSLATE_NOOP("Actions", "T&ypical Run"), "T", "fit",
            Scope::View },
        { "go.operators", "Go", QT_TRANSLATE_NOOP("Actions", "&Operators"), "Ctrl+Shift+O",
            "operators" },
        { "go.problems", "Go", QT_TRANSLATE_NOOP("Actions", "Problem&s"), "Ctrl+Shift+B",
            "problems" },

        { "run.profile", "Run", QT_TRANSLATE_NOOP("Actions", "&Profile"), "Ctrl+R", "profile" },
        { "run.once", "Run", QT_TRANSLATE_NOOP("Actions", "&Run Once"), "Ctrl+Shift+R", nullptr },
        { "run.check", "Run", QT_TRANSLATE_NOOP("Actions", "&Check Only"), "", "check" },
        { "run.statistics", "Run", QT_TRANSLATE_NOOP("Actions", "Compute S&tatistics"), "",
            "statistics" },
        { "run.sweep", "Run", QT_TRANSLATE_NOOP("Actions", "S&weep…"), "", "lines" },
        { "run.stop", "Run", QT_TRANSLATE_NOOP("Actions", "&Stop"), "Ctrl+.", "stop" },
        { "run.verify", "Run", QT_TRANSLATE_NOOP("Actions", "&Verify with Test Folder…"), "",
            "check", Scope::Window, Check::No, true },
        { "run.verifyTiers", "Run", QT_TRANSLATE_NOOP("Actions", "Verify A&gainst Reference…"), "",
            "difference" },
        { "run.settings", "Run", QT_TRANSLATE_NOOP("Actions", "Run S&ettings…"), "Ctrl+Alt+R",
            "settings", Scope::Window, Check::No, true },

        { "compare.with", "Compare", QT_TRANSLATE_NOOP("Actions", "&With…"), "Ctrl+Shift+C",
            "compare" },
        { "compare.open", "Compare", QT_TRANSLATE_NOOP("Actions", "&Open and Compare Two…"), "",
            nullptr },
        { "compare.lastRuns", "Compare", QT_TRANSLATE_NOOP("Actions", "&Last Two Runs"), "",
            "difference" },
        { "compare.next", "Compare", QT_TRANSLATE_NOOP("Actions", "&Next Difference"), "F7", "down",
            Scope::Window, Check::No, true },
        { "compare.previous", "Compare", QT_TRANSLATE_NOOP("Actions", "&Previous Difference"),
            "Shift+F7", "up" },

        { "window.new", "Window", QT_TRANSLATE_NOOP("Actions", "New &Window"), "", nullptr },
        { "window.moveTab", "Window", QT_TRANSLATE_NOOP("Actions", "&Move Tab to New Window"), "",
            nullptr },
        { "window.nextTab", "Window", QT_TRANSLATE_NOOP("Actions", "&Next Tab"), "Ctrl+Tab",
            nullptr, Scope::Window, Check::No, true },
        { "window.previousTab", "Window", QT_TRANSLATE_NOOP("Actions", "&Previous Tab"),
            "Ctrl+Shift+Tab", nullptr },

        { "help.commands", "Help", QT_TRANSLATE_NOOP("Actions", "&Command Palette…"),
            "Ctrl+Shift+P", "keyboard" },
        { "help.keys", "Help", QT_TRANSLATE_NOOP("Actions", "&Keys"), "F1", "keyboard" },
        { "help.guide", "Help", QT_TRANSLATE_NOOP("Actions", "&Guide"), "", "help" },
        { "help.measured", "Help", QT_TRANSLATE_NOOP("Actions", "What Is &Measured"), "",
            "measure" },
        { "help.privacy", "Help", QT_TRANSLATE_NOOP("Actions", "&Privacy"), "", "lock" },
        { "help.about", "Help", QT_TRANSLATE_NOOP("Actions", "&About Opscope"), "", nullptr },
    };
    return specs;
}

const ActionSpec* actionSpec(std::string_view id)
{
    const auto& specs = actionSpecs();
    const auto known = std::ranges::find(specs, id, &ActionSpec::id);
    return known == specs.end() ? nullptr : &*known;
}

QString menuTitle(const QString& path)
{
    const auto* known = std::ranges::find_if(
        menuSpecs, [&](const MenuSpec& spec) { return path == QLatin1String(spec.path); });
    Q_ASSERT_X(known != menuSpecs.end(), "menuTitle", "a menu without a title");
    return QCoreApplication::translate("Actions", known->title);
}

QString withKeyOf(const QAction& action, const QString& text)
{
    const auto key = action.shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, key);
}
QString withKeyOf(const QAction& action) { return withKeyOf(action, action.text().remove(u'&')); }

ActionTable::ActionTable(QWidget* window)
    : QObject(window)
    , m_window(window)
{
    for (const auto& spec : actionSpecs()) {
        auto* action = new QAction(QCoreApplication::translate("Actions", spec.text), this);
        action->setObjectName(QString::fromLatin1(spec.id));
        if (spec.icon != nullptr)
            action->setIcon(icon(spec.icon));
        action->setCheckable(spec.check == Check::Toggle);
        // A key of Scope::View works only in views that added the action to themselves. Text fields
        // keep their keys.
        action->setShortcutContext(
            spec.scope == Scope::View ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
        m_actions.append(action);
        m_byId.insert(action->objectName(), action);
    }
    takeKeys();
    connect(&Shortcuts::instance(), &Shortcuts::changed, this, &ActionTable::takeKeys);
}

void ActionTable::takeKeys()
{
    const auto& specs = actionSpecs();
    for (qsizetype i = 0; i < specs.size(); ++i)
        m_actions[i]->setShortcuts(Shortcuts::instance().keysOf(specs[i]));
}

QAction* ActionTable::action(const QString& id) const { return m_byId.value(id); }

void ActionTable::build(QMenuBar& bar)
{
    const auto& specs = actionSpecs();
    for (qsizetype i = 0; i < specs.size(); ++i) {
        auto* target = menuAt(bar, QString::fromLatin1(specs[i].menu));
        if (specs[i].separatorBefore)
            target->addSeparator();
        target->addAction(m_actions[i]);
        if (specs[i].scope == Scope::Window)
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
    const auto* known = action(QString::fromLatin1(id));
    Q_ASSERT_X(known != nullptr, "ActionTable::on", id);
    connect(known, &QAction::triggered, receiver, [slot = std::move(slot)] { slot(); });
}

void ActionTable::disable(const QString& id, const QString& reason)
{
    if (auto* known = action(id)) {
        known->setEnabled(false);
        m_reasons.insert(known, reason);
        known->setToolTip(reason.isEmpty()
                ? known->text().remove(u'&')
                : known->text().remove(u'&') + QStringLiteral(": ") + reason);
    }
}

void ActionTable::enable(const QString& id)
{
    if (auto* known = action(id)) {
        known->setEnabled(true);
        m_reasons.remove(known);
        known->setToolTip(QString());
    }
}

void ActionTable::enableUnless(const QString& id, const QString& reason)
{
    reason.isEmpty() ? enable(id) : disable(id, reason);
}

} // namespace ui
