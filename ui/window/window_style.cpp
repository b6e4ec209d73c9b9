#include "ui/window/window_style.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/theme.h"

#include <QAbstractSpinBox>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>
#include <optional>

namespace ui {

namespace {

constexpr double controlRadius = 4;
constexpr int arrowSide = 14;
constexpr int comboArrowRoom = 26;
constexpr int minControlHeight = 28;
/// Wider than high: the icon is at the left, the rest is the gap before the text.
constexpr QSize labelledIcon(22, 16);

bool& motionReduced()
{
    static bool isReduced = false;
    return isReduced;
}

QRectF square(const QRectF& room, double side)
{
    return { room.center() - QPointF(side / 2, side / 2), QSizeF(side, side) };
}

enum class Turn { None, Quarter, Half, ThreeQuarters };

/// The chevron of the icon set points right; turned clockwise it points down, left, up.
void drawChevron(QPainter* painter, const QRectF& room, Turn turn, const QColor& colour)
{
    constexpr double quarter = 90;
    const double side = std::min<double>(arrowSide, std::min(room.width(), room.height()));
    painter->save();
    painter->translate(room.center());
    painter->rotate(quarter * static_cast<int>(turn));
    drawIcon(*painter, "collapsed", QRectF(-side / 2, -side / 2, side, side), colour);
    painter->restore();
}

QColor signColour(const QStyleOption& option)
{
    return Theme::instance().colour(
        option.state & QStyle::State_Enabled ? "textSecondary" : "textDisabled");
}

void drawCheckBox(const QStyleOption& option, QPainter* painter)
{
    const auto& theme = Theme::instance();
    const bool isOn = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const auto box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(theme.colour(!isEnabled ? "border" : isOn ? "accent" : "borderStrong"));
    painter->setBrush(theme.colour(!isEnabled ? "inset" : isOn ? "accent" : "panel"));
    painter->drawRoundedRect(box, 3, 3);
    if (isOn)
        drawIcon(*painter, "check", box.adjusted(1, 1, -1, -1),
            theme.colour(isEnabled ? "onAccent" : "textDisabled"));
    painter->restore();
}

void drawTabClose(const QStyleOption& option, QPainter* painter)
{
    const auto& theme = Theme::instance();
    const bool isHovered = option.state & QStyle::State_MouseOver;
    if (isHovered) {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.colour("hover"));
        painter->drawRoundedRect(option.rect, controlRadius, controlRadius);
        painter->restore();
    }
    drawIcon(*painter, "close", square(option.rect, arrowSide),
        theme.colour(isHovered ? "text" : "textSecondary"));
}

void drawFocus(const QStyleOption& option, QPainter* painter)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Theme::instance().colour("accent"));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->restore();
}

void drawCombo(const QStyleOptionComboBox& option, QPainter* painter)
{
    const auto& theme = Theme::instance();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool hasFocus = option.state & QStyle::State_HasFocus;
    const bool isHovered = isEnabled && (option.state & QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.colour(hasFocus ? "accent" : "border"), hasFocus ? 2 : 1));
    painter->setBrush(theme.colour(!isEnabled ? "inset" : isHovered ? "hover" : "raised"));
    const double inset = hasFocus ? 1 : 0.5;
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(inset, inset, -inset, -inset), controlRadius, controlRadius);
    painter->restore();
    const QRectF arrow(option.rect.right() - comboArrowRoom + 1, option.rect.top(), comboArrowRoom,
        option.rect.height());
    drawChevron(painter, arrow, Turn::Quarter, signColour(option));
}

/// Returns the direction of an arrow; nothing for other primitives.
std::optional<Turn> turnOf(QStyle::PrimitiveElement element)
{
    switch (element) {
    case QStyle::PE_IndicatorArrowRight:
        return Turn::None;
    case QStyle::PE_IndicatorArrowDown:
    case QStyle::PE_IndicatorSpinDown:
        return Turn::Quarter;
    case QStyle::PE_IndicatorArrowLeft:
        return Turn::Half;
    case QStyle::PE_IndicatorArrowUp:
    case QStyle::PE_IndicatorSpinUp:
        return Turn::ThreeQuarters;
    default:
        return std::nullopt;
    }
}

} // namespace

WindowStyle::WindowStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void WindowStyle::setMotionReduced(bool isReduced) { motionReduced() = isReduced; }

void WindowStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (auto* button = qobject_cast<QPushButton*>(widget); button != nullptr
        && !button->icon().isNull() && !button->text().isEmpty()
        && !button->property("sectionHeading").toBool())
        button->setIconSize(labelledIcon);
    if (auto* field = qobject_cast<QAbstractSpinBox*>(widget))
        field->setButtonSymbols(QAbstractSpinBox::NoButtons); // keys and wheel remain
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    if (const auto turn = turnOf(element))
        return drawChevron(painter, option->rect, *turn, signColour(*option));
    switch (element) {
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            drawChevron(painter, option->rect,
                option->state & State_Open ? Turn::Quarter : Turn::None, signColour(*option));
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
            header != nullptr && header->sortIndicator != QStyleOptionHeader::None)
            drawChevron(painter, option->rect,
                header->sortIndicator == QStyleOptionHeader::SortUp ? Turn::Quarter
                                                                    : Turn::ThreeQuarters,
                signColour(*option));
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheckBox(*option, painter);
    case PE_IndicatorTabClose:
        return drawTabClose(*option, painter);
    case PE_FrameFocusRect:
        return drawFocus(*option, painter);
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* combo
        = control == CC_ComboBox ? qstyleoption_cast<const QStyleOptionComboBox*>(option) : nullptr;
    if (combo != nullptr)
        return drawCombo(*combo, painter);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize WindowStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    auto result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ComboBox)
        result
            = { size.width() + comboArrowRoom + 14, std::max(minControlHeight, result.height()) };
    return result;
}

QRect WindowStyle::subElementRect(
    SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    // The sort arrow is in the padding that the style sheet reserves beside the heading.
    if (element == SE_HeaderArrow)
        return { option->rect.right() - 12, option->rect.top(), 12, option->rect.height() };
    return QProxyStyle::subElementRect(element, option, widget);
}

int WindowStyle::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight:
        return 18;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return 16;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
    QStyleHintReturn* returned) const
{
    switch (hint) {
    case SH_Widget_Animation_Duration:
    case SH_Widget_Animate:
        return motionReduced() ? 0 : QProxyStyle::styleHint(hint, option, widget, returned);
    case SH_EtchDisabledText:
        return 0;
    case SH_ComboBox_Popup:
        return 0; // a list below the field, not a menu over it
    default:
        return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

QIcon WindowStyle::standardIcon(
    StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const
{
    switch (standard) {
    case SP_LineEditClearButton:
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return icon("close", "textSecondary");
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton:
        return icon("more", "textSecondary");
    default:
        return QProxyStyle::standardIcon(standard, option, widget);
    }
}

} // namespace ui
