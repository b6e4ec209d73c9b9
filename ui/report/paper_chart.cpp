#include "ui/report/paper_chart.h"

#include "model/palette.h"

#include <QPolygonF>

namespace ui {

namespace {

double number(const PageElement& element, const char* name, double fallback = 0)
{
    bool isNumber = false;
    const auto value = element.attributes.value(QString::fromLatin1(name)).toDouble(&isNumber);
    return isNumber ? value : fallback;
}

QColor colour(const PageElement& element, const QString& name)
{
    auto result = cssColour(element.attributes.value(name));
    const auto opacity = number(element, qPrintable(name + QStringLiteral("-opacity")), 1);
    result.setAlphaF(static_cast<float>(result.alphaF() * opacity));
    return result;
}

QPolygonF points(const PageElement& element)
{
    QPolygonF result;
    for (const auto& pair : element.attributes.value(QStringLiteral("points")).split(u' ')) {
        const auto comma = pair.indexOf(u',');
        result << QPointF(pair.left(comma).toDouble(), pair.mid(comma + 1).toDouble());
    }
    return result;
}

void drawText(QPainter& painter, const PageElement& element)
{
    constexpr double pixels = 11.5; // as in html_style.h
    constexpr double scale = 8; // glyphs are placed at fractions of a unit
    painter.save();
    painter.setFont(paperFont(pixels * scale / 4, element.hasClass(QStringLiteral("b"))));
    QString words;
    for (const auto& child : element.children)
        words += child.text; // without the text's <title>
    const auto wide = painter.fontMetrics().horizontalAdvance(words) / scale;
    const auto anchor = element.attributes.value(QStringLiteral("text-anchor"));
    const auto shift = anchor == QStringLiteral("middle") ? wide / 2
        : anchor == QStringLiteral("end")                 ? wide
                                                          : 0;
    painter.translate(number(element, "x") - shift, number(element, "y"));
    painter.scale(1 / scale, 1 / scale);
    painter.setPen(colour(element, QStringLiteral("fill")));
    painter.drawText(QPointF(), words);
    painter.restore();
}

void drawShape(QPainter& painter, const PageElement& element)
{
    if (element.name == QStringLiteral("text"))
        return drawText(painter, element);
    const auto stroke = element.attributes.contains(QStringLiteral("stroke"))
        ? colour(element, QStringLiteral("stroke"))
        : QColor(Qt::transparent);
    QPen pen(stroke, number(element, "stroke-width", 1));
    if (element.attributes.contains(QStringLiteral("stroke-dasharray")))
        pen.setStyle(Qt::DashLine);
    painter.setPen(stroke.alpha() == 0 ? QPen(Qt::NoPen) : pen);
    painter.setBrush(colour(element, QStringLiteral("fill")));
    const auto rounding = number(element, "rx");
    if (element.name == QStringLiteral("rect"))
        painter.drawRoundedRect(QRectF(number(element, "x"), number(element, "y"),
                                    number(element, "width"), number(element, "height")),
            rounding, rounding);
    else if (element.name == QStringLiteral("circle"))
        painter.drawEllipse(QPointF(number(element, "cx"), number(element, "cy")),
            number(element, "r"), number(element, "r"));
    else if (element.name == QStringLiteral("polyline"))
        painter.drawPolyline(points(element));
    else if (element.name == QStringLiteral("polygon"))
        painter.drawPolygon(points(element));
}

} // namespace

QColor cssColour(const QString& value)
{
    if (!value.startsWith(QStringLiteral("var(--")) || !value.endsWith(u')'))
        return Qt::transparent;
    const auto token = value.mid(6).chopped(1);
    bool isIndex = false;
    const auto index = token.mid(1).toUInt(&isIndex);
    if (!isIndex || index >= model::categoryCount)
        return paperColour(qPrintable(token));
    const auto& colours = model::Palette::instance().colours(
        static_cast<model::Category>(index), model::ThemeKind::Light);
    return QColor::fromRgb(token.startsWith(u'k') ? colours.onSolid : colours.solid);
}

PaperPiece chartPiece(const PageElement& svg, double width)
{
    const auto box = svg.attributes.value(QStringLiteral("viewBox")).split(u' ');
    const auto wide = std::max(1.0, box.value(2).toDouble());
    // Charts are not enlarged, so that those of half a page do not get the largest text on the
    // sheet. Strips have no text and fill the width.
    constexpr double largest = 0.85;
    constexpr double stripHeight = 40;
    const bool isStrip = box.value(3).toDouble() < stripHeight;
    const auto scale = isStrip ? width / wide : std::min(largest, width / wide);
    const auto draw = [svg, scale](QPainter& painter, QPointF at) {
        painter.save();
        painter.translate(at);
        painter.scale(scale, scale);
        for (const auto& element : svg.children)
            drawShape(painter, element);
        painter.restore();
    };
    return { box.value(3).toDouble() * scale + 8, draw };
}

} // namespace ui
