#include "profiler/statistics/critical_path.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr std::uint32_t nothing = 0xffffffffu;

/// Returns the outermost step that contains a step.
std::uint32_t outermost(const Profile& profile, std::uint32_t step)
{
    for (std::size_t depth = 0; depth <= profile.steps.size(); ++depth) {
        const auto parent = profile.steps[step].parent;
        if (!parent.isValid())
            return step;
        step = parent.value();
    }
    return step;
}

/// Returns for each outermost step the steps that it waits for. These always come first in the
/// plan. An edge back to a later step comes from a copied body and is left out.
std::vector<std::vector<std::uint32_t>> edges(const Profile& profile)
{
    std::vector<std::vector<std::uint32_t>> waits(profile.steps.size());
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        const auto own = outermost(profile, i);
        for (const auto id : profile.steps[i].after) {
            const auto other = outermost(profile, id.value());
            if (other < own)
                waits[own].push_back(other);
        }
        // An inserted step waits for the step before it, because it changes the value of that step.
        if (profile.steps[i].isInserted() && i > 0 && own == i)
            waits[i].push_back(outermost(profile, i - 1));
    }
    return waits;
}

} // namespace

CriticalPath criticalPath(const Profile& profile, const Statistics& statistics)
{
    CriticalPath path;
    const bool isKnown
        = std::ranges::any_of(profile.steps, [](const Step& step) { return !step.after.empty(); });
    if (!isKnown || statistics.steps.size() != profile.steps.size())
        return path;
    const auto waits = edges(profile);
    std::vector<double> end(profile.steps.size(), 0);
    std::vector<std::uint32_t> before(profile.steps.size(), nothing);
    auto last = nothing;
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        if (profile.steps[i].parent.isValid())
            continue;
        for (const auto other : waits[i])
            if (end[other] > end[i]) {
                end[i] = end[other];
                before[i] = other;
            }
        const auto& row = statistics.steps[i];
        const auto own = row.total.samples > 0 ? row.total.median : 0;
        end[i] += own;
        path.operatorsNs += own;
        if (last == nothing || end[i] > end[last])
            last = i;
    }
    if (last == nothing)
        return path;
    path.lengthNs = end[last];
    for (auto i = last; i != nothing; i = before[i])
        path.steps.push_back(engine::StepId(i));
    std::ranges::reverse(path.steps);
    return path;
}

} // namespace profiler
