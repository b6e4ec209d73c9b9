#include "ui/canvas/line_tracer.h"

#include "layout/scene/curve.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ui {

namespace {

constexpr double clipMargin = 8; // pixels
constexpr double pixelsPerPiece = 12;
constexpr int fewestPieces = 8;
constexpr int maxPieces = 48;

struct Clipping {
    double begin = 0;
    double end = 1;

    /// Liang-Barsky: the part of a segment on one side of a border.
    bool cut(double direction, double distance)
    {
        if (direction == 0)
            return distance >= 0;
        const double t = distance / direction;
        if (direction < 0)
            begin = std::max(begin, t);
        else
            end = std::min(end, t);
        return begin <= end;
    }
};

std::optional<QLineF> clipped(QPointF from, QPointF to, const QRectF& area)
{
    const auto d = to - from;
    Clipping clip;
    if (!clip.cut(-d.x(), from.x() - area.left()) || !clip.cut(d.x(), area.right() - from.x())
        || !clip.cut(-d.y(), from.y() - area.top()) || !clip.cut(d.y(), area.bottom() - from.y()))
        return std::nullopt;
    return QLineF(from + clip.begin * d, from + clip.end * d);
}

} // namespace

LineTracer::LineTracer(const layout::Scene& scene, const ViewState& view)
    : m_scene(scene)
    , m_view(view)
    , m_clip(QRectF(QPointF(0, 0), QSizeF(view.size))
                 .adjusted(-clipMargin, -clipMargin, clipMargin, clipMargin))
{
}

void LineTracer::addPiece(QPointF from, QPointF to)
{
    const auto part = clipped(from, to, m_clip);
    if (!part) {
        m_isOpen = false;
        return;
    }
    if (!m_isOpen || m_runs.back().back() != part->p1())
        m_runs.push_back({ part->p1() });
    m_runs.back() << part->p2();
    m_isOpen = part->p2() == to;
}

void LineTracer::addCurve(layout::Point from, layout::Point to)
{
    const auto start = toScreen(m_view, from);
    const auto end = toScreen(m_view, to);
    if (!QRectF(start, end).normalized().adjusted(-1, -1, 1, 1).intersects(m_clip)) {
        m_isOpen = false;
        return;
    }
    const double length = std::abs(start.x() - end.x()) + std::abs(start.y() - end.y());
    const int pieces
        = std::clamp(static_cast<int>(length / pixelsPerPiece), fewestPieces, maxPieces);
    const auto curve = layout::curveBetween(from, to, m_scene.direction);
    auto last = start;
    for (int i = 1; i <= pieces; ++i) {
        const auto next = i == pieces
            ? end
            : toScreen(m_view, layout::pointAt(curve, float(i) / float(pieces)));
        addPiece(last, next);
        last = next;
    }
}

const std::vector<QPolygonF>& LineTracer::trace(std::uint32_t line)
{
    m_runs.clear();
    m_isOpen = false;
    const auto points = m_scene.line(line);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (layout::isStraight(points[i], points[i + 1], m_scene))
            addPiece(toScreen(m_view, points[i]), toScreen(m_view, points[i + 1]));
        else
            addCurve(points[i], points[i + 1]);
    }
    return m_runs;
}

const std::vector<QPolygonF>& LineTracer::traceStraight(std::uint32_t line)
{
    m_runs.clear();
    m_isOpen = false;
    const auto points = m_scene.line(line);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        addPiece(toScreen(m_view, points[i]), toScreen(m_view, points[i + 1]));
    return m_runs;
}

QLineF LineTracer::arrival(std::uint32_t line) const
{
    const auto points = m_scene.line(line);
    const auto tip = toScreen(m_view, points.back());
    if (m_scene.lineForm == layout::LineForm::Straight)
        return { toScreen(m_view, points[points.size() - 2]), tip };
    const auto before = points[points.size() - 2];
    // Curves arrive along the flow, edges of cycles against it.
    if (m_scene.direction == layout::Direction::Down)
        return { tip - QPointF(0, before.y <= points.back().y ? 1 : -1), tip };
    return { tip - QPointF(before.x <= points.back().x ? 1 : -1, 0), tip };
}

} // namespace ui
