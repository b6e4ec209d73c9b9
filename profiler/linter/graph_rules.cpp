#include "profiler/linter/rules.h"

#include "engine/plan/engine.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>
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

/// Returns the number of steps that read the results of each step.
std::map<std::uint32_t, std::size_t> readersOf(const Profile& profile)
{
    std::map<std::uint32_t, std::size_t> readers;
    for (const auto& step : profile.steps)
        for (const auto id : step.after)
            ++readers[id.value()];
    return readers;
}

/// Returns why an activation was not fused into the product before it, by the conditions that the
/// engine checks (engine/kernel/epilogue_rules.h). Empty if these do not explain it, and for runs
/// of other programs.
std::string whyNotFused(const LintContext& context, const Step& product, const Step& activation)
{
    const auto level = context.profile.metadata.text(keys::optimisation);
    if (level.empty())
        return {};
    const engine::Optimisation full = engine::Optimisation::Full;
    if (level != engine::optimisationName(full))
        return "operators are fused with --optimize " + std::string(engine::optimisationName(full))
            + ", this run had " + std::string(level);
    const auto made = context.text(product.opType);
    if (made == "ConvTranspose")
        return "no activation is fused into a ConvTranspose";
    const auto type = context.text(activation.opType);
    if (!engine::isEpilogueActivation(context.text(activation.domain), type))
        return std::string(type) + " is none of the activations that are fused";
    if (product.work && product.work->multiplyAdds < engine::minEpilogueMultiplyAdds)
        return "its product is small: " + support::countText(product.work->multiplyAdds)
            + " multiply-adds, fused from " + support::countText(engine::minEpilogueMultiplyAdds)
            + " on";
    return {};
}

/// Finds elementwise operators that could have been fused into the product before them.
void unfusedActivation(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    auto readers = readersOf(context.profile);
    std::string example;
    std::map<std::string, std::size_t> reasons;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (!activations.contains(context.text(step.opType)) || step.after.size() != 1)
            return;
        const auto source = step.after.front();
        if (readers[source.value()] != 1
            || !products.contains(context.text(context.profile.step(source).opType)))
            return;
        if (finding.steps.empty())
            example = nameOf(context, row.step) + " behind " + nameOf(context, source);
        finding.add(row);
        if (auto reason = whyNotFused(context, context.profile.step(source), step); !reason.empty())
            ++reasons[std::move(reason)];
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    for (const auto& [reason, count] : reasons)
        finding.evidence.push_back({ "not fused",
            support::countText(count) + " of " + support::countText(finding.steps.size()) + ": "
                + reason });
    finding.text = support::countOf(finding.steps.size(), "activation takes ", "activations take ")
        + timeAndShare(context, finding.gainNs) + " as steps of their own, " + example;
    finding.advice
        = "run with --optimize full; a product that has another reader, or an activation "
          "with a bound that is not constant, cannot be fused";
    findings.push_back(std::move(finding));
}

