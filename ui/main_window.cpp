#include "ui/main_window.h"

#include "profiler/exporters/export_file.h"
#include "profiler/importers/importer.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/document.h"
#include "ui/english_plurals.h"
#include "ui/icon.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/panels.h"
#include "ui/run/run_controller.h"
#include "ui/settings.h"
#include "ui/status_jobs.h"
#include "ui/tensors/tensor_page.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QUrl>

namespace ui {

namespace {

constexpr int layoutVersion = 1; // raise when docks change so much that stored layouts no longer fit

QString elided(const QString& text, int limit)
{
    return text.size() <= limit ? text : text.left(limit / 2) + u'…' + text.right(limit / 2);
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_actions(this)
    , m_runs(new RunController(m_jobs, this))
    , m_context { m_jobs, m_actions, m_runs }
    , m_tabs(new QTabWidget(this))
{
    EnglishPlurals::install();
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
    setCentralWidget(m_tabs);
    m_actions.build(*menuBar());
    buildToolBar();
    buildDocks();
    buildStatusBar();
    connectFileActions();
    connectViewActions();
    connectGoActions();
    connectRunActions();
    connectHelpActions();
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::activateTab);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closeTab);
    resize(1600, 1000);
    fillWelcome();
}

MainWindow::~MainWindow()
{
    // Tabs refer to the job runner and the actions, which are members: they go first.
    disconnect(m_tabs, nullptr, this, nullptr);
    for (auto* panel : m_panels)
        panel->setDocument(nullptr);
    delete m_tabs;
}

void MainWindow::on(const char* id, std::function<void()> slot)
{
    auto* action = m_actions.action(QString::fromLatin1(id));
    Q_ASSERT_X(action != nullptr, "MainWindow::on", id);
    connect(action, &QAction::triggered, this, [slot = std::move(slot)] { slot(); });
}

void MainWindow::buildToolBar()
{
    auto* bar = addToolBar(tr("Main"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setIconSize({ 20, 20 });
    for (const auto* id : { "file.open", "go.back", "go.forward" })
        bar->addAction(m_actions.action(QString::fromLatin1(id)));
    m_profileButton = new QPushButton(icon("profile", "onAccent"), tr("Profile"), bar);
    m_profileButton->setProperty("primary", true);
    m_profileButton->setObjectName(QStringLiteral("profileButton"));
    bar->addWidget(m_profileButton);
    m_runSummary = new QPushButton(icon("settings"), tr("No model"), bar);
    m_runSummary->setObjectName(QStringLiteral("runSummary"));
    connect(m_runSummary, &QPushButton::clicked, m_actions.action(QStringLiteral("run.settings")), &QAction::trigger);
    bar->addWidget(m_runSummary);
    m_colourBy = new QComboBox(bar);
    m_colourBy->setAccessibleName(tr("Colour the graph by"));
    m_colourBy->addItem(tr("Colour: category"), QStringLiteral("view.colourCategory"));
    m_colourBy->addItem(tr("Colour: time"), QStringLiteral("view.colourTime"));
    m_colourBy->addItem(tr("Colour: memory"), QStringLiteral("view.colourMemory"));
    connect(m_colourBy, &QComboBox::activated, this, [this](int index) { m_actions.action(m_colourBy->itemData(index).toString())->trigger(); });
    bar->addWidget(m_colourBy);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    auto* find = new QPushButton(icon("search"), tr("Find nodes, tensors, values      Ctrl+F"), bar);
    find->setMinimumWidth(260);
    connect(find, &QPushButton::clicked, m_actions.action(QStringLiteral("edit.find")), &QAction::trigger);
    bar->addWidget(find);
    for (const auto* id : { "help.commands", "file.exportReport" })
        bar->addAction(m_actions.action(QString::fromLatin1(id)));
}

void MainWindow::buildDocks()
{
    QHash<int, QDockWidget*> firstOf;
    for (const auto& spec : panelSpecs()) {
        const auto title = QCoreApplication::translate("Panels", spec.title);
        auto* dock = new QDockWidget(title, this);
        dock->setObjectName(QString::fromLatin1(spec.id));
        auto* panel = spec.create(m_context, dock);
        dock->setWidget(panel);
        connect(panel, &Panel::titleChanged, dock, [dock, title](const QString& text) { dock->setWindowTitle(text.isEmpty() ? title : text); });
        const auto area = static_cast<int>(spec.area);
        auto*& first = firstOf[area];
        if (first != nullptr) {
            tabifyDockWidget(first, dock);
        } else if (spec.area == PanelSpec::Area::BottomRight && firstOf.value(static_cast<int>(PanelSpec::Area::BottomLeft)) != nullptr) {
            addDockWidget(Qt::BottomDockWidgetArea, dock);
            splitDockWidget(firstOf.value(static_cast<int>(PanelSpec::Area::BottomLeft)), dock, Qt::Horizontal);
            first = dock;
        } else {
            addDockWidget(spec.area == PanelSpec::Area::Left       ? Qt::LeftDockWidgetArea
                    : spec.area == PanelSpec::Area::Right ? Qt::RightDockWidgetArea
                                                          : Qt::BottomDockWidgetArea,
                dock);
            first = dock;
        }
        m_docks.insert(dock->objectName(), dock);
        m_panels.insert(dock->objectName(), panel);
    }
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    for (auto* dock : firstOf)
        dock->raise();
}

void MainWindow::buildStatusBar()
{
    m_statusJobs = new StatusJobs(m_jobs, this);
    statusBar()->addWidget(m_statusJobs, 1);
    m_selectionLabel = new QLabel(this);
    m_selectionLabel->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_selectionLabel);
    auto* machine = new QLabel(tr("CPU, %n thread(s)", nullptr, static_cast<int>(std::thread::hardware_concurrency())), this);
    statusBar()->addPermanentWidget(machine);
}

Document* MainWindow::openFile(const QString& path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    if (profiler::looksLikeProfile(absolute.toStdString())) {
        attachProfile(absolute);
        return currentDocument();
    }
    for (int i = 0; i < m_tabs->count(); ++i) {
        auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(i));
        if (page != nullptr && page->document()->path() == absolute) {
            m_tabs->setCurrentIndex(i);
            return page->document();
        }
    }
    auto* document = new Document(absolute, m_jobs);
    auto* page = new DocumentPage(m_context, document, m_tabs);
    document->setParent(page);
    connect(document, &Document::tensorRequested, this, [this, document](model::ValueId value) { openTensor(document, value); });
    const int index = m_tabs->addTab(page, icon("graph"), elided(document->title(), 40));
    m_tabs->setTabToolTip(index, absolute.toHtmlEscaped());
    if (auto* welcome = m_tabs->findChild<WelcomePage*>())
        welcome->deleteLater();
    m_tabs->setCurrentWidget(page);
    return document;
}

DocumentPage* MainWindow::currentPage() const { return qobject_cast<DocumentPage*>(m_tabs->currentWidget()); }

Document* MainWindow::currentDocument() const
{
    const auto* page = currentPage();
    const auto* tensor = qobject_cast<TensorPage*>(m_tabs->currentWidget());
    return page != nullptr ? page->document() : tensor != nullptr ? tensor->document() : nullptr;
}

Panel* MainWindow::panel(const QString& id) const { return m_panels.value(id); }

void MainWindow::showPanel(const QString& id)
{
    auto* dock = m_docks.value(id);
    if (dock == nullptr)
        return;
    dock->show();
    dock->raise();
    dock->widget()->setFocus();
}

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
            connect(document->selection(), &Selection::changed, this, &MainWindow::refreshSelectionLabel),
        };
    }
    const bool isWelcome = document == nullptr;
    m_tabs->tabBar()->setVisible(!isWelcome);
    for (auto* dock : m_docks) {
        if (isWelcome)
            dock->hide();
    }
    if (!isWelcome && m_docks.value(QStringLiteral("model")) != nullptr && !m_docks.value(QStringLiteral("model"))->isVisible())
        arrange(settings::value(QStringLiteral("view/layout"), QStringLiteral("profile")));
    setWindowTitle(isWelcome ? tr("Opscope") : tr("%1 — Opscope").arg(document->title()));
    refreshActions();
    refreshSelectionLabel();
}

