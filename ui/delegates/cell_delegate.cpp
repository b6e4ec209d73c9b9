#include "ui/delegates/cell_delegate.h"

#include "ui/delegates/roles.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int rowHeight = 24;
bool rowsAreCompact = false; // shared by all tables and trees
constexpr int swatchSide = 12;
constexpr int margin = 8;

/// The colour swatch of a category. Custom operators have no colour of their own and get an
/// outline.
QPixmap swatch(model::Category category, qreal ratio)
{
    const auto& theme = Theme::instance();
    const bool isCustom = category == model::Category::Custom;
    QPixmap pixmap(QSize(swatchSide, swatchSide) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        isCustom ? QPen(theme.colour("borderStrong"), 1, Qt::DashLine) : QPen(Qt::NoPen));
    painter.setBrush(
        isCustom ? QColor(Qt::transparent) : theme.colour(theme.category(category).solid));
    const double inset = isCustom ? 0.5 : 0;
    painter.drawRoundedRect(
        QRectF(inset, inset, swatchSide - 2 * inset, swatchSide - 2 * inset), 2.5, 2.5);
    return pixmap;
}

} // namespace

QRect barRect(const QRect& cell, double share)
{
    const auto room = cell.adjusted(2, 3, -2, -3);
    if (!(share > 0) || room.width() <= 0)
        return QRect(room.topLeft(), QSize(0, room.height()));
    const int width
        = std::max(1, static_cast<int>(std::lround(std::min(share, 1.0) * room.width())));
    return QRect(room.topLeft(), QSize(width, room.height()));
}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (option->textElideMode == Qt::ElideRight)
        option->textElideMode = Qt::ElideMiddle;
    option->features &= ~QStyleOptionViewItem::WrapText;
    const auto& theme = Theme::instance();
    if (const auto category = index.data(CategoryRole); category.isValid()) {
        const auto ratio = option->widget != nullptr ? option->widget->devicePixelRatioF() : 1.0;
        option->features |= QStyleOptionViewItem::HasDecoration;
        const auto sign = swatch(static_cast<model::Category>(category.toInt()), ratio);
        option->icon = QIcon(sign);
        // Without it, the style tints the icon of a selected row.
        option->icon.addPixmap(sign, QIcon::Selected);
        option->decorationSize = { swatchSide, swatchSide };
    }
    const auto tone = index.data(ToneRole).toByteArray();
    const auto colour = index.data(LinkRole).toBool() ? theme.colour("accentInk")
        : tone.isEmpty()                              ? QColor()
                                                      : theme.colour(tone.constData());
    if (colour.isValid()) {
        option->palette.setColor(QPalette::Text, colour);
        option->palette.setColor(QPalette::HighlightedText, colour);
    }
}

void CellDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto share = index.data(ShareRole);
    if (!share.isValid())
        return QStyledItemDelegate::paint(painter, option, index);
    auto cell = option;
    initStyleOption(&cell, index);
    const auto* style = cell.widget != nullptr ? cell.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, cell.widget);
    paintBar(painter, cell, share.toDouble(), index.data(BarToneRole).toByteArray());
    painter->save();
    painter->setPen(cell.palette.color(QPalette::Text));
    painter->setFont(cell.font);
    painter->drawText(cell.rect.adjusted(margin, 0, -margin, 0),
        static_cast<int>(cell.displayAlignment | Qt::AlignVCenter), cell.text);
    painter->restore();
}

void CellDelegate::paintBar(QPainter* painter, const QStyleOptionViewItem& option, double share,
    const QByteArray& tone) const
{
    constexpr float behindText = 0.4F;
    auto colour = Theme::instance().colour(tone.isEmpty() ? "bar" : tone.constData());
    if (!tone.isEmpty())
        colour.setAlphaF(behindText);
    painter->fillRect(barRect(option.rect, share), colour);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    auto size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(rowsAreCompact ? option.fontMetrics.height() + 1
                                  : std::max(rowHeight, option.fontMetrics.height() + 6));
    return size;
}

void setRowsCompact(bool isCompact) { rowsAreCompact = isCompact; }

} // namespace ui
