#include "profiler/linter/rules.h"

#include "model/support/text.h"
#include "profiler/statistics/run_shape.h"
#include "profiler/statistics/statistics.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

/// Finds steps that run on plain reference kernels.
void referenceKernel(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    const StepRow* longest = nullptr;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (context.text(step.tier) != "reference" || step.kind != StepKind::Operator)
            return;
        finding.add(row);
        if (longest == nullptr || row.time.median > longest->time.median)
            longest = &row;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = support::countOf(finding.steps.size(), "step runs", "steps run")
        + " on plain reference kernels and take " + timeAndShare(context, finding.gainNs)
        + "; each says why nothing faster took it";
    finding.advice
        = "look at what refused in the inspector; often a type or a layout is the reason";
    const auto refusals = context.text(context.profile.step(longest->step).refusals);
    finding.evidence = { { "longest",
                             nameOf(context, longest->step) + ", "
                                 + support::durationText(longest->time.median) },
        { "nothing faster took it",
            refusals.empty() ? "there is no faster kernel for it" : firstLine(refusals) } };
    findings.push_back(std::move(finding));
}

/// Returns for each step the last step that reads its results, by planned lifetimes and by
/// Step::after. Invalid if unknown.
std::vector<engine::StepId> lastReaders(const Profile& profile)
{
    std::vector<engine::StepId> readers(profile.steps.size());
    const auto note = [&](engine::StepId maker, engine::StepId reader) {
        if (!maker.isValid() || !reader.isValid() || maker == reader
            || maker.value() >= readers.size() || reader.value() >= readers.size())
            return;
        auto& known = readers[maker.value()];
        if (!known.isValid() || known.value() < reader.value())
            known = reader;
    };
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i)
        for (const auto id : profile.steps[i].after)
            note(id, engine::StepId(i));
    for (const auto& value : profile.memory.lifetimes)
        note(value.first, value.last);
    return readers;
}

/// Layout changes that take long compared with the operator that reads their result.
struct CostlyReorders {
    static constexpr double minShare = 0.2; // relative to the reader's time

    std::vector<engine::StepId> steps;
    double ns = 0;
    double largest = 0; ///< largest share of its reader's time
    std::string example; ///< the one with the largest share
};

CostlyReorders costlyReorders(const LintContext& context)
{
    CostlyReorders costly;
    const auto readers = lastReaders(context.profile);
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto reader = readers[row.step.value()];
        if (step.kind != StepKind::Reorder || !reader.isValid()
            || context.profile.step(reader).kind != StepKind::Operator)
            return;
        const auto readerNs = context.statistics.steps[reader.value()].time.median;
        if (readerNs <= 0 || row.time.median <= CostlyReorders::minShare * readerNs)
            return;
        costly.steps.push_back(row.step);
        costly.ns += row.time.median;
        if (row.time.median / readerNs <= costly.largest)
            return;
        costly.largest = row.time.median / readerNs;
        costly.example = nameOf(context, row.step) + ", " + support::durationText(row.time.median)
            + ", for " + nameOf(context, reader) + ", " + support::durationText(readerNs);
    });
    return costly;
}

void reorderShare(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    const StepRow* longest = nullptr;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (step.kind != StepKind::Reorder && step.kind != StepKind::Copy)
            return;
        finding.add(row);
        if (longest == nullptr || row.time.median > longest->time.median)
            longest = &row;
    });
    const auto costly = costlyReorders(context);
    if (longest != nullptr && context.shareOf(finding.gainNs) >= 0.05) {
        finding.text = "layout changes and copies take " + timeAndShare(context, finding.gainNs)
            + "; the longest is " + nameOf(context, longest->step);
        finding.evidence.push_back({ "longest", support::durationText(longest->time.median) });
    } else if (context.shareOf(costly.ns) >= silentBelow) {
        finding.steps = costly.steps;
        finding.gainNs = costly.ns;
        finding.text
            = support::countOf(costly.steps.size(), "layout change takes ", "layout changes take ")
            + timeAndShare(context, costly.ns)
            + ", each over 20 % of the operator that reads it last";
    } else {
        return;
    }
    if (!costly.steps.empty())
        finding.evidence.push_back({ "longest beside its last reader", costly.example });
    finding.advice = "an operator between two with a blocked layout that takes the plain one only "
                     "forces two of them";
    findings.push_back(std::move(finding));
}

void dispatchBound(const LintContext& context, std::vector<Finding>& findings)
{
    const auto& account = context.statistics.account;
    if (!account || account->wallNs == 0 || account->share(account->dispatchNs) < 0.15)
        return;
    std::vector<double> times;
    context.forSteps([&](const StepRow& row, const Step&) { times.push_back(row.time.median); });
    const auto count = times.size();
    Finding finding;
    finding.gainNs = static_cast<double>(account->dispatchNs);
    finding.text = support::shareText(account->share(account->dispatchNs))
        + " of wall lies between operators: fewer, larger operators would help more than "
          "faster kernels";
    finding.advice = "fuse small operators, or run larger batches";
    finding.evidence = { { "steps", support::countText(count) },
        { "median step", support::durationText(distributionOf(times).median) },
        { "between two",
            support::durationText(
                finding.gainNs / static_cast<double>(std::max<std::size_t>(1, count))) } };
    findings.push_back(std::move(finding));
}

