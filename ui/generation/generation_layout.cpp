#include "ui/generation/generation_page.h"

#include "ui/compare/compared_table.h"
#include "ui/generation/generation_chart.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/window/panel.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QToolButton>

// Construction of the page of a generation.

namespace ui {

namespace {

constexpr QMargins headMargins(12, 6, 12, 4);

/// A part of the page on the colour of panels.
QWidget* makePart(QWidget* parent)
{
    auto* part = new QWidget(parent);
    part->setAutoFillBackground(true);
    part->setBackgroundRole(QPalette::Base);
    return part;
}

} // namespace

QWidget* GenerationPage::buildContent()
{
    m_content = new QWidget(this);
    auto* column = makeColumn(m_content);
    m_remark = makeWrappedLabel({}, nullptr, m_content);
    m_remark->setObjectName("generationRemark");
    m_remark->setProperty("tone", "warning");
    m_remark->setContentsMargins(14, 8, 14, 0);
    column->addWidget(m_remark);
    m_cards = new QGridLayout;
    m_cards->setContentsMargins(12, 10, 12, 10);
    m_cards->setSpacing(10);
    column->addLayout(m_cards);
    auto* sides = new QSplitter(Qt::Horizontal, m_content);
    sides->setChildrenCollapsible(false);
    auto* left = new QSplitter(Qt::Vertical, sides);
    left->setChildrenCollapsible(false);
    left->addWidget(buildChart());
    left->addWidget(buildToken());
    left->setSizes({ 560, 440 }); // a ratio, not pixels
    sides->addWidget(left);
    sides->addWidget(buildOperators());
    sides->setSizes({ 590, 410 });
    column->addWidget(sides, 1);
    return m_content;
}

QWidget* GenerationPage::buildChart()
{
    auto* part = makePart(m_content);
    auto* column = makeColumn(part);
    auto* head = makeRow(nullptr, headMargins, 8);
    head->addWidget(makeLabel(tr("Time per token over position"), "heading", part));
    m_chartNote = new ElidedLabel({}, ElidedLabel::Look::Secondary, part);
    head->addWidget(m_chartNote, 1);
    auto* views = new QButtonGroup(this);
    const auto add = [&](const QString& text, const char* name, profiler::GenerationView view) {
        auto* chip = makeChoiceChip(text, part, name);
        views->addButton(chip);
        head->addWidget(chip);
        connect(chip, &QPushButton::clicked, this, [this, view] { setView(view); });
        return chip;
    };
    add(tr("Token"), "viewToken", profiler::GenerationView::Token)->setChecked(true);
    add(tr("By operator"), "viewOperators", profiler::GenerationView::ByType);
    column->addLayout(head);
    m_chart = new GenerationChart(m_context.actions, part);
    m_chart->setObjectName("generationChart");
    m_positions = new ComparedTable(this);
    m_chart->setTable(m_positions);
    connect(m_chart, &GenerationChart::positionChosen, this, &GenerationPage::choosePosition);
    column->addWidget(m_chart, 1);
    setFocusProxy(m_chart);
    return part;
}

QWidget* GenerationPage::buildToken()
{
    auto* part = makePart(m_content);
    auto* column = makeColumn(part);
    auto* head = makeRow(nullptr, headMargins, 8);
    head->addWidget(makeLabel(tr("One token"), "heading", part));
    m_tokenText = new ElidedLabel({}, ElidedLabel::Look::Secondary, part);
    m_tokenText->setObjectName("tokenText");
    head->addWidget(m_tokenText, 1);
    for (const auto& [icon, name, tip, by] :
        { std::tuple("back", "previousToken", tr("Previous token (Left in the chart)"), -1),
            std::tuple("forward", "nextToken", tr("Next token (Right in the chart)"), 1) }) {
        auto* button = makeToolButton(icon, tip, part);
        button->setObjectName(name);
        m_arrows.push_back(button);
        connect(button, &QToolButton::clicked, this, [this, by = by] { step(by); });
        head->addWidget(button);
    }
    const std::array names { "jumpMedian", "jumpSlowest", "jumpFirst" };
    const std::array texts { tr("Median"), tr("Slowest"), tr("First") };
    for (std::size_t i = 0; i < m_jumps.size(); ++i) {
        m_jumps[i] = makeChoiceChip(texts[i], part, names[i]);
        head->addWidget(m_jumps[i]);
        connect(m_jumps[i], &QPushButton::clicked, this, [this, i] { jump(static_cast<Jump>(i)); });
    }
    column->addLayout(head);
    m_timeline = new TimelineView(part);
    m_timeline->setObjectName("tokenTimeline");
    auto policy = m_timeline->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_timeline->setSizePolicy(policy);
    column->addWidget(m_timeline, 1);
    m_boundCard = new QFrame(part);
    m_boundCard->setProperty("tone", "info");
    auto* row = makeRow(m_boundCard, { 12, 8, 12, 8 }, 10);
    row->addWidget(new IconLabel("memory", 16, "info", m_boundCard));
    m_bound = makeText({}, m_boundCard);
    m_bound->setObjectName("boundText");
    row->addWidget(m_bound, 1);
    auto* around = makeRow(nullptr, { 12, 6, 12, 10 });
    around->addWidget(m_boundCard);
    column->addLayout(around);
    return part;
}

QWidget* GenerationPage::buildOperators()
{
    auto* part = makePart(m_content);
    auto* column = makeColumn(part);
    auto* head = makeRow(nullptr, headMargins, 8);
    head->addWidget(makeLabel(tr("Operators"), "heading", part));
    head->addStretch();
    m_scopes = new QButtonGroup(this);
    const std::array names { "scopeToken", "scopeAll", "scopePrefill" };
    const std::array texts { tr("Token 9999"), tr("All"), tr("Prefill") };
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        auto* chip = makeChoiceChip(
            texts[static_cast<std::size_t>(i)], part, names[static_cast<std::size_t>(i)]);
        m_scopes->addButton(chip, i);
        head->addWidget(chip);
    }
    m_scopes->button(0)->setChecked(true);
    connect(m_scopes, &QButtonGroup::idClicked, this,
        [this](int id) { setScope(static_cast<Scope>(id)); });
    column->addLayout(head);
    m_operatorRows = new ComparedTable(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_operators = new TableView(m_context.actions, part);
    m_operators->setObjectName("tokenOperators");
    m_operators->setAccessibleName(tr("Operators of a token"));
    m_operators->setSortedModel(*m_sorted, m_operatorRows, -1, Qt::DescendingOrder);
    column->addWidget(m_operators, 3);
    addFoot(*column);
    auto* growthHead = makeRow(nullptr, headMargins);
    growthHead->addWidget(makeLabel(tr("What grows with position"), "heading", part));
    column->addLayout(growthHead);
    m_growthRows = new ComparedTable(this);
    m_growth = new TableView(m_context.actions, part);
    m_growth->setObjectName("growth");
    m_growth->setAccessibleName(tr("What grows with position"));
    m_growth->setModel(m_growthRows);
    for (auto* view : { m_operators, m_growth }) {
        view->header()->setStretchLastSection(false);
        connect(view->model(), &QAbstractItemModel::modelReset, view, [view] {
            if (view->model()->columnCount() > 0)
                view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
        });
    }
    column->addWidget(m_growth, 2);
    m_overtaking = makeWrappedLabel({}, "secondary", part);
    m_overtaking->setContentsMargins(12, 4, 12, 8);
    column->addWidget(m_overtaking);
    return part;
}

/// The rows below the operators that add up to the wall.
void GenerationPage::addFoot(QBoxLayout& column)
{
    auto* foot = new QWidget(m_content);
    auto* rows = makeColumn(foot, { 12, 6, 12, 6 }, 3);
    auto* outside = makeRow(nullptr, {}, 8);
    outside->addWidget(makeLabel(tr("Not in any operator"), "heading", foot), 1);
    m_outside = makeLabel({}, "heading", foot);
    m_outside->setObjectName("outsideTime");
    outside->addWidget(m_outside);
    rows->addLayout(outside);
    m_outsideParts = new ElidedLabel({}, ElidedLabel::Look::Secondary, foot);
    rows->addWidget(m_outsideParts);
    auto* wall = makeRow(nullptr, {}, 8);
    m_wallName = makeLabel({}, "heading", foot);
    m_wallName->setObjectName("wallName");
    wall->addWidget(m_wallName, 1);
    m_wall = makeLabel({}, "heading", foot);
    m_wall->setObjectName("wallTime");
    wall->addWidget(m_wall);
    rows->addLayout(wall);
    column.addWidget(foot);
}

} // namespace ui
