#include "profiler/linter/rules.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

bool isProduct(std::string_view type)
{
    return type.find("Conv") != std::string_view::npos
        || type.find("MatMul") != std::string_view::npos
        || type.find("Gemm") != std::string_view::npos;
}

/// Lanes of a vector that hold one element type.
std::uint64_t laneCount(const LintContext& context, std::string_view element)
{
    const auto isa = context.profile.metadata.text("machine.isa");
    const std::uint64_t bits = isa.find("AVX-512") != std::string::npos ? 512
        : isa.find("AVX") != std::string::npos                          ? 256
                                                                        : 128;
    if (element == "fp32")
        return bits / 32;
    if (element == "fp16" || element == "bf16")
        return bits / 16;
    return element == "int8" || element == "uint8" ? bits / 8 : 0;
}

/// Channels that a convolution makes, or columns of a product; 0 if they are not known.
std::uint64_t madeSize(std::string_view type, const TensorText& weight)
{
    if (type.find("Conv") != std::string_view::npos)
        return weight.shape.size() < 3 ? 0 : weight.shape[0];
    return isProduct(type) && weight.shape.size() == 2 ? weight.shape[1] : 0;
}

/// What a product makes at once fills its vectors badly.
void channelsUnaligned(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    std::string example;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto tensors = tensorsOf(context.text(step.inputTypes));
        if (tensors.size() < 2)
            return;
        const auto channels = madeSize(context.text(step.opType), tensors[1]);
        const auto lanes = laneCount(context, tensors[1].element);
        if (lanes == 0 || channels == 0 || channels % lanes == 0)
            return;
        const auto padded = (channels + lanes - 1) / lanes * lanes;
        const auto waste = 1 - static_cast<double>(channels) / static_cast<double>(padded);
        if (waste <= 0.1)
            return;
        if (example.empty())
            example = "in " + nameOf(context, row.step) + " " + std::to_string(channels)
                + " channels fill vectors of " + std::to_string(padded);
        finding.steps.push_back(row.step);
        finding.gainNs += row.time.median * waste;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = support::countOf(finding.steps.size(), "product wastes ", "products waste ")
        + "lanes of vectors, up to " + timeAndShare(context, finding.gainNs) + ": " + example;
    finding.advice = "channel counts that are a multiple of the vector width cost nothing more";
    findings.push_back(std::move(finding));
}

/// Already at the bandwidth: only fewer bytes help.
void memoryBoundAtPeak(const LintContext& context, std::vector<Finding>& findings)
{
    if (context.roofline == nullptr)
        return;
    Finding finding;
    double lowest = 10;
    double highest = 0;
    double sum = 0;
    for (const auto& row : context.roofline->rows) {
        if (row.bound != RoofBound::Memory || row.ofRoof < 0.8)
            continue;
        finding.steps.push_back(row.step);
        sum += row.medianNs;
        lowest = std::min(lowest, row.ofRoof);
        highest = std::max(highest, row.ofRoof);
    }
    if (finding.steps.empty() || context.shareOf(sum) < 0.05)
        return;
    finding.gainNs = sum / 2; // half the bytes: a type of half the size
    finding.text = support::countOf(finding.steps.size(), "step is", "steps are")
        + " at the bandwidth of this machine already and take " + timeAndShare(context, sum)
        + ": only fewer bytes help";
    finding.advice = "fuse with neighbours, or use a smaller type; the gain assumes half the bytes";
    finding.evidence = { { "of bandwidth, lowest", support::shareText(lowest) },
        { "highest", support::shareText(highest) } };
    findings.push_back(std::move(finding));
}

