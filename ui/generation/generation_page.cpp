#include "ui/generation/generation_page.h"

#include "profiler/statistics/statistics.h"
#include "profiler/tables/metadata.h"
#include "ui/compare/compared_table.h"
#include "ui/delegates/roles.h"
#include "ui/document/statistics_state.h"
#include "ui/document/step_selection.h"
#include "ui/format.h"
#include "ui/generation/generation_chart.h"
#include "ui/generation/generation_rows.h"
#include "ui/inspectors/elided_label.h"
#include "ui/jobs/job_runner.h"
#include "ui/runs/run_text.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/translation/translations.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/panel.h"

#include <QButtonGroup>
#include <QFrame>
#include <QGridLayout>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace ui {

using profiler::GenerationReport;

GenerationPage::GenerationPage(Context& context, Document* document, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_stack(new QStackedWidget(this))
    , m_nothing(makeEmptyLabel({}, m_stack))
    , m_state(new StatisticsState(context, m_stack))
{
    setObjectName("generationPage");
    setAttribute(Qt::WA_StyledBackground);
    makeColumn(this)->addWidget(m_stack);
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(m_state);
    m_stack->addWidget(buildContent());
    connect(m_operators->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) {
            if (index.isValid())
                selectRow(m_sorted->mapToSource(index).row());
        });
    m_timeline->setDocument(document);
    m_connections.add(document, &Document::profileChanged, this, &GenerationPage::refresh);
    m_connections.add(document, &Document::statisticsChanged, this, &GenerationPage::refresh);
    m_connections.add(
        document->selection(), &Selection::changed, this, &GenerationPage::followSelection);
    refresh();
}

QString GenerationPage::title() const
{
    const auto run = m_document->currentRun();
    if (run < 0 || run >= static_cast<int>(m_document->runs().size()))
        return tr("Generation");
    const auto start = startOf(m_document->runs()[static_cast<std::size_t>(run)]);
    return start.isValid() ? tr("Generation, %1").arg(start.toString(QStringLiteral("HH:mm")))
                           : tr("Generation");
}

void GenerationPage::refresh()
{
    emit titleChanged(title());
    const auto profile = m_document->profile();
    const auto statistics = m_document->statistics();
    if (profile == m_profile && m_report != nullptr)
        return; // the statistics are those that were used
    m_profile = profile;
    show(nullptr);
    if (profile == nullptr || !profiler::hasGenerations(*profile)) {
        m_nothing->setText(
            profile == nullptr ? tr("No run yet.") : tr("This run generated no tokens."));
        return;
    }
    if (m_state->follow(m_document))
        return m_stack->setCurrentWidget(m_state);
    m_nothing->setText(tr("The figures are being computed"));
    using Report = std::shared_ptr<const GenerationReport>;
    m_context.jobs.start<Report>(
        this, QStringLiteral("generation"), tr("Figures of the generation"),
        [profile, statistics](
            const std::stop_token& stop, const support::Progress&) -> support::Result<Report> {
            auto report = profiler::generationReport(*profile, *statistics, stop);
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "stopped");
            return report;
        },
        [this, profile](support::Result<Report> report) {
            if (profile != m_profile)
                return;
            if (report)
                return show(*std::move(report));
            m_nothing->setText(report.error().kind() == support::ErrorKind::Cancelled
                    ? tr("You stopped computing the figures. Close this tab and choose Run › Show "
                         "Generation to compute them.")
                    : tr("The figures cannot be computed: %1")
                          .arg(plain(report.error().message(), 400)));
        });
}

void GenerationPage::show(std::shared_ptr<const GenerationReport> report)
{
    m_report = std::move(report);
    m_position.reset();
    m_table.reset();
    m_stack->setCurrentWidget(m_report != nullptr ? m_content : m_nothing);
    m_chart->set(m_report);
    if (m_report == nullptr)
        return;
    const bool hasTokens = !m_report->figures.positions.empty();
    auto* token = m_scopes->button(static_cast<int>(Scope::Token));
    token->setEnabled(hasTokens);
    token->setText(tr("Token"));
    m_scopes->button(static_cast<int>(Scope::All))->setEnabled(hasTokens);
    for (auto* button : m_jumps)
        button->setEnabled(hasTokens);
    for (auto* arrow : m_arrows)
        arrow->setEnabled(hasTokens);
    setView(m_view);
    m_positions->set(positionContent(*m_report));
    refreshCards();
    refreshGrowth();
    const auto bound = sentenceText(profiler::boundText(*m_report));
    m_bound->setText(upperFirst(bound));
    m_boundCard->setVisible(!bound.isEmpty());
    const auto first = positionOf(Jump::Median);
    setScope(first ? Scope::Token : Scope::Prefill);
    if (first)
        choosePosition(*first);
}

