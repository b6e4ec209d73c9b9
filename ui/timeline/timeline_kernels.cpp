#include "profiler/charts/timeline.h"
#include "ui/gpu/gpu_report.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_view.h"

#include <algorithm>
#include <vector>

/// Device functions of the timeline: find kernels by name, count kernels in a range, explain idle
/// gaps.
namespace ui {

namespace {

using profiler::Slices;

constexpr std::size_t maxCounted = 1'000'000; // maximum number of slices in a range

bool isStream(const profiler::Profile& profile, const profiler::TimelineRow& row)
{
    return profile.tracks[row.track.value()].kind == profiler::TrackKind::Stream;
}

/// By StringId: true for kernel names that contain `words`, case-insensitive.
std::vector<bool> namesWith(const profiler::Profile& profile, const QString& words)
{
    std::vector<bool> isWanted(profile.strings.size());
    std::vector<bool> isKnown(profile.strings.size());
    for (std::size_t row = 0; row < profile.device.size(); ++row) {
        const auto name = profile.device.name[row];
        if (profile.device.work[row] != profiler::DeviceWork::Kernel || !name.isValid()
            || isKnown[name.value()])
            continue;
        isKnown[name.value()] = true;
        const auto text = profile.text(name);
        isWanted[name.value()] = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
                                     .contains(words, Qt::CaseInsensitive);
    }
    return isWanted;
}

class KernelSearch {
public:
    KernelSearch(const profiler::Timeline& timeline, const QString& words)
        : m_timeline(timeline)
        , m_profile(timeline.profile())
        , m_isWanted(namesWith(m_profile, words))
    {
    }

    bool isAny() const { return std::ranges::find(m_isWanted, true) != m_isWanted.end(); }

    /// The first wanted kernel that begins after `timeNs`, or the last one before; empty if there
    /// is none.
    std::optional<std::uint32_t> next(std::int64_t timeNs, int by) const
    {
        std::optional<std::uint32_t> found;
        const auto& starts = m_profile.slices.startNs;
        for (const auto& row : m_timeline.rows()) {
            if (!isStream(m_profile, row))
                continue;
            const auto slice = by > 0 ? firstAfter(row, timeNs) : lastBefore(row, timeNs);
            const bool isNearer = slice
                && (!found
                    || (by > 0 ? starts[*slice] < starts[*found]
                               : starts[*slice] > starts[*found]));
            if (isNearer)
                found = slice;
        }
        return found;
    }

private:
    bool isWanted(std::uint32_t slice) const
    {
        const auto row = profiler::deviceRow(m_profile, slice);
        return row != Slices::none && m_profile.device.work[row] == profiler::DeviceWork::Kernel
            && m_profile.device.name[row].isValid()
            && m_isWanted[m_profile.device.name[row].value()];
    }

    std::optional<std::uint32_t> firstAfter(
        const profiler::TimelineRow& row, std::int64_t timeNs) const
    {
        for (auto i = m_timeline.firstAfter(row, timeNs); i < row.slices.size(); ++i) {
            const auto slice = row.slices[i];
            if (m_profile.slices.startNs[slice] > timeNs && isWanted(slice))
                return slice;
        }
        return std::nullopt;
    }

    std::optional<std::uint32_t> lastBefore(
        const profiler::TimelineRow& row, std::int64_t timeNs) const
    {
        for (auto i = m_timeline.firstAfter(row, timeNs); i-- > 0;) {
            const auto slice = row.slices[i];
            if (m_profile.slices.startNs[slice] < timeNs && isWanted(slice))
                return slice;
        }
        return std::nullopt;
    }

    const profiler::Timeline& m_timeline;
    const profiler::Profile& m_profile;
    std::vector<bool> m_isWanted; ///< by StringId
};

} // namespace

void TimelineView::setGpuReport(GpuReport* report)
{
    if (m_gpu != nullptr)
        m_gpu->disconnect(this);
    m_gpu = report;
    if (report != nullptr) {
        connect(report, &GpuReport::changed, this, [this] { update(); });
        connect(report, &GpuReport::accountKnown, this, [this] { update(); });
    }
    update();
}

const profiler::DeviceAccount* TimelineView::accountOf(std::uint32_t run) const
{
    return m_gpu != nullptr ? m_gpu->account(run) : nullptr;
}

bool TimelineView::findKernel(const QString& words, int by)
{
    if (m_timeline == nullptr || words.trimmed().isEmpty())
        return false;
    const KernelSearch search(*m_timeline, words.trimmed());
    if (!search.isAny())
        return false;
    const auto current = m_slice ? m_timeline->spanOf(*m_slice).startNs
        : by > 0                 ? m_geometry.visible.startNs - 1
                                 : m_geometry.visible.endNs;
    auto found = search.next(current, by);
    if (!found) { // continues at the other end
        const auto whole = m_timeline->extent();
        found = search.next(by > 0 ? whole.startNs - 1 : whole.endNs, by);
    }
    if (!found)
        return false;
    selectSlice(found);
    const auto span = m_timeline->spanOf(*found);
    showSpan({ span.startNs, span.endNs });
    return true;
}

std::optional<std::size_t> TimelineView::kernelsIn(TimeInterval span) const
{
    const auto& profile = m_timeline->profile();
    if (profile.device.isEmpty())
        return std::nullopt;
    std::size_t looked = 0;
    std::size_t kernels = 0;
    for (const auto& row : m_timeline->rows()) {
        if (!isStream(profile, row))
            continue;
        for (auto i = m_timeline->firstAfter(row, span.startNs); i < row.slices.size(); ++i) {
            const auto slice = row.slices[i];
            if (profile.slices.startNs[slice] >= span.endNs)
                break;
            if (++looked > maxCounted)
                return std::nullopt;
            kernels += profiler::launchOf(profile, slice) != nullptr ? 1 : 0;
        }
    }
    return kernels;
}

QString TimelineView::deviceGapTipAt(std::int64_t timeNs) const
{
    const auto& profile = m_timeline->profile();
    for (std::uint32_t run = 0; run < profile.runs.size(); ++run) {
        const auto span = m_timeline->spanOfRun(run);
        if (timeNs < span.startNs || timeNs >= span.endNs)
            continue;
        const auto* account = accountOf(run);
        if (account == nullptr)
            return {};
        const auto gap = std::ranges::find_if(account->gaps, [&](const profiler::DeviceGap& row) {
            return row.startNs <= timeNs && timeNs < row.startNs + row.durationNs;
        });
        return gap != account->gaps.end() ? deviceGapText(profile, *gap) : QString();
    }
    return {};
}

} // namespace ui
