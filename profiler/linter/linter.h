#pragma once

#include "profiler/statistics/critical_path.h"
#include "profiler/statistics/roofline.h"
#include "profiler/statistics/statistics.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// One number that a finding rests on: `share of wall: 12.3 %`.
struct Evidence {
    std::string name;
    std::string value;
};

/// Something that stands out, with evidence and what it could gain at most.
struct Finding {
    std::string rule; ///< `reference-kernel`
    std::string text;
    std::vector<engine::StepId> steps; ///< links
    double gainNs = 0; ///< upper bound, of one run; 0 = not known
    std::string advice = {}; ///< what to try
    std::vector<Evidence> evidence = {};
};

/// What rules look at. Roofline and critical path may be absent: a rule that needs them is silent.
struct LintContext {
    const Profile& profile;
    const Statistics& statistics;
    const Roofline* roofline = nullptr;
    const CriticalPath* path = nullptr;

    double wallNs() const { return statistics.wall.median; }
    double shareOf(double ns) const { return wallNs() > 0 ? ns / wallNs() : 0; }
    std::string_view text(StringId id) const { return profile.text(id); }
    /// Rows of steps that ran, with their steps.
    template <typename Use>
    void forSteps(Use use) const
    {
        for (const auto& row : statistics.steps)
            if (row.time.samples > 0)
                use(row, profile.step(row.step));
    }
};

/// How sure it is that what a finding says could be gained is there to be gained.
enum class Confidence {
    Certain, ///< counted from records: only the bound is one
    Likely, ///< follows from records and what is known of such operators
    Possible, ///< worth a try
};
std::string_view confidenceName(Confidence confidence);

/// A rule looks for one thing. It is silent below 1 % of wall: small findings help nobody.
struct LintRule {
    std::string_view id;
    std::string_view about; ///< one sentence for `docs/numbers.md` and help
    void (*find)(const LintContext& context, std::vector<Finding>& findings);
    Confidence confidence = Confidence::Certain; ///< said among the evidence of its findings
    std::string_view bound = {}; ///< how the gain was bounded, said there too; empty: the rule says
                                 ///< it itself, or knows no gain
};

inline constexpr double silentBelow = 0.01; ///< of wall

/// All rules, by file of `linter/`.
std::span<const LintRule> lintRules();

/// What all rules find, largest gain first. Without recorded runs: nothing.
std::vector<Finding> lint(const LintContext& context);

} // namespace profiler
