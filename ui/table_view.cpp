#include "ui/table_view.h"

#include "ui/delegates/cell_delegate.h"
#include "ui/delegates/roles.h"
#include "ui/table_copy.h"

#include <QHeaderView>

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
}

} // namespace ui
