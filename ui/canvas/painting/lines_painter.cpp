#include "ui/canvas/line_tracer.h"
#include "ui/canvas/painting/paint_frame.h"

#include <QLineF>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr double lineWidth = 1.25;
constexpr double markedWidth = 2.2;
constexpr double headLength = 8; // units
constexpr double headHalf = 3.2;
constexpr double minHead = 3; // pixels
/// Limits of antialiasing. Its time grows with the number of pixels, and in a dense bundle of lines
/// it is not visible.
constexpr std::size_t smoothedLines = 400;
constexpr double smoothedPixels = 40'000;

QPen penFor(layout::LineStyle style, const QColor& colour, double width)
{
    QPen pen(colour, width);
    pen.setCosmetic(true);
    pen.setCapStyle(Qt::FlatCap);
    if (style == layout::LineStyle::Dashed)
        pen.setDashPattern({ 5, 4 });
    if (style == layout::LineStyle::Dotted)
        pen.setDashPattern({ 2, 3 });
    return pen;
}

void drawHead(PaintFrame& frame, const LineTracer& tracer, std::uint32_t line)
{
    if (!frame.scene().lineContinues.empty() && frame.scene().lineContinues[line] != 0)
        return; // another piece leads to the reader
    const auto arrival = tracer.arrival(line);
    if (!QRectF(QPointF(0, 0), QSizeF(frame.view.size))
             .adjusted(-10, -10, 10, 10)
             .contains(arrival.p2())
        || arrival.length() <= 0)
        return;
    const double length = std::max(minHead, headLength * frame.zoom());
    const double half = length * headHalf / headLength;
    const auto unit = (arrival.p2() - arrival.p1()) / arrival.length();
    const QPointF across(-unit.y(), unit.x());
    const auto base = arrival.p2() - unit * length;
    const std::array<QPointF, 3> head { arrival.p2(), base + across * half, base - across * half };
    frame.painter.drawConvexPolygon(head.data(), 3);
}

void drawHeads(PaintFrame& frame, const LineTracer& tracer, std::span<const std::uint32_t> lines)
{
    frame.painter.setPen(Qt::NoPen);
    frame.painter.setBrush(frame.style.edge);
    frame.painter.setRenderHint(QPainter::Antialiasing);
    for (const auto line : lines)
        drawHead(frame, tracer, line);
    frame.painter.setBrush(Qt::NoBrush);
}

/// Draws short independent lines of width 0 without antialiasing, which is fastest with QPainter.
void drawThin(PaintFrame& frame, LineTracer& tracer)
{
    frame.painter.setRenderHint(QPainter::Antialiasing, false);
    frame.painter.setPen(
        QPen(frame.detail == Detail::Blocks ? frame.style.edgeFaint : frame.style.edge, 0));
    QList<QLineF> pieces;
    for (const auto line : frame.lines) {
        if (frame.isStopped())
            return;
        const auto& runs
            = frame.detail == Detail::Blocks ? tracer.traceStraight(line) : tracer.trace(line);
        for (const auto& run : runs) {
            for (qsizetype i = 0; i + 1 < run.size(); ++i)
                pieces.append({ run[i], run[i + 1] });
        }
    }
    frame.painter.drawLines(pieces);
}

void drawSmooth(PaintFrame& frame, LineTracer& tracer)
{
    frame.painter.setRenderHint(QPainter::Antialiasing);
    auto last = layout::LineStyle::Plain;
    frame.painter.setPen(penFor(last, frame.style.edge, lineWidth));
    for (const auto line : frame.lines) {
        const auto style = layout::lineStyle(
            *frame.content.model, frame.content.analysis.get(), frame.scene(), line);
        if (style != last)
            frame.painter.setPen(penFor(style, frame.style.edge, lineWidth));
        last = style;
        for (const auto& run : tracer.trace(line))
            frame.painter.drawPolyline(run);
    }
}

double lengthOf(const QPolygonF& run)
{
    double length = 0;
    for (qsizetype i = 0; i + 1 < run.size(); ++i)
        length += QLineF(run[i], run[i + 1]).length();
    return length;
}

bool canSmooth(const PaintFrame& frame, LineTracer& tracer)
{
    if (frame.detail < Detail::Cards || frame.lines.size() > smoothedLines)
        return false;
    double pixels = 0;
    for (const auto line : frame.lines) {
        for (const auto& run : tracer.trace(line))
            pixels += lengthOf(run);
        if (pixels > smoothedPixels)
            return false;
    }
    return true;
}

void drawMarked(PaintFrame& frame, LineTracer& tracer, std::span<const MarkedLine> marked)
{
    frame.painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [line, colour] : marked) {
        const auto style = layout::lineStyle(
            *frame.content.model, frame.content.analysis.get(), frame.scene(), line);
        frame.painter.setPen(penFor(style, colour, markedWidth));
        frame.painter.setBrush(Qt::NoBrush);
        // The same form as in the base.
        const auto& runs
            = frame.detail < Detail::Cards ? tracer.traceStraight(line) : tracer.trace(line);
        for (const auto& run : runs)
            frame.painter.drawPolyline(run);
        frame.painter.setPen(Qt::NoPen);
        frame.painter.setBrush(colour);
        drawHead(frame, tracer, line);
    }
    frame.painter.setBrush(Qt::NoBrush);
}

} // namespace

std::vector<MarkedLine> markedLines(
    const CanvasMarks& marks, const layout::Scene& scene, const CanvasStyle& style)
{
    std::vector<MarkedLine> marked;
    for (const auto line : marks.producerLines)
        marked.push_back({ line, style.neighbourIn });
    for (const auto line : marks.readerLines)
        marked.push_back({ line, style.neighbourOut });
    if (marks.value != layout::noIndex) {
        for (std::uint32_t line = 0; line < scene.lineCount(); ++line) {
            if (scene.lineValue[line] == marks.value)
                marked.push_back({ line, style.neighbourOut });
        }
    }
    for (const auto line : marks.hoverLines)
        marked.push_back({ line, style.accent });
    std::stable_sort(marked.begin(), marked.end());
    return marked;
}

void paintLines(PaintFrame& frame)
{
    if (frame.isStopped())
        return;
    LineTracer tracer(frame.scene(), frame.view);
    if (frame.detail != Detail::Pixels) {
        if (canSmooth(frame, tracer))
            drawSmooth(frame, tracer);
        else
            drawThin(frame, tracer);
    }
    if (frame.detail >= Detail::Cards)
        drawHeads(frame, tracer, frame.lines);
}

void paintMarkedLines(PaintFrame& frame, std::span<const MarkedLine> marked)
{
    LineTracer tracer(frame.scene(), frame.view);
    drawMarked(frame, tracer, marked);
}

} // namespace ui
