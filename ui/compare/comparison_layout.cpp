#include "ui/compare/comparison_page.h"

#include "profiler/comparison/comparison.h"
#include "ui/compare/compared_canvases.h"
#include "ui/compare/compared_table.h"
#include "ui/compare/comparison_head.h"
#include "ui/compare/comparison_table.h"
#include "ui/compare/running_bar.h"
#include "ui/compare/waterfall_view.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

// Construction of the comparison page, and what its four views show.

namespace ui {

using profiler::Verdict;

ComparisonPage::ComparisonPage(Context& context, Compared compared, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_compared(std::move(compared))
    , m_runner(new CompareRunner(context, this))
{
    setObjectName("comparisonPage");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = makeColumn(this);
    m_head = new ComparisonHead(this);
    m_running = new RunningBar(*m_runner, this);
    column->addWidget(m_head);
    column->addWidget(m_running);
    buildSettingsBar(*column);
    buildWaterfall(*column);
    buildBar(*column);
    auto* halves = new QSplitter(Qt::Vertical, this);
    halves->setChildrenCollapsible(false);
    column->addWidget(halves, 1);
    m_canvases = new ComparedCanvases(context, halves);
    buildTables();
    halves->addWidget(m_canvases);
    halves->addWidget(m_lower);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setSizes({ 600, 400 }); // a ratio, not pixels
    connect(m_head, &ComparisonHead::measureRequested, this, &ComparisonPage::measureBoth);
    connect(m_head, &ComparisonHead::swapRequested, this, &ComparisonPage::swap);
    connect(m_head, &ComparisonHead::exportRequested, this, &ComparisonPage::exportReport);
    connect(m_numbersBar, &NumbersBar::compareRequested, this, &ComparisonPage::compareNumbers);
    connect(m_canvases, &ComparedCanvases::nodeChosen, this, [this](int side, model::NodeId node) {
        const auto used = static_cast<std::size_t>(side);
        if (std::exchange(m_side, used) != used)
            emit documentChanged();
        choose(m_compared.pairOf(used, node), Reveal::No, nullptr);
    });
    connectRunner();
    connectDocuments();
    refresh();
}

void ComparisonPage::buildSettingsBar(QBoxLayout& column)
{
    m_settingsBar = new Banner("warning", "warning", this);
    m_settingsBar->setObjectName("settingsDiffer");
    auto* own = m_settingsBar->addButton(tr("Measure each with its own settings"));
    own->setObjectName("measureWithOwn");
    connect(own, &QPushButton::clicked, this, [this] { measureWith(CompareRunner::Engine::Own); });
    connect(m_settingsBar, &Banner::followed, this,
        [this] { measureWith(CompareRunner::Engine::SettingsOfA); });
    connect(m_settingsBar, &Banner::dismissed, m_settingsBar, &QWidget::hide);
    column.addWidget(m_settingsBar);
}

void ComparisonPage::buildWaterfall(QBoxLayout& column)
{
    m_waterfallBox = new QWidget(this);
    m_waterfallBox->setAutoFillBackground(true);
    m_waterfallBox->setBackgroundRole(QPalette::Base);
    auto* box = makeColumn(m_waterfallBox);
    auto* line = makeRow(nullptr, { 12, 6, 12, 0 }, styleSpacing);
    m_waterfallTitle = makeLabel({}, "heading", m_waterfallBox);
    line->addWidget(m_waterfallTitle, 1);
    line->addWidget(makeLabel(
        tr("blue: faster   orange: slower   grey: within noise"), "secondary", m_waterfallBox));
    m_waterfall = new WaterfallView(m_waterfallBox);
    box->addLayout(line);
    box->addWidget(m_waterfall);
    column.addWidget(m_waterfallBox);
}

void ComparisonPage::buildBar(QBoxLayout& column)
{
    auto* bar = makeRow(nullptr, { 12, 5, 12, 5 }, 6);
    m_views = new QButtonGroup(this);
    m_views->setExclusive(true);
    const std::array titles { tr("Difference"), tr("Side by side"), tr("Structure"),
        tr("Numbers") };
    for (int i = 0; i < static_cast<int>(titles.size()); ++i) {
        auto* chip = makeChoiceChip(titles[static_cast<std::size_t>(i)], this);
        m_views->addButton(chip, i);
        bar->addWidget(chip);
    }
    connect(m_views, &QButtonGroup::idClicked, this,
        [this](int id) { setView(static_cast<View>(id)); });
    bar->addStretch();
    m_linkViews = new QPushButton(tr("Views move together"), this);
    m_linkViews->setObjectName("linkViews");
    m_linkViews->setCheckable(true);
    m_linkViews->setChecked(true);
    connect(m_linkViews, &QPushButton::toggled, this,
        [this](bool isOn) { m_canvases->setLinked(isOn); });
    bar->addWidget(m_linkViews);
    for (const auto& [id, by] :
        { std::pair("compare.previous", -1), std::pair("compare.next", 1) }) {
        auto* action = m_context.actions.action(id);
        auto* button = new QPushButton(action->icon(), {}, this);
        const auto tellKey = [button, action] { button->setToolTip(withKeyOf(*action)); };
        tellKey();
        connect(action, &QAction::changed, button, tellKey);
        button->setAccessibleName(withoutMnemonic(action->text()));
        connect(button, &QPushButton::clicked, this, [this, by = by] { stepDifference(by); });
        bar->addWidget(button);
    }
    m_count = makeLabel({}, "secondary", this);
    m_count->setObjectName("differenceCount");
    bar->addWidget(m_count);
    column.addLayout(bar);
}

void ComparisonPage::addTable(
    Table table, QAbstractItemModel* model, const char* name, const QString& title)
{
    auto& rows = m_tables[table];
    rows.sorted = new QSortFilterProxyModel(this);
    rows.sorted->setSourceModel(model);
    rows.sorted->setSortRole(SortRole);
    rows.view = new TableView(m_context.actions, this);
    rows.view->setObjectName(name);
    rows.view->setAccessibleName(title);
    rows.view->setModel(rows.sorted);
    rows.view->setSortingEnabled(true);
    rows.view->header()->setStretchLastSection(true);
    // Its operator names are the longest texts, and its last column is short.
    if (table == Operators) {
        rows.view->header()->setStretchLastSection(false);
        rows.view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    }
    rows.view->header()->setSortIndicator(-1, Qt::AscendingOrder); // initially unsorted
    rows.sorted->sort(-1);
    connect(rows.view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this, table](const QModelIndex& index) { selectRow(table, index); });
    m_tabs->addTab(title);
    m_stack->addWidget(rows.view);
}

void ComparisonPage::buildTables()
{
    m_lower = new QWidget(this);
    auto* column = makeColumn(m_lower);
    m_tabs = new QTabBar(m_lower);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_numbersBar = new NumbersBar(m_lower);
    m_stack = new QStackedWidget(m_lower);
    column->addWidget(m_tabs);
    column->addWidget(m_numbersBar);
    column->addWidget(m_stack, 1);
    m_operators = new ComparisonTable(this);
    addTable(Operators, m_operators, "comparison", tr("Operators"));
    static constexpr std::array widths { 300, 230, 100, 90, 90, 130, 80, 150, 70, 120 };
    for (int i = 0; i < static_cast<int>(widths.size()); ++i)
        m_tables[Operators].view->setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
    // The Type column may hold a list of types (`A → B`), which can be as long as a node name.
    connect(m_operators, &QAbstractItemModel::modelReset, this, [view = m_tables[Operators].view] {
        view->resizeColumnToContents(ComparisonTable::Type);
        const int most = std::max(widths[ComparisonTable::Type], view->viewport()->width() * 2 / 5);
        view->setColumnWidth(
            ComparisonTable::Type, std::clamp(view->columnWidth(ComparisonTable::Type), 120, most));
    });
    m_tables[Operators].view->sortByColumn(ComparisonTable::Difference, Qt::DescendingOrder);
    const std::array names { "", "comparedTypes", "comparedStructure", "comparedTensors",
        "comparedSettings" };
    const std::array titles { QString(), tr("By type"), tr("Structure"), tr("Tensors"),
        tr("Settings") };
    for (const auto table : { Types, StructureRows, Tensors, Settings }) {
        m_models[table] = new ComparedTable(this);
        addTable(table, m_models[table], names[table], titles[table]);
    }
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index);
        m_numbersBar->setVisible(index == Tensors);
        refreshCount();
    });
    setFocusProxy(m_tables[Operators].view);
}

