#pragma once

#include "profiler/linter/linter.h"

namespace profiler {

constexpr std::size_t mostSteps = 20; ///< that a finding links to

/// The rules by what they look at; each file of this folder gives one table.
std::span<const LintRule> timeRules(); ///< where the time of a run goes
std::span<const LintRule> graphRules(); ///< operators and their neighbours
std::span<const LintRule> workRules(); ///< work against time, shapes, types
std::span<const LintRule> memoryRules();
std::span<const LintRule> deviceRules(); ///< GPU, copies between devices, threads
std::span<const LintRule> gpuRules(); ///< what a GPU's own records say

/// Findings of one rule about the same operator of repeated blocks become one: its steps are all of
/// theirs, its gain the sum of theirs as far as they are about different steps. Largest gain first.
std::vector<Finding> groupAlike(const LintContext& context, std::vector<Finding> findings);

/// `0.31 ms (8.7 % of wall)`.
std::string timeAndShare(const LintContext& context, double ns);
/// `"conv_1"`, elided.
std::string nameOf(const LintContext& context, engine::StepId step);

/// Shapes and element type of `1×64×56×56 fp32, 64×64×3×3 fp32`: sizes that are not numbers are 0.
struct TensorText {
    std::vector<std::uint64_t> shape;
    std::string_view element;
};
std::vector<TensorText> tensorsOf(std::string_view types);

} // namespace profiler
