#include "ui/window/main_window.h"

#include "model/support/text.h"
#include "profiler/importers/importer.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/find/find_panel.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/problems/problems_panel.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/run/recoverable_recordings_bar.h"
#include "ui/run/run_controller.h"
#include "ui/runs/run_text.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text_elision.h"
#include "ui/widgets/theme.h"
#include "ui/window/history.h"
#include "ui/window/main_tool_bar.h"
#include "ui/window/panels.h"
#include "ui/window/status_jobs.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QTabWidget>

#include <algorithm>

/// The actions of the main window: one function per menu connects them.
namespace ui {

void MainWindow::openWithDialog()
{
    const auto paths = QFileDialog::getOpenFileNames(this, tr("Open"),
        settings::value(QStringLiteral("file/folder")),
        tr("Models and profiles (*.onnx *.pb *.opscope *.part *.html *.json *.gz *.sqlite);;All "
           "files (*)"));
    for (const auto& path : paths) {
        settings::setValue(QStringLiteral("file/folder"), QFileInfo(path).absolutePath());
        openFile(path);
    }
}

void MainWindow::connectFileActions()
{
    connectExportActions();
    on("file.open", [this] { openWithDialog(); });
    on("file.reload", [this] {
        if (auto* document = currentDocument())
            document->reload();
    });
    on("file.close", [this] {
        if (qobject_cast<WelcomePage*>(m_tabs->currentWidget()) == nullptr)
            closeTabWithUndo(m_tabs->currentIndex());
    });
    on("file.quit", [this] { quit(); });
    buildRecentMenu();
}

void MainWindow::buildRecentMenu()
{
    auto* recent = new QMenu(tr("Open &Recent"), this);
    m_actions.menu(QStringLiteral("File"))
        ->insertMenu(m_actions.action(QStringLiteral("file.reload")), recent);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        int number = 1;
        for (const auto& file : settings::recentFiles()) {
            auto path = elided(file.path, 80).replace(u'&', QStringLiteral("&&"));
            auto* action
                = recent->addAction(QStringLiteral("&%1  %2\tCtrl+%1").arg(number).arg(path));
            ++number;
            action->setEnabled(QFileInfo::exists(file.path));
            connect(
                action, &QAction::triggered, this, [this, path = file.path] { openFile(path); });
        }
        if (number == 1)
            recent
                ->addAction(settings::areRecentFilesKept() ? tr("Nothing opened yet")
                                                           : tr("Recent files are switched off"))
                ->setEnabled(false);
        recent->addSeparator();
        connect(recent->addAction(tr("&Clear")), &QAction::triggered, this,
            [] { settings::clearRecentFiles(); });
    });
    for (int i = 0; i < 9; ++i) {
        const auto addKey = [this](const QString& key, std::function<void()> slot) {
            auto* action = new QAction(this);
            action->setShortcut(QKeySequence(key));
            connect(action, &QAction::triggered, this, [slot = std::move(slot)] { slot(); });
            addAction(action);
        };
        addKey(QStringLiteral("Ctrl+%1").arg(i + 1), [this, i] {
            if (const auto files = settings::recentFiles(); i < files.size())
                openFile(files[i].path);
        });
        addKey(QStringLiteral("Alt+%1").arg(i + 1), [this, i] {
            if (i < m_tabs->count())
                goToTab(i);
        });
    }
}