void MainWindow::openTensor(Document* document, model::ValueId value)
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto* page = qobject_cast<TensorPage*>(m_tabs->widget(i));
        if (page != nullptr && page->document() == document && page->value() == value)
            return m_tabs->setCurrentIndex(i);
    }
    auto* page = new TensorPage(m_context, document, value, m_tabs);
    const int index = m_tabs->insertTab(m_tabs->currentIndex() + 1, page, icon("tensor"), page->title());
    document->revealValue(value, page);
    m_tabs->setCurrentIndex(index);
}

void MainWindow::closeTab(int index)
{
    auto* page = m_tabs->widget(index);
    // Tensors close with their model.
    for (int i = m_tabs->count() - 1; i >= 0; --i) {
        auto* tensor = qobject_cast<TensorPage*>(m_tabs->widget(i));
        const auto* closed = qobject_cast<DocumentPage*>(page);
        if (tensor == nullptr || closed == nullptr || tensor->document() != closed->document())
            continue;
        m_tabs->removeTab(i);
        tensor->deleteLater();
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

void MainWindow::openWithDialog()
{
    const auto paths = QFileDialog::getOpenFileNames(this, tr("Open"), settings::value(QStringLiteral("file/folder")),
        tr("Models and profiles (*.onnx *.opscope);;All files (*)"));
    for (const auto& path : paths) {
        settings::setValue(QStringLiteral("file/folder"), QFileInfo(path).absolutePath());
        openFile(path);
    }
}

void MainWindow::attachProfile(const QString& path)
{
    auto* document = currentDocument();
    if (document == nullptr) {
        m_statusJobs->showResult(tr("Open the model first, then its profile %1").arg(QFileInfo(path).fileName()), "warning");
        return;
    }
    m_jobs.start<Document::Run>(
        document, QStringLiteral("attach"), tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](std::stop_token stop, const support::Progress& progress) { return readRun(path, std::move(stop), progress); },
        [this, document](support::Result<Document::Run> run) {
            if (run)
                document->addRun(*std::move(run));
            else
                m_statusJobs->showResult(QString::fromStdString(run.error().message()), "error");
        });
}

void MainWindow::exportProfile(const QString& title, const QStringList& forms)
{
    auto* document = currentDocument();
    if (document == nullptr || document->profile() == nullptr)
        return;
    QStringList filters;
    for (const auto& form : forms) {
        const auto* exporter = profiler::findExporter(form.toStdString());
        filters.append(QStringLiteral("%1 (*.%2)").arg(QString::fromUtf8(exporter->description.data(), static_cast<qsizetype>(exporter->description.size())).section(u':', 0, 0),
            QString::fromUtf8(exporter->extension.data(), static_cast<qsizetype>(exporter->extension.size()))));
    }
    QString chosen;
    auto path = QFileDialog::getSaveFileName(this, title, {}, filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty())
        return;
    const auto* exporter = profiler::findExporter(forms.value(std::max<qsizetype>(0, filters.indexOf(chosen))).toStdString());
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + QString::fromUtf8(exporter->extension.data(), static_cast<qsizetype>(exporter->extension.size()));
    using Done = std::monostate;
    m_jobs.start<Done>(
        document, QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(path).fileName()),
        [exporter, path, profile = document->profile(), statistics = document->statistics()](std::stop_token, const support::Progress&) -> support::Result<Done> {
            TRY(profiler::exportToFile(*exporter, profiler::buildReport(profile, statistics), path.toStdString()));
            return Done {};
        },
        [this, path](support::Result<Done> done) {
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
        if (!path.isEmpty())
            attachProfile(path);
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

void MainWindow::chooseTheme()
{
    const auto choice = Theme::instance().choice();
    m_actions.action(QStringLiteral("view.themeSystem"))->setChecked(choice == Theme::Choice::System);
    m_actions.action(QStringLiteral("view.themeLight"))->setChecked(choice == Theme::Choice::Light);
    m_actions.action(QStringLiteral("view.themeDark"))->setChecked(choice == Theme::Choice::Dark);
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

void MainWindow::arrange(const QString& layout)
{
    settings::setValue(QStringLiteral("view/layout"), layout);
    const bool hasBottom = layout != QStringLiteral("explore");
    for (const auto& spec : panelSpecs()) {
        const bool isBottom = spec.area == PanelSpec::Area::BottomLeft || spec.area == PanelSpec::Area::BottomRight;
        m_docks.value(QString::fromLatin1(spec.id))->setVisible(!isBottom || hasBottom);
    }
    const auto dock = [this](const char* id) { return m_docks.value(QString::fromLatin1(id)); };
    const auto raise = [&](const char* id) {
        if (dock(id) != nullptr)
            dock(id)->raise();
    };
    raise("model");
    raise("inspector");
    raise("timeline");
    raise(layout == QStringLiteral("numbers") ? "tensors" : "operators");
    QList<QDockWidget*> widths;
    QList<int> sizes;
    for (const auto& [id, size] : { std::pair("model", width() / 6), std::pair("inspector", width() / 5) }) {
        if (dock(id) != nullptr) {
            widths.append(dock(id));
            sizes.append(size);
        }
    }
    resizeDocks(widths, sizes, Qt::Horizontal);
    if (hasBottom && dock("timeline") != nullptr && dock("operators") != nullptr) {
        resizeDocks({ dock("timeline"), dock("operators") }, { width() * 11 / 20, width() * 9 / 20 }, Qt::Horizontal);
        resizeDocks({ dock("timeline"), dock("operators") }, { height() * 3 / 10, height() * 3 / 10 }, Qt::Vertical);
    }
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
        if (!isGood)
            m_statusJobs->showResult(tr("The run failed: %1").arg(elided(progress.failure, 160)), "error");
        else if (document != nullptr && !progress.points.empty())
            m_statusJobs->showResult(tr("%n run(s) finished", nullptr, static_cast<int>(progress.points.size())));
        if (!isGood && document == currentDocument())
            showPanel(QStringLiteral("problems"));
    });
}

void MainWindow::refreshRunButton()
{
    const bool isRunning = m_runs->isRunning();
    m_profileButton->setText(isRunning ? tr("Stop") : tr("Profile"));
    m_profileButton->setIcon(isRunning ? icon("stop", "error") : icon("profile", "onAccent"));
    m_profileButton->setProperty("primary", !isRunning);
    m_profileButton->setProperty("danger", isRunning);
    m_profileButton->style()->unpolish(m_profileButton);
    m_profileButton->style()->polish(m_profileButton);
    auto* document = currentDocument();
    const bool hasModel = document != nullptr && document->model() != nullptr;
    m_profileButton->setEnabled(isRunning || hasModel);
    for (const auto* id : { "run.profile", "run.once", "run.check" }) {
        if (hasModel && !isRunning)
            m_actions.enable(QString::fromLatin1(id));
        else
            m_actions.disable(QString::fromLatin1(id), isRunning ? tr("a run is in progress") : tr("no model is open"));
    }
    isRunning ? m_actions.enable(QStringLiteral("run.stop")) : m_actions.disable(QStringLiteral("run.stop"), tr("nothing runs"));
    m_runSummary->setText(hasModel ? m_runs->settingsOf(document).summary(document->analysis().get()) : tr("No model"));
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

void MainWindow::refreshActions()
{
    const auto* document = currentDocument();
    const bool hasModel = document != nullptr && document->model() != nullptr;
    const auto enable = [&](const char* id, bool isPossible, const QString& reason) {
        const auto name = QString::fromLatin1(id);
        isPossible ? m_actions.enable(name) : m_actions.disable(name, reason);
    };
    for (const auto* id : { "file.reload", "file.close" })
        enable(id, document != nullptr, tr("no document is open"));
    for (const auto* id : { "file.attachProfile", "file.exportPicture", "edit.find", "view.fit", "go.producer", "go.readers" })
        enable(id, hasModel, tr("no model is open"));
    refreshRunButton();
    const bool hasProfile = document != nullptr && document->profile() != nullptr;
    for (const auto* id : { "file.exportReport", "file.exportData" })
        enable(id, hasProfile, tr("no run yet"));
    if (currentPage() != nullptr) {
        const bool isBroken = document->state() == Document::State::Failed;
        m_tabs->setTabIcon(m_tabs->currentIndex(), isBroken ? icon("error", "error") : icon("graph"));
    }
}

void MainWindow::refreshSelectionLabel()
{
    auto* document = currentDocument();
    if (document == nullptr || document->model() == nullptr || document->selection()->isEmpty()) {
        m_selectionLabel->clear();
        return;
    }
    const auto count = static_cast<int>(document->selection()->items().size());
    const auto current = document->selection()->current();
    QString name;
    if (current.isNode())
        name = QString::fromStdString(document->model()->nodes[current.id].type) + QStringLiteral(" ") + document->nodeLabel(model::NodeId(current.id));
    else if (current.isValue())
        name = QString::fromStdString(document->model()->values[current.id].name);
    m_selectionLabel->setText(tr("%n selected: %1", nullptr, count).arg(elided(name, 60)));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    settings::setWindowLayout(QStringLiteral("geometry"), saveGeometry());
    settings::setWindowLayout(QStringLiteral("docks"), saveState(layoutVersion));
    event->accept();
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
            openFile(url.toLocalFile());
    }
}

} // namespace ui
