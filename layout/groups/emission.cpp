#include "layout/groups/emission.h"

#include "layout/layered/rows.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>

namespace layout::groups {
namespace {

/// Number of cycles for which the best division is searched. The rest of a level is then emitted in
/// topological order.
constexpr int maxCycles = 64;
constexpr std::size_t maxCandidates = 64;

/// One step of the depth-first search over items, against the edges.
struct Step {
    std::uint32_t item = 0;
    std::uint32_t member = 0; ///< next member of the item to examine
};

class Emitter {
public:
    explicit Emitter(const OrderLevel& level)
        : m_level(level)
        , m_pending(level.itemCount, 0)
        , m_isEmitted(level.nodes.size(), 0)
    {
        m_result.order.reserve(level.nodes.size());
        sortMembers();
        for (const auto node : level.nodes) {
            for (const auto producer : level.flow.producersOf(node)) {
                if (isForeign(producer, itemOf(node)))
                    ++m_pending[itemOf(node)];
            }
        }
    }

    Emission run()
    {
        for (std::uint32_t item = 0; item < m_level.itemCount; ++item) {
            if (m_pending[item] == 0)
                m_open.push(firstMember(item));
        }
        while (m_result.order.size() < m_level.nodes.size()) {
            if (!m_open.empty())
                emitItem();
            else if (m_circles++ < maxCycles)
                emitStretch(smallestFreeingPart());
            else
                emitRest();
        }
        return std::move(m_result);
    }

private:
    std::uint32_t itemOf(std::uint32_t node) const { return m_level.itemOf[node]; }

    bool isForeign(std::uint32_t node, std::uint32_t item) const
    {
        return itemOf(node) != none && itemOf(node) != item;
    }

    bool isEmitted(std::uint32_t node) const
    {
        return itemOf(node) == none || m_isEmitted[m_level.placeOf[node]] != 0;
    }

    /// Lists the positions of the nodes of each item.
    void sortMembers()
    {
        std::vector<std::uint32_t> items;
        items.reserve(m_level.nodes.size());
        for (const auto node : m_level.nodes)
            items.push_back(itemOf(node));
        m_members = groupByKey(items, m_level.itemCount);
    }

    std::span<const std::uint32_t> membersOf(std::uint32_t item) const
    {
        return m_members.row(item);
    }
    std::uint32_t firstMember(std::uint32_t item) const
    {
        return m_members.items[m_members.start[item]];
    }

    void emitNode(std::uint32_t place)
    {
        const auto node = m_level.nodes[place];
        m_isEmitted[place] = 1;
        m_result.order.push_back(node);
        for (const auto reader : m_level.flow.readersOf(node)) {
            const auto item = itemOf(reader);
            if (isForeign(reader, itemOf(node)) && --m_pending[item] == 0)
                m_open.push(firstMember(item));
        }
    }

    void emitStretch(const std::vector<std::uint32_t>& places)
    {
        const auto begin = static_cast<std::uint32_t>(m_result.order.size());
        for (const auto place : places)
            emitNode(place);
        m_result.stretches.push_back({ itemOf(m_level.nodes[places.front()]), begin,
            static_cast<std::uint32_t>(m_result.order.size()) });
    }

    void emitItem()
    {
        const auto item = itemOf(m_level.nodes[m_open.top()]);
        m_open.pop();
        m_places.clear();
        std::ranges::copy_if(membersOf(item), std::back_inserter(m_places),
            [this](std::uint32_t place) { return m_isEmitted[place] == 0; });
        if (!m_places.empty())
            emitStretch(m_places);
    }

    /// Emits the rest in topological order. Consecutive nodes of one item form a stretch.
    void emitRest()
    {
        std::vector<std::uint32_t> places;
        for (std::uint32_t place = 0; place < m_level.nodes.size(); ++place) {
            if (m_isEmitted[place] != 0)
                continue;
            if (!places.empty()
                && itemOf(m_level.nodes[places.back()]) != itemOf(m_level.nodes[place])) {
                emitStretch(places);
                places.clear();
            }
            places.push_back(place);
        }
        if (!places.empty())
            emitStretch(places);
        m_open = {};
    }

    /// Returns the nodes of an item that can be emitted before any other item.
    std::vector<std::uint32_t> readyPart(std::uint32_t item)
    {
        std::vector<std::uint32_t> places;
        for (const auto place : membersOf(item)) {
            const auto producers = m_level.flow.producersOf(m_level.nodes[place]);
            const bool isReady = m_isEmitted[place] == 0
                && std::ranges::all_of(
                    producers, [this](std::uint32_t producer) { return isEmitted(producer); });
            if (!isReady)
                continue;
            m_isEmitted[place] = 1; // for the members that read it; reset below
            places.push_back(place);
        }
        for (const auto place : places)
            m_isEmitted[place] = 0;
        return places;
    }

