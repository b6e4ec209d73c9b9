#include "profiler/counters/processor_figures.h"

#include "profiler/statistics/roofline.h"
#include "profiler/tables/profile.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

using Number = std::optional<double>;
using Event = ProcessorEvent;

Number known(double count) { return std::isnan(count) ? std::nullopt : Number(count); }

Number ratio(double part, double whole, double factor = 1)
{
    return whole > 0 && !std::isnan(part) ? Number(factor * part / whole) : std::nullopt;
}

/// Returns the share of `all` that is not in `work`.
Number shareOutside(double work, double all)
{
    const auto outside = ratio(all - work, all);
    return outside && *outside > 0 ? outside : std::nullopt;
}

ProcessorFigures figuresOf(const StepCounts& counts, double ns, double bandwidth)
{
    const auto cycles = counts.of(Event::Cycles);
    const auto perThousand = [&](Event event) {
        return ratio(counts.of(event), counts.of(Event::Instructions), 1000);
    };
    ProcessorFigures figures;
    figures.instructionsPerCycle = ratio(counts.of(Event::Instructions), cycles);
    figures.branchMisses = perThousand(Event::BranchMisses);
    figures.l1Misses = perThousand(Event::L1Misses);
    figures.l2Misses = perThousand(Event::L2Misses);
    figures.lastLevelMisses = perThousand(Event::LastLevelMisses);
    figures.bytesPerSecond = ratio(counts.inAll(Event::LastLevelMisses), ns, lineBytes * 1e9);
    if (figures.bytesPerSecond)
        figures.ofBandwidth = ratio(*figures.bytesPerSecond, bandwidth);
    figures.frontendStalls = ratio(counts.of(Event::FrontendStalls), cycles);
    figures.backendStalls = ratio(counts.of(Event::BackendStalls), cycles);
    figures.outsidePieces = shareOutside(cycles, counts.inAll(Event::Cycles));
    figures.hertz = known(counts.hertz);
    figures.pageFaults = known(counts.inAll(Event::MinorFaults));
    figures.majorFaults = known(counts.inAll(Event::MajorFaults));
    figures.switches
        = known(counts.inAll(Event::VoluntarySwitches) + counts.inAll(Event::InvoluntarySwitches));
    figures.migrations = known(counts.inAll(Event::Migrations));
    return figures;
}

constexpr std::array<ProcessorFigure, processorFigureCount> figureList {
    ProcessorFigure { "ipc", "IPC", FigureUnit::Number, &ProcessorFigures::instructionsPerCycle },
    ProcessorFigure { "branch_misses_per_1000", "branch misses/k", FigureUnit::Number,
        &ProcessorFigures::branchMisses },
    ProcessorFigure {
        "l1_misses_per_1000", "L1 misses/k", FigureUnit::Number, &ProcessorFigures::l1Misses },
    ProcessorFigure {
        "l2_misses_per_1000", "L2 misses/k", FigureUnit::Number, &ProcessorFigures::l2Misses },
    ProcessorFigure { "last_level_misses_per_1000", "LLC misses/k", FigureUnit::Number,
        &ProcessorFigures::lastLevelMisses },
    ProcessorFigure { "memory_bytes_per_s", "from memory", FigureUnit::BytesPerSecond,
        &ProcessorFigures::bytesPerSecond },
    ProcessorFigure {
        "of_bandwidth", "of bandwidth", FigureUnit::Share, &ProcessorFigures::ofBandwidth },
    ProcessorFigure { "frontend_stalls", "stalled, frontend", FigureUnit::Share,
        &ProcessorFigures::frontendStalls },
    ProcessorFigure {
        "backend_stalls", "stalled", FigureUnit::Share, &ProcessorFigures::backendStalls },
    ProcessorFigure {
        "outside_pieces", "outside pieces", FigureUnit::Share, &ProcessorFigures::outsidePieces },
    ProcessorFigure { "clock_hertz", "clock", FigureUnit::Hertz, &ProcessorFigures::hertz },
    ProcessorFigure {
        "page_faults", "page faults", FigureUnit::Number, &ProcessorFigures::pageFaults },
    ProcessorFigure {
        "major_faults", "from disk", FigureUnit::Number, &ProcessorFigures::majorFaults },
    ProcessorFigure { "switches", "switches", FigureUnit::Number, &ProcessorFigures::switches },
    ProcessorFigure {
        "migrations", "migrations", FigureUnit::Number, &ProcessorFigures::migrations },
};

} // namespace

std::span<const ProcessorFigure, processorFigureCount> processorFigureList() { return figureList; }

std::string processorFigureText(
    const ProcessorFigure& figure, const Number& value, support::NumberStyle style)
{
    if (!value)
        return std::string(support::notMeasured);
    if (style == support::NumberStyle::File)
        return support::shortestText(*value);
    switch (figure.unit) {
    case FigureUnit::BytesPerSecond:
        return support::byteRateText(*value);
    case FigureUnit::Share:
        return support::shareText(*value);
    case FigureUnit::Hertz:
        return support::numberText(*value / 1e9) + " GHz";
    case FigureUnit::Number:
        break;
    }
    return support::numberText(*value);
}

double memoryBandwidth(const Roofline* roofline)
{
    if (roofline == nullptr || !roofline->peaks.device.empty()
        || roofline->peaks.bandwidths.empty())
        return 0;
    return roofline->peaks.bandwidths.back().bytesPerSecond;
}

std::vector<ProcessorFigures> processorFigures(
    const Profile& profile, const Statistics& statistics, double bandwidth)
{
    std::vector<ProcessorFigures> figures;
    for (const auto& counts : countsOfSteps(profile)) {
        const auto step = figures.size();
        const auto& time = statistics.steps[step].time;
        figures.push_back(figuresOf(counts, time.samples > 0 ? time.median : 0, bandwidth));
    }
    return figures;
}

ProcessorFigures figuresOfSteps(std::span<const StepCounts> counts,
    std::span<const engine::StepId> steps, double ns, double bandwidth)
{
    StepCounts sum;
    for (const auto step : steps) {
        if (step.value() >= counts.size())
            continue;
        addCounts(sum.work, counts[step.value()].work);
        addCounts(sum.all, counts[step.value()].all);
    }
    return figuresOf(sum, ns, bandwidth);
}

std::vector<ProcessorFigure> knownFigures(std::span<const ProcessorFigures> steps)
{
    std::vector<ProcessorFigure> found;
    for (const auto& figure : figureList)
        if (std::ranges::any_of(steps, [&](const auto& step) { return bool(step.*figure.value); }))
            found.push_back(figure);
    return found;
}

} // namespace profiler
