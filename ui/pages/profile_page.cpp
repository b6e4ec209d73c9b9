#include "ui/pages/profile_page.h"

#include "model/support/text.h"
#include "profiler/exporters/report.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/document/statistics_state.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/fact_list.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/figure_card.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int pageWidth = 900;
constexpr int figuresAcross = 3;

void addFacts(QVBoxLayout& column, const QString& title, const std::vector<profiler::Fact>& facts,
    QWidget* parent)
{
    if (facts.empty())
        return;
    auto* card = makeCard(parent);
    auto* rows = makeColumn(card, { 12, 8, 12, 10 }, styleSpacing);
    rows->addWidget(makeLabel(title, "heading", card));
    auto* list = new FactList(card);
    for (const auto& fact : facts)
        list->add(plain(fact.name),
            plain(fact.detail.empty() ? fact.value : fact.value + "   " + fact.detail));
    rows->addWidget(list);
    column.addWidget(card);
}

} // namespace

ProfilePage::ProfilePage(Context& context, Document* document, QWidget* parent)
    : QScrollArea(parent)
    , m_context(context)
    , m_document(document)
{
    setObjectName("profilePage");
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(document, &Document::profileChanged, this, &ProfilePage::refresh);
    connect(document, &Document::statisticsChanged, this, &ProfilePage::refresh);
    refresh();
}

void ProfilePage::addHeader(QVBoxLayout& column, QWidget* page)
{
    auto* head = new QHBoxLayout;
    auto* sign = new QLabel(page);
    sign->setPixmap(icon("timeline").pixmap(22, 22));
    head->addWidget(sign);
    head->addWidget(makeLabel(m_document->title(), "heading", page));
    head->addWidget(makeStateChip(tr("profile without its model"), "info", page));
    head->addStretch();
    auto* open = new QPushButton(icon("graph"), tr("Open its model…"), page);
    open->setObjectName("openItsModel");
    connect(open, &QPushButton::clicked, this, &ProfilePage::askForModel);
    head->addWidget(open);
    column.addLayout(head);
}

void ProfilePage::refresh()
{
    if (m_document->profile() == nullptr)
        return;
    if (m_document->statistics() == nullptr) {
        auto* state = new StatisticsState(m_context);
        state->follow(m_document);
        return setWidget(state);
    }
    m_context.jobs.start<profiler::Report>(
        this, QStringLiteral("profilePage"), tr("Looking for what stands out"),
        [profile = m_document->profile(), statistics = m_document->statistics()](
            std::stop_token, const support::Progress&) -> support::Result<profiler::Report> {
            return profiler::buildReport(profile, statistics);
        },
        [this, shown = m_document->profile()](support::Result<profiler::Report> report) {
            if (report && shown == m_document->profile())
                show(*report);
        });
}

void ProfilePage::show(const profiler::Report& report)
{
    auto* page = new QWidget;
    auto* outer = new QHBoxLayout(page);
    auto* middle = new QWidget(page);
    middle->setMaximumWidth(pageWidth);
    outer->addWidget(middle);
    auto* column = makeColumn(middle, { 20, 16, 20, 16 }, 12);
    addHeader(*column, middle);
    auto* figures = new QGridLayout;
    figures->setSpacing(10);
    for (int i = 0; i < static_cast<int>(report.keyFigures.size()); ++i) {
        const auto& fact = report.keyFigures[static_cast<std::size_t>(i)];
        figures->addWidget(
            makeFigureCard({ plain(fact.name), plain(fact.value), plain(fact.detail) }, middle),
            i / figuresAcross, i % figuresAcross);
    }
    column->addLayout(figures);
    if (!report.findings.empty()) {
        auto* card = makeCard(middle);
        auto* rows = makeColumn(card, { 12, 8, 12, 10 }, styleSpacing);
        rows->addWidget(makeLabel(tr("What stands out"), "heading", card));
        for (const auto& finding : report.findings)
            rows->addWidget(makeText(plain(finding.text, 1000), card));
        column->addWidget(card);
    }
    addFacts(*column, tr("Settings"), report.settings, middle);
    addFacts(*column, tr("Where this comes from"), report.origin, middle);
    addFacts(*column, tr("How it was measured"), report.method, middle);
    column->addStretch();
    setWidget(page);
}

void ProfilePage::askForModel()
{
    const auto name = plain(m_document->profile()->metadata.text(profiler::keys::modelName), 80);
    const auto path = QFileDialog::getOpenFileName(this,
        name.isEmpty() ? tr("Open the model of this profile") : tr("Open %1").arg(name),
        settings::value("file/folder"), tr("Models (*.onnx);;All files (*)"));
    if (!path.isEmpty())
        emit modelChosen(path);
}

} // namespace ui
