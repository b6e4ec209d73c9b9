#include "ui/canvas/tools/minimap.h"

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/widgets/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double border = 8; // pixels
constexpr double stripGap = 6;
constexpr int maxStrips = 40;

} // namespace

MinimapFolding foldInto(const layout::Rect& bounds, QSize area)
{
    MinimapFolding best;
    best.isDown = bounds.height >= bounds.width;
    const double length = std::max(1.0, double(best.isDown ? bounds.height : bounds.width));
    const double breadth = std::max(1.0, double(best.isDown ? bounds.width : bounds.height));
    const double alongRoom
        = std::max(1.0, (best.isDown ? area.height() : area.width()) - 2 * border);
    const double acrossRoom
        = std::max(1.0, (best.isDown ? area.width() : area.height()) - 2 * border);
    best.scale = 0;
    for (int strips = 1; strips <= maxStrips; ++strips) {
        const double room = acrossRoom - stripGap * (strips - 1);
        if (room <= strips)
            break;
        const double scale = std::min(alongRoom * strips / length, room / strips / breadth);
        if (scale > best.scale * 1.05) { // more strips must enlarge the picture by 5 %
            best.scale = scale;
            best.strips = strips;
        }
    }
    best.stripLength = length / best.strips;
    best.stripPitch = breadth * best.scale + stripGap;
    const double across = best.stripPitch * best.strips - stripGap;
    const double along = best.stripLength * best.scale;
    const double before = (acrossRoom - across) / 2 + border;
    const double above = (alongRoom - along) / 2 + border;
    best.offset = best.isDown ? QPointF(before, above) : QPointF(above, before);
    return best;
}

QPointF MinimapFolding::toMap(QPointF scene) const
{
    const double along = isDown ? scene.y() : scene.x();
    const double across = isDown ? scene.x() : scene.y();
    const int strip = std::clamp(static_cast<int>(along / stripLength), 0, strips - 1);
    const double a = (along - strip * stripLength) * scale;
    const double b = across * scale + strip * stripPitch;
    return offset + (isDown ? QPointF(b, a) : QPointF(a, b));
}

QPointF MinimapFolding::toScene(QPointF map) const
{
    const auto point = map - offset;
    const double across = isDown ? point.x() : point.y();
    const double along = std::clamp((isDown ? point.y() : point.x()) / scale, 0.0, stripLength);
    const int strip = std::clamp(static_cast<int>(std::floor(across / stripPitch)), 0, strips - 1);
    const double b = (across - strip * stripPitch) / scale;
    const double a = along + strip * stripLength;
    return isDown ? QPointF(b, a) : QPointF(a, b);
}

std::vector<QRectF> MinimapFolding::pieces(const layout::Rect& rect) const
{
    std::vector<QRectF> pieces;
    const double begin = std::max(0.0, double(isDown ? rect.y : rect.x));
    const double end
        = std::min(double(isDown ? rect.bottom() : rect.right()), stripLength * strips);
    const double low = double(isDown ? rect.x : rect.y) * scale;
    const double breadth = double(isDown ? rect.width : rect.height) * scale;
    for (int strip = std::max(0, static_cast<int>(begin / stripLength));
         strip < strips && strip * stripLength < end; ++strip) {
        const double from = std::max(begin - strip * stripLength, 0.0) * scale;
        const double to = std::min(end - strip * stripLength, stripLength) * scale;
        const double at = low + strip * stripPitch;
        pieces.push_back(isDown ? QRectF(offset.x() + at, offset.y() + from, breadth, to - from)
                                : QRectF(offset.x() + from, offset.y() + at, to - from, breadth));
    }
    return pieces;
}

namespace {

/// Draws the boxes directly into pixels without blending, each at least one pixel large.
QImage renderBoxes(const CanvasContent& content, model::ThemeKind theme,
    const MinimapFolding& folding, QSize size, double ratio, const std::stop_token& stop)
{
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const auto& scene = *content.scene;
    const auto range = content.overlay ? content.overlay->range() : layout::Overlay::Range {};
    auto* pixels = reinterpret_cast<QRgb*>(image.bits());
    const auto stride = image.bytesPerLine() / qsizetype(sizeof(QRgb));
    for (std::uint32_t box = 0; box < scene.boxCount() && !stop.stop_requested(); ++box) {
        const auto colour = boxColour(content, range, box, theme);
        for (const auto& piece : folding.pieces(scene.boxes[box])) {
            const int left = std::clamp(int(piece.left() * ratio), 0, image.width() - 1);
            const int top = std::clamp(int(piece.top() * ratio), 0, image.height() - 1);
            const int right = std::clamp(int(piece.right() * ratio), left + 1, image.width());
            const int bottom = std::clamp(int(piece.bottom() * ratio), top + 1, image.height());
            for (int y = top; y < bottom; ++y)
                std::fill(pixels + y * stride + left, pixels + y * stride + right, colour);
        }
    }
    image.setDevicePixelRatio(ratio);
    return image;
}

} // namespace

