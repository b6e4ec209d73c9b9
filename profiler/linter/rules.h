#pragma once

#include "profiler/linter/linter.h"

namespace profiler {

constexpr std::size_t maxSteps = 20; ///< most steps that a finding links to

/// Rules by topic; each file of this folder has one table.
std::span<const LintRule> timeRules(); ///< distribution of the time of a run
std::span<const LintRule> graphRules(); ///< operators and their neighbours
std::span<const LintRule> workRules(); ///< work compared with time, shapes, types
std::span<const LintRule> memoryRules();
std::span<const LintRule> deviceRules(); ///< GPU, copies between devices, threads
std::span<const LintRule> gpuRules(); ///< from records of a GPU
std::span<const LintRule> processorRules(); ///< from what the processor and the system counted

/// Merges findings of one rule about the same operator of repeated blocks. The result has the steps
/// of all, and the sum of the gains as far as they are about different steps. Largest gain first.
std::vector<Finding> groupAlike(const LintContext& context, std::vector<Finding> findings);

/// Returns `0.31 ms (8.7 % of wall)`.
std::string timeAndShare(const LintContext& context, double ns);
/// Returns the first of the reasons of Step::refusals.
std::string firstLine(std::string_view refusals);
/// Returns `"conv_1"`, elided if long.
std::string nameOf(const LintContext& context, engine::StepId step);

/// Shape and element type of each tensor in `1×64×56×56 fp32, 64×64×3×3 fp32`. Sizes that are not
/// numbers are 0.
struct TensorText {
    std::vector<std::uint64_t> shape;
    std::string_view element;
};
std::vector<TensorText> tensorsOf(std::string_view types);

} // namespace profiler
