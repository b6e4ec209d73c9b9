#include "ui/window/docks.h"

#include "ui/document/settings.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/operators/operators_panel.h"
#include "ui/problems/problems_panel.h"
#include "ui/run/run_panel.h"
#include "ui/tensors/tensors_panel.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/translation/text.h"
#include "ui/window/actions.h"
#include "ui/window/dock_title.h"
#include "ui/window/status_jobs.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QGuiApplication>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QScreen>
#include <QStyle>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace ui {

namespace {

using Area = PanelSpec::Area;

constexpr int minPanelWidth = 180;
constexpr int minPanelHeight = 90;
constexpr auto layoutKey = "view/layout";
constexpr int layoutVersion = 2; // increase when stored layouts no longer fit the docks

/// Which panels a layout shows beside and below the graph.
struct LayoutSpec {
    const char* name;
    bool hasSides;
    bool hasBottomLeft;
    bool hasBottomRight;
    bool raisesTensors; ///< at the bottom right; else Operators is in front
};
constexpr std::array<LayoutSpec, 4> layouts { {
    { "explore", true, false, false, false }, { "profile", true, true, true, false },
    { "numbers", true, false, true, true },
    { "compare", false, false, false, false }, // two graphs and their tables need the room
} };

const LayoutSpec& layoutOf(const QString& name)
{
    const auto* found = std::ranges::find_if(
        layouts, [&](const LayoutSpec& spec) { return name == QLatin1String(spec.name); });
    return found != layouts.end() ? *found : layouts.front();
}

bool shows(const LayoutSpec& layout, Area area)
{
    switch (area) {
    case Area::BottomLeft:
        return layout.hasBottomLeft;
    case Area::BottomRight:
        return layout.hasBottomRight;
    case Area::Left:
    case Area::Right:
        break;
    }
    return layout.hasSides;
}

/// Settings name of the dock layout, one per size of the virtual desktop: one or two screens need
/// different layouts.
QString storedName()
{
    const auto* screen = QGuiApplication::primaryScreen();
    const auto size = screen != nullptr ? screen->virtualGeometry().size() : QSize();
    return QStringLiteral("docks-%1x%2").arg(size.width()).arg(size.height());
}

/// Setting: id of the process that restores a stored layout. It stays set if that process ends
/// within settledMs, for example by a crash.
constexpr auto restoringKey = "layout/restoring";
constexpr int settledMs = 2'000;

/// True if the last process that restored a layout ended while it did so.
bool didLastRestoreCrash()
{
    const auto process = settings::value(restoringKey).toLongLong();
    return process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

void clearRestoreMark() { settings::forget(restoringKey); }

QString ownName() { return QStringLiteral("own-") + storedName(); }

Qt::DockWidgetArea qtArea(Area area)
{
    return area == Area::Left ? Qt::LeftDockWidgetArea
        : area == Area::Right ? Qt::RightDockWidgetArea
                              : Qt::BottomDockWidgetArea;
}

} // namespace

Docks::Docks(QMainWindow& window, Context& context, StatusJobs& status)
    : QObject(&window)
    , m_window(window)
    , m_context(context)
    , m_status(status)
{
    window.setDockNestingEnabled(true);
    window.setDockOptions(
        QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_titlesSoon.setSingleShot(true);
    m_titlesSoon.setInterval(0);
    connect(&m_titlesSoon, &QTimer::timeout, this, [this] {
        for (const auto& dock : m_docks)
            dock.title->refresh();
    });
    FirstOfArea firstOf {};
    for (const auto& spec : panelSpecs()) {
        addDock(spec);
        place(m_docks.back(), firstOf);
    }
    for (auto* dock : firstOf)
        dock->raise();
    buildMenu();
    connectLayoutActions();
}

void Docks::addDock(const PanelSpec& spec)
{
    auto* widget = new QDockWidget(tr(spec.title), &m_window);
    widget->setObjectName(spec.id);
    // Connected before the panel is created: it is shown before it reacts to these actions.
    const auto showLater = [this, widget] { show(*static_cast<Panel*>(widget->widget())); };
    for (const auto* id : spec.showActions)
        m_context.actions.on(id, this, showLater);
    auto* panel = spec.create(m_context, widget);
    widget->setWidget(panel);
    // Otherwise the largest minimum size among the tabs would apply to all of them and to the
    // window.
    panel->setMinimumSize(minPanelWidth, minPanelHeight);
    connect(panel, &Panel::showRequested, this, showLater);
    connect(widget, &QDockWidget::visibilityChanged, this, [this, widget, panel](bool isVisible) {
        if (!isVisible || widget->isFloating()
            || m_window.dockWidgetArea(widget) == Qt::BottomDockWidgetArea)
            return;
        const int wanted = panel->minimumSizeHint().width();
        if (panel->width() < wanted)
            m_window.resizeDocks({ widget }, { wanted }, Qt::Horizontal);
    });
    m_docks.push_back({ &spec, widget, panel, new DockTitle(widget, panel->titleTools()) });
    widget->setTitleBarWidget(m_docks.back().title);
    connectTitle(m_docks.back());
}

void Docks::connectTitle(const Dock& dock)
{
    const auto title = dock.widget->windowTitle();
    connect(dock.panel, &Panel::titleChanged, dock.widget,
        [widget = dock.widget, title](
            const QString& text) { widget->setWindowTitle(text.isEmpty() ? title : text); });
    const auto soon = qOverload<>(&QTimer::start);
    connect(dock.widget, &QDockWidget::windowTitleChanged, &m_titlesSoon, soon);
    connect(dock.widget, &QDockWidget::visibilityChanged, &m_titlesSoon, soon);
    connect(dock.widget, &QDockWidget::dockLocationChanged, &m_titlesSoon, soon);
}

void Docks::place(const Dock& dock, FirstOfArea& firstOf)
{
    const auto area = dock.spec->area;
    auto*& first = firstOf[static_cast<std::size_t>(area)];
    auto* beside = firstOf[static_cast<std::size_t>(Area::BottomLeft)];
    if (first != nullptr)
        return m_window.tabifyDockWidget(first, dock.widget);
    m_window.addDockWidget(qtArea(area), dock.widget);
    if (area == Area::BottomRight && beside != nullptr)
        m_window.splitDockWidget(beside, dock.widget, Qt::Horizontal);
    first = dock.widget;
}

void Docks::buildMenu()
{
    auto* menu = new QMenu(tr("&Panels"), &m_window);
    m_context.actions.menu(QStringLiteral("View"))
        ->insertMenu(m_context.actions.menu(QStringLiteral("View/Layout"))->menuAction(), menu);
    // Filled when the menu is shown, because titles change. Each entry has a mnemonic of its own.
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        char key = '1';
        for (const auto& dock : m_docks) {
            auto* toggle = dock.widget->toggleViewAction();
            auto* action = menu->addAction(
                QStringLiteral("&%1  %2").arg(QChar::fromLatin1(key), toggle->text()));
            action->setCheckable(true);
            action->setChecked(toggle->isChecked());
            connect(action, &QAction::triggered, toggle, &QAction::trigger);
            key = key == '9' ? 'A' : static_cast<char>(key + 1);
        }
    });
}