/// Compares the first run with the median: it includes reordering of weights, page faults, cold
/// caches.
void coldStart(const LintContext& context, std::vector<Finding>& findings)
{
    const auto& runs = context.profile.runs;
    const auto wall = context.statistics.bestWall().median;
    if (runs.empty() || runs.front().side != Side::WarmUp || wall <= 0)
        return;
    const auto first = static_cast<double>(runs.front().wallNs);
    if (first < 5 * wall)
        return;
    Finding finding;
    finding.text = "the first run took " + support::durationText(first) + ", "
        + support::numberText(first / wall) + " times the median";
    finding.advice = "run once before requests arrive; the gain is not in the median of later runs";
    finding.evidence = { { "page faults",
                             support::countText(runs.front().minorFaults
                                 + std::uint64_t(runs.front().majorFaults)) },
        { "waits", support::countText(runs.front().voluntarySwitches) } };
    findings.push_back(std::move(finding));
}

/// Returns a lasting shift of the processor's clock during the recorded runs.
std::optional<LevelShift> shiftOfClock(const LintContext& context)
{
    const auto& profile = context.profile;
    const auto recorded = recordedRuns(profile);
    const auto series = std::ranges::find_if(profile.counters, [&](const CounterSeries& counter) {
        return context.text(counter.name) == "clock" && context.text(counter.unit) == "hertz";
    });
    if (recorded.empty() || series == profile.counters.end())
        return {};
    const auto& last = profile.runs[recorded.back()];
    std::vector<double> values;
    for (std::size_t i = 0; i < series->timeNs.size(); ++i)
        if (series->timeNs[i] >= profile.runs[recorded.front()].startNs
            && series->timeNs[i] <= last.startNs + last.wallNs)
            values.push_back(series->value[i]);
    return levelShiftOf(values);
}

/// Returns why the figures of all steps are unreliable, the clearest reason only; empty if there is
/// none.
std::string unstableText(
    const std::string& runs, const std::optional<LevelShift>& clock, double interrupted)
{
    if (!runs.empty())
        return runs;
    if (clock)
        return "the processor's clock changed permanently while the runs were recorded: the "
               "figures "
               "mix two states of the machine";
    return interrupted <= 0.1 ? ""
                              : support::shareText(interrupted)
            + " of the runs were interrupted for other programs: the figures are indicative";
}

void unstable(const LintContext& context, std::vector<Finding>& findings)
{
    std::size_t disturbed = 0;
    const auto recorded = recordedRuns(context.profile);
    for (const auto run : recorded)
        disturbed += context.profile.runs[run].involuntarySwitches > 0 ? 1 : 0;
    const double share = recorded.empty()
        ? 0
        : static_cast<double>(disturbed) / static_cast<double>(recorded.size());
    const auto runs = shapeOfRuns(context.profile, recorded);
    const auto& shift = runs.shape.shift;
    const auto clock = shiftOfClock(context);
    Finding finding;
    finding.text = unstableText(runs.text.text(), clock, share);
    if (finding.text.empty())
        return;
    finding.evidence = { { "spread", support::shareText(runs.shape.spread) },
        { "interrupted runs", support::shareText(share) } };
    if (shift)
        finding.evidence.push_back({ "runs, after over before",
            support::numberText(shift->after / shift->before) + " times" });
    if (clock)
        finding.evidence.push_back({ "clock",
            support::numberText(clock->before / 1e9) + " GHz, then "
                + support::numberText(clock->after / 1e9) + " GHz" });
    if (shift || clock)
        finding.advice = "measure again with a fixed clock, after a longer warm-up";
    for (const auto& condition : context.profile.conditions)
        if (condition.isRemark)
            finding.evidence.push_back({ std::string(context.text(condition.name)),
                std::string(context.text(condition.value)) });
    findings.push_back(std::move(finding));
}

/// Finds independent branches that run one after the other.
void parallelBranches(const LintContext& context, std::vector<Finding>& findings)
{
    if (context.path == nullptr || context.path->steps.empty())
        return;
    const auto& path = *context.path;
    const auto beside = path.operatorsNs - path.lengthNs;
    if (path.parallelism() < 1.2 || context.shareOf(beside) < 0.1)
        return;
    Finding finding;
    finding.steps = path.steps;
    finding.gainNs = beside;
    finding.text = "operators that do not wait for each other run one after the other: the longest "
                   "chain takes "
        + support::durationText(path.lengthNs) + " of " + support::durationText(path.operatorsNs);
    finding.advice = "small independent branches gain from threads between operators, large ones "
                     "already use all threads";
    finding.evidence = { { "steps in the chain", support::countText(path.steps.size()) },
        { "at most at the same time", support::numberText(path.parallelism()) } };
    findings.push_back(std::move(finding));
}

} // namespace

std::span<const LintRule> timeRules()
{
    static constexpr std::array rules {
        LintRule { "reference-kernel", "steps on the plain reference kernels", referenceKernel,
            Confidence::Possible, "all of their time" },
        LintRule { "reorder-share",
            "layout changes and copies take over 5 % of wall, or one over 20 % of its reader",
            reorderShare, Confidence::Certain, "all of their time" },
        LintRule { "dispatch-bound", "over 15 % of wall lies between operators", dispatchBound,
            Confidence::Certain, "all time between operators" },
        LintRule { "parallel-branches", "independent branches run one after the other",
            parallelBranches, Confidence::Possible, "all that lies beside the longest chain" },
        LintRule { "cold-start", "the first run takes over five times the median", coldStart },
        LintRule { "unstable",
            "runs spread by over 5 %, over 10 % of them were interrupted, or they or the clock "
            "shifted permanently",
            unstable },
    };
    return rules;
}

} // namespace profiler
