#include "ui/delegates/shared_row_delegate.h"

#include <QTreeView>

#include <algorithm>

namespace ui {

SharedRowDelegate::SharedRowDelegate(int first, QTreeView* view)
    : CellDelegate(view)
    , m_first(first)
    , m_view(view)
{
}

QRect SharedRowDelegate::cellRect(const QModelIndex& index) const
{
    const auto first = index.siblingAtColumn(m_first);
    const auto second = index.siblingAtColumn(m_first + 1);
    const auto left = m_view->visualRect(first);
    const auto right = m_view->visualRect(second);
    QStyleOptionViewItem option;
    option.initFrom(m_view);
    option.decorationSize = m_view->iconSize();
    option.font = m_view->font();
    option.widget = m_view;
    const int both = right.right() + 1 - left.left();
    const int free = std::max(both - sizeHint(option, first).width(), right.width());
    const int used = std::clamp(sizeHint(option, second).width(), 0, std::max(free, 0));
    const int border = right.right() + 1 - used;
    return index.column() == m_first ? QRect(left.topLeft(), QPoint(border - 1, left.bottom()))
                                     : QRect(QPoint(border, right.top()), right.bottomRight());
}

void SharedRowDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto cell = option;
    if (index.column() == m_first || index.column() == m_first + 1)
        cell.rect = cellRect(index);
    CellDelegate::paint(painter, cell, index);
}

} // namespace ui
