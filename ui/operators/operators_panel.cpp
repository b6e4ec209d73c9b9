#include "ui/operators/operators_panel.h"

#include "model/support/text.h"
#include "profiler/charts/timeline.h"
#include "profiler/statistics/roofline.h"
#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/document/statistics_state.h"
#include "ui/document/step_selection.h"
#include "ui/format.h"
#include "ui/gpu/gpu_report.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/jobs/job_runner.h"
#include "ui/operators/operators_filter.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/translation/translations.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QButtonGroup>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace ui {

namespace {

constexpr auto hiddenKey = "operators/hiddenColumns";
constexpr auto hiddenAtFirst = "p10;p90;p95;Calls;Device;Least traffic;Of roof;Threads busy";

/// Object names of the chips, by Grouping.
constexpr std::array chipNames { "each", "byType", "byScope", "byKernel" };
QString chipName(OperatorsModel::Grouping grouping)
{
    return QString::fromLatin1(chipNames[std::size_t(grouping)]);
}

/// Profiles with more slices are summed up in a job, so that the window is not blocked.
constexpr std::size_t spansAtOnce = 200'000;

QSet<quint32> setOf(const std::vector<bool>& steps)
{
    QSet<quint32> set;
    for (quint32 i = 0; i < steps.size(); ++i) {
        if (steps[i])
            set.insert(i);
    }
    return set;
}

} // namespace

OperatorsPanel::OperatorsPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyState(context, tr("No run yet. Profile this model to see where time goes."),
          "run.profile", this))
    , m_state(new StatisticsState(context, this))
    , m_summing(makeEmptyState(context, tr("Summing up…"), nullptr, this))
    , m_content(new QWidget(this))
    , m_view(new TableView(context.actions, m_content))
    , m_model(new OperatorsModel(this))
    , m_proxy(new OperatorsFilter(*m_model, this))
{
    makeColumn(this)->addWidget(makePages({ m_empty, m_state, m_summing, m_content }));
    m_proxy->setSortRole(SortRole);
    m_view->setAccessibleName(tr("Operators"));
    m_view->setModel(m_proxy);
    m_view->setSortingEnabled(true);
    m_view->setObjectName("operators");
    m_view->header()->setSectionsMovable(true);
    m_view->header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view->header(), &QWidget::customContextMenuRequested, this,
        &OperatorsPanel::chooseColumns);
    restoreColumns();
    auto* column = makeColumn(m_content);
    column->addWidget(buildHead());
    column->addWidget(m_view, 1);
    column->addWidget(buildFoot());
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &OperatorsPanel::select);
    addItemMenu(*m_view, *this);
    connect(m_view, &QTreeView::activated, context.actions.action("go.graph"),
        &QAction::trigger); // the operator is selected already
    m_tools = makeTableTools(context, { { m_view }, m_filter, QStringLiteral("operators") }, this);
    setFocusProxy(m_view);
}

QWidget* OperatorsPanel::buildHead()
{
    auto* head = new QWidget;
    auto* row = new FlowLayout(head);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(6);
    using Grouping = OperatorsModel::Grouping;
    const std::pair<QString, Grouping> groupings[]
        = { { tr("Each"), Grouping::Each }, { tr("By type"), Grouping::ByType },
              { tr("By scope"), Grouping::ByScope }, { tr("By kernel"), Grouping::ByKernel } };
    auto* exclusive = new QButtonGroup(head);
    for (const auto& [text, grouping] : groupings) {
        auto* made = makeChoiceChip(text, this, chipName(grouping));
        row->addWidget(made);
        exclusive->addButton(made);
        made->setChecked(grouping == Grouping::Each);
        connect(
            made, &QPushButton::clicked, this, [this, grouping = grouping] { choose(grouping); });
    }
    m_onlySelection = makeChoiceChip(tr("Only selection"), this, "onlySelection");
    m_onlyRange = makeChoiceChip(tr("Only range"), this, "onlyRange");
    for (auto* toggle : { m_onlySelection, m_onlyRange }) {
        row->addWidget(toggle);
        connect(toggle, &QPushButton::toggled, this, &OperatorsPanel::rememberFilter);
        connect(toggle, &QPushButton::toggled, this, &OperatorsPanel::refreshFilter);
    }
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Filter: words, type:Conv"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    connect(m_filter, &QLineEdit::textChanged, this,
        [this](const QString& text) { m_proxy->setWords(text); });
    connect(m_filter, &QLineEdit::textChanged, this, &OperatorsPanel::rememberFilter);
    row->addWidget(m_filter);
    return head;
}

