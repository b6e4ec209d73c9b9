#include "profiler/comparison/gate.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {
namespace {

/// A gate is evaluated often, and its result blocks people. So one false alarm in a thousand is
/// accepted; a verdict may have one in forty.
constexpr double mostProbable = 0.002;
constexpr double minDecidingShare = 0.01; ///< relative to the wall
constexpr double minAligned = 0.5; ///< relative to A's operator time
constexpr double maxMoreRounds = 20; ///< factor on the rounds done

GateRow judge(std::string name, const Change& change, double limit, bool canLeaveOpen)
{
    GateRow row { std::move(name), {}, limit, change, GateResult::Within, {} };
    if (change.a.samples == 0 || change.b.samples == 0)
        return row;
    const bool isAbove
        = change.interval && change.interval->low > limit && change.verdict == Verdict::Slower;
    const bool isSure
        = !change.p || change.adjusted.value_or(1) <= mostProbable || change.isFarBeyond(limit);
    if (isAbove && isSure) {
        row.result = GateResult::Beyond;
        row.reason = ratioText(change.ratio) + " (95 % " + intervalText(change) + "), allowed "
            + support::shareText(limit);
    } else if (canLeaveOpen && (!change.interval || change.interval->high > limit)) {
        row.result = GateResult::Undecided;
        if (!change.interval)
            row.reason = "too few runs for an interval";
        else
            row.reason = "95 % " + intervalText(change)
                + (isAbove ? " is above the limit, which may be chance: " : " contains the limit ")
                + support::shareText(limit);
    }
    return row;
}

/// Estimates the rounds needed to decide. Intervals shrink with the square root of the rounds.
std::optional<double> roundsToDecide(const Comparison& comparison, const GateOutcome& outcome)
{
    double factor = 1;
    for (const auto& row : outcome.rows) {
        if (row.result != GateResult::Undecided)
            continue;
        const auto distance = std::abs(row.limit - row.change.ratio);
        if (!row.change.interval || distance <= 0)
            return {};
        const auto half = row.change.interval->half();
        factor = std::max(factor, half * half / (distance * distance));
    }
    if (factor > maxMoreRounds)
        return {};
    return std::ceil(std::max(1.2 * factor, 1.5) * comparison.rounds / 10) * 10;
}

void addHelp(GateOutcome& outcome, const Comparison& comparison)
{
    auto& help = outcome.help;
    if (!comparison.isComparable())
        help.emplace_back("settings or machine differ: measure both the same way, or allow the "
                          "difference");
    if (comparison.isLossy())
        help.emplace_back("records were lost: measure again with fewer runs or less recording");
    if (outcome.count(GateResult::Undecided) == 0)
        return;
    if (comparison.method == Method::Separate) {
        help.push_back("the two were not measured interleaved, so "
            + support::shareText(comparison.spread)
            + " between two equal measurements cannot be told from a difference: compare the "
              "models with --measure");
        return;
    }
    const auto rounds = roundsToDecide(comparison, outcome);
    help.push_back(rounds ? "about " + support::countText(static_cast<std::uint64_t>(*rounds))
                + " rounds would decide (now " + std::to_string(comparison.rounds)
                + "), or a quieter machine"
                          : std::string("the difference is too close to the limit for this "
                                        "machine's noise: a quieter machine, fewer threads, or "
                                        "another limit"));
}

} // namespace

std::string_view gateResultName(GateResult result)
{
    static constexpr std::array<std::string_view, 3> names { "within", "beyond", "undecided" };
    return names[static_cast<std::size_t>(result)];
}

std::size_t GateOutcome::count(GateResult result) const
{
    return static_cast<std::size_t>(std::ranges::count(rows, result, &GateRow::result));
}

const GateRow* GateOutcome::ofOperator(std::size_t row) const
{
    const auto found = std::ranges::find(rows, row, &GateRow::row);
    return found == rows.end() ? nullptr : &*found;
}

GateResult GateOutcome::result() const
{
    if (count(GateResult::Beyond) > 0)
        return GateResult::Beyond;
    return help.empty() ? GateResult::Within : GateResult::Undecided;
}

GateOutcome applyGate(const Comparison& comparison, const GateLimits& limits)
{
    GateOutcome outcome;
    if (limits.wall)
        outcome.rows.push_back(judge("wall", comparison.wall, *limits.wall, true));
    if (limits.perOperator) {
        for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
            const auto& row = comparison.rows[i];
            if (row.isIgnored)
                continue;
            outcome.rows.push_back(
                judge(row.label, row.change, *limits.perOperator, row.share >= minDecidingShare));
            outcome.rows.back().row = i;
        }
        if (comparison.alignment.shareOfTime < minAligned)
            outcome.help.push_back("the models differ too much to compare operators: "
                + support::shareText(comparison.alignment.shareOfTime)
                + " of A's operator time has a counterpart in B; leave out the limit of operators");
    }
    addHelp(outcome, comparison);
    return outcome;
}

} // namespace profiler