    /// Returns true if another item depends only on these nodes.
    bool freesAnotherItem(const std::vector<std::uint32_t>& places)
    {
        bool opens = false;
        for (const int change : { -1, 1 }) {
            for (const auto place : places) {
                const auto node = m_level.nodes[place];
                for (const auto reader : m_level.flow.readersOf(node)) {
                    if (!isForeign(reader, itemOf(node)))
                        continue;
                    auto& pending = m_pending[itemOf(reader)];
                    pending += static_cast<std::uint32_t>(change);
                    opens = opens || pending == 0;
                }
            }
        }
        return opens;
    }

    /// All remaining items depend on each other. Returns the part of an item whose emission frees
    /// another item; of several the smallest, so that little is separated. If no part frees another
    /// item, returns the first that is ready.
    std::vector<std::uint32_t> smallestFreeingPart()
    {
        std::vector<std::uint32_t> best;
        bool bestOpens = false;
        auto items = firstCycle();
        if (items.size() > maxCandidates)
            items.resize(maxCandidates);
        for (const auto item : items) {
            auto places = readyPart(item);
            if (places.empty())
                continue;
            const bool opens = freesAnotherItem(places);
            const bool isBetter = best.empty() || (opens && !bestOpens)
                || (opens && places.size() < best.size())
                || (!opens && !bestOpens && places.front() < best.front());
            if (isBetter) {
                best = std::move(places);
                bestOpens = opens;
            }
        }
        if (best.empty()) // cycle larger than maxCandidates: take the first ready nodes
            best = readyPart(itemOf(m_level.nodes[firstWaiting()]));
        return best;
    }

    std::uint32_t firstWaiting() const
    {
        return static_cast<std::uint32_t>(
            std::ranges::find(m_isEmitted, std::uint8_t { 0 }) - m_isEmitted.begin());
    }

    /// Returns items that depend on each other and on no other item: the first strongly connected
    /// component that Tarjan's algorithm completes, against the edges. Sorted by first node.
    std::vector<std::uint32_t> firstCycle()
    {
        m_number.assign(m_level.itemCount, none);
        m_low.assign(m_level.itemCount, none);
        m_stack.clear();
        std::vector<Step> steps;
        enter(itemOf(m_level.nodes[firstWaiting()]), steps);
        while (true) {
            auto& step = steps.back();
            if (const auto next = nextProducer(step)) {
                enter(*next, steps);
                continue;
            }
            const auto item = step.item;
            if (m_low[item] == m_number[item])
                return circleFrom(item);
            steps.pop_back();
            m_low[steps.back().item] = std::min(m_low[steps.back().item], m_low[item]);
        }
    }

    void enter(std::uint32_t item, std::vector<Step>& steps)
    {
        m_number[item] = m_low[item] = static_cast<std::uint32_t>(m_stack.size());
        m_stack.push_back(item);
        steps.push_back({ item, 0 });
    }

    /// Returns an unvisited item that this one depends on.
    std::optional<std::uint32_t> nextProducer(Step& step)
    {
        const auto members = membersOf(step.item);
        for (; step.member < members.size(); ++step.member) {
            if (m_isEmitted[members[step.member]] != 0)
                continue;
            for (const auto producer :
                m_level.flow.producersOf(m_level.nodes[members[step.member]])) {
                if (isEmitted(producer))
                    continue;
                const auto item = itemOf(producer);
                if (m_number[item] == none)
                    return item;
                m_low[step.item] = std::min(m_low[step.item], m_number[item]);
            }
        }
        return std::nullopt;
    }

    std::vector<std::uint32_t> circleFrom(std::uint32_t item)
    {
        std::vector<std::uint32_t> circle(std::ranges::find(m_stack, item), m_stack.end());
        std::ranges::sort(circle, {}, [this](std::uint32_t one) { return firstMember(one); });
        return circle;
    }

    const OrderLevel& m_level;
    Rows m_members; ///< by item: positions of its nodes
    std::vector<std::uint32_t> m_pending; ///< by item: edges from nodes of other items that are not
                                          ///< emitted
    std::vector<std::uint8_t> m_isEmitted; ///< by place
    /// First positions of the items without pending dependencies.
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_open;
    std::vector<std::uint32_t> m_number; ///< by item: order of the visit
    std::vector<std::uint32_t> m_low;
    std::vector<std::uint32_t> m_stack;
    std::vector<std::uint32_t> m_places; ///< of the item that is being emitted
    Emission m_result;
    int m_circles = 0;
};

}

Emission emit(const OrderLevel& level) { return Emitter(level).run(); }

}
