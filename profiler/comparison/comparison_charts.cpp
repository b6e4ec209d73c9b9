#include "profiler/comparison/comparison_charts.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace profiler {
namespace {

constexpr double top = 26; // space for the figures
constexpr double lineHeight = 15; // for the names
constexpr double margin = 12;
constexpr double fill = 0.7; // share of the space of one bar
constexpr double minShown = 0.4; // least share of the scale for the parts

WaterfallBar::Kind kindOf(std::int64_t differenceNs, bool isNoise)
{
    if (isNoise || differenceNs == 0)
        return WaterfallBar::Kind::Noise;
    return differenceNs < 0 ? WaterfallBar::Kind::Faster : WaterfallBar::Kind::Slower;
}

/// Partly transparent, because the areas are large.
Paint fillOf(WaterfallBar::Kind kind)
{
    constexpr std::array tokens { "text", "accent", "warning", "textSecondary" };
    constexpr double opacity = 0.75;
    return Paint::of(tokens[static_cast<std::size_t>(kind)], opacity);
}

Paint inkOf(WaterfallBar::Kind kind)
{
    constexpr std::array tokens { "text", "accentInk", "warning", "textSecondary" };
    return Paint::of(tokens[static_cast<std::size_t>(kind)]);
}

std::string elidedTo(std::string_view text, double room, const TextWidth& textWidth)
{
    auto words = support::sanitise(text);
    auto count = support::characterCount(words);
    for (double taken = textWidth(words); taken > room && count > 1; taken = textWidth(words)) {
        count = std::min(
            count - 1, static_cast<std::size_t>(static_cast<double>(count) * room / taken) + 1);
        words = support::elideMiddle(support::sanitise(text), count);
    }
    return words;
}

/// Splits a name into one line, or two if it is too long: at the arrow between A's and B's type,
/// otherwise at the blank nearest to the middle.
std::vector<std::string> linesOf(const std::string& name, double room, const TextWidth& textWidth)
{
    const auto words = support::sanitise(name);
    if (textWidth(words) <= room)
        return { words };
    constexpr std::string_view arrow = " → ";
    auto cut = words.find(arrow);
    if (cut != std::string::npos)
        cut += arrow.size() - 1;
    for (std::size_t i = 0; cut == std::string::npos && i < words.size() / 2; ++i) {
        const auto middle = words.size() / 2;
        for (const auto place : { middle + i, middle - i })
            if (words[place] == ' ')
                cut = place;
    }
    if (cut == std::string::npos)
        return { elidedTo(words, room, textWidth) };
    return { elidedTo(words.substr(0, cut), room, textWidth),
        elidedTo(words.substr(cut + 1), room, textWidth) };
}

/// Positions of bars and their names.
class WaterfallPlane {
public:
    WaterfallPlane(const std::vector<WaterfallBar>& bars, double width, double height,
        const TextWidth& textWidth)
        : m_bars(bars)
        , m_step((width - 2 * margin) / static_cast<double>(bars.size()))
    {
        std::size_t lines = 1;
        for (const auto& bar : bars) {
            m_names.push_back(linesOf(bar.label, m_step - 8, textWidth));
            lines = std::max(lines, m_names.back().size());
        }
        m_bottom = std::max(top + 1, height - 9 - lineHeight * static_cast<double>(lines));
        double low = 1e300;
        for (const auto& bar : bars) {
            const auto from = bar.kind == WaterfallBar::Kind::Total ? bar.toNs : bar.fromNs;
            low = std::min({ low, double(bar.toNs), double(from) });
            m_highNs = std::max({ m_highNs, double(from), double(bar.toNs) });
        }
        const double room = (m_highNs - low) / minShown;
        m_lowNs = std::max(0.0, m_highNs - std::max(room, m_highNs * 0.02));
    }

