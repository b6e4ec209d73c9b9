#include "ui/generation/generation_chart.h"

#include "ui/charts/figure_painter.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

GenerationChart::GenerationChart(ActionTable& actions, QWidget* parent)
    : ChartView(actions, tr("Time per token over position"), parent)
{
    setMinimumSize(300, 160);
}

void GenerationChart::set(std::shared_ptr<const profiler::GenerationReport> report)
{
    m_report = std::move(report);
    m_position.reset();
    rebuild();
}

void GenerationChart::setView(profiler::GenerationView view)
{
    m_view = view;
    rebuild();
}

void GenerationChart::setPosition(std::optional<qint64> position)
{
    m_position = position;
    update();
    announcePart(this);
}

void GenerationChart::rebuild()
{
    m_figure = {};
    if (m_report != nullptr)
        m_figure = profiler::generationFigure(*m_report, m_view, width(), height());
    update();
}

int GenerationChart::partCount() const
{
    return m_report != nullptr ? static_cast<int>(m_report->figures.positions.size()) : 0;
}

QString GenerationChart::partText(int part) const
{
    const auto& figures = m_report->figures;
    const auto position = figures.positions[static_cast<std::size_t>(part)];
    auto text = tr("token %1, position %2").arg(profiler::tokenAt(figures, position)).arg(position);
    text += u'\n'
        + tr("%1, median of %n generation(s)", nullptr, static_cast<int>(figures.repeats))
              .arg(durationText(figures.tokenNs[static_cast<std::size_t>(part)]));
    for (const auto& outlier : m_report->outliers) {
        if (m_report->samples[outlier.sample].position == position)
            text += u'\n'
                + (outlier.cause.empty() ? tr("one took %1").arg(durationText(outlier.ns))
                                         : tr("one took %1: %2")
                                               .arg(durationText(outlier.ns),
                                                   QString::fromStdString(outlier.cause)));
    }
    return text;
}

double GenerationChart::xOf(int part) const
{
    return m_figure.xOf(
        static_cast<double>(m_report->figures.positions[static_cast<std::size_t>(part)]));
}

QRectF GenerationChart::partRect(int part) const
{
    return { xOf(part) - 2, m_figure.top, 4, m_figure.bottom - m_figure.top };
}

int GenerationChart::currentPart() const
{
    if (m_report == nullptr || !m_position)
        return -1;
    const auto& positions = m_report->figures.positions;
    const auto found = std::ranges::lower_bound(positions, *m_position);
    return found != positions.end() && *found == *m_position
        ? static_cast<int>(found - positions.begin())
        : -1;
}

void GenerationChart::choosePart(int part)
{
    const auto position = m_report->figures.positions[static_cast<std::size_t>(part)];
    setPosition(position);
    emit positionChosen(position);
}

/// The token whose place is nearest in the horizontal direction.
std::optional<int> GenerationChart::partAt(QPointF point) const
{
    constexpr double margin = 8; // pixels beside the plot
    if (partCount() == 0 || point.x() < m_figure.left - margin
        || point.x() > m_figure.right + margin || point.y() > m_figure.bottom)
        return std::nullopt;
    int nearest = 0;
    for (int part = 1; part < partCount(); ++part)
        if (std::abs(xOf(part) - point.x()) < std::abs(xOf(nearest) - point.x()))
            nearest = part;
    return nearest;
}

void GenerationChart::paintChart(QPainter& painter)
{
    painter.setFont(scaledFont(font()));
    painter.setRenderHint(QPainter::Antialiasing);
    paintFigure(painter, m_figure.figure);
    if (m_report != nullptr && m_position)
        paintFigure(painter, profiler::selectedToken(*m_report, m_figure, *m_position));
}

void GenerationChart::resizeEvent(QResizeEvent*) { rebuild(); }

} // namespace ui
