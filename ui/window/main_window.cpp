#include "ui/window/main_window.h"

#include "model/support/truncated_files.h"
#include "profiler/importers/html.h"
#include "profiler/importers/importer.h"
#include "profiler/tables/profile.h"
#include "ui/compare/comparison_page.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/run/recoverable_recordings_bar.h"
#include "ui/run/run_blockers.h"
#include "ui/run/run_controller.h"
#include "ui/run/unsaved_runs.h"
#include "ui/tensors/tensor_page.h"
#include "ui/undo/undo_log.h"
#include "ui/verify/verify_controller.h"
#include "ui/widgets/english_plurals.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/window/history.h"
#include "ui/window/main_tool_bar.h"
#include "ui/window/panels.h"
#include "ui/window/status_jobs.h"
#include "ui/window/window_style.h"

#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr QSize leastCentre { 200, 120 }; // pixels

/// Actions that need an open model.
constexpr const char* modelActions[] = { "file.attachProfile", "file.exportPicture", "file.print",
    "edit.find", "edit.findNext", "edit.findPrevious", "view.direction", "view.zoomIn",
    "view.zoomOut", "view.actualSize", "view.fit", "view.fitSelection", "view.fitWidth",
    "view.fold", "view.unfold", "view.foldAll", "view.unfoldLevel", "view.unfoldAll",
    "view.isolate", "edit.addNote", "edit.toggleMark", "edit.selectProducers", "edit.selectReaders",
    "edit.selectNeighbours", "edit.selectBetween", "go.notes", "go.parent", "go.enter", "go.toNode",
    "go.producer", "go.readers", "go.nextProblem", "go.previousProblem" };

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(this)
    , m_runs(new RunController(m_jobs, this))
    , m_verifier(new VerifyController(m_jobs, *m_runs, this))
    , m_context { m_jobs, m_actions, m_runs, m_verifier,
        [this](const QString& text, const char* icon) { m_statusJobs->showTemporary(text, icon); } }
    , m_leftRecordings(new LeftRecordingsBar(this))
    , m_tabs(new QTabWidget(this))
    , m_history(new History(m_tabs, this))
{
    EnglishPlurals::install();
    WheelGuard::install();
    support::surviveTruncatedFiles(); // an open model may be overwritten
    setWindowTitle(tr("Opscope"));
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setDocumentMode(true);
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_leftRecordings);
    column->addWidget(m_tabs, 1);
    centre->setMinimumSize(leastCentre); // otherwise its content would move the panels
    setCentralWidget(centre);
    m_actions.build(*menuBar());
    m_toolBar = new MainToolBar(m_actions, this);
    addToolBar(m_toolBar);
    buildDocks();
    buildStatusBar();
    connectFileActions();
    connectViewActions();
    connectGoActions();
    connectRunActions();
    connectVerifyActions();
    connectCompareActions();
    connectLeftRecordings();
    connectHelpActions();
    connectUndo();
    // Animations would disturb a measurement.
    connect(&MeasurementQueue::instance(), &MeasurementQueue::changed, this, [] {
        WindowStyle::setMotionReduced(
            settings::isMotionReduced() || MeasurementQueue::instance().isMeasuring());
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::activateTab);
    connect(m_history, &History::changed, this, &MainWindow::refreshSelection);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closeTabWithUndo);
    if (!restoreGeometry(settings::windowLayout(QStringLiteral("geometry"))))
        resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
    fillWelcome();
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
    disconnect(m_tabs, nullptr, this, nullptr);
    for (auto* panel : m_panels)
        panel->setDocument(nullptr);
    delete m_history;
    delete m_tabs;
    if (all().size() <= 1)
        UnsavedRuns::instance().clear();
}

void MainWindow::on(const char* id, std::function<void()> slot)
{
    auto* action = m_actions.action(QString::fromLatin1(id));
    Q_ASSERT_X(action != nullptr, "MainWindow::on", id);
    connect(action, &QAction::triggered, this, [slot = std::move(slot)] { slot(); });
}

void MainWindow::buildStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    m_statusJobs = new StatusJobs(m_jobs, this);
    statusBar()->addWidget(m_statusJobs, 1);
    m_selectionLabel = new QLabel(this);
    m_selectionLabel->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_selectionLabel);
    m_unsavedLabel = new QLabel(this);
    m_unsavedLabel->setObjectName(QStringLiteral("unsavedRuns"));
    m_unsavedLabel->setTextFormat(Qt::PlainText);
    m_unsavedLabel->setContentsMargins(14, 0, 0, 0);
    m_unsavedLabel->hide();
    statusBar()->addPermanentWidget(m_unsavedLabel);
    auto* machine = new QWidget(this);
    auto* row = new QHBoxLayout(machine);
    row->setContentsMargins(14, 0, 10, 0);
    row->setSpacing(6);
    row->addWidget(new IconLabel("cpu", 16, "textSecondary", machine));
    row->addWidget(new QLabel(
        tr("CPU %n thread(s)", nullptr, static_cast<int>(std::thread::hardware_concurrency())),
        machine));
    statusBar()->addPermanentWidget(machine);
}

