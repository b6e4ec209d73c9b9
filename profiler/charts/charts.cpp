#include "profiler/charts/charts.h"

#include "model/support/text.h"
#include "profiler/charts/shape_parts.h"
#include "profiler/device/device_account.h"
#include "profiler/tables/work_slices.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr double labelWidth = 104;
constexpr double rowHeight = 18;
constexpr double rowGap = 6;
constexpr double rulerHeight = 22;
constexpr double memoryHeight = 40;
constexpr std::uint32_t deepestRow = 3;
constexpr double axisWidth = 62;

/// Outlines operators of unknown domains: their fill is the colour of the page.
void outlineCustom(Shape& shape)
{
    if (shape.fill.kind == Paint::Kind::Category && shape.fill.category == model::Category::Custom
        && shape.width > 3)
        shape.stroke = Paint::of("borderStrong");
}

std::string label(const Profile& profile, const Step& step)
{
    return std::string(profile.text(step.opType)) + " " + std::string(profile.text(step.label));
}

std::string tipOf(
    const Timeline& timeline, const TimelineRow& row, const TimelineBar& bar, std::int64_t wallNs)
{
    const auto& profile = timeline.profile();
    const auto step = profile.slices.step[bar.slice];
    const auto share = [&](std::int64_t ns) {
        return support::shareText(
            wallNs > 0 ? static_cast<double>(ns) / static_cast<double>(wallNs) : 0);
    };
    if (bar.isMerged()) {
        const auto summary = timeline.summary(row, bar);
        return support::countOf(summary.count, "span", "spans") + ", together "
            + support::durationText(static_cast<double>(summary.sumNs)) + " ("
            + share(summary.sumNs) + "), longest "
            + support::durationText(static_cast<double>(summary.longestNs));
    }
    const auto duration = profile.slices.durationNs[bar.slice];
    const auto name
        = step == Slices::none ? std::string() : label(profile, profile.steps[step]) + "\n";
    return name + support::durationText(static_cast<double>(duration)) + ", " + share(duration)
        + " of the run";
}

void addBars(Figure& figure, const Timeline& timeline, const TimelineRow& row, const TimeSpan& view,
    double width, double top)
{
    const auto& profile = timeline.profile();
    for (const auto& bar : timeline.bars(row, view, width)) {
        const auto step = profile.slices.step[bar.slice];
        const bool isPiece = isWork(profile.slices, bar.slice);
        const bool isPhase = profile.slices.kind[bar.slice] == SliceKind::Phase && !isPiece;
        // A work slice below its step is pale, because it repeats the time of the step.
        const bool isPale = isPiece && row.kind != RowKind::Work;
        const auto category = step == Slices::none ? model::Category::Other
                                                   : categoryOf(profile, profile.steps[step]);
        // Leaves a thin gap between neighbours of the same colour.
        const auto visible = bar.width > 3 ? bar.width - 0.6 : bar.width;
        auto shape = rectangleOf(labelWidth + bar.x, top, visible, rowHeight,
            Paint::of(isPhase ? model::Category::Quantise : category, isPale ? 0.4 : 1));
        outlineCustom(shape);
        shape.tip = tipOf(timeline, row, bar, view.lengthNs());
        if (step != Slices::none)
            shape.step = engine::StepId(step);
        figure.add(std::move(shape));
        if (bar.isMerged())
            figure.add(rectangleOf(labelWidth + bar.x, top + rowHeight / 2, visible, rowHeight / 2,
                Paint::of("text", 0.3)));
        if (!bar.isMerged() && bar.width > 60 && step != Slices::none && !isPale) {
            const auto room = static_cast<std::size_t>((bar.width - 8) / 6.4);
            const auto& shown = profile.steps[step];
            const auto both = label(profile, shown);
            const auto fits = support::characterCount(both) <= room;
            auto words = textAt(labelWidth + bar.x + 4, top + rowHeight - 5,
                fits ? both : support::elideMiddle(profile.text(shown.opType), room));
            words.fill = Paint::on(category);
            words.step = engine::StepId(step);
            figure.add(std::move(words));
        }
    }
}

