#pragma once

#include <QProxyStyle>

namespace ui {

/// The Fusion style with arrows, branches, close buttons and check marks of our icon set in the
/// theme's colours, so that the style sheet needs no pictures. Combo boxes are drawn here
/// completely, because a style sheet cannot give them an arrow without a picture.
class WindowStyle : public QProxyStyle {
    Q_OBJECT

public:
    WindowStyle();

    /// Sets the duration of animations to zero.
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