Document* MainWindow::openFile(const QString& path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    for (int i = 0; i < m_tabs->count(); ++i) {
        auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(i));
        if (page != nullptr && page->document()->path() == absolute) {
            m_tabs->setCurrentIndex(i);
            return page->document();
        }
    }
    if (profiler::looksLikeComparison(absolute.toStdString())) {
        openComparison(absolute);
        return nullptr;
    }
    if (profiler::looksLikeProfile(absolute.toStdString()))
        return openProfile(absolute);
    return addDocument(new Document(absolute, m_jobs));
}

Document* MainWindow::addDocument(Document* document)
{
    auto* page = new DocumentPage(m_context, document, m_tabs);
    document->setParent(page);
    followArrangement(document, page);
    m_history->follow(document);
    connect(document, &Document::runsChanged, this, &MainWindow::refreshUnsaved);
    // Status texts about a file are outdated once it is read again.
    connect(document, &Document::modelChanged, this, [this, document, isFirst = true]() mutable {
        if (!std::exchange(isFirst, false))
            m_statusJobs->forget(document);
    });
    for (auto& run : UnsavedRuns::instance().take(document->path()))
        if (document->kind() == Document::Kind::Model) // a profile reads its file
            document->addRun(std::move(run));
    document->setBinding(m_runs->settingsOf(document).binding());
    connect(
        document->search(), &Search::asked, this, [this] { showPanel(QStringLiteral("find")); });
    connect(document, &Document::tensorRequested, this,
        [this, document](model::ValueId value) { openTensor(document, value); });
    connect(page, &DocumentPage::modelChosen, this,
        [this, document](const QString& path) { openModelFor(document->path(), path); });
    const int index = m_tabs->addTab(page,
        icon(document->kind() == Document::Kind::Profile ? "timeline" : "graph"),
        plain(document->title().toStdString(), 40).replace(u'&', QStringLiteral("&&")));
    m_tabs->setTabToolTip(index, toolTipOf(document->path()));
    if (auto* welcome = m_tabs->findChild<WelcomePage*>())
        welcome->deleteLater();
    m_tabs->setCurrentWidget(page);
    page->setFocus();
    return document;
}

DocumentPage* MainWindow::currentPage() const
{
    return qobject_cast<DocumentPage*>(m_tabs->currentWidget());
}

Document* MainWindow::currentDocument() const
{
    const auto* page = currentPage();
    const auto* tensor = qobject_cast<TensorPage*>(m_tabs->currentWidget());
    const auto* compared = qobject_cast<ComparisonPage*>(m_tabs->currentWidget());
    return page != nullptr    ? page->document()
        : tensor != nullptr   ? tensor->document()
        : compared != nullptr ? compared->document()
                              : nullptr;
}

Panel* MainWindow::panel(const QString& id) const { return m_panels.value(id); }

void MainWindow::activateTab(int)
{
    for (const auto& connection : m_documentConnections)
        disconnect(connection);
    m_documentConnections.clear();
    auto* document = currentDocument();
    for (auto* panel : m_panels)
        panel->setDocument(document);
    if (document != nullptr) {
        m_documentConnections = {
            connect(document, &Document::stateChanged, this, &MainWindow::refreshActions),
            connect(document, &Document::analysisChanged, this, &MainWindow::refreshActions),
            connect(document, &Document::profileChanged, this, &MainWindow::refreshActions),
            connect(document, &Document::statisticsChanged, this, &MainWindow::refreshActions),
            connect(document, &Document::profileChanged, this, &MainWindow::showProfileOnce),
            connect(document, &Document::verificationChanged, this, &MainWindow::refreshActions),
            connect(document, &Document::problemsChanged, this, &MainWindow::showProblemsOnce),
            connect(document, &Document::graphChanged, this, &MainWindow::refreshActions),
            connect(
                document->selection(), &Selection::changed, this, &MainWindow::refreshSelection),
        };
    }
    m_statusJobs->follow(document);
    const auto* compared = qobject_cast<ComparisonPage*>(m_tabs->currentWidget());
    const bool isComparison = compared != nullptr;
    const bool isWelcome = document == nullptr && !isComparison;
    m_tabs->tabBar()->setVisible(!isWelcome);
    m_toolBar->setVisible(!isWelcome);
    // A comparison needs the room of the docks for two graphs and their tables.
    isWelcome || isComparison ? hideDocks() : restoreDocks();
    if (document != nullptr && !isComparison) {
        showProblemsOnce();
        showProfileOnce();
    }
    const auto title = document != nullptr ? document->title()
        : isComparison                     ? compared->title()
                                           : QString();
    setWindowTitle(
        title.isEmpty() ? tr("Opscope") : tr("%1 — Opscope").arg(plain(title.toStdString(), 120)));
    refreshActions();
    refreshSelection();
    m_undo->activate(document);
    // QTabWidget gives the focus to the first button of the new page; give it to the page.
    auto* page = m_tabs->currentWidget();
    if (page != nullptr && page->focusProxy() != nullptr
        && page->isAncestorOf(QApplication::focusWidget()))
        page->setFocus();
}

