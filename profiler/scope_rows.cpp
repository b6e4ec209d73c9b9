#include "profiler/scope_rows.h"

#include "profiler/step_samples.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace profiler {

std::string_view scopeOf(std::string_view label)
{
    for (const char separator : { '/', '.' }) {
        if (const auto at = label.rfind(separator); at != std::string_view::npos)
            return label.substr(0, at);
    }
    return {};
}

std::vector<ScopeRow> scopeRows(const Profile& profile, const Statistics& statistics)
{
    const auto runs = recordedRuns(profile);
    const StepSamples samples(profile, runs);
    struct Scope {
        ScopeRow row;
        std::vector<double> sums; // per run
        std::vector<engine::StepId> steps;
    };
    std::map<std::pair<bool, std::string>, Scope> scopes;
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        const engine::StepId id(i);
        if (samples.calls(id) == 0)
            continue;
        const auto& step = profile.steps[i];
        const std::string scope(step.isInserted()
                ? std::string_view()
                : scopeOf(profile.text(step.origins.front().label)));
        auto& [row, sums, steps] = scopes[{ step.isInserted(), scope }];
        row.scope = scope;
        row.isInserted = step.isInserted();
        steps.push_back(id);
        sums.resize(samples.runs(), 0);
        samples.addPerRun(id, StepTime::Own, sums);
        ++row.figures.steps;
        row.figures.callsPerRun += static_cast<double>(samples.calls(id))
            / static_cast<double>(std::max<std::size_t>(samples.runs(), 1));
        row.figures.flops += step.flops.value_or(0);
        row.figures.unknownCosts += step.flops || step.isInserted() ? 0 : 1;
    }
    std::vector<ScopeRow> rows;
    for (auto& [key, scope] : scopes) {
        auto& [row, sums, steps] = scope;
        row.figures.threadsBusy = threadsBusyOf(statistics, steps);
        row.figures.time = distributionOf(sums);
        row.figures.share
            = statistics.wall.median > 0 ? row.figures.time.median / statistics.wall.median : 0;
        rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(
        rows, std::greater<>(), [](const ScopeRow& row) { return row.figures.time.median; });
    return rows;
}

std::string commonPrefix(const Profile& profile)
{
    std::optional<std::string_view> common;
    for (const auto& step : profile.steps) {
        if (step.isInserted())
            continue;
        const auto label = profile.text(step.label);
        if (!common)
            common = label;
        const auto end = std::ranges::mismatch(*common, label).in1;
        common = common->substr(0, static_cast<std::size_t>(end - common->begin()));
    }
    const auto at = common ? common->find_last_of("/.") : std::string_view::npos;
    return at == std::string_view::npos ? std::string() : std::string(common->substr(0, at + 1));
}

} // namespace profiler