/// The live bytes over time as a line of steps, which ends at `right`.
template <typename X, typename Y>
std::vector<Point> stairsOf(const LiveMemory& memory, X xOf, Y yOf, double right)
{
    std::vector<Point> points;
    double last = yOf(0);
    for (const auto& sample : memory.samples) {
        const auto x = xOf(sample.timeNs);
        points.push_back({ x, last });
        last = yOf(static_cast<double>(sample.bytes));
        points.push_back({ x, last });
    }
    points.push_back({ right, last });
    return points;
}

void addLiveMemory(
    Figure& figure, const Profile& profile, std::uint32_t run, double width, double top)
{
    const auto memory = liveMemory(profile, run);
    if (memory.samples.empty() || memory.peakBytes == 0)
        return;
    figure.add(textAt(0, top + memoryHeight / 2, "live memory"));
    const auto wall = static_cast<double>(std::max<std::int64_t>(1, profile.runs[run].wallNs));
    const auto xOf = [&](std::int64_t ns) {
        return labelWidth + std::clamp(static_cast<double>(ns) / wall, 0.0, 1.0) * width;
    };
    const auto yOf = [&](double bytes) {
        return top + memoryHeight
            - bytes / static_cast<double>(memory.peakBytes) * (memoryHeight - 4);
    };
    auto shape
        = lineOf(stairsOf(memory, xOf, yOf, labelWidth + width), Paint::of("neighbourIn"), 1.25);
    shape.tip = "activations, peak " + support::bytesText(memory.peakBytes);
    figure.add(std::move(shape));
}

struct Axis {
    double low = 0;
    double high = 1;
    double top = 0;
    double bottom = 0;

    double at(double value) const
    {
        return bottom - std::clamp((value - low) / (high - low), 0.0, 1.0) * (bottom - top);
    }
};

/// Draws horizontal lines with labels.
template <typename Label>
void addAxis(Figure& figure, const Axis& axis, const std::vector<double>& ticks, Label label)
{
    for (const auto tick : ticks) {
        const auto y = axis.at(tick);
        figure.add(lineOf({ { axisWidth, y }, { figure.width, y } },
            Paint::of(tick == 0 ? "borderStrong" : "border")));
        figure.add(textAt(axisWidth - 6, y + 4, label(tick), Shape::Anchor::End));
    }
}

struct StripPart {
    std::string tip;
    Paint fill;
    double share = 0;
    bool isHollow = false; ///< dashed, without fill colour
};

/// Draws one bar divided by shares. Parts thinner than a pixel are left out.
Figure stripFigure(const std::vector<StripPart>& parts, double width)
{
    Figure figure { width, 22, {} };
    double total = 0;
    for (const auto& part : parts)
        total += part.share;
    double x = 0;
    for (const auto& part : parts) {
        const auto length = total > 0 ? part.share / total * width : 0;
        auto shape = rectangleOf(x, 1, std::max(0.0, length - 1.5), 20, part.fill);
        x += length;
        if (length < 1)
            continue;
        if (part.isHollow) {
            shape.fill = Paint::none();
            shape.stroke = Paint::of("borderStrong");
            shape.isDashed = true;
            shape.at.x += 0.5;
            shape.width = std::max(0.0, shape.width - 1);
        }
        outlineCustom(shape);
        shape.tip = part.tip;
        figure.add(std::move(shape));
    }
    return figure;
}

/// Writes round numbers without trailing zeros: `5 MiB`.
std::string byteTickText(double bytes)
{
    if (bytes == 0)
        return "0";
    auto words = support::bytesText(wholeOf(bytes));
    const auto space = words.find(' ');
    const auto number = words.substr(0, space);
    if (number.find('.') == std::string::npos)
        return words;
    auto end = number.find_last_not_of('0');
    end -= number[end] == '.' ? 1 : 0;
    return number.substr(0, end + 1) + words.substr(space);
}

/// Draws vertical lines with times below.
void addTimeTicks(Figure& figure, double wallNs, double top, double bottom)
{
    const auto inner = figure.width - axisWidth;
    for (const auto tick : axisTicks(0, wallNs, 6)) {
        const auto x = axisWidth + tick / wallNs * inner;
        if (tick > 0)
            figure.add(lineOf({ { x, top }, { x, bottom } }, Paint::of("border")));
        figure.add(
            textAt(x, bottom + 18, tick == 0 ? std::string("0") : support::durationText(tick),
                x > figure.width - 24 ? Shape::Anchor::End
                    : tick == 0       ? Shape::Anchor::Start
                                      : Shape::Anchor::Middle));
    }
}

} // namespace

