#include "profiler/cupti/decoder.h"

#include "engine/cuda/chain_source.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace profiler::cupti {

namespace {

/// Maps a correlation id to the external id of its link. CUPTI counts correlation ids up, so the
/// ids of a recording are close together and an array by id is small. If they are not, the map is a
/// sorted list.
class LinkIndex {
public:
    explicit LinkIndex(std::vector<Link> links)
        : m_links(std::move(links))
    {
        std::ranges::stable_sort(m_links, {}, &Link::correlation);
        if (m_links.empty())
            return;
        m_first = m_links.front().correlation;
        const auto width = std::uint64_t(m_links.back().correlation) - m_first + 1;
        if (width > 8 * m_links.size() + 1024)
            return;
        m_dense.resize(width);
        for (const auto& link : m_links)
            m_dense[link.correlation - m_first] = link.id;
        m_links = {};
    }

    /// 0 if there is no link.
    std::uint64_t operator()(std::uint32_t correlation) const
    {
        if (correlation == 0)
            return 0;
        if (!m_dense.empty()) {
            const auto i = std::uint64_t(correlation) - m_first;
            return correlation >= m_first && i < m_dense.size() ? m_dense[i] : 0;
        }
        const auto found = std::ranges::lower_bound(m_links, correlation, {}, &Link::correlation);
        return found != m_links.end() && found->correlation == correlation ? found->id : 0;
    }

private:
    std::vector<Link> m_links;
    std::vector<std::uint64_t> m_dense;
    std::uint32_t m_first = 0;
};

template <typename Row>
bool hasTime(const Row& row)
{
    return row.startNs != 0 && row.endNs > row.startNs;
}

/// True for `cudaLaunchKernel`, `cudaLaunchKernelExC`, `cuLaunchKernelEx`,
/// `cudaLaunchCooperativeKernel`. False for cudaLaunchHostFunc and cuGraphLaunch, which launch no
/// single kernel.
bool isLaunchOfKernel(std::string_view function)
{
    constexpr std::array<std::string_view, 4> beginnings { "cudaLaunchKernel", "cuLaunchKernel",
        "cudaLaunchCooperativeKernel", "cuLaunchCooperativeKernel" };
    return std::ranges::any_of(
        beginnings, [&](std::string_view beginning) { return function.starts_with(beginning); });
}

class Linker {
public:
    Linker(DeviceTrace& trace, std::vector<Link> links, const Ending& ending)
        : m_trace(trace)
        , m_ending(ending)
        , m_windows(ending.windows)
        , m_idOf(std::move(links))
    {
        std::ranges::sort(m_windows, {}, &DeviceWindow::startNs);
        for (std::size_t i = 1; i < m_windows.size(); ++i) // running maximum, for isInRun()
            m_windows[i].endNs = std::max(m_windows[i].endNs, m_windows[i - 1].endNs);
    }

    void run()
    {
        moveTimes();
        giveOwners();
        sort();
        checkCauses();
        countMissing();
        m_trace.windows = m_ending.windows;
    }

private:
    /// Calls `use` with each list of rows that have a start and an end.
    template <typename Use>
    void forSpans(Use use)
    {
        use(m_trace.kernels);
        use(m_trace.copies);
        use(m_trace.calls);
        use(m_trace.waits);
        use(m_trace.overheads);
        use(m_trace.compilations);
    }

    /// Converts a time. 0 means no time and stays 0.
    void move(std::int64_t& time) const
    {
        if (time != 0)
            time = m_ending.toMonotonic(time);
    }
    void moveTimes()
    {
        if (!m_ending.toMonotonic)
            return;
        forSpans([this](auto& rows) {
            for (auto& row : rows) {
                move(row.startNs);
                move(row.endNs);
            }
        });
    }

    template <typename Row>
    void giveOwnersOf(std::vector<Row>& rows) const
    {
        for (auto& row : rows)
            row.owner = ownerOf(m_idOf(row.correlation));
    }
    /// In a graph a row has the step of the captured node and the run of the graph's launch.
    template <typename Row>
    void giveOwnersInGraphs(std::vector<Row>& rows) const
    {
        giveOwnersOf(rows);
        for (auto& row : rows) {
            if (row.graphNode == 0)
                continue;
            if (!m_ending.areGraphsLinked)
                row.owner.iteration = DeviceOwner::noIteration;
            row.owner.step
                = m_ending.stepOfNode ? m_ending.stepOfNode(row.graphNode) : engine::StepId();
        }
    }
    void giveOwners()
    {
        giveOwnersInGraphs(m_trace.kernels);
        giveOwnersInGraphs(m_trace.copies);
        giveOwnersOf(m_trace.calls);
        giveOwnersOf(m_trace.waits);
    }

    void sort()
    {
        forSpans([]<typename Row>(std::vector<Row>& rows) {
            if (!std::ranges::is_sorted(rows, {}, &Row::startNs))
                std::ranges::stable_sort(rows, {}, &Row::startNs);
        });
    }

