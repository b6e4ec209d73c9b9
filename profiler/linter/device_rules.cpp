#include "profiler/linter/rules.h"

#include "model/support/text.h"
#include "profiler/device/device_account.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/time_span.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

namespace profiler {
namespace {

/// Why a device was idle before its next work.
enum class IdleCause {
    Launch, ///< the host launched the work only after the last one had ended
    Sync, ///< the same, because the host waited for the device in between
    Other, ///< the work was launched before; the device waited for something else
};

struct Idle {
    std::int64_t lengthNs = 0;
    IdleCause cause = IdleCause::Other;
    /// Step that the device runs next, or in which the host waited.
    std::uint32_t step = Slices::none;
};

/// Idle gaps of a device in the median run, with their causes. A gap is where no stream has work.
/// If the profile has records of the device, gaps come from its account, otherwise from what traces
/// of other tools contain.
class DeviceGaps {
public:
    explicit DeviceGaps(const Profile& profile)
        : m_profile(profile)
    {
        const auto run = medianRun(profile);
        if (!run)
            return;
        if (hasDeviceWork(profile)) {
            take(deviceAccount(profile, *run));
            return;
        }
        m_beginNs = profile.runs[*run].startNs;
        m_endNs = m_beginNs + profile.runs[*run].wallNs;
        collect();
        find();
    }

    bool hasDevice() const { return m_hasDevice; }
    const std::vector<Idle>& gaps() const { return m_gaps; }

    std::int64_t sumOf(IdleCause cause) const
    {
        std::int64_t sum = 0;
        for (const auto& gap : m_gaps)
            sum += gap.cause == cause ? gap.lengthNs : 0;
        return sum;
    }

private:
    void take(const DeviceAccount& account)
    {
        const auto& slices = m_profile.slices;
        m_hasDevice = true;
        for (const auto& gap : account.gaps) {
            // The host was in the operator of the last work, whose result it read back.
            const bool isSync = gap.cause == GapCause::Synchronise;
            const auto work = isSync && gap.before != Slices::none ? gap.before : gap.after;
            m_gaps.push_back({ gap.durationNs,
                isSync                              ? IdleCause::Sync
                    : gap.cause == GapCause::Launch ? IdleCause::Launch
                                                    : IdleCause::Other,
                work == Slices::none ? Slices::none : slices.step[work] });
        }
    }

    void collect()
    {
        const auto& slices = m_profile.slices;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (slices.endNs(i) < m_beginNs || slices.startNs[i] > m_endNs)
                continue;
            if (slices.kind[i] == SliceKind::Gpu) {
                m_device.push_back(i);
                continue;
            }
            if (!slices.correlation.empty() && slices.correlation[i] != 0)
                m_launches.try_emplace(slices.correlation[i], i);
            if (isWaiting(i))
                m_waits.push_back(i);
        }
        std::ranges::sort(m_device, {}, [&](auto i) { return slices.startNs[i]; });
        m_hasDevice = !m_device.empty();
    }

    /// True for a call that waits for the device.
    bool isWaiting(std::uint32_t slice) const
    {
        const auto& slices = m_profile.slices;
        if (slices.kind[slice] == SliceKind::Phase && slices.phase[slice] == engine::Phase::Wait)
            return true;
        if (slices.step[slice] >= m_profile.steps.size())
            return false;
        const auto label = m_profile.text(m_profile.steps[slices.step[slice]].label);
        return label.find("Synchronize") != std::string_view::npos;
    }

    void find()
    {
        const auto& slices = m_profile.slices;
        SpanUnion busy(m_device.empty() ? 0 : slices.startNs[m_device.front()]);
        for (const auto work : m_device) {
            if (slices.startNs[work] > busy.endNs())
                m_gaps.push_back(gapBefore(work, busy.endNs()));
            busy.add({ slices.startNs[work], slices.endNs(work) });
        }
    }