void Docks::connectLayoutActions()
{
    const auto& actions = m_context.actions;
    for (const auto& [id, layout] :
        { std::pair("view.layoutExplore", "explore"), std::pair("view.layoutProfile", "profile"),
            std::pair("view.layoutNumbers", "numbers") })
        actions.on(id, this, [this, name = QString::fromLatin1(layout)] {
            settings::setValue(layoutKey, name);
            arrange(name);
        });
    // Not stored as the layout for models: a model without docks would look broken.
    actions.on("view.layoutCompare", this, [this] { arrange(QStringLiteral("compare")); });
    actions.on("view.layoutSave", this, [this] { saveOwnLayout(); });
    actions.on("view.layoutOwn", this, [this] { restoreOwnLayout(); });
    actions.on("view.layoutReset", this, [this] { resetLayout(); });
    refreshLayoutActions();
}

void Docks::setDocument(Document* document)
{
    m_connections.clear();
    m_document = document;
    for (const auto& dock : m_docks)
        dock.panel->setDocument(document);
    if (document == nullptr)
        return;
    m_connections.add(document, &Document::profileChanged, this, &Docks::showProfileOnce);
    m_connections.add(document, &Document::problemsChanged, this, &Docks::showProblemsOnce);
}

QList<QDockWidget*> Docks::all() const
{
    QList<QDockWidget*> all;
    for (const auto& dock : m_docks)
        all.append(dock.widget);
    return all;
}

QList<Panel*> Docks::panels() const
{
    QList<Panel*> panels;
    for (const auto& dock : m_docks)
        panels.append(dock.panel);
    return panels;
}

