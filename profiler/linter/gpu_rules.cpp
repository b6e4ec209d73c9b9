#include "profiler/linter/rules.h"

#include "model/support/text.h"
#include "profiler/device/device_report.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

constexpr std::uint64_t smallCopyBytes = 64 * 1024;
constexpr std::size_t fewestCopies = 8; // per run
constexpr double lowOccupancy = 0.25;

/// Returns the first device of a profile; null if the tracer did not describe it.
const DeviceProperties* deviceOf(const LintContext& context)
{
    const auto& record = context.profile.device.record;
    return record && !record->devices.empty() ? &record->devices.front() : nullptr;
}

void addStep(Finding& finding, std::uint32_t step)
{
    const engine::StepId id(step);
    if (step != Slices::none && finding.steps.size() < maxSteps
        && std::ranges::find(finding.steps, id) == finding.steps.end())
        finding.steps.push_back(id);
}

/// Finds copies between host and device that are so small that launching them takes longer than
/// copying.
void smallCopies(const LintContext& context, std::vector<Finding>& findings)
{
    const auto account = deviceAccount(context.profile);
    if (!account)
        return;
    Finding finding;
    std::uint64_t bytes = 0;
    std::size_t copies = 0;
    const auto& slices = context.profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto* copy = copyOf(context.profile, i);
        if (copy == nullptr || slices.run[i] != account->run || copy->bytes >= smallCopyBytes
            || context.profile.device.work[deviceRow(context.profile, i)] == DeviceWork::Set)
            continue;
        ++copies;
        bytes += copy->bytes;
        finding.gainNs += static_cast<double>(slices.durationNs[i]);
        addStep(finding, slices.step[i]);
    }
    for (const auto& gap : account->gaps)
        finding.gainNs += gap.cause == GapCause::CopyWait ? static_cast<double>(gap.durationNs) : 0;
    if (copies < fewestCopies || context.shareOf(finding.gainNs) < silentBelow)
        return;
    finding.text = support::countOf(copies, "small copy takes ", "small copies take ")
        + timeAndShare(context, finding.gainNs) + ", with the device idle around them";
    finding.advice = "one copy of all, or the value kept where it is used, costs once what these "
                     "cost each time";
    finding.evidence = { { "copies in one run", support::countText(copies) },
        { "bytes in all", support::bytesText(bytes) },
        { "idle for copies",
            support::durationText(static_cast<double>(account->gapOf(GapCause::CopyWait))) } };
    findings.push_back(std::move(finding));
}

/// Finds idle time of the device while operators run on the CPU.
void cpuOperators(const LintContext& context, std::vector<Finding>& findings)
{
    const auto account = deviceAccount(context.profile);
    const auto idle = account ? static_cast<double>(account->gapOf(GapCause::CpuOperator)) : 0;
    if (context.shareOf(idle) < 0.02)
        return;
    Finding finding;
    finding.gainNs = idle;
    double sum = 0;
    std::size_t operators = 0; // the finding names some of them only
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (step.kind != StepKind::Operator || context.text(step.device) != "cpu")
            return;
        ++operators;
        sum += row.time.median;
        addStep(finding, row.step.value());
        if (const auto refusals = context.text(step.refusals);
            !refusals.empty() && finding.evidence.size() < 3)
            finding.evidence.push_back(
                { "reason of " + nameOf(context, row.step), firstLine(refusals) });
    });
    finding.text = support::countOf(operators, "operator", "operators")
        + " on the CPU let the device idle for " + timeAndShare(context, idle);
    finding.advice = "where the reason can be met it runs on the device; else it belongs to the "
                     "start or the end of the model";
    finding.evidence.push_back({ "time on the CPU", support::durationText(sum) });
    findings.push_back(std::move(finding));
}

/// Calls `use(row, device)` for kernels that take at least 5 % of the wall and have a known
/// occupancy.
template <typename Use>
void forLongKernels(const LintContext& context, Use use)
{
    const auto* device = deviceOf(context);
    const auto run = medianRun(context.profile);
    if (device == nullptr || !run || !hasDeviceWork(context.profile))
        return;
    for (const auto& row : kernelRows(context.profile, *run))
        if (context.shareOf(static_cast<double>(row.sumNs)) >= 0.05 && row.occupancy)
            use(row, *device);
}

Finding kernelFinding(const KernelRow& row)
{
    Finding finding;
    for (const auto step : row.steps)
        addStep(finding, step.value());
    finding.evidence = { { "launches", support::countText(row.launches) },
        { "blocks", support::countText(row.launch.blocks()) },
        { "threads per block", support::countText(row.launch.threadsPerBlock()) },
        { "registers per thread", support::countText(row.launch.registersPerThread) },
        { "shared memory per block", support::bytesText(row.launch.sharedBytes()) } };
    return finding;
}

std::string kernelName(const LintContext& context, const KernelRow& row)
{
    return "kernel " + support::quote(context.text(row.name), 80);
}

void fewBlocks(const LintContext& context, std::vector<Finding>& findings)
{
    forLongKernels(context, [&](const KernelRow& row, const DeviceProperties& device) {
        const auto blocks = row.launch.blocks();
        if (blocks >= device.multiprocessors)
            return;
        auto finding = kernelFinding(row);
        const auto used = static_cast<double>(blocks) / static_cast<double>(device.multiprocessors);
        finding.gainNs = static_cast<double>(row.sumNs) * (1 - used);
        finding.text = kernelName(context, row) + " has " + support::countText(blocks)
            + " blocks for " + support::countText(device.multiprocessors)
            + " multiprocessors and takes " + timeAndShare(context, static_cast<double>(row.sumNs));
        finding.advice = "a larger batch, or another algorithm, gives all of them work";
        findings.push_back(std::move(finding));
    });
}

void lowOccupancyRule(const LintContext& context, std::vector<Finding>& findings)
{
    forLongKernels(context, [&](const KernelRow& row, const DeviceProperties& device) {
        const auto& occupancy = *row.occupancy;
        if (occupancy.share >= lowOccupancy || row.launch.blocks() < device.multiprocessors)
            return;
        auto finding = kernelFinding(row);
        finding.text = kernelName(context, row) + " can have " + support::countText(occupancy.warps)
            + " of " + support::countText(device.warpsPerMultiprocessor)
            + " warps on a multiprocessor, because of its "
            + std::string(occupancyLimitName(occupancy.limit)) + ", and takes "
            + timeAndShare(context, static_cast<double>(row.sumNs));
        finding.advice = "this is normal for large matrix products; other kernels hide memory "
                         "latency better with more warps";
        finding.evidence.push_back({ "occupancy, at most", support::shareText(occupancy.share) });
        findings.push_back(std::move(finding));
    });
}

} // namespace

std::span<const LintRule> gpuRules()
{
    static constexpr std::array rules {
        LintRule { "gpu-small-copies",
            "eight or more copies below 64 KiB in a run, with the idle time around them",
            smallCopies, Confidence::Likely, "all of their time and of the gaps around them" },
        LintRule { "gpu-cpu-operators",
            "the GPU idles over 2 % of wall while operators run on the CPU", cpuOperators,
            Confidence::Certain, "all of these gaps" },
        LintRule { "gpu-few-blocks",
            "kernels over 5 % of wall with fewer blocks than the GPU has multiprocessors",
            fewBlocks, Confidence::Likely,
            "the share of its time of multiprocessors without a block" },
        LintRule { "gpu-low-occupancy",
            "kernels over 5 % of wall of which less than a quarter of the warps fit",
            lowOccupancyRule, Confidence::Possible },
    };
    return rules;
}

} // namespace profiler
