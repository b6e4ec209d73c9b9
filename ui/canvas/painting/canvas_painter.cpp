#include "ui/canvas/painting/canvas_painter.h"

#include "layout/card/group_card.h"

#include "ui/canvas/painting/paint_frame.h"
#include "ui/canvas/painting/pixel_raster.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr float gridStep = 24;

/// Faint dots that make a pan visible on empty ground.
void paintGround(PaintFrame& frame)
{
    const auto* engine = frame.painter.paintEngine();
    if (frame.detail != Detail::Full || (engine != nullptr && engine->type() == QPaintEngine::Pdf))
        return; // a page is not panned
    const auto area = visibleArea(frame.view);
    QList<QPointF> dots;
    for (float y = std::floor(area.y / gridStep) * gridStep; y < area.bottom(); y += gridStep) {
        for (float x = std::floor(area.x / gridStep) * gridStep; x < area.right(); x += gridStep)
            dots << toScreen(frame.view, layout::Point { x, y });
    }
    frame.painter.setPen(QPen(frame.style.canvasGrid, 2));
    frame.painter.drawPoints(dots.constData(), static_cast<int>(dots.size()));
}

/// Returns the colour of the category to which most nodes of a folded group belong.
model::Rgb groupColour(const CanvasContent& content, std::uint32_t box, model::ThemeKind theme)
{
    const auto& palette = model::Palette::instance();
    const auto* card = content.scene->groupCard(box);
    const auto most = card == nullptr ? 0 : std::ranges::max_element(card->mix) - card->mix.begin();
    const auto category = static_cast<model::Category>(most);
    return card == nullptr || category == model::Category::Custom
        ? palette.colour(theme, "groupBorder")
        : palette.colours(category, theme).solid;
}

} // namespace

QRgb boxColour(const CanvasContent& content, const layout::Overlay::Range& range, std::uint32_t box,
    model::ThemeKind theme)
{
    const auto& palette = model::Palette::instance();
    const auto item = content.scene->items[box];
    constexpr QRgb opaque = 0xff000000U;
    if (!item.isGroup() && item.kind != layout::ItemKind::Node)
        return opaque | palette.colour(theme, "borderStrong");
    if (content.isHeat()) {
        const double value = item.isGroup()
            ? layout::groupMeasure(*content.scene->groups, item, *content.overlay)
            : content.overlay->value(item.node());
        if (std::isnan(value))
            return opaque | palette.colour(theme, "idle");
        return opaque
            | palette.heatAt(theme, content.overlay->ramp, content.overlay->position(value, range))
                  .fill;
    }
    if (item.isGroup())
        return opaque | groupColour(content, box, theme);
    const bool hasClasses
        = content.overlay != nullptr && content.overlay->use == layout::Overlay::Use::Classes;
    const auto& node = content.model->node(item.node());
    const auto category
        = hasClasses ? content.overlay->classHue(item.node()) : layout::nodeCategory(node);
    if (category == model::Category::Custom)
        return opaque | palette.colour(theme, "groupBorder");
    return opaque | palette.colours(category, theme).solid;
}

CanvasPainter::CanvasPainter(CanvasContent content, model::ThemeKind theme)
    : m_content(std::move(content))
    , m_theme(theme)
    , m_query(*m_content.scene)
    , m_cards(m_content, theme)
{
}

std::shared_ptr<const std::vector<QRgb>> CanvasPainter::sharedBoxColours()
{
    if (m_boxColours != nullptr)
        return m_boxColours;
    const auto range = m_content.overlay ? m_content.overlay->range() : layout::Overlay::Range {};
    auto colours = std::make_shared<std::vector<QRgb>>(m_content.scene->boxCount());
    for (std::uint32_t box = 0; box < colours->size(); ++box)
        (*colours)[box] = boxColour(m_content, range, box, m_theme);
    return m_boxColours = std::move(colours);
}

void CanvasPainter::paintFar(PaintFrame& frame)
{
    const auto& line = frame.view.zoom < 0.08 ? frame.style.edgeFaint : frame.style.edge;
    const RasterColours colours { frame.style.canvas.rgb(), line.rgb(), boxColours() };
    // Frames of groups are painted already and must stay visible.
    const auto draw = frame.scene().frames.empty() ? rasterise : rasteriseOver;
    frame.painter.drawImage(
        QPointF(0, 0), draw(frame.scene(), frame.boxes, frame.lines, frame.view, colours));
}

PaintFrame CanvasPainter::frameOf(QPainter& painter, const ViewState& view, Detail detail,
    const CanvasMarks& marks, std::stop_token stop)
{
    return { painter, m_content, view, marks, CanvasStyle(m_theme), detail, m_cards, {}, {},
        std::move(stop) };
}

void CanvasPainter::paintItems(PaintFrame& frame)
{
    if (frame.detail == Detail::Pixels)
        paintFar(frame);
    paintLines(frame);
    if (frame.detail == Detail::Blocks)
        paintBlocks(frame);
    if (frame.detail >= Detail::Cards)
        paintCards(frame);
    paintGroupCards(frame);
    paintChips(frame);
    paintLabels(frame);
}

/// Fades the picture with a translucent fill and paints the kept boxes again.
void CanvasPainter::paintUnfaded(PaintFrame& frame, const std::vector<std::uint32_t>& kept)
{
    constexpr float faded = 0.55F; // share of their contrast that faded parts keep
    auto veil = frame.style.canvas;
    veil.setAlphaF(1 - faded);
    frame.painter.fillRect(QRectF(QPointF(0, 0), QSizeF(frame.view.size)), veil);
    const auto isKept
        = [&](std::uint32_t box) { return std::binary_search(kept.begin(), kept.end(), box); };
    const auto& scene = frame.scene();
    std::erase_if(frame.boxes, [&](auto box) { return !isKept(box); });
    std::erase_if(frame.lines,
        [&](auto line) { return !isKept(scene.lineTail[line]) || !isKept(scene.lineHead[line]); });
    frame.isUnfadedPass = true;
    if (frame.detail == Detail::Pixels)
        return paintFarKept(frame, boxColours());
    paintItems(frame);
}

void CanvasPainter::paintBase(QPainter& painter, const ViewState& view, Detail detail,
    const UnfadedBoxes& kept, const std::stop_token& stop)
{
    const CanvasMarks none;
    auto frame = frameOf(painter, view, detail, none, stop);
    const auto area = visibleArea(view);
    const auto boxes = m_query.boxes(area.grown(4));
    frame.boxes.assign(boxes.begin(), boxes.end());
    const auto lines = m_query.lines(area);
    frame.lines.assign(lines.begin(), lines.end());
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(view.size)), frame.style.canvas);
    paintGround(frame);
    paintGroupFrames(frame);
    paintItems(frame);
    if (kept != nullptr && !frame.isStopped())
        paintUnfaded(frame, *kept);
}

void CanvasPainter::paintMarks(
    QPainter& painter, const ViewState& view, Detail detail, const CanvasMarks& marks)
{
    auto frame = frameOf(painter, view, detail, marks);
    const auto marked = markedLines(marks, frame.scene(), frame.style);
    paintMarkedLines(frame, marked);
    paintMarkedLabels(frame, marked);
    paintMarkedChips(frame);
    paintMarkedBoxes(frame);
}

void CanvasPainter::paint(
    QPainter& painter, const ViewState& view, const CanvasMarks& marks, Detail least)
{
    const auto detail = std::max(detailAt(view.zoom), least);
    paintBase(painter, view, detail);
    paintMarks(painter, view, detail, marks);
}

} // namespace ui
