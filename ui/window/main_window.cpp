#include "ui/window/main_window.h"

#include "model/support/truncated_files.h"
#include "profiler/tables/profile.h"
#include "ui/canvas/graph_split.h"
#include "ui/canvas/graph_view.h"
#include "ui/compare/comparison_page.h"
#include "ui/delegates/cell_delegate.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/document/settings.h"
#include "ui/edit/journal/edit_restorer.h"
#include "ui/find/find_panel.h"
#include "ui/fleet/folder_page.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/run/run_controller.h"
#include "ui/run/unsaved_runs.h"
#include "ui/translation/translations.h"
#include "ui/verify/verify_controller.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/window/comparisons.h"
#include "ui/window/docks.h"
#include "ui/window/edit_actions.h"
#include "ui/window/file_opener.h"
#include "ui/window/language_actions.h"
#include "ui/window/leaving.h"
#include "ui/window/main_tool_bar.h"
#include "ui/window/neighbour_steps.h"
#include "ui/window/recording_restorer.h"
#include "ui/window/report_export.h"
#include "ui/window/restore/open_tabs.h"
#include "ui/window/run_actions.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"
#include "ui/window/tabs/history.h"
#include "ui/window/tabs/tab_group.h"
#include "ui/window/undo_actions.h"
#include "ui/window/verify_actions.h"
#include "ui/window/window_style.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr QSize minCentre { 200, 120 }; // pixels
constexpr auto compactKey = "view/compactRows";

/// Actions that need an open model.
constexpr const char* modelActions[] = { "file.attachProfile", "file.exportPicture", "file.print",
    "edit.find", "edit.findNext", "edit.findPrevious", "view.arrangeAnew", "view.direction",
    "view.zoomIn", "view.zoomOut", "view.actualSize", "view.fit", "view.fitSelection",
    "view.fitWidth", "view.fold", "view.unfold", "view.foldAll", "view.unfoldLevel",
    "view.unfoldAll", "view.isolate", "view.splitBeside", "view.splitBelow", "edit.addNote",
    "edit.toggleMark", "edit.selectProducers", "edit.selectReaders", "edit.selectNeighbours",
    "edit.selectBetween", "go.notes", "go.parent", "go.enter", "go.toNode", "go.producer",
    "go.readers", "go.nextProblem", "go.previousProblem" };