void MainWindow::openTensor(Document* document, model::ValueId value)
{
    const History::SingleStepScope step(*m_history);
    for (int i = 0; i < m_tabs->count(); ++i) {
        auto* page = qobject_cast<TensorPage*>(m_tabs->widget(i));
        if (page == nullptr || page->document() != document || page->value() != value)
            continue;
        document->revealValue(value, page);
        return m_tabs->setCurrentIndex(i);
    }
    auto* page = new TensorPage(m_context, document, value, m_tabs);
    const int index
        = m_tabs->insertTab(m_tabs->currentIndex() + 1, page, icon("tensor"), page->title());
    document->revealValue(value, page);
    m_tabs->setCurrentIndex(index);
}

void MainWindow::closeTab(int index)
{
    auto* page = m_tabs->widget(index);
    // Pages of tensors and comparisons close with their model.
    for (int i = m_tabs->count() - 1; i >= 0; --i) {
        auto* other = m_tabs->widget(i);
        const auto* tensor = qobject_cast<TensorPage*>(other);
        const auto* compared = qobject_cast<ComparisonPage*>(other);
        const auto* closed = qobject_cast<DocumentPage*>(page);
        if (closed == nullptr)
            break;
        const bool isOfClosed = (tensor != nullptr && tensor->document() == closed->document())
            || (compared != nullptr && compared->isOf(closed->document()));
        if (!isOfClosed)
            continue;
        m_tabs->removeTab(i);
        other->deleteLater();
    }
    index = m_tabs->indexOf(page);
    m_tabs->removeTab(index);
    page->deleteLater();
    if (m_tabs->count() == 0)
        fillWelcome();
}

void MainWindow::fillWelcome()
{
    auto* page = new WelcomePage(m_context, m_tabs);
    connect(page, &WelcomePage::openRequested, this, &MainWindow::openFile);
    m_tabs->addTab(page, tr("Welcome"));
    activateTab(0);
}

void MainWindow::chooseTheme()
{
    const auto choice = Theme::instance().choice();
    m_actions.action(QStringLiteral("view.themeSystem"))
        ->setChecked(choice == Theme::Choice::System);
    m_actions.action(QStringLiteral("view.themeLight"))->setChecked(choice == Theme::Choice::Light);
    m_actions.action(QStringLiteral("view.themeDark"))->setChecked(choice == Theme::Choice::Dark);
}

QString MainWindow::blockerOf(Document& document) const
{
    return document.model() != nullptr
        ? blockerText(document.runBlockers(), m_runs->settingsOf(&document))
        : QString();
}

/// Returns the status text of the run in progress. Empty if there is none, and while its profile is
/// read, because StatusJobs shows that job itself.
QString MainWindow::runText() const
{
    const auto& progress = m_runs->progress();
    const auto model = plain(documentTitle(m_runs->path()).toStdString(), 60);
    switch (m_runs->state()) {
    case RunController::State::Idle:
    case RunController::State::Reading:
        return {};
    case RunController::State::Waiting:
        return tr("The run of %1 waits for: %2").arg(model, m_runs->waitsFor());
    case RunController::State::Stopping:
        return tr("Stopping the run of %1").arg(model);
    case RunController::State::Running:
        break;
    }
    const auto text = progress.mode == RunController::Mode::Profile ? tr("Profiling %1").arg(model)
                                                                    : tr("Running %1").arg(model);
    return progress.total == 0
        ? text
        : tr("%1, %2 %3 of %4").arg(text, progress.phase).arg(progress.done).arg(progress.total);
}

