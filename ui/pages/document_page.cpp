#include "ui/pages/document_page.h"

#include "ui/canvas/graph_split.h"
#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/breadcrumb.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edit_banner.h"
#include "ui/edit/model_editor.h"
#include "ui/gpu/fallback_findings.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/profile_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/run/run_blockers.h"
#include "ui/run/run_controller.h"
#include "ui/run/run_settings.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int minForHints = 300; // in pixels; a lower page shows no hints

bool isRefused(const support::Diagnostic& problem)
{
    return problem.code == "external-data-refused";
}

const support::Diagnostic* firstOf(
    const support::Diagnostics& problems, std::string_view codePrefix)
{
    for (const auto& problem : problems) {
        if (problem.code.starts_with(codePrefix))
            return &problem;
    }
    return nullptr;
}

} // namespace

DocumentPage::DocumentPage(Context& context, Document* document, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_banner(new Banner("warning", "warning", this))
    , m_divergence(new Banner("difference", "error", this))
    , m_hints(new Banner("help", "info", this))
    , m_watch(new FileWatch(document->path(), this))
    , m_stack(new QStackedWidget(this))
    , m_progress(makeEmptyLabel({}, m_stack))
{
    auto* column = makeColumn(this);
    column->addWidget(m_banner);
    column->addWidget(m_divergence);
    column->addWidget(m_hints);
    if (document->editor() != nullptr) {
        auto* edits = new EditBanner(document, context.actions, this);
        column->addWidget(edits);
        connect(edits, &EditBanner::shownOrHidden, this, [this] {
            layout()->activate();
            measureViewport();
        });
    }
    column->addWidget(m_stack, 1);

    m_banner->setObjectName("banner");
    connect(m_banner, &Banner::dismissed, this, [this] {
        if (m_watch->state() != FileWatch::State::Same && m_closedFor != m_watch->state())
            m_closedFor = m_watch->state();
        else
            m_bannerClosed = true;
        refreshBanner();
    });
    connect(m_banner, &Banner::followed, this, &DocumentPage::followBanner);
    m_showProblems = m_banner->addButton(tr("Show problems"));
    m_showProblems->hide();
    connect(m_showProblems, &QPushButton::clicked, context.actions.action("go.problems"),
        &QAction::trigger);
    m_useRandom = m_banner->addButton(tr("Use random weights"));
    m_useRandom->setObjectName("bannerRandomWeights");
    m_useRandom->setToolTip(
        tr("Seeded numbers stand in for what cannot be read: times are real, results are not"));
    m_useRandom->hide();
    connect(m_useRandom, &QPushButton::clicked, this, &DocumentPage::useRandomWeights);
    connect(document, &Document::analysisChanged, this, &DocumentPage::refreshBanner);
    if (context.runs != nullptr) {
        connect(context.runs, &RunController::settingsChanged, this, &DocumentPage::refreshBanner);
        // A failed run shows the banner again if the user closed it before.
        connect(context.runs, &RunController::finished, this, [this](Document* ran, bool isGood) {
            m_bannerClosed = m_bannerClosed && (isGood || ran != m_document);
            refreshBanner();
        });
    }
    m_divergence->setObjectName("divergence");
    connect(m_divergence, &Banner::dismissed, m_divergence, &QWidget::hide);
    connect(m_divergence, &Banner::followed, this, &DocumentPage::showDivergence);
    connect(document, &Document::verificationChanged, this, &DocumentPage::refreshDivergence);
    showHints();
    m_progress->setObjectName("openingPage");
    m_stack->addWidget(m_progress);
    connect(document, &Document::stateChanged, this, &DocumentPage::refresh);
    connect(document, &Document::problemsChanged, this, &DocumentPage::refreshBanner);
    connect(m_watch, &FileWatch::changed, this, [this] {
        if (m_watch->state() == FileWatch::State::Same)
            m_closedFor = FileWatch::State::Same;
        refreshBanner();
    });
    if (document->editor() != nullptr)
        connect(document->editor(), &ModelEditor::changed, this, [this] {
            if (m_watch->state() != FileWatch::State::Same)
                refreshBanner(); // it says what becomes of edits
        });
    connect(document, &Document::fileRead, m_watch, &FileWatch::accept);
    connect(
        document, &Document::pathChanged, this, [this] { m_watch->setPath(m_document->path()); });
    connect(&context.jobs, &JobRunner::jobsChanged, this, [this] {
        if (m_document->state() != Document::State::Opening)
            return;
        for (const auto& job : m_context.jobs.jobsOf(m_document)) {
            if (!job.step.isEmpty())
                m_progress->setText(job.title + QStringLiteral("\n") + job.step);
        }
    });
    setFocusPolicy(Qt::StrongFocus);
    refresh();
}

QWidget* DocumentPage::view() const
{
    auto* shown = m_stack->currentWidget();
    return shown != nullptr && shown == m_graph ? m_graph->active() : shown;
}

std::optional<KeptViews> DocumentPage::keptViews() const
{
    return m_graph != nullptr ? m_graph->kept() : m_kept;
}

/// Measures the viewport here, because the graph is laid out before its view exists.
void DocumentPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_hints->setVisible(m_hasHints && height() >= minForHints);
    measureViewport();
}

