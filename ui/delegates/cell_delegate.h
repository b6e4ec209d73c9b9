#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// Draws the cells of every table and tree by their roles (roles.h): bars behind text, category
/// swatches, tones, links. Knows no model.
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

/// Lower rows in all tables and trees; views must lay out their items anew.
void setRowsCompact(bool isCompact);

/// The part of a cell that a bar of this share fills; the longest bar leaves a margin. No width for
/// shares that are not in (0, 1].
QRect barRect(const QRect& cell, double share);

} // namespace ui
