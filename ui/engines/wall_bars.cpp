#include "ui/engines/wall_bars.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"
#include "ui/charts/figure_painter.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>

namespace ui {

using profiler::Figure;
using profiler::Paint;
using profiler::Shape;

namespace {

constexpr double threadsWidth = 84;
constexpr double nameWidth = 104;
constexpr double rowHeight = 27;
constexpr double barHeight = 17;
constexpr double groupGap = 18;
constexpr double topMargin = 6;
constexpr double axisHeight = 26;
constexpr double rightMargin = 40;
constexpr double textWidth = 150; // of a wall, with its distance from the bar

std::string threadsName(int threads)
{
    return threads == 1 ? "1 thread" : std::to_string(threads) + " threads";
}

/// Text on a bar of an engine's colour.
Paint inkOn(std::size_t engine)
{
    const auto paint = enginePaint(engine);
    return paint.kind == Paint::Kind::Category ? Paint::on(paint.category) : Paint::of("onAccent");
}

double longestNs(const EngineComparison& comparison)
{
    double longest = 1;
    for (const auto& measured : comparison.measurements)
        longest = std::max({ longest, measured.medianNs, measured.highNs });
    return longest;
}

/// Returns the scale of the bars: a bar that is too short for its text has it at its right, and the
/// text must fit in too.
double pixelsPerNs(const EngineComparison& comparison, double width)
{
    const double room = std::max(10.0, width - threadsWidth - nameWidth - rightMargin);
    double perNs = room / longestNs(comparison);
    for (const auto& measured : comparison.measurements) {
        const double end = std::max(measured.medianNs, measured.highNs);
        if (measured.medianNs * perNs <= textWidth && end > 0)
            perNs = std::min(perNs, std::max(10.0, room + rightMargin - textWidth) / end);
    }
    return perNs;
}

double heightOf(const EngineComparison& comparison)
{
    return topMargin + static_cast<double>(comparison.measurements.size()) * rowHeight
        + std::max(0.0, static_cast<double>(comparison.threadCounts.size()) - 1) * groupGap
        + axisHeight;
}

void addBar(Figure& figure, const EngineComparison& comparison, const EngineMeasurement& measured,
    double y, double perNs)
{
    const double left = threadsWidth + nameWidth;
    const auto& engine = comparison.engines[measured.engine];
    const auto* verdict = comparison.verdict(measured.threads);
    auto name = profiler::textAt(threadsWidth, y + 13, support::sanitise(engine.title),
        Shape::Anchor::Start, Paint::of("text"));
    name.isBold = verdict != nullptr && verdict->isShown && verdict->fastest == measured.engine;
    figure.add(std::move(name));
    const double width = std::max(2.0, measured.medianNs * perNs);
    auto bar = profiler::rectangleOf(left, y, width, barHeight, enginePaint(measured.engine));
    const auto words = wallText(measured);
    bar.tip = support::sanitise(engine.title) + ", " + threadsName(measured.threads) + ": " + words
        + ", 95 % " + support::durationText(measured.lowNs) + " … "
        + support::durationText(measured.highNs);
    figure.add(std::move(bar));
    const double low = left + measured.lowNs * perNs;
    const double high = left + measured.highNs * perNs;
    const double middle = y + barHeight / 2;
    for (const auto x : { low, high })
        figure.add(
            profiler::lineOf({ { x, middle - 4 }, { x, middle + 4 } }, Paint::of("text"), 1.5));
    figure.add(profiler::lineOf({ { low, middle }, { high, middle } }, Paint::of("text"), 1.5));
    const bool fits = width > textWidth;
    auto text = profiler::textAt(fits ? left + 7 : high + 7, y + 13, words, Shape::Anchor::Start,
        fits ? inkOn(measured.engine) : Paint::of("text"));
    text.isBold = true;
    figure.add(std::move(text));
}

void addAxis(Figure& figure, double longest, double perNs, double bottom)
{
    for (const auto tick : profiler::axisTicks(0, longest, 5)) {
        const double x = threadsWidth + nameWidth + tick * perNs;
        figure.add(profiler::lineOf({ { x, 0 }, { x, bottom } }, Paint::of("border")));
        figure.add(profiler::textAt(
            x, bottom + 17, tick > 0 ? support::durationText(tick) : "0", Shape::Anchor::Middle));
    }
}

} // namespace

Paint enginePaint(std::size_t engine)
{
    static const std::array paints { Paint::of("accent"), Paint::of(model::Category::Attention),
        Paint::of(model::Category::Pooling), Paint::of(model::Category::Elementwise) };
    return paints[std::min(engine, paints.size() - 1)];
}

std::string wallText(const EngineMeasurement& measured)
{
    profiler::Measurement wall;
    wall.value = measured.medianNs;
    wall.interval = profiler::Interval { measured.lowNs, measured.highNs };
    return profiler::text(wall, 4);
}

Figure wallFigure(const EngineComparison& comparison, double width)
{
    Figure figure;
    figure.width = width;
    figure.height = heightOf(comparison);
    const double longest = longestNs(comparison);
    const double perNs = pixelsPerNs(comparison, width);
    addAxis(figure, longest, perNs, figure.height - axisHeight);
    double y = topMargin;
    for (const auto threads : comparison.threadCounts) {
        auto title = profiler::textAt(
            0, y + 13, threadsName(threads), Shape::Anchor::Start, Paint::of("text"));
        title.isBold = true;
        figure.add(std::move(title));
        for (const auto& measured : comparison.measurements)
            if (measured.threads == threads) {
                addBar(figure, comparison, measured, y, perNs);
                y += rowHeight;
            }
        y += groupGap;
    }
    return figure;
}

WallBars::WallBars(QWidget* parent)
    : TipWidget(parent)
{
    setAccessibleName(tr("Wall, median and 95 % interval"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void WallBars::set(std::shared_ptr<const EngineComparison> comparison)
{
    m_comparison = std::move(comparison);
    QStringList words;
    for (const auto& shape : figure().shapes)
        if (!shape.tip.empty())
            words << QString::fromStdString(shape.tip);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

Figure WallBars::figure() const
{
    return m_comparison != nullptr ? wallFigure(*m_comparison, width()) : Figure();
}

QSize WallBars::sizeHint() const
{
    return { 620, m_comparison != nullptr ? static_cast<int>(heightOf(*m_comparison)) : 120 };
}

QSize WallBars::minimumSizeHint() const { return { 360, sizeHint().height() }; }

void WallBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFigure(painter, figure());
}

/// Bars stand in the order in which they are drawn.
void WallBars::mousePressEvent(QMouseEvent* event)
{
    if (m_comparison == nullptr)
        return;
    auto shape = figure().shapes;
    std::erase_if(shape, [](const auto& drawn) { return drawn.tip.empty(); });
    std::size_t bar = 0;
    for (const auto threads : m_comparison->threadCounts)
        for (const auto& measured : m_comparison->measurements)
            if (measured.threads == threads) {
                if (bar < shape.size() && boundsOf(shape[bar]).contains(event->position()))
                    return emit chosen(measured.engine, threads);
                ++bar;
            }
}

QString WallBars::tipAt(QPoint point) const
{
    for (const auto& shape : figure().shapes)
        if (!shape.tip.empty() && boundsOf(shape).contains(point))
            return QString::fromStdString(shape.tip) + tr(". Click to show its profile.");
    return {};
}

ShareBar::ShareBar(QWidget* parent)
    : TipWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void ShareBar::set(std::vector<Part> parts)
{
    m_parts = std::move(parts);
    QStringList words;
    for (const auto& part : m_parts)
        words << part.text;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    update();
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    double x = 0;
    for (const auto& part : m_parts) {
        const double right = x + part.share * width();
        painter.fillRect(QRectF(x, 0, std::max(1.0, right - x - 1), height()),
            themeColour(part.token.constData()));
        x = right;
    }
}

QString ShareBar::tipAt(QPoint point) const
{
    double x = 0;
    for (const auto& part : m_parts) {
        x += part.share * width();
        if (point.x() <= x)
            return part.text;
    }
    return {};
}

} // namespace ui
