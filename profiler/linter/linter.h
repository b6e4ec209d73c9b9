#pragma once

#include "profiler/statistics/critical_path.h"
#include "profiler/statistics/roofline.h"
#include "profiler/statistics/statistics.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// One number that supports a finding: `share of wall: 12.3 %`.
struct Evidence {
    std::string name;
    std::string value;
};

/// An observation with evidence and an upper bound of the possible gain.
struct Finding {
    std::string rule; ///< `reference-kernel`
    std::string text;
    std::vector<engine::StepId> steps; ///< steps that it links to
    double gainNs = 0; ///< upper bound per run; 0 = unknown
    std::string advice = {}; ///< what to try
    std::vector<Evidence> evidence = {};

    /// Links to a step, whose own time may be gained.
    void add(const StepRow& row)
    {
        steps.push_back(row.step);
        gainNs += row.time.median;
    }
};

/// Input of rules. Roofline and critical path may be null: rules that need them then find nothing.
struct LintContext {
    const Profile& profile;
    const Statistics& statistics;
    const Roofline* roofline = nullptr;
    const CriticalPath* path = nullptr;

    double wallNs() const { return statistics.wall.median; }
    double shareOf(double ns) const { return wallNs() > 0 ? ns / wallNs() : 0; }
    std::string_view text(StringId id) const { return profile.text(id); }
    /// Calls `use(row, step)` for each step that ran.
    template <typename Use>
    void forSteps(Use use) const
    {
        for (const auto& row : statistics.steps)
            if (row.time.samples > 0)
                use(row, profile.step(row.step));
    }
};

/// How certain the gain of a finding is.
enum class Confidence {
    Certain, ///< counted from records; only the amount is an upper bound
    Likely, ///< follows from records and known properties of such operators
    Possible, ///< worth trying
};
std::string_view confidenceName(Confidence confidence);

/// A rule looks for one kind of problem. It reports nothing below 1 % of the wall, because small
/// findings do not help.
struct LintRule {
    std::string_view id;
    std::string_view about; ///< one sentence for `docs/numbers.md` and help
    void (*find)(const LintContext& context, std::vector<Finding>& findings);
    Confidence confidence = Confidence::Certain; ///< added to the evidence of its findings
    /// How the gain was bounded; added to the evidence too. Empty: the rule adds it itself, or has
    /// no gain.
    std::string_view bound = {};
};

inline constexpr double silentBelow = 0.01; ///< of wall

/// Returns all rules, by file of `linter/`.
std::span<const LintRule> lintRules();

/// Returns the findings of all rules, largest gain first; empty without recorded runs.
std::vector<Finding> lint(const LintContext& context);

} // namespace profiler
