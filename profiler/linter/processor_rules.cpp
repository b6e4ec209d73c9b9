#include "profiler/linter/rules.h"

#include "model/support/text.h"
#include "profiler/counters/processor_figures.h"
#include "profiler/counters/processor_places.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace profiler {
namespace {

constexpr double leastShare = 0.02; // of wall, of a step
constexpr double stalledShare = 0.5; // of the cycles
constexpr double bandwidthShare = 0.6; // of the measured bandwidth
constexpr double clockShare = 0.9; // of the highest clock
constexpr double shortestForClockNs = 20'000; // shorter steps have too few cycles
// A page fault without reading takes 0.5 µs or more: entering the kernel, clearing 4 KiB.
constexpr double faultNs = 500;
constexpr double faultShare = 0.1; // of the time of a step

std::vector<ProcessorFigures> figuresOf(const LintContext& context)
{
    return processorFigures(context.profile, context.statistics, memoryBandwidth(context.roofline));
}

void addEvidence(Finding& finding, const ProcessorFigures& figures,
    std::initializer_list<std::string_view> names)
{
    for (const auto& figure : processorFigureList())
        if (figures.*figure.value && std::ranges::find(names, figure.name) != names.end())
            finding.evidence.push_back(
                { std::string(figure.title), processorFigureText(figure, figures.*figure.value) });
}

/// Finds operators whose cycles pass without work, or that move most of what memory can.
void waitsForMemory(const LintContext& context, std::vector<Finding>& findings)
{
    const auto all = figuresOf(context);
    context.forSteps([&](const StepRow& row, const Step&) {
        if (all.empty() || context.shareOf(row.time.median) < leastShare)
            return;
        const auto& figures = all[row.step.value()];
        const auto stalled = figures.backendStalls.value_or(0);
        const auto ofBandwidth = figures.ofBandwidth.value_or(0);
        if (stalled < stalledShare && ofBandwidth < bandwidthShare)
            return;
        Finding finding;
        finding.steps = { row.step };
        finding.gainNs = row.time.median * std::max(stalled, figures.backendStalls ? 0 : 0.5);
        finding.text = nameOf(context, row.step) + " waits for memory: "
            + (stalled >= stalledShare
                    ? support::shareText(stalled) + " of its cycles pass without work"
                    : "it reads " + support::shareText(ofBandwidth)
                        + " of what the memory can give");
        finding.advice = "fewer bytes: a shorter type, a fused neighbour, or operands that stay in "
                         "a cache";
        addEvidence(finding, figures,
            { "ipc", "l1_misses_per_1000", "l2_misses_per_1000", "last_level_misses_per_1000",
                "memory_bytes_per_s" });
        findings.push_back(std::move(finding));
    });
}

/// Finds operators during which the core was slower than during others.
void clockFell(const LintContext& context, std::vector<Finding>& findings)
{
    const auto all = figuresOf(context);
    double highest = 0;
    const auto use = [&](auto with) {
        context.forSteps([&](const StepRow& row, const Step&) {
            if (all.empty() || row.time.median < shortestForClockNs
                || context.shareOf(row.time.median) < leastShare || !all[row.step.value()].hertz)
                return;
            with(row, *all[row.step.value()].hertz);
        });
    };
    use([&](const StepRow&, double hertz) { highest = std::max(highest, hertz); });
    use([&](const StepRow& row, double hertz) {
        if (hertz >= clockShare * highest)
            return;
        Finding finding;
        finding.steps = { row.step };
        finding.gainNs = row.time.median * (1 - hertz / highest);
        finding.text = "the clock fell during " + nameOf(context, row.step) + ": "
            + support::numberText(hertz / 1e9) + " GHz, during others up to "
            + support::numberText(highest / 1e9) + " GHz";
        finding.advice = "wide vector instructions, heat and other cores at work lower the clock; "
                         "compare with fewer threads";
        addEvidence(finding, all[row.step.value()], { "ipc" });
        findings.push_back(std::move(finding));
    });
}

/// Finds operators that touch memory that the system has yet to give.
void pageFaults(const LintContext& context, std::vector<Finding>& findings)
{
    const auto all = figuresOf(context);
    context.forSteps([&](const StepRow& row, const Step&) {
        if (all.empty())
            return;
        const auto& figures = all[row.step.value()];
        const auto faults = figures.pageFaults.value_or(0);
        const auto fromDisk = figures.majorFaults.value_or(0);
        const auto cost = std::min(faults * faultNs, row.time.median);
        const bool isCostly
            = cost >= faultShare * row.time.median && context.shareOf(cost) >= silentBelow;
        if (!isCostly && fromDisk < 1)
            return;
        Finding finding;
        finding.steps = { row.step };
        finding.gainNs = cost;
        finding.text = nameOf(context, row.step) + " has " + support::numberText(faults + fromDisk)
            + " page faults per run"
            + (fromDisk >= 1 ? ", " + support::numberText(fromDisk) + " of them read from disk"
                             : "");
        finding.advice
            = "memory that is allocated anew in each run comes with page faults; weights "
              "that do not fit into memory are read from disk again";
        finding.evidence
            = { { "counted at 0.5 µs each", support::durationText(faults * faultNs) } };
        findings.push_back(std::move(finding));
    });
}

/// Finds threads that moved between cores, or that share one.
void otherCore(const LintContext& context, std::vector<Finding>& findings)
{
    if (!context.profile.processor)
        return;
    const auto& record = *context.profile.processor;
    const auto all = figuresOf(context);
    const auto migrations = std::accumulate(all.begin(), all.end(), 0.0,
        [](double sum, const auto& step) { return sum + step.migrations.value_or(0); });
    const auto shared = sharedCores(record);
    if (migrations < 1 && shared.empty())
        return;
    Finding finding;
    finding.text = migrations >= 1 ? "threads ran on another core than before "
            + support::numberText(migrations) + " times per run"
                                   : "threads " + std::to_string(shared.front().first) + " and "
            + std::to_string(shared.front().second) + " shared core "
            + std::to_string(shared.front().core);
    finding.advice = "--pin keeps each thread on a core of its own";
    for (const auto& line : placeLines(record))
        finding.evidence.push_back({ "ran on", line });
    findings.push_back(std::move(finding));
}

} // namespace

std::span<const LintRule> processorRules()
{
    static constexpr std::array rules {
        LintRule { "waits-for-memory",
            "steps over 2 % of wall of whose cycles half are stalled, or that read 60 % of the "
            "measured bandwidth",
            waitsForMemory, Confidence::Likely,
            "the stalled part of their time; half of it where stalls are not counted" },
        LintRule { "clock-fell",
            "steps over 2 % of wall and 20 µs whose clock is below 90 % of the highest of others",
            clockFell, Confidence::Likely, "their time at the highest clock" },
        LintRule { "page-faults",
            "page faults that take over 10 % of a step and 1 % of wall at 0.5 µs each, or that "
            "read from disk",
            pageFaults, Confidence::Likely, "0.5 µs for each page fault" },
        LintRule { "other-core",
            "threads that changed their core at least once per run, or that share one", otherCore },
    };
    return rules;
}

} // namespace profiler
