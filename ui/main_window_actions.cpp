#include "ui/main_window.h"

#include "profiler/exporters/export_file.h"
#include "profiler/importers/importer.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/document.h"
#include "ui/pages/document_page.h"
#include "ui/panels.h"
#include "ui/run/run_controller.h"
#include "ui/settings.h"
#include "ui/status_jobs.h"
#include "ui/text_elision.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>

/// What the main window's actions do: one function per menu connects them.
namespace ui {

void MainWindow::openWithDialog()
{
    const auto paths = QFileDialog::getOpenFileNames(this, tr("Open"), settings::value(QStringLiteral("file/folder")),
        tr("Models and profiles (*.onnx *.opscope);;All files (*)"));
    for (const auto& path : paths) {
        settings::setValue(QStringLiteral("file/folder"), QFileInfo(path).absolutePath());
        openFile(path);
    }
}

void MainWindow::exportProfile(const QString& title, const QStringList& forms)
{
    auto* document = currentDocument();
    if (document == nullptr || document->profile() == nullptr)
        return;
    const auto target = askForExport(title, QFileInfo(document->path()).completeBaseName(), forms, this);
    if (!target)
        return;
    using Done = std::monostate;
    m_jobs.start<Done>(
        document, QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(target->path).fileName()),
        [target = *target, profile = document->profile(), statistics = document->statistics()](std::stop_token, const support::Progress&) -> support::Result<Done> {
            TRY(profiler::exportToFile(*target.exporter, profiler::buildReport(profile, statistics), target.path.toStdString()));
            return Done {};
        },
        [this, path = target->path](support::Result<Done> done) {
            if (done)
                m_statusJobs->showResult(tr("Wrote %1").arg(path));
            else
                m_statusJobs->showResult(QString::fromStdString(done.error().message()), "error");
        });
}

void MainWindow::connectExportActions()
{
    on("file.attachProfile", [this] {
        const auto path = QFileDialog::getOpenFileName(this, tr("Attach a profile"), {}, tr("Profiles (*.opscope *.html);;All files (*)"));
        if (!path.isEmpty() && currentDocument() != nullptr && currentDocument()->model() != nullptr)
            attachProfile(currentDocument(), path);
    });
    on("file.exportReport", [this] { exportProfile(tr("Export report"), { QStringLiteral("html") }); });
    on("file.exportData", [this] {
        exportProfile(tr("Export data"), { QStringLiteral("csv"), QStringLiteral("csv-nodes"), QStringLiteral("csv-runs"), QStringLiteral("json"), QStringLiteral("chrome"), QStringLiteral("markdown") });
    });
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
        if (currentDocument() != nullptr)
            closeTab(m_tabs->currentIndex());
    });
    on("file.quit", [this] { close(); });
    auto* recent = m_actions.menu(QStringLiteral("File"))->addMenu(tr("Open &Recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        int number = 1;
        for (const auto& file : settings::recentFiles()) {
            auto* action = recent->addAction(QStringLiteral("&%1  %2").arg(number++).arg(elided(file.path, 80)));
            connect(action, &QAction::triggered, this, [this, path = file.path] { openFile(path); });
        }
        recent->addSeparator();
        connect(recent->addAction(tr("Clear")), &QAction::triggered, this, [] { settings::clearRecentFiles(); });
    });
    for (int i = 0; i < 9; ++i) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1)));
        connect(action, &QAction::triggered, this, [this, i] {
            if (const auto files = settings::recentFiles(); i < files.size())
                openFile(files[i].path);
        });
        addAction(action);
    }
}

void MainWindow::connectViewActions()
{
    on("view.themeSystem", [] { Theme::instance().choose(Theme::Choice::System); });
    on("view.themeLight", [] { Theme::instance().choose(Theme::Choice::Light); });
    on("view.themeDark", [] { Theme::instance().choose(Theme::Choice::Dark); });
    connect(&Theme::instance(), &Theme::changed, this, &MainWindow::chooseTheme);
    chooseTheme();
    for (const auto* name : { "explore", "profile", "numbers" }) {
        const auto id = QStringLiteral("view.layout") + QString::fromLatin1(name).replace(0, 1, QChar(*name).toUpper());
        connect(m_actions.action(id), &QAction::triggered, this, [this, name] { arrange(QString::fromLatin1(name)); });
    }
    on("view.fullScreen", [this] { isFullScreen() ? showNormal() : showFullScreen(); });
    on("window.nextTab", [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % m_tabs->count()); });
    on("window.previousTab", [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() - 1) % m_tabs->count()); });
    auto* docks = m_actions.menu(QStringLiteral("View"))->addMenu(tr("Panels"));
    for (const auto& spec : panelSpecs())
        docks->addAction(m_docks.value(QString::fromLatin1(spec.id))->toggleViewAction());
    for (const auto* id : { "view.attributes", "view.weights", "view.names", "view.minimap", "view.legend" })
        m_actions.action(QString::fromLatin1(id))->setChecked(true);
}

