#include "profiler/device/device_report.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace profiler {
namespace {

using support::durationText;
using support::shareText;

constexpr double launchBoundShare = 0.3; // of the wall time; below it the run is not launch-bound

std::string duration(std::int64_t ns) { return durationText(static_cast<double>(ns)); }

const RoofRow* roofOf(const Roofline* roofline, engine::StepId step)
{
    if (roofline == nullptr)
        return nullptr;
    const auto found = std::ranges::find(roofline->rows, step, &RoofRow::step);
    return found == roofline->rows.end() ? nullptr : &*found;
}

const DeviceProperties* identityOf(const Profile& profile)
{
    const auto& record = profile.device.record;
    return record && !record->devices.empty() ? &record->devices.front() : nullptr;
}

template <typename Use>
void forKernels(const Profile& profile, std::uint32_t run, Use use)
{
    const auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto row = deviceRow(profile, i);
        if (row != Slices::none && slices.run[i] == run
            && profile.device.work[row] == DeviceWork::Kernel)
            use(i, row);
    }
}

/// The cause with the largest sum of gaps.
GapCause mainCause(const DeviceAccount& account)
{
    const auto largest = std::ranges::max_element(account.gapNs);
    return static_cast<GapCause>(largest - account.gapNs.begin());
}

std::string idleSentence(const DeviceAccount& account)
{
    const auto cause = mainCause(account);
    const auto advice = gapCauseAdvice(cause);
    return "the device has nothing to do for " + shareText(account.share(account.idleNs()))
        + " of the wall, most of it (" + duration(account.gapOf(cause)) + ") is "
        + std::string(gapCauseName(cause)) + (advice.empty() ? "" : ": " + std::string(advice));
}

void addOperatorSentence(
    std::vector<std::string>& headlines, const Profile& profile, const DeviceReport& report)
{
    const auto& rows = report.account.operators;
    const auto longest = std::ranges::max_element(rows, {}, &DeviceOperator::kernelNs);
    if (longest == rows.end() || longest->kernelNs == 0)
        return;
    const auto place = static_cast<std::size_t>(longest - rows.begin());
    headlines.push_back("the longest operator on the device is "
        + support::quote(profile.text(profile.step(longest->step).label), 80) + " with "
        + duration(longest->kernelNs) + " (" + shareText(report.account.share(longest->kernelNs))
        + " of the wall): " + report.verdicts[place].text);
}

std::vector<std::string> headlinesOf(const Profile& profile, const DeviceReport& report)
{
    const auto& account = report.account;
    std::vector<std::string> headlines { report.whole.text };
    if (report.whole.bound != DeviceBound::Launch && account.share(account.idleNs()) >= 0.05)
        headlines.push_back(idleSentence(account));
    addOperatorSentence(headlines, profile, report);
    if (const auto fallback = account.gapOf(GapCause::CpuOperator); account.share(fallback) >= 0.01)
        headlines.push_back("operators on the CPU leave the device idle for " + duration(fallback)
            + " (" + shareText(account.share(fallback)) + " of the wall)");
    if (account.overlapNs > 0)
        headlines.push_back("streams work at once for " + duration(account.overlapNs)
            + ": operators add up to more than the time the device is busy");
    if (const auto& record = profile.device.record)
        if (const auto losses = lossesText(record->losses); !losses.empty())
            headlines.push_back("records are missing (" + losses + "): sums are lower bounds");
    return headlines;
}

/// Verdict on the run: launch-bound, else the bound with the longer sum of kernels.
DeviceVerdict wholeVerdict(const DeviceReport& report)
{
    const auto& account = report.account;
    const auto launch = account.gapOf(GapCause::Launch);
    if (account.share(launch) >= launchBoundShare)
        return { DeviceBound::Launch,
            "launch-bound: " + shareText(account.share(launch))
                + " of the wall is waiting for the host to launch ("
                + support::countOf(account.kernels, "kernel", "kernels") + ", "
                + duration(account.kernels > 0 ? account.operatorsNs / account.kernels : 0)
                + " each)" };
    std::array<std::int64_t, 5> byBound {};
    for (std::size_t i = 0; i < account.operators.size(); ++i)
        byBound[static_cast<std::size_t>(report.verdicts[i].bound)]
            += account.operators[i].kernelNs;
    const auto memory = byBound[static_cast<std::size_t>(DeviceBound::Memory)];
    const auto compute = byBound[static_cast<std::size_t>(DeviceBound::Compute)];
    const auto busy
        = "the device is busy for " + shareText(account.share(account.busyNs)) + " of the wall";
    if (memory + compute == 0)
        return { DeviceBound::NotKnown, busy + "; the bound is unknown without measured roofs" };
    const bool isMemory = memory > compute;
    return { isMemory ? DeviceBound::Memory : DeviceBound::Compute,
        std::string(deviceBoundName(isMemory ? DeviceBound::Memory : DeviceBound::Compute)) + ": "
            + busy + ", " + duration(std::max(memory, compute)) + " of "
            + duration(account.operatorsNs) + " in operators that are" };
}

} // namespace

