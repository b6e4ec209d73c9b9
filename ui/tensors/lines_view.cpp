#include "ui/tensors/lines_view.h"

#include "model/support/text.h"
#include "profiler/charts/charts.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ui {

namespace {

constexpr std::array<const char*, maxLines> tokens { "accent", "neighbourOut", "good", "gold",
    "error", "neighbourIn", "textSecondary", "info" };

} // namespace

support::Result<TensorLines> makeTensorLines(
    const model::TensorElements& content, const SliceView& slice, std::stop_token stop)
{
    TensorLines result;
    result.rows = slice.rows();
    result.columns = slice.columns();
    result.firstColumn = slice.firstColumn();
    const auto parts
        = static_cast<std::size_t>(std::min<std::uint64_t>(slice.columns(), lineColumns));
    bool isFirst = true;
    for (std::uint64_t row = 0; row < std::min<std::uint64_t>(slice.rows(), maxLines); ++row) {
        if (stop.stop_requested())
            return support::Error("cancelled", support::ErrorKind::Cancelled);
        TensorLines::Line line { slice.rowLabel(row),
            std::vector<float>(parts, std::numeric_limits<float>::quiet_NaN()), {} };
        line.high = line.low;
        for (std::uint64_t column = 0; column < slice.columns() && slice.has(row, column);
             ++column) {
            const double value = content.number(slice.element(row, column));
            if (!std::isfinite(value))
                continue;
            const auto part = static_cast<std::size_t>(column * parts / slice.columns());
            const auto number = static_cast<float>(value);
            line.low[part] = std::isnan(line.low[part]) ? number : std::min(line.low[part], number);
            line.high[part]
                = std::isnan(line.high[part]) ? number : std::max(line.high[part], number);
            result.smallest = isFirst ? value : std::min(result.smallest, value);
            result.largest = isFirst ? value : std::max(result.largest, value);
            isFirst = false;
        }
        result.lines.push_back(std::move(line));
    }
    return result;
}

LinesView::LinesView(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(160, 120);
    setAccessibleName(tr("Rows of the slice as curves"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void LinesView::set(TensorLines lines)
{
    m_lines = std::move(lines);
    update();
}

QRectF LinesView::plot() const { return QRectF(rect()).adjusted(68, 12, -16, -46); }

void LinesView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeColour("panel"));
    if (m_lines.lines.empty() || m_lines.columns == 0)
        return;
    painter.setFont(scaledFont(font()));
    const auto area = plot();
    drawAxes(painter, area);
    const double span = m_lines.largest > m_lines.smallest ? m_lines.largest - m_lines.smallest : 1;
    const auto yOf = [&](float value) {
        return area.bottom()
            - (static_cast<double>(value) - m_lines.smallest) / span * area.height();
    };
    for (std::size_t i = 0; i < m_lines.lines.size(); ++i) {
        const auto& line = m_lines.lines[i];
        QPainterPath path;
        bool isDown = false;
        for (std::size_t part = 0; part < line.low.size(); ++part) {
            const double x = area.left()
                + (static_cast<double>(part) + 0.5) * area.width()
                    / static_cast<double>(line.low.size());
            if (std::isnan(line.low[part])) {
                isDown = false;
                continue;
            }
            isDown ? path.lineTo(x, yOf(line.low[part])) : path.moveTo(x, yOf(line.low[part]));
            isDown = true;
            if (line.high[part] > line.low[part])
                path.lineTo(x, yOf(line.high[part]));
        }
        painter.setPen(QPen(Theme::instance().colour(tokens[i]), 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }
    drawLegend(painter, area);
}

void LinesView::drawAxes(QPainter& painter, const QRectF& area) const
{
    const double span = m_lines.largest > m_lines.smallest ? m_lines.largest - m_lines.smallest : 1;
    for (const double tick : profiler::axisTicks(m_lines.smallest, m_lines.smallest + span, 5)) {
        const double y = area.bottom() - (tick - m_lines.smallest) / span * area.height();
        if (y < area.top() - 1 || y > area.bottom() + 1)
            continue;
        painter.setPen(themeColour("canvasGrid"));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QRectF(0, y - 8, area.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
            numberText(tick));
    }
    constexpr int steps = 4;
    painter.setPen(themeColour("textSecondary"));
    for (int i = 0; i <= steps; ++i) {
        const auto column
            = m_lines.firstColumn + static_cast<std::int64_t>(m_lines.columns - 1) * i / steps;
        const double x = area.left() + area.width() * i / steps;
        painter.drawText(
            QRectF(x - 40, area.bottom() + 3, 80, 16), Qt::AlignHCenter, QString::number(column));
    }
}

void LinesView::drawLegend(QPainter& painter, const QRectF& area) const
{
    double x = area.left();
    const double y = area.bottom() + 22;
    for (std::size_t i = 0; i < m_lines.lines.size(); ++i) {
        const auto text = QString::fromStdString(m_lines.lines[i].label);
        const double wide = painter.fontMetrics().horizontalAdvance(text) + 26;
        if (x + wide > width() - 90)
            break;
        painter.fillRect(QRectF(x, y + 6, 12, 3), Theme::instance().colour(tokens[i]));
        painter.setPen(themeColour("text"));
        painter.drawText(QPointF(x + 16, y + 12), text);
        x += wide;
    }
    if (m_lines.rows > m_lines.lines.size()) {
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QPointF(x, y + 12), tr("of %1 rows").arg(m_lines.rows));
    }
}

} // namespace ui
