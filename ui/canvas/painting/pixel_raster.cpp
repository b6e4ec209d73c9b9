#include "ui/canvas/painting/pixel_raster.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// Below this zoom a line is drawn from its first to its last point.
constexpr double straightBelow = 0.03;

class Raster {
public:
    Raster(QSize size, QRgb background, QImage::Format format)
        : m_image(size, format)
        , m_pixels(reinterpret_cast<QRgb*>(m_image.bits()))
        , m_stride(m_image.bytesPerLine() / qsizetype(sizeof(QRgb)))
    {
        m_image.fill(background);
    }

    void fill(const QRectF& rect, QRgb colour)
    {
        const int left = std::max(0, static_cast<int>(std::floor(rect.left())));
        const int top = std::max(0, static_cast<int>(std::floor(rect.top())));
        // At least a pixel, so that nothing disappears.
        const int right = std::min(
            m_image.width(), std::max(left + 1, static_cast<int>(std::floor(rect.right()))));
        const int bottom = std::min(
            m_image.height(), std::max(top + 1, static_cast<int>(std::floor(rect.bottom()))));
        for (int y = top; y < bottom; ++y)
            std::fill(m_pixels + y * m_stride + left,
                m_pixels + y * m_stride + std::max(left, right), colour);
    }

    void line(QPointF from, QPointF to, QRgb colour)
    {
        if (!clip(from, to))
            return;
        const auto d = to - from;
        const int steps
            = std::max(1, static_cast<int>(std::ceil(std::max(std::abs(d.x()), std::abs(d.y())))));
        // Fixed point; both ends lie inside, so that no pixel needs a check.
        constexpr double one = 65536;
        int x = static_cast<int>(from.x() * one);
        int y = static_cast<int>(from.y() * one);
        const int dx = static_cast<int>(d.x() / steps * one);
        const int dy = static_cast<int>(d.y() / steps * one);
        for (int i = 0; i < steps; ++i, x += dx, y += dy)
            m_pixels[(y >> 16) * m_stride + (x >> 16)] = colour;
    }

    QImage take() { return std::move(m_image); }

private:
    bool clip(QPointF& from, QPointF& to) const
    {
        const auto d = to - from;
        double begin = 0;
        double end = 1;
        const auto cut = [&](double direction, double distance) {
            if (direction == 0)
                return distance >= 0;
            (direction < 0 ? begin : end) = direction < 0 ? std::max(begin, distance / direction)
                                                          : std::min(end, distance / direction);
            return begin <= end;
        };
        // Half a pixel within the border: rounding never leaves the image.
        constexpr double inset = 0.5;
        const double right = m_image.width() - inset;
        const double bottom = m_image.height() - inset;
        if (!cut(-d.x(), from.x() - inset) || !cut(d.x(), right - from.x())
            || !cut(-d.y(), from.y() - inset) || !cut(d.y(), bottom - from.y()))
            return false;
        const auto start = from;
        from = start + begin * d;
        to = start + end * d;
        return true;
    }

    QImage m_image;
    QRgb* m_pixels;
    qsizetype m_stride;
};

QImage draw(Raster raster, const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours)
{
    ViewState pixels = view;
    pixels.zoom *= view.pixelRatio;
    for (const auto line : lines) {
        const auto points = scene.line(line);
        if (view.zoom < straightBelow) {
            raster.line(
                toScreen(pixels, points.front()), toScreen(pixels, points.back()), colours.line);
            continue;
        }
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            raster.line(toScreen(pixels, points[i]), toScreen(pixels, points[i + 1]), colours.line);
    }
    for (const auto box : boxes)
        raster.fill(toScreen(pixels, scene.boxes[box]), colours.boxes[box]);
    auto image = raster.take();
    image.setDevicePixelRatio(view.pixelRatio);
    return image;
}

QSize pixelSize(const ViewState& view) { return (QSizeF(view.size) * view.pixelRatio).toSize(); }

} // namespace

QImage rasterise(const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours)
{
    return draw(Raster(pixelSize(view), colours.canvas, QImage::Format_RGB32), scene, boxes, lines,
        view, colours);
}

QImage rasteriseOver(const layout::Scene& scene, std::span<const std::uint32_t> boxes,
    std::span<const std::uint32_t> lines, const ViewState& view, const RasterColours& colours)
{
    return draw(Raster(pixelSize(view), 0, QImage::Format_ARGB32_Premultiplied), scene, boxes,
        lines, view, colours);
}

} // namespace ui
