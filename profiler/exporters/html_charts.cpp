#include "profiler/exporters/html_charts.h"

#include "model/palette.h"
#include "profiler/exporters/html_text.h"
#include "profiler/timeline.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace profiler::html {

namespace {

constexpr int rulerHeight = 22;
constexpr int rowHeight = 22;
constexpr double labelFrom = 60;

std::string open(int height, std::string_view title)
{
    const auto size = std::to_string(chartWidth) + " " + std::to_string(height);
    return "<svg role=\"img\" viewBox=\"0 0 " + size + "\" width=\"100%\"><title>" + escape(title) + "</title>";
}

std::string rect(double x, double y, double width, double height, std::string_view style)
{
    return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" + number(height) + "\" class=\"" + std::string(style) + "\"";
}

std::string text(double x, double y, std::string_view style, std::string_view content)
{
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + std::string(style) + "\">" + escape(content) + "</text>";
}

std::string ruler(const TimeSpan& span, double height)
{
    std::string svg;
    for (const auto& tick : ticksOf(span, chartWidth, span.startNs, 90)) {
        svg += "<line class=\"grid\" x1=\"" + number(tick.x) + "\" x2=\"" + number(tick.x) + "\" y1=\"16\" y2=\"" + number(height) + "\"/>";
        svg += text(tick.x + 3, 13, "tick", tick.label);
    }
    return svg;
}

std::string barSvg(const Profile& profile, const Timeline& timeline, const TimelineRow& row, const TimelineBar& bar, double y)
{
    const auto stepIndex = profile.slices.step[bar.slice];
    if (stepIndex == Slices::none)
        return {};
    const auto& step = profile.steps[stepIndex];
    const auto style = categoryClass(profile, step.domain, step.opType);
    std::string title = std::string(profile.text(step.label)) + ", " + std::string(profile.text(step.opType)) + ", "
        + support::durationText(static_cast<double>(timeline.spanOf(bar.slice).lengthNs()));
    if (bar.isMerged())
        title = std::to_string(bar.count) + " operators, " + support::durationText(static_cast<double>(timeline.summary(row, bar).sumNs)) + "; longest: " + title;
    const double width = std::max(1.0, bar.width - (bar.width > 4 ? 1 : 0));
    auto svg = rect(bar.x, y, width, rowHeight - 4, style) + "><title>" + escape(title) + "</title></rect>";
    if (width > labelFrom && !bar.isMerged()) {
        const auto letters = static_cast<std::size_t>(width / 7);
        svg += "<text x=\"" + number(bar.x + 4) + "\" y=\"" + number(y + 13) + "\" class=\"on " + style + "t\">" + escape(profile.text(step.opType), letters) + "</text>";
    }
    return svg;
}

} // namespace

std::string categoryClass(const Profile& profile, StringId domain, StringId opType)
{
    return "c" + std::to_string(static_cast<int>(model::Palette::instance().category(profile.text(domain), profile.text(opType))));
}

std::string shareBar(double share, std::string_view style)
{
    const auto width = number(std::clamp(share, 0.0, 1.0) * 100);
    return "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect x=\"0\" y=\"1\" width=\"" + width + "\" height=\"8\" class=\""
        + std::string(style) + "\"/></svg>";
}

std::string timelineChart(const Report& report)
{
    const auto run = medianRun(*report.profile);
    if (!run)
        return {};
    const auto timeline = Timeline::build(report.profile);
    const auto span = timeline->spanOfRun(*run);
    std::string rows;
    int height = rulerHeight;
    for (const auto& row : timeline->rows()) {
        if (row.kind == RowKind::Runs)
            continue;
        std::string bars;
        for (const auto& bar : timeline->bars(row, span, chartWidth))
            bars += barSvg(*report.profile, *timeline, row, bar, height + 2);
        if (bars.empty())
            continue;
        rows += bars;
        height += rowHeight;
    }
    const auto title = "Timeline of run " + std::to_string(report.profile->runs[*run].number) + ", the median";
    return open(height + 4, title) + ruler(span, height) + rows + "</svg>";
}

