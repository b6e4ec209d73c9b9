#include "ui/compare/comparison_page.h"

#include "ui/compare/compared_canvases.h"
#include "ui/compare/compared_table.h"
#include "ui/compare/comparison_head.h"
#include "ui/compare/comparison_table.h"
#include "ui/compare/running_bar.h"
#include "ui/compare/waterfall_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/banner.h"

#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStackedWidget>

#include <algorithm>

namespace ui {

using profiler::Comparison;

namespace {

constexpr std::size_t maxBars = 9;
constexpr int rounds = 20; // the default of `opscope-cli compare`

} // namespace

Document* ComparisonPage::document() const
{
    auto* used = m_compared.sides[m_side].document.data();
    return used != nullptr ? used : m_compared.sides[1 - m_side].document.data();
}

bool ComparisonPage::isOf(const Document* document) const
{
    return std::ranges::any_of(
        m_compared.sides, [&](const ComparedSide& side) { return side.document == document; });
}

QString ComparisonPage::title() const
{
    return QStringLiteral("%1 ↔ %2").arg(m_compared.sides[0].title, m_compared.sides[1].title);
}

void ComparisonPage::connectRunner()
{
    connect(m_runner, &CompareRunner::changed, this, &ComparisonPage::refreshRunning);
    connect(m_runner, &CompareRunner::measured, this, &ComparisonPage::adoptFinishedRun);
    connect(m_runner, &CompareRunner::numbersFound, this, &ComparisonPage::takeNumbers);
    connect(m_runner, &CompareRunner::failed, m_running, &RunningBar::showFailure);
    if (m_context.runs != nullptr)
        connect(m_context.runs, &RunController::changed, this, &ComparisonPage::refreshRunning);
}

void ComparisonPage::connectDocuments()
{
    m_documents.clear();
    for (std::size_t side = 0; side < 2; ++side) {
        auto* document = m_compared.sides[side].document.data();
        if (document == nullptr || (side == 1 && document == m_compared.sides[0].document))
            continue;
        m_documents.add(document->selection(), &Selection::changed, this,
            [this, side](const QObject* origin) { followDocument(side, origin); });
    }
}

void ComparisonPage::setCompared(Compared compared)
{
    m_compared = std::move(compared);
    connectDocuments();
    refresh();
}

void ComparisonPage::adoptFinishedRun(const CompareRunner::Measured& measured)
{
    setCompared(measured.compared);
    for (std::size_t side = 0; side < 2; ++side)
        if (auto* document = m_compared.sides[side].document.data())
            document->addRun(measured.runs[side]);
    m_tabs->setCurrentIndex(Operators);
    setView(View::Difference);
}

void ComparisonPage::takeNumbers(std::shared_ptr<const ComparedNumbers> numbers)
{
    m_numbers = std::move(numbers);
    refresh();
    setView(View::Numbers);
    auto& rows = m_tables[Tensors];
    if (!m_numbers->firstPastTolerance)
        return;
    rows.view->sortByColumn(TensorNode, Qt::AscendingOrder); // A's order of execution
    const auto first
        = m_models[Tensors]->index(static_cast<int>(*m_numbers->firstPastTolerance), 0);
    rows.view->setCurrentIndex(rows.sorted->mapFromSource(first));
    rows.view->scrollTo(rows.view->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void ComparisonPage::refresh()
{
    m_head->show(m_compared, m_numbers.get());
    const auto* time = m_compared.time.get();
    if (time != nullptr) {
        m_waterfallTitle->setText(
            tr("Where the difference comes from: sums to %1")
                .arg(signedDuration(static_cast<double>(time->waterfall.differenceNs()))));
        m_waterfall->set(profiler::waterfallBars(time->waterfall, maxBars));
    }
    m_operators->set(m_compared.time);
    std::vector<NodePair> nodes;
    std::vector<bool> differences;
    for (int row = 0; row < m_operators->rowCount(); ++row) {
        nodes.push_back(m_compared.nodesOf(time->rows[static_cast<std::size_t>(row)]));
        differences.push_back(m_operators->isDifference(row));
    }
    fill(Operators, nodes, std::move(differences));
    m_models[Types]->set(typeRows(m_compared));
    m_models[StructureRows]->set(structureRows(m_compared));
    m_models[Tensors]->set(tensorRows(m_numbers != nullptr ? *m_numbers : ComparedNumbers {}));
    m_models[Settings]->set(settingRows(m_compared));
    for (const auto table : { Types, StructureRows, Tensors, Settings })
        fillDifferences(table);
    if (m_compared.hasModels())
        m_canvases->set(m_compared);
    refreshTitles();
    refreshRunning();
    refreshView();
}

void ComparisonPage::fillDifferences(Table table)
{
    std::vector<NodePair> nodes;
    std::vector<bool> differences;
    const auto& content = m_models[table]->content();
    for (const auto& row : content.rows) {
        nodes.push_back(row.nodes);
        differences.push_back(row.isDifference);
    }
    for (std::size_t column = 0; column < content.widths.size(); ++column)
        m_tables[table].view->setColumnWidth(static_cast<int>(column), content.widths[column]);
    fill(table, nodes, std::move(differences));
}

void ComparisonPage::fill(
    Table table, const std::vector<NodePair>& nodes, std::vector<bool> areDifferences)
{
    auto& rows = m_tables[table];
    rows.nodes = nodes;
    rows.areDifferences = std::move(areDifferences);
    rows.rowOf = {};
    // Backwards, so that the first row of a node is kept.
    for (std::size_t row = nodes.size(); row-- > 0;)
        for (std::size_t side = 0; side < 2; ++side)
            if (const auto node = nodes[row].of(side); node.isValid())
                rows.rowOf[side].insert(node.value(), static_cast<int>(row));
}

/// Asks first if the run settings differ: settings are stored per model, and times under different
/// settings would not compare the models.
void ComparisonPage::measureBoth()
{
    const auto difference = m_runner->blocker(m_compared).isEmpty()
        ? m_runner->engineDifference(m_compared)
        : QString();
    if (difference.isEmpty())
        return m_runner->measure(m_compared, rounds);
    m_settingsBar->showMessage(
        tr("The run settings of A and B differ."), difference, tr("Measure both with those of A"));
    m_settingsBar->show();
}

void ComparisonPage::measureWith(CompareRunner::Engine engine)
{
    m_settingsBar->hide();
    m_runner->measure(m_compared, rounds, engine);
}

void ComparisonPage::compareNumbers()
{
    m_runner->compareNumbers(m_compared, m_numbersBar->tolerance());
}

void ComparisonPage::refreshRunning()
{
    const auto blocker = m_runner->blocker(m_compared);
    m_head->setMeasureBlocker(blocker);
    m_numbersBar->refresh(m_numbers.get(), blocker);
    if (m_runner->isRunning() || !m_running->isShowingFailure())
        m_running->refresh();
}

ComparisonPage::Table ComparisonPage::steppedTable() const
{
    switch (m_view) {
    case View::Structure:
        return StructureRows;
    case View::Numbers:
        return Tensors;
    case View::SideBySide:
        return m_tables[StructureRows].nodes.empty() ? Operators : StructureRows;
    case View::Difference:
        break;
    }
    return static_cast<Table>(std::max(0, m_stack->currentIndex()));
}

void ComparisonPage::stepDifference(int by)
{
    const auto table = steppedTable();
    auto& rows = m_tables[table];
    const int count = rows.sorted->rowCount();
    const auto current = rows.view->currentIndex();
    int row = current.isValid() ? current.row() : (by > 0 ? -1 : count);
    for (int tried = 0; tried < count; ++tried) {
        row = (row + by + count) % count;
        const auto index = rows.sorted->index(row, 0);
        if (!rows.areDifferences[static_cast<std::size_t>(rows.sorted->mapToSource(index).row())])
            continue;
        if (index.row() == current.row())
            selectRow(table, index); // the only difference: select it again
        return rows.view->showRow(index);
    }
    m_context.showStatus(table == Tensors ? count == 0
                ? tr("No tensor of A has a matching tensor in B")
                : tr("No value is past its tolerance")
            : table == StructureRows ? tr("The graphs have no differences")
                                          : tr("Nothing is faster, slower, new or gone"),
        "ok");
}

void ComparisonPage::selectRow(Table table, const QModelIndex& index)
{
    refreshCount();
    if (m_isChoosing || !index.isValid())
        return;
    const auto& rows = m_tables[table];
    const auto pair = rows.nodes[static_cast<std::size_t>(rows.sorted->mapToSource(index).row())];
    if (pair.isValid())
        choose(pair, Reveal::Yes, rows.view);
}

void ComparisonPage::choose(NodePair pair, Reveal reveal, const QObject* origin)
{
    m_isChoosing = true;
    for (std::size_t side = 0; side < 2; ++side) {
        auto* document = m_compared.sides[side].document.data();
        const auto node = pair.of(side);
        const bool isSecondOfOne = side == 1 && document == m_compared.sides[0].document;
        if (document == nullptr || document->model() == nullptr
            || document->model() != m_compared.sides[side].model || isSecondOfOne)
            continue;
        if (node.isValid())
            document->reveal(node, this);
        else
            document->selection()->clear(this);
    }
    if (m_compared.hasModels())
        reveal == Reveal::Yes ? m_canvases->show(pair) : m_canvases->mark(pair);
    showInTables(pair, origin);
    m_isChoosing = false;
}

void ComparisonPage::showInTables(NodePair pair, const QObject* except)
{
    for (auto& rows : m_tables) {
        if (rows.view == except)
            continue;
        for (std::size_t side = 0; side < 2; ++side) {
            const auto node = pair.of(side);
            const auto found = node.isValid() ? rows.rowOf[side].constFind(node.value())
                                              : rows.rowOf[side].cend();
            if (found == rows.rowOf[side].cend())
                continue;
            const auto source = rows.sorted->sourceModel()->index(*found, 0);
            rows.view->showRow(rows.sorted->mapFromSource(source));
            break;
        }
    }
    refreshCount();
}

/// Follows a selection made in a dock or in the document's own tab.
void ComparisonPage::followDocument(std::size_t side, const QObject* origin)
{
    auto* document = m_compared.sides[side].document.data();
    if (origin == this || m_isChoosing || document == nullptr)
        return;
    const auto current = document->selection()->current();
    if (current.isNode())
        choose(m_compared.pairOf(side, model::NodeId(current.id)), Reveal::Yes, nullptr);
}

void ComparisonPage::swap()
{
    auto sides = m_compared.sides;
    std::swap(sides[0], sides[1]);
    m_numbers = nullptr; // values are compared against A
    m_context.jobs.start<Compared>(
        this, QStringLiteral("swap"), tr("Comparing the other way round"),
        [sides](std::stop_token stop, const support::Progress&) -> support::Result<Compared> {
            auto compared = compareSides(sides, stop);
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "comparing was stopped");
            return compared;
        },
        [this](support::Result<Compared> compared) {
            if (!compared)
                return;
            m_side = 1 - m_side;
            setCompared(*std::move(compared));
            emit titleChanged(title());
        });
}

} // namespace ui