/// Long steps far below what the machine allows at their intensity.
void farFromRoof(const LintContext& context, std::vector<Finding>& findings)
{
    if (context.roofline == nullptr)
        return;
    for (const auto& row : context.roofline->rows) {
        if (row.ofRoof >= 0.2 || row.ofRoof <= 0 || context.shareOf(row.medianNs) < 0.02)
            continue;
        const auto& step = context.profile.step(row.step);
        Finding finding;
        finding.steps = { row.step };
        finding.gainNs = row.medianNs * (1 - row.ofRoof);
        finding.text = std::string(context.text(step.opType)) + " " + nameOf(context, row.step)
            + " reaches " + support::shareText(row.ofRoof, support::ShareForm::Card)
            + " of its roof (" + std::string(roofBoundName(row.bound)) + ") and takes "
            + timeAndShare(context, row.medianNs);
        finding.advice = "look at implementation and refusals; a product with few rows is bound by "
                         "its weights";
        finding.evidence = { { "rate", support::workRateText(row.flopsPerSecond) },
            { "roof", support::workRateText(row.roof) },
            { "FLOP per byte", support::numberText(row.flopsPerByte) },
            { "inputs", std::string(context.text(step.inputTypes)) } };
        findings.push_back(std::move(finding));
    }
}

/// Matrix units that float32 does not use.
void bf16Possible(const LintContext& context, std::vector<Finding>& findings)
{
    if (context.profile.metadata.text("machine.isa").find("AMX") == std::string::npos)
        return;
    Finding finding;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto tensors = tensorsOf(context.text(step.inputTypes));
        if (!isProduct(context.text(step.opType)) || tensors.empty()
            || tensors[0].element != "fp32")
            return;
        finding.steps.push_back(row.step);
        finding.gainNs += row.time.median;
    });
    if (finding.steps.empty() || context.shareOf(finding.gainNs) < 0.2)
        return;
    finding.text = "products in float32 take " + timeAndShare(context, finding.gainNs)
        + ", and this processor has matrix units (AMX) for bf16";
    finding.advice
        = "try a bf16 model and check its outputs with `verify`; the bound is all of their time";
    findings.push_back(std::move(finding));
}

/// Products with so few rows that reading the weights is the work.
void smallBatch(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    bool hasLarge = false;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto type = context.text(step.opType);
        if (!isProduct(type) || type.find("Conv") != std::string_view::npos)
            return;
        const auto tensors = tensorsOf(context.text(step.inputTypes));
        if (tensors.size() < 2 || tensors[0].shape.size() < 2)
            return;
        std::uint64_t rows = 1;
        for (std::size_t i = 0; i + 1 < tensors[0].shape.size(); ++i)
            rows *= std::max<std::uint64_t>(
                1, std::min<std::uint64_t>(tensors[0].shape[i], 1 << 16));
        std::uint64_t weights = 1;
        for (const auto size : tensors[1].shape)
            weights *= std::max<std::uint64_t>(1, std::min<std::uint64_t>(size, 1 << 20));
        if (rows >= 8) {
            hasLarge = true;
        } else if (weights > 64 * rows) {
            finding.steps.push_back(row.step);
            finding.gainNs += row.time.median;
        }
    });
    if (hasLarge || finding.steps.empty() || context.shareOf(finding.gainNs) < 0.2)
        return;
    finding.text = "products of fewer than 8 rows take " + timeAndShare(context, finding.gainNs)
        + ": weights are read once per row";
    finding.advice = "run several requests as one batch, or quantise the weights";
    findings.push_back(std::move(finding));
}

} // namespace

std::span<const LintRule> workRules()
{
    static constexpr std::array rules {
        LintRule { "channels-unaligned", "channel or column counts that fill vectors badly",
            channelsUnaligned, Confidence::Likely },
        LintRule { "memory-bound-at-peak", "steps that reach 80 % of the measured bandwidth",
            memoryBoundAtPeak, Confidence::Likely },
        LintRule { "far-from-roof", "steps over 2 % of wall below 20 % of their roof", farFromRoof,
            Confidence::Likely },
        LintRule { "bf16-possible", "products in float32 on a processor with matrix units",
            bf16Possible, Confidence::Possible },
        LintRule {
            "small-batch", "all products have fewer than 8 rows", smallBatch, Confidence::Likely },
    };
    return rules;
}

} // namespace profiler
