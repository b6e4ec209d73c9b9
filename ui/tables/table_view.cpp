#include "ui/tables/table_view.h"

#include "ui/delegates/cell_delegate.h"
#include "ui/delegates/roles.h"
#include "ui/tables/table_copy.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSortFilterProxyModel>

namespace ui {

void styleItemView(QTreeView& view)
{
    view.setUniformRowHeights(true);
    view.setItemDelegate(new CellDelegate(&view));
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::ExtendedSelection);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    view.setFrameShape(QFrame::NoFrame);
    view.header()->setHighlightSections(false);
    view.header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view.header()->setMinimumSectionSize(40);
}

TableView::TableView(ActionTable& actions, QWidget* parent)
    : QTreeView(parent)
{
    styleItemView(*this);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setMouseTracking(true);
    addCopyActions(*this, actions);
    const auto follow = [this](const QModelIndex& index) {
        if (index.data(LinkRole).toBool())
            emit linkActivated(index);
    };
    connect(this, &QAbstractItemView::clicked, this, follow);
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
        viewport()->setCursor(
            index.data(LinkRole).toBool() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    m_fitSoon.setSingleShot(true);
    m_fitSoon.setInterval(0);
    connect(&m_fitSoon, &QTimer::timeout, this, &TableView::fitNumbers);
    connect(
        verticalScrollBar(), &QScrollBar::valueChanged, &m_fitSoon, qOverload<>(&QTimer::start));
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
            m_chosen.insert(column);
        m_fitSoon.start();
    });
}

void TableView::setSortedModel(QSortFilterProxyModel& sorted, QAbstractItemModel* table, int column,
    Qt::SortOrder order, std::initializer_list<int> widths)
{
    sorted.setSourceModel(table);
    sorted.setSortRole(SortRole);
    setModel(&sorted);
    setSortingEnabled(true);
    sortByColumn(column, order);
    int next = 0;
    for (const int width : widths)
        setColumnWidth(next++, width);
}

void TableView::setModel(QAbstractItemModel* model)
{
    if (this->model() != nullptr)
        this->model()->disconnect(&m_fitSoon);
    QTreeView::setModel(model);
    if (model == nullptr)
        return;
    const auto fit = [this] { m_fitSoon.start(); };
    connect(model, &QAbstractItemModel::modelReset, &m_fitSoon, fit);
    connect(model, &QAbstractItemModel::layoutChanged, &m_fitSoon, fit);
    connect(model, &QAbstractItemModel::dataChanged, &m_fitSoon, fit);
    connect(model, &QAbstractItemModel::rowsInserted, &m_fitSoon, fit);
    m_fitSoon.start();
}

void TableView::showRow(const QModelIndex& index)
{
    if (!index.isValid())
        return clearSelection();
    setCurrentIndex(index);
    scrollTo(index);
}

void TableView::showEvent(QShowEvent* event)
{
    QTreeView::showEvent(event);
    m_fitSoon.start();
}

void TableView::fitNumbers()
{
    if (model() == nullptr || !isVisible() || model()->rowCount(rootIndex()) == 0)
        return;
    for (int column = 0; column < model()->columnCount(rootIndex()); ++column) {
        const auto first = model()->index(0, column, rootIndex());
        const Qt::Alignment alignment(first.data(Qt::TextAlignmentRole).toInt());
        // Resizing a stretched last column would have no effect and repeat endlessly.
        const bool isStretched = header()->stretchLastSection()
            && header()->visualIndex(column) == header()->count() - 1;
        const bool isOwn
            = !isStretched && header()->sectionResizeMode(column) == QHeaderView::Interactive;
        if (!alignment.testFlag(Qt::AlignRight) || !isOwn || isColumnHidden(column)
            || m_chosen.contains(column))
            continue;
        if (const int needed = sizeHintForColumn(column); needed > columnWidth(column))
            setColumnWidth(column, needed);
    }
}

} // namespace ui