    Idle gapBefore(std::uint32_t work, std::int64_t busyUntil) const
    {
        const auto& slices = m_profile.slices;
        Idle gap { slices.startNs[work] - busyUntil, IdleCause::Other, slices.step[work] };
        const auto launch = slices.correlation.empty() ? m_launches.end()
                                                       : m_launches.find(slices.correlation[work]);
        if (launch == m_launches.end() || slices.startNs[launch->second] < busyUntil)
            return gap;
        gap.cause = IdleCause::Launch;
        const auto launchedAt = slices.startNs[launch->second];
        for (const auto wait : m_waits) {
            if (slices.startNs[wait] > busyUntil || slices.endNs(wait) < busyUntil
                || slices.endNs(wait) > launchedAt)
                continue;
            gap.cause = IdleCause::Sync;
            gap.step = stepAround(wait);
            break;
        }
        return gap;
    }

    /// Returns the operator in which the host was, otherwise its call.
    std::uint32_t stepAround(std::uint32_t slice) const
    {
        const auto& slices = m_profile.slices;
        for (auto parent = slices.parentOf(slice); parent < slices.size();
             parent = slices.parentOf(parent))
            if (slices.kind[parent] == SliceKind::Step)
                return slices.step[parent];
        return slices.step[slice];
    }

