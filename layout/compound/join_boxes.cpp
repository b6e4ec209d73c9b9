#include "layout/compound/shown_graph.h"

#include <algorithm>
#include <tuple>

namespace layout {
namespace {

bool isSeveralTerminals(const Item& item) { return item.count > 1 && !item.isGroup(); }

/// Returns by box its new index; `noIndex` if another box represents it.
std::vector<std::uint32_t> keepBoxes(ShownGraph& shown, const std::vector<std::uint32_t>& joinedTo)
{
    std::vector<std::uint32_t> now(shown.items.size(), noIndex);
    std::uint32_t count = 0;
    for (std::uint32_t box = 0; box < now.size(); ++box) {
        const Item item = shown.items[box];
        if (joinedTo[box] != box) {
            const auto standsFor = now[joinedTo[box]];
            shown.items[standsFor].count += item.count;
            if (!item.isGroup())
                shown.joined.push_back({ item, standsFor });
            continue;
        }
        now[box] = count;
        shown.items[count] = item;
        shown.sizes[count] = shown.sizes[box];
        shown.boxGroup[count] = shown.boxGroup[box];
        ++count;
    }
    shown.items.resize(count);
    shown.sizes.resize(count);
    shown.boxGroup.resize(count);
    return now;
}

/// The lines of a box of several terminals cannot be distinguished, so one is kept for each other
/// box.
void joinLinesOfTerminals(ShownGraph& shown)
{
    std::vector<std::tuple<std::uint32_t, std::uint32_t>> drawn;
    const auto isJoined = [&](const ShownEdge& edge) {
        return isSeveralTerminals(shown.items[edge.tail])
            || isSeveralTerminals(shown.items[edge.head]);
    };
    for (const auto& edge : shown.edges) {
        if (isJoined(edge))
            drawn.emplace_back(edge.tail, edge.head);
    }
    std::sort(drawn.begin(), drawn.end());
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    std::vector<bool> isTaken(drawn.size());
    std::erase_if(shown.edges, [&](const ShownEdge& edge) {
        if (!isJoined(edge))
            return false;
        const auto at = static_cast<std::size_t>(
            std::lower_bound(drawn.begin(), drawn.end(), std::tuple(edge.tail, edge.head))
            - drawn.begin());
        const bool wasTaken = isTaken[at];
        isTaken[at] = true;
        return wasTaken;
    });
}

}

void joinBoxes(
    ShownGraph& shown, const GroupPicture& picture, const std::vector<std::uint32_t>& joinedTo)
{
    const auto joinedBefore = shown.joined.size();
    const auto now = keepBoxes(shown, joinedTo);
    for (std::size_t i = 0; i < joinedBefore; ++i)
        shown.joined[i].box = now[joinedTo[shown.joined[i].box]];
    for (std::uint32_t box = 0; box < shown.items.size(); ++box) {
        if (shown.items[box].count > 1)
            shown.sizes[box] = sizeOf(picture, shown.items[box]);
    }
    std::vector<std::uint32_t> lastReader(shown.values.size(), noIndex);
    std::size_t kept = 0;
    for (ShownEdge edge : shown.edges) {
        edge.tail = now[joinedTo[edge.tail]];
        edge.head = now[joinedTo[edge.head]];
        if (edge.tail == edge.head || lastReader[edge.value] == edge.head)
            continue;
        lastReader[edge.value] = edge.head;
        shown.edges[kept++] = edge;
    }
    shown.edges.resize(kept);
    joinLinesOfTerminals(shown);
}

}
