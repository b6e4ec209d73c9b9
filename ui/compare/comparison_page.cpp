#include "ui/compare/comparison_page.h"

#include "model/support/text.h"
#include "profiler/metadata.h"
#include "ui/actions.h"
#include "ui/compare/comparison_table.h"
#include "ui/compare/waterfall_view.h"
#include "ui/delegates/roles.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/fact_list.h"
#include "ui/plain_text.h"
#include "ui/table_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

using profiler::Comparison;
using profiler::Verdict;

namespace {

constexpr std::size_t mostBars = 9;

QString duration(const profiler::Distribution& time)
{
    return time.samples > 0 ? QString::fromStdString(support::durationText(time.median, 4))
                            : QString::fromUtf8(support::notMeasured.data());
}

QLabel* makeLabel(const QString& text, const char* property, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    if (property != nullptr)
        label->setProperty(property, true);
    return label;
}

/// A figure of the head: its name, the figure, and what there is to say of it.
QWidget* makeFigure(const char* name, const QString& title, const QString& value,
    const QString& detail, QWidget* parent)
{
    auto* figure = new QWidget(parent);
    auto* column = new QVBoxLayout(figure);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addWidget(makeLabel(title, "secondary", figure));
    auto* label = makeLabel(value, "heading", figure);
    label->setObjectName(QString::fromLatin1(name));
    auto font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    label->setFont(font);
    column->addWidget(label);
    column->addWidget(makeLabel(detail, "secondary", figure));
    return figure;
}

QString methodText(const Comparison& comparison)
{
    if (comparison.method == profiler::Method::Interleaved)
        return ComparisonPage::tr(
            "measured interleaved, %n round(s)", nullptr, static_cast<int>(comparison.rounds));
    return ComparisonPage::tr("measured apart: less than %1 is no difference")
        .arg(QString::fromStdString(support::shareText(comparison.spread)));
}

QString differencesText(const Comparison& comparison)
{
    QStringList words;
    for (const auto& row : comparison.settings)
        words << QStringLiteral("%1: %2 → %3").arg(plain(row.name), plain(row.a), plain(row.b));
    return words.join(QStringLiteral(" · "));
}

QString bytesText(const Comparison& comparison)
{
    const auto bytes = [](const profiler::Profile& profile) {
        const auto value = profile.metadata.integer(profiler::keys::modelWeightBytes);
        return value ? QString::fromStdString(support::bytesText(
                   static_cast<std::uint64_t>(std::max<std::int64_t>(0, *value))))
                     : QString::fromUtf8(support::notMeasured.data());
    };
    const auto a = bytes(*comparison.a);
    const auto b = bytes(*comparison.b);
    return a == b ? a : QStringLiteral("%1 → %2").arg(a, b);
}

} // namespace

ComparisonPage::ComparisonPage(
    Context& context, Document* document, ComparedPair pair, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_pair(std::move(pair))
{
    setObjectName(QStringLiteral("comparisonPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHead(*column);
    m_waterfallTitle = makeLabel({}, "heading", this);
    m_waterfallTitle->setContentsMargins(12, 8, 12, 0);
    m_waterfall = new WaterfallView(this);
    column->addWidget(m_waterfallTitle);
    column->addWidget(m_waterfall);
    buildTable(*column);
    setFocusProxy(m_view);
    refresh();
    if (document != nullptr)
        connect(document->selection(), &Selection::changed, this, &ComparisonPage::followSelection);
}

QString ComparisonPage::title() const
{
    return QStringLiteral("%1 ↔ %2").arg(m_pair.titleA, m_pair.titleB);
}

void ComparisonPage::buildHead(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 8, 12, 4);
    m_head = new QWidget(this);
    row->addWidget(m_head, 1);
    auto* turn = new QPushButton(tr("Swap"), this);
    turn->setObjectName(QStringLiteral("swapSides"));
    connect(turn, &QPushButton::clicked, this, &ComparisonPage::swap);
    row->addWidget(turn, 0, Qt::AlignTop);
    column.addLayout(row);
}

void ComparisonPage::buildTable(QBoxLayout& column)
{
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 4, 12, 4);
    m_count = makeLabel({}, "secondary", this);
    m_count->setObjectName(QStringLiteral("differenceCount"));
    bar->addWidget(m_count, 1);
    for (const auto& [id, by] :
        { std::pair("compare.previous", -1), std::pair("compare.next", 1) }) {
        auto* action = m_context.actions.action(QString::fromLatin1(id));
        auto* button = new QPushButton(action->icon(), {}, this);
        button->setToolTip(action->text().remove(u'&'));
        button->setAccessibleName(button->toolTip());
        connect(button, &QPushButton::clicked, this, [this, by = by] { stepDifference(by); });
        bar->addWidget(button);
    }
    column.addLayout(bar);
    m_table = new ComparisonTable(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_table);
    m_sorted->setSortRole(SortRole);
    m_view = new TableView(m_context.actions, this);
    m_view->setObjectName(QStringLiteral("comparison"));
    m_view->setAccessibleName(tr("Aligned operators"));
    m_view->setModel(m_sorted);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(ComparisonTable::Difference, Qt::DescendingOrder);
    constexpr std::array widths { 300, 170, 90, 80, 80, 110, 80, 150, 70 };
    for (int i = 0; i < static_cast<int>(widths.size()); ++i)
        m_view->setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
    m_view->header()->setStretchLastSection(true);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) { select(index); });
    column.addWidget(m_view, 1);
}

