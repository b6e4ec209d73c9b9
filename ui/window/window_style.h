#pragma once

#include <QProxyStyle>

namespace ui {

/// Fusion with the signs of our icon set (arrows, branches, close buttons, check marks) in the
/// theme's colours, so that the style sheet needs no pictures. Combo boxes are drawn here as a
/// whole: a style sheet can give them no arrow without one.
class WindowStyle : public QProxyStyle {
    Q_OBJECT

public:
    WindowStyle();

    /// Animations take no time: the user asked for less motion than the desktop does.
    static void setMotionReduced(bool isReduced);

    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
        QPainter* painter, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
        const QWidget* widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* returned) const override;
    QIcon standardIcon(
        StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const override;
};

} // namespace ui