/// Returns the selection as `2 selected: Conv layers.3`; empty if nothing is selected.
QString selectionText(const Document* document)
{
    if (document == nullptr || document->model() == nullptr || document->selection()->isEmpty())
        return {};
    const auto count = static_cast<int>(document->selection()->items().size());
    const auto current = document->selection()->current();
    QString name;
    if (current.isNode())
        name = plain(document->model()->nodes[current.id].type, 40) + QStringLiteral(" ")
            + plain(document->nodeText(model::NodeId(current.id)), 60);
    else if (current.isValue())
        name = plain(document->model()->values[current.id].name, 60);
    else if (current.kind == SelectedItem::Kind::Graph
        && current.id < document->model()->graphs.size())
        name
            = MainWindow::tr("graph %1").arg(plain(document->model()->graphs[current.id].name, 60));
    else if (current.kind == SelectedItem::Kind::Step && document->profile() != nullptr
        && current.id < document->profile()->steps.size())
        name = plain(document->profile()->text(document->profile()->steps[current.id].label), 60);
    else if (current.isGroup() && document->groupTree() != nullptr
        && current.id < document->groupTree()->groups.size())
        name = MainWindow::tr("group %1")
                   .arg(plain(document->groupTree()->groups[current.id].path, 60));
    return MainWindow::tr("%n selected: %1", nullptr, count).arg(name);
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(this)
    , m_runs(new RunController(m_jobs, this))
    , m_verifier(new VerifyController(m_jobs, *m_runs, this))
    , m_status(new StatusJobs(m_jobs, this))
    , m_context { m_jobs, m_actions, m_runs, m_verifier,
        [this](const QString& text, const char* icon) { m_status->showTemporary(text, icon); } }
    , m_tabs(new DocumentTabs(m_context, this))
{
    Translations::install();
    WheelGuard::install();
    support::surviveTruncatedFiles(); // an open model may be overwritten
    setWindowTitle(tr("Opscope"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    auto* column = buildCentre();
    m_actions.build(*menuBar());
    m_toolBar = new MainToolBar(m_actions, this);
    addToolBar(m_toolBar);
    buildParts();
    column->insertWidget(0, m_restorer->bar());
    column->insertWidget(0, m_editRestorer->bar());
    column->insertWidget(0, m_openTabs->bar());
    buildStatusBar();
    connectViewActions();
    connectGoActions();
    connectHelpActions();
    // Animations would disturb a measurement.
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this, [] {
        WindowStyle::setMotionReduced(
            settings::isMotionReduced() || MeasurementQueue::instance().isMeasuring());
    });
    connect(m_tabs, &DocumentTabs::documentAdded, this, &MainWindow::followDocument);
    connect(m_tabs, &DocumentTabs::currentDocumentChanged, this, &MainWindow::showCurrent);
    connect(m_tabs, &DocumentTabs::tabsChanged, this, &MainWindow::refreshActions,
        Qt::QueuedConnection);
    connect(&m_tabs->history(), &History::changed, this, &MainWindow::refreshSelection);
    if (!restoreGeometry(settings::windowLayout(QStringLiteral("geometry"))))
        resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
    m_tabs->showWelcome();
}

MainWindow* MainWindow::make()
{
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    return window;
}

MainWindow::~MainWindow()
{
    // Tabs refer to the job runner and the actions, which are members. The tabs are deleted first.
    // Signals of runs that end with their documents must not reach this window any more.
    m_runs->blockSignals(true);
    m_documentConnections.clear();
    m_docks->setDocument(nullptr);
    delete m_tabs;
}

void MainWindow::buildParts()
{
    m_docks = new Docks(*this, m_context, *m_status);
    m_comparisons = new Comparisons(m_context, *m_tabs, *m_status);
    m_opener = new FileOpener(m_context, *m_tabs, *m_comparisons, *m_status);
    m_openTabs = new OpenTabs(m_context, *m_tabs, *m_opener);
    m_leaving = new Leaving(*this, m_context, *m_tabs, *m_status);
    m_runActions = new RunActions(m_context, *m_tabs, *m_toolBar, *m_status);
    m_verifyActions = new VerifyActions(m_context, *m_tabs, *m_opener, *m_status);
    m_restorer = new RecordingRestorer(m_context, *m_tabs, *m_docks, *m_opener, *m_status);
    m_edits = new EditActions(m_context, *m_tabs, *m_status);
    connect(m_leaving, &Leaving::saveRequested, m_edits, &EditActions::saveAs);
    m_editRestorer = new EditRestorer(m_context, *m_tabs, *m_opener, *m_status);
    connect(m_editRestorer, &EditRestorer::offered, m_openTabs, &OpenTabs::withdraw);
    m_undo = new UndoActions(m_context, *m_tabs, *m_docks, *m_opener, *m_leaving, *m_edits);
    new ReportExport(m_context, *m_tabs, *m_status);
    connect(m_docks, &Docks::restored, m_toolBar, // a stored state may have it hidden
        &QWidget::show);
    // Find and Operators use the measured ceilings for shares of them.
    auto* roofline = m_docks->panel<RooflinePanel>();
    connect(
        roofline, &RooflinePanel::peaksMeasured, m_docks->panel<FindPanel>(), &FindPanel::prepare);
    connect(roofline, &RooflinePanel::peaksMeasured, m_docks->panel<OperatorsPanel>(),
        &OperatorsPanel::findRoofs);
    m_actions.on("file.reload", this, [this] {
        if (auto* document = currentDocument())
            document->reload();
    });
    m_actions.on("file.close", this, [this] {
        if (currentDocument() != nullptr || m_tabs->currentComparison() != nullptr)
            m_undo->closeTab(m_tabs->currentIndex());
    });
    m_actions.on("file.quit", this, [this] { m_leaving->quit(); });
}

QVBoxLayout* MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* column = makeColumn(centre);
    column->addWidget(m_tabs, 1);
    centre->setMinimumSize(minCentre); // otherwise its content would move the panels
    setCentralWidget(centre);
    return column;
}

void MainWindow::buildStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_status, 1);
    m_selectionLabel = makeLabel({}, nullptr, this);
    statusBar()->addPermanentWidget(m_selectionLabel);
    statusBar()->addPermanentWidget(m_leaving->label());
    auto* machine = new QWidget(this);
    auto* row = makeRow(machine, { 14, 0, 10, 0 }, 6);
    row->addWidget(new IconLabel("cpu", 16, "textSecondary", machine));
    row->addWidget(new QLabel(
        tr("CPU %n thread(s)", nullptr, static_cast<int>(std::thread::hardware_concurrency())),
        machine));
    statusBar()->addPermanentWidget(machine);
}