QDockWidget* Docks::dockOf(const Panel& panel) const
{
    return std::ranges::find(m_docks, &panel, &Dock::panel)->widget;
}

void Docks::show(const Panel& panel)
{
    const auto& dock = *std::ranges::find(m_docks, &panel, &Dock::panel);
    if (dock.widget->isHidden())
        showArea(dock.spec->area);
    dock.widget->show();
    dock.widget->raise();
    dock.panel->setFocus();
}

QList<QAction*> Docks::showActions()
{
    QList<QAction*> actions;
    for (const auto& dock : m_docks) {
        const auto title = tr(dock.spec->title);
        actions.append(new QAction(tr("Panel: %1").arg(title), this));
        connect(actions.last(), &QAction::triggered, this,
            [this, panel = dock.panel] { show(*panel); });
    }
    return actions;
}

void Docks::showArea(Area area)
{
    const auto isShown
        = [&](const Dock& dock) { return dock.spec->area == area && !dock.widget->isHidden(); };
    if (std::ranges::any_of(m_docks, isShown))
        return; // the user closed the others
    for (const auto& dock : m_docks) {
        if (dock.spec->area == area)
            dock.widget->show();
    }
    setSizes();
}

void Docks::arrange(const QString& layout)
{
    const auto& wanted = layoutOf(layout);
    for (const auto& dock : m_docks)
        dock.widget->setVisible(shows(wanted, dock.spec->area));
    for (auto* dock : { dockOf<ExplorerPanel>(), dockOf<InspectorPanel>(), dockOf<TimelinePanel>(),
             wanted.raisesTensors ? dockOf<TensorsPanel>() : dockOf<OperatorsPanel>() })
        dock->raise();
    setSizes();
    m_areShown = true;
    m_titlesSoon.start();
}

void Docks::setSizes()
{
    const auto resize = [this](std::initializer_list<std::pair<QDockWidget*, int>> wanted,
                            Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (const auto& [dock, size] : wanted) {
            if (dock->isHidden())
                continue;
            docks.append(dock);
            sizes.append(size);
        }
        m_window.resizeDocks(docks, sizes, orientation);
    };
    const int width = m_window.width();
    // For docks in the same place, QMainWindow uses only the minimum size of the first one.
    const auto* run = dockOf<RunPanel>();
    const bool isRunOnTop = !run->visibleRegion().isEmpty();
    const auto left = std::max(std::clamp(width * 17 / 100, 220, 320),
        isRunOnTop ? run->widget()->minimumSizeHint().width() : 0);
    resize({ { dockOf<ExplorerPanel>(), left },
               { dockOf<InspectorPanel>(), std::clamp(width * 23 / 100, 280, 420) } },
        Qt::Horizontal);
    // Docks and separators together must not be wider than the window, or the window would grow.
    const int room
        = width - 4 * m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent);
    const int high = m_window.height() * 3 / 10;
    auto* timeline = dockOf<TimelinePanel>();
    auto* operators = dockOf<OperatorsPanel>();
    resize({ { timeline, room * 11 / 20 }, { operators, room * 9 / 20 } }, Qt::Horizontal);
    resize({ { timeline, high }, { operators, high } }, Qt::Vertical);
}

void Docks::saveOwnLayout()
{
    settings::setWindowLayout(ownName(), m_window.saveState(layoutVersion));
    m_status.showResult(tr("Layout saved. View, Layout, My Layout restores it"));
    refreshLayoutActions();
}

void Docks::restoreOwnLayout()
{
    if (restoreState(settings::windowLayout(ownName())))
        m_areShown = true;
    m_titlesSoon.start();
}

/// Puts all docks at their default places, in the default layout of the document.
void Docks::resetLayout()
{
    settings::setValue(layoutKey, {});
    for (const auto& dock : m_docks)
        dock.widget->setFloating(false);
    FirstOfArea firstOf {};
    for (const auto& dock : m_docks)
        place(dock, firstOf);
    const bool hasProfile = m_document != nullptr && m_document->profile() != nullptr;
    arrange(hasProfile ? QStringLiteral("profile") : QStringLiteral("explore"));
}

void Docks::refreshLayoutActions()
{
    m_context.actions.enableUnless("view.layoutOwn",
        settings::windowLayout(ownName()).isEmpty() ? tr("no layout was saved for these screens")
                                                    : QString());
}

