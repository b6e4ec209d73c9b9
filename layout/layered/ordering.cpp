#include "layout/layered/ordering.h"

#include "layout/layered/crossings.h"
#include "layout/layered/sifting.h"
#include "layout/layout_engine.h"
#include "model/support/stopping.h"

#include <algorithm>
#include <numeric>

namespace layout {
namespace {

struct Effort {
    int sweeps; ///< largest number of sweeps
    int idle; ///< sweeps without improvement after which it ends
    bool turnsTies; ///< reverses ties in every second pair of sweeps
};
constexpr Effort quick { 24, 4, false };
constexpr Effort thorough { 48, 12, true };
/// Limit of line comparisons per round of sifting for graphs that get all methods; takes a few
/// milliseconds.
constexpr std::uint64_t smallWork = 400'000;
constexpr int firstSwitchingSweep = 2;

Order emptyOrder(const LayerGraph& graph)
{
    Order order;
    order.start.assign(graph.rankCount + 1, 0);
    for (const auto rank : graph.rank)
        ++order.start[rank + 1];
    std::partial_sum(order.start.begin(), order.start.end(), order.start.begin());
    order.vertices.resize(graph.vertexCount());
    order.position.resize(graph.vertexCount());
    return order;
}

enum class Sweep { Down, Up };

/// Returns the start vertices of a search: boxes without predecessors in its direction.
std::vector<std::uint32_t> startsOf(const LayerGraph& graph, Sweep direction)
{
    const auto& behind = direction == Sweep::Down ? graph.up : graph.down;
    std::vector<std::uint32_t> starts;
    for (std::uint32_t box = 0; box < graph.boxCount; ++box) {
        if (behind.degree(box) == 0)
            starts.push_back(box);
    }
    std::stable_sort(starts.begin(), starts.end(), [&](auto a, auto b) {
        return direction == Sweep::Down ? graph.rank[a] < graph.rank[b]
                                        : graph.rank[a] > graph.rank[b];
    });
    return starts;
}

/// Appends each vertex to its rank when a depth-first search along the flow (or against it) first
/// visits it.
Order depthFirstOrder(const LayerGraph& graph, Sweep direction, const std::stop_token& stop)
{
    Order order = emptyOrder(graph);
    const auto& ahead = direction == Sweep::Down ? graph.down : graph.up;
    std::vector<std::uint32_t> next(order.start.begin(), order.start.end() - 1);
    std::vector<std::uint8_t> isMet(graph.vertexCount(), 0);
    const auto meet = [&](std::uint32_t vertex) {
        isMet[vertex] = 1;
        const auto rank = graph.rank[vertex];
        order.position[vertex] = next[rank] - order.start[rank];
        order.vertices[next[rank]++] = vertex;
    };

    struct Step {
        std::uint32_t vertex;
        std::uint32_t child;
    };
    std::vector<Step> path;
    for (const auto start : startsOf(graph, direction)) {
        meet(start);
        path.push_back({ start, 0 });
        for (std::size_t steps = 1; !path.empty(); ++steps) {
            if (support::isStopped(stop, steps))
                return order;
            Step& step = path.back();
            const auto children = ahead.of(step.vertex);
            if (step.child == children.size()) {
                path.pop_back();
                continue;
            }
            const auto child = children[step.child++];
            if (isMet[child])
                continue;
            meet(child);
            path.push_back({ child, 0 });
        }
    }
    return order;
}

/// How vertices with equal barycentres are ordered.
enum class Ties { Keep, Turn };

/// Performs the sweeps. `m_version` of a rank increases with every change of its order, so that
/// unchanged ranks are skipped.
class Sweeper {
public:
    Sweeper(const LayerGraph& graph, Order& order)
        : m_graph(graph)
        , m_order(order)
        , m_version(graph.rankCount, 1)
        , m_sorted { std::vector<Seen>(graph.rankCount), std::vector<Seen>(graph.rankCount) }
        , m_switched(graph.rankCount)
        , m_counted(graph.rankCount)
        , m_crossings(graph.rankCount, 0)
        , m_counter(graph)
    {
    }

    bool sweep(Sweep direction, Ties ties, bool withSwitching, const std::stop_token& stop)
    {
        const std::uint32_t ranks = m_graph.rankCount;
        for (std::uint32_t i = 0; i < ranks; ++i) {
            if (stop.stop_requested())
                return false;
            const std::uint32_t rank = direction == Sweep::Down ? i : ranks - 1 - i;
            sortByBarycentre(rank, direction, ties);
            if (withSwitching)
                switchPairs(rank);
        }
        return true;
    }

    std::uint64_t crossings(const std::stop_token& stop)
    {
        std::uint64_t sum = 0;
        for (std::uint32_t rank = 0; rank + 1 < m_graph.rankCount; ++rank) {
            if (support::isStopped(stop, rank))
                return sum;
            const Seen now { m_version[rank], m_version[rank + 1], 0 };
            if (!(m_counted[rank] == now)) {
                m_crossings[rank] = m_counter.count(m_order, rank);
                m_counted[rank] = now;
            }
            sum += m_crossings[rank];
        }
        return sum;
    }

private:
    struct Seen {
        std::uint32_t own = 0;
        std::uint32_t lower = 0;
        std::uint32_t upper = 0;
        bool operator==(const Seen&) const = default;
    };
    struct Entry {
        double barycentre;
        std::uint32_t vertex;
    };

    std::uint32_t versionOf(std::uint32_t rank) const
    {
        return rank < m_version.size() ? m_version[rank] : 0;
    }
    Seen seenNow(std::uint32_t rank) const
    {
        return { m_version[rank], versionOf(rank + 1), versionOf(rank - 1) };
    }