void GenerationPage::setView(profiler::GenerationView view)
{
    m_view = view;
    m_chart->setView(view);
    if (m_report == nullptr)
        return;
    const auto& figures = m_report->figures;
    m_chartNote->setText(figures.positions.empty()     ? tr("the prompt's run chose the only token")
            : view == profiler::GenerationView::ByType ? tr("median of the recorded runs")
            : figures.slope ? tr("dots: every generation; line: robust fit, 95 %")
                            : tr("dots: every generation"));
}

void GenerationPage::refreshCards()
{
    while (auto* item = m_cards->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto& card : generationCards(*m_profile, *m_report))
        m_cards->addWidget(makeFigureCard(card, m_content), 0, m_cards->count());
    arrangeCards();
    QStringList remarks;
    for (const auto& remark :
        { profiler::stoppedText(*m_report), profiler::differenceText(*m_report) })
        if (!remark.empty())
            remarks += upperFirst(sentenceText(remark)) + u'.';
    if (const auto statistics = m_document->statistics()) // `2 of 6 generations were recorded`
        for (const auto& remark : statistics->remarks)
            remarks += upperFirst(sentenceText(remark)) + u'.';
    m_remark->setText(remarks.join(u' '));
    m_remark->setVisible(!remarks.isEmpty());
}

void GenerationPage::arrangeCards()
{
    constexpr int roomForAll = 1000; // pixels
    const int count = m_cards->count();
    const int columns = width() >= roomForAll || count < 2 ? count : (count + 1) / 2;
    std::vector<QWidget*> cards;
    while (auto* item = m_cards->takeAt(0)) {
        cards.push_back(item->widget());
        delete item;
    }
    for (int i = 0; i < count; ++i) {
        m_cards->addWidget(cards[static_cast<std::size_t>(i)], i / columns, i % columns);
        m_cards->setColumnStretch(i, i < columns ? 1 : 0);
    }
}

void GenerationPage::resizeEvent(QResizeEvent*) { arrangeCards(); }

void GenerationPage::refreshGrowth()
{
    m_growthRows->set(growthContent(*m_profile, *m_report));
    const auto& widths = m_growthRows->content().widths;
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_growth->setColumnWidth(static_cast<int>(i), widths[i]);
    const auto overtaking = profiler::overtakingText(*m_report);
    m_overtaking->setText(m_report->growth.empty()
            ? tr("This needs recorded tokens at 6 positions or more.")
            : overtaking.empty() ? QString()
                                 : sentenceText(overtaking) + u'.');
    m_overtaking->setVisible(!m_overtaking->text().isEmpty());
}

std::optional<qint64> GenerationPage::positionOf(Jump jump) const
{
    if (m_report == nullptr || m_report->figures.positions.empty())
        return std::nullopt;
    const auto& figures = m_report->figures;
    if (jump == Jump::First)
        return figures.positions.front();
    if (jump == Jump::Slowest)
        return figures.slowest->position;
    const auto distance = [&](double ns) { return std::abs(ns - figures.token.median); };
    const auto nearest = std::ranges::min_element(figures.tokenNs, {}, distance);
    return figures.positions[static_cast<std::size_t>(nearest - figures.tokenNs.begin())];
}

void GenerationPage::jump(Jump jump)
{
    if (const auto position = positionOf(jump))
        choosePosition(*position);
}

void GenerationPage::step(int by)
{
    if (m_chart->partCount() == 0)
        return;
    m_chart->choosePart(std::clamp(m_chart->currentPart() + by, 0, m_chart->partCount() - 1));
}

void GenerationPage::choosePosition(qint64 position)
{
    m_position = position;
    if (m_chart->currentPart() < 0
        || m_report->figures.positions[static_cast<std::size_t>(m_chart->currentPart())]
            != position)
        m_chart->setPosition(position);
    for (std::size_t i = 0; i < m_jumps.size(); ++i)
        m_jumps[i]->setChecked(positionOf(static_cast<Jump>(i)) == position);
    m_scopes->button(static_cast<int>(Scope::Token))
        ->setText(tr("Token %1").arg(profiler::tokenAt(m_report->figures, position)));
    if (m_scope != Scope::All)
        setScope(Scope::Token);
    else
        refreshToken();
}

void GenerationPage::setScope(Scope scope)
{
    m_scope = scope;
    m_scopes->button(static_cast<int>(scope))->setChecked(true);
    refreshOperators();
    refreshToken();
}