    const Profile& m_profile;
    bool m_hasDevice = false;
    std::int64_t m_beginNs = 0;
    std::int64_t m_endNs = 0;
    std::vector<std::uint32_t> m_device; ///< in order of time
    std::vector<std::uint32_t> m_waits;
    std::unordered_map<std::uint32_t, std::uint32_t> m_launches; ///< by correlation
    std::vector<Idle> m_gaps;
};

/// Returns a finding about the gaps of one cause, longest first, without texts.
Finding findingOf(const DeviceGaps& gaps, IdleCause cause)
{
    Finding finding;
    std::vector<Idle> wanted;
    std::ranges::copy_if(gaps.gaps(), std::back_inserter(wanted),
        [&](const Idle& gap) { return gap.cause == cause; });
    std::ranges::stable_sort(wanted, std::greater<> {}, &Idle::lengthNs);
    std::set<std::uint32_t> known;
    for (const auto& gap : wanted)
        if (gap.step != Slices::none && known.size() < maxSteps && known.insert(gap.step).second)
            finding.steps.emplace_back(gap.step);
    finding.gainNs = static_cast<double>(gaps.sumOf(cause));
    finding.evidence.push_back({ "gaps", support::countText(wanted.size()) });
    if (!wanted.empty())
        finding.evidence.push_back(
            { "longest", support::durationText(static_cast<double>(wanted.front().lengthNs)) });
    return finding;
}

/// Adds the host time of a launch and the device time of a kernel, if recorded.
void addLaunches(const LintContext& context, Finding& finding)
{
    const auto account = deviceAccount(context.profile);
    if (!account || account->kernels == 0)
        return;
    std::int64_t launchNs = 0;
    for (const auto& row : account->operators)
        launchNs += row.launchNs;
    const auto each = [&](std::int64_t ns) {
        return support::durationText(static_cast<double>(ns) / account->kernels);
    };
    finding.evidence.push_back({ "kernels in one run", support::countText(account->kernels) });
    finding.evidence.push_back({ "time of a kernel", each(account->operatorsNs) });
    finding.evidence.push_back({ "calls of the host per kernel", each(launchNs) });
}

void launchGap(const LintContext& context, std::vector<Finding>& findings)
{
    const DeviceGaps gaps(context.profile);
    auto finding = findingOf(gaps, IdleCause::Launch);
    if (!gaps.hasDevice() || context.shareOf(finding.gainNs) < 0.1)
        return;
    finding.text = "the GPU waits for the CPU to launch its next work for "
        + timeAndShare(context, finding.gainNs);
    finding.advice = "a CUDA graph, larger operators or more requests at once keep it busy";
    addLaunches(context, finding);
    findings.push_back(std::move(finding));
}

void deviceSync(const LintContext& context, std::vector<Finding>& findings)
{
    const DeviceGaps gaps(context.profile);
    auto finding = findingOf(gaps, IdleCause::Sync);
    if (!gaps.hasDevice() || finding.steps.empty() || context.shareOf(finding.gainNs) < 0.05)
        return;
    finding.text = "the CPU waits for the GPU, which then has nothing to do for "
        + timeAndShare(context, finding.gainNs) + "; the longest is in "
        + nameOf(context, finding.steps.front());
    finding.advice = "an operator whose shape or branch depends on values of the GPU (NonZero, If, "
                     "Shape of such) forces this: keep that part on one device";
    findings.push_back(std::move(finding));
}

/// Returns the device with most operator time.
std::string_view mainDevice(const LintContext& context)
{
    std::map<std::string_view, double> times;
    context.forSteps([&](const StepRow& row, const Step& step) {
        if (step.kind == StepKind::Operator && !context.text(step.device).empty())
            times[context.text(step.device)] += row.time.median;
    });
    const auto longest
        = std::ranges::max_element(times, {}, [](const auto& row) { return row.second; });
    return longest == times.end() ? std::string_view() : longest->first;
}

/// Finds operators on another device than the rest, and the copies to them and back.
void fallbackCopy(const LintContext& context, std::vector<Finding>& findings)
{
    const auto device = mainDevice(context);
    const auto isElsewhere = [&](const Step& step) {
        return step.kind == StepKind::Operator && !context.text(step.device).empty()
            && context.text(step.device) != device;
    };
    std::map<std::uint32_t, std::set<std::uint32_t>> copiesOf; // copies by operator
    std::map<std::uint32_t, double> times;
    context.forSteps([&](const StepRow& row, const Step& step) {
        times[row.step.value()] = row.time.median;
        for (const auto source : step.after) {
            const auto& before = context.profile.step(source);
            if (step.kind == StepKind::Copy && isElsewhere(before))
                copiesOf[source.value()].insert(row.step.value());
            if (isElsewhere(step) && before.kind == StepKind::Copy)
                copiesOf[row.step.value()].insert(source.value());
        }
    });
    for (const auto& [id, copies] : copiesOf) {
        double sum = 0;
        for (const auto copy : copies)
            sum += times.contains(copy) ? times.at(copy) : 0;
        if (context.shareOf(sum) < silentBelow)
            continue;
        const engine::StepId step(id);
        const auto refusals = context.text(context.profile.step(step).refusals);
        Finding finding;
        finding.steps = { step };
        for (const auto copy : copies)
            finding.steps.emplace_back(copy);
        finding.gainNs = sum;
        finding.text = nameOf(context, step) + " runs on "
            + std::string(context.text(context.profile.step(step).device))
            + " while the rest runs on " + std::string(device) + ": "
            + support::countOf(copies.size(), "copy takes ", "copies take ")
            + timeAndShare(context, sum);
        finding.advice = "where the kernel's reason can be met, it stays on the device";
        if (!refusals.empty())
            finding.evidence.push_back({ "reason", firstLine(refusals) });
        findings.push_back(std::move(finding));
    }
}

/// Finds operators in which threads wait for others or have no work.
void threadImbalance(const LintContext& context, std::vector<Finding>& findings)
{
    const auto threads = context.statistics.threads;
    context.forSteps([&](const StepRow& row, const Step& step) {
        const auto ns = row.time.median;
        if (!row.threadsBusy || *row.threadsBusy >= 0.6 || context.shareOf(ns) < 0.05
            || step.kind != StepKind::Operator)
            return;
        const auto busy = *row.threadsBusy;
        Finding finding;
        finding.steps = { row.step };
        finding.gainNs = ns * (1 - busy);
        finding.text = support::countOf(threads, "thread is busy ", "threads are busy ")
            + support::shareText(busy) + " of the time in " + nameOf(context, row.step)
            + ", which takes " + timeAndShare(context, ns);
        finding.advice
            = "its size may not divide over so many threads: try fewer, or a larger batch";
        finding.evidence = { { "threads", support::countText(threads) },
            { "inputs", std::string(context.text(step.inputTypes)) } };
        findings.push_back(std::move(finding));
    });
}

} // namespace

std::span<const LintRule> deviceRules()
{
    static constexpr std::array rules {
        LintRule { "gpu-launch-gap", "the GPU waits for launches for over 10 % of wall", launchGap,
            Confidence::Certain, "all of these gaps" },
        LintRule { "gpu-sync", "the GPU idles over 5 % of wall after the CPU waited for it",
            deviceSync, Confidence::Likely, "all of these gaps" },
        LintRule { "fallback-copy", "copies around an operator on another device", fallbackCopy,
            Confidence::Certain, "all of the copies' time" },
        LintRule { "thread-imbalance",
            "threads are busy less than 60 % of the time in operators over 5 % of wall",
            threadImbalance, Confidence::Likely, "the share of its time in which threads wait" },
    };
    return rules;
}

} // namespace profiler