void Docks::hide(Kept kept)
{
    if (kept == Kept::Left)
        restore(); // they may all be hidden
    if (m_areShown)
        m_hiddenState = m_window.saveState(layoutVersion);
    m_areShown = false;
    m_restoresWhenShown = false;
    for (const auto& dock : m_docks) {
        const bool isLeft = m_window.dockWidgetArea(dock.widget) == Qt::LeftDockWidgetArea;
        if (kept == Kept::None || !isLeft || dock.widget->isFloating())
            dock.widget->hide();
    }
}

void Docks::restore()
{
    // Not while the window is hidden. If a hidden window will be maximised, QMainWindow keeps a
    // copy of the restored state and applies it again at the resize. Showing or raising docks in
    // between changes the layout items to which the copy points, and the program crashes.
    m_restoresWhenShown = !m_areShown && !m_window.isVisible();
    if (!m_areShown && !m_restoresWhenShown) {
        if (restoreStored())
            m_areShown = true;
        else
            arrange(settings::value(layoutKey, QStringLiteral("explore")));
        emit restored();
    }
    showProblemsOnce();
    showProfileOnce();
}

/// QMainWindow shows its tab bars one after the other. Each of them activates the layout, which may
/// change the set of tab bars while QMainWindow goes through it (Qt 6.4). The program then crashes.
/// So the layout waits.
bool Docks::restoreState(const QByteArray& state)
{
    auto& layout = *m_window.layout();
    layout.setEnabled(false);
    const bool isRestored = m_window.restoreState(state, layoutVersion);
    layout.setEnabled(true);
    layout.activate();
    return isRestored;
}

bool Docks::restoreStored()
{
    if (!m_hiddenState.isEmpty())
        return restoreState(m_hiddenState);
    const auto stored = settings::windowLayout(storedName());
    if (stored.isEmpty())
        return false;
    if (didLastRestoreCrash()) {
        clearRestoreMark();
        settings::setWindowLayout(QStringLiteral("aside-") + storedName(), stored);
        settings::setWindowLayout(storedName(), {});
        m_status.showResult(tr("Opscope crashed while it restored the panel layout. The panels are "
                               "at their default places now"),
            "warning");
        return false;
    }
    settings::setValue(restoringKey, QString::number(QCoreApplication::applicationPid()));
    settings::flush(); // before the state is restored, which may end this process
    QTimer::singleShot(settledMs, this, [] { clearRestoreMark(); });
    return restoreState(stored);
}

void Docks::windowShown()
{
    if (m_restoresWhenShown)
        restore();
}

void Docks::store()
{
    clearRestoreMark();
    const auto state = m_areShown ? m_window.saveState(layoutVersion) : m_hiddenState;
    if (!state.isEmpty())
        settings::setWindowLayout(storedName(), state);
}

void Docks::showProfileOnce()
{
    if (m_document == nullptr || !m_areShown || m_document->profile() == nullptr
        || !isFirst(m_profileShown))
        return;
    const auto chosen = settings::value(layoutKey);
    if (chosen.isEmpty()
        && (dockOf<TimelinePanel>()->isHidden() || dockOf<OperatorsPanel>()->isHidden()))
        arrange(QStringLiteral("profile"));
}

void Docks::showProblemsOnce()
{
    if (m_document == nullptr || !m_areShown)
        return;
    // Missing weights are left out: the banner reports them, and such a model is viewed like any
    // other.
    const auto isError = [](const support::Diagnostic& problem) {
        return problem.severity == support::Severity::Error
            && problem.code != "external-data-missing";
    };
    if (std::ranges::none_of(m_document->problems(), isError) || !isFirst(m_problemsShown))
        return;
    auto* problems = dockOf<ProblemsPanel>();
    const bool isNew = problems->isHidden();
    showArea(Area::BottomRight);
    problems->show();
    problems->raise();
    if (isNew) // a few rows only: the graph is more important
        m_window.resizeDocks({ problems }, { m_window.height() / 5 }, Qt::Vertical);
}

/// Adds the document, until it is deleted. False if it was there.
bool Docks::isFirst(QSet<const QObject*>& documents)
{
    if (documents.contains(m_document))
        return false;
    documents.insert(m_document);
    connect(m_document, &QObject::destroyed, this,
        [&documents](const QObject* gone) { documents.remove(gone); });
    return true;
}

} // namespace ui
