#include "ui/canvas/painting/paint_frame.h"
#include "ui/canvas/painting/pixel_raster.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"

#include <QFontMetricsF>
#include <QSet>

#include <algorithm>
#include <optional>
#include <vector>

namespace ui {

using layout::TextRole;

namespace {

QPointF beside(const layout::Rect& box, const layout::Chip& chip, const PaintFrame& frame)
{
    const auto middle = chip.rect.centre();
    if (frame.scene().direction == layout::Direction::Down)
        return toScreen(
            frame.view, layout::Point { chip.isProducer() ? box.right() : box.x, middle.y });
    return toScreen(
        frame.view, layout::Point { middle.x, chip.isProducer() ? box.bottom() : box.y });
}

QPointF edgeOf(const layout::Chip& chip, const PaintFrame& frame)
{
    const auto middle = chip.rect.centre();
    if (frame.scene().direction == layout::Direction::Down)
        return toScreen(frame.view,
            layout::Point { chip.isProducer() ? chip.rect.x : chip.rect.right(), middle.y });
    return toScreen(frame.view,
        layout::Point { middle.x, chip.isProducer() ? chip.rect.y : chip.rect.bottom() });
}

enum class ChipLook { Plain, Marked };

void drawChip(PaintFrame& frame, std::uint32_t index, ChipLook look)
{
    const auto& chip = frame.scene().chips[index];
    const auto rect = toScreen(frame.view, chip.rect);
    const bool isMarked = look == ChipLook::Marked;
    const auto id = frame.scene().values[chip.value];
    const auto hue = isMarked ? frame.style.accent : frame.style.hue(id.value());
    frame.painter.setPen(QPen(hue, 1, Qt::DotLine));
    frame.painter.drawLine(beside(frame.scene().boxes[chip.box], chip, frame), edgeOf(chip, frame));
    frame.painter.setPen(
        QPen(isMarked ? frame.style.accent : frame.style.nodeBorder, isMarked ? 2 : 1));
    const double zoom = frame.zoom();
    const bool hasText = fontPixels(TextRole::Chip, zoom) >= minTextPixels;
    auto ground = frame.style.raised;
    if (!hasText) { // without a text the colour identifies the value
        ground = hue;
        ground.setAlpha(110);
    }
    frame.painter.setBrush(ground);
    frame.painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    if (!hasText)
        return;
    drawIcon(frame.painter, "link",
        QRectF(rect.left() + 6 * zoom, rect.top() + 3 * zoom, 12 * zoom, 12 * zoom), hue);
    const auto text
        = QString::fromStdString(layout::chipText(*frame.content.model, frame.scene(), chip));
    frame.painter.setPen(frame.style.textSecondary);
    const QPointF at(
        rect.left() + 21 * zoom, rect.center().y() + fontPixels(TextRole::Chip, zoom) * 0.36);
    frame.painter.drawText(at, text);
}

/// Draws the lines that the layout left out: straight ones from the producer to the readers in
/// view.
void drawChipLines(PaintFrame& frame, std::uint32_t value)
{
    const auto& scene = frame.scene();
    const auto producer = std::find_if(scene.chips.begin(), scene.chips.end(),
        [&](const auto& chip) { return chip.isProducer() && chip.value == value; });
    if (producer == scene.chips.end())
        return;
    const auto from = toScreen(frame.view, producer->rect.centre());
    frame.painter.setPen(QPen(frame.style.hue(scene.values[value].value()), 1.5, Qt::DashLine));
    const auto area = visibleArea(frame.view);
    for (const auto& chip : scene.chips) {
        if (chip.value == value && !chip.isProducer() && chip.rect.touches(area))
            frame.painter.drawLine(from, toScreen(frame.view, chip.rect.centre()));
    }
}

/// Returns the background rectangle of a label. It is moved up or down if another label is there;
/// nothing if there is no room.
std::optional<QRectF> freePlate(const PaintFrame& frame, const layout::Label& label,
    const QString& text, const std::vector<QRectF>& taken)
{
    const QFontMetricsF metrics(frame.painter.font());
    const double width = metrics.horizontalAdvance(text) + 8;
    const double height = 16 * frame.zoom();
    const auto centre = toScreen(frame.view, label.centre);
    const QRectF plate(centre.x() - width / 2, centre.y() - height / 2, width, height);
    for (const double lines : { 0.0, 1.0, -1.0 }) {
        const auto place = plate.translated(0, lines * (height + 1));
        if (std::none_of(taken.begin(), taken.end(),
                [&](const QRectF& other) { return other.intersects(place); }))
            return place;
    }
    return std::nullopt;
}

void drawLabel(
    PaintFrame& frame, const QRectF& plate, const QString& text, const QColor& colour, int opacity)
{
    auto ground = frame.style.canvas;
    ground.setAlpha(opacity);
    frame.painter.fillRect(plate, ground);
    frame.painter.setPen(colour);
    frame.painter.drawText(
        QPointF(
            plate.left() + 4, plate.center().y() + fontPixels(TextRole::Chip, frame.zoom()) * 0.36),
        text);
}

void outline(
    PaintFrame& frame, std::uint32_t box, const QColor& colour, double width, double grow = 0)
{
    const auto item = frame.scene().items[box];
    const bool isTerminal = item.kind != layout::ItemKind::Node && !item.isGroup();
    const auto rect = frame.rect(box).adjusted(-grow, -grow, grow, grow);
    const double radius = isTerminal ? rect.height() / 2 : 6 * frame.zoom() + grow;
    frame.painter.setPen(QPen(colour, width));
    frame.painter.setBrush(Qt::NoBrush);
    frame.painter.drawRoundedRect(rect, radius, radius);
}

/// Marks a box at far zooms, where a card may be one pixel. The mark has a visible minimum size.
void markFar(PaintFrame& frame, std::uint32_t box, const QColor& colour)
{
    constexpr double least = 9;
    auto rect = frame.rect(box);
    const double dx = std::max(0.0, (least - rect.width()) / 2);
    const double dy = std::max(0.0, (least - rect.height()) / 2);
    frame.painter.setPen(QPen(colour, 2));
    frame.painter.setBrush(Qt::NoBrush);
    frame.painter.drawRect(rect.adjusted(-dx - 2, -dy - 2, dx + 2, dy + 2));
}

std::vector<std::uint32_t> seen(const PaintFrame& frame, std::span<const std::uint32_t> boxes)
{
    std::vector<std::uint32_t> visible;
    const auto area = visibleArea(frame.view).grown(float(12 / frame.zoom()));
    for (const auto box : boxes) {
        if (frame.scene().boxes[box].touches(area))
            visible.push_back(box);
    }
    return visible;
}

/// Marks many boxes by filled rectangles, because thousands of outlines would be too slow.
void fillMany(PaintFrame& frame, std::span<const std::uint32_t> boxes, const QColor& colour)
{
    const std::vector<QRgb> colours(frame.scene().boxCount(), colour.rgb());
    frame.painter.drawImage(QPointF(0, 0),
        rasteriseOver(frame.scene(), boxes, {}, frame.view, { 0, colour.rgb(), colours }));
}

constexpr std::size_t maxOutlined = 600;

void markBoxes(PaintFrame& frame, std::span<const std::uint32_t> boxes, const QColor& colour)
{
    const auto visible = seen(frame, boxes);
    if (visible.size() > maxOutlined)
        return fillMany(frame, visible, colour);
    for (const auto box : visible) {
        if (frame.detail < Detail::Cards)
            markFar(frame, box, colour);
        else
            outline(frame, box, colour, 1.75);
    }
}

void markSelected(PaintFrame& frame)
{
    const auto visible = seen(frame, frame.marks.selected);
    if (visible.size() > maxOutlined)
        return fillMany(frame, visible, frame.style.selection);
    for (const auto box : visible) {
        if (frame.detail < Detail::Cards) {
            markFar(frame, box, frame.style.selection);
            continue;
        }
        outline(frame, box, frame.style.selectionHalo, 5, 3.5);
        outline(frame, box, frame.style.selection, 2.25);
    }
}

QString textOf(const PaintFrame& frame, const layout::Label& label, layout::LabelRule rule)
{
    const auto& content = frame.content;
    return QString::fromStdString(layout::labelText(
        *content.model, content.analysis.get(), frame.scene().values[label.value], rule));
}

/// A label that is drawn, and where.
struct PlacedLabel {
    const layout::Label* label;
    QString text;
    QRectF plate;
};

/// The labels of the base: those that find room, in the order of the scene.
std::vector<PlacedLabel> placedLabels(const PaintFrame& frame)
{
    const auto area = visibleArea(frame.view).grown(80);
    std::vector<PlacedLabel> placed;
    std::vector<QRectF> taken;
    for (const auto& label : frame.scene().labels) {
        const bool hasFaded = frame.isUnfadedPass
            && !std::binary_search(frame.lines.begin(), frame.lines.end(), label.line);
        if (hasFaded || !area.contains(label.centre))
            continue;
        const auto text = textOf(frame, label, frame.content.labels);
        const auto plate = text.isEmpty() ? std::nullopt : freePlate(frame, label, text, taken);
        if (!plate)
            continue;
        taken.push_back(*plate);
        placed.push_back({ &label, text, *plate });
    }
    return placed;
}

/// Returns the place of a label of a marked line: over the same label in the base, else where it
/// covers no other, else in the middle of its line.
QRectF markedPlate(const PaintFrame& frame, const layout::Label& label, const QString& text,
    const std::vector<PlacedLabel>& base, std::vector<QRectF>& taken)
{
    const auto own = std::find_if(
        base.begin(), base.end(), [&](const PlacedLabel& other) { return other.label == &label; });
    if (own != base.end())
        return own->plate;
    const auto plate = freePlate(frame, label, text, taken);
    const auto place = plate.value_or(freePlate(frame, label, text, {}).value_or(QRectF()));
    taken.push_back(place);
    return place;
}

bool canLabel(const PaintFrame& frame)
{
    return frame.detail == Detail::Full
        && fontPixels(TextRole::Chip, frame.zoom()) >= minTextPixels;
}

} // namespace

bool CanvasMarks::isSelected(std::uint32_t box) const
{
    return std::binary_search(selected.begin(), selected.end(), box);
}

void paintChips(PaintFrame& frame)
{
    if (frame.detail < Detail::Cards || frame.isStopped())
        return;
    frame.painter.setRenderHint(QPainter::Antialiasing);
    const auto& scene = frame.scene();
    frame.painter.setFont(canvasFont(TextRole::Chip, frame.zoom()));
    for (const auto box : frame.boxes) {
        for (std::uint32_t chip = scene.chipStart[box]; chip < scene.chipStart[box + 1]; ++chip)
            drawChip(frame, chip, ChipLook::Plain);
    }
}

void paintLabels(PaintFrame& frame)
{
    if (!canLabel(frame) || frame.isStopped())
        return;
    constexpr int opacity = 225;
    frame.painter.setFont(canvasFont(TextRole::Chip, frame.zoom()));
    for (const auto& [label, text, plate] : placedLabels(frame))
        drawLabel(frame, plate, text, frame.style.textSecondary, opacity);
}

void paintMarkedLabels(PaintFrame& frame, std::span<const MarkedLine> marked)
{
    if (!canLabel(frame) || marked.empty())
        return;
    constexpr int opaque = 255; // hides the plain label below
    frame.painter.setFont(canvasFont(TextRole::Chip, frame.zoom()));
    const auto area = visibleArea(frame.view).grown(80);
    const auto base = placedLabels(frame);
    std::vector<QRectF> taken;
    for (const auto& placed : base)
        taken.push_back(placed.plate);
    for (const auto& label : frame.scene().labels) {
        if (!area.contains(label.centre))
            continue;
        const auto mark
            = std::lower_bound(marked.begin(), marked.end(), MarkedLine { label.line, {} });
        if (mark == marked.end() || mark->line != label.line)
            continue;
        const auto text = textOf(frame, label, layout::LabelRule::All);
        if (!text.isEmpty())
            drawLabel(
                frame, markedPlate(frame, label, text, base, taken), text, mark->colour, opaque);
    }
}

void paintMarkedChips(PaintFrame& frame)
{
    if (frame.detail < Detail::Cards)
        return;
    frame.painter.setRenderHint(QPainter::Antialiasing);
    const auto& scene = frame.scene();
    const auto hovered = frame.marks.hover.kind == layout::HitKind::Chip
        ? scene.chips[frame.marks.hover.index].value
        : layout::noIndex;
    for (const auto value : { hovered, frame.marks.value }) {
        if (value == layout::noIndex)
            continue;
        drawChipLines(frame, value);
        frame.painter.setFont(canvasFont(TextRole::Chip, frame.zoom()));
        const auto area = visibleArea(frame.view);
        for (std::uint32_t chip = 0; chip < scene.chips.size(); ++chip) {
            if (scene.chips[chip].value == value && scene.chips[chip].rect.touches(area))
                drawChip(frame, chip, ChipLook::Marked);
        }
    }
}

void paintFarKept(PaintFrame& frame, std::span<const QRgb> colours)
{
    frame.painter.drawImage(QPointF(0, 0),
        rasteriseOver(frame.scene(), frame.boxes, frame.lines, frame.view,
            { 0, frame.style.edge.rgb(), colours }));
}

namespace {

/// Draws a dot at the corner of a found node; on a folded group the number of found nodes.
void drawFound(PaintFrame& frame, const FoundBox& found)
{
    constexpr double radius = 4; // pixels
    const auto rect = frame.rect(found.box);
    frame.painter.setPen(QPen(frame.style.raised, 1));
    frame.painter.setBrush(frame.style.accent);
    if (!found.isInside || frame.detail == Detail::Pixels) {
        const QPointF corner = rect.width() < 4 * radius ? rect.center() : rect.topRight();
        frame.painter.drawEllipse(corner, radius, radius);
        return;
    }
    constexpr double height = 16;
    const auto text = tr("%1 found").arg(countText(found.nodes));
    auto font = canvasFont(TextRole::Strong, 1);
    font.setPixelSize(10);
    frame.painter.setFont(font);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + height;
    // Above the card, so that its title stays visible.
    constexpr double over = 4;
    const QRectF pill(rect.right() - width + height / 2, rect.top() - height + over, width, height);
    frame.painter.drawRoundedRect(pill, height / 2, height / 2);
    frame.painter.setPen(frame.style.raised);
    frame.painter.drawText(pill, Qt::AlignCenter, text);
}

/// Marks the found boxes; dots at the same place are drawn once.
void markFound(PaintFrame& frame)
{
    constexpr double spot = 5; // pixels
    const auto area = visibleArea(frame.view).grown(float(24 / frame.zoom()));
    QSet<QPoint> drawn;
    for (const auto& found : frame.marks.found) {
        if (!frame.scene().boxes[found.box].touches(area))
            continue;
        const auto place = (frame.rect(found.box).center() / spot).toPoint();
        if (found.isInside || !drawn.contains(place))
            drawFound(frame, found);
        drawn.insert(place);
    }
}

} // namespace

void paintMarkedBoxes(PaintFrame& frame)
{
    frame.painter.setRenderHint(QPainter::Antialiasing);
    markFound(frame);
    markBoxes(frame, frame.marks.producers, frame.style.neighbourIn);
    markBoxes(frame, frame.marks.readers, frame.style.neighbourOut);
    markSelected(frame);
    if (frame.marks.hover.kind == layout::HitKind::Box
        && !frame.marks.isSelected(frame.marks.hover.index))
        outline(frame, frame.marks.hover.index, frame.style.accent, 1);
    // The keyboard focus is drawn only if the current box has no border of a selection.
    if (!frame.marks.hasFocus || frame.marks.current == layout::noIndex
        || frame.marks.isSelected(frame.marks.current))
        return;
    if (frame.detail < Detail::Cards)
        markFar(frame, frame.marks.current, frame.style.accent);
    else
        outline(frame, frame.marks.current, frame.style.accent, 2, 8);
}

} // namespace ui
