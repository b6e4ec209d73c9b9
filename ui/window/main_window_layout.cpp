#include "ui/delegates/cell_delegate.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/window/dock_title.h"
#include "ui/window/main_tool_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/status_jobs.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QGuiApplication>
#include <QScreen>
#include <QStyle>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

/// The docks of the main window: construction, layouts, storing.
namespace ui {

namespace {

using Area = PanelSpec::Area;

constexpr int leastPanelWidth = 180;
constexpr int leastPanelHeight = 90;
constexpr auto layoutKey = "view/layout";
constexpr auto compactKey = "view/compactRows";
constexpr int layoutVersion = 2; // increase when stored layouts no longer fit the docks

/// Which panels a layout shows beside and below the graph.
struct LayoutSpec {
    const char* name;
    bool hasSides;
    bool hasBottomLeft;
    bool hasBottomRight;
    const char* raised; ///< the panel in front at the bottom right
};
constexpr std::array<LayoutSpec, 4> layouts { {
    { "explore", true, false, false, "operators" }, { "profile", true, true, true, "operators" },
    { "numbers", true, false, true, "tensors" },
    { "compare", false, false, false, "operators" }, // two graphs and their tables need the room
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
    const auto process = settings::value(QString::fromLatin1(restoringKey)).toLongLong();
    return process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

void clearRestoreMark() { settings::forget(QString::fromLatin1(restoringKey)); }

QString ownName() { return QStringLiteral("own-") + storedName(); }

Qt::DockWidgetArea qtArea(Area area)
{
    return area == Area::Left ? Qt::LeftDockWidgetArea
        : area == Area::Right ? Qt::RightDockWidgetArea
                              : Qt::BottomDockWidgetArea;
}

} // namespace

void MainWindow::buildDocks()
{
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_titlesSoon.setSingleShot(true);
    m_titlesSoon.setInterval(0);
    connect(&m_titlesSoon, &QTimer::timeout, this, &MainWindow::refreshDockTitles);
    QHash<int, QDockWidget*> firstOf;
    for (const auto& spec : panelSpecs()) {
        addDock(spec);
        placeDock(spec, firstOf);
    }
    for (auto* dock : firstOf)
        dock->raise();
}

void MainWindow::placeDock(const PanelSpec& spec, QHash<int, QDockWidget*>& firstOf)
{
    auto* dock = m_docks.value(QString::fromLatin1(spec.id));
    auto*& first = firstOf[static_cast<int>(spec.area)];
    auto* beside = firstOf.value(static_cast<int>(Area::BottomLeft));
    if (first != nullptr)
        return tabifyDockWidget(first, dock);
    addDockWidget(qtArea(spec.area), dock);
    if (spec.area == Area::BottomRight && beside != nullptr)
        splitDockWidget(beside, dock, Qt::Horizontal);
    first = dock;
}

QDockWidget* MainWindow::addDock(const PanelSpec& spec)
{
    const auto title = QCoreApplication::translate("Panels", spec.title);
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(spec.id));
    auto* panel = spec.create(m_context, dock);
    dock->setWidget(panel);
    // Otherwise the largest minimum size among the tabs would apply to all of them and to the
    // window.
    panel->setMinimumSize(leastPanelWidth, leastPanelHeight);
    auto* bar = new DockTitle(dock, panel->titleTools());
    dock->setTitleBarWidget(bar);
    connect(panel, &Panel::titleChanged, dock, [dock, title](const QString& text) {
        dock->setWindowTitle(text.isEmpty() ? title : text);
    });
    connect(dock, &QDockWidget::windowTitleChanged, &m_titlesSoon, qOverload<>(&QTimer::start));
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, panel](bool isVisible) {
        if (!isVisible || dock->isFloating() || dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
            return;
        const int wanted = panel->minimumSizeHint().width();
        if (panel->width() < wanted)
            resizeDocks({ dock }, { wanted }, Qt::Horizontal);
    });
    connect(dock, &QDockWidget::visibilityChanged, &m_titlesSoon, qOverload<>(&QTimer::start));
    connect(dock, &QDockWidget::dockLocationChanged, &m_titlesSoon, qOverload<>(&QTimer::start));
    m_dockTitles.append(bar);
    m_docks.insert(dock->objectName(), dock);
    m_panels.insert(dock->objectName(), panel);
    return dock;
}

void MainWindow::refreshDockTitles()
{
    for (auto* bar : m_dockTitles)
        bar->refresh();
}

void MainWindow::showPanel(const QString& id)
{
    auto* dock = m_docks.value(id);
    if (dock == nullptr)
        return;
    for (const auto& spec : panelSpecs()) {
        if (id == QLatin1String(spec.id) && dock->isHidden())
            showArea(spec.area);
    }
    dock->show();
    dock->raise();
    dock->widget()->setFocus();
}

void MainWindow::showArea(PanelSpec::Area area)
{
    const auto isShown = [&](const PanelSpec& spec) {
        return spec.area == area && !m_docks.value(QString::fromLatin1(spec.id))->isHidden();
    };
    if (std::ranges::any_of(panelSpecs(), isShown))
        return; // the user closed the others
    for (const auto& spec : panelSpecs()) {
        if (spec.area == area)
            m_docks.value(QString::fromLatin1(spec.id))->show();
    }
    sizeDocks();
}

void MainWindow::arrange(const QString& layout)
{
    const auto& wanted = layoutOf(layout);
    for (const auto& spec : panelSpecs())
        m_docks.value(QString::fromLatin1(spec.id))->setVisible(shows(wanted, spec.area));
    for (const auto* id : { "model", "inspector", "timeline", wanted.raised }) {
        if (auto* dock = m_docks.value(QString::fromLatin1(id)))
            dock->raise();
    }
    sizeDocks();
    m_hasDocks = true;
    m_titlesSoon.start();
}

void MainWindow::sizeDocks()
{
    const auto shown = [this](const char* id) {
        return m_docks.value(QString::fromLatin1(id)) != nullptr
            && !m_docks.value(QString::fromLatin1(id))->isHidden();
    };
    const auto resize = [&](std::initializer_list<std::pair<const char*, int>> wanted,
                            Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (const auto& [id, size] : wanted) {
            if (!shown(id))
                continue;
            docks.append(m_docks.value(QString::fromLatin1(id)));
            sizes.append(size);
        }
        resizeDocks(docks, sizes, orientation);
    };
    // For docks in the same place, QMainWindow uses only the minimum size of the first one.
    const auto* run = m_docks.value(QStringLiteral("run"));
    const bool isRunOnTop = run != nullptr && !run->visibleRegion().isEmpty();
    const auto left = std::max(std::clamp(width() * 17 / 100, 220, 320),
        isRunOnTop ? run->widget()->minimumSizeHint().width() : 0);
    resize({ { "model", left }, { "inspector", std::clamp(width() * 23 / 100, 280, 420) } },
        Qt::Horizontal);
    // Docks and separators together must not be wider than the window, or the window would grow.
    const int room = width() - 4 * style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent);
    resize({ { "timeline", room * 11 / 20 }, { "operators", room * 9 / 20 } }, Qt::Horizontal);
    resize({ { "timeline", height() * 3 / 10 }, { "operators", height() * 3 / 10 } }, Qt::Vertical);
}