/// Chooses a tab by a key and gives the focus to its page, not to the first button on it.
void MainWindow::goToTab(int index)
{
    m_tabs->setCurrentIndex(index);
    if (m_tabs->currentWidget()->focusProxy() != nullptr)
        m_tabs->currentWidget()->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::connectViewActions()
{
    on("view.themeSystem", [] { Theme::instance().choose(Theme::Choice::System); });
    on("view.themeLight", [] { Theme::instance().choose(Theme::Choice::Light); });
    on("view.themeDark", [] { Theme::instance().choose(Theme::Choice::Dark); });
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::chooseTheme);
    chooseTheme();
    for (const auto* name : { "explore", "profile", "numbers" }) {
        const auto id = QStringLiteral("view.layout")
            + QString::fromLatin1(name).replace(0, 1, QChar(*name).toUpper());
        connect(m_actions.action(id), &QAction::triggered, this, [this, name] {
            settings::setValue(QStringLiteral("view/layout"), QString::fromLatin1(name));
            arrange(QString::fromLatin1(name));
        });
    }
    // Not stored as the layout for models: a model without docks would look broken.
    on("view.layoutCompare", [this] { arrange(QStringLiteral("compare")); });
    on("view.layoutSave", [this] { saveOwnLayout(); });
    on("view.layoutOwn", [this] { restoreOwnLayout(); });
    on("view.layoutReset", [this] { resetLayout(); });
    refreshLayoutActions();
    auto* compact = m_actions.action(QStringLiteral("view.compactRows"));
    connect(compact, &QAction::toggled, this, &MainWindow::showRowsCompact);
    compact->setChecked(
        settings::value(QStringLiteral("view/compactRows")) == QStringLiteral("yes"));
    on("view.fullScreen", [this] { isFullScreen() ? showNormal() : showFullScreen(); });
    on("window.nextTab", [this] { goToTab((m_tabs->currentIndex() + 1) % m_tabs->count()); });
    on("window.previousTab",
        [this] { goToTab((m_tabs->currentIndex() + m_tabs->count() - 1) % m_tabs->count()); });
    on("window.new", [] {
        auto* window = make();
        window->show();
    });
    on("window.moveTab", [this] { moveTabToNewWindow(); });
    auto* docks = new QMenu(tr("&Panels"), this);
    m_actions.menu(QStringLiteral("View"))
        ->insertMenu(m_actions.menu(QStringLiteral("View/Layout"))->menuAction(), docks);
    // Filled when the menu is shown, because titles change. Each entry has a mnemonic of its own.
    connect(docks, &QMenu::aboutToShow, this, [this, docks] {
        docks->clear();
        char key = '1';
        for (const auto& spec : panelSpecs()) {
            auto* toggle = m_docks.value(QString::fromLatin1(spec.id))->toggleViewAction();
            auto* action = docks->addAction(
                QStringLiteral("&%1  %2").arg(QChar::fromLatin1(key), toggle->text()));
            action->setCheckable(true);
            action->setChecked(toggle->isChecked());
            connect(action, &QAction::triggered, toggle, &QAction::trigger);
            key = key == '9' ? 'A' : static_cast<char>(key + 1);
        }
    });
    for (const auto* id : { "view.attributes", "view.weights", "view.names", "view.minimap",
             "view.legend", "view.wheelZooms" })
        m_actions.action(QString::fromLatin1(id))->setChecked(true);
}

void MainWindow::connectGoActions()
{
    on("go.back", [this] { m_history->goBack(); });
    on("go.forward", [this] { m_history->goForward(); });
    for (const auto* id : { "model", "inspector", "timeline", "operators", "problems" })
        connect(m_actions.action(QStringLiteral("go.") + QString::fromLatin1(id)),
            &QAction::triggered, this, [this, id] { showPanel(QString::fromLatin1(id)); });
    on("go.typicalRun", [this] {
        showPanel(QStringLiteral("timeline"));
        static_cast<TimelinePanel*>(m_panels.value(QStringLiteral("timeline")))->showTypicalRun();
    });
    on("view.overlayRuns", [this] { showPanel(QStringLiteral("timeline")); });
    on("go.properties", [this] { showPanel(QStringLiteral("inspector")); });
    on("go.graph", [this] {
        if (auto* page = currentPage())
            page->setFocus();
    });
    on("edit.find", [this] { showPanel(QStringLiteral("find")); });
    on("go.toNode", [this] { showPanel(QStringLiteral("find")); });
    on("run.settings", [this] { showPanel(QStringLiteral("run")); });
    on("go.nextProblem", [this] { stepProblem(1); });
    on("go.previousProblem", [this] { stepProblem(-1); });
    on("go.nextPane", [this] { cyclePane(1); });
    on("go.previousPane", [this] { cyclePane(-1); });
    on("go.producer", [this] { goToProducer(); });
    on("go.readers", [this] { goToReader(); });
}

void MainWindow::goToProducer()
{
    auto* document = currentDocument();
    if (document == nullptr || document->model() == nullptr)
        return;
    const auto current = document->selection()->current();
    const auto& graph = *document->model();
    QList<model::NodeId> producers;
    const auto add = [&](model::ValueId value) {
        const auto producer = value.isValid() ? graph.value(value).producer : model::NodeId();
        if (producer.isValid() && !producers.contains(producer))
            producers.append(producer);
    };
    if (current.isValue())
        add(model::ValueId(current.id));
    else if (current.isNode())
        std::ranges::for_each(graph.nodes[current.id].inputs, add);
    chooseNode(producers);
}

