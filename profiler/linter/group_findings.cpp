#include "profiler/linter/rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace profiler {

namespace {

constexpr std::size_t namesShown = 3;

/// Returns the common form of labels in repeated blocks: `layers.7/attn/MatMul` becomes
/// `layers.#/attn/MatMul`.
std::string withoutNumbers(std::string_view label)
{
    std::string text;
    for (const char c : label) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit)
            text += c;
        else if (text.empty() || text.back() != '#')
            text += '#';
    }
    return text;
}

/// Returns a key. Findings with equal keys are about operators of the same type and shape at the
/// same place of repeated blocks.
std::string keyOf(const LintContext& context, const Finding& finding)
{
    auto key = finding.rule;
    for (const auto step : finding.steps) {
        const auto& shown = context.profile.step(step);
        key += '\n' + withoutNumbers(context.text(shown.label)) + '\t'
            + std::string(context.text(shown.opType)) + '\t'
            + std::string(context.text(shown.inputTypes));
    }
    return key;
}

/// Merges findings into one; the first one must be the largest.
Finding merged(const LintContext& context, std::vector<Finding> alike)
{
    auto result = std::move(alike.front());
    std::set<engine::StepId> counted(result.steps.begin(), result.steps.end());
    std::string names;
    for (std::size_t i = 1; i < alike.size(); ++i) {
        if (i <= namesShown)
            names += (names.empty() ? "" : ", ") + nameOf(context, alike[i].steps.front());
        const bool isOverlapping = std::ranges::any_of(
            alike[i].steps, [&](engine::StepId step) { return counted.contains(step); });
        // The gain of a step counts once.
        if (!isOverlapping)
            result.gainNs += alike[i].gainNs;
        for (const auto step : alike[i].steps)
            if (counted.insert(step).second)
                result.steps.push_back(step);
    }
    const auto more = alike.size() - 1;
    result.text += "; so " + std::string(more == 1 ? "is " : "are ") + std::to_string(more)
        + " more of the same type and shapes: " + names + (more > namesShown ? ", …" : "");
    result.evidence.push_back({ "alike", std::to_string(alike.size()) });
    return result;
}

} // namespace

std::vector<Finding> groupAlike(const LintContext& context, std::vector<Finding> findings)
{
    std::ranges::stable_sort(findings, std::greater<> {}, &Finding::gainNs);
    std::map<std::string, std::vector<Finding>> groups;
    std::vector<std::string> order;
    for (auto& finding : findings) {
        // A finding without steps is about the run and is not merged.
        const auto key
            = finding.steps.empty() ? std::to_string(order.size()) : keyOf(context, finding);
        auto& group = groups[key];
        if (group.empty())
            order.push_back(key);
        group.push_back(std::move(finding));
    }
    std::vector<Finding> result;
    for (const auto& key : order) {
        auto& group = groups[key];
        result.push_back(
            group.size() == 1 ? std::move(group.front()) : merged(context, std::move(group)));
    }
    std::ranges::stable_sort(result, std::greater<> {}, &Finding::gainNs);
    return result;
}

} // namespace profiler
