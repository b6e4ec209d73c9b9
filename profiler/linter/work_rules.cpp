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

/// Returns the lanes of a vector register for an element type; 0 for other types.
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

/// Returns the output channels of a convolution, or the columns of a product; 0 if unknown.
/// Without the type of the output it is unknown for weights that may be transposed.
std::uint64_t outputChannels(
    std::string_view type, const TensorText& weight, const std::vector<TensorText>& outputs)
{
    const bool isConvolution = type.find("Conv") != std::string_view::npos;
    if (isConvolution ? weight.shape.size() < 3 : !isProduct(type) || weight.shape.size() != 2)
        return 0;
    if (!outputs.empty() && outputs.front().shape.size() >= 2)
        return isConvolution ? outputs.front().shape[1] : outputs.front().shape.back();
    const bool mayBeTransposed = type.find("Transpose") != std::string_view::npos
        || type.find("Gemm") != std::string_view::npos;
    return mayBeTransposed ? 0 : weight.shape[isConvolution ? 0 : 1];
}

/// Finds products whose channel or column count leaves vector lanes empty.
void channelsUnaligned(const LintContext& context, std::vector<Finding>& findings)
{
    Finding finding;
    std::string example;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto tensors = tensorsOf(context.text(step.inputTypes));
        if (tensors.size() < 2)
            return;
        const auto channels = outputChannels(
            context.text(step.opType), tensors[1], tensorsOf(context.text(step.outputTypes)));
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

/// Finds steps that already reach the memory bandwidth: only fewer bytes help them.
void memoryBoundAtPeak(const LintContext& context, std::vector<Finding>& findings)
{
    if (context.roofline == nullptr)
        return;
    Finding finding;
    double lowest = 10;
    double highest = 0;
    double sum = 0;
    for (const auto& row : context.roofline->rows) {
        if (row.bound != RoofBound::Memory || row.ofRoof.value_or(0) < 0.8)
            continue;
        finding.steps.push_back(row.step);
        sum += row.medianNs;
        lowest = std::min(lowest, *row.ofRoof);
        highest = std::max(highest, *row.ofRoof);
    }
    if (finding.steps.empty() || context.shareOf(sum) < 0.05)
        return;
    finding.gainNs = sum / 2; // half the bytes, for a type of half the size
    finding.text = support::countOf(finding.steps.size(), "step is", "steps are")
        + " at the bandwidth of this machine already and take " + timeAndShare(context, sum)
        + ": only fewer bytes help";
    finding.advice = "fuse with neighbours, or use a smaller type; the gain assumes half the bytes";
    finding.evidence = { { "of bandwidth, lowest", support::shareText(lowest) },
        { "highest", support::shareText(highest) } };
    findings.push_back(std::move(finding));
}

/// Finds long steps far below what the machine allows at their intensity.
void farFromRoof(const LintContext& context, std::vector<Finding>& findings)
{
    if (context.roofline == nullptr)
        return;
    for (const auto& row : context.roofline->rows) {
        const auto ofRoof = row.ofRoof.value_or(0); // 0 without a roof; such rows are skipped
        if (row.isTooShort || ofRoof >= 0.2 || ofRoof <= 0 || context.shareOf(row.medianNs) < 0.02)
            continue;
        const auto& step = context.profile.step(row.step);
        Finding finding;
        finding.steps = { row.step };
        finding.gainNs = row.medianNs * (1 - ofRoof);
        finding.text = std::string(context.text(step.opType)) + " " + nameOf(context, row.step)
            + " reaches " + support::shareText(ofRoof, support::ShareForm::Card) + " of its roof ("
            + std::string(roofBoundName(row.bound)) + ") and takes "
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

/// Units of a device that multiply shorter numbers faster than float32.
struct ShortUnits {
    std::string_view device; ///< prefix of the device name
    std::string_view flag; ///< needed word in `machine.isa`; empty: none needed
    std::string_view precision; ///< value for `--precision`
    std::string_view name;
};

/// Returns the fastest units of the step's device; null if none are known.
const ShortUnits* shortUnits(const LintContext& context, const Step& step)
{
    static constexpr std::array rows {
        ShortUnits { "cuda", "", "tf32", "tensor cores for tf32 (Ampere and later)" },
        ShortUnits { "GPU", "", "tf32", "tensor cores for tf32 (Ampere and later)" },
        ShortUnits { "cpu", "AMX", "bf16", "matrix units for bf16 (AMX)" },
        ShortUnits { "cpu", "AVX512-BF16", "bf16", "vector products of bf16 (AVX512-BF16)" },
    };
    const auto isa = context.profile.metadata.text(keys::isa);
    const auto given = context.text(step.device);
    const auto device = given.empty() ? std::string_view("cpu") : given;
    const auto found = std::ranges::find_if(rows, [&](const ShortUnits& row) {
        return device.starts_with(row.device)
            && (row.flag.empty() || isa.find(row.flag) != std::string::npos);
    });
    return found == rows.end() ? nullptr : &*found;
}

/// True if the bf16 peak was measured with these units. Older versions measured vector units only.
bool isMeasuredWith(const ShortUnits& units, const MachinePeaks& peaks)
{
    return peaks.bf16.flopsPerSecond > 0 && (units.flag != "AMX" || peaks.bf16.by == units.flag);
}

/// Returns the least time of a product in ns with shorter numbers, by the measured peaks: with half
/// the bytes for bf16, and at the bf16 rate. The arithmetic counts as free if that rate was not
/// measured. 0 = unknown.
double minNsInBf16(const LintContext& context, const ShortUnits& units, const StepRow& row)
{
    const auto& step = context.profile.step(row.step);
    if (context.roofline == nullptr || !step.flops || !step.bytes
        || (units.device == "cpu") != context.roofline->peaks.device.empty())
        return 0;
    const auto& peaks = context.roofline->peaks;
    const auto calls = std::max(1.0, row.callsPerRun);
    const auto ns = [&](std::uint64_t amount, double perSecond) {
        return perSecond > 0 ? static_cast<double>(amount) * calls * 1e9 / perSecond : 0.0;
    };
    const auto peak = isMeasuredWith(units, peaks) ? peaks.bf16.flopsPerSecond : 0.0;
    const auto bytes = units.precision == "tf32" ? *step.bytes : *step.bytes / 2;
    return std::max(ns(*step.flops, peak), ns(bytes, bandwidthFor(peaks, bytes)));
}

/// Returns how the gain of `all` products was bounded.
std::vector<Evidence> boundInBf16(
    const LintContext& context, const ShortUnits& units, std::size_t bounded, std::size_t all)
{
    if (bounded == 0)
        return { { "bound", "all of their time: peaks are not known (selftest peaks)" } };
    const auto& peaks = context.roofline->peaks;
    const bool isMeasured = isMeasuredWith(units, peaks);
    return { { "float32 peak", support::workRateText(peaks.flopsPerSecond) },
        { std::string(units.precision) + " peak",
            isMeasured ? support::workRateText(peaks.bf16.flopsPerSecond) + ", "
                    + support::numberText(peaks.bf16.flopsPerSecond / peaks.flopsPerSecond)
                    + " times"
                       : "not measured: arithmetic counts as free" },
        { "bound",
            "their time less what " + support::countText(bounded) + " of " + support::countText(all)
                + " need at the measured peaks"
                + (units.precision == "tf32" ? "" : " with half the bytes") } };
}

/// Finds float32 products on machines with faster units for shorter types.
void bf16Possible(const LintContext& context, std::vector<Finding>& findings)
{
    const auto precision = context.profile.metadata.text(keys::precision);
    if (!precision.empty() && !precision.starts_with("f32"))
        return;
    Finding finding;
    const ShortUnits* used = nullptr;
    double products = 0;
    std::size_t bounded = 0;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto tensors = tensorsOf(context.text(step.inputTypes));
        const auto* units = shortUnits(context, step);
        if (!isProduct(context.text(step.opType)) || tensors.empty() || tensors[0].element != "fp32"
            || units == nullptr)
            return;
        used = units;
        finding.steps.push_back(row.step);
        products += row.time.median;
        const auto least = minNsInBf16(context, *units, row);
        bounded += least > 0 ? 1 : 0;
        finding.gainNs += std::max(0.0, row.time.median - least);
    });
    if (used == nullptr || context.shareOf(products) < 0.2
        || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = "products in float32 take " + timeAndShare(context, products)
        + ", and this machine has " + std::string(used->name);
    finding.advice = "try --precision " + std::string(used->precision)
        + " and compare the outputs with `verify`";
    finding.evidence = boundInBf16(context, *used, bounded, finding.steps.size());
    finding.evidence.insert(finding.evidence.begin(), { "would be used", std::string(used->name) });
    findings.push_back(std::move(finding));
}

/// Finds products with so few rows that most work is reading the weights.
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
        if (rows >= 8)
            hasLarge = true;
        else if (weights > 64 * rows)
            finding.add(row);
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
            channelsUnaligned, Confidence::Likely, "the share of empty lanes of their time" },
        LintRule { "memory-bound-at-peak", "steps that reach 80 % of the measured bandwidth",
            memoryBoundAtPeak, Confidence::Likely, "half of their time: half the bytes" },
        LintRule { "far-from-roof", "steps over 2 % of wall below 20 % of their roof", farFromRoof,
            Confidence::Likely, "its time less what its roof allows" },
        LintRule { "bf16-possible",
            "products in float32 on a machine with faster units for bf16 or tf32", bf16Possible,
            Confidence::Possible },
        LintRule { "small-batch", "all products have fewer than 8 rows", smallBatch,
            Confidence::Likely, "all of their time" },
    };
    return rules;
}

} // namespace profiler