void MainWindow::connectViewActions()
{
    m_actions.on("view.themeSystem", this, [] { Theme::instance().choose(Theme::Choice::System); });
    m_actions.on("view.themeLight", this, [] { Theme::instance().choose(Theme::Choice::Light); });
    m_actions.on("view.themeDark", this, [] { Theme::instance().choose(Theme::Choice::Dark); });
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::chooseTheme);
    chooseTheme();
    connectLanguageActions(
        m_actions, this, [this](const QString& text) { m_status->showTemporary(text, "check"); });
    auto* compact = m_actions.action("view.compactRows");
    connect(compact, &QAction::toggled, this, &MainWindow::showRowsCompact);
    compact->setChecked(settings::value(compactKey) == QStringLiteral("yes"));
    m_actions.on(
        "view.fullScreen", this, [this] { isFullScreen() ? showNormal() : showFullScreen(); });
    for (const auto* id : { "view.attributes", "view.weights", "view.names", "view.minimap",
             "view.legend", "view.wheelZooms" })
        m_actions.action(id)->setChecked(true);
    const auto stepTab = [this](int by) {
        m_tabs->goTo((m_tabs->currentIndex() + m_tabs->count() + by) % m_tabs->count());
    };
    m_actions.on("window.nextTab", this, [stepTab] { stepTab(1); });
    m_actions.on("window.previousTab", this, [stepTab] { stepTab(-1); });
    m_actions.on("window.new", this, [] { make()->showSoon(); });
    m_actions.on("window.moveTab", this, [this] { moveTabToNewWindow(); });
    m_actions.on("window.splitRight", this, [this] { m_tabs->splitRight(); });
    m_actions.on("window.otherGroup", this, [this] { m_tabs->moveToOtherGroup(); });
}

void MainWindow::connectGoActions()
{
    m_actions.on("go.back", this, [this] { m_tabs->history().goBack(); });
    m_actions.on("go.forward", this, [this] { m_tabs->history().goForward(); });
    m_actions.on("go.graph", this, [this] {
        if (auto* page = currentPage())
            page->setFocus();
    });
    m_actions.on("go.nextPane", this, [this] { cyclePane(1); });
    m_actions.on("go.previousPane", this, [this] { cyclePane(-1); });
    m_actions.on("go.producer", this, [this] { goToProducer(currentDocument(), *m_tabs); });
    m_actions.on("go.readers", this, [this] { goToReader(currentDocument(), *m_tabs); });
}

void MainWindow::connectHelpActions()
{
    m_actions.on("edit.preferences", this, [this] {
        showPreferences(this);
        m_tabs->refreshWelcome();
    });
    m_actions.on("help.commands", this,
        [this, panels = m_docks->showActions()] { CommandPalette::run(m_actions, panels, this); });
    m_actions.on("help.guide", this, [this] { showGuide(this); });
    m_actions.on("help.keys", this, [this] { showKeys(m_actions, this); });
    m_actions.on("help.measured", this, [this] { showMeasured(this); });
    m_actions.on("help.privacy", this, [this] { showPrivacy(this); });
    m_actions.on("help.about", this, [this] { showAbout(this); });
}

Document* MainWindow::openFile(const QString& path) { return m_opener->open(path); }
Document* MainWindow::currentDocument() const { return m_tabs->currentDocument(); }
DocumentPage* MainWindow::currentPage() const { return m_tabs->currentPage(); }
void MainWindow::offerLeftRecordings()
{
    m_restorer->offer();
    m_editRestorer->offer();
}

void MainWindow::restoreTabs() { m_openTabs->restore(); }

void MainWindow::followDocument(Document* document)
{
    m_tabs->history().follow(document);
    connect(document, &Document::runsChanged, m_leaving, &Leaving::refreshLabel);
    connect(document, &Document::pathChanged, this, [this, document] {
        if (document == currentDocument())
            showCurrent(); // its title
    });
    // Status texts about a file are outdated once it is read again.
    connect(document, &Document::modelChanged, this, [this, document, isFirst = true]() mutable {
        if (!std::exchange(isFirst, false))
            m_status->forget(document);
    });
    for (auto& run : UnsavedRuns::instance().take(document->path()))
        if (document->kind() == Document::Kind::Model) // a profile reads its file
            document->addRun(std::move(run));
    document->setBinding(m_runs->settingsOf(document).binding());
}

