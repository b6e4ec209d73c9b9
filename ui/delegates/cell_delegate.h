#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Draws the cells of all tables and trees from their roles (roles.h): bars behind text, category
/// swatches, text colours, links. Independent of the model classes.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    void paintBar(QPainter* painter, const QStyleOptionViewItem& option, double share,
        const QByteArray& tone) const;
};

/// Sets a smaller row height for all tables and trees. Existing views must redo their layout.
void setRowsCompact(bool isCompact);

/// The rectangle of a bar of `share` in a cell; the longest bar leaves a margin. Its width is zero
/// for shares outside (0, 1].
QRect barRect(const QRect& cell, double share);

} // namespace ui
