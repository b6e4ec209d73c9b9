#include "layout/group_tree.h"

#include <string_view>
#include <unordered_map>

namespace layout {
namespace {

/// Returns the number of cards that opening a group adds. Its own card is removed.
std::size_t cardsInside(const Group& group) { return group.cardCount + group.childCount; }

/// Opens groups from the outside in while their cards fit.
class Opening {
public:
    Opening(const GroupTree& tree, std::size_t room)
        : m_tree(tree)
        , m_isOpen(tree.groups.size(), 0)
        , m_room(room)
    {
        take(0);
    }

    bool isReachable(std::uint32_t group) const
    {
        return m_isOpen[m_tree.groups[group].parent] != 0;
    }

    bool fits(std::size_t cards) const { return m_cards + cards <= m_room; }

    void take(std::uint32_t group)
    {
        m_cards += cardsInside(m_tree.groups[group]) - (group == 0 ? 0 : 1);
        m_isOpen[group] = 1;
        m_open.insert(m_tree.groups[group].key);
    }

    OpenGroups result() { return std::move(m_open); }

private:
    const GroupTree& m_tree;
    std::vector<std::uint8_t> m_isOpen;
    std::size_t m_room;
    std::size_t m_cards = 0;
    OpenGroups m_open;
};

/// Groups of one depth whose titles differ only by a number at the end. All of them are opened, or
/// none.
using Alike = std::vector<std::uint32_t>;

std::string_view withoutNumber(std::string_view title)
{
    return title.substr(0, title.find_last_not_of("0123456789") + 1);
}

std::vector<Alike> alikeFrom(const GroupTree& tree, std::uint32_t begin, std::uint32_t end)
{
    std::vector<Alike> found;
    std::unordered_map<std::string_view, std::size_t> places;
    for (auto group = begin; group < end; ++group) {
        if (isBody(tree.groups[group].kind))
            continue;
        const auto [place, isNew]
            = places.try_emplace(withoutNumber(tree.groups[group].title), found.size());
        if (isNew)
            found.emplace_back();
        found[place->second].push_back(group);
    }
    return found;
}

void openAlike(const GroupTree& tree, Alike groups, Opening& opening)
{
    std::erase_if(groups, [&](std::uint32_t group) { return !opening.isReachable(group); });
    std::size_t cards = 0;
    for (const auto group : groups)
        cards += cardsInside(tree.groups[group]);
    if (!opening.fits(cards))
        return;
    for (const auto group : groups)
        opening.take(group);
}

OpenGroups allButBodies(const GroupTree& tree)
{
    OpenGroups open;
    for (const auto& group : tree.groups) {
        if (!isBody(group.kind))
            open.insert(group.key);
    }
    return open;
}

}

OpenGroups initiallyOpen(const GroupTree& tree)
{
    if (tree.groups.empty())
        return {};
    std::size_t cards = 0;
    for (const auto& group : tree.groups)
        cards += group.graph == tree.graph && !isBody(group.kind) ? group.cardCount : 0;
    if (cards <= readableNodes)
        return allButBodies(tree);
    Opening opening(tree, readableCards);
    for (std::uint32_t begin = 1, end = 1; begin < tree.groups.size(); begin = end) {
        while (end < tree.groups.size() && tree.groups[end].depth == tree.groups[begin].depth)
            ++end;
        for (auto& alike : alikeFrom(tree, begin, end))
            openAlike(tree, std::move(alike), opening);
    }
    return opening.result();
}

OpenGroups openTopLevel(const GroupTree& tree)
{
    if (tree.groups.empty())
        return {};
    constexpr std::uint64_t part = 5; // the other groups have less than a fifth of the nodes
    Opening opening(tree, readableNodes);
    for (std::uint32_t group = 0;;) {
        const Group& around = tree.groups[group];
        auto main = noGroup;
        for (auto child = around.firstChild; child < around.firstChild + around.childCount;
             ++child) {
            const auto rest = around.totalNodes - tree.groups[child].totalNodes;
            if (!isBody(tree.groups[child].kind) && rest * part < around.totalNodes)
                main = child;
        }
        if (main == noGroup || !opening.fits(cardsInside(tree.groups[main]))) {
            auto open = opening.result();
            open.erase(tree.groups.front().key); // the root is always open; without its key,
                                                 // folding everything gives an equal set
            return open;
        }
        opening.take(main);
        group = main;
    }
}

OpenGroups allOpen(const GroupTree& tree, std::size_t maxNodes)
{
    if (tree.groups.empty())
        return {};
    Opening opening(tree, maxNodes);
    for (std::uint32_t group = 1; group < tree.groups.size(); ++group) {
        if (opening.isReachable(group) && opening.fits(cardsInside(tree.groups[group])))
            opening.take(group);
    }
    return opening.result();
}

}