QPushButton* OperatorsPanel::chip(const QString& name) const
{
    return findChild<QPushButton*>(name);
}

void OperatorsPanel::restoreColumns()
{
    const auto hidden = settings::value(hiddenKey, QString::fromLatin1(hiddenAtFirst))
                            .split(u';', Qt::SkipEmptyParts);
    for (int i = 1; i < m_model->columnCount(); ++i)
        m_view->setColumnHidden(
            i, hidden.contains(OperatorsModel::columnName(i)) || !m_model->applies(i));
}

void OperatorsPanel::chooseColumns(const QPoint& place)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // The first column names the row and is always shown.
    for (int i = 1; i < m_model->columnCount(); ++i) {
        if (!m_model->applies(i))
            continue;
        auto* action = menu->addAction(m_model->headerData(i, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_view->isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool isShown) {
            m_view->setColumnHidden(i, !isShown);
            const auto before
                = settings::value(hiddenKey, QString::fromLatin1(hiddenAtFirst)).split(u';');
            QStringList hidden;
            for (int column = 1; column < m_model->columnCount(); ++column) {
                const auto name = OperatorsModel::columnName(column);
                // A column that does not apply to the profile keeps its stored state.
                const bool isHidden = !m_model->applies(column) ? before.contains(name)
                                                                : m_view->isColumnHidden(column);
                if (isHidden)
                    hidden.append(name);
            }
            settings::setValue(hiddenKey, hidden.join(u';'));
            if (i == OperatorsModel::ofRoofColumn())
                findRoofs();
        });
    }
    menu->popup(m_view->header()->mapToGlobal(place));
}