Minimap::Minimap(CanvasView* canvas, QWidget* parent)
    : QWidget(parent)
    , m_canvas(canvas)
{
    setObjectName("minimap");
    setAccessibleName(tr("Minimap"));
    connect(canvas, &CanvasView::viewChanged, this, qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, &Minimap::refresh);
}

void Minimap::refresh()
{
    m_isStale = true;
    if (m_scene != m_canvas->content().scene) {
        m_scene = m_canvas->content().scene;
        m_hits.clear();
        m_image = QImage();
    }
    update();
}

void Minimap::resizeEvent(QResizeEvent*) { refresh(); }

void Minimap::setHits(const std::vector<FoundBox>& found)
{
    m_hits.clear();
    for (const auto& hit : found)
        m_hits.push_back(hit.box);
    update();
}

void Minimap::render()
{
    m_isStale = false;
    m_folding = foldInto(m_canvas->content().scene->bounds, size());
    m_worker.start([this, content = m_canvas->content(), theme = Theme::instance().kind(),
                       folding = m_folding, size = size(), ratio = devicePixelRatioF()](
                       const std::stop_token& stop) -> LatestWorker::Delivery {
        auto image = renderBoxes(content, theme, folding, size, ratio, stop);
        return [this, image = std::move(image)] {
            m_image = image;
            update();
        };
    });
}

void Minimap::paintHits(QPainter& painter) const
{
    constexpr double radius = 2;
    painter.setPen(QPen(themeColour("raised"), 1));
    painter.setBrush(themeColour("accent"));
    // Hits at the same place are drawn once.
    QSet<QPoint> drawn;
    for (const auto box : m_hits) {
        const auto centre = m_scene->boxes[box].centre();
        const auto dot = m_folding.toMap({ double(centre.x), double(centre.y) });
        const auto place = (dot / radius).toPoint();
        if (drawn.contains(place))
            continue;
        drawn.insert(place);
        painter.drawEllipse(dot, radius, radius);
    }
}

/// Returns the outline of the visible part of the graph; strips side by side have one outline.
QPainterPath Minimap::viewportPath() const
{
    const auto& bounds = m_scene->bounds;
    const auto view = visibleArea(m_canvas->view());
    const layout::Point begin { std::max(view.x, bounds.x), std::max(view.y, bounds.y) };
    const layout::Rect seen { begin.x, begin.y,
        std::max(0.0F, std::min(view.right(), bounds.right()) - begin.x),
        std::max(0.0F, std::min(view.bottom(), bounds.bottom()) - begin.y) };
    constexpr double reach = stripGap / 2 + 0.5; // to the strips beside
    const double x = m_folding.isDown ? reach : 2;
    const double y = m_folding.isDown ? 2 : reach;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    for (const auto& piece : m_folding.pieces(seen)) {
        const auto shown
            = piece.adjusted(-x, -y, x, y).intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
        path.addRect(QRectF(shown.topLeft(), shown.size().expandedTo(QSizeF(5, 5))));
    }
    return path.simplified();
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const CanvasStyle style(Theme::instance().kind());
    style.paintTool(painter, rect());
    if (m_canvas->content().isEmpty() || m_scene != m_canvas->content().scene)
        return;
    if (m_isStale)
        render();
    painter.drawImage(QPointF(0, 0), m_image);
    paintHits(painter);
    auto fill = style.selection;
    fill.setAlphaF(0.12F);
    painter.setPen(QPen(style.selection, 2));
    painter.setBrush(fill);
    painter.drawPath(viewportPath());
}

void Minimap::moveTo(QPointF position)
{
    if (m_scene != nullptr && m_scene == m_canvas->content().scene)
        m_canvas->setView(centredOn(m_canvas->view(), m_folding.toScene(position)));
}

void Minimap::mousePressEvent(QMouseEvent* event) { moveTo(event->position()); }

void Minimap::mouseMoveEvent(QMouseEvent* event) { moveTo(event->position()); }

} // namespace ui
