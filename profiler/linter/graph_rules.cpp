#include "profiler/linter/rules.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace profiler {
namespace {

using Types = std::set<std::string_view>;

const Types products { "Conv", "ConvTranspose", "MatMul", "Gemm", "FusedConv", "FusedMatMul",
    "FusedGemm" };
const Types activations { "Relu", "Clip", "Sigmoid", "Tanh", "LeakyRelu", "Elu", "HardSwish",
    "HardSigmoid", "Gelu", "Erf", "Softplus", "Mish", "Swish", "QuickGelu" };
const Types copies { "Concat", "Split", "Slice", "Pad", "Tile", "Expand", "Gather", "Transpose" };
const Types quantisers { "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear" };

/// How many steps read what a step makes.
std::map<std::uint32_t, std::size_t> readersOf(const Profile& profile)
{
    std::map<std::uint32_t, std::size_t> readers;
    for (const auto& step : profile.steps)
        for (const auto id : step.after)
            ++readers[id.value()];
    return readers;
}

/// An elementwise operator on its own behind the product that could have done it in passing.
void unfusedActivation(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    auto readers = readersOf(context.profile);
    std::string example;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (!activations.contains(context.text(step.opType)) || step.after.size() != 1)
            return;
        const auto source = step.after.front();
        if (readers[source.value()] != 1
            || !products.contains(context.text(context.profile.step(source).opType)))
            return;
        if (finding.steps.empty())
            example = nameOf(context, row.step) + " behind " + nameOf(context, source);
        finding.steps.push_back(row.step);
        finding.gainNs += row.time.median;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = support::countOf(finding.steps.size(), "activation takes ", "activations take ")
        + timeAndShare(context, finding.gainNs) + " as steps of their own, " + example;
    finding.advice
        = "run with --optimize full; a product that has another reader, or an activation "
          "with a bound that is not constant, cannot be fused";
    findings.push_back(std::move(finding));
}

/// Quantising and back as steps, around operators that then compute in float.
void quantisersUnfused(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    std::size_t floats = 0;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (quantisers.contains(context.text(step.opType))) {
            finding.steps.push_back(row.step);
            finding.gainNs += row.time.median;
        }
        const bool readsDequantised = std::ranges::any_of(step.after, [&](engine::StepId id) {
            return context.text(context.profile.step(id).opType) == "DequantizeLinear";
        });
        floats += readsDequantised && products.contains(context.text(step.opType)) ? 1 : 0;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = support::countOf(finding.steps.size(), "step", "steps")
        + " quantise or dequantise and take " + timeAndShare(context, finding.gainNs);
    if (floats > 0)
        finding.text += "; " + support::countOf(floats, "product computes", "products compute")
            + " in float between them";
    finding.advice
        = "quantised weights and both sides of an operator let the pair be fused into an "
          "integer operator";
    findings.push_back(std::move(finding));
}

void bigCopy(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    std::map<std::string_view, double> byType;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (step.kind != StepKind::Operator || !copies.contains(context.text(step.opType)))
            return;
        finding.steps.push_back(row.step);
        finding.gainNs += row.time.median;
        byType[context.text(step.opType)] += row.time.median;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < 0.03)
        return;
    finding.text = "operators that only move data take " + timeAndShare(context, finding.gainNs);
    finding.advice = "their producers could write in place; a Transpose can often be moved into a "
                     "neighbouring MatMul";
    for (const auto& [type, ns] : byType)
        finding.evidence.push_back({ std::string(type), support::durationText(ns) });
    findings.push_back(std::move(finding));
}

/// Identity, casts of casts, transposes of transposes.
void redundantOperator(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    std::string example;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto type = context.text(step.opType);
        const bool isPair = (type == "Cast" || type == "Transpose") && step.after.size() == 1
            && context.text(context.profile.step(step.after.front()).opType) == type;
        if (type != "Identity" && !isPair)
            return;
        if (example.empty())
            example = nameOf(context, row.step)
                + (isPair ? " behind " + nameOf(context, step.after.front()) : "");
        finding.steps.push_back(row.step);
        if (isPair)
            finding.steps.push_back(step.after.front());
        finding.gainNs += row.time.median;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = "operators that could be left out or merged take "
        + timeAndShare(context, finding.gainNs) + ", for instance " + example;
    finding.advice
        = "two transposes in a row are one; two casts in a row are one if no digits are lost";
    findings.push_back(std::move(finding));
}

} // namespace

std::span<const LintRule> graphRules()
{
    static constexpr std::array rules {
        LintRule { "unfused-activation", "activations as steps of their own behind a product",
            unfusedActivation, Confidence::Likely },
        LintRule { "qdq-unfused", "quantising and dequantising as steps of their own",
            quantisersUnfused, Confidence::Likely },
        LintRule { "big-copy", "operators that only move data take over 3 % of wall", bigCopy,
            Confidence::Possible },
        LintRule { "redundant-op", "Identity, casts of casts, transposes of transposes",
            redundantOperator },
    };
    return rules;
}

} // namespace profiler