model::Category categoryOf(const Profile& profile, const Step& step)
{
    if (step.kind == StepKind::Copy)
        return model::Category::Quantise;
    if (step.kind == StepKind::Reorder)
        return model::Category::Layout;
    const auto& palette = model::Palette::instance();
    const auto own = palette.category(profile.text(step.domain), profile.text(step.opType));
    if (own != model::Category::Custom || step.origins.empty())
        return own;
    // Another engine's name for the operator: the node that it came from has a known one.
    const auto node = step.origins.front().node;
    if (!node.isValid() || node.value() >= profile.provenance.size())
        return own;
    const auto& origin = profile.provenance[node.value()];
    return palette.category(profile.text(origin.domain), profile.text(origin.opType));
}

model::Category categoryOf(const Profile& profile, const TypeRow& row)
{
    const auto type = profile.text(row.opType);
    if (type == "Reorder")
        return model::Category::Layout;
    if (type == "Copy")
        return model::Category::Quantise;
    return model::Palette::instance().category(profile.text(row.domain), type);
}

std::vector<double> axisTicks(double low, double high, int count)
{
    if (!(high > low) || count < 1)
        return { low };
    const auto least = (high - low) / count;
    const auto power = std::pow(10, std::floor(std::log10(least)));
    auto step = 10 * power;
    for (const double factor : { 1.0, 2.0, 5.0 })
        if (factor * power >= least * (1 - 1e-9)) {
            step = factor * power;
            break;
        }
    std::vector<double> ticks;
    const auto first = std::ceil(low / step - 1e-9);
    for (int i = 0; i <= 2 * count && (first + i) * step <= high * (1 + 1e-9); ++i)
        ticks.push_back((first + i) * step);
    return ticks;
}

std::vector<double> byteTicks(std::uint64_t high, int count)
{
    double unit = 1;
    while (unit * 1024 <= static_cast<double>(high) / 2)
        unit *= 1024;
    auto ticks = axisTicks(0, static_cast<double>(high) / unit, count);
    for (auto& tick : ticks)
        tick *= unit;
    return ticks;
}

Figure timelineFigure(const Timeline& timeline, const Statistics&, std::uint32_t run, double width)
{
    Figure figure;
    figure.width = width;
    const auto& profile = timeline.profile();
    if (run >= profile.runs.size())
        return figure;
    const auto view = timeline.spanOfRun(run);
    const auto inner = width - labelWidth;

    std::vector<const TimelineRow*> rows;
    for (const auto& row : timeline.rows())
        if (row.kind != RowKind::Runs && row.depth < deepestRow
            && !timeline.bars(row, view, inner).empty())
            rows.push_back(&row);
    const bool hasMemory = !profile.memory.lifetimes.empty();
    figure.height = rulerHeight + static_cast<double>(rows.size()) * (rowHeight + rowGap)
        + (hasMemory ? memoryHeight + rowGap : 0);
    for (const auto& tick : ticksOf(view, inner, view.startNs, 90)) {
        figure.add(lineOf(
            { { labelWidth + tick.x, rulerHeight - 6 }, { labelWidth + tick.x, figure.height } },
            Paint::of("border")));
        const bool isLast = tick.x > inner - 30;
        figure.add(textAt(labelWidth + tick.x, rulerHeight - 10, tick.label,
            isLast            ? Shape::Anchor::End
                : tick.x < 20 ? Shape::Anchor::Start
                              : Shape::Anchor::Middle));
    }
    auto top = rulerHeight;
    for (const auto* row : rows) {
        const auto words = row->depth == 0 ? row->label : "nested";
        figure.add(textAt(0, top + rowHeight - 5, support::elideMiddle(words, 16)));
        addBars(figure, timeline, *row, view, inner, top);
        top += rowHeight + rowGap;
    }
    if (hasMemory)
        addLiveMemory(figure, profile, run, inner, top);
    return figure;
}

namespace {

/// Returns the share of the wall in which no step ran, from the account of the median run. The
/// difference of the medians is not used: it is not the time of anything.
double shareBetweenSteps(const Profile& profile, const Statistics& statistics, double inSteps)
{
    if (const auto device = deviceAccount(profile))
        return std::clamp(device->share(device->idleNs()), 0.0, 1.0);
    if (!statistics.account)
        return std::max(0.0, 1 - inSteps);
    const auto& account = *statistics.account;
    return std::clamp(account.share(account.dispatchNs + account.waitingNs + account.allocationNs
                          + account.unaccountedNs),
        0.0, 1.0);
}

} // namespace

