#include "ui/canvas/painting/group_text.h"
#include "ui/canvas/painting/paint_frame.h"

#include <QFontMetricsF>

#include <algorithm>
#include <vector>

// Frames of open groups and cards of folded ones.

namespace ui {

using layout::CardMetrics;
using layout::GroupCardMetrics;
using layout::TextRole;

namespace {

constexpr double frameRadius = 8;
/// Titles are not drawn smaller than this, so that they can be read at far zooms.
constexpr int minTitlePixels = 11;

QFont titleFont(const PaintFrame& frame, TextRole role)
{
    auto font = canvasFont(role, frame.zoom());
    font.setPixelSize(std::max(minTitlePixels, font.pixelSize()));
    return font;
}

/// Draws an arrow: to the right for a folded group, down for an open one.
void drawArrow(PaintFrame& frame, QPointF centre, double size, bool isOpen)
{
    const double half = size / 2;
    const double quarter = size / 4;
    QPolygonF arrow;
    if (isOpen)
        arrow << centre + QPointF(-half, -quarter) << centre + QPointF(0, quarter)
              << centre + QPointF(half, -quarter);
    else
        arrow << centre + QPointF(-quarter, -half) << centre + QPointF(quarter, 0)
              << centre + QPointF(-quarter, half);
    frame.painter.setPen(
        QPen(frame.style.textSecondary, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    frame.painter.setBrush(Qt::NoBrush);
    frame.painter.drawPolyline(arrow);
}

void drawText(PaintFrame& frame, const QRectF& line, const QString& text, const QColor& colour)
{
    const QFontMetricsF metrics(frame.painter.font());
    frame.painter.setPen(colour);
    frame.painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(text, Qt::ElideMiddle, line.width()));
}

QString titleOf(const PaintFrame& frame, layout::Item item)
{
    return QString::fromStdString(layout::groupTitle(*frame.scene().groups, item));
}

/// Draws the title of `group`, unless it would cover one of `drawn`: at far zooms the titles of
/// nested frames are higher than the distance between them.
void drawFrameTitle(
    PaintFrame& frame, const layout::Frame& group, const QRectF& rect, std::vector<QRectF>& drawn)
{
    constexpr double minWidth = 48;
    const double height
        = std::max(double(layout::Frame::titleHeight) * frame.zoom(), double(minTitlePixels) + 5);
    if (rect.width() < minWidth || rect.height() < height)
        return;
    const QRectF band(rect.left(), rect.top(), rect.width(), height - 1);
    if (std::ranges::any_of(drawn, [&](const QRectF& other) { return other.intersects(band); }))
        return;
    drawn.push_back(band);
    const double side = std::max(4.0, double(CardMetrics::side) * frame.zoom());
    const layout::Item item { layout::ItemKind::Group, group.group, 1 };
    QRectF line(rect.left() + side, rect.top(), rect.width() - 2 * side, height);
    const double arrow = std::max(8.0, 8 * frame.zoom());
    drawArrow(frame, { line.left() + arrow / 2, line.center().y() }, arrow, true);
    line.setLeft(line.left() + arrow + 6);
    frame.painter.setFont(titleFont(frame, TextRole::Title));
    const auto title = titleOf(frame, item);
    const double width = QFontMetricsF(frame.painter.font()).horizontalAdvance(title);
    auto plate = group.depth % 2 == 1 ? frame.style.groupFill : frame.style.canvas;
    plate.setAlpha(225);
    const auto count = groupCountLabel(*frame.scene().groups, item);
    const auto countFont = titleFont(frame, TextRole::Name);
    const double countWidth = QFontMetricsF(countFont).horizontalAdvance(count);
    const bool hasCount = width + side + countWidth < line.width();
    // Lines cross the title. The text gets a background, so that it is not drawn over them.
    const double text = hasCount ? width + side + countWidth : std::min(width, line.width());
    frame.painter.fillRect(
        QRectF(line.left() - 3, line.center().y() - height * 0.35, text + 6, height * 0.7), plate);
    drawText(frame, line, title, frame.style.text);
    if (!hasCount)
        return;
    line.setLeft(line.left() + width + side);
    frame.painter.setFont(countFont);
    drawText(frame, line, count, frame.style.textSecondary);
}

void drawStrip(PaintFrame& frame, const layout::Rect& strip, const layout::GroupCard& card)
{
    double total = 0;
    for (const auto count : card.mix)
        total += count;
    if (total <= 0)
        return;
    const auto rect = toScreen(frame.view, strip);
    double x = rect.left();
    for (std::size_t i = 0; i < card.mix.size(); ++i) {
        if (card.mix[i] == 0)
            continue;
        const auto category = static_cast<model::Category>(i);
        const double width = rect.width() * card.mix[i] / total;
        frame.painter.fillRect(QRectF(x, rect.top(), width, rect.height()),
            category == model::Category::Custom
                ? frame.style.groupBorder
                : toColour(model::Palette::instance().colours(category, frame.style.theme).solid));
        x += width;
    }
}

void drawMeasured(PaintFrame& frame, const QRectF& card, const PreparedCard& prepared)
{
    const double height = double(CardMetrics::measured) * frame.zoom();
    const QRectF line(card.left() + 0.5, card.bottom() - height, card.width() - 1, height - 0.5);
    auto colour = frame.style.text;
    if (prepared.isMeasured && frame.content.isHeat()) {
        const auto heat = model::Palette::instance().heatAt(
            frame.style.theme, frame.content.overlay->ramp, prepared.heat);
        frame.painter.setPen(Qt::NoPen);
        frame.painter.setBrush(toColour(heat.fill));
        frame.painter.drawRoundedRect(line, 3, 3);
        colour = toColour(heat.text);
    }
    if (fontPixels(TextRole::Strong, frame.zoom()) < minTextPixels)
        return;
    const double side = double(CardMetrics::side) * frame.zoom();
    frame.painter.setFont(canvasFont(TextRole::Strong, frame.zoom()));
    drawText(frame, line.adjusted(side, 0, -side, 0), prepared.measured, colour);
    frame.painter.setFont(canvasFont(TextRole::Row, frame.zoom()));
    const double share = QFontMetricsF(frame.painter.font()).horizontalAdvance(prepared.share);
    drawText(frame, QRectF(line.right() - side - share, line.top(), share + 2, line.height()),
        prepared.share, colour);
}

void drawBody(PaintFrame& frame, const QRectF& front, layout::Item item)
{
    const double radius = frame.detail == Detail::Full ? frameRadius * frame.zoom() : 2;
    frame.painter.setPen(QPen(frame.style.groupBorder, 1));
    frame.painter.setBrush(frame.style.nodeFill);
    if (item.count > 1) {
        for (const float step : { GroupCardMetrics::stackDepth, GroupCardMetrics::stackStep }) {
            const double by = double(step) * frame.zoom();
            frame.painter.drawRoundedRect(front.translated(by, by), radius, radius);
        }
    }
    frame.painter.drawRoundedRect(front, radius, radius);
}

void drawCard(PaintFrame& frame, std::uint32_t box)
{
    const auto item = frame.scene().items[box];
    const auto place = layout::groupFront(frame.scene().boxes[box], item);
    const auto front = toScreen(frame.view, place);
    const auto& prepared = frame.cards.card(box);
    drawBody(frame, front, item);
    if (const auto* card = frame.scene().groupCard(box))
        drawStrip(frame, layout::groupStrip(place), *card);
    const double zoom = frame.zoom();
    const double side = double(CardMetrics::side) * zoom;
    QRectF line(front.left() + side, front.top(), front.width() - 2 * side,
        double(CardMetrics::header) * zoom);
    if (fontPixels(TextRole::Title, zoom) < smallTitlePixels) {
        const auto strip = toScreen(frame.view, layout::groupStrip(place));
        frame.painter.setFont(smallTitleFont());
        drawText(frame,
            { QPointF(front.left() + 3, front.top()),
                QPointF(front.right() - 3, std::max(strip.top(), front.top() + 10)) },
            prepared.title, frame.style.text);
    } else {
        drawArrow(frame, { line.left() + 4 * zoom, line.center().y() }, 8 * zoom, false);
        frame.painter.setFont(canvasFont(TextRole::Title, zoom));
        drawText(frame, line.adjusted(double(GroupCardMetrics::arrow) * zoom, 0, 0, 0),
            prepared.title, frame.style.text);
    }
    if (fontPixels(TextRole::Name, zoom) >= minTextPixels) {
        frame.painter.setFont(canvasFont(TextRole::Name, zoom));
        line = { line.left(), line.bottom(), line.width(), double(CardMetrics::name) * zoom };
        drawText(frame, line, prepared.name, frame.style.textSecondary);
    }
    if (frame.content.cards.measured)
        drawMeasured(frame, front, prepared);
}

/// Draws a card that is only some pixels high: its categories, and its title if that fits.
void drawBlock(PaintFrame& frame, std::uint32_t box)
{
    const auto item = frame.scene().items[box];
    const auto front = toScreen(frame.view, layout::groupFront(frame.scene().boxes[box], item));
    drawBody(frame, front, item);
    const auto* card = frame.scene().groupCard(box);
    if (card != nullptr)
        drawStrip(
            frame, layout::groupStrip(layout::groupFront(frame.scene().boxes[box], item)), *card);
    frame.painter.setFont(titleFont(frame, TextRole::Title));
    const QFontMetricsF metrics(frame.painter.font());
    const auto title = frame.cards.card(box).title;
    if (front.height() * 0.7 >= metrics.ascent())
        drawText(frame,
            QRectF(front.left() + 3, front.top(), front.width() - 6, front.height() * 0.7), title,
            frame.style.text);
}

/// Paints the titles over the lines that cross them.
void paintFrameTitles(PaintFrame& frame)
{
    const auto area = visibleArea(frame.view);
    frame.painter.setRenderHint(QPainter::Antialiasing);
    std::vector<QRectF> drawn;
    for (const auto& group : frame.scene().frames) {
        if (group.title().touches(area))
            drawFrameTitle(frame, group, toScreen(frame.view, group.rect), drawn);
    }
}

} // namespace

void paintGroupFrames(PaintFrame& frame)
{
    if (frame.scene().frames.empty() || frame.isStopped())
        return;
    const auto area = visibleArea(frame.view);
    // A frame may be millions of pixels high: only the part in the viewport is drawn.
    constexpr double beyond = 32;
    const auto viewport
        = QRectF(QPointF(0, 0), QSizeF(frame.view.size)).adjusted(-beyond, -beyond, beyond, beyond);
    frame.painter.setRenderHint(QPainter::Antialiasing, frame.detail == Detail::Full);
    for (const auto& group : frame.scene().frames) {
        if (!group.rect.touches(area))
            continue;
        const double radius = std::min(frameRadius, frameRadius * frame.zoom());

        const auto rect = toScreen(frame.view, group.rect).intersected(viewport);
        frame.painter.setPen(QPen(frame.style.groupBorder, 1));
        frame.painter.setBrush(group.depth % 2 == 1 ? frame.style.groupFill : frame.style.canvas);
        frame.painter.drawRoundedRect(rect, radius, radius);
    }
}

void paintGroupCards(PaintFrame& frame)
{
    if (frame.isStopped())
        return;
    paintFrameTitles(frame);
    if (frame.scene().groupCards.empty())
        return;
    frame.painter.setRenderHint(QPainter::Antialiasing, frame.detail == Detail::Full);
    for (const auto box : frame.boxes) {
        if (!frame.scene().items[box].isGroup())
            continue;
        if (frame.detail >= Detail::Cards)
            drawCard(frame, box);
        else if (frame.detail == Detail::Blocks)
            drawBlock(frame, box);
    }
}

} // namespace ui