void MainWindow::saveOwnLayout()
{
    settings::setWindowLayout(ownName(), saveState(layoutVersion));
    m_statusJobs->showResult(tr("Layout saved. View, Layout, My Layout restores it"));
    refreshLayoutActions();
}

void MainWindow::restoreOwnLayout()
{
    if (restoreState(settings::windowLayout(ownName()), layoutVersion))
        m_hasDocks = true;
    m_titlesSoon.start();
}

/// Puts all docks at their default places, in the default layout of the document.
void MainWindow::resetLayout()
{
    settings::setValue(QString::fromLatin1(layoutKey), {});
    for (auto* dock : m_docks)
        dock->setFloating(false);
    QHash<int, QDockWidget*> firstOf;
    for (const auto& spec : panelSpecs())
        placeDock(spec, firstOf);
    const bool hasProfile = currentDocument() != nullptr && currentDocument()->profile() != nullptr;
    arrange(hasProfile ? QStringLiteral("profile") : QStringLiteral("explore"));
}

void MainWindow::refreshLayoutActions()
{
    m_actions.enableUnless(QStringLiteral("view.layoutOwn"),
        settings::windowLayout(ownName()).isEmpty() ? tr("no layout was saved for these screens")
                                                    : QString());
}

void MainWindow::showRowsCompact(bool isCompact)
{
    settings::setValue(
        QString::fromLatin1(compactKey), isCompact ? QStringLiteral("yes") : QStringLiteral("no"));
    setRowsCompact(isCompact);
    for (auto* view : findChildren<QTreeView*>())
        view->doItemsLayout();
}