void DocumentPage::measureViewport()
{
    if (m_graph == nullptr || m_graph->views().size() == 1) // else each view measures itself
        m_document->setViewport(m_stack->size() - QSize(0, Breadcrumb::usualHeight));
}

void DocumentPage::refresh()
{
    switch (m_document->state()) {
    case Document::State::Opening:
        m_progress->setText(tr("Reading %1").arg(m_document->title()));
        m_stack->setCurrentWidget(m_progress);
        break;
    case Document::State::Failed:
        showFailure();
        break;
    case Document::State::Ready:
        if (m_content == nullptr) {
            m_content = makeView();
            m_stack->addWidget(m_content);
            setFocusProxy(m_content);
        }
        m_stack->setCurrentWidget(m_content);
        break;
    }
    refreshBanner();
}

void DocumentPage::showHints()
{
    m_hints->setObjectName("hints");
    const auto key = QStringLiteral("hints/seen");
    const auto samples = samplesFolder();
    if (settings::value(key) == QStringLiteral("yes") || samples.isEmpty()
        || !QFileInfo(m_document->path()).canonicalFilePath().startsWith(samples + u'/'))
        return;
    m_hints->showMessage(tr("To begin with:"),
        tr("arrow keys walk along the flow, Space unfolds, %1 finds, %2 measures every operator.")
            .arg(m_context.actions.action("edit.find")
                     ->shortcut()
                     .toString(QKeySequence::NativeText),
                m_context.actions.action("run.profile")
                    ->shortcut()
                    .toString(QKeySequence::NativeText)),
        tr("Guide"));
    m_hasHints = true;
    m_hints->setVisible(height() >= minForHints);
    connect(m_hints, &Banner::followed, m_context.actions.action("help.guide"), &QAction::trigger);
    connect(m_hints, &Banner::dismissed, this, [this, key] {
        settings::setValue(key, QStringLiteral("yes"));
        m_hasHints = false;
        m_hints->hide();
    });
}

void DocumentPage::showFailure()
{
    if (m_failure != nullptr)
        m_failure->deleteLater(); // later, because its own button may have caused this call
    m_failure = failurePage();
    m_stack->addWidget(m_failure);
    m_stack->setCurrentWidget(m_failure);
}

QWidget* DocumentPage::makeView()
{
    if (m_document->kind() == Document::Kind::Model) {
        m_graph = new GraphSplit(m_context, m_document, m_stack);
        if (m_kept)
            m_graph->showKept(*std::exchange(m_kept, std::nullopt));
        return m_graph;
    }
    auto* page = new ProfilePage(m_context, m_document, m_stack);
    connect(page, &ProfilePage::modelChosen, this, &DocumentPage::modelChosen);
    return page;
}

