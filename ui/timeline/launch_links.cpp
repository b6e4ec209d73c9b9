#include "ui/timeline/launch_links.h"

#include "profiler/charts/timeline.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ui {

namespace {

using profiler::Slices;

constexpr std::size_t maxSpans = 20'000; // maximum number of visible slices
constexpr std::size_t maxLinks = 400;

/// The slices of one step in one run.
struct Launches {
    std::uint32_t host = Slices::none; ///< the step's slice on the CPU
    std::unordered_map<std::uint32_t, std::uint32_t> calls; ///< by correlation id
    std::vector<std::uint32_t> work; ///< kernels and copies
};

class LinkFinder {
public:
    explicit LinkFinder(const LinkRequest& request)
        : m_request(request)
        , m_profile(request.timeline.profile())
        , m_slices(m_profile.slices)
    {
    }

    std::vector<LaunchLink> find()
    {
        if (m_slices.correlation.empty() || spansInView() > maxSpans)
            return {};
        for (const auto& row : m_request.timeline.rows())
            collect(row);
        std::vector<LaunchLink> links;
        for (auto& [key, launches] : m_found)
            link(launches, links);
        return links;
    }

private:
    std::size_t spansInView() const
    {
        std::size_t count = 0;
        for (const auto& row : m_request.timeline.rows())
            count += m_request.timeline.firstAfter(row, m_request.view.endNs)
                - m_request.timeline.firstAfter(row, m_request.view.startNs);
        return count;
    }

    bool isWanted(std::uint32_t slice) const
    {
        const auto step = m_slices.step[slice];
        return step < m_request.isSelectedStep.size() && m_request.isSelectedStep[step];
    }

    /// Also collects from one view length before the view: work launched there may run in the view.
    void collect(const profiler::TimelineRow& row)
    {
        const auto from = m_request.view.startNs - m_request.view.lengthNs();
        for (auto i = m_request.timeline.firstAfter(row, from); i < row.slices.size(); ++i) {
            const auto slice = row.slices[i];
            if (m_slices.startNs[slice] >= m_request.view.endNs)
                return;
            if (!isWanted(slice))
                continue;
            auto& launches = m_found[{ m_slices.run[slice], m_slices.step[slice] }];
            if (m_slices.kind[slice] == profiler::SliceKind::Step)
                launches.host = std::min(launches.host, slice);
            else if (profiler::isDeviceWork(m_profile, slice))
                launches.work.push_back(slice);
            else if (m_slices.correlation[slice] != 0)
                launches.calls.emplace(m_slices.correlation[slice], slice);
        }
    }

    void link(Launches& launches, std::vector<LaunchLink>& links) const
    {
        std::ranges::sort(
            launches.work, {}, [&](std::uint32_t slice) { return m_slices.startNs[slice]; });
        bool isFirst = true;
        for (const auto work : launches.work) {
            const auto call = launches.calls.find(m_slices.correlation[work]);
            const auto from = call != launches.calls.end() ? call->second : launches.host;
            const bool isRequested = !m_request.slice || *m_request.slice == work
                || *m_request.slice == from || *m_request.slice == launches.host
                || isOperator(*m_request.slice);
            if (from == Slices::none || !isRequested || links.size() >= maxLinks)
                continue;
            links.push_back({ from, work, isFirst });
            isFirst = false;
        }
    }

    /// True for the slice that represents all device work of a step; it shows all links of the
    /// step.
    bool isOperator(std::uint32_t slice) const
    {
        const auto row = profiler::deviceRow(m_profile, slice);
        return row != Slices::none && m_profile.device.work[row] == profiler::DeviceWork::Operator;
    }

    const LinkRequest& m_request;
    const profiler::Profile& m_profile;
    const Slices& m_slices;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Launches> m_found; // by run and step
};

} // namespace

std::vector<LaunchLink> launchLinks(const LinkRequest& request)
{
    const bool hasSelection
        = std::ranges::find(request.isSelectedStep, true) != request.isSelectedStep.end();
    return hasSelection ? LinkFinder(request).find() : std::vector<LaunchLink>();
}

} // namespace ui
