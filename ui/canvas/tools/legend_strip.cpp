#include "ui/canvas/tools/legend_strip.h"

#include "ui/canvas/painting/canvas_style.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace ui {

namespace {

constexpr double stripMargin = 24;
constexpr double stripRowHeight = 20;
constexpr double stripSwatch = 12;
constexpr double legendGap = 6;
constexpr double stripRampWidth = 160;
constexpr int stripRampSteps = 16;
constexpr double minStripWidth = 400;
constexpr std::size_t maxClasses = 24;
constexpr qsizetype longestStripName = 40;

} // namespace

LegendStrip::LegendStrip(const CanvasContent& content, model::ThemeKind theme, double width)
    : m_theme(theme)
    , m_width(std::max(width - 2 * stripMargin, minStripWidth))
    , m_font(canvasFont(layout::TextRole::Row, 1))
    , m_titleFont(canvasFont(layout::TextRole::Strong, 1))
    , m_y(stripMargin / 2)
{
    const auto* overlay = content.overlay.get();
    if (overlay == nullptr || overlay->use == layout::Overlay::Use::Text)
        return;
    addTitle(QString::fromStdString(overlay->name)
        + (content.isHeat() && overlay->scale == layout::Overlay::Scale::Logarithmic
                ? QStringLiteral(" (log)")
                : QString()));
    content.isHeat() ? addScale(*overlay) : addClasses(*overlay);
    double right = 0;
    for (const auto& piece : m_pieces)
        right = std::max(right, piece.rect.right());
    m_size = { right + stripMargin, m_y + stripRowHeight + stripMargin / 2 };
}

void LegendStrip::addTitle(const QString& text)
{
    const double width = QFontMetricsF(m_titleFont).horizontalAdvance(text);
    m_pieces.push_back({ { stripMargin, m_y, width, stripRowHeight }, {}, text, true });
    m_begin = m_x = stripMargin + width + stripMargin;
}

void LegendStrip::addText(const QString& text)
{
    const double width = QFontMetricsF(m_font).horizontalAdvance(text);
    m_pieces.push_back({ { m_x, m_y, width, stripRowHeight }, {}, text, false });
    m_x += width + legendGap;
}

void LegendStrip::addSwatch(const QColor& fill, double width)
{
    m_pieces.push_back(
        { { m_x, m_y + (stripRowHeight - stripSwatch) / 2, width, stripSwatch }, fill, {}, false });
    m_x += width;
}

void LegendStrip::breakBefore(double width)
{
    if (m_x == m_begin || m_x + width <= m_width + stripMargin)
        return;
    m_x = m_begin;
    m_y += stripRowHeight;
}

void LegendStrip::addScale(const layout::Overlay& overlay)
{
    const auto range = overlay.range();
    if (range.high <= 0)
        return addText(tr("nothing measured"));
    const auto text = [&](double value) {
        return overlay.text ? QString::fromStdString(overlay.text(value)) : QString::number(value);
    };
    addText(text(range.low));
    for (int i = 0; i < stripRampSteps; ++i)
        addSwatch(toColour(model::Palette::instance()
                               .heatAt(m_theme, overlay.ramp, double(i) / (stripRampSteps - 1))
                               .fill),
            stripRampWidth / stripRampSteps);
    m_x += legendGap;
    addText(text(range.high));
    const auto absent = tr("not measured");
    m_x += stripMargin - legendGap;
    breakBefore(stripSwatch + legendGap + QFontMetricsF(m_font).horizontalAdvance(absent));
    addSwatch({}, stripSwatch);
    m_x += legendGap;
    addText(absent);
}

void LegendStrip::addClasses(const layout::Overlay& overlay)
{
    const CanvasStyle style(m_theme);
    const auto add = [&](const QColor& fill, const QString& text) {
        const double width = QFontMetricsF(m_font).horizontalAdvance(text);
        breakBefore(stripSwatch + legendGap + width);
        addSwatch(fill, stripSwatch);
        m_x += legendGap;
        addText(text);
        m_x += stripMargin - legendGap;
    };
    const auto named = std::min(overlay.classNames.size(), maxClasses);
    for (std::uint32_t i = 0; i < named; ++i)
        add(toColour(
                model::Palette::instance().colours(layout::Overlay::hueOfClass(i), m_theme).solid),
            plain(overlay.classNames[i], longestStripName));
    if (named < overlay.classNames.size())
        add({}, tr("and %1 more").arg(overlay.classNames.size() - named));
    if (overlay.hasUnclassed())
        add(style.groupBorder, tr("others"));
}

void LegendStrip::paint(QPainter& painter) const
{
    const CanvasStyle style(m_theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& piece : m_pieces) {
        if (!piece.text.isEmpty()) {
            painter.setFont(piece.isTitle ? m_titleFont : m_font);
            painter.setPen(piece.isTitle ? style.text : style.textSecondary);
            painter.drawText(
                piece.rect.adjusted(0, 0, 4, 0), Qt::AlignLeft | Qt::AlignVCenter, piece.text);
        } else if (piece.fill.isValid()) {
            painter.fillRect(piece.rect, piece.fill);
        } else {
            painter.setPen(QPen(style.groupBorder, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(piece.rect);
        }
    }
    painter.restore();
}

} // namespace ui
