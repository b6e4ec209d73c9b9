#include "ui/inspectors/bar_row.h"

#include "ui/inspectors/chips.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int rowHeight = 24;
constexpr int chipRoom = 32;
constexpr int gap = 8;
constexpr int barHeight = 8;
constexpr double nameShare = 0.5; ///< of the width

} // namespace

BarRow::BarRow(const QString& name, const QString& value, double fraction,
    std::optional<model::Category> category, QWidget* parent)
    : QAbstractButton(parent)
    , m_value(value)
    , m_fraction(std::clamp(fraction, 0.0, 1.0))
    , m_category(category)
{
    setText(name);
    setAccessibleName(name + QStringLiteral(": ") + value);
    setFocusPolicy(Qt::NoFocus);
    setToolTip(toolTipOf(name));
    if (category) {
        auto* chip = new CategoryChip(*category, this);
        chip->setAttribute(Qt::WA_TransparentForMouseEvents);
        chip->setGeometry(
            QRect(QPoint(0, (rowHeight - chip->sizeHint().height()) / 2), chip->sizeHint()));
    }
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BarRow::setFollowable(const QString& hint)
{
    m_isFollowable = true;
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setToolTip(toolTipOf(text() + QStringLiteral("\n") + hint));
    setAccessibleDescription(hint);
}

QSize BarRow::sizeHint() const { return { 200, rowHeight }; }

QSize BarRow::minimumSizeHint() const { return { 80, rowHeight }; }

void BarRow::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void BarRow::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void BarRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& theme = Theme::instance();
    const auto area = rect().adjusted(m_category ? chipRoom : 0, 0, 0, 0);
    const int nameWidth = static_cast<int>(area.width() * nameShare);
    const int valueWidth = fontMetrics().horizontalAdvance(m_value);
    auto font = painter.font();
    font.setUnderline(m_isFollowable && underMouse());
    painter.setFont(font);
    painter.setPen(theme.colour("text"));
    painter.drawText(QRect(area.left(), 0, nameWidth, height()), Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(text(), Qt::ElideMiddle, nameWidth));
    font.setUnderline(false);
    painter.setFont(font);
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignRight, m_value);
    const QRectF room(area.left() + nameWidth + gap, (height() - barHeight) / 2.0,
        area.width() - nameWidth - valueWidth - 2 * gap, barHeight);
    if (room.width() > barHeight) {
        auto bar = room;
        bar.setWidth(std::max(2.0, room.width() * m_fraction));
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_category ? QColor::fromRgb(
                             model::Palette::instance().colours(*m_category, theme.kind()).solid)
                                    : theme.colour("accent"));
        painter.drawRoundedRect(bar, 2, 2);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.colour("accent"), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

} // namespace ui