std::string_view deviceBoundName(DeviceBound bound)
{
    static constexpr std::array<std::string_view, 5> names { "launch-bound", "memory-bound",
        "compute-bound", "too short to classify", "not known" };
    return names[static_cast<std::size_t>(bound)];
}

DeviceVerdict deviceVerdict(const DeviceOperator& row, const RoofRow* roof)
{
    if (row.launchGapNs > row.kernelNs + row.copyNs)
        return { DeviceBound::Launch,
            "launch-bound, the device waits " + duration(row.launchGapNs) + " for "
                + duration(row.kernelNs + row.copyNs) + " of work" };
    const auto perKernel = row.kernels > 0 ? row.kernelNs / row.kernels : 0;
    if (roof == nullptr)
        return { DeviceBound::NotKnown,
            row.kernels == 0 ? "copies only"
                             : "not known: no measured roofs, or its work is not known" };
    if (roof->isTooShort)
        return { DeviceBound::TooShort,
            "too short to classify, " + duration(perKernel) + " per kernel" };
    if (!roof->ofRoof)
        return { DeviceBound::NotKnown, roofVerdict(*roof).text() };
    return { roof->bound == RoofBound::Memory ? DeviceBound::Memory : DeviceBound::Compute,
        roofVerdict(*roof).text() };
}

std::vector<KernelRow> kernelRows(const Profile& profile, std::uint32_t run)
{
    std::unordered_map<StringId, std::size_t> places;
    std::vector<KernelRow> rows;
    std::vector<std::size_t> longest; // slice
    const auto& slices = profile.slices;
    forKernels(profile, run, [&](std::size_t slice, std::uint32_t detail) {
        const auto name = profile.device.name[detail];
        const auto [place, isNew] = places.emplace(name, rows.size());
        if (isNew) {
            rows.emplace_back().name = name;
            longest.push_back(slice);
        }
        auto& row = rows[place->second];
        const auto ns = slices.durationNs[slice];
        ++row.launches;
        row.sumNs += ns;
        if (ns >= row.longestNs) {
            row.longestNs = ns;
            longest[place->second] = slice;
        }
        if (slices.step[slice] != Slices::none)
            row.steps.emplace_back(slices.step[slice]);
    });
    const auto* device = identityOf(profile);
    const auto wall = std::max<std::int64_t>(1, profile.runs[run].wallNs);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& row = rows[i];
        std::ranges::sort(row.steps, {}, &engine::StepId::value);
        const auto repeated = std::ranges::unique(row.steps);
        row.steps.erase(repeated.begin(), repeated.end());
        row.share = static_cast<double>(row.sumNs) / static_cast<double>(wall);
        row.launch = *launchOf(profile, longest[i]);
        if (device != nullptr)
            row.occupancy = occupancyOf(*device, row.launch);
    }
    std::ranges::stable_sort(rows, std::greater<> {}, &KernelRow::sumNs);
    return rows;
}

std::vector<StringId> mainKernels(const Profile& profile, std::uint32_t run)
{
    std::map<std::pair<std::uint32_t, StringId>, std::int64_t> times;
    forKernels(profile, run, [&](std::size_t slice, std::uint32_t detail) {
        if (const auto step = profile.slices.step[slice]; step != Slices::none)
            times[{ step, profile.device.name[detail] }] += profile.slices.durationNs[slice];
    });
    std::vector<StringId> kernels(profile.steps.size());
    std::vector<std::int64_t> most(profile.steps.size(), -1);
    for (const auto& [key, ns] : times) {
        if (ns <= most[key.first])
            continue;
        most[key.first] = ns;
        kernels[key.first] = key.second;
    }
    return kernels;
}

std::optional<DeviceReport> deviceReport(const Profile& profile, const Roofline* roofline)
{
    auto account = deviceAccount(profile);
    if (!account)
        return {};
    DeviceReport report;
    report.account = std::move(*account);
    for (const auto& row : report.account.operators)
        report.verdicts.push_back(deviceVerdict(row, roofOf(roofline, row.step)));
    report.kernels = kernelRows(profile, report.account.run);
    report.whole = wholeVerdict(report);
    report.headlines = headlinesOf(profile, report);
    return report;
}

} // namespace profiler
