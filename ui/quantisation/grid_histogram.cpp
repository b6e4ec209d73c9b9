#include "ui/quantisation/grid_histogram.h"

#include "profiler/charts/charts.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr double below = 50; // grid, labels and legend, in pixels
constexpr double tickHeight = 7;
constexpr double closestTicks = 3;

QColor gridColour()
{
    return Theme::instance().colour(Theme::instance().category(model::Category::Quantise).solid);
}

} // namespace

GridHistogram::GridHistogram(QWidget* parent)
    : TipWidget(parent)
{
    setAccessibleName(tr("Numbers of the channel against the codes"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void GridHistogram::set(model::ChannelPicture picture)
{
    m_picture = std::move(picture);
    m_markWords.clear();
    const auto& numbers = m_picture.numbers;
    setAccessibleDescription(numbers.counts.empty()
            ? QString()
            : tr("from %1 to %2, %3 codes unused")
                  .arg(numberText(numbers.low), numberText(numbers.high))
                  .arg(std::ranges::count(m_picture.codeCounts, 0U)));
    update();
}

void GridHistogram::setLogarithmic(bool isLogarithmic)
{
    m_isLogarithmic = isLogarithmic;
    update();
}

void GridHistogram::setMark(double number, const QString& words)
{
    m_mark = number;
    m_markWords = words;
    update();
}

GridHistogram::UnusedRun GridHistogram::longestUnused() const
{
    const auto& counts = m_picture.codeCounts;
    const auto isUsed = [](std::uint64_t count) { return count > 0; };
    const auto first = std::ranges::find_if(counts, isUsed);
    const auto last = std::find_if(counts.rbegin(), counts.rend(), isUsed).base();
    UnusedRun longest;
    UnusedRun run;
    for (auto at = first; at < last; ++at) {
        if (*at > 0) {
            run = {};
            continue;
        }
        if (run.count == 0)
            run.first = static_cast<std::size_t>(at - counts.begin());
        if (++run.count > longest.count)
            longest = run;
    }
    return longest;
}

QRectF GridHistogram::plot() const { return QRectF(rect()).adjusted(14, 14, -14, -below); }

double GridHistogram::xOf(double number) const
{
    const auto& range = m_picture.numbers;
    const auto width = range.high / 2 - range.low / 2;
    const auto share = width > 0 ? (number / 2 - range.low / 2) / width : 0.5;
    return plot().left() + share * plot().width();
}

double GridHistogram::heightOf(std::uint64_t count) const
{
    const auto most = static_cast<double>(std::ranges::max(m_picture.numbers.counts));
    if (count == 0 || most == 0)
        return 0;
    // The logarithmic scale begins below one, so that one number has a visible bar.
    return m_isLogarithmic
        ? std::log10(1 + 9 * static_cast<double>(count)) / std::log10(1 + 9 * most)
        : static_cast<double>(count) / most;
}

void GridHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    const auto& counts = m_picture.numbers.counts;
    if (counts.empty())
        return;
    painter.setFont(scaledFont(font()));
    const auto area = plot();
    const auto width = area.width() / static_cast<double>(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) {
            const auto height = std::max(1.0, area.height() * heightOf(counts[i]));
            painter.fillRect(QRectF(area.left() + static_cast<double>(i) * width,
                                 area.bottom() - height, std::max(1.0, width - 1), height),
                themeColour("bar"));
        }
    painter.setPen(themeColour("borderStrong"));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    drawGrid(painter);
    drawUnused(painter);
    drawMark(painter);
    drawAxis(painter);
}

void GridHistogram::drawGrid(QPainter& painter) const
{
    const auto area = plot();
    const auto& values = m_picture.codeValues;
    painter.setPen(themeColour("textSecondary"));
    const QRectF legend(area.left(), height() - 18, area.width(), 16);
    painter.drawText(legend, Qt::AlignLeft | Qt::AlignVCenter,
        m_isLogarithmic ? tr("bars: numbers (logarithmic count)")
                        : tr("bars: numbers (linear count)"));
    if (values.size() < 2) {
        painter.drawText(
            legend, Qt::AlignRight | Qt::AlignVCenter, tr("several scales in this channel"));
        return;
    }
    const auto step = std::abs(xOf(values[1]) - xOf(values[0]));
    if (!(step > 0))
        return;
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(closestTicks / step)));
    painter.setPen(QPen(gridColour(), 1));
    for (std::size_t i = 0; i < values.size(); i += every) {
        const auto x = xOf(values[i]);
        if (x >= area.left() - 1 && x <= area.right() + 1)
            painter.drawLine(
                QPointF(x, area.bottom() + 3), QPointF(x, area.bottom() + 3 + tickHeight));
    }
    painter.setPen(themeColour("textSecondary"));
    painter.drawText(legend, Qt::AlignRight | Qt::AlignVCenter,
        every == 1 ? tr("ticks: the codes") : tr("ticks: the codes, every %1.").arg(every));
}

