#include "profiler/device/device_account.h"

#include "profiler/device/device_record.h"
#include "profiler/tables/time_span.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace profiler {
namespace {

constexpr std::int64_t launchLatencyNs = 3'000;

std::int64_t overlapOf(const TimeSpan& a, const TimeSpan& b)
{
    return std::max<std::int64_t>(0, std::min(a.endNs, b.endNs) - std::max(a.startNs, b.startNs));
}

/// Spans of one kind. After sort(), queries must come in ascending order of time, because each one
/// drops the spans that end before it.
class SpanCursor {
public:
    void add(const TimeSpan& span) { m_spans.push_back(span); }
    void sort() { std::ranges::sort(m_spans, {}, &TimeSpan::startNs); }
    /// Length of the part of the gap that spans cover; overlapping spans count once.
    std::int64_t coveredIn(const TimeSpan& gap)
    {
        skipBefore(gap.startNs);
        SpanUnion covered(gap.startNs);
        for (auto i = m_first; i < m_spans.size() && m_spans[i].startNs < gap.endNs; ++i)
            covered.add({ m_spans[i].startNs, std::min(m_spans[i].endNs, gap.endNs) });
        return covered.coveredNs();
    }
    /// Whether a span overlaps or touches the gap; spans of length 0 count.
    bool touches(const TimeSpan& gap)
    {
        skipBefore(gap.startNs);
        for (auto i = m_first; i < m_spans.size() && m_spans[i].startNs < gap.endNs; ++i)
            if (m_spans[i].endNs > gap.startNs || m_spans[i].startNs >= gap.startNs)
                return true;
        return false;
    }
    /// The latest end of the spans that contain this time; nothing if no span does.
    std::optional<std::int64_t> endOfOpenAt(std::int64_t ns)
    {
        skipBefore(ns);
        std::optional<std::int64_t> end;
        for (auto i = m_first; i < m_spans.size() && m_spans[i].startNs <= ns; ++i)
            if (m_spans[i].endNs >= ns)
                end = std::max(end.value_or(m_spans[i].endNs), m_spans[i].endNs);
        return end;
    }

private:
    void skipBefore(std::int64_t ns)
    {
        while (m_first < m_spans.size() && m_spans[m_first].endNs < ns)
            ++m_first;
    }
    std::vector<TimeSpan> m_spans;
    std::size_t m_first = 0;
};

class DeviceAccountBuilder {
public:
    DeviceAccountBuilder(const Profile& profile, std::uint32_t run)
        : m_profile(profile)
        , m_slices(profile.slices)
        , m_window { profile.runs[run].startNs,
            profile.runs[run].startNs + profile.runs[run].wallNs }
    {
        m_account.run = run;
        m_account.wallNs = profile.runs[run].wallNs;
        collect();
        for (auto* spans : { &m_waits, &m_drops, &m_cpuSteps, &m_overheads, &m_queueFull })
            spans->sort();
    }

    DeviceAccount make()
    {
        bookWork();
        bookCalls();
        for (const auto& [step, row] : m_operators)
            m_account.operators.push_back(row);
        return std::move(m_account);
    }

private:
    TimeSpan spanOf(std::uint32_t slice) const
    {
        return { m_slices.startNs[slice], m_slices.endNs(slice) };
    }
    TimeSpan clipped(std::uint32_t slice) const
    {
        const auto start = std::clamp(m_slices.startNs[slice], m_window.startNs, m_window.endNs);
        return { start, std::clamp(m_slices.endNs(slice), start, m_window.endNs) };
    }

    void collect()
    {
        for (std::uint32_t track = 0; track < m_profile.tracks.size(); ++track) {
            // Slices of a track are sorted by start; a slice may begin before the run and reach
            // into it.
            const auto range = slicesOf(m_profile, TrackId(track));
            const auto* starts = m_slices.startNs.data();
            auto first = static_cast<std::size_t>(
                std::lower_bound(starts + range.first, starts + range.last, m_window.startNs)
                - starts);
            while (first > range.first && m_slices.endNs(first - 1) > m_window.startNs)
                --first;
            for (auto i = first; i < range.last && starts[i] < m_window.endNs; ++i)
                collect(static_cast<std::uint32_t>(i));
        }
        std::ranges::stable_sort(m_work, {}, [&](std::uint32_t i) { return m_slices.startNs[i]; });
    }

