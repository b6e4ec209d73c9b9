#include "profiler/comparison/split_trace.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace profiler {
namespace {

class Splitter {
public:
    Splitter(std::vector<DeviceWindow> windows, std::uint32_t base)
        : m_windows(std::move(windows))
        , m_base(base)
    {
        std::ranges::sort(m_windows, {}, &DeviceWindow::startNs);
    }

    std::size_t sideOf(std::uint32_t iteration) const { return iteration >= m_base ? 1 : 0; }

    /// Returns the side for a record without owner: that of the run that contains it, otherwise of
    /// the next run, otherwise of the last.
    std::size_t sideAt(std::int64_t ns) const
    {
        if (m_windows.empty())
            return 0;
        const auto found = std::ranges::lower_bound(m_windows, ns, {}, &DeviceWindow::endNs);
        return sideOf((found != m_windows.end() ? *found : m_windows.back()).iteration);
    }

    bool isInRun(std::int64_t ns) const
    {
        const auto found = std::ranges::lower_bound(m_windows, ns, {}, &DeviceWindow::endNs);
        return found != m_windows.end() && found->startNs <= ns;
    }

    /// `timeOf` is the member with the time of a row.
    template <typename Row>
    void split(std::vector<Row> rows, std::int64_t Row::*timeOf, std::vector<Row>& a,
        std::vector<Row>& b) const
    {
        for (auto& row : rows) {
            std::size_t side = 0;
            if constexpr (requires { row.owner; }) {
                const bool isOwned = row.owner.iteration != DeviceOwner::noIteration;
                side = isOwned ? sideOf(row.owner.iteration) : sideAt(row.*timeOf);
                row.owner.iteration -= isOwned && side == 1 ? m_base : 0;
            } else {
                side = sideAt(row.*timeOf);
            }
            (side == 0 ? a : b).push_back(std::move(row));
        }
    }

    void splitWindows(std::vector<DeviceWindow>& a, std::vector<DeviceWindow>& b) const
    {
        for (auto window : m_windows) {
            const auto side = sideOf(window.iteration);
            window.iteration -= side == 1 ? m_base : 0;
            (side == 0 ? a : b).push_back(window);
        }
    }

    /// Counts losses that are visible in rows, like the collector does.
    template <typename Row>
    void addLosses(DeviceLosses& losses, const std::vector<Row>& rows) const
    {
        for (const auto& row : rows) {
            losses.withoutTime += row.startNs == 0 || row.endNs <= row.startNs ? 1 : 0;
            if constexpr (!std::is_same_v<Row, DeviceGraphLaunch>)
                losses.unlinked += !row.owner.step.isValid()
                        && (row.owner.iteration != DeviceOwner::noIteration || isInRun(row.startNs))
                    ? 1
                    : 0;
        }
    }

private:
    std::vector<DeviceWindow> m_windows;
    std::uint32_t m_base;
};

} // namespace

std::array<DeviceTrace, 2> splitTrace(DeviceTrace trace, std::uint32_t base)
{
    const Splitter splitter(std::move(trace.windows), base);
    std::array<DeviceTrace, 2> sides;
    auto& [a, b] = sides;
    const auto split = [&](auto DeviceTrace::*rows, auto timeOf) {
        splitter.split(std::move(trace.*rows), timeOf, a.*rows, b.*rows);
    };
    split(&DeviceTrace::kernels, &DeviceKernel::startNs);
    split(&DeviceTrace::copies, &DeviceCopy::startNs);
    split(&DeviceTrace::calls, &DeviceCall::startNs);
    split(&DeviceTrace::waits, &DeviceWait::startNs);
    split(&DeviceTrace::overheads, &DeviceOverhead::startNs);
    split(&DeviceTrace::compilations, &DeviceCompilation::startNs);
    split(&DeviceTrace::graphLaunches, &DeviceGraphLaunch::startNs);
    split(&DeviceTrace::steps, &DeviceStepSpan::startNs);
    splitter.splitWindows(a.windows, b.windows);
    for (auto& side : sides) {
        static_cast<DeviceRecord&>(side) = trace;
        side.names = trace.names;
        side.series = trace.series;
        side.missingSeries = trace.missingSeries;
        side.losses.withoutTime = 0;
        side.losses.unlinked = 0;
        splitter.addLosses(side.losses, side.kernels);
        splitter.addLosses(side.losses, side.copies);
        splitter.addLosses(side.losses, side.graphLaunches);
    }
    return sides;
}

} // namespace profiler