void MainWindow::goToReader()
{
    auto* document = currentDocument();
    if (document == nullptr || document->model() == nullptr)
        return;
    const auto current = document->selection()->current();
    const auto& graph = *document->model();
    QList<model::NodeId> readers;
    const auto add = [&](model::ValueId value) {
        if (!value.isValid())
            return;
        for (const auto& use : graph.value(value).uses) {
            if (!readers.contains(use.node))
                readers.append(use.node);
        }
    };
    if (current.isValue())
        add(model::ValueId(current.id));
    else if (current.isNode())
        std::ranges::for_each(graph.nodes[current.id].outputs, add);
    chooseNode(readers);
}

/// Goes to the node if there is one; else shows a menu in which digits choose a node.
void MainWindow::chooseNode(const QList<model::NodeId>& nodes)
{
    auto* document = currentDocument();
    if (nodes.size() == 1)
        return document->reveal(nodes.first());
    constexpr qsizetype mostShown = 40; // the inspector lists them all
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("nodeChoice"));
    for (qsizetype i = 0; i < std::min(nodes.size(), mostShown); ++i) {
        const auto& node = document->model()->node(nodes[i]);
        auto text
            = plain(node.type, 40) + QStringLiteral("  ") + plain(document->nodeText(nodes[i]), 80);
        const auto key = i < 9 ? QStringLiteral("&%1  ").arg(i + 1) : QString();
        menu->addAction(key + text.replace(u'&', QStringLiteral("&&")), document,
            [document, id = nodes[i]] { document->reveal(id); });
    }
    if (!nodes.isEmpty())
        menu->popup(m_tabs->mapToGlobal(m_tabs->rect().center()));
    else
        menu->deleteLater();
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
    window->show();
    closeTab(m_tabs->currentIndex());
}

void MainWindow::connectRunActions()
{
    const auto start = [this](RunController::Mode mode) {
        if (currentPage() != nullptr && currentPage()->isOutdated())
            return m_statusJobs->showResult(
                tr("The file has changed on disk: reload it before a run"), "warning");
        m_runs->start(currentDocument(), mode);
        if (mode != RunController::Mode::Profile)
            showPanel(QStringLiteral("run"));
    };
    on("run.profile", [start] { start(RunController::Mode::Profile); });
    on("run.once", [start] { start(RunController::Mode::Once); });
    on("run.check", [start] { start(RunController::Mode::Check); });
    on("run.statistics", [this] {
        if (auto* document = currentDocument())
            document->computeStatistics();
    });
    on("run.sweep", [this] { showPanel(QStringLiteral("sweep")); });
    on("run.stop", [this] { m_runs->stop(); });
    // During a run the same button stops the run.
    connect(m_toolBar, &MainToolBar::profileClicked, this, [this] {
        m_actions
            .action(
                m_runs->isRunning() ? QStringLiteral("run.stop") : QStringLiteral("run.profile"))
            ->trigger();
    });
    // Find and Operators use the measured ceilings for shares of them.
    auto* roofline = static_cast<RooflinePanel*>(m_panels.value(QStringLiteral("roofline")));
    connect(roofline, &RooflinePanel::peaksMeasured,
        static_cast<FindPanel*>(m_panels.value(QStringLiteral("find"))), &FindPanel::prepare);
    connect(roofline, &RooflinePanel::peaksMeasured,
        static_cast<OperatorsPanel*>(m_panels.value(QStringLiteral("operators"))),
        &OperatorsPanel::findRoofs);
    connect(m_runs, &RunController::changed, this, &MainWindow::refreshRunButton);
    connect(m_runs, &RunController::settingsChanged, this, &MainWindow::refreshRunButton);
    connect(m_runs, &RunController::finished, this, &MainWindow::showRunEnd);
    connect(m_runs, &RunController::measuredForClosed, this, &MainWindow::adoptFinishedRun);
    connect(m_runs, &RunController::leftUnread, this,
        [this](const QString& file, const QString& modelPath) {
            m_leftRecordings->add({ file, documentTitle(modelPath), modelPath,
                static_cast<int>(m_runs->progress().recorded()), QDateTime::currentDateTime(),
                true });
        });
}