std::vector<TypePart> typeParts(
    const Profile& profile, const Statistics& statistics, std::size_t most)
{
    std::vector<TypePart> parts;
    double sum = 0;
    TypePart other { "other", model::Category::Other, {}, 0 };
    std::size_t others = 0;
    for (std::size_t i = 0; i < statistics.types.size(); ++i) {
        const auto& row = statistics.types[i];
        sum += row.share;
        if (parts.size() < most) {
            parts.push_back(
                { std::string(profile.text(row.opType)), categoryOf(profile, row), i, row.share });
            continue;
        }
        other.share += row.share;
        ++others;
    }
    if (others > 0) {
        other.label = support::countOf(others, "other type", "other types");
        parts.push_back(other);
    }
    const auto between = shareBetweenSteps(profile, statistics, sum);
    for (auto& part : parts)
        part.width = sum > 0 ? part.share / sum * (1 - between) : 0;
    parts.push_back({ "Between operators", model::Category::Other, {}, between, between });
    return parts;
}

Figure typeStrip(const std::vector<TypePart>& parts, double width)
{
    std::vector<StripPart> strip;
    for (const auto& part : parts)
        strip.push_back({ part.label + ": " + support::shareText(part.share) + " of wall",
            Paint::of(part.category), part.width, false });
    if (!strip.empty())
        strip.back().isHollow = true; // between operators
    return stripFigure(strip, width);
}

std::vector<AccountPart> accountParts(const Account& account)
{
    return {
        { "Operators", "own time of all operators", "accent", account.operatorsNs },
        { "Reorders", "layout changes between operators", "neighbourIn", account.reordersNs },
        { "Copies", "between buffers or devices", "error", account.copiesNs },
        { "Dispatch", "between one operator and the next", "warning", account.dispatchNs },
        { "Waiting", "for other threads or a device", "textSecondary", account.waitingNs },
        { "Allocation", "of memory during the run", "idle", account.allocationNs },
        { "Unaccounted", "before the first and after the last operator", "",
            account.unaccountedNs },
        { "Overlap", "counted twice: several streams at once", "", -account.overlapNs },
    };
}

Figure accountStrip(const std::vector<AccountPart>& parts, std::int64_t wallNs, double width)
{
    std::vector<StripPart> strip;
    for (const auto& part : parts) {
        const auto ns = static_cast<double>(part.ns);
        const auto share = wallNs > 0 ? ns / static_cast<double>(wallNs) : 0;
        strip.push_back({ std::string(part.name) + ": " + support::durationText(ns) + ", "
                + support::shareText(share) + " of wall",
            part.token.empty() ? Paint::none() : Paint::of(part.token), std::max(0.0, share),
            part.token.empty() });
    }
    return stripFigure(strip, width);
}

Figure accountStrip(const Account& account, double width)
{
    return accountStrip(accountParts(account), account.wallNs, width);
}