std::optional<profiler::TokenTable> GenerationPage::tableOf(Scope scope) const
{
    if (scope == Scope::Token)
        return profiler::tokenTable(*m_profile, m_report->tokens, *m_position);
    return scope == Scope::All ? m_report->tokenTable : m_report->prefillTable;
}

const profiler::TokenOperators& GenerationPage::shownOperators() const
{
    return m_scope == Scope::Prefill ? m_report->prefill : m_report->tokens;
}

/// Shows the timeline of the recorded run with the median time of the chosen token, or of the
/// prompt.
void GenerationPage::refreshToken()
{
    if (m_report == nullptr)
        return;
    const bool isPrefill = m_scope == Scope::Prefill;
    if (!isPrefill && !m_position)
        return;
    const auto table = tableOf(isPrefill ? Scope::Prefill : Scope::Token);
    m_timeline->setHidden(!table);
    if (!table)
        return m_tokenText->setText(tr("no recorded run of this token"));
    const auto tokens = static_cast<int>(m_profile->runs[table->run].tokens);
    const auto median = tr("median of %n run(s): %1", nullptr, static_cast<int>(table->runs))
                            .arg(durationText(table->wallNs));
    m_tokenText->setText((!isPrefill ? tr("token %1, position %2")
                                           .arg(profiler::tokenAt(m_report->figures, *m_position))
                                           .arg(*m_position)
                                 : profiler::isPromptInParts(*m_profile, *m_report)
                                 ? tr("one run of the prompt, %n token(s)", nullptr, tokens)
                                 : tr("prefill, %n token(s)", nullptr, tokens))
        + QStringLiteral("  ·  ") + median);
    m_timeline->showRun(table->run);
}

void GenerationPage::refreshOperators()
{
    if (m_report == nullptr)
        return;
    const bool isToken = m_scope == Scope::Token;
    if (isToken && !m_position)
        return;
    const auto& operators = shownOperators();
    m_table = tableOf(m_scope);
    const QScopedValueRollback selecting(m_isSelecting, true);
    m_operatorRows->set(
        m_table ? operatorContent(*m_profile, operators, *m_table) : ComparedTable::Content {});
    const auto& widths = m_operatorRows->content().widths;
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_operators->setColumnWidth(static_cast<int>(i), widths[i]);
    if (!m_table) {
        for (auto* label : { m_outside, m_wallName, m_wall })
            label->setText({});
        return m_outsideParts->setText(tr("no recorded run"));
    }
    const auto outside = m_table->notInAnyOperatorNs();
    m_outsideParts->setText(sentencesText(profiler::notInAnyOperator(*m_table)));
    m_outside->setText(durationText(outside) + QStringLiteral("  ")
        + shareText(static_cast<double>(outside)
            / static_cast<double>(std::max<std::int64_t>(m_table->wallNs, 1))));
    m_wallName->setText(isToken ? tr("Wall, median run of token %1")
                                      .arg(profiler::tokenAt(m_report->figures, *m_position))
            : m_scope == Scope::All ? tr("Wall, median token")
            : profiler::isPromptInParts(*m_profile, *m_report)
            ? tr("Wall, median run of the prompt, %n token(s)", nullptr,
                static_cast<int>(m_profile->runs[m_table->run].tokens))
            : tr("Wall, median prefill"));
    m_wall->setText(durationText(m_table->wallNs));
    followSelection(nullptr);
}

/// Selects the steps of a row in all views.
void GenerationPage::selectRow(int row)
{
    if (m_isSelecting || !m_table || row < 0 || row >= static_cast<int>(m_table->rows.size()))
        return;
    const auto& entry = shownOperators().rows[m_table->rows[static_cast<std::size_t>(row)].row];
    const QScopedValueRollback selecting(m_isSelecting, true);
    selectSteps(*m_document, entry.steps, this);
}

/// Shows the row of what was selected elsewhere.
void GenerationPage::followSelection(const QObject* origin)
{
    if (origin == this || !m_table || m_report == nullptr)
        return;
    const QScopedValueRollback selecting(m_isSelecting, true);
    const auto isSelected = selectedSteps(*m_profile, m_document->selection()->items());
    for (std::size_t row = 0; row < m_table->rows.size(); ++row) {
        const auto& steps = shownOperators().rows[m_table->rows[row].row].steps;
        const bool isFound = std::ranges::any_of(
            steps, [&](engine::StepId step) { return isSelected[step.value()]; });
        if (isFound)
            return m_operators->showRow(
                m_sorted->mapFromSource(m_operatorRows->index(static_cast<int>(row), 0)));
    }
    m_operators->showRow({});
    m_operators->setCurrentIndex({}); // else a click on the same row would change nothing
}

} // namespace ui
