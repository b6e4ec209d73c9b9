#pragma once

#include "ui/delegates/cell_delegate.h"

class QTreeView;

namespace ui {

/// Places the border between two columns row by row: space that one cell does not need is used by
/// the other. If both texts do not fit, the second cell keeps the width of its column.
class SharedRowDelegate : public CellDelegate {
    Q_OBJECT

public:
    /// The columns are `first` and the one after it.
    SharedRowDelegate(int first, QTreeView* view);

    /// The rectangle of a cell of one of the two columns, in viewport coordinates.
    QRect cellRect(const QModelIndex& index) const;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

private:
    int m_first;
    QTreeView* m_view;
};

} // namespace ui