QWidget* OperatorsPanel::buildFoot()
{
    auto* foot = new QWidget;
    auto* grid = new QGridLayout(foot);
    grid->setContentsMargins(10, 4, 10, 6);
    grid->setVerticalSpacing(1);
    grid->addWidget(makeLabel(tr("Not in any operator"), "heading"), 0, 0, Qt::AlignLeft);
    m_outsideParts = new ElidedLabel(QString(), ElidedLabel::Look::Secondary);
    grid->addWidget(m_outsideParts, 0, 1);
    m_outside = makeLabel({}, "heading");
    m_outside->setObjectName("outside");
    grid->addWidget(m_outside, 0, 2, Qt::AlignRight);
    grid->addWidget(makeLabel(tr("Wall, median"), "heading"), 1, 0, Qt::AlignLeft);
    m_wall = new ElidedLabel(QString(), ElidedLabel::Look::Strong);
    m_wall->setObjectName("wall");
    grid->addWidget(m_wall, 1, 1, 1, 2);
    m_wallPlain = new NoteLabel;
    m_wallPlain->setObjectName("wallPlain");
    grid->addWidget(m_wallPlain, 2, 0, 1, 3);
    m_remarks = new NoteLabel;
    m_remarks->setObjectName("wallRemarks");
    m_remarks->setProperty("tone", QStringLiteral("warning"));
    grid->addWidget(m_remarks, 3, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    m_foot = foot;
    return foot;
}

void OperatorsPanel::documentChanged()
{
    if (document() != nullptr) {
        follow(document(), &Document::profileChanged, this, &OperatorsPanel::refresh);
        follow(document(), &Document::statisticsChanged, this, &OperatorsPanel::refresh);
        follow(document()->selection(), &Selection::changed, this, &OperatorsPanel::refreshFilter);
        follow(document()->timeRange(), &TimeRange::selectedChanged, this,
            &OperatorsPanel::refreshFilter);
    }
    m_gpu = document() != nullptr ? &GpuReport::of(*document(), context().jobs) : nullptr;
    if (m_gpu != nullptr)
        follow(m_gpu.data(), &GpuReport::changed, this, &OperatorsPanel::refreshGpu);
    recall();
    refresh();
}

void OperatorsPanel::refreshGpu()
{
    const auto facts = m_gpu != nullptr ? m_gpu->facts() : nullptr;
    m_hasGpu = facts != nullptr;
    m_model->setGpu(facts);
    m_view->setRootIsDecorated(m_hasGpu);
    m_view->setItemsExpandable(m_hasGpu);
    restoreColumns();
    refreshFilter();
    refreshSelection();
}

void OperatorsPanel::refresh()
{
    const bool mustWait = m_state->follow(document());
    const bool hasProfile = !mustWait && document() != nullptr && document()->profile() != nullptr;
    m_model->set(hasProfile ? document()->profile() : nullptr,
        hasProfile ? document()->statistics() : nullptr);
    showPage(mustWait ? m_state : hasProfile ? m_content : m_empty);
    refreshGpu();
    if (!hasProfile)
        return;
    findRoofs();
    if (OperatorsModel::needsGroups(m_model->grouping()))
        sumUp(m_model->grouping());
    m_view->sortByColumn(2, Qt::DescendingOrder);
    const int widths[] = { 180, 96, 80, 132, 104, 80, 80, 80, 60, 70, 180, 90, 100, 100, 80, 100,
        70, 90, 90, 120, 60, 90, 90, 100, 100, 100, 80, 80, 90, 80, 90 };
    for (int i = 0; i < m_model->columnCount(); ++i)
        m_view->setColumnWidth(i, widths[i]);
    refreshFoot();
    refreshFilter();
    refreshSelection();
}

void OperatorsPanel::findRoofs()
{
    if (document() == nullptr || m_view->isColumnHidden(OperatorsModel::ofRoofColumn()))
        return;
    const auto profile = document()->profile();
    const auto statistics = document()->statistics();
    if (profile == nullptr || statistics == nullptr)
        return;
    using Found = std::shared_ptr<const profiler::Roofline>;
    context().jobs.start<Found>(
        m_model, QStringLiteral("roofs"), tr("Comparing with what the machine can do"),
        [profile, statistics](std::stop_token, const support::Progress&) -> support::Result<Found> {
            const auto peaks = profiler::knownPeaks(profile->metadata);
            return peaks ? std::make_shared<const profiler::Roofline>(
                       profiler::rooflineOf(*profile, *statistics, *peaks))
                         : nullptr;
        },
        [this, statistics](const support::Result<Found>& found) {
            if (found && document() != nullptr && document()->statistics() == statistics)
                m_model->setRoofline(*found);
            restoreColumns(); // a share of the measured bandwidth may be known now
        });
}

void OperatorsPanel::recall()
{
    const auto guard = showing();
    const auto known = m_shown.value(document());
    chip(chipName(known.grouping))->setChecked(true);
    m_model->setGrouping(known.grouping);
    m_filter->setText(known.words);
    m_onlySelection->setChecked(known.isOnlySelection);
    m_onlyRange->setChecked(known.isOnlyRange);
}

OperatorsPanel::Shown& OperatorsPanel::shown()
{
    if (!m_shown.contains(document()))
        connect(document(), &QObject::destroyed, this,
            [this, gone = document()] { m_shown.remove(gone); });
    return m_shown[document()];
}

void OperatorsPanel::remember(OperatorsModel::Grouping grouping)
{
    if (document() != nullptr)
        shown().grouping = grouping;
}

void OperatorsPanel::rememberFilter()
{
    if (document() == nullptr || isShowing())
        return;
    auto& known = shown();
    known.words = m_filter->text();
    known.isOnlySelection = m_onlySelection->isChecked();
    known.isOnlyRange = m_onlyRange->isChecked();
}

void OperatorsPanel::choose(OperatorsModel::Grouping grouping)
{
    remember(grouping);
    context().jobs.cancelAll(this);
    const bool isMissing = OperatorsModel::needsGroups(grouping) && !m_model->hasGroups(grouping);
    if (isMissing && document() != nullptr && document()->statistics() != nullptr)
        return sumUp(grouping);
    showGrouping(grouping);
}

void OperatorsPanel::showGrouping(OperatorsModel::Grouping grouping)
{
    if (shownPage() == m_summing)
        showPage(m_content);
    m_model->setGrouping(grouping);
    refreshFilter();
    m_view->scrollToTop();
    refreshSelection();
}

void OperatorsPanel::sumUp(OperatorsModel::Grouping grouping)
{
    using Rows = std::vector<profiler::SummedSteps>;
    const bool isKernels = grouping == OperatorsModel::Grouping::ByKernel;
    // Selects this overload: kernelRows() has another one, for the kernels of a GPU.
    Rows (*const kernels)(const profiler::Profile&, const profiler::Statistics&)
        = profiler::kernelRows;
    const auto rowsOf = isKernels ? kernels : profiler::scopeRows;
    const auto profile = document()->profile();
    const auto statistics = document()->statistics();
    const auto take = [this, statistics, grouping, isKernels](support::Result<Rows> rows) {
        if (document() == nullptr || document()->statistics() != statistics)
            return;
        if (rows) {
            m_model->setGroups(grouping, *std::move(rows));
            return showGrouping(grouping);
        }
        if (chip(chipName(grouping))->isChecked()) { // the job was stopped
            chip(chipName(OperatorsModel::Grouping::Each))->setChecked(true);
            remember(OperatorsModel::Grouping::Each);
            showGrouping(OperatorsModel::Grouping::Each);
        }
    };
    if (profile->slices.size() <= spansAtOnce)
        return take(rowsOf(*profile, *statistics));
    showPage(m_summing);
    context().jobs.start<Rows>(
        this, QStringLiteral("groups"),
        isKernels ? tr("Summing up kernels") : tr("Summing up scopes"),
        [profile, statistics, rowsOf](std::stop_token, const support::Progress&)
            -> support::Result<Rows> { return rowsOf(*profile, *statistics); },
        take);
}

void OperatorsPanel::refreshFilter()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    if (profile == nullptr)
        return;
    const bool isEach = m_model->grouping() == OperatorsModel::Grouping::Each;
    const auto range = document()->timeRange()->selected();
    const auto& items = document()->selection()->items();
    m_onlySelection->setEnabled(isEach && (m_onlySelection->isChecked() || !items.isEmpty()));
    m_onlyRange->setEnabled(isEach && (m_onlyRange->isChecked() || range.has_value()));
    m_onlyRange->setText(
        range ? tr("Only range %1").arg(durationText(range->lengthNs())) : tr("Only range"));
    std::optional<QSet<quint32>> steps;
    const auto keepOnly = [&](const QSet<quint32>& some) {
        steps = steps ? QSet<quint32>(*steps).intersect(some) : some;
    };
    if (isEach && m_onlyRange->isChecked() && range)
        keepOnly(setOf(document()->timeline()->stepsIn({ range->startNs, range->endNs })));
    if (isEach && m_onlySelection->isChecked())
        keepOnly(setOf(selectedSteps(*profile, items)));
    m_proxy->setSteps(std::move(steps));
}

