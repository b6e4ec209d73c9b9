#include "ui/flame/flame_panel.h"

#include "ui/document/document.h"
#include "ui/document/statistics_state.h"
#include "ui/flame/flame_view.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/layouts.h"
#include "ui/window/actions.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QToolButton>

namespace ui {

namespace {

using profiler::FlameTime;

} // namespace

FlamePanel::FlamePanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyState(context, tr("No run yet. Profile this model to see where time goes."),
          "run.profile", this))
    , m_state(new StatisticsState(context, this))
    , m_content(new QWidget(this))
    , m_view(new FlameView(context.actions, m_content))
    , m_rows(new TableView(context.actions, m_content))
    , m_table(new FlameTable(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_forms(new QStackedWidget(m_content))
    , m_facts(new ElidedLabel({}, ElidedLabel::Look::Secondary, m_content))
{
    makeColumn(this)->addWidget(makePages({ m_empty, m_state, m_content }));
    auto* column = makeColumn(m_content);
    auto* head = new QHBoxLayout;
    buildHead(*head);
    column->addLayout(head);
    column->addWidget(m_forms, 1);
    m_forms->addWidget(m_view);
    buildTable();
    m_forms->addWidget(m_rows);
    buildTools();
    setFocusProxy(m_view);
    connect(m_view, &FlameView::topChanged, this, &FlamePanel::refreshFacts);
    connect(m_view, &FlameView::hitsChanged, this, &FlamePanel::refreshFacts);
}

void FlamePanel::buildHead(QHBoxLayout& row)
{
    row.setContentsMargins(8, 4, 8, 4);
    auto* exclusive = new QButtonGroup(this);
    const auto add
        = [&](const QString& text, const char* name, const QString& tip, FlameTime time) {
              auto* made = makeChoiceChip(text, m_content, name, tip);
              exclusive->addButton(made);
              row.addWidget(made);
              connect(made, &QPushButton::clicked, this, [this, time] { choose(time); });
              return made;
          };
    m_medians = add(tr("Medians"), "flameMedians",
        tr("Each operator as wide as its median over all recorded runs"), FlameTime::Medians);
    add(tr("Median run"), "flameMedianRun",
        tr("The median run. Operators and time outside operators add up to its wall time"),
        FlameTime::MedianRun);
    m_onlyRange = add(tr("Only range"), "flameOnlyRange",
        tr("Only the range selected in the timeline, over all runs in it"), FlameTime::Range);
    m_medians->setChecked(true);
    row.addSpacing(12);
    m_facts->setAlignment(Qt::AlignRight);
    row.addWidget(m_facts, 1);
}

void FlamePanel::buildTable()
{
    m_rows->setObjectName("flameFrames");
    m_rows->setAccessibleName(tr("Flame graph as a table"));
    m_rows->setSortedModel(
        *m_sorted, m_table, FlameTable::Time, Qt::DescendingOrder, { 320, 90, 90, 110, 90, 80 });
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) { selectRow(m_sorted->mapToSource(index).row()); });
}

void FlamePanel::buildTools()
{
    m_tools = new QWidget(this);
    auto* row = makeRow(m_tools, {}, 2);
    auto* out = makeToolButton("zoom-out", tr("Zoom out (Backspace)"), m_tools);
    connect(out, &QToolButton::clicked, m_view, &FlameView::zoomOut);
    auto* all = makeToolButton("fit", tr("Show all (Home)"), m_tools);
    connect(all, &QToolButton::clicked, m_view, [this] { m_view->zoomInto(0); });
    auto* table = makeToolButton("table", tr("As a table"), m_tools);
    table->setObjectName("flameAsTable");
    table->setCheckable(true);
    connect(table, &QToolButton::toggled, this,
        [this](bool isTable) { m_forms->setCurrentIndex(isTable ? 1 : 0); });
    for (auto* button : { out, all, table })
        row->addWidget(button);
    row->addWidget(
        makeTableTools(context(), { { m_rows }, nullptr, QStringLiteral("flame") }, this));
}

void FlamePanel::documentChanged()
{
    m_view->setDocument(document());
    if (document() != nullptr) {
        follow(document(), &Document::profileChanged, this, &FlamePanel::refresh);
        follow(document(), &Document::statisticsChanged, this, &FlamePanel::refresh);
        follow(
            document()->timeRange(), &TimeRange::selectedChanged, this, &FlamePanel::rangeChanged);
    }
    refresh();
}

void FlamePanel::choose(FlameTime time)
{
    m_time = time;
    refresh();
}

void FlamePanel::rangeChanged()
{
    const auto range = document() != nullptr ? document()->timeRange()->selected() : std::nullopt;
    m_onlyRange->setEnabled(range.has_value());
    m_onlyRange->setText(
        range ? tr("Only range %1").arg(durationText(range->lengthNs())) : tr("Only range"));
    if (m_time != FlameTime::Range)
        return;
    if (!range) {
        m_time = FlameTime::Medians;
        m_medians->setChecked(true);
    }
    refresh();
}

void FlamePanel::refresh()
{
    const bool mustWait = m_state->follow(document());
    const auto profile = document() != nullptr && !mustWait ? document()->profile() : nullptr;
    showPage(mustWait ? m_state : profile != nullptr ? m_content : m_empty);
    m_tools->setEnabled(profile != nullptr);
    const auto range = document() != nullptr ? document()->timeRange()->selected() : std::nullopt;
    if (m_time != FlameTime::Range || !range)
        m_onlyRange->setEnabled(range.has_value());
    if (profile == nullptr) {
        m_worker.cancel();
        m_table->set(nullptr);
        return m_view->set(nullptr);
    }
    std::optional<profiler::TimeSpan> span;
    if (range)
        span = profiler::TimeSpan { range->startNs, range->endNs };
    m_worker.start([profile, statistics = document()->statistics(), time = m_time, span, this](
                       std::stop_token stop) -> LatestWorker::Delivery {
        auto computed = computeFlame(profile, statistics, time, span, std::move(stop));
        return [this, computed = std::move(computed)] {
            m_table->set(computed);
            m_view->set(computed);
            refreshFacts();
        };
    });
}

void FlamePanel::refreshFacts()
{
    const auto* computed = m_view->computed();
    if (computed == nullptr)
        return m_facts->setText({});
    const auto& flame = computed->flame;
    const auto& top = flame.frames[m_view->top()];
    QStringList facts {
        tr("%1 in %n operator(s)", nullptr, static_cast<int>(top.steps)).arg(durationText(top.ns))
    };
    facts += tr("%1 of %2")
                 .arg(shareText(flame.share(top)),
                     flame.time == FlameTime::Range
                         ? tr("the range, %1").arg(durationText(flame.wallNs))
                         : tr("wall, %1").arg(durationText(flame.wallNs)));
    if (m_view->hitsNs() > 0)
        facts += tr("search: %1").arg(durationText(m_view->hitsNs()));
    m_facts->setText(facts.join(QStringLiteral("  ·  ")));
}

void FlamePanel::selectRow(int row)
{
    if (row >= 0 && m_rows->hasFocus())
        m_view->chooseFrame(m_table->frameOf(row));
}

} // namespace ui
