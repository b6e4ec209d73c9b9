#include "ui/main_window.h"

#include "profiler/importers/importer.h"
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
#include "ui/text_elision.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
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
    for (int i = 0; i < m_tabs->count(); ++i) {
        auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(i));
        if (page != nullptr && page->document()->path() == absolute) {
            m_tabs->setCurrentIndex(i);
            return page->document();
        }
    }
    if (profiler::looksLikeProfile(absolute.toStdString()))
        return openProfile(absolute);
    return addDocument(new Document(absolute, m_jobs));
}

Document* MainWindow::addDocument(Document* document)
{
    auto* page = new DocumentPage(m_context, document, m_tabs);
    document->setParent(page);
    connect(document, &Document::tensorRequested, this, [this, document](model::ValueId value) { openTensor(document, value); });
    connect(page, &DocumentPage::modelChosen, this, [this, document](const QString& path) { openModelOf(document, path); });
    const int index = m_tabs->addTab(page, icon(document->kind() == Document::Kind::Profile ? "timeline" : "graph"), elided(document->title(), 40));
    m_tabs->setTabToolTip(index, document->path().toHtmlEscaped());
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

void MainWindow::chooseTheme()
{
    const auto choice = Theme::instance().choice();
    m_actions.action(QStringLiteral("view.themeSystem"))->setChecked(choice == Theme::Choice::System);
    m_actions.action(QStringLiteral("view.themeLight"))->setChecked(choice == Theme::Choice::Light);
    m_actions.action(QStringLiteral("view.themeDark"))->setChecked(choice == Theme::Choice::Dark);
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
            m_actions.disable(QString::fromLatin1(id), isRunning ? tr("a run is in progress") : document != nullptr && document->kind() == Document::Kind::Profile ? tr("this is a profile without its model") : tr("no model is open"));
    }
    isRunning ? m_actions.enable(QStringLiteral("run.stop")) : m_actions.disable(QStringLiteral("run.stop"), tr("nothing runs"));
    m_runSummary->setText(hasModel ? m_runs->settingsOf(document).summary(document->analysis().get()) : tr("No model"));
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
        m_tabs->setTabIcon(m_tabs->currentIndex(), isBroken ? icon("error", "error") : icon(document->kind() == Document::Kind::Profile ? "timeline" : "graph"));
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
