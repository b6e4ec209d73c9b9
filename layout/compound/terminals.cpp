#include "layout/compound/shown_graph.h"

#include "model/support/stopping.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace layout {
namespace {

constexpr std::uint32_t several = 0xFFFFFFFEU;
/// Smallest number of terminals with the same name except for numbers that are a family.
constexpr std::size_t smallestFamily = 4;

/// What the other ends of a terminal's lines have in common.
struct Partners {
    std::uint32_t level = noGroup; ///< the innermost level that contains all of them
    std::uint32_t box = noIndex; ///< the only box, or `several`
};

class TerminalMover {
public:
    TerminalMover(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop)
        : m_shown(shown)
        , m_picture(picture)
        , m_stop(stop)
        , m_tree(*picture.tree)
        , m_family(shown.items.size(), noIndex)
        , m_partners(shown.items.size())
    {
    }

    void run()
    {
        if (findFamilies() == 0)
            return;
        findPartners();
        for (std::uint32_t box = 0; box < m_family.size(); ++box) {
            if (m_family[box] != noIndex && m_partners[box].level != noGroup)
                m_shown.boxGroup[box] = innermost(m_partners[box].level, m_shown.boxGroup[box]);
        }
        join();
    }

private:
    /// Returns the beginning of a family's names: everything before the first digit.
    static std::optional<std::string_view> stem(std::string_view name)
    {
        const auto digit = name.find_first_of("0123456789");
        return digit == std::string_view::npos ? std::nullopt
                                               : std::optional(name.substr(0, digit));
    }

    std::size_t findFamilies()
    {
        using Key = std::tuple<std::uint32_t, ItemKind, std::string_view>;
        std::map<Key, std::vector<std::uint32_t>> families;
        for (std::uint32_t box = 0; box < m_family.size(); ++box) {
            if (support::isStopped(m_stop, box))
                return 0;
            const Item item = m_shown.items[box];
            if (item.kind != ItemKind::GraphInput && item.kind != ItemKind::GraphOutput)
                continue;
            if (const auto name = stem(m_picture.model.value(item.value()).name))
                families[{ m_shown.boxGroup[box], item.kind, *name }].push_back(box);
        }
        std::uint32_t count = 0;
        for (const auto& [key, members] : families) {
            if (members.size() < smallestFamily)
                continue;
            for (const auto box : members)
                m_family[box] = count;
            ++count;
        }
        return count;
    }

    std::uint32_t levelOf(std::uint32_t box, std::uint32_t frame) const
    {
        return frame != noGroup ? m_tree.groups[frame].parent : m_shown.boxGroup[box];
    }

    void findPartners()
    {
        for (std::size_t e = 0; e < m_shown.edges.size(); ++e) {
            if (support::isStopped(m_stop, e))
                return;
            const ShownEdge& edge = m_shown.edges[e];
            meet(edge.tail, edge.head, edge.headFrame);
            meet(edge.head, edge.tail, edge.tailFrame);
        }
    }

    void meet(std::uint32_t terminal, std::uint32_t box, std::uint32_t frame)
    {
        if (m_family[terminal] == noIndex)
            return;
        Partners& partners = m_partners[terminal];
        const auto level = levelOf(box, frame);
        const bool isFirst = partners.level == noGroup;
        partners.level = isFirst ? level : common(partners.level, level);
        const bool isSame = frame == noGroup && (isFirst || partners.box == box);
        partners.box = isSame ? box : several;
    }

    std::uint32_t common(std::uint32_t a, std::uint32_t b) const
    {
        while (a != b) {
            const bool isDeeper = m_tree.groups[a].depth >= m_tree.groups[b].depth;
            auto& deeper = isDeeper ? a : b;
            deeper = m_tree.groups[deeper].parent;
        }
        return a;
    }

    /// Returns the innermost level for a terminal. Bodies are graphs of their own, so a terminal of
    /// the outer graph stays outside of them.
    std::uint32_t innermost(std::uint32_t level, std::uint32_t outermost) const
    {
        auto result = level;
        for (auto at = level; at != outermost; at = m_tree.groups[at].parent) {
            if (at == noGroup)
                return outermost; // the other ends are outside: the output of a body
            const auto kind = m_tree.groups[at].kind;
            if (kind != GroupKind::Scope && kind != GroupKind::Block)
                result = m_tree.groups[at].parent;
        }
        return result;
    }

    /// A folded group does not show how it uses its inputs, so they share one box.
    void join()
    {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> firstOf;
        std::vector<std::uint32_t> joinedTo(m_family.size());
        for (std::uint32_t box = 0; box < m_family.size(); ++box) {
            joinedTo[box] = box;
            const auto partner = m_partners[box].box;
            const bool canJoin = m_family[box] != noIndex && partner < m_shown.items.size()
                && m_shown.items[partner].isGroup();
            if (canJoin)
                joinedTo[box]
                    = firstOf.emplace(std::pair(m_family[box], partner), box).first->second;
        }
        joinBoxes(m_shown, m_picture, joinedTo);
    }

    ShownGraph& m_shown;
    const GroupPicture& m_picture;
    const std::stop_token& m_stop;
    const GroupTree& m_tree;
    std::vector<std::uint32_t> m_family; ///< by box
    std::vector<Partners> m_partners; ///< by box
};

}

void moveTerminals(ShownGraph& shown, const GroupPicture& picture, const std::stop_token& stop)
{
    TerminalMover(shown, picture, stop).run();
}

}
