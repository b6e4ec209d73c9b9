#include "layout/compound/shown_graph.h"

#include "layout/card/group_card.h"
#include "layout/layered/rows.h"
#include "model/support/stopping.h"

#include <algorithm>
#include <unordered_map>

namespace layout {
namespace {

/// Boxes of equal folded siblings, in order.
using Run = std::vector<std::uint32_t>;

/// The items of one level and the lines between them, in topological order.
class LevelGraph {
public:
    void add(const LevelItem& tail, const LevelItem& head)
    {
        m_from.push_back(local(tail));
        m_to.push_back(local(head));
    }

    /// Returns the vertex of a box; noIndex if the box has no lines.
    std::uint32_t find(std::uint32_t box) const
    {
        const auto found = m_locals.find(keyOf({ false, box }));
        return found == m_locals.end() ? noIndex : found->second;
    }

    /// Sorts topologically. Returns false if there is a cycle.
    bool sort()
    {
        m_readers = rowsOf(m_from, m_to);
        m_producers = rowsOf(m_to, m_from);
        m_order = topological(m_readers, m_producers.start);
        return m_order.size() == m_locals.size();
    }

    std::span<const std::uint32_t> order() const { return m_order; }
    std::span<const std::uint32_t> producersOf(std::uint32_t vertex) const
    {
        return m_producers.row(vertex);
    }
    bool hasEdge(std::uint32_t from, std::uint32_t to) const
    {
        const auto readers = m_readers.row(from);
        return std::find(readers.begin(), readers.end(), to) != readers.end();
    }

    /// Returns true if the graph stays acyclic when the vertices of each part are merged.
    bool isAcyclic(const std::vector<std::uint32_t>& part) const
    {
        std::vector<std::uint32_t> from;
        std::vector<std::uint32_t> to;
        for (std::size_t i = 0; i < m_from.size(); ++i) {
            if (part[m_from[i]] == part[m_to[i]])
                continue;
            from.push_back(part[m_from[i]]);
            to.push_back(part[m_to[i]]);
        }
        return topological(rowsOf(from, to), rowsOf(to, from).start).size() == m_locals.size();
    }
    std::size_t size() const { return m_locals.size(); }

private:
    static std::uint64_t keyOf(const LevelItem& item)
    {
        return std::uint64_t(item.index) * 2 + (item.isFrame ? 1 : 0);
    }

    std::uint32_t local(const LevelItem& item)
    {
        return m_locals.emplace(keyOf(item), static_cast<std::uint32_t>(m_locals.size()))
            .first->second;
    }

    Rows rowsOf(
        const std::vector<std::uint32_t>& keys, const std::vector<std::uint32_t>& items) const
    {
        Rows rows = groupByKey(keys, m_locals.size());
        for (auto& index : rows.items)
            index = items[index];
        return rows;
    }

    static std::vector<std::uint32_t> topological(
        const Rows& readers, const std::vector<std::uint32_t>& producerStart)
    {
        std::vector<std::uint32_t> open(readers.count());
        std::vector<std::uint32_t> order;
        for (std::uint32_t v = 0; v < open.size(); ++v) {
            open[v] = producerStart[v + 1] - producerStart[v];
            if (open[v] == 0)
                order.push_back(v);
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (const auto reader : readers.row(order[i])) {
                if (--open[reader] == 0)
                    order.push_back(reader);
            }
        }
        return order;
    }

    std::unordered_map<std::uint64_t, std::uint32_t> m_locals;
    std::vector<std::uint32_t> m_from;
    std::vector<std::uint32_t> m_to;
    Rows m_readers;
    Rows m_producers;
    std::vector<std::uint32_t> m_order;
};

class Stacker {
public:
    Stacker(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop)
        : m_shown(shown)
        , m_picture(picture)
        , m_stop(stop)
        , m_tree(*picture.tree)
        , m_cardOf(m_tree.groups.size(), noIndex)
    {
        for (std::uint32_t box = 0; box < shown.items.size(); ++box) {
            if (shown.items[box].isGroup())
                m_cardOf[shown.items[box].id] = box;
        }
    }