    void collect(std::uint32_t slice)
    {
        const auto kind = m_slices.kind[slice];
        if (kind == SliceKind::Drop)
            m_drops.add(spanOf(slice));
        if (kind == SliceKind::Step && isOnCpu(slice))
            m_cpuSteps.add(spanOf(slice));
        if (kind != SliceKind::Gpu)
            return;
        if (isDeviceWork(m_profile, slice)) {
            if (clipped(slice).endNs > clipped(slice).startNs)
                m_work.push_back(slice);
            return;
        }
        switch (m_profile.device.work[deviceRow(m_profile, slice)]) {
        case DeviceWork::Call:
            m_calls.push_back(slice);
            return;
        case DeviceWork::Wait:
            m_waits.add(spanOf(slice));
            return;
        case DeviceWork::Compilation:
            m_overheads.add(spanOf(slice));
            return;
        case DeviceWork::Overhead:
            (deviceName(m_profile, slice) == overheadName(DeviceOverheadKind::CommandBufferFull)
                    ? m_queueFull
                    : m_overheads)
                .add(spanOf(slice));
            return;
        default:
            return;
        }
    }

    /// Steps of kind Copy do not count: they wait for the device, even where their device is `cpu`.
    bool isOnCpu(std::uint32_t slice) const
    {
        const auto step = m_slices.step[slice];
        if (step >= m_profile.steps.size())
            return false;
        const auto kind = m_profile.steps[step].kind;
        return m_profile.text(m_profile.steps[step].device) == "cpu"
            && kind != StepKind::ControlFlow && kind != StepKind::Copy;
    }

    DeviceOperator* operatorOf(std::uint32_t slice)
    {
        const auto step = m_slices.step[slice];
        if (step == Slices::none)
            return nullptr;
        auto& row = m_operators[step];
        row.step = engine::StepId(step);
        return &row;
    }

    void bookWork()
    {
        for (const auto slice : m_calls)
            m_callOf.try_emplace(correlationOf(slice), slice);
        SpanUnion busy(m_window.startNs);
        auto last = Slices::none;
        for (const auto slice : m_work) {
            const auto span = clipped(slice);
            if (span.startNs > busy.endNs())
                addGap({ busy.endNs(), span.startNs }, last, slice);
            if (span.endNs > busy.endNs())
                last = slice;
            busy.add(span);
            book(slice, span.lengthNs());
        }
        if (busy.endNs() < m_window.endNs)
            addGap({ busy.endNs(), m_window.endNs }, last, Slices::none);
        m_account.busyNs = busy.coveredNs();
        m_account.overlapNs = m_account.operatorsNs + m_account.copiesNs + m_account.setsNs
            + m_account.unattributedNs - m_account.busyNs;
    }

    /// Slices of imported profiles have no row in DeviceTables and count as kernels.
    DeviceWork workOf(std::uint32_t slice) const
    {
        const auto row = deviceRow(m_profile, slice);
        return row == Slices::none ? DeviceWork::Kernel : m_profile.device.work[row];
    }

    void book(std::uint32_t slice, std::int64_t ns)
    {
        const auto work = workOf(slice);
        auto* const row = operatorOf(slice);
        const bool isMoved = isCopy(work) || work == DeviceWork::Set;
        ++(isMoved ? m_account.copies : m_account.kernels);
        (work == DeviceWork::Set ? m_account.setsNs
                : isMoved        ? m_account.copiesNs
                : row != nullptr ? m_account.operatorsNs
                                 : m_account.unattributedNs)
            += ns;
        if (row == nullptr)
            return;
        ++(isMoved ? row->copies : row->kernels);
        (isMoved ? row->copyNs : row->kernelNs) += ns;
        if (const auto* copy = copyOf(m_profile, slice))
            row->copiedBytes += copy->bytes;
    }

    void bookCalls()
    {
        for (const auto slice : m_calls) {
            const auto step = m_slices.step[slice];
            const auto row = m_operators.find(step);
            if (row != m_operators.end()) {
                const auto span = clipped(slice);
                row->second.launchNs += span.endNs - span.startNs;
            }
        }
    }

    std::uint32_t correlationOf(std::uint32_t slice) const
    {
        return m_slices.correlation.empty() ? 0 : m_slices.correlation[slice];
    }

    /// Span of the host's call that launched this work; nothing if the call was not recorded.
    std::optional<TimeSpan> callOf(std::uint32_t work) const
    {
        if (work == Slices::none || correlationOf(work) == 0)
            return {};
        const auto found = m_callOf.find(correlationOf(work));
        return found == m_callOf.end() ? std::nullopt : std::optional(spanOf(found->second));
    }