QWidget* DocumentPage::failurePage()
{
    auto* scroll = new QScrollArea(m_stack); // scrolls a long text in a low window
    scroll->setObjectName("failurePage");
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // all texts wrap
    auto* page = new QWidget(scroll);
    scroll->setWidget(page);
    auto* column = new QVBoxLayout(page);
    column->addStretch(2);
    column->addWidget(new IconLabel("error", 40, "error", page), 0, Qt::AlignHCenter);
    column->addSpacing(10);
    auto* headline = makeWrappedLabel(
        breakable(tr("%1 cannot be opened").arg(plain(m_document->title().toStdString(), 80))),
        "heading", page);
    headline->setFont(scaledFont(headline->font(), 1.4));
    headline->setAlignment(Qt::AlignCenter);
    column->addWidget(headline);
    column->addSpacing(6);
    auto* text = makeEmptyLabel(breakable(upperFirst(m_document->failure())), page);
    text->setObjectName("failureText");
    text->setMaximumWidth(560);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    // Centred by stretches: an aligned label would get the height of its size hint, which is for
    // another width, and its last lines would be cut off.
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(text, 1000);
    centred->addStretch(1);
    column->addLayout(centred);
    column->addSpacing(12);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    auto* copy = new QPushButton(icon("copy"), tr("Copy details"), page);
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(
            m_document->path() + QStringLiteral("\n") + m_document->failure());
    });
    buttons->addWidget(copy);
    auto* again = new QPushButton(icon("reload"), tr("Read again"), page);
    connect(again, &QPushButton::clicked, m_document, &Document::reload);
    buttons->addWidget(again);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch(3);
    return scroll;
}

bool DocumentPage::isOutdated() { return m_watch->check() != FileWatch::State::Same; }

void DocumentPage::refreshBanner()
{
    const auto& problems = m_document->problems();
    const bool isReady = m_document->state() == Document::State::Ready;
    const bool hasErrors
        = std::ranges::find(problems, support::Severity::Error, &support::Diagnostic::severity)
        != problems.end();
    const bool isOld
        = isReady && m_watch->state() != FileWatch::State::Same && m_watch->state() != m_closedFor;
    m_banner->setVisible(isOld || (isReady && hasErrors && !m_bannerClosed));
    if (isOld)
        showFileBanner();
    else if (!m_banner->isHidden())
        showProblemsBanner();
    layout()->activate();
    measureViewport();
}

void DocumentPage::showFileBanner()
{
    m_showProblems->hide();
    m_useRandom->hide();
    if (m_watch->state() == FileWatch::State::Gone)
        m_banner->showMessage(tr("The file is gone."),
            tr("What was read stays open; weights that were not looked at yet, and runs, need it."),
            {});
    else if (!m_document->unsavedEdits().isEmpty())
        m_banner->showMessage(tr("The file has changed on disk."),
            tr("%n edit(s) not saved: keep them as a copy, repeat them on the new file, or discard "
               "them.",
                nullptr, m_document->editor()->count()),
            tr("Decide…"));
    else
        m_banner->showMessage(tr("The file has changed on disk."),
            tr("What is shown was read before that. Weights may come from the new file."),
            tr("Reload"));
}

void DocumentPage::showProblemsBanner()
{
    const auto& problems = m_document->problems();
    const auto errors
        = std::ranges::count(problems, support::Severity::Error, &support::Diagnostic::severity);
    const auto* weights = firstOf(problems, "external-data");
    const auto& worst = weights != nullptr ? *weights : problems.front();
    const auto* ofDevice = firstOf(problems, deviceFailedCode);
    m_showProblems->setVisible(ofDevice != nullptr);
    const auto& blockers = m_document->runBlockers();
    const bool hasNoWeights = weights != nullptr && m_context.runs != nullptr
        && hasStoppingWeights(blockers, m_context.runs->settingsOf(m_document));
    m_useRandom->setVisible(ofDevice == nullptr && hasNoWeights);
    if (ofDevice != nullptr)
        return m_banner->showMessage(tr("The run on the GPU failed."),
            upperFirst(plain(ofDevice->message, 300)), tr("Run on the CPU"));
    m_banner->showMessage(worst.code == "run-failed" || worst.code == "operator-unsupported"
            ? tr("The last run failed.")
            : tr("Opened with %n error(s).", nullptr, static_cast<int>(errors)),
        upperFirst(plain(worst.message, 300)),
        weights == nullptr        ? tr("Show problems")
            : isRefused(*weights) ? tr("Allow for this file…")
                                  : tr("Locate weight file…"));
}