void OperatorsPanel::refreshFoot()
{
    const auto statistics = document()->statistics();
    if (!statistics->account)
        return;
    const auto& account = *statistics->account;
    QStringList parts;
    const std::pair<QString, std::int64_t> named[] = { { tr("dispatch"), account.dispatchNs },
        { tr("reorders"), account.reordersNs }, { tr("copies"), account.copiesNs },
        { tr("waiting"), account.waitingNs }, { tr("allocation"), account.allocationNs },
        { tr("unaccounted"), account.unaccountedNs } };
    for (const auto& [name, ns] : named) {
        if (ns != 0)
            parts.append(name + u' ' + durationText(ns));
    }
    if (account.overlapNs != 0)
        parts.append(tr("overlap −%1").arg(durationText(account.overlapNs)));
    m_outsideParts->setText(parts.join(QStringLiteral(", ")));
    const double share = account.wallNs > 0
        ? static_cast<double>(account.notInAnyOperatorNs()) / static_cast<double>(account.wallNs)
        : 0;
    m_outside->setText(
        durationText(account.notInAnyOperatorNs()) + QStringLiteral("   ") + shareText(share));
    const auto wall = statistics->wall.measurement();
    m_wall->setText(QString::fromStdString(profiler::text(wall, 4)) + QStringLiteral("   ")
        + sentenceText(profiler::confidenceText(wall)));
    QStringList without;
    if (statistics->wallUnprofiled.samples > 0)
        without.append(tr("without recording %1")
                           .arg(QString::fromStdString(
                               profiler::text(statistics->wallUnprofiled.measurement(), 4))));
    if (statistics->recordingCost)
        without.append(
            tr("recording costs %1")
                .arg(sentenceText(profiler::recordingCostText(*statistics->recordingCost))));
    m_wallPlain->setText(without.join(QStringLiteral("  ·  ")));
    QStringList remarks;
    for (const auto& remark : statistics->remarks)
        remarks.append(sentenceText(remark));
    m_remarks->setText(remarks.join(QStringLiteral("  ·  ")));
    // The tool tip has the remarks too, in case there is no space for them.
    m_wall->setHint((QStringList(m_wall->text()) + without + remarks).join(u'\n'));
    placeFoot();
}

