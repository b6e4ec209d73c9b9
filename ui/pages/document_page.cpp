#include "ui/pages/document_page.h"

#include "model/support/text.h"
#include "ui/canvas/graph_view.h"
#include "ui/document.h"
#include "ui/icon.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/profile_page.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

namespace {

QString plain(const std::string& text) { return QString::fromStdString(support::sanitise(text)); }

const support::Diagnostic* firstOf(const support::Diagnostics& problems, std::string_view codePrefix)
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
    , m_banner(new QFrame(this))
    , m_bannerText(new QLabel(m_banner))
    , m_bannerAction(new QPushButton(m_banner))
    , m_stack(new QStackedWidget(this))
    , m_progress(new QLabel(m_stack))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);

    m_banner->setObjectName(QStringLiteral("banner"));
    m_banner->setProperty("tone", "warning");
    auto* row = new QHBoxLayout(m_banner);
    auto* sign = new QLabel(m_banner);
    sign->setPixmap(icon("warning", "warning").pixmap(18, 18));
    row->addWidget(sign);
    m_bannerText->setTextFormat(Qt::PlainText);
    m_bannerText->setWordWrap(true);
    row->addWidget(m_bannerText, 1);
    row->addWidget(m_bannerAction);
    auto* dismiss = new QToolButton(m_banner);
    dismiss->setIcon(icon("close"));
    dismiss->setAccessibleName(tr("Close this message"));
    row->addWidget(dismiss);
    connect(dismiss, &QToolButton::clicked, this, [this] {
        m_bannerClosed = true;
        refreshBanner();
    });
    connect(m_bannerAction, &QPushButton::clicked, this, &DocumentPage::askForWeights);
    m_banner->hide();

    m_progress->setAlignment(Qt::AlignCenter);
    m_progress->setTextFormat(Qt::PlainText);
    m_progress->setProperty("secondary", true);
    m_stack->addWidget(m_progress);
    connect(document, &Document::stateChanged, this, &DocumentPage::refresh);
    connect(document, &Document::problemsChanged, this, &DocumentPage::refreshBanner);
    connect(&context.jobs, &JobRunner::jobsChanged, this, [this] {
        if (m_document->state() != Document::State::Opening)
            return;
        for (const auto& job : m_context.jobs.jobs()) {
            if (!job.step.isEmpty())
                m_progress->setText(job.title + QStringLiteral("\n") + job.step);
        }
    });
    setFocusPolicy(Qt::StrongFocus);
    refresh();
}

QWidget* DocumentPage::view() const { return m_stack->currentWidget(); }

void DocumentPage::refresh()
{
    switch (m_document->state()) {
    case Document::State::Opening:
        m_progress->setText(tr("Reading %1").arg(m_document->title()));
        m_stack->setCurrentWidget(m_progress);
        break;
    case Document::State::Failed: {
        auto* page = failurePage();
        m_stack->addWidget(page);
        m_stack->setCurrentWidget(page);
        break;
    }
    case Document::State::Ready:
        if (m_graph == nullptr) {
            m_graph = makeView();
            m_stack->addWidget(m_graph);
            setFocusProxy(m_graph);
        }
        m_stack->setCurrentWidget(m_graph);
        break;
    }
    refreshBanner();
}

QWidget* DocumentPage::makeView()
{
    if (m_document->kind() == Document::Kind::Model)
        return new GraphView(m_context, m_document, m_stack);
    auto* page = new ProfilePage(m_context, m_document, m_stack);
    connect(page, &ProfilePage::modelChosen, this, &DocumentPage::modelChosen);
    return page;
}

QWidget* DocumentPage::failurePage()
{
    auto* page = new QWidget(m_stack);
    page->setObjectName(QStringLiteral("failurePage"));
    auto* column = new QVBoxLayout(page);
    column->addStretch(2);
    auto* sign = new QLabel(page);
    sign->setPixmap(icon("error", "error").pixmap(40, 40));
    column->addWidget(sign, 0, Qt::AlignHCenter);
    auto* headline = new QLabel(tr("%1 cannot be opened").arg(m_document->title()), page);
    headline->setTextFormat(Qt::PlainText);
    headline->setProperty("heading", true);
    column->addWidget(headline, 0, Qt::AlignHCenter);
    auto* text = new QLabel(m_document->failure(), page);
    text->setObjectName(QStringLiteral("failureText"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    text->setMinimumWidth(480);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(text, 0, Qt::AlignHCenter);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    auto* copy = new QPushButton(icon("copy"), tr("Copy details"), page);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_document->path() + QStringLiteral("\n") + m_document->failure()); });
    buttons->addWidget(copy);
    auto* again = new QPushButton(icon("reload"), tr("Read again"), page);
    connect(again, &QPushButton::clicked, m_document, &Document::reload);
    buttons->addWidget(again);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch(3);
    return page;
}

void DocumentPage::refreshBanner()
{
    const auto& problems = m_document->problems();
    const auto errors = std::ranges::count(problems, support::Severity::Error, &support::Diagnostic::severity);
    const bool isShown = m_document->state() == Document::State::Ready && errors > 0 && !m_bannerClosed;
    m_banner->setVisible(isShown);
    if (!isShown)
        return;
    const auto* weights = firstOf(problems, "external-data");
    const auto& worst = weights != nullptr ? *weights : problems.front();
    const bool isOfRun = worst.code == "run-failed";
    m_bannerText->setText((isOfRun ? tr("The last run failed. ") : tr("Opened with %n error(s). ", nullptr, static_cast<int>(errors))) + plain(worst.message));
    m_bannerAction->setVisible(weights != nullptr);
    m_bannerAction->setText(weights != nullptr && weights->code == "external-data-outside" ? tr("Allow for this file…") : tr("Locate weight file…"));
}

void DocumentPage::askForWeights()
{
    const auto* weights = firstOf(m_document->problems(), "external-data");
    if (weights == nullptr)
        return;
    const auto location = QString::fromStdString(weights->where.file);
    if (weights->code == "external-data-outside") {
        // A permission is the one thing that may stand in the way (ux.md 6.2): the resolved folder is named before it is given.
        const auto folder = QFileInfo(QFileInfo(m_document->path()).absoluteDir(), location).absolutePath();
        QMessageBox box(QMessageBox::Question, tr("Weights outside the model's folder"),
            tr("This model reads weights from outside its folder:\n%1").arg(folder), QMessageBox::NoButton, this);
        box.setTextFormat(Qt::PlainText);
        auto* allow = box.addButton(tr("Allow for this file"), QMessageBox::AcceptRole);
        box.addButton(tr("Open without weights"), QMessageBox::RejectRole);
        box.exec();
        if (box.clickedButton() == allow)
            m_document->allowFolder(folder);
        return;
    }
    const auto file = QFileDialog::getOpenFileName(this, tr("Locate %1").arg(location));
    if (!file.isEmpty())
        m_document->replaceExternalFile(location, file);
}

} // namespace ui