Figure runsFigure(const Profile& profile, const Statistics& statistics, double width, double height)
{
    Figure figure { width, height, {} };
    if (profile.runs.empty())
        return figure;
    const double top = 12;
    const double bottom = height - 24;
    std::vector<double> walls;
    for (const auto& run : profile.runs)
        walls.push_back(static_cast<double>(run.wallNs));
    std::ranges::sort(walls);
    // A single interrupted run must not flatten all others. Runs beyond the scale are drawn on the
    // upper edge in another colour.
    const auto middle = std::max(statistics.wall.median, walls[walls.size() / 2]);
    const auto largest = std::max(1.0, std::min(walls.back(), 2 * middle));
    const auto margin = std::max(0.02 * middle, 0.12 * (largest - walls.front()));
    const Axis axis { std::max(0.0, walls.front() - margin), largest + margin, top, bottom };
    addAxis(figure, axis, axisTicks(axis.low, axis.high, 4),
        [](double ns) { return ns == 0 ? std::string("0") : support::durationText(ns); });
    const auto xOf = [&](std::size_t i) {
        return axisWidth + 8
            + static_cast<double>(i) * (width - axisWidth - 16)
            / static_cast<double>(std::max<std::size_t>(1, profile.runs.size() - 1));
    };
    if (const auto y = axis.at(statistics.wall.median); statistics.wall.samples > 0)
        figure.add(lineOf({ { axisWidth, y }, { width, y } }, Paint::of("accent", 0.6)));
    for (std::size_t i = 0; i < profile.runs.size(); ++i) {
        const auto& run = profile.runs[i];
        const auto wall = static_cast<double>(run.wallNs);
        const auto ink = Paint::of(run.side == Side::WarmUp ? "textDisabled"
                : wall > largest                            ? "error"
                                                            : "accent");
        auto dot = circleOf({ xOf(i), axis.at(wall) }, profile.runs.size() > 400 ? 1.6 : 2.6,
            run.side == Side::Unprofiled ? Paint::of("panel") : ink);
        dot.stroke = ink;
        dot.tip = "run " + std::to_string(run.number) + ", " + std::string(sideName(run.side))
            + ": " + support::durationText(wall, 4);
        if (run.involuntarySwitches > 0)
            dot.tip
                += ", interrupted " + support::countOf(run.involuntarySwitches, "time", "times");
        figure.add(std::move(dot));
    }
    figure.add(textAt(axisWidth, height - 6,
        "runs in order of time; grey warm-up, filled recorded, hollow without recording"));
    return figure;
}

namespace {

void addWeights(Figure& figure, const Axis& axis, std::uint64_t bytes)
{
    if (bytes == 0)
        return;
    const auto y = axis.at(static_cast<double>(bytes));
    figure.add(
        rectangleOf(axisWidth, y, figure.width - axisWidth, axis.bottom - y, Paint::of("inset")));
    if (axis.bottom - y > 18)
        figure.add(textAt(axisWidth + 6, axis.bottom - 6, "weights " + support::bytesText(bytes)));
}

/// Marks the peak by a dot, with its size, its time and the largest value above the chart.
void addPeak(
    Figure& figure, const Axis& axis, const Profile& profile, const LiveMemory& memory, double x)
{
    const auto bytes = memory.peakBytes + profile.memory.weightBytes;
    figure.add(circleOf({ x, axis.at(static_cast<double>(bytes)) }, 3.5, Paint::of("neighbourIn")));
    auto words = "peak " + support::bytesText(bytes) + " at "
        + support::durationText(static_cast<double>(memory.peakNs));
    if (!memory.livingAtPeak.empty()) {
        const auto& largest = profile.memory.lifetimes[memory.livingAtPeak.front()];
        words += ", largest " + support::elideMiddle(profile.text(largest.name), 24) + " "
            + support::bytesText(largest.bytes);
    }
    const bool isRight = x > figure.width * 0.5;
    auto text = textAt(isRight ? std::min(figure.width, x + 60) : std::max(axisWidth, x - 40),
        axis.top - 8, std::move(words), isRight ? Shape::Anchor::End : Shape::Anchor::Start,
        Paint::of("text"));
    text.isBold = true;
    figure.add(std::move(text));
}

} // namespace

Figure memoryFigure(const Profile& profile, std::uint32_t run, double width, double height)
{
    Figure figure { width, height, {} };
    const auto memory = liveMemory(profile, run);
    if (memory.samples.empty())
        return figure;
    const auto weights = static_cast<double>(profile.memory.weightBytes);
    const auto most = profile.memory.weightBytes + memory.peakBytes;
    const Axis axis { 0, static_cast<double>(most) * 1.05, 22, height - 24 };
    addAxis(figure, axis, byteTicks(most, 5), byteTickText);
    const auto wall = static_cast<double>(std::max<std::int64_t>(1, profile.runs[run].wallNs));
    addTimeTicks(figure, wall, axis.top, axis.bottom);
    const auto xOf = [&](std::int64_t ns) {
        return axisWidth
            + std::clamp(static_cast<double>(ns) / wall, 0.0, 1.0) * (width - axisWidth);
    };
    const auto yOf = [&](double bytes) { return axis.at(weights + bytes); };
    addWeights(figure, axis, profile.memory.weightBytes);
    figure.add(lineOf(stairsOf(memory, xOf, yOf, width), Paint::of("neighbourIn"), 1.5));
    addPeak(figure, axis, profile, memory, xOf(memory.peakNs));
    return figure;
}

} // namespace profiler
