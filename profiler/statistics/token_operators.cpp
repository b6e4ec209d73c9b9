#include "profiler/statistics/token_operators.h"

#include "model/support/text.h"
#include "profiler/statistics/account.h"
#include "profiler/statistics/generation.h"
#include "profiler/statistics/scope_rows.h"
#include "profiler/statistics/step_samples.h"

#include <algorithm>
#include <limits>
#include <map>

namespace profiler {

namespace {

/// Replaces each number in a label by `*`.
std::string withoutNumbers(std::string_view label)
{
    std::string pattern;
    for (const char c : label) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit)
            pattern += c;
        else if (pattern.empty() || pattern.back() != '*')
            pattern += '*';
    }
    return pattern;
}

bool isOperator(const Step& step)
{
    return step.kind != StepKind::Reorder && step.kind != StepKind::Copy;
}

using OperatorKey = std::pair<std::string, std::string>; ///< pattern of the label, type
using StepsByKey = std::map<OperatorKey, std::vector<engine::StepId>>;

/// `prefix`: the common one, which is left out.
std::string_view shortLabel(const Profile& profile, engine::StepId step, std::string_view prefix)
{
    auto label = profile.text(profile.step(step).label);
    if (label.starts_with(prefix))
        label.remove_prefix(prefix.size());
    return label;
}

StepsByKey stepsByPattern(
    const Profile& profile, const StepSamples& samples, std::string_view prefix)
{
    StepsByKey groups;
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        const auto& step = profile.steps[i];
        const engine::StepId id(i);
        if (!isOperator(step) || samples.calls(id) == 0)
            continue;
        groups[{ withoutNumbers(shortLabel(profile, id, prefix)),
                   std::string(profile.text(step.opType)) }]
            .push_back(id);
    }
    return groups;
}

StepsByKey joinedByType(const StepsByKey& groups)
{
    StepsByKey joined;
    for (const auto& [key, steps] : groups) {
        auto& all = joined[{ key.second, key.second }];
        all.insert(all.end(), steps.begin(), steps.end());
    }
    return joined;
}

TokenOperators operatorsOf(
    const Profile& profile, std::vector<std::uint32_t> runs, const std::stop_token& stop)
{
    TokenOperators operators;
    operators.runs = std::move(runs);
    operators.accounts = accountsOf(profile, operators.runs);
    const StepSamples samples(profile, operators.runs);
    const auto prefix = commonPrefix(profile);
    auto groups = stepsByPattern(profile, samples, prefix);
    if (groups.size() > mostTypes) // of unusual labels
        groups = joinedByType(groups);
    keepLongest(groups, samples, mostTypes);
    for (auto& [key, steps] : groups) {
        if (stop.stop_requested())
            break;
        TokenOperator row {
            steps.size() > 1 ? key.first : std::string(shortLabel(profile, steps.front(), prefix)),
            profile.step(steps.front()).opType, {}, 0, std::vector<double>(operators.runs.size())
        };
        std::size_t calls = 0;
        for (const auto step : steps) {
            samples.addPerRun(step, StepTime::Own, row.ns);
            calls += samples.calls(step);
        }
        row.callsPerRun = static_cast<double>(calls) / static_cast<double>(operators.runs.size());
        row.steps = std::move(steps);
        operators.rows.push_back(std::move(row));
    }
    return operators;
}

} // namespace

TokenOperators tokenOperators(const Profile& profile, const std::stop_token& stop)
{
    return operatorsOf(profile, generatingRuns(profile, Side::Profiled), stop);
}

TokenOperators prefillOperators(const Profile& profile, const std::stop_token& stop)
{
    return operatorsOf(profile, generatingRuns(profile, Side::Prefill), stop);
}

std::optional<TokenTable> tokenTable(
    const Profile& profile, const TokenOperators& operators, std::optional<std::int64_t> position)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < operators.runs.size(); ++i) {
        if (!position || profile.runs[operators.runs[i]].position == *position)
            places.push_back(i);
    }
    if (places.empty())
        return std::nullopt;
    TokenTable table;
    table.runs = places.size();
    const auto wallOf
        = [&](std::size_t place) { return profile.runs[operators.runs[place]].wallNs; };
    auto byWall = places;
    const auto middle = byWall.begin() + static_cast<std::ptrdiff_t>((byWall.size() - 1) / 2);
    std::ranges::nth_element(byWall, middle, {}, wallOf);
    table.run = operators.runs[*middle];
    table.account = operators.accounts[*middle];
    // A file may have any wall time.
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    table.outsideNs = std::min(
        profile.runs[table.run].outsideNs, most - std::max<std::int64_t>(0, table.account.wallNs));
    table.wallNs = table.account.wallNs + table.outsideNs;
    for (std::size_t row = 0; row < operators.rows.size(); ++row) {
        std::vector<double> times;
        for (const auto place : places)
            times.push_back(operators.rows[row].ns[place]);
        const auto time = distributionOf(times);
        if (time.max > 0)
            table.rows.push_back({ row, time,
                table.wallNs > 0
                    ? operators.rows[row].ns[*middle] / static_cast<double>(table.wallNs)
                    : 0 });
    }
    std::ranges::stable_sort(
        table.rows, std::greater<>(), [](const TokenTable::Row& row) { return row.time.median; });
    return table;
}

} // namespace profiler