void DocumentPage::useRandomWeights()
{
    m_context.runs->settingsOf(m_document).randomWeights = true;
    m_context.runs->settingsEdited(m_document);
    m_bannerClosed = true; // the question of the banner is answered
    refreshBanner();
    m_context.showStatus(tr("Runs of this model use random weights where the file has none. The "
                            "Run panel takes it back."),
        "ok");
}

void DocumentPage::refreshDivergence()
{
    const auto verification = m_document->verification();
    const auto* first = verification != nullptr ? verification->firstDivergence() : nullptr;
    m_divergence->setVisible(first != nullptr);
    if (first == nullptr)
        return;
    const auto* fault = verification->firstAtFault();
    auto text = tr("%1 differs by %2, beyond %3.")
                    .arg(plain(first->value->name, 80),
                        errorText(first->value->difference.largestAbsolute),
                        toleranceText(first->value->difference));
    if (fault == first)
        text += u' '
            + tr("Its own inputs were right: %1 is at fault.")
                  .arg(plain(first->step->implementation, 80));
    else if (fault != nullptr)
        text += u' ' + tr("The first step at fault is %1.").arg(plain(fault->step->label, 80));
    m_divergence->showMessage(
        tr("First node past tolerance: %1").arg(plain(first->step->label, 80)), text, tr("Show"));
}

void DocumentPage::showDivergence()
{
    const auto verification = m_document->verification();
    const auto* first = verification != nullptr ? verification->firstDivergence() : nullptr;
    if (first != nullptr && m_document->model() != nullptr)
        m_document->reveal(nodeOf(*first, *m_document->model()));
}

void DocumentPage::followBanner()
{
    if (m_watch->state() == FileWatch::State::Changed && m_closedFor != m_watch->state())
        m_document->reload();
    else if (firstOf(m_document->problems(), deviceFailedCode) != nullptr)
        m_context.runs->repeatOnCpu(m_document);
    else if (firstOf(m_document->problems(), "external-data") != nullptr)
        askForWeights();
    else
        m_context.actions.action("go.problems")->trigger();
}

void DocumentPage::askForWeights()
{
    const auto* weights = firstOf(m_document->problems(), "external-data");
    if (weights == nullptr)
        return;
    const auto location = QString::fromStdString(weights->where.file);
    if (isRefused(*weights))
        return askForPermission(location);
    const auto file = QFileDialog::getOpenFileName(this, tr("Locate %1").arg(location));
    if (!file.isEmpty())
        m_document->replaceExternalFile(location, file);
}

/// Asks for permission to read a folder outside the model's. The message shows the resolved path of
/// this folder.
void DocumentPage::askForPermission(const QString& location)
{
    const QFileInfo named(QFileInfo(m_document->path()).absoluteDir(), location);
    const auto resolved = named.canonicalFilePath();
    const auto folder
        = QFileInfo(resolved.isEmpty() ? QDir::cleanPath(named.absoluteFilePath()) : resolved)
              .absolutePath();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Weights outside the model's folder"),
        tr("This model reads weights from outside its folder."), QMessageBox::NoButton, this);
    box->setObjectName("permission");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        toolTipOf(tr("%1\nNothing of it was read. If you allow the folder, this model may read "
                     "files in it, now and when it is opened again.")
                      .arg(plain(folder.toStdString(), 400))));
    auto* allow = box->addButton(tr("Allow for this file"), QMessageBox::AcceptRole);
    auto* without = box->addButton(tr("Open without weights"), QMessageBox::RejectRole);
    box->setDefaultButton(without);
    connect(allow, &QAbstractButton::clicked, m_document,
        [document = m_document, folder] { document->allowFolder(folder); });
    box->open();
}

} // namespace ui