void MainWindow::refreshRunButton()
{
    const bool isRunning = m_runs->isRunning();
    auto* document = currentDocument();
    const bool hasModel = document != nullptr && document->model() != nullptr;
    const auto blocker = hasModel ? blockerOf(*document) : QString();
    const auto noModel = hasModel ? QString()
        : document != nullptr && document->kind() == Document::Kind::Profile
        ? tr("this is a profile without its model")
        : tr("no model is open");
    const auto reason = isRunning ? tr("a run is in progress") : noModel;
    m_actions.enableUnless(QStringLiteral("run.check"), reason); // it lists all errors
    for (const auto* id : { "run.profile", "run.once", "run.sweep" })
        m_actions.enableUnless(QString::fromLatin1(id), reason.isEmpty() ? blocker : reason);
    // Verification may start during a run: it waits for its MeasurementSlot.
    m_actions.enableUnless(QStringLiteral("run.verifyTiers"), noModel);
    m_actions.enable(QStringLiteral("run.verify"));
    m_actions.enableUnless(QStringLiteral("window.moveTab"),
        document == nullptr ? tr("no document is open")
            : isRunning && m_runs->document() == document
            ? tr("a run of this document is in progress")
            : QString());
    m_actions.enableUnless(QStringLiteral("run.stop"), isRunning ? QString() : tr("nothing runs"));
    m_toolBar->showRun(isRunning);
    m_statusJobs->showRun(runText(), m_runs->progress().done, m_runs->progress().total);
    const auto errors = hasModel ? std::ranges::count(document->problems(),
                            support::Severity::Error, &support::Diagnostic::severity)
                                 : 0;
    if (blocker.isEmpty())
        m_toolBar->setRunSummary(hasModel
                ? m_runs->settingsOf(document).summary(document->analysis().get())
                : tr("No model"));
    else
        m_toolBar->setRunBlocker(errors > 0
                ? tr("Cannot run: %n error(s)", nullptr, static_cast<int>(errors))
                : tr("Cannot run: weights missing"),
            blocker);
    m_statusJobs->showStanding(blocker.isEmpty() ? QString() : standingText(document->problems()));
}

void MainWindow::refreshActions()
{
    const auto* document = currentDocument();
    const bool hasModel = document != nullptr && document->model() != nullptr;
    const auto enable = [&](const char* id, bool isPossible, const QString& reason) {
        const auto name = QString::fromLatin1(id);
        isPossible ? m_actions.enable(name) : m_actions.disable(name, reason);
    };
    const bool isComparing = qobject_cast<ComparisonPage*>(m_tabs->currentWidget()) != nullptr;
    enable("file.reload", document != nullptr, tr("no document is open"));
    enable("file.close", document != nullptr || isComparing, tr("no document is open"));
    for (const auto* id : modelActions)
        enable(id, hasModel, tr("no model is open"));
    if (hasModel)
        enable("go.parent", document->currentGraph() != document->model()->main().id,
            tr("this is the main graph"));
    refreshRunButton();
    const bool hasProfile = document != nullptr && document->profile() != nullptr;
    for (const auto* id :
        { "file.exportData", "view.colourTime", "view.colourMemory", "view.colourDevice" })
        enable(id, hasProfile, tr("no run yet"));
    for (const auto* id : { "go.typicalRun", "view.overlayRuns" })
        enable(id, hasProfile, tr("no run yet"));
    m_actions.enableUnless(QStringLiteral("run.statistics"),
        !hasProfile                             ? tr("no run yet")
            : document->statistics() != nullptr ? tr("they are computed")
            : document->isComputingStatistics() ? tr("the statistics are being computed")
                                                : QString());
    enable("file.exportReport", hasProfile || isComparing, tr("no run yet"));
    enable("view.colourError", hasModel && document->verification() != nullptr,
        tr("nothing was verified yet"));
    if (currentPage() != nullptr) {
        const bool isBroken = document->state() == Document::State::Failed;
        m_tabs->setTabIcon(m_tabs->currentIndex(),
            isBroken ? icon("error", "error")
                     : icon(document->kind() == Document::Kind::Profile ? "timeline" : "graph"));
    }
    refreshCompareActions();
}

void MainWindow::refreshSelection()
{
    auto* document = currentDocument();
    m_actions.enableUnless(QStringLiteral("go.back"),
        m_history->canGoBack() ? QString() : tr("there is no earlier selection"));
    m_actions.enableUnless(QStringLiteral("go.forward"),
        m_history->canGoForward() ? QString() : tr("there is no later selection"));
    if (document == nullptr || document->model() == nullptr || document->selection()->isEmpty()) {
        m_selectionLabel->clear();
        return;
    }
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
        name = tr("graph %1").arg(plain(document->model()->graphs[current.id].name, 60));
    else if (current.kind == SelectedItem::Kind::Step && document->profile() != nullptr
        && current.id < document->profile()->steps.size())
        name = plain(document->profile()->text(document->profile()->steps[current.id].label), 60);
    else if (current.isGroup() && document->groupTree() != nullptr
        && current.id < document->groupTree()->groups.size())
        name = tr("group %1").arg(plain(document->groupTree()->groups[current.id].path, 60));
    m_selectionLabel->setText(tr("%n selected: %1", nullptr, count).arg(name));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const auto& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            openDropped(url.toLocalFile());
    }
}

} // namespace ui