/// Drawn where the run of unused codes is at least a twentieth of all codes. A channel with fewer
/// numbers than codes cannot use them all.
void GridHistogram::drawUnused(QPainter& painter) const
{
    const auto run = longestUnused();
    const auto& counts = m_picture.codeCounts;
    const auto total = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    if (run.count * 20 < counts.size() || total < counts.size())
        return;
    const auto area = plot();
    const auto from = std::clamp(xOf(m_picture.codeValues[run.first]), area.left(), area.right());
    const auto to = std::clamp(
        xOf(m_picture.codeValues[run.first + run.count - 1]), area.left(), area.right());
    const auto y = area.bottom() - area.height() * 0.28;
    painter.setPen(QPen(themeColour("warning"), 1));
    painter.drawLine(QPointF(std::min(from, to), y), QPointF(std::max(from, to), y));
    const auto words
        = tr("%1 of %2 codes unused here").arg(run.count).arg(m_picture.codeValues.size());
    const auto wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + 2;
    const auto left = std::clamp((from + to - wide) / 2, area.left(), area.right() - wide);
    painter.drawText(QRectF(left, y - 18, wide, 16), Qt::AlignCenter, words);
}

void GridHistogram::drawMark(QPainter& painter) const
{
    if (m_markWords.isEmpty())
        return;
    const auto area = plot();
    const auto x = xOf(m_mark);
    painter.setPen(QPen(themeColour("error"), 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top() + 34), QPointF(x, area.bottom()));
    const auto half = area.width() / 2;
    const bool isRight = x > area.center().x();
    painter.drawText(QRectF(isRight ? area.right() - half : area.left(), area.top() - 4, half, 38),
        (isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextWordWrap,
        m_markWords);
}

void GridHistogram::drawAxis(QPainter& painter) const
{
    const auto area = plot();
    const auto& range = m_picture.numbers;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(themeColour("textSecondary"));
    double free = 0;
    for (const auto tick : profiler::axisTicks(range.low, range.high, 5)) {
        if (tick < range.low || tick > range.high)
            continue;
        const auto text = numberText(tick);
        const auto width = metrics.horizontalAdvance(text) + 4;
        const auto left = std::clamp(xOf(tick) - width / 2, 0.0, this->width() - width);
        if (left < free)
            continue;
        painter.drawText(QRectF(left, area.bottom() + 12, width, 16), Qt::AlignCenter, text);
        free = left + width + 8;
    }
}

QString GridHistogram::tipAt(QPoint point) const
{
    const auto& range = m_picture.numbers;
    const auto area = plot();
    if (range.counts.empty() || !area.contains(point))
        return {};
    const auto bins = static_cast<double>(range.counts.size());
    const auto bin
        = std::min(bins - 1, std::floor((point.x() - area.left()) / area.width() * bins));
    const auto width = (range.high - range.low) / bins;
    return tr("%1 to %2: %3 numbers")
        .arg(numberText(range.low + bin * width), numberText(range.low + (bin + 1) * width),
            countText(range.counts[static_cast<std::size_t>(bin)]));
}

} // namespace ui
