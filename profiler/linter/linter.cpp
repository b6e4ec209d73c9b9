#include "profiler/linter/linter.h"

#include "model/support/text.h"
#include "profiler/linter/rules.h"

#include <array>

namespace profiler {

std::string timeAndShare(const LintContext& context, double ns)
{
    return support::durationText(ns, 3) + " ("
        + support::shareText(context.shareOf(ns), support::ShareForm::Card) + " of wall)";
}

std::string firstLine(std::string_view refusals)
{
    return std::string(refusals.substr(0, refusals.find('\n')));
}

std::string nameOf(const LintContext& context, engine::StepId step)
{
    return support::quote(context.text(context.profile.step(step).label), 80);
}

std::vector<TensorText> tensorsOf(std::string_view types)
{
    constexpr std::string_view times = "×";
    std::vector<TensorText> found;
    while (!types.empty()) {
        const auto comma = types.find(", ");
        auto part = types.substr(0, comma);
        types = comma == std::string_view::npos ? "" : types.substr(comma + 2);
        TensorText tensor;
        const auto space = part.rfind(' ');
        if (space != std::string_view::npos) {
            tensor.element = part.substr(space + 1);
            part = part.substr(0, space);
        } else {
            part = {}; // `–`: omitted input
        }
        while (!part.empty() && part != "scalar") {
            const auto end = part.find(times);
            std::uint64_t size = 0;
            for (const char c : part.substr(0, end))
                size = c >= '0' && c <= '9' && size < (std::uint64_t(1) << 40)
                    ? size * 10 + static_cast<std::uint64_t>(c - '0')
                    : 0;
            tensor.shape.push_back(size);
            part = end == std::string_view::npos ? "" : part.substr(end + times.size());
        }
        found.push_back(std::move(tensor));
    }
    return found;
}

std::string_view confidenceName(Confidence confidence)
{
    static constexpr std::array<std::string_view, 3> names { "certain", "likely", "possible" };
    return names[static_cast<std::size_t>(confidence)];
}

std::span<const LintRule> lintRules()
{
    static const auto all = [] {
        std::vector<LintRule> rules;
        for (const auto table : { timeRules(), graphRules(), workRules(), memoryRules(),
                 deviceRules(), gpuRules(), processorRules() })
            rules.insert(rules.end(), table.begin(), table.end());
        return rules;
    }();
    return all;
}

std::vector<Finding> lint(const LintContext& context)
{
    std::vector<Finding> findings;
    if (context.statistics.wall.samples == 0)
        return findings;
    for (const auto& rule : lintRules()) {
        const auto first = findings.size();
        rule.find(context, findings);
        for (auto i = first; i < findings.size(); ++i) {
            findings[i].rule = rule.id;
            if (!rule.bound.empty())
                findings[i].evidence.push_back({ "bound", std::string(rule.bound) });
            findings[i].evidence.push_back(
                { "confidence", std::string(confidenceName(rule.confidence)) });
        }
    }
    return groupAlike(context, std::move(findings));
}

} // namespace profiler
