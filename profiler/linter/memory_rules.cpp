#include "profiler/linter/rules.h"

#include "model/support/text.h"
#include "profiler/charts/charts.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

/// Compares the peak with the unavoidable minimum: the weights and the largest two values at once.
void memoryPeak(const LintContext& context, std::vector<Finding>& findings)
{
    const auto run = medianRun(context.profile);
    if (!run)
        return;
    const auto live = liveMemory(context.profile, *run);
    if (live.livingAtPeak.size() < 3)
        return;
    const auto& lifetimes = context.profile.memory.lifetimes;
    const auto pair = lifetimes[live.livingAtPeak[0]].bytes + lifetimes[live.livingAtPeak[1]].bytes;
    const auto weights = context.profile.memory.weightBytes;
    const auto peak = weights + live.peakBytes;
    if (static_cast<double>(peak) <= 1.5 * static_cast<double>(weights + pair))
        return;
    auto best = live.livingAtPeak.front();
    auto without = peakWithout(context.profile, live, best);
    constexpr std::size_t tried = 50;
    for (std::size_t i = 1; i < std::min(tried, live.livingAtPeak.size()); ++i) {
        const auto other = peakWithout(context.profile, live, live.livingAtPeak[i]);
        if (other < without) {
            without = other;
            best = live.livingAtPeak[i];
        }
    }
    Finding finding;
    if (const auto& first = lifetimes[best].first;
        first.isValid() && first.value() < context.profile.steps.size())
        finding.steps.push_back(first);
    finding.text = "the peak of memory is " + support::bytesText(peak) + ", of which "
        + support::bytesText(weights) + " are weights; without "
        + support::quote(context.text(lifetimes[best].name), 80) + " it would be "
        + support::bytesText(weights + without);
    finding.advice = "values that are kept for a much later operator raise the peak";
    finding.evidence
        = { { "values alive at the peak", support::countText(live.livingAtPeak.size()) },
              { "largest two", support::bytesText(pair) },
              { "size of that value", support::bytesText(lifetimes[best].bytes) } };
    findings.push_back(std::move(finding));
}

} // namespace

std::span<const LintRule> memoryRules()
{
    static constexpr std::array rules {
        LintRule { "memory-peak", "the peak is over 1.5 times weights and the largest two values",
            memoryPeak },
    };
    return rules;
}

} // namespace profiler