void ComparisonPage::refresh()
{
    const auto& comparison = *m_pair.comparison;
    const auto& wall = comparison.wall;
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(28);
    auto* names = new QVBoxLayout;
    names->setSpacing(1);
    names->addWidget(makeLabel(QStringLiteral("A   ") + m_pair.titleA, "heading", head));
    names->addWidget(makeLabel(QStringLiteral("B   ") + m_pair.titleB, "heading", head));
    auto* state = comparison.settings.empty()
        ? makeStateChip(tr("same machine and settings"), "good", head)
        : makeStateChip(comparison.isComparable() ? tr("settings differ")
                                                  : tr("settings differ: not comparable"),
            "warning", head);
    state->setObjectName(QStringLiteral("settingsState"));
    state->setToolTip(toolTipOf(differencesText(comparison)));
    names->addWidget(state, 0, Qt::AlignLeft);
    row->addLayout(names);
    row->addWidget(makeFigure("wallFigure", tr("Wall, median"),
        QStringLiteral("%1 → %2").arg(duration(wall.a), duration(wall.b)), methodText(comparison),
        head));
    row->addWidget(makeFigure("changeFigure", tr("Change"),
        QString::fromStdString(profiler::ratioText(wall.ratio)),
        verdictText(wall.verdict)
            + (wall.interval
                    ? QStringLiteral(", 95 % ") + QString::fromStdString(intervalText(wall))
                    : QString()),
        head));
    row->addWidget(
        makeFigure("weightsFigure", tr("Weights"), bytesText(comparison), QString(), head));
    const auto& alignment = comparison.alignment;
    row->addWidget(makeFigure("alignedFigure", tr("Aligned nodes"),
        tr("%1 of %2")
            .arg(QString::fromStdString(support::countText(alignment.aligned)),
                QString::fromStdString(support::countText(alignment.nodesA))),
        tr("%1 only in A · %2 only in B").arg(alignment.onlyA.size()).arg(alignment.onlyB.size()),
        head));
    row->addStretch();
    delete layout()->replaceWidget(m_head, head); // in the nested row too
    m_head->deleteLater();
    m_head = head;

    const auto difference = static_cast<double>(comparison.waterfall.differenceNs());
    m_waterfallTitle->setText(
        tr("Where the difference comes from: sums to %1").arg(signedDuration(difference)));
    m_waterfall->set(waterfallBars(comparison.waterfall, mostBars));
    m_table->set(m_pair.comparison);
    m_count->setText(tr("%1 slower · %2 faster · %3 new · %4 gone · %5 within noise")
                         .arg(comparison.count(Verdict::Slower))
                         .arg(comparison.count(Verdict::Faster))
                         .arg(comparison.count(Verdict::New))
                         .arg(comparison.count(Verdict::Gone))
                         .arg(comparison.count(Verdict::WithinNoise)));
}

void ComparisonPage::select(const QModelIndex& index)
{
    const auto item = itemOf(index.data(ItemRole));
    if (!m_isFollowing && m_document != nullptr && item.isNode())
        m_document->reveal(model::NodeId(item.id), this);
}

void ComparisonPage::followSelection(const QObject* origin)
{
    if (origin == this || m_document == nullptr)
        return;
    const auto current = m_document->selection()->current();
    for (int row = 0; current.isNode() && row < m_sorted->rowCount(); ++row) {
        const auto index = m_sorted->index(row, 0);
        if (itemOf(index.data(ItemRole)) != current)
            continue;
        m_isFollowing = true;
        m_view->setCurrentIndex(index);
        m_isFollowing = false;
        return m_view->scrollTo(index);
    }
}

void ComparisonPage::stepDifference(int by)
{
    const int rows = m_sorted->rowCount();
    int row
        = m_view->currentIndex().isValid() ? m_view->currentIndex().row() : (by > 0 ? -1 : rows);
    for (int tried = 0; tried < rows; ++tried) {
        row = (row + by + rows) % rows;
        const auto index = m_sorted->index(row, 0);
        if (!m_table->isDifference(m_sorted->mapToSource(index).row()))
            continue;
        m_view->setCurrentIndex(index);
        return m_view->scrollTo(index);
    }
    m_context.tell(tr("Nothing is faster, slower, new or gone"), "ok");
}

void ComparisonPage::swap()
{
    std::swap(m_pair.titleA, m_pair.titleB);
    m_pair.comparison = std::make_shared<const Comparison>(
        profiler::compareProfiles(m_pair.comparison->b, m_pair.comparison->a));
    refresh();
}

} // namespace ui
