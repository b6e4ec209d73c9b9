#include "layout/groups/blocks.h"

#include "layout/groups/periods.h"
#include "model/support/hash.h"

#include <algorithm>

namespace layout::groups {
namespace {

using support::mixed;

constexpr std::size_t manyItems = 100;
/// Edges from farther back count as equal, because the exact distance depends on the block.
constexpr std::uint32_t far = 200;
/// A value with this many readers at this distance is shared by all blocks (mask, cos, sin).
constexpr std::uint32_t sharedReaders = 8;
constexpr std::uint32_t sharedDistance = 50;
constexpr std::uint64_t fromOutside = 0x10001;
constexpr std::uint64_t fromFar = 0x10002;

/// A direct item of a group: a node or a child group.
struct Item {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t group = none;
};

class BlockSearch {
public:
    BlockSearch(LocalTree& tree, const Signatures& signatures, StructureHash& hash)
        : m_tree(tree)
        , m_signatures(signatures)
        , m_hash(hash)
        , m_placeOf(tree.order.size())
        , m_itemAt(tree.order.size())
        , m_children(tree.groups.size())
    {
        for (std::uint32_t place = 0; place < tree.order.size(); ++place)
            m_placeOf[tree.order[place]] = place;
        for (std::uint32_t group = 1; group < tree.groups.size(); ++group)
            m_children[tree.groups[group].parent].push_back(group);
    }

    void search(std::uint32_t group)
    {
        listItems(group);
        if (m_items.size() <= manyItems)
            return;
        m_begin = m_items.front().begin;
        m_end = m_items.back().end;
        const auto hashes = hashItems();
        const auto alive = countAlive();
        std::uint32_t block = 0;
        std::vector<std::uint32_t> children;
        std::uint32_t next = 0;
        for (const auto& period : findPeriods(hashes, alive)) {
            keepItems(children, next, period.begin);
            for (std::uint32_t i = 0; i < period.count; ++i)
                children.push_back(
                    addBlock(group, period.begin + i * period.length, period.length, ++block));
            next = period.begin + period.count * period.length;
        }
        keepItems(children, next, static_cast<std::uint32_t>(m_items.size()));
        m_children[group] = std::move(children);
    }

private:
    /// Lists the items of a group. Children are in topological order, so those of a block are too.
    void listItems(std::uint32_t group)
    {
        m_items.clear();
        auto place = m_tree.groups[group].begin;
        const auto addNodes = [&](std::uint32_t end) {
            for (; place < end; ++place)
                addItem({ place, place + 1, none });
        };
        for (const auto child : m_children[group]) {
            addNodes(m_tree.groups[child].begin);
            place = m_tree.groups[child].end;
            addItem({ m_tree.groups[child].begin, place, child });
        }
        addNodes(m_tree.groups[group].end);
    }

    void addItem(const Item& item)
    {
        std::fill(m_itemAt.begin() + item.begin, m_itemAt.begin() + item.end,
            static_cast<std::uint32_t>(m_items.size()));
        m_items.push_back(item);
    }

    /// Returns the item of a node; none if the node is not in this group.
    std::uint32_t itemOf(std::uint32_t node) const
    {
        const auto place = m_placeOf[node];
        return place >= m_begin && place < m_end ? m_itemAt[place] : none;
    }

    /// Calls `visit(producer)` for the nodes outside an item that it reads from.
    template <typename Visit>
    void forEachEdge(std::uint32_t item, Visit visit) const
    {
        for (auto place = m_items[item].begin; place < m_items[item].end; ++place) {
            for (const auto producer : m_tree.flow.producersOf(m_tree.order[place])) {
                if (itemOf(producer) != item)
                    visit(producer);
            }
        }
    }

    /// Returns by position, from m_begin on, the nodes that all blocks read.
    std::vector<std::uint8_t> sharedNodes() const
    {
        std::vector<std::uint32_t> readers(m_end - m_begin, 0);
        for (std::uint32_t item = 0; item < m_items.size(); ++item) {
            forEachEdge(item, [&](std::uint32_t producer) {
                if (itemOf(producer) != none && item - itemOf(producer) >= sharedDistance)
                    ++readers[m_placeOf[producer] - m_begin];
            });
        }
        std::vector<std::uint8_t> isShared(readers.size());
        std::ranges::transform(readers, isShared.begin(),
            [](std::uint32_t count) { return static_cast<std::uint8_t>(count >= sharedReaders); });
        return isShared;
    }