/// Finds quantising and dequantising steps around operators that compute in float.
void quantisersUnfused(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    std::size_t floats = 0;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (quantisers.contains(context.text(step.opType)))
            finding.add(row);
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
        finding.add(row);
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

/// Number and time of some steps, with one of them as example.
struct Share {
    std::size_t count = 0;
    double ns = 0;
    std::string example;

    void add(double medianNs, const std::string& name)
    {
        if (count++ == 0)
            example = name;
        ns += medianNs;
    }
    std::string text() const
    {
        return support::countText(count) + ", " + support::durationText(ns) + ", for instance "
            + example;
    }
};

/// Finds Identity, casts of casts, transposes of transposes and repeated computations. A step of
/// several kinds counts once, for the first that fits.
void redundantOperator(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    Share identities;
    Share pairs;
    Share repeats;
    const auto take = [&](Share& share, const StepRow& row, engine::StepId other = {},
                          const char* beside = "") {
        share.add(row.time.median,
            nameOf(context, row.step) + (other.isValid() ? beside + nameOf(context, other) : ""));
        finding.steps.push_back(row.step);
        if (other.isValid())
            finding.steps.push_back(other);
        finding.gainNs += row.time.median;
    };
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto type = context.text(step.opType);
        if (type == "Identity")
            take(identities, row);
        else if ((type == "Cast" || type == "Transpose") && step.after.size() == 1
            && context.text(context.profile.step(step.after.front()).opType) == type)
            take(pairs, row, step.after.front(), " behind ");
        else if (step.repeats.isValid() && step.kind == StepKind::Operator && !step.isInserted())
            take(repeats, row, step.repeats, " computes the same as ");
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    const auto& most = std::max(
        { identities, pairs, repeats }, [](const auto& a, const auto& b) { return a.ns < b.ns; });
    finding.text = "operators that could be left out or merged take "
        + timeAndShare(context, finding.gainNs) + ", for instance " + most.example;
    finding.advice = "two transposes in a row are one; two casts in a row are one if no digits are "
                     "lost; of operators that compute the same on the same inputs one is enough";
    for (const auto& [name, share] : { std::pair { "Identity", &identities },
             std::pair { "casts and transposes in a row", &pairs },
             std::pair { "same operator, inputs and attributes", &repeats } })
        if (share->count > 0)
            finding.evidence.push_back({ name, share->text() });
    findings.push_back(std::move(finding));
}

/// True if the step is inside a constant step, whose time includes it.
bool isInConstant(const Profile& profile, const Step& step)
{
    auto parent = step.parent;
    for (std::size_t depth = 0; parent.isValid() && depth < profile.steps.size(); ++depth) {
        if (profile.step(parent).isConstant)
            return true;
        parent = profile.step(parent).parent;
    }
    return false;
}

/// Finds steps that could be computed once instead of in each run.
void constantSubgraph(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    const StepRow* longest = nullptr;
    double calls = 0;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (!step.isConstant || isInConstant(context.profile, step))
            return;
        finding.steps.push_back(row.step);
        finding.gainNs += row.total.median;
        calls += row.callsPerRun;
        if (longest == nullptr || row.total.median > longest->total.median)
            longest = &row;
    });
    if (longest == nullptr || context.shareOf(finding.gainNs) < silentBelow)
        return;
    const bool isUnoptimised = context.profile.metadata.text(keys::optimisation) == "none";
    finding.text = support::countOf(finding.steps.size(), "step depends", "steps depend")
        + " on weights only and " + (finding.steps.size() == 1 ? "takes " : "take ")
        + timeAndShare(context, finding.gainNs) + " in each run; the longest is "
        + nameOf(context, longest->step);
    finding.advice = isUnoptimised
        ? "run with --optimize basic, which computes them once; or fold them in the model"
        : "compute them once and store the results as weights in the model; here results over "
          "256 MiB and what no kernel can compute while preparing are not folded";
    finding.evidence = { { "executions in a run",
                             support::countText(static_cast<std::uint64_t>(std::llround(calls))) },
        { "longest", support::durationText(longest->total.median) },
        { "makes", std::string(context.text(context.profile.step(longest->step).outputTypes)) } };
    findings.push_back(std::move(finding));
}

} // namespace

std::span<const LintRule> graphRules()
{
    static constexpr std::array rules {
        LintRule { "unfused-activation", "activations as steps of their own behind a product",
            unfusedActivation, Confidence::Likely, "all of their time" },
        LintRule { "qdq-unfused", "quantising and dequantising as steps of their own",
            quantisersUnfused, Confidence::Likely, "all of their time" },
        LintRule { "big-copy", "operators that only move data take over 3 % of wall", bigCopy,
            Confidence::Possible, "all of their time" },
        LintRule { "redundant-op",
            "Identity, casts of casts, transposes of transposes, the same operator on the same "
            "inputs again",
            redundantOperator, Confidence::Certain, "all of their time" },
        LintRule { "constant-subgraph", "what depends on weights only is computed in each run",
            constantSubgraph, Confidence::Certain, "all of their time, as measured" },
    };
    return rules;
}

} // namespace profiler