std::string runsChart(const Report& report)
{
    const auto& runs = report.profile->runs;
    if (runs.empty())
        return {};
    constexpr double height = 150;
    constexpr double left = 70;
    const auto [low, high] = std::ranges::minmax_element(runs, {}, &Run::wallNs);
    const double margin = static_cast<double>(high->wallNs - low->wallNs) * 0.08 + 1;
    const double from = static_cast<double>(low->wallNs) - margin;
    const double to = static_cast<double>(high->wallNs) + margin;
    const auto y = [&](double ns) { return 8 + (to - ns) / (to - from) * (height - 16); };
    std::string svg = open(static_cast<int>(height), "Time of every run");
    for (const double part : { 0.0, 0.5, 1.0 }) {
        const double ns = from + margin + (to - from - 2 * margin) * part;
        svg += "<line class=\"grid\" x1=\"" + number(left) + "\" x2=\"" + std::to_string(chartWidth) + "\" y1=\"" + number(y(ns)) + "\" y2=\"" + number(y(ns)) + "\"/>";
        svg += text(0, y(ns) + 4, "tick", support::durationText(ns));
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto style = runs[i].side == Side::WarmUp ? "warm" : runs[i].side == Side::Unprofiled ? "plain" : "dot";
        const double x = left + (static_cast<double>(i) + 0.5) * (chartWidth - left) / static_cast<double>(runs.size());
        svg += "<circle r=\"3\" cx=\"" + number(x) + "\" cy=\"" + number(y(static_cast<double>(runs[i].wallNs))) + "\" class=\"" + style + "\"><title>run "
            + std::to_string(runs[i].number) + ", " + std::string(sideName(runs[i].side)) + ", " + support::durationText(static_cast<double>(runs[i].wallNs), 4) + "</title></circle>";
    }
    return svg + "</svg>";
}

MemoryPeak memoryPeak(const Profile& profile)
{
    std::map<std::uint32_t, std::int64_t> changes;
    for (const auto& life : profile.memory.lifetimes) {
        if (!life.first.isValid() || !life.last.isValid())
            continue;
        changes[life.first.value()] += static_cast<std::int64_t>(life.bytes);
        changes[life.last.value() + 1] -= static_cast<std::int64_t>(life.bytes);
    }
    MemoryPeak peak;
    std::int64_t live = 0;
    for (const auto& [step, change] : changes) {
        live += change;
        if (live > static_cast<std::int64_t>(peak.bytes)) {
            peak.bytes = static_cast<std::uint64_t>(live);
            peak.step = step;
        }
    }
    for (const auto& life : profile.memory.lifetimes) {
        if (life.first.isValid() && life.last.isValid() && life.first.value() <= peak.step && life.last.value() >= peak.step)
            peak.live.push_back(&life);
    }
    std::ranges::stable_sort(peak.live, std::greater<> {}, [](const Lifetime* life) { return life->bytes; });
    return peak;
}

std::string memoryChart(const Report& report)
{
    const auto& profile = *report.profile;
    const auto peak = memoryPeak(profile);
    if (peak.bytes == 0)
        return {};
    constexpr double height = 160;
    const auto steps = profile.steps.size();
    std::vector<std::int64_t> live(steps + 1);
    for (const auto& life : profile.memory.lifetimes) {
        if (!life.first.isValid() || !life.last.isValid() || life.last.value() >= steps)
            continue;
        live[life.first.value()] += static_cast<std::int64_t>(life.bytes);
        live[life.last.value() + 1] -= static_cast<std::int64_t>(life.bytes);
    }
    const auto x = [&](std::size_t step) { return static_cast<double>(step) * chartWidth / static_cast<double>(std::max<std::size_t>(1, steps)); };
    const auto y = [&](std::int64_t bytes) { return height - static_cast<double>(bytes) / static_cast<double>(peak.bytes) * (height - 24); };
    std::string path = "M0 " + number(height);
    std::int64_t now = 0;
    const std::size_t stride = std::max<std::size_t>(1, steps / 4000); // enough for every pixel of a wide screen
    std::int64_t largest = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        now += live[step];
        largest = std::max(largest, now);
        if (step % stride != 0 && step + 1 != steps)
            continue;
        path += "H" + number(x(step)) + "V" + number(y(largest));
        largest = now;
    }
    path += "H" + std::to_string(chartWidth) + "V" + number(height) + "Z";
    const auto label = "peak " + support::bytesText(peak.bytes) + ", " + std::to_string(peak.live.size()) + " live";
    const double peakX = std::min(x(peak.step), chartWidth - 160.0);
    return open(static_cast<int>(height), "Planned memory of activations by step") + "<path class=\"area\" d=\"" + path + "\"/><circle class=\"dot\" r=\"4\" cx=\"" + number(x(peak.step))
        + "\" cy=\"" + number(y(static_cast<std::int64_t>(peak.bytes))) + "\"/>" + text(peakX + 8, 16, "strong", label) + "</svg>";
}

} // namespace profiler::html