void MainWindow::connectGoActions()
{
    on("go.back", [this] {
        if (auto* document = currentDocument())
            document->selection()->goBack();
    });
    on("go.forward", [this] {
        if (auto* document = currentDocument())
            document->selection()->goForward();
    });
    for (const auto* id : { "model", "inspector", "timeline", "operators", "problems" })
        connect(m_actions.action(QStringLiteral("go.") + QString::fromLatin1(id)), &QAction::triggered, this, [this, id] { showPanel(QString::fromLatin1(id)); });
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
    on("go.producer", [this] {
        auto* document = currentDocument();
        if (document == nullptr || document->model() == nullptr)
            return;
        const auto current = document->selection()->current();
        const auto& graph = *document->model();
        if (current.isValue() && graph.values[current.id].producer.isValid())
            document->reveal(graph.values[current.id].producer);
        if (!current.isNode())
            return;
        for (const auto input : graph.nodes[current.id].inputs) {
            if (input.isValid() && graph.value(input).producer.isValid())
                return document->reveal(graph.value(input).producer);
        }
    });
    on("go.readers", [this] {
        auto* document = currentDocument();
        if (document == nullptr || document->model() == nullptr)
            return;
        const auto current = document->selection()->current();
        const auto& graph = *document->model();
        if (current.isValue() && !graph.values[current.id].uses.empty())
            document->reveal(graph.values[current.id].uses.front().node);
        if (!current.isNode())
            return;
        for (const auto output : graph.nodes[current.id].outputs) {
            if (output.isValid() && !graph.value(output).uses.empty())
                return document->reveal(graph.value(output).uses.front().node);
        }
    });
}

void MainWindow::connectRunActions()
{
    const auto start = [this](RunController::Mode mode) {
        m_runs->start(currentDocument(), mode);
        if (mode != RunController::Mode::Profile)
            showPanel(QStringLiteral("run"));
    };
    on("run.profile", [start] { start(RunController::Mode::Profile); });
    on("run.once", [start] { start(RunController::Mode::Once); });
    on("run.check", [start] { start(RunController::Mode::Check); });
    on("run.stop", [this] { m_runs->stop(); });
    // While a run is on, the same button stops it.
    connect(m_profileButton, &QPushButton::clicked, this,
        [this] { m_actions.action(m_runs->isRunning() ? QStringLiteral("run.stop") : QStringLiteral("run.profile"))->trigger(); });
    connect(m_runs, &RunController::changed, this, &MainWindow::refreshRunButton);
    connect(m_runs, &RunController::settingsChanged, this, &MainWindow::refreshRunButton);
    connect(m_runs, &RunController::finished, this, [this](Document* document, bool isGood) {
        const auto& progress = m_runs->progress();
        const bool isStopped = progress.failureKind == QStringLiteral("stopped");
        if (isStopped)
            m_statusJobs->showResult(tr("The run was stopped before its first run was complete"), "warning");
        else if (!isGood)
            m_statusJobs->showResult(tr("The run failed: %1").arg(elided(progress.failure, 160)), "error");
        else if (document != nullptr && !progress.points.empty())
            m_statusJobs->showResult(tr("%n run(s) finished", nullptr, static_cast<int>(progress.points.size())));
        if (!isGood && !isStopped && document == currentDocument())
            showPanel(QStringLiteral("problems"));
    });
}

void MainWindow::connectHelpActions()
{
    on("help.commands", [this] { CommandPalette::run(m_actions, this); });
    on("help.keys", [this] { showKeys(m_actions, this); });
    on("help.measured", [this] { showMeasured(this); });
    on("help.privacy", [this] { showPrivacy(this); });
    on("help.about", [this] { showAbout(this); });
}

void MainWindow::stepProblem(int by)
{
    auto* document = currentDocument();
    if (document == nullptr || document->problems().empty())
        return;
    const auto count = static_cast<int>(document->problems().size());
    const int next = (document->property("problem").toInt() + by + count) % count;
    document->setProperty("problem", next);
    if (const auto& problem = document->problems()[static_cast<std::size_t>(next)]; problem.where.node)
        document->reveal(model::NodeId(*problem.where.node));
    showPanel(QStringLiteral("problems"));
}

void MainWindow::cyclePane(int by)
{
    QList<QWidget*> panes { currentPage() != nullptr ? static_cast<QWidget*>(currentPage()) : m_tabs->currentWidget() };
    for (const auto& spec : panelSpecs()) {
        auto* panel = m_panels.value(QString::fromLatin1(spec.id));
        if (panel->isVisible() && !panel->visibleRegion().isEmpty())
            panes.append(panel);
    }
    qsizetype current = 0;
    for (qsizetype i = 0; i < panes.size(); ++i) {
        if (panes[i]->isAncestorOf(QApplication::focusWidget()) || panes[i] == QApplication::focusWidget())
            current = i;
    }
    panes[(current + by + panes.size()) % panes.size()]->setFocus(Qt::TabFocusReason);
}

} // namespace ui
