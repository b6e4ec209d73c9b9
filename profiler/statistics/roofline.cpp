#include "profiler/statistics/roofline.h"

#include "model/support/text.h"
#include "profiler/charts/level_points.h"
#include "profiler/charts/roof_labels.h"
#include "profiler/charts/shape_parts.h"
#include "profiler/counters/processor_figures.h"
#include "profiler/device/device_account.h"
#include "profiler/device/device_record.h"
#include "profiler/peaks/arithmetic_type.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/tables/utc_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

namespace profiler {
namespace {

constexpr std::size_t maxDots = 2000;
constexpr double minRatio = 4; // least ratio between the ends of an axis
constexpr double maxRatio = 1e12;

void addAxes(Figure& figure, const RoofPlane& plane)
{
    const auto& view = plane.view();
    for (double rate = std::pow(10, std::ceil(std::log10(view.lowRate))); rate < view.highRate;
         rate *= 10) {
        figure.add(lineOf({ { RoofPlane::left, plane.y(rate) }, { plane.right(), plane.y(rate) } },
            Paint::of("border")));
        figure.add(textAt(RoofPlane::left - 6, plane.y(rate) + 4, support::workRateText(rate),
            Shape::Anchor::End));
    }
    const auto isNear = view.highIntensity / view.lowIntensity < 512;
    const double step = isNear ? 2 : 8;
    const auto first = std::ceil(std::log(view.lowIntensity) / std::log(step) - 1e-9);
    for (double intensity = std::pow(step, first); intensity <= view.highIntensity * 1.0001;
         intensity *= step) {
        const bool isLast = plane.x(intensity) > plane.right() - 24;
        const auto caption = support::countText(
            static_cast<std::uint64_t>(std::llround(intensity < 1 ? 1 / intensity : intensity)));
        figure.add(
            textAt(plane.x(intensity), plane.bottom() + 16, (intensity < 1 ? "1/" : "") + caption,
                isLast ? Shape::Anchor::End : Shape::Anchor::Middle));
    }
    figure.add(textAt(
        plane.right(), plane.bottom() + 30, "FLOP per byte of least traffic", Shape::Anchor::End));
}

/// Returns where and when a peak was measured, and how reliable it is. Unknown parts are left out.
std::string originOf(const Profile& profile, const MachinePeaks& peaks)
{
    auto text = support::sanitise(peaks.device);
    if (text.empty()) {
        text = support::countOf(peaks.threads, "thread", "threads");
        for (const auto key : { keys::cpu, keys::isa })
            if (const auto word = profile.metadata.text(key); !word.empty())
                text += ", " + std::string(word);
    }
    if (peaks.measuredAt > 0)
        text += "\nmeasured " + utcText(peaks.measuredAt, "%Y-%m-%d %H:%M UTC");
    return text + (peaks.measuredAt > 0 ? ", " : "\n") + peaksTrust(peaks).text();
}

/// Returns the FLOP/s in a type; nothing if not measured. The peak of a device is that of the run's
/// precision; it counts for floats of every size.
std::optional<double> peakOf(
    const MachinePeaks& peaks, const Profile& profile, std::string_view arithmetic)
{
    const bool isDevice = !peaks.device.empty();
    if (arithmetic == "float" || (isDevice && arithmetic == "bf16"))
        return peaks.flopsPerSecond;
    const auto& peak = arithmetic == "bf16" ? peaks.bf16 : peaks.int8;
    // Older versions did not use the matrix units for bf16, so their figure is too low.
    const bool isOfVectors
        = peak.by.empty() && profile.metadata.text(keys::isa).find("AMX") != std::string_view::npos;
    return isDevice || peak.flopsPerSecond <= 0 || isOfVectors ? std::nullopt
                                                               : std::optional(peak.flopsPerSecond);
}

/// Arithmetic roof of a type shorter than float that steps multiply in.
struct ShortRoof {
    std::string_view type;
    const ShortPeak* peak = nullptr;
};
std::vector<ShortRoof> shortRoofs(const Roofline& roofline)
{
    std::vector<ShortRoof> roofs;
    const auto& peaks = roofline.peaks;
    for (const auto& [type, peak] :
        { ShortRoof { "bf16", &peaks.bf16 }, ShortRoof { "int8", &peaks.int8 } }) {
        const auto isUnder = [&](const RoofRow& row) {
            return row.arithmetic == type && row.arithmeticPeak == peak->flopsPerSecond;
        };
        if (peak->flopsPerSecond > 0 && std::ranges::any_of(roofline.rows, isUnder))
            roofs.push_back({ type, peak });
    }
    return roofs;
}

double highestRoof(const Roofline& roofline)
{
    auto highest = roofline.peaks.flopsPerSecond;
    for (const auto& roof : shortRoofs(roofline))
        highest = std::max(highest, roof.peak->flopsPerSecond);
    return highest;
}

using RoofLines = std::vector<RoofLine>; // lines in view; their labels are placed after the dots

void addRoof(Figure& figure, RoofLines& lines, Shape line, std::string caption)
{
    lines.push_back({ line.points.front(), line.points.back(), std::move(caption), 0, {} });
    figure.add(std::move(line));
}

void addMemoryRoof(Figure& figure, RoofLines& lines, const RoofPlane& plane,
    const Roofline& roofline, const Bandwidth& row, const std::string& origin)
{
    const auto& view = plane.view();
    const auto knee = highestRoof(roofline) / row.bytesPerSecond;
    const auto start = std::max(view.lowIntensity, view.lowRate / row.bytesPerSecond);
    const auto end = std::min({ knee, view.highIntensity, view.highRate / row.bytesPerSecond });
    if (start >= end)
        return; // outside the view
    auto line = lineOf({ { plane.x(start), plane.y(start * row.bytesPerSecond) },
                           { plane.x(end), plane.y(end * row.bytesPerSecond) } },
        Paint::of("textSecondary"), 1.5);
    const bool isDevice = !roofline.peaks.device.empty();
    const auto caption = support::byteRateText(row.bytesPerSecond)
        + (isDevice ? " copy" : " (" + support::bytesText(row.bytes) + ")");
    line.tip = caption
        + (isDevice ? ": the best of copies from memory of the device to itself, read and written\n"
                    : ": the best of a[i] = b[i] + s·c[i] over arrays of that size per thread\n")
        + origin;
    addRoof(figure, lines, std::move(line), caption);
}

void addArithmeticRoof(Figure& figure, RoofLines& lines, const RoofPlane& plane,
    const MachinePeaks& peaks, double rate, const std::string& name, const std::string& how,
    const std::string& origin)
{
    const auto& view = plane.view();
    const auto fastest = peaks.bandwidths.empty() ? 0.0 : peaks.bandwidths.front().bytesPerSecond;
    const auto from = std::max(view.lowIntensity, fastest > 0 ? rate / fastest : view.lowIntensity);
    if (from >= view.highIntensity || rate > view.highRate || rate < view.lowRate)
        return;
    auto line = lineOf({ { plane.x(from), plane.y(rate) }, { plane.right(), plane.y(rate) } },
        Paint::of("textSecondary"), 1.5);
    const auto caption = support::workRateText(rate) + name;
    line.tip = caption + how + origin;
    addRoof(figure, lines, std::move(line), caption);
}

RoofLines addRoofs(
    Figure& figure, const RoofPlane& plane, const Profile& profile, const Roofline& roofline)
{
    RoofLines lines;
    const auto& peaks = roofline.peaks;
    const auto origin = originOf(profile, peaks);
    for (const auto& row : peaks.bandwidths)
        addMemoryRoof(figure, lines, plane, roofline, row, origin);
    const bool isDevice = !peaks.device.empty();
    addArithmeticRoof(figure, lines, plane, peaks, peaks.flopsPerSecond,
        isDevice ? std::string(" matrix product") + (peaks.isLowerBound ? ", at least" : "")
                 : " float, " + support::countOf(peaks.threads, "thread", "threads"),
        isDevice ? ": the best of large products in the precision of the run, by "
                + peaks.arithmeticBy + "\n"
                 : ": the best of multiply-adds in registers\n",
        origin);
    for (const auto& roof : shortRoofs(roofline))
        addArithmeticRoof(figure, lines, plane, peaks, roof.peak->flopsPerSecond,
            " " + std::string(roof.type),
            ": the best of multiply-adds in registers"
                + (roof.peak->by.empty() ? "" : ", by " + support::sanitise(roof.peak->by)) + "\n",
            origin);
    return lines;
}

bool isIn(const RoofView& view, const RoofLabels::Place& place)
{
    return place.intensity >= view.lowIntensity && place.intensity <= view.highIntensity
        && place.rate >= view.lowRate && place.rate <= view.highRate;
}

/// Places the labels of lines. A label keeps its last position on its line if possible.
std::vector<RoofLabel> placeCaptions(RoofLines& lines, const RoofPlane& plane,
    std::span<const Shape> dots, const Box& area, RoofLabels& captions)
{
    for (auto& line : lines) {
        line.width = captions.widthOf ? captions.widthOf(line.caption) : 0;
        const auto place
            = std::ranges::find(captions.places, line.caption, &RoofLabels::Place::caption);
        if (place != captions.places.end() && isIn(plane.view(), *place))
            line.before = Point { plane.x(place->intensity) + place->offset.x,
                plane.y(place->rate) + place->offset.y };
    }
    auto labels = placeRoofLabels(lines, dots, area);
    captions.places.clear();
    for (const auto& label : labels)
        captions.places.push_back({ lines[label.line].caption, plane.intensityAt(label.onLine.x),
            plane.rateAt(label.onLine.y),
            { label.box.x - label.onLine.x, label.box.y - label.onLine.y } });
    return labels;
}

/// Draws label backgrounds below the dots and label texts above them.
void addLabels(Figure& figure, const RoofPlane& plane, RoofLines lines, std::vector<Shape> dots,
    RoofLabels& captions)
{
    const Box area { RoofPlane::left + 2, 2, plane.right() - RoofPlane::left - 2,
        plane.bottom() - 2 };
    const auto labels = placeCaptions(lines, plane, dots, area, captions);
    for (const auto& label : labels) {
        const auto& box = label.box;
        figure.add(rectangleOf(box.x, box.y, box.width, box.height, Paint::of("panel")));
        if (!label.isLed)
            continue;
        figure.add(lineOf({ label.onBox, label.onLine }, Paint::of("textSecondary")));
        figure.add(circleOf(label.onLine, 2, Paint::of("textSecondary")));
    }
    std::ranges::move(dots, std::back_inserter(figure.shapes));
    for (const auto& label : labels)
        figure.add(textAt(label.box.x + label.box.width / 2, label.box.bottom() - 4,
            lines[label.line].caption, Shape::Anchor::Middle));
}

double shareBetween(double value, double low, double high)
{
    return std::log(std::clamp(value, low, high) / low) / std::log(high / low);
}

std::string tipOf(const Profile& profile, const Roofline& roofline, const RoofRow& row)
{
    const auto levels = levelText(roofline, row);
    const auto& step = profile.step(row.step);
    return std::string(profile.text(step.opType)) + " " + std::string(profile.text(step.label))
        + "\n" + support::durationText(row.medianNs) + ", "
        + support::workRateText(row.flopsPerSecond) + ", " + support::numberText(row.flopsPerByte)
        + " FLOP per byte\n" + roofVerdict(row).text() + (levels.empty() ? "" : "\n" + levels);
}

} // namespace

std::string_view roofBoundName(RoofBound bound)
{
    return bound == RoofBound::Memory ? "memory" : "arithmetic";
}

double bandwidthFor(const MachinePeaks& peaks, std::uint64_t bytes)
{
    if (peaks.bandwidths.empty())
        return 0;
    for (const auto& row : peaks.bandwidths)
        if (bytes <= row.bytes * peaks.threads)
            return row.bytesPerSecond;
    return peaks.bandwidths.back().bytesPerSecond;
}

namespace {

constexpr double shortestNs = 5'000; // shortest kernel that is compared with a roof

/// Returns the bytes that hardware counters measured between the device's memory and its caches, by
/// step; 0 = unknown.
std::vector<double> measuredBytes(const Profile& profile)
{
    std::vector<double> bytes(profile.steps.size(), 0);
    if (!profile.device.record)
        return bytes;
    const auto& metrics = profile.device.record->metrics;
    for (const auto& row : metrics.rows) {
        double sum = 0;
        std::size_t found = 0;
        for (std::size_t i = 0; i < std::min(metrics.names.size(), row.values.size()); ++i) {
            const auto& name = metrics.names[i];
            if (name != "dram__bytes_read.sum" && name != "dram__bytes_write.sum")
                continue;
            sum += row.values[i]; // NaN if not reported; the test below is then false
            ++found;
        }
        if (found == 2 && sum > 0 && row.step.isValid() && row.step.value() < bytes.size())
            bytes[row.step.value()] = sum;
    }
    return bytes;
}

std::array<double, RoofRow::levelCount> bytesOfLevels(const StepCounts& counts)
{
    using Event = ProcessorEvent;
    return { lineBytes * counts.inAll(Event::L1Misses), lineBytes * counts.inAll(Event::L2Misses),
        lineBytes * counts.inAll(Event::LastLevelMisses) };
}

/// True if a step ran on the machine part (CPU or device) that the peaks belong to.
bool isUnder(const MachinePeaks& peaks, const Profile& profile, const Step& step)
{
    const auto device = profile.text(step.device);
    return (device.empty() || device == "cpu") == peaks.device.empty();
}

/// Adds the facts of a device: gaps before the work, and whether kernels are too short.
void addDeviceFacts(Roofline& roofline, const Profile& profile, const Statistics& statistics)
{
    const auto account = deviceAccount(profile);
    if (!account)
        return;
    for (auto& row : roofline.rows) {
        const auto* found = account->of(row.step);
        if (found == nullptr)
            continue;
        const auto calls = std::max(1.0, statistics.steps[row.step.value()].callsPerRun);
        row.isTooShort = found->kernels > 0
            && static_cast<double>(found->kernelNs) / found->kernels < shortestNs;
        const auto withGaps = row.medianNs + static_cast<double>(found->gapNs);
        if (found->gapNs > 0 && withGaps > 0)
            row.withGapsFlopsPerSecond
                = row.flopsPerSecond * (row.medianNs / calls) / (withGaps / calls);
    }
}

/// Sets roof, bound and share of a row that has its rate. Multiplying in a shorter type is not
/// slower than in float. So a step that is memory-bound below the peak of float is memory-bound in
/// its own type too.
void placeUnderRoof(RoofRow& row, std::optional<double> peak, double floatPeak, double bytesPerNs)
{
    row.bound = RoofBound::Arithmetic;
    row.roof = peak.value_or(0);
    const auto memory = row.bandwidth * row.flopsPerByte;
    if (row.bandwidth > 0 && memory < peak.value_or(floatPeak)) {
        row.roof = memory;
        row.bound = RoofBound::Memory;
    }
    if (row.flopsPerSecond <= 0)
        row.ofRoof
            = row.bandwidth > 0 ? std::optional(bytesPerNs * 1e9 / row.bandwidth) : std::nullopt;
    else if (row.roof > 0)
        row.ofRoof = row.flopsPerSecond / row.roof;
}

} // namespace

Roofline rooflineOf(const Profile& profile, const Statistics& statistics, const MachinePeaks& peaks)
{
    Roofline roofline { peaks, {} };
    const bool isDevice = !peaks.device.empty();
    const auto seen = isDevice ? measuredBytes(profile) : std::vector<double>();
    const auto counts = isDevice ? std::vector<StepCounts>() : countsOfSteps(profile);
    for (const auto& stepRow : statistics.steps) {
        const auto& step = profile.step(stepRow.step);
        const auto time = stepRow.total.median / std::max(1.0, stepRow.callsPerRun);
        if (stepRow.total.samples == 0 || time <= 0 || !step.flops || !step.bytes
            || *step.bytes == 0 || step.kind == StepKind::ControlFlow
            || !isUnder(peaks, profile, step))
            continue;
        const bool isSeen = isDevice && seen[stepRow.step.value()] > 0;
        const auto flops = static_cast<double>(*step.flops);
        const auto bytes = isSeen ? seen[stepRow.step.value()] : static_cast<double>(*step.bytes);
        const auto bandwidth = bandwidthFor(peaks, *step.bytes);
        RoofRow row { stepRow.step, flops / bytes, flops * 1e9 / time, 0, {}, RoofBound::Arithmetic,
            stepRow.total.median, bandwidth, arithmeticOf(profile, step) };
        row.hasMeasuredBytes = isSeen;
        const auto peak = peakOf(peaks, profile, row.arithmetic);
        row.arithmeticPeak = peak.value_or(0);
        placeUnderRoof(row, peak, peaks.flopsPerSecond, bytes / time);
        if (!counts.empty())
            row.levelBytes = bytesOfLevels(counts[stepRow.step.value()]);
        roofline.rows.push_back(row);
    }
    if (isDevice)
        addDeviceFacts(roofline, profile, statistics);
    return roofline;
}

std::optional<Roofline> rooflineOf(const Profile& profile, const Statistics& statistics)
{
    const auto peaks
        = isOfDevice(profile.metadata) ? knownPeaks(profile.metadata) : peaksOf(profile.metadata);
    return peaks ? std::optional(rooflineOf(profile, statistics, *peaks)) : std::nullopt;
}

support::Sentence roofVerdict(const RoofRow& row)
{
    if (row.isTooShort)
        return { "too short to classify: kernels below 5 µs do not show what limits them", {} };
    if (!row.ofRoof)
        return { "no roof: what this machine multiplies in %1 at most was not measured",
            { std::string(row.arithmetic) } };
    const bool isMemory = row.bound == RoofBound::Memory;
    const bool isBeyond = *row.ofRoof > 1;
    support::Sentence verdict { {},
        { support::shareText(*row.ofRoof),
            isMemory ? support::byteRateText(row.bandwidth) : support::workRateText(row.roof) } };
    if (isMemory)
        verdict.pattern = isBeyond
            ? "memory-bound, %1 of %2: its operands were left in a nearer cache"
            : "memory-bound, %1 of %2";
    else
        verdict.pattern = isBeyond
            ? "compute-bound, %1 of %2: it needs fewer multiplications than are counted "
              "(Winograd), or the peak was measured at a lower clock"
            : "compute-bound, %1 of %2";
    return verdict;
}

support::Sentence peaksTrust(const MachinePeaks& peaks)
{
    if (!peaks.distrust.empty())
        return { "may be too low: %1", { peaks.distrust } };
    if (peaks.isLowerBound)
        return { "lower bound, %1", { peaks.arithmeticBy } };
    if (peaks.agreement > 0)
        return { "windows agree within %1",
            { support::shareText(std::max(0.0, 1 - peaks.agreement)) } };
    return { "best of five windows", {} };
}

RoofView wholeView(const Roofline& roofline)
{
    RoofView view;
    view.highRate = highestRoof(roofline) * 3;
    view.lowRate = view.highRate / 1e5;
    for (const auto& row : roofline.rows) {
        if (row.flopsPerSecond <= 0)
            continue;
        view.lowRate = std::min(view.lowRate, row.flopsPerSecond / 2);
        view.highRate = std::max(view.highRate, row.flopsPerSecond * 2);
        view.lowIntensity = std::min(view.lowIntensity, row.flopsPerByte / 2);
        view.highIntensity = std::max(view.highIntensity, row.flopsPerByte * 2);
    }
    view.lowRate = std::max(view.lowRate, view.highRate / 1e9);
    return view;
}

RoofPlane::RoofPlane(const RoofView& view, double width, double height)
    : m_view(view)
    , m_right(std::max(width, left + 1))
    , m_bottom(std::max(height - foot, top + 1))
{
}

double RoofPlane::x(double intensity) const
{
    return left
        + shareBetween(intensity, m_view.lowIntensity, m_view.highIntensity) * (m_right - left);
}

double RoofPlane::y(double rate) const
{
    return m_bottom - shareBetween(rate, m_view.lowRate, m_view.highRate) * (m_bottom - top);
}

double RoofPlane::intensityAt(double x) const
{
    return m_view.lowIntensity
        * std::pow(m_view.highIntensity / m_view.lowIntensity, (x - left) / (m_right - left));
}

double RoofPlane::rateAt(double y) const
{
    return m_view.lowRate
        * std::pow(m_view.highRate / m_view.lowRate, (m_bottom - y) / (m_bottom - top));
}

RoofView zoomed(const RoofPlane& plane, double factor, Point around)
{
    const auto& view = plane.view();
    const auto near = [factor](double& low, double& high, double centre) {
        const auto wanted = std::pow(high / low, 1 / factor);
        if (wanted < minRatio || wanted > maxRatio)
            return;
        low = centre * std::pow(low / centre, 1 / factor);
        high = low * wanted;
    };
    auto result = view;
    near(result.lowIntensity, result.highIntensity, plane.intensityAt(around.x));
    near(result.lowRate, result.highRate, plane.rateAt(around.y));
    return result;
}

RoofView panned(const RoofPlane& plane, Point by)
{
    auto result = plane.view();
    const auto across = plane.intensityAt(RoofPlane::left - by.x) / result.lowIntensity;
    const auto up = plane.rateAt(plane.bottom() - by.y) / result.lowRate;
    // Limits the view to a sensible part of the plane.
    constexpr double farthest = 1e15;
    if (result.lowIntensity * across < 1 / farthest || result.highRate * up > farthest * farthest
        || result.highIntensity * across > farthest || result.lowRate * up < 1 / farthest)
        return result;
    result.lowIntensity *= across;
    result.highIntensity *= across;
    result.lowRate *= up;
    result.highRate *= up;
    return result;
}

Figure rooflineFigure(const Profile& profile, const Roofline& roofline, double width, double height)
{
    RoofLabels captions;
    return rooflineFigure(profile, roofline, wholeView(roofline), width, height, captions);
}

Figure rooflineFigure(const Profile& profile, const Roofline& roofline, const RoofView& view,
    double width, double height, RoofLabels& captions)
{
    Figure figure { width, height, {} };
    const RoofPlane plane(view, width, height);
    addAxes(figure, plane);
    auto lines = addRoofs(figure, plane, profile, roofline);
    auto rows = roofline.rows;
    std::ranges::stable_sort(rows, std::greater<> {}, &RoofRow::medianNs);
    const auto longest = rows.empty() ? 1.0 : std::max(1.0, rows.front().medianNs);
    std::vector<Shape> dots;
    for (std::size_t i = 0; i < std::min(maxDots, rows.size()); ++i) {
        const auto& row = rows[i];
        if (row.isTooShort || row.flopsPerSecond < view.lowRate
            || row.flopsPerSecond > view.highRate || row.flopsPerByte < view.lowIntensity
            || row.flopsPerByte > view.highIntensity)
            continue;
        auto dot = circleOf({ plane.x(row.flopsPerByte), plane.y(row.flopsPerSecond) },
            2 + 10 * std::sqrt(row.medianNs / longest),
            Paint::of(categoryOf(profile, profile.step(row.step)), 0.7));
        dot.stroke = Paint::of("text", 0.7);
        dot.isDashed = !row.hasMeasuredBytes;
        dot.tip = tipOf(profile, roofline, row);
        dot.step = row.step;
        if (row.withGapsFlopsPerSecond > view.lowRate) {
            auto hollow = dot;
            hollow.at.y = plane.y(row.withGapsFlopsPerSecond);
            hollow.fill = Paint();
            hollow.tip += "\nwith the gaps before its work: "
                + support::workRateText(row.withGapsFlopsPerSecond);
            dots.push_back(std::move(hollow));
        }
        dots.push_back(std::move(dot));
    }
    addLabels(figure, plane, std::move(lines), std::move(dots), captions);
    return figure;
}

} // namespace profiler