void MainWindow::hideDocks()
{
    if (m_hasDocks)
        m_hiddenDocksState = saveState(layoutVersion);
    m_hasDocks = false;
    m_restoresDocksWhenShown = false;
    for (auto* dock : m_docks)
        dock->hide();
}

void MainWindow::restoreDocks()
{
    // Not while the window is hidden. If a hidden window will be maximised, QMainWindow keeps a
    // copy of the restored state and applies it again at the resize. Showing or raising docks in
    // between changes the layout items to which the copy points, and the program crashes.
    m_restoresDocksWhenShown = !m_hasDocks && !isVisible();
    if (m_hasDocks || m_restoresDocksWhenShown)
        return;
    if (restoreStoredDocks())
        m_hasDocks = true;
    else
        arrange(settings::value(QString::fromLatin1(layoutKey), QStringLiteral("explore")));
    m_toolBar->show(); // a state that was stored with the welcome page open has the tool bar hidden
}

bool MainWindow::restoreStoredDocks()
{
    if (!m_hiddenDocksState.isEmpty())
        return restoreState(m_hiddenDocksState, layoutVersion);
    const auto stored = settings::windowLayout(storedName());
    if (stored.isEmpty())
        return false;
    if (didLastRestoreCrash()) {
        clearRestoreMark();
        settings::setWindowLayout(QStringLiteral("aside-") + storedName(), stored);
        settings::setWindowLayout(storedName(), {});
        m_statusJobs->showResult(tr("Opscope crashed while it restored the panel layout. The "
                                    "panels are at their default places now"),
            "warning");
        return false;
    }
    settings::setValue(
        QString::fromLatin1(restoringKey), QString::number(QCoreApplication::applicationPid()));
    QTimer::singleShot(settledMs, this, [] { clearRestoreMark(); });
    return restoreState(stored, layoutVersion);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!m_restoresDocksWhenShown)
        return;
    restoreDocks();
    showProblemsOnce();
    showProfileOnce();
}

void MainWindow::storeDocks()
{
    clearRestoreMark();
    const auto state = m_hasDocks ? saveState(layoutVersion) : m_hiddenDocksState;
    if (!state.isEmpty())
        settings::setWindowLayout(storedName(), state);
}

void MainWindow::showProfileOnce()
{
    auto* document = currentDocument();
    if (document == nullptr || !m_hasDocks || document->profile() == nullptr
        || document->property("profileShown").toBool())
        return;
    document->setProperty("profileShown", true);
    const auto chosen = settings::value(QString::fromLatin1(layoutKey));
    if (chosen.isEmpty()
        && (m_docks.value(QStringLiteral("timeline"))->isHidden()
            || m_docks.value(QStringLiteral("operators"))->isHidden()))
        arrange(QStringLiteral("profile"));
}

void MainWindow::showProblemsOnce()
{
    auto* document = currentDocument();
    if (document == nullptr || !m_hasDocks || document->property("problemsShown").toBool())
        return;
    // Missing weights are left out: the banner reports them, and such a model is viewed like any
    // other.
    const auto isError = [](const support::Diagnostic& problem) {
        return problem.severity == support::Severity::Error
            && problem.code != "external-data-missing";
    };
    if (std::ranges::none_of(document->problems(), isError))
        return;
    document->setProperty("problemsShown", true);
    auto* problems = m_docks.value(QStringLiteral("problems"));
    const bool isNew = problems->isHidden();
    showArea(Area::BottomRight);
    problems->show();
    problems->raise();
    if (isNew) // a few rows only: the graph is more important
        resizeDocks({ problems }, { height() / 5 }, Qt::Vertical);
}

} // namespace ui