    void run()
    {
        std::unordered_map<std::uint32_t, std::vector<Run>> runs;
        for (const auto level : m_shown.levels) {
            if (m_stop.stop_requested())
                return;
            auto found = candidates(m_tree.groups[level]);
            if (!found.empty())
                runs.emplace(level, std::move(found));
        }
        if (runs.empty())
            return;
        std::unordered_map<std::uint32_t, LevelGraph> graphs;
        for (std::size_t e = 0; e < m_shown.edges.size(); ++e) {
            if (support::isStopped(m_stop, e))
                return;
            const ShownEdge& edge = m_shown.edges[e];
            const SharedLevel meeting = sharedLevelOf(m_shown, m_tree, edge);
            if (meeting.level != noGroup && runs.contains(meeting.level))
                graphs[meeting.level].add(meeting.tail, meeting.head);
        }
        m_joinedTo.resize(m_shown.items.size());
        for (std::uint32_t box = 0; box < m_joinedTo.size(); ++box)
            m_joinedTo[box] = box;
        for (const auto level : m_shown.levels) {
            if (m_stop.stop_requested())
                return;
            const auto found = runs.find(level);
            if (found != runs.end())
                joinLevel(graphs[level], found->second);
        }
        joinBoxes(m_shown, m_picture, m_joinedTo);
    }

private:
    bool mayStack(std::uint32_t group) const
    {
        return m_cardOf[group] != noIndex && m_tree.groups[group].structure != 0
            && !m_picture.open.contains(unstackedMark(m_tree.groups[group]));
    }

    std::vector<Run> candidates(const Group& level) const
    {
        std::vector<Run> runs;
        for (std::uint32_t i = 0; i < level.childCount; ++i) {
            const auto group = level.firstChild + i;
            if (!mayStack(group))
                continue;
            const bool follows = i > 0 && !runs.empty() && runs.back().back() == m_cardOf[group - 1]
                && mayStack(group - 1)
                && m_tree.groups[group - 1].structure == m_tree.groups[group].structure;
            if (!follows)
                runs.emplace_back();
            runs.back().push_back(m_cardOf[group]);
        }
        std::erase_if(runs, [](const Run& run) { return run.size() < 2; });
        return runs;
    }

    void joinLevel(LevelGraph& graph, const std::vector<Run>& runs)
    {
        if (!graph.sort())
            return;
        std::vector<std::uint32_t> part(graph.size());
        for (std::uint32_t v = 0; v < part.size(); ++v)
            part[v] = v;
        std::vector<Run> stacks;
        for (const Run& run : runs)
            split(graph, run, stacks);
        for (const Run& stack : stacks) {
            for (const auto box : stack)
                part[graph.find(box)] = graph.find(stack.front());
        }
        if (!graph.isAcyclic(part))
            return;
        for (const Run& stack : stacks) {
            for (const auto box : stack)
                m_joinedTo[box] = stack.front();
        }
    }

    /// Splits a run where a member does not read the previous one, or where a path from an earlier
    /// member reaches it through other vertices.
    void split(const LevelGraph& graph, const Run& run, std::vector<Run>& stacks) const
    {
        constexpr std::uint32_t unreached = 0xFFFFFFFFU;
        std::unordered_map<std::uint32_t, std::uint32_t> memberAt;
        for (std::uint32_t i = 0; i < run.size(); ++i)
            memberAt.emplace(graph.find(run[i]), i);
        // By vertex: the latest member from which a path through vertices outside the run leads to
        // it.
        std::vector<std::uint32_t> from(graph.size(), unreached);
        std::vector<std::uint32_t> latestDetour(run.size(), unreached);
        for (const auto vertex : graph.order()) {
            const auto member = memberAt.find(vertex);
            for (const auto producer : graph.producersOf(vertex)) {
                const auto before = memberAt.find(producer);
                const bool isMember = before != memberAt.end();
                auto& into = member != memberAt.end() ? latestDetour[member->second] : from[vertex];
                const auto reached = isMember ? before->second : from[producer];
                if (reached == unreached || (isMember && member != memberAt.end()))
                    continue;
                into = into == unreached ? reached : std::max(into, reached);
            }
        }
        Run stack;
        std::uint32_t start = 0;
        for (std::uint32_t i = 0; i < run.size(); ++i) {
            const bool isChained = i > 0 && graph.find(run[i]) != noIndex
                && graph.find(run[i - 1]) != noIndex
                && graph.hasEdge(graph.find(run[i - 1]), graph.find(run[i]));
            const bool isFree = latestDetour[i] == unreached || latestDetour[i] < start;
            if (!stack.empty() && !(isChained && isFree)) {
                keep(stack, stacks);
                stack.clear();
            }
            if (stack.empty())
                start = i;
            stack.push_back(run[i]);
        }
        keep(stack, stacks);
    }

    static void keep(const Run& stack, std::vector<Run>& stacks)
    {
        if (stack.size() > 1)
            stacks.push_back(stack);
    }

    ShownGraph& m_shown;
    const GroupPicture& m_picture;
    const std::stop_token& m_stop;
    const GroupTree& m_tree;
    std::vector<std::uint32_t> m_cardOf; ///< by group: its box, if it is folded and visible
    std::vector<std::uint32_t> m_joinedTo; ///< by box: the first member of its stack
};

}

void stackEqualGroups(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop)
{
    Stacker(shown, picture, stop).run();
}

}