    /// Counts kernels that begin before the call that launched them. This is impossible, so it
    /// shows the error between the clocks. No time is corrected by it.
    void checkCauses()
    {
        std::vector<Link> asked; // correlation and start of the call
        asked.reserve(m_trace.calls.size());
        for (const auto& call : m_trace.calls)
            asked.push_back({ call.correlation, static_cast<std::uint64_t>(call.startNs) });
        const LinkIndex startOf(std::move(asked));
        std::vector<std::int64_t> early;
        for (const auto& kernel : m_trace.kernels) {
            const auto call = static_cast<std::int64_t>(startOf(kernel.correlation));
            if (call != 0 && hasTime(kernel) && kernel.startNs < call)
                early.push_back(call - kernel.startNs);
        }
        m_trace.clock.violations = early.size();
        if (early.empty())
            return;
        const auto middle = early.begin() + static_cast<std::ptrdiff_t>(early.size() / 2);
        std::ranges::nth_element(early, middle);
        m_trace.clock.errorNs = *middle;
    }

    bool isInRun(std::int64_t startNs) const
    {
        // m_windows holds running maxima of the ends, so the last window before it decides.
        const auto next = std::ranges::upper_bound(m_windows, startNs, {}, &DeviceWindow::startNs);
        return next != m_windows.begin() && startNs <= std::prev(next)->endNs;
    }
    template <typename Row>
    std::uint64_t countUnlinked(const std::vector<Row>& rows) const
    {
        return static_cast<std::uint64_t>(std::ranges::count_if(rows, [this](const Row& row) {
            return !row.owner.step.isValid()
                && (row.owner.iteration != DeviceOwner::noIteration || isInRun(row.startNs));
        }));
    }
    void countMissing()
    {
        m_trace.losses.unlinked += countUnlinked(m_trace.kernels) + countUnlinked(m_trace.copies);
        m_trace.losses.missingLaunches += std::max(missingOfCalls(), missingOfCounted());
    }

    /// Counts calls that launch a kernel and have no record of that kernel, including calls of
    /// libraries. A call of the runtime contains a call of the driver for the same launch. The two
    /// count once, and the kernel may have the correlation of either.
    std::uint64_t missingOfCalls() const
    {
        std::vector<bool> isLaunch;
        for (const auto& name : m_trace.names)
            isLaunch.push_back(isLaunchOfKernel(name));
        std::unordered_set<std::uint32_t> came;
        for (const auto& kernel : m_trace.kernels)
            came.insert(kernel.correlation);
        struct Launch {
            std::int64_t endNs = 0;
            bool hasCome = true;
        };
        std::unordered_map<std::uint32_t, Launch> last; // by thread
        std::uint64_t missing = 0;
        for (const auto& call : m_trace.calls) { // in order of start
            if (call.result != 0 || call.name >= isLaunch.size() || !isLaunch[call.name])
                continue;
            auto& launch = last[call.thread];
            const bool isNested = call.startNs < launch.endNs;
            const bool hasCome = came.contains(call.correlation);
            if (!isNested) {
                missing += hasCome ? 0 : 1;
                launch = { call.endNs, hasCome };
            } else if (hasCome && !launch.hasCome) {
                --missing;
                launch.hasCome = true;
            }
            launch.endNs = std::max(launch.endNs, call.endNs);
        }
        return missing - std::min(missing, m_ending.capturedKernels);
    }

    /// Counts launches by engine/cuda/launch.h (Ending::launches) that have no record of a kernel.
    /// Our kernels are recognised by their names. Kernels of graph replays match too, so the result
    /// is a lower bound. It is needed where calls are not recorded.
    std::uint64_t missingOfCounted() const
    {
        const auto isOurs = [](const std::string& name) {
            return name.find("engine::cuda::runElements<") != std::string::npos
                || name.find("engine::cuda::runBlocks<") != std::string::npos
                || name == engine::cuda::chainFunction;
        };
        std::vector<bool> isCounted(m_trace.names.size());
        for (std::size_t i = 0; i < isCounted.size(); ++i)
            isCounted[i] = isOurs(m_trace.names[i]);
        const auto came = static_cast<std::uint64_t>(std::ranges::count_if(
            m_trace.kernels, [&](const DeviceKernel& kernel) { return isCounted[kernel.name]; }));
        return m_ending.launches - std::min(came, m_ending.launches);
    }

    DeviceTrace& m_trace;
    const Ending& m_ending;
    std::vector<DeviceWindow> m_windows; // in order of start
    LinkIndex m_idOf;
};

} // namespace

void linkRows(DeviceTrace& trace, std::vector<Link> links, const Ending& ending)
{
    Linker(trace, std::move(links), ending).run();
}

} // namespace profiler::cupti
