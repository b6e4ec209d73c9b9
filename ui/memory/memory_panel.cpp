#include "ui/memory/memory_panel.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/memory/live_table.h"
#include "ui/memory/memory_chart.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QSplitter>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::array widths { 150, 80, 112, 130, 130, 112 }; // of the columns, in pixels
constexpr int minName = 110;

} // namespace

MemoryPanel::MemoryPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_noRun(makeEmptyState(context,
          tr("No run yet. Profile this model to see what memory it needs over time."),
          "run.profile", this))
    , m_noPlan(makeEmptyState(context,
          tr("This profile does not say which tensors are live when: it comes from a program that "
             "does not record it, or nothing was planned."),
          nullptr, this))
    , m_content(nullptr)
    , m_facts(makeWrappedLabel({}, "secondary", this))
    , m_chart(new MemoryChart(this))
    , m_view(new TableView(context.actions, this))
    , m_table(new LiveTable(this))
    , m_sorted(new QSortFilterProxyModel(this))
{
    m_content = buildContent();
    makeColumn(this)->addWidget(makePages({ m_noRun, m_noPlan, m_content }));
    m_tools
        = makeTableTools(context, { { m_view }, nullptr, QStringLiteral("live tensors") }, this);
    addItemMenu(*m_view, *this);
    setFocusProxy(m_chart);
    connect(m_chart, &MemoryChart::momentChosen, this, &MemoryPanel::showMoment);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &MemoryPanel::select);
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto item = itemOf(index.data(ItemRole)); item.isValue() && document() != nullptr)
            document()->openTensor(model::ValueId(item.id));
    });
}

QWidget* MemoryPanel::buildContent()
{
    auto* page = new QWidget(this);
    auto* column = makeColumn(page);
    m_facts->setContentsMargins(10, 4, 8, 4);
    column->addWidget(m_facts);
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_view);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);
    m_view->setAccessibleName(tr("Live tensors"));
    m_view->setObjectName("liveTensors");
    m_view->setSortedModel(*m_sorted, m_table, LiveTable::Size, Qt::DescendingOrder);
    for (int i = 0; i < LiveTable::ColumnCount; ++i)
        m_view->setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
    m_view->viewport()->installEventFilter(this);
    connect(m_view->header(), &QHeaderView::sectionResized, this,
        [this] { m_hasOwnWidths = m_hasOwnWidths || !m_isFitting; });
    return page;
}

bool MemoryPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return Panel::eventFilter(watched, event);
}

/// Gives the name column the width that the other columns leave. Columns that do not fit are
/// scrolled to, so the visible part ends with a complete column.
void MemoryPanel::fitColumns()
{
    if (m_hasOwnWidths)
        return; // the user changed the widths
    const QScopedValueRollback guard(m_isFitting, true);
    int name = m_view->viewport()->width();
    for (int i = LiveTable::Name + 1; i < LiveTable::ColumnCount; ++i) {
        const int width = widths[static_cast<std::size_t>(i)];
        if (name - width < minName)
            break;
        name -= width;
    }
    m_view->setColumnWidth(LiveTable::Name, std::max(name, minName));
}

void MemoryPanel::documentChanged()
{
    if (document() != nullptr) {
        follow(document(), &Document::profileChanged, this, &MemoryPanel::refresh);
        follow(document(), &Document::statisticsChanged, this,
            [this] { refreshSelection(); }); // they contain the steps of a node
    }
    refresh();
}

void MemoryPanel::refresh()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    const auto run = profile != nullptr ? profiler::medianRun(*profile) : std::nullopt;
    m_run = run.value_or(0);
    m_memory = run ? profiler::liveMemory(*profile, *run) : profiler::LiveMemory();
    const bool hasPlan = !m_memory.samples.empty();
    showPage(profile == nullptr ? m_noRun : hasPlan ? m_content : m_noPlan);
    m_chart->set(hasPlan ? profile : nullptr, m_memory, m_run);
    showMoment(m_memory.peakNs);
    refreshSelection();
}

void MemoryPanel::showMoment(std::int64_t ns)
{
    const auto guard = showing();
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    if (profile == nullptr || m_memory.samples.empty())
        return m_table->set(nullptr, {}, {});
    m_table->set(profile, m_memory, profiler::livingAt(*profile, m_memory, ns));
    const auto time = durationText(ns);
    m_facts->setText(
        tr("%1 of activations + %2 of weights at %3, %n tensor(s) live", nullptr,
            m_table->rowCount())
            .arg(bytesText(m_chart->bytesAt(ns)), bytesText(profile->memory.weightBytes), time)
        + QStringLiteral("  ·  ")
        + tr("run %1 (median), sizes from the memory plan").arg(profile->runs[m_run].number));
    markSelection();
}

std::optional<profiler::TimeSpan> MemoryPanel::spanOfSelection() const
{
    const auto profile = document()->profile();
    const auto item = document()->selection()->current();
    const auto stepRuns = [&](engine::StepId step) -> std::optional<profiler::TimeSpan> {
        for (std::size_t i = 0; i < m_memory.lives.size(); ++i) {
            if (m_memory.lives[i] && profile->memory.lifetimes[i].first == step)
                return m_memory.lives[i];
        }
        return std::nullopt;
    };
    if (item.isValue()) {
        for (std::size_t i = 0; i < m_memory.lives.size(); ++i) {
            if (profile->memory.lifetimes[i].value == model::ValueId(item.id))
                return m_memory.lives[i];
        }
    }
    if (item.kind == SelectedItem::Kind::Step)
        return stepRuns(engine::StepId(item.id));
    if (item.isNode()) {
        const auto statistics = document()->statistics();
        const auto* row
            = statistics != nullptr ? statistics->node(model::NodeId(item.id)) : nullptr;
        if (row != nullptr && !row->steps.empty())
            return stepRuns(row->steps.front());
    }
    return std::nullopt;
}

void MemoryPanel::showSelection()
{
    if (document()->profile() == nullptr || m_memory.samples.empty())
        return;
    // If the selection is not live at the chosen time, moves to its first time.
    const auto span = spanOfSelection();
    const bool isShown
        = span && span->startNs <= m_chart->moment() && m_chart->moment() < span->endNs;
    if (span && !isShown) {
        m_chart->setMoment(span->startNs);
        showMoment(span->startNs);
    }
    markSelection();
}

void MemoryPanel::markSelection()
{
    const auto guard = showing();
    m_chart->setSpan(spanOfSelection());
    const auto item = document()->selection()->current();
    const int row = item.isValue() ? m_table->rowOf(model::ValueId(item.id)) : -1;
    m_view->showRow(m_sorted->mapFromSource(m_table->index(row, 0)));
}

void MemoryPanel::select()
{
    const auto index = m_view->currentIndex();
    if (isShowing() || document() == nullptr || !index.isValid())
        return;
    const auto item = itemOf(index.data(ItemRole));
    if (item.isValue() && document()->model() != nullptr)
        document()->revealValue(model::ValueId(item.id), this);
    else if (item.kind == SelectedItem::Kind::Step)
        document()->selection()->select(item, this);
    else
        return;
    markSelection();
}

} // namespace ui