/// Hides parts of the foot in a low panel, so that the table has enough rows. The status bar and
/// the Run panel show the same facts.
void OperatorsPanel::placeFoot()
{
    constexpr int minWithWall = 170; // in pixels
    constexpr int minWithAll = 300;
    m_foot->setVisible(height() >= minWithWall);
    m_wallPlain->setVisible(height() >= minWithAll && !m_wallPlain->text().isEmpty());
    m_remarks->setVisible(height() >= minWithAll && !m_remarks->text().isEmpty());
}

void OperatorsPanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    placeFoot();
}

void OperatorsPanel::showSelection()
{
    const auto item = document()->selection()->current();
    m_view->showRow(m_proxy->mapFromSource(m_model->indexOf(item)));
}

void OperatorsPanel::select()
{
    if (isShowing() || document() == nullptr)
        return;
    QList<SelectedItem> items;
    SelectedItem current;
    std::set<std::pair<SelectedItem::Kind, std::uint32_t>> seen; // a node may be in several rows
    for (const auto& index : m_view->selectionModel()->selectedRows()) {
        const auto source = m_proxy->mapToSource(index);
        const auto more = m_model->itemsOf( // for a kernel, the items of its operator
            source.parent().isValid() ? source.parent().row() : source.row());
        if (more.isEmpty())
            continue;
        current = more.first(); // of the last selected row
        for (const auto& item : more) {
            if (seen.insert({ item.kind, item.id }).second)
                items.append(item);
        }
    }
    if (items.isEmpty())
        return;
    if (current.isNode() && document()->model() != nullptr
        && current.id < document()->model()->nodes.size())
        document()->enterGraph(document()->model()->nodes[current.id].graph);
    document()->selection()->set(items, current, this);
}

} // namespace ui