void MainWindow::showRunEnd(Document* document, bool isGood)
{
    const auto& progress = m_runs->progress();
    const bool isStopped = progress.failureKind == QStringLiteral("stopped");
    if (document == nullptr)
        return; // closed meanwhile
    if (isGood && document->profile() != nullptr && progress.mode == RunController::Mode::Profile)
        return showFinished(*document);
    if (isStopped)
        m_statusJobs->showResult(upperFirst(progress.failure), "warning", document);
    else if (!isGood)
        m_statusJobs->showResult(
            tr("The run failed: %1").arg(elided(progress.failure, 160)), "error", document);
    else
        m_statusJobs->showResult(progress.mode == RunController::Mode::Check
                ? tr("The model can run with these settings")
                : progress.mode == RunController::Mode::Sweep ? tr("The sweep is done, %n size(s)",
                      nullptr, static_cast<int>(progress.sweep.points.size()))
                                                              : tr("The run is done"),
            "ok", document);
    if (!isGood && !isStopped && document == currentDocument())
        showPanel(QStringLiteral("problems"));
}

/// Shows the result in the status bar, `Profiled: wall 21.9 ms on CPU · 50 runs · 0 records
/// dropped`, and stores a short form for the list of recent files.
void MainWindow::showFinished(Document& document)
{
    if (document.statistics() == nullptr) { // the job for a long recording still runs
        connect(
            &document, &Document::statisticsChanged, this,
            [this, shown = QPointer(&document)] {
                if (shown->statistics() != nullptr)
                    showFinished(*shown);
            },
            Qt::SingleShotConnection);
        return;
    }
    const auto& wall = document.statistics()->bestWall();
    const auto& losses = document.profile()->losses;
    const auto lost = losses.dropped + losses.unbalanced;
    const auto time = QString::fromStdString(support::durationText(wall.median, 4));
    const auto device
        = m_runs->settingsOf(&document).device == QStringLiteral("cuda") ? tr("GPU") : tr("CPU");
    const auto result
        = tr("%1 on %2, %n run(s)", nullptr, static_cast<int>(wall.samples)).arg(time, device);
    const bool isPlain = document.statistics()->wallUnprofiled.samples > 0;
    m_statusJobs->showResult(
        (isPlain ? tr("Profiled: wall %1 on %2 without recording") : tr("Profiled: wall %1 on %2"))
                .arg(time, device)
            + QStringLiteral("  ·  ") + runCountsText(*document.profile())
            + tr("  ·  %n record(s) dropped", nullptr, static_cast<int>(lost)),
        lost > 0 ? "warning" : "ok", &document);
    settings::rememberResult(document.path(), result);
}

void MainWindow::connectHelpActions()
{
    on("edit.preferences", [this] {
        showPreferences(this);
        if (auto* welcome = m_tabs->findChild<WelcomePage*>())
            welcome->rebuild();
    });
    QList<QAction*> panels;
    for (const auto& spec : panelSpecs()) {
        const auto title = QCoreApplication::translate("Panels", spec.title);
        panels.append(new QAction(tr("Panel: %1").arg(title), this));
        connect(panels.last(), &QAction::triggered, this,
            [this, id = QString::fromLatin1(spec.id)] { showPanel(id); });
    }
    on("help.commands", [this, panels] { CommandPalette::run(m_actions, panels, this); });
    on("help.guide", [this] { showGuide(this); });
    on("help.keys", [this] { showKeys(m_actions, this); });
    on("help.measured", [this] { showMeasured(this); });
    on("help.privacy", [this] { showPrivacy(this); });
    on("help.about", [this] { showAbout(this); });
}

void MainWindow::stepProblem(int by)
{
    const auto* document = currentDocument();
    if (document == nullptr || document->problems().empty())
        return;
    showPanel(QStringLiteral("problems"));
    static_cast<ProblemsPanel*>(m_panels.value(QStringLiteral("problems")))->stepRow(by);
}

void MainWindow::cyclePane(int by)
{
    QList<QWidget*> panes { currentPage() != nullptr ? static_cast<QWidget*>(currentPage())
                                                     : m_tabs->currentWidget() };
    for (const auto& spec : panelSpecs()) {
        auto* panel = m_panels.value(QString::fromLatin1(spec.id));
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

} // namespace ui
