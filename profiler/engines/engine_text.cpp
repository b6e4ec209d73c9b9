#include "profiler/engines/engine_text.h"

#include "model/support/text.h"
#include "profiler/engines/engine_library.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace profiler {

namespace {

/// The members whose keys start with `prefix`, without it.
std::vector<std::pair<std::string, MetadataValue>> membersOf(
    const Metadata& metadata, std::string_view prefix)
{
    std::vector<std::pair<std::string, MetadataValue>> members;
    for (auto at = metadata.all().lower_bound(prefix);
         at != metadata.all().end() && at->first.starts_with(prefix); ++at)
        members.emplace_back(at->first.substr(prefix.size()), at->second);
    return members;
}

} // namespace

bool isOfOtherEngine(const Metadata& metadata)
{
    const auto word = metadata.text(keys::engineName);
    return !word.empty() && word != "opscope";
}

std::string engineTitle(const Metadata& metadata)
{
    if (!isOfOtherEngine(metadata))
        return "Opscope";
    const auto word = metadata.text(keys::engineName);
    const auto engine = engineOfWord(word);
    return engine ? std::string(engineTitle(*engine)) : word;
}

std::string engineText(const Metadata& metadata)
{
    if (!isOfOtherEngine(metadata))
        return {};
    const auto version = metadata.text(keys::engineVersion);
    return engineTitle(metadata) + (version.empty() ? "" : " " + version);
}

bool isRemovalKnown(const Profile& profile)
{
    return !isOfOtherEngine(profile.metadata) || !profile.match
        || profile.match->unmatchedShare <= 0;
}

std::string engineSettingsText(const Metadata& metadata)
{
    return support::joined(membersOf(metadata, keys::engineSetting), ", ",
        [](const auto& member) { return member.first + " " + metadataText(member.second); });
}

namespace {

/// Returns the share of each rule, the largest first: `values 96 %, name 3 %`.
std::string rulesText(const Metadata& metadata)
{
    std::vector<std::pair<std::string, double>> shares;
    for (const auto& [rule, value] : membersOf(metadata, keys::attributionRule))
        if (const auto* share = std::get_if<double>(&value))
            shares.emplace_back(rule, *share);
    std::ranges::stable_sort(shares, std::greater {}, &std::pair<std::string, double>::second);
    return support::joined(shares, ", ",
        [](const auto& share) { return share.first + " " + support::shareText(share.second); });
}

} // namespace

support::Sentence attributionText(const Metadata& metadata)
{
    const auto proven = metadata.number(keys::attributionProven);
    if (!proven)
        return {};
    const auto rules = rulesText(metadata);
    return { rules.empty() ? "%1 proven" : "%1 proven: %2",
        { support::shareText(*proven), rules } };
}

} // namespace profiler
