#include "ui/timeline/ruler.h"

#include <algorithm>

namespace ui {

std::optional<std::uint32_t> runInView(
    const profiler::Profile& profile, const profiler::TimeSpan& view)
{
    const auto middle = view.startNs + (view.endNs - view.startNs) / 2;
    const auto holds = [&](const profiler::Run& run) {
        return run.startNs <= middle && middle < run.startNs + run.wallNs;
    };
    const auto run = std::ranges::find_if(profile.runs, holds);
    if (run == profile.runs.end() || view.endNs - view.startNs > 2 * run->wallNs)
        return std::nullopt;
    return static_cast<std::uint32_t>(run - profile.runs.begin());
}

std::int64_t rulerZero(const profiler::Profile& profile, const profiler::TimeSpan& view)
{
    if (const auto run = runInView(profile, view))
        return profile.runs[*run].startNs;
    const auto first = std::ranges::min_element(profile.runs, {}, &profiler::Run::startNs);
    return first != profile.runs.end() ? first->startNs : 0;
}

} // namespace ui