void MainWindow::showCurrent()
{
    auto* document = currentDocument();
    m_docks->setDocument(document);
    m_documentConnections.clear();
    if (document != nullptr) {
        for (const auto signal :
            { &Document::stateChanged, &Document::analysisChanged, &Document::profileChanged,
                &Document::statisticsChanged, &Document::verificationChanged,
                &Document::graphChanged, &Document::shownGraphChanged })
            m_documentConnections.add(document, signal, this, &MainWindow::refreshActions);
        m_documentConnections.add(
            document->selection(), &Selection::changed, this, &MainWindow::refreshSelection);
    }
    m_status->follow(document);
    const auto* compared = m_tabs->currentComparison();
    const auto* folder = m_tabs->currentFolder();
    const bool isWelcome = document == nullptr && compared == nullptr && folder == nullptr
        && !m_tabs->isUnopenedCurrent();
    m_tabs->setTabsVisible(!isWelcome);
    m_toolBar->setVisible(!isWelcome);
    // A comparison needs the room of the docks for graphs and tables. A folder of profiles has
    // nothing that they could show. Beside a document the docks stay: otherwise each change of the
    // group would move what was clicked.
    if (m_tabs->isPageShown())
        m_docks->restore();
    else if (isWelcome || compared != nullptr || folder != nullptr
        || m_tabs->currentEngines() != nullptr)
        m_docks->hide();
    else if (m_tabs->currentGeneration() != nullptr)
        m_docks->hide(Docks::Kept::Left); // the page has a timeline and operators of its own
    else
        m_docks->restore();
    const auto title = document != nullptr ? document->title()
        : compared != nullptr              ? compared->title()
        : folder != nullptr                ? folder->title()
                                           : QString();
    setWindowTitle(
        title.isEmpty() ? tr("Opscope") : tr("%1 — Opscope").arg(plain(title.toStdString(), 120)));
    refreshActions();
    refreshSelection();
    m_undo->activate(document);
    m_edits->activate(document);
    // QTabWidget gives the focus to the first button of the new page; give it to the page.
    auto* page = m_tabs->currentWidget();
    if (page != nullptr && !m_tabs->isFollowingFocus() && page->focusProxy() != nullptr
        && page->isAncestorOf(QApplication::focusWidget()))
        page->setFocus();
}

void MainWindow::moveTabToNewWindow()
{
    auto* document = currentDocument();
    if (document == nullptr)
        return;
    auto* window = make();
    auto* moved = window->openFile(document->path());
    if (document->kind() == Document::Kind::Model) {
        for (const auto& run : document->runs())
            moved->addRun(run); // they may be unsaved
    }
    window->showSoon([from = QPointer(this), document = QPointer(document)] {
        if (from == nullptr || document == nullptr)
            return;
        // It may have been edited meanwhile.
        from->m_edits->askBeforeClosing(document, [from, path = document->path()] {
            auto* page = from != nullptr ? from->m_tabs->pageOf(path) : nullptr;
            if (page != nullptr)
                from->m_tabs->closeTab(from->m_tabs->indexOf(page));
        });
    });
}

/// To make a window takes 100 ms and to show it as long. In one event they would delay all others.
void MainWindow::showSoon(std::function<void()> shown)
{
    constexpr int afterMs = 20; // 0 ms would be before the waiting events
    QTimer::singleShot(afterMs, this, [this, shown = std::move(shown)] {
        show();
        if (shown)
            shown();
    });
}

void MainWindow::cyclePane(int by)
{
    QList<QWidget*> panes;
    for (const auto* group : m_tabs->groups()) {
        const auto* split = group->currentWidget()->findChild<GraphSplit*>();
        if (split != nullptr && split->views().size() > 1)
            panes.append(QList<QWidget*>(split->views().begin(), split->views().end()));
        else
            panes.append(group->currentWidget());
    }
    for (auto* panel : m_docks->panels()) {
        // Docks behind other tabs are placed outside of the window. visibleRegion() is not usable
        // here: it leaves out the areas that opaque children cover.
        const auto* window = panel->window();
        const QRect place(panel->mapTo(window, QPoint(0, 0)), panel->size());
        if (panel->isVisible() && window->rect().intersects(place))
            panes.append(panel);
    }
    qsizetype current = 0;
    for (qsizetype i = 0; i < panes.size(); ++i) {
        if (panes[i]->isAncestorOf(QApplication::focusWidget())
            || panes[i] == QApplication::focusWidget())
            current = i;
    }
    panes[(current + by + panes.size()) % panes.size()]->setFocus(Qt::TabFocusReason);
}

