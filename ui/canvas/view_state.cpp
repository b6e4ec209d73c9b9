#include "ui/canvas/view_state.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double fitMargin = 16; // pixels
constexpr double revealMargin = 48;
constexpr double openingMinimum = 0.5;
constexpr double openingMaximum = 1;

double moveInto(double low, double high, double viewLow, double viewSize)
{
    if (high - low > viewSize)
        return (low + high) / 2 - viewSize / 2;
    if (low < viewLow)
        return low;
    return std::max(viewLow, high - viewSize);
}

double keptOrigin(double origin, double viewSize, double low, double high)
{
    // Half a viewport beyond each end: enough to bring any border to the middle.
    return std::clamp(
        origin, low - viewSize / 2, std::max(low - viewSize / 2, high - viewSize / 2));
}

} // namespace

QPointF toScreen(const ViewState& view, layout::Point point)
{
    return { (double(point.x) - view.origin.x()) * view.zoom,
        (double(point.y) - view.origin.y()) * view.zoom };
}

QRectF toScreen(const ViewState& view, const layout::Rect& rect)
{
    return { toScreen(view, layout::Point { rect.x, rect.y }),
        QSizeF(double(rect.width) * view.zoom, double(rect.height) * view.zoom) };
}

QPointF toScene(const ViewState& view, QPointF screen) { return view.origin + screen / view.zoom; }

layout::Rect visibleArea(const ViewState& view)
{
    return { float(view.origin.x()), float(view.origin.y()), float(view.size.width() / view.zoom),
        float(view.size.height() / view.zoom) };
}

ViewState zoomedAt(ViewState view, double factor, QPointF anchor)
{
    const auto fixed = toScene(view, anchor);
    view.zoom = std::clamp(view.zoom * factor, minimumZoom, maximumZoom);
    view.origin = fixed - anchor / view.zoom;
    return view;
}

ViewState panned(ViewState view, QPointF pixels)
{
    view.origin -= pixels / view.zoom;
    return view;
}

ViewState centredOn(ViewState view, QPointF scenePoint)
{
    view.origin = scenePoint - QPointF(view.size.width(), view.size.height()) / (2 * view.zoom);
    return view;
}

ViewState fittedTo(ViewState view, const layout::Rect& area)
{
    const double width = std::max(1.0, view.size.width() - 2 * fitMargin);
    const double height = std::max(1.0, view.size.height() - 2 * fitMargin);
    const double fit = std::min(
        width / std::max(1.0, double(area.width)), height / std::max(1.0, double(area.height)));
    view.zoom = std::clamp(fit, minimumZoom, 1.0);
    return centredOn(view,
        { double(area.x) + double(area.width) / 2, double(area.y) + double(area.height) / 2 });
}

ViewState fittedWithMinimumSize(ViewState view, const layout::Rect& area)
{
    constexpr double minSide = 12; // pixels
    constexpr double zoom = 0.1; // a card is 14 pixels wide
    const auto whole = fittedTo(view, area);
    if (double(std::min(area.width, area.height)) * whole.zoom >= minSide || whole.zoom >= zoom)
        return whole;
    auto middle = toScene(view, QPointF(view.size.width(), view.size.height()) / 2);
    view.zoom = zoom;
    const auto nearBy = [](double at, double viewLength, float low, float high) {
        const double half = viewLength / 2;
        return double(high - low) <= viewLength
            ? double(low + high) / 2
            : std::clamp(at, double(low) + half, double(high) - half);
    };
    middle = { nearBy(middle.x(), view.size.width() / zoom, area.x, area.right()),
        nearBy(middle.y(), view.size.height() / zoom, area.y, area.bottom()) };
    return centredOn(view, middle);
}

ViewState fittedToWidth(ViewState view, const layout::Rect& bounds)
{
    const double fit = view.size.width() / std::max(1.0, double(bounds.width));
    view.zoom = std::clamp(fit, openingMinimum, openingMaximum);
    view = centredOn(view, { double(bounds.x) + double(bounds.width) / 2, 0 });
    const double height = view.size.height() / view.zoom;
    view.origin.setY(double(bounds.height) < height
            ? double(bounds.y) + (double(bounds.height) - height) / 2
            : double(bounds.y));
    return view;
}

ViewState revealing(ViewState view, const layout::Rect& area)
{
    const double width = view.size.width() / view.zoom;
    const double height = view.size.height() / view.zoom;
    const double marginX = std::min(revealMargin / view.zoom, width / 4);
    const double marginY = std::min(revealMargin / view.zoom, height / 4);
    view.origin = {
        moveInto(double(area.x) - marginX, double(area.right()) + marginX, view.origin.x(), width),
        moveInto(double(area.y) - marginY, double(area.bottom()) + marginY, view.origin.y(), height)
    };
    return view;
}

ViewState kept(ViewState view, const layout::Rect& bounds)
{
    view.origin = { keptOrigin(view.origin.x(), view.size.width() / view.zoom, double(bounds.x),
                        double(bounds.right())),
        keptOrigin(view.origin.y(), view.size.height() / view.zoom, double(bounds.y),
            double(bounds.bottom())) };
    return view;
}

Detail detailAt(double zoom)
{
    constexpr double blocks = 0.15;
    constexpr double cards = 0.28;
    constexpr double full = 0.55;
    if (zoom < blocks)
        return Detail::Pixels;
    if (zoom < cards)
        return Detail::Blocks;
    return zoom < full ? Detail::Cards : Detail::Full;
}

} // namespace ui