    double bottom() const { return m_bottom; }
    double lowNs() const { return m_lowNs; }
    double step() const { return m_step; }
    const std::vector<std::string>& name(std::size_t i) const { return m_names[i]; }
    double left(std::size_t i) const
    {
        return margin + m_step * (static_cast<double>(i) + (1 - fill) / 2);
    }
    double middle(std::size_t i) const { return margin + m_step * (static_cast<double>(i) + 0.5); }
    double y(double ns) const
    {
        const double share = (ns - m_lowNs) / (m_highNs - m_lowNs);
        return m_bottom - std::clamp(share, 0.0, 1.0) * (m_bottom - top);
    }
    Shape bar(std::size_t i) const
    {
        const auto& bar = m_bars[i];
        const double from = y(bar.kind == WaterfallBar::Kind::Total ? m_lowNs : double(bar.fromNs));
        const double to = y(double(bar.toNs));
        return rectangleOf(left(i), std::min(from, to), m_step * fill,
            std::max(2.0, std::abs(to - from)), fillOf(bar.kind));
    }

private:
    const std::vector<WaterfallBar>& m_bars;
    std::vector<std::vector<std::string>> m_names;
    double m_step = 0;
    double m_bottom = 0;
    double m_lowNs = 0;
    double m_highNs = 1;
};

void addBar(Figure& figure, const WaterfallPlane& plane, const WaterfallBar& bar, std::size_t i,
    bool isLast)
{
    auto shape = plane.bar(i);
    shape.tip = bar.label + ": " + bar.figure();
    const auto right = shape.at.x + shape.width;
    auto words = textAt(
        plane.middle(i), shape.at.y - 7, bar.figure(), Shape::Anchor::Middle, inkOf(bar.kind));
    words.isBold = bar.kind != WaterfallBar::Kind::Noise;
    figure.add(std::move(shape));
    figure.add(std::move(words));
    if (!isLast) { // connects to the next bar
        const auto y = plane.y(double(bar.toNs));
        auto leader = lineOf({ { right, y }, { plane.left(i + 1), y } }, Paint::of("borderStrong"));
        leader.isDashed = true;
        figure.add(std::move(leader));
    }
    double baseline = plane.bottom() + lineHeight;
    for (const auto& line : plane.name(i)) {
        figure.add(textAt(plane.middle(i), baseline, line, Shape::Anchor::Middle));
        baseline += lineHeight;
    }
}

constexpr double effectRow = 22;
constexpr double effectFoot = 26;

struct Effect {
    std::string label;
    const Change* change = nullptr;
    bool isWall = false;
};

std::vector<Effect> effectsOf(const Comparison& comparison, std::size_t most)
{
    std::vector<Effect> effects;
    if (comparison.wall.interval)
        effects.push_back({ "wall", &comparison.wall, true });
    for (const auto& row : comparison.rows) {
        if (effects.size() > most)
            break;
        const bool isBoth = row.change.isOnBoth();
        if (isBoth && row.change.interval && !row.isIgnored)
            effects.push_back({ row.label, &row.change, false });
    }
    return effects;
}

/// Scale of shares of A, by the logarithm of B / A: half and twice have the same distance from 0,
/// and small shares look like on a linear scale. A single row with a wide interval must not flatten
/// all others. So the scale covers each effect, and intervals up to twice the largest effect.
class EffectPlane {
public:
    EffectPlane(const std::vector<Effect>& effects, double left, double right)
        : m_left(left)
        , m_right(right)
    {
        double largest = logOf(0.02);
        for (const auto& effect : effects)
            largest = std::max(largest, std::abs(logOf(effect.change->ratio)));
        for (const auto& effect : effects) {
            const auto& interval = *effect.change->interval;
            m_low = std::min({ m_low, logOf(effect.change->ratio),
                std::max(logOf(interval.low), -2 * largest) });
            m_high = std::max({ m_high, logOf(effect.change->ratio),
                std::min(logOf(interval.high), 2 * largest) });
        }
        const auto spare = 0.04 * (m_high - m_low);
        m_low -= spare;
        m_high += spare;
    }

    double x(double ratio) const
    {
        const auto share = (std::clamp(logOf(ratio), m_low, m_high) - m_low) / (m_high - m_low);
        return m_left + share * (m_right - m_left);
    }
    bool isInSight(double ratio) const { return logOf(ratio) >= m_low && logOf(ratio) <= m_high; }
    std::vector<double> ticks() const
    {
        constexpr double linear = 0.5;
        if (std::max(-m_low, m_high) < linear)
            return axisTicks(std::expm1(m_low), std::expm1(m_high), 6);
        constexpr double minApart = 60; // pixels
        std::vector<double> ticks;
        for (const double ratio : { -0.99, -0.9, -0.75, -0.5, -0.25, 0.0, 0.5, 1.0, 2.0, 4.0, 9.0,
                 19.0, 49.0, 99.0, 999.0 })
            if (isInSight(ratio) && (ticks.empty() || x(ratio) - x(ticks.back()) >= minApart))
                ticks.push_back(ratio);
        return ticks;
    }

private:
    static double logOf(double ratio)
    {
        constexpr double least = -0.999;
        return std::log1p(std::max(least, ratio));
    }

    double m_left;
    double m_right;
    double m_low = -0.012; // always shows the margin below which nothing is called a difference
    double m_high = 0.012;
};

Paint effectPaint(const Change& change)
{
    return Paint::of(change.verdict == Verdict::Faster ? "accent"
            : change.verdict == Verdict::Slower        ? "warning"
                                                       : "textSecondary");
}

void addEffect(Figure& figure, const EffectPlane& plane, const Effect& effect, double y)
{
    const auto& change = *effect.change;
    const auto paint = effectPaint(change);
    const auto from = plane.x(change.interval->low);
    const auto to = plane.x(change.interval->high);
    figure.add(lineOf({ { from, y }, { to, y } }, paint, 1.5));
    for (const auto& [ratio, end] :
        { std::pair(change.interval->low, from), std::pair(change.interval->high, to) })
        if (plane.isInSight(ratio)) // otherwise the interval goes on
            figure.add(lineOf({ { end, y - 4 }, { end, y + 4 } }, paint, 1.5));
    const auto x = plane.x(change.ratio);
    const bool isCalled = change.verdict == Verdict::Faster || change.verdict == Verdict::Slower;
    auto mark = effect.isWall ? rectangleOf(x - 4, y - 4, 8, 8, paint)
                              : circleOf({ x, y }, 4, isCalled ? paint : Paint::of("panel"));
    if (!effect.isWall) {
        mark.stroke = paint;
        mark.strokeWidth = 1.5;
    }
    mark.tip = effect.label + ": " + ratioText(change.ratio) + " (95 % " + intervalText(change)
        + "), " + std::string(verdictName(change.verdict));
    figure.add(std::move(mark));
}

void addScale(Figure& figure, const EffectPlane& plane, double bottom)
{
    figure.add(rectangleOf(plane.x(-smallestRatio), 0,
        plane.x(smallestRatio) - plane.x(-smallestRatio), bottom, Paint::of("inset")));
    for (const auto tick : plane.ticks()) {
        const bool isZero = std::abs(tick) < 1e-9;
        figure.add(lineOf({ { plane.x(tick), 0 }, { plane.x(tick), bottom } },
            Paint::of(isZero ? "borderStrong" : "border")));
        figure.add(textAt(plane.x(tick), bottom + 16, isZero ? std::string("0") : ratioText(tick),
            Shape::Anchor::Middle));
    }
}

} // namespace