    void sortByBarycentre(std::uint32_t rank, Sweep direction, Ties ties)
    {
        auto vertices = m_order.rank(rank);
        if (vertices.size() < 2)
            return;
        const bool isDown = direction == Sweep::Down;
        Seen& last = m_sorted[isDown ? 0 : 1][rank];
        const Seen now { m_version[rank], versionOf(isDown ? rank - 1 : rank + 1), 0 };
        if (last == now && ties == Ties::Keep)
            return;
        collect(vertices, isDown ? m_graph.up : m_graph.down);
        if (ties == Ties::Turn)
            std::reverse(m_entries.begin(), m_entries.end());
        if (!std::is_sorted(m_entries.begin(), m_entries.end(), isBefore)) {
            std::stable_sort(m_entries.begin(), m_entries.end(), isBefore);
            putBack(vertices);
            ++m_version[rank];
        }
        last = { m_version[rank], now.lower, 0 };
    }

    static bool isBefore(const Entry& a, const Entry& b) { return a.barycentre < b.barycentre; }

    void collect(std::span<const std::uint32_t> vertices, const Adjacency& towards)
    {
        m_entries.clear();
        m_slots.clear();
        for (std::uint32_t slot = 0; slot < vertices.size(); ++slot) {
            const auto neighbours = towards.of(vertices[slot]);
            if (neighbours.empty())
                continue; // keeps its position
            std::uint64_t sum = 0;
            for (const auto neighbour : neighbours)
                sum += m_order.position[neighbour];
            m_entries.push_back({ double(sum) / double(neighbours.size()), vertices[slot] });
            m_slots.push_back(slot);
        }
    }

    void putBack(std::span<std::uint32_t> vertices)
    {
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            vertices[m_slots[i]] = m_entries[i].vertex;
            m_order.position[m_entries[i].vertex] = m_slots[i];
        }
    }

    void switchPairs(std::uint32_t rank)
    {
        auto vertices = m_order.rank(rank);
        if (vertices.size() < 2 || m_switched[rank] == seenNow(rank))
            return;
        for (int pass = 0; pass < 2; ++pass) {
            bool isChanged = false;
            for (std::size_t i = 0; i + 1 < vertices.size(); ++i)
                isChanged |= switchPair(vertices, i);
            if (!isChanged)
                break;
            ++m_version[rank];
        }
        m_switched[rank] = seenNow(rank);
    }

    bool switchPair(std::span<std::uint32_t> vertices, std::size_t i)
    {
        const auto left = vertices[i];
        const auto right = vertices[i + 1];
        if (!isComparable(m_graph, left, right) || crossingGain(m_graph, m_order, left, right) <= 0)
            return false;
        m_order.swapNeighbours(vertices, i);
        return true;
    }

    const LayerGraph& m_graph;
    Order& m_order;
    std::vector<std::uint32_t> m_version;
    std::vector<Seen> m_sorted[2]; ///< version at which a rank was last sorted, by direction
    std::vector<Seen> m_switched;
    std::vector<Seen> m_counted;
    std::vector<std::uint64_t> m_crossings;
    CrossingCounter m_counter;
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_slots;
};

/// Sweeps from one start order. Returns the best order found.
support::Result<OrderingResult> improve(const LayerGraph& graph, const Order& start, Sweep first,
    Effort effort, const std::stop_token& stop, const support::Progress& progress)
{
    OrderingResult best { start, 0 };
    Order current = start;
    Sweeper sweeper(graph, current);
    best.crossings = sweeper.crossings(stop);
    int idle = 0;
    for (int i = 0; i < effort.sweeps && idle < effort.idle && best.crossings > 0; ++i) {
        if (progress)
            progress("ordering", static_cast<std::uint64_t>(i),
                static_cast<std::uint64_t>(effort.sweeps));
        const bool isDown = (i % 2 == 0) == (first == Sweep::Down);
        const Ties ties = effort.turnsTies && i % 4 >= 2 ? Ties::Turn : Ties::Keep;
        if (!sweeper.sweep(isDown ? Sweep::Down : Sweep::Up, ties, i >= firstSwitchingSweep, stop))
            return layoutCancelled();
        const std::uint64_t crossings = sweeper.crossings(stop);
        ++idle;
        if (crossings < best.crossings) {
            best = { current, crossings };
            idle = 0;
        }
    }
    if (stop.stop_requested())
        return layoutCancelled();
    return best;
}

}

support::Result<OrderingResult> orderRanks(
    const LayerGraph& graph, std::stop_token stop, const support::Progress& progress)
{
    OrderingResult best { depthFirstOrder(graph, Sweep::Down, stop), 0 };
    if (stop.stop_requested())
        return layoutCancelled();
    best.crossings = countCrossings(graph, best.order);
    const bool isSmall = siftingWork(graph, best.order) <= smallWork;
    const Effort effort = isSmall ? thorough : quick;
    std::vector<Order> starts { best.order };
    if (isSmall)
        starts.push_back(depthFirstOrder(graph, Sweep::Up, stop));

    for (const auto& start : starts) {
        for (const Sweep first : { Sweep::Down, Sweep::Up }) {
            if (best.crossings == 0 || (first == Sweep::Up && !isSmall))
                break;
            // Only the first attempt reports progress; the others are fast.
            const bool isFirst = &start == &starts.front() && first == Sweep::Down;
            auto found = TRY(improve(
                graph, start, first, effort, stop, isFirst ? progress : support::Progress()));
            if (isSmall)
                found.crossings -= siftRanks(graph, found.order, stop);
            if (found.crossings < best.crossings)
                best = std::move(found);
        }
    }
    return best;
}

}