void MainWindow::chooseTheme()
{
    const auto choice = Theme::instance().choice();
    m_actions.action("view.themeSystem")->setChecked(choice == Theme::Choice::System);
    m_actions.action("view.themeLight")->setChecked(choice == Theme::Choice::Light);
    m_actions.action("view.themeDark")->setChecked(choice == Theme::Choice::Dark);
}

void MainWindow::showRowsCompact(bool isCompact)
{
    settings::setValue(compactKey, isCompact ? QStringLiteral("yes") : QStringLiteral("no"));
    setRowsCompact(isCompact);
    for (auto* view : findChildren<QTreeView*>())
        view->doItemsLayout();
}

void MainWindow::refreshActions()
{
    const auto* document = m_tabs->currentDocument();
    const bool hasModel = document != nullptr && document->model() != nullptr;
    const auto enable = [&](const char* id, bool isPossible, const QString& reason) {
        m_actions.enableUnless(id, isPossible ? QString() : reason);
    };
    const bool isComparing = m_tabs->currentComparison() != nullptr;
    m_actions.enableUnless("window.splitRight", m_tabs->splitBlocker());
    m_actions.enableUnless("window.otherGroup", m_tabs->moveBlocker());
    enable("file.reload", document != nullptr, tr("no document is open"));
    enable("file.close", document != nullptr || isComparing, tr("no document is open"));
    for (const auto* id : modelActions)
        enable(id, hasModel, tr("no model is open"));
    if (hasModel)
        enable("go.parent", document->currentGraph() != document->model()->main().id,
            tr("this is the main graph"));
    enable("view.closeSplit", hasModel && document->shownGraphs().size() > 1,
        tr("the graph has one view only"));
    m_runActions->refresh();
    const bool hasProfile = document != nullptr && document->profile() != nullptr;
    for (const auto* id :
        { "file.exportData", "view.colourTime", "view.colourMemory", "view.colourDevice" })
        enable(id, hasProfile, tr("no run yet"));
    for (const auto* id : { "go.typicalRun", "view.overlayRuns" })
        enable(id, hasProfile, tr("no run yet"));
    m_actions.enableUnless("run.statistics",
        !hasProfile                             ? tr("no run yet")
            : document->statistics() != nullptr ? tr("they are computed")
            : document->isComputingStatistics() ? tr("the statistics are being computed")
                                                : QString());
    enable("file.exportReport", hasProfile || isComparing || m_tabs->currentEngines() != nullptr,
        tr("no run yet"));
    enable("view.colourError", hasModel && document->verification() != nullptr,
        tr("nothing was verified yet"));
    if (m_tabs->currentPage() != nullptr) {
        const bool isBroken = document->state() == Document::State::Failed;
        m_tabs->setTabIcon(m_tabs->currentIndex(),
            isBroken ? icon("error", "error")
                     : icon(document->kind() == Document::Kind::Profile ? "timeline" : "graph"));
    }
    m_comparisons->refreshActions();
}

void MainWindow::refreshSelection()
{
    m_actions.enableUnless(
        "go.back", m_tabs->history().canGoBack() ? QString() : tr("there is no earlier selection"));
    m_actions.enableUnless("go.forward",
        m_tabs->history().canGoForward() ? QString() : tr("there is no later selection"));
    m_selectionLabel->setText(selectionText(currentDocument()));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_leaving->mayCloseWindow()) {
        event->ignore();
        return;
    }
    settings::setWindowLayout(QStringLiteral("geometry"), saveGeometry());
    m_docks->store();
    event->accept();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    m_docks->windowShown();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

/// Opens the dropped files; verifies the models of dropped test folders at once.
void MainWindow::dropEvent(QDropEvent* event)
{
    for (const auto& url : event->mimeData()->urls()) {
        const auto path = url.toLocalFile();
        if (!path.isEmpty() && QFileInfo(path).isDir())
            m_verifyActions->verifyFolder(path);
        else if (!path.isEmpty())
            openFile(path);
    }
}

} // namespace ui
