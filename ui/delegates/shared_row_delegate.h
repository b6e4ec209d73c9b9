#pragma once

#include "ui/delegates/cell_delegate.h"

class QTreeView;

namespace ui {

/// Of two columns the border is drawn row by row: what one cell does not need belongs to the other.
/// Where both do not fit, the second keeps its column's width.
class SharedRowDelegate : public CellDelegate {
    Q_OBJECT

public:
    /// The second column is the one that follows `first`.
    SharedRowDelegate(int first, QTreeView* view);

    /// Where a cell of the two is drawn, in the viewport.
    QRect cellRect(const QModelIndex& index) const;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

private:
    int m_first;
    QTreeView* m_view;
};

} // namespace ui
