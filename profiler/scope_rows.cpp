#include "profiler/scope_rows.h"

#include "profiler/step_samples.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace profiler {
namespace {

/// What steps of one row have in common: whether they come from no node, and a name.
using Key = std::pair<bool, std::string_view>;

template <typename KeyOf>
std::vector<SummedSteps> rowsBy(
    const Profile& profile, const Statistics& statistics, const KeyOf& keyOf)
{
    const auto runs = recordedRuns(profile);
    const StepSamples samples(profile, runs);
    struct Sum {
        SummedSteps row;
        std::vector<double> perRun;
        double flops = 0;
    };
    std::map<Key, Sum> sums;
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        const engine::StepId id(i);
        if (samples.calls(id) == 0)
            continue;
        const auto& step = profile.steps[i];
        const auto key = keyOf(step);
        auto& [row, perRun, flops] = sums[key];
        row.isInserted = key.first;
        row.name = key.second;
        row.steps.push_back(id);
        perRun.resize(samples.runs(), 0);
        samples.addPerRun(id, StepTime::Own, perRun);
        const double calls = statistics.steps[i].callsPerRun;
        ++row.figures.steps;
        row.figures.callsPerRun += calls;
        flops += static_cast<double>(step.flops.value_or(0)) * calls; // cost is that of one call
        row.figures.unknownCosts += step.flops || step.isInserted() ? 0 : 1;
    }
    std::vector<SummedSteps> rows;
    for (auto& [key, sum] : sums) {
        auto& [row, perRun, flops] = sum;
        row.figures.flops = static_cast<std::uint64_t>(flops);
        row.figures.threadsBusy = threadsBusyOf(statistics, row.steps);
        row.figures.time = distributionOf(perRun);
        row.figures.share
            = statistics.wall.median > 0 ? row.figures.time.median / statistics.wall.median : 0;
        rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(
        rows, std::greater<>(), [](const SummedSteps& row) { return row.figures.time.median; });
    return rows;
}

} // namespace

std::string_view scopeOf(std::string_view label)
{
    for (const char separator : { '/', '.' }) {
        if (const auto at = label.rfind(separator); at != std::string_view::npos)
            return label.substr(0, at);
    }
    return {};
}

std::vector<SummedSteps> scopeRows(const Profile& profile, const Statistics& statistics)
{
    return rowsBy(profile, statistics, [&](const Step& step) {
        return Key(step.isInserted(),
            step.isInserted() ? std::string_view()
                              : scopeOf(profile.text(step.origins.front().label)));
    });
}

std::vector<SummedSteps> kernelRows(const Profile& profile, const Statistics& statistics)
{
    return rowsBy(profile, statistics,
        [&](const Step& step) { return Key(false, profile.text(step.implementation)); });
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