void ComparisonPage::setView(View view)
{
    m_view = view;
    refreshView();
}

void ComparisonPage::refreshView()
{
    m_views->button(static_cast<int>(m_view))->setChecked(true);
    const bool isDifference = m_view == View::Difference;
    const bool hasTables = m_view != View::SideBySide;
    m_waterfallBox->setVisible(isDifference && m_compared.time != nullptr);
    m_canvases->setVisible(m_compared.hasModels() && m_view != View::Structure);
    m_lower->setVisible(hasTables || !m_compared.hasModels());
    m_tabs->setVisible(isDifference);
    for (const auto view : { View::SideBySide, View::Structure, View::Numbers })
        m_views->button(static_cast<int>(view))->setVisible(m_compared.hasModels());
    m_linkViews->setVisible(m_compared.hasModels() && m_view != View::Structure);
    if (m_view == View::Structure)
        m_tabs->setCurrentIndex(StructureRows);
    else if (m_view == View::Numbers)
        m_tabs->setCurrentIndex(Tensors);
    else if (isDifference && m_compared.time == nullptr && m_tabs->currentIndex() == Operators)
        m_tabs->setCurrentIndex(StructureRows);
    m_numbersBar->setVisible(m_tabs->currentIndex() == Tensors);
    refreshCount();
}