double roughTextWidth(std::string_view text)
{
    constexpr double perCharacter = 6.4;
    return perCharacter * static_cast<double>(support::characterCount(text));
}

std::string signedDurationText(double ns)
{
    return (ns < 0 ? "−" : "+") + support::durationText(std::abs(ns));
}

std::string WaterfallBar::figure() const
{
    return kind == WaterfallBar::Kind::Total ? support::durationText(double(toNs))
                                             : signedDurationText(double(toNs - fromNs));
}

std::vector<WaterfallBar> waterfallBars(const Waterfall& waterfall, std::size_t most)
{
    std::vector<WaterfallBar> bars;
    if (waterfall.parts.empty())
        return bars;
    auto parts = waterfall.parts;
    std::ranges::stable_sort(parts, std::greater<>(),
        [](const WaterfallPart& part) { return std::abs(part.differenceNs()); });
    bars.push_back({ "A", 0, waterfall.aNs, WaterfallBar::Kind::Total });
    auto now = waterfall.aNs;
    const auto add = [&](std::string label, std::int64_t difference, bool isNoise) {
        bars.push_back({ std::move(label), now, now + difference, kindOf(difference, isNoise) });
        now += difference;
    };
    const auto shown = parts.size() + 2 <= most ? parts.size() : most > 3 ? most - 3 : 0;
    for (std::size_t i = 0; i < shown; ++i)
        add(parts[i].label, parts[i].differenceNs(), parts[i].isNoise);
    if (shown < parts.size()) {
        std::int64_t rest = 0;
        for (std::size_t i = shown; i < parts.size(); ++i)
            rest += parts[i].differenceNs();
        add(support::countOf(parts.size() - shown, "other", "others"), rest, true);
    }
    bars.push_back({ "B", 0, waterfall.bNs, WaterfallBar::Kind::Total });
    return bars;
}

Figure waterfallFigure(
    const std::vector<WaterfallBar>& bars, double width, double height, const TextWidth& textWidth)
{
    Figure figure { width, height, {} };
    if (bars.empty())
        return figure;
    const WaterfallPlane plane(bars, width, height, textWidth);
    figure.add(
        lineOf({ { 0, plane.bottom() }, { width, plane.bottom() } }, Paint::of("borderStrong")));
    for (std::size_t i = 0; i < bars.size(); ++i)
        addBar(figure, plane, bars[i], i, i + 1 == bars.size());
    if (plane.lowNs() > 0)
        figure.add(textAt(width / 2, plane.bottom() - 6,
            "scale begins at " + support::durationText(plane.lowNs()), Shape::Anchor::Middle));
    return figure;
}

Figure effectsFigure(
    const Comparison& comparison, std::size_t most, double width, const TextWidth& textWidth)
{
    Figure figure;
    const auto effects = effectsOf(comparison, most);
    if (effects.empty())
        return figure;
    const double names = std::min(300.0, width * 0.28);
    const double figures = std::min(220.0, width * 0.22);
    const auto bottom = effectRow * static_cast<double>(effects.size());
    figure.width = width;
    figure.height = bottom + effectFoot;
    const EffectPlane plane(effects, names, width - figures);
    addScale(figure, plane, bottom);
    for (std::size_t i = 0; i < effects.size(); ++i) {
        const auto& effect = effects[i];
        const auto y = effectRow * (static_cast<double>(i) + 0.5);
        const auto ink = Paint::of(effect.isWall ? "text" : "textSecondary");
        auto name = textAt(
            0, y + 4, elidedTo(effect.label, names - 16, textWidth), Shape::Anchor::Start, ink);
        name.isBold = effect.isWall;
        auto words = textAt(width, y + 4,
            ratioText(effect.change->ratio) + "  (" + intervalText(*effect.change) + ")",
            Shape::Anchor::End, ink);
        words.isBold = effect.isWall;
        figure.add(std::move(name));
        figure.add(std::move(words));
        addEffect(figure, plane, effect, y);
    }
    return figure;
}

} // namespace profiler