    std::vector<std::uint64_t> hashItems()
    {
        const auto isShared = sharedNodes();
        std::vector<std::uint64_t> hashes;
        hashes.reserve(m_items.size());
        for (std::uint32_t item = 0; item < m_items.size(); ++item) {
            const auto& known = m_items[item];
            auto hash = known.group == none ? m_signatures.operators[m_tree.order[known.begin]]
                                            : m_hash.of(known.begin, known.end);
            forEachEdge(item, [&](std::uint32_t producer) {
                hash = mixed(hash, distance(item, producer, isShared));
            });
            hashes.push_back(hash);
        }
        return hashes;
    }

    std::uint64_t distance(
        std::uint32_t item, std::uint32_t producer, const std::vector<std::uint8_t>& isShared) const
    {
        const auto from = itemOf(producer);
        if (from == none)
            return fromOutside;
        const bool isFar = item - from >= far || isShared[m_placeOf[producer] - m_begin] != 0;
        return isFar ? fromFar : item - from;
    }

    /// Returns the number of nodes whose values are alive before each item.
    std::vector<std::uint32_t> countAlive() const
    {
        std::vector<std::uint32_t> lastReader(m_end - m_begin, 0);
        for (std::uint32_t item = 0; item < m_items.size(); ++item) {
            forEachEdge(item, [&](std::uint32_t producer) {
                if (itemOf(producer) != none)
                    lastReader[m_placeOf[producer] - m_begin] = item;
            });
        }
        std::vector<std::int32_t> change(m_items.size() + 1, 0);
        for (auto place = m_begin; place < m_end; ++place) {
            const auto last = lastReader[place - m_begin];
            if (last > m_itemAt[place]) {
                ++change[m_itemAt[place] + 1];
                --change[last + 1];
            }
        }
        std::vector<std::uint32_t> alive(m_items.size() + 1, 0);
        std::int32_t now = 0;
        for (std::size_t i = 0; i < alive.size(); ++i)
            alive[i] = static_cast<std::uint32_t>(now += change[i]);
        return alive;
    }

    void keepItems(
        std::vector<std::uint32_t>& children, std::uint32_t begin, std::uint32_t end) const
    {
        for (auto item = begin; item < end; ++item) {
            if (m_items[item].group != none)
                children.push_back(m_items[item].group);
        }
    }

    std::uint32_t addBlock(
        std::uint32_t parent, std::uint32_t first, std::uint32_t count, std::uint32_t number)
    {
        const auto block = static_cast<std::uint32_t>(m_tree.groups.size());
        const auto title = "block " + std::to_string(number);
        const auto& path = m_tree.groups[parent].path;
        m_tree.groups.push_back({ .kind = GroupKind::Block,
            .parent = parent,
            .begin = m_items[first].begin,
            .end = m_items[first + count - 1].end,
            .title = title,
            .path = path.empty() ? title : path + "/" + title });
        auto& children = m_children.emplace_back();
        keepItems(children, first, first + count);
        for (const auto child : children)
            m_tree.groups[child].parent = block;
        return block;
    }

    LocalTree& m_tree;
    const Signatures& m_signatures;
    StructureHash& m_hash;
    std::vector<Item> m_items; ///< of the current group
    std::uint32_t m_begin = 0; ///< range of the current group in the order
    std::uint32_t m_end = 0;
    std::vector<std::uint32_t> m_placeOf; ///< by node
    std::vector<std::uint32_t> m_itemAt; ///< by position, of the group that was searched last
    std::vector<std::vector<std::uint32_t>> m_children; ///< by group, in topological order
};

}

void addBlocks(
    LocalTree& tree, const Signatures& signatures, StructureHash& hash, std::stop_token stop)
{
    if (tree.order.size() <= manyItems)
        return;
    BlockSearch search(tree, signatures, hash);
    for (std::uint32_t group = 0; group < tree.groups.size(); ++group) {
        if (!stop.stop_requested())
            search.search(group);
    }
}

}
