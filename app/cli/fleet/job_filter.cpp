#include "app/cli/fleet/job_filter.h"

#include "model/support/text.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view dimPrefix = "dim.";

struct Key {
    std::string_view name;
    std::string (*value)(const Job&);
};
constexpr std::array keys {
    Key { "model", [](const Job& job) { return job.model; } },
    Key { "threads",
        [](const Job& job) { return job.threads ? std::to_string(*job.threads) : std::string(); } },
    Key { "precision", [](const Job& job) { return job.precision; } },
    Key { "engine", [](const Job& job) { return job.engine; } },
    Key { "optimize", [](const Job& job) { return job.optimisation; } },
    Key { "machine-class", [](const Job& job) { return job.machineClass; } },
};

std::string valueOf(const Job& job, std::string_view key)
{
    if (key.starts_with(dimPrefix)) {
        const auto found = job.dims.find(std::string(key.substr(dimPrefix.size())));
        return found == job.dims.end() ? std::string() : std::to_string(found->second);
    }
    const auto found = std::ranges::find(keys, key, &Key::name);
    return found == keys.end() ? std::string() : found->value(job);
}

} // namespace

Result<JobFilter> JobFilter::of(
    const std::vector<std::string>& include, const std::vector<std::string>& exclude)
{
    JobFilter filter;
    filter.m_include = TRY(parsed("--include", include));
    filter.m_exclude = TRY(parsed("--exclude", exclude));
    return filter;
}

Result<std::vector<JobFilter::Conditions>> JobFilter::parsed(
    std::string_view option, const std::vector<std::string>& texts)
{
    std::vector<Conditions> all;
    for (const auto& text : texts) {
        auto& conditions = all.emplace_back();
        for (const auto part : support::split(text, ',')) {
            const auto at = part.find('=');
            const auto key = part.substr(0, at);
            const bool isKnown = key.starts_with(dimPrefix)
                || std::ranges::find(keys, key, &Key::name) != keys.end();
            if (at == std::string_view::npos || !isKnown)
                return failAs(ErrorKind::Usage, option, " has ", support::quote(part),
                    ", expected KEY=PATTERN with a key of ",
                    support::joined(keys, ", ", &Key::name), ", dim.NAME");
            conditions.push_back({ std::string(key), std::string(part.substr(at + 1)) });
        }
    }
    return all;
}

bool JobFilter::matches(const Job& job, const Conditions& conditions)
{
    return std::ranges::all_of(conditions, [&](const Condition& condition) {
        const auto value = valueOf(job, condition.key);
        return ::fnmatch(condition.pattern.c_str(), value.c_str(), 0) == 0;
    });
}

bool JobFilter::keeps(const Job& job) const
{
    const auto isMatch = [&](const Conditions& conditions) { return matches(job, conditions); };
    return (m_include.empty() || std::ranges::any_of(m_include, isMatch))
        && std::ranges::none_of(m_exclude, isMatch);
}

} // namespace cli