    bool isWaitForCopy(std::uint32_t work, const TimeSpan& gap) const
    {
        if (work == Slices::none)
            return false;
        const auto kind = workOf(work);
        if (kind != DeviceWork::CopyToDevice && kind != DeviceWork::CopyToHost)
            return false;
        const auto call = callOf(work);
        return call && overlapOf(*call, gap) > 0;
    }

    GapCause causeOf(const TimeSpan& gap, std::uint32_t before, std::uint32_t after)
    {
        const auto half = (gap.endNs - gap.startNs + 1) / 2;
        const auto call = callOf(after);
        if (m_drops.touches(gap))
            return GapCause::Lost;
        if (m_cpuSteps.coveredIn(gap) >= half)
            return GapCause::CpuOperator;
        const auto waitEnd = m_waits.endOfOpenAt(gap.startNs);
        if (waitEnd && (after == Slices::none || (call && call->startNs >= *waitEnd)))
            return GapCause::Synchronise;
        if (isWaitForCopy(before, gap) || isWaitForCopy(after, gap))
            return GapCause::CopyWait;
        const bool isLate = call
            && (call->startNs >= gap.startNs
                || (call->endNs > gap.endNs - launchLatencyNs && call->endNs > gap.startNs));
        if (isLate)
            return GapCause::Launch;
        if (m_overheads.coveredIn(gap) >= half)
            return GapCause::Overhead;
        if (m_queueFull.coveredIn(gap) >= half)
            return GapCause::QueueFull;
        if (after == Slices::none)
            return GapCause::EndOfRun;
        return call ? GapCause::Device : GapCause::Unknown;
    }

    void addGap(const TimeSpan& span, std::uint32_t before, std::uint32_t after)
    {
        const auto ns = span.endNs - span.startNs;
        const auto cause = causeOf(span, before, after);
        m_account.gaps.push_back({ span.startNs, ns, cause, before, after });
        m_account.gapNs[static_cast<std::size_t>(cause)] += ns;
        if (after == Slices::none)
            return;
        if (auto* const row = operatorOf(after)) {
            row->gapNs += ns;
            row->launchGapNs += cause == GapCause::Launch ? ns : 0;
        }
    }

    const Profile& m_profile;
    const Slices& m_slices;
    TimeSpan m_window;
    DeviceAccount m_account;
    std::vector<std::uint32_t> m_work; // slices in order of start
    std::vector<std::uint32_t> m_calls; // slices
    SpanCursor m_waits, m_drops, m_cpuSteps, m_overheads, m_queueFull;
    std::unordered_map<std::uint32_t, std::uint32_t> m_callOf; // by correlation
    std::map<std::uint32_t, DeviceOperator> m_operators; // by step
};

} // namespace

std::string_view gapCauseName(GapCause cause)
{
    static constexpr std::array<std::string_view, gapCauseCount> names { "lost records",
        "synchronise", "wait for a copy", "operators on the CPU", "wait for a launch", "overhead",
        "command buffer full", "end of the run", "cause not recorded", "between kernels" };
    return names[static_cast<std::size_t>(cause)];
}

std::string_view gapCauseAdvice(GapCause cause)
{
    switch (cause) {
    case GapCause::Lost:
        return "give the tracer more room for records, or record fewer runs";
    case GapCause::Synchronise:
        return "the host reads a value back before it goes on: keep that part on one device";
    case GapCause::CopyWait:
        return "copy from page-locked memory, while something else runs";
    case GapCause::CpuOperator:
        return "an operator has no kernel for the device; its step shows the reason";
    case GapCause::Launch:
        return "use a CUDA graph, larger operators or a larger batch";
    case GapCause::Overhead:
        return "caused by recording or by the first use of a kernel; it does not occur without "
               "recording";
    case GapCause::QueueFull:
        return "the host is far ahead of the device; no action is needed";
    default:
        return {};
    }
}

const DeviceOperator* DeviceAccount::of(engine::StepId step) const
{
    const auto found = std::ranges::lower_bound(
        operators, step.value(), {}, [](const DeviceOperator& row) { return row.step.value(); });
    return found != operators.end() && found->step == step ? &*found : nullptr;
}

bool hasDeviceWork(const Profile& profile)
{
    return std::ranges::any_of(profile.device.work, isBusyWork);
}

DeviceAccount deviceAccount(const Profile& profile, std::uint32_t run)
{
    return DeviceAccountBuilder(profile, run).make();
}

std::optional<DeviceAccount> deviceAccount(const Profile& profile)
{
    const auto run = hasDeviceWork(profile) ? medianRun(profile) : std::nullopt;
    return run ? std::optional(deviceAccount(profile, *run)) : std::nullopt;
}

} // namespace profiler