/// Shows the number of differences in the tab titles.
void ComparisonPage::refreshTitles()
{
    const auto counted = [&](Table table, const QString& title) {
        const auto& rows = m_tables[table];
        const auto count = std::ranges::count(rows.areDifferences, true);
        m_tabs->setTabText(table,
            QStringLiteral("%1  %2").arg(title, countText(static_cast<std::uint64_t>(count))));
    };
    const bool hasTime = m_compared.time != nullptr;
    counted(StructureRows, tr("Structure"));
    counted(Settings, tr("Settings"));
    m_tabs->setTabVisible(Operators, hasTime);
    m_tabs->setTabVisible(Types, hasTime);
    m_tabs->setTabVisible(Settings, hasTime);
    m_tabs->setTabVisible(StructureRows, m_compared.hasModels());
    m_tabs->setTabVisible(Tensors, m_compared.hasModels() && !m_compared.isOneModel());
}

/// Shows `difference 7 of 313` for the table that is stepped through.
void ComparisonPage::refreshCount()
{
    const auto& rows = m_tables[steppedTable()];
    if (rows.sorted == nullptr)
        return;
    int all = 0;
    int place = 0;
    const auto current = rows.view->currentIndex();
    for (int row = 0; row < rows.sorted->rowCount(); ++row) {
        const auto source = rows.sorted->mapToSource(rows.sorted->index(row, 0)).row();
        if (static_cast<std::size_t>(source) >= rows.areDifferences.size()
            || !rows.areDifferences[static_cast<std::size_t>(source)])
            continue;
        ++all;
        if (current.isValid() && row == current.row())
            place = all;
    }
    m_count->setText(all == 0 ? tr("no differences")
            : place == 0      ? tr("%n difference(s)", nullptr, all)
                              : tr("difference %1 of %2").arg(place).arg(all));
}

} // namespace ui
