#include "layout/card/group_weights.h"

#include "layout/card/group_card.h"

#include <algorithm>
#include <optional>

namespace layout {

namespace {

/// A group with this share of the nodes is replaced by its children, because it is no useful
/// division.
constexpr double nearlyAll = 0.8;

/// Returns the group whose children become the rows.
std::uint32_t rootOfRows(const GroupTree& tree)
{
    std::uint32_t at = 0;
    while (true) {
        const auto& group = tree.groups[at];
        std::optional<std::uint32_t> holder;
        for (auto child = group.firstChild; child < group.firstChild + group.childCount; ++child) {
            const auto share = static_cast<double>(tree.groups[child].totalNodes)
                / static_cast<double>(std::max<std::uint64_t>(group.totalNodes, 1));
            if (share >= nearlyAll && tree.groups[child].childCount > 0)
                holder = child;
        }
        if (!holder)
            return at;
        at = *holder;
    }
}

/// Returns by group the index of the child of `root` that contains it; noGroup outside.
std::vector<std::uint32_t> rowsOfGroups(const GroupTree& tree, std::uint32_t root)
{
    const auto& rows = tree.groups[root];
    std::vector<std::uint32_t> rowOf(tree.groups.size(), noGroup);
    for (std::uint32_t group = 1; group < tree.groups.size(); ++group) {
        const bool isRow = group >= rows.firstChild && group < rows.firstChild + rows.childCount;
        // Parents have lower indices than their children.
        rowOf[group] = isRow ? group - rows.firstChild : rowOf[tree.groups[group].parent];
    }
    return rowOf;
}

/// Returns the row that contains all readers of a value; noGroup if they are in several rows or in
/// none.
std::uint32_t rowOfReaders(
    const model::Value& value, const GroupTree& tree, const std::vector<std::uint32_t>& rowOf)
{
    std::uint32_t row = noGroup;
    for (const auto& use : value.uses) {
        const auto at = use.node.value();
        const auto group = at < tree.groupOfNode.size() ? tree.groupOfNode[at] : noGroup;
        const auto found = group == noGroup ? noGroup : rowOf[group];
        if (found == noGroup || (row != noGroup && row != found))
            return noGroup;
        row = found;
    }
    return row;
}

void add(GroupWeights& row, const GroupWeights& other)
{
    row.tensors += other.tensors;
    row.elements += other.elements;
    row.bytes += other.bytes;
}

} // namespace

std::vector<GroupWeights> weightsByGroup(const model::Model& model, const GroupTree& tree)
{
    const auto root = rootOfRows(tree);
    const auto rowOf = rowsOfGroups(tree, root);
    const auto& parent = tree.groups[root];
    std::vector<GroupWeights> rows(parent.childCount + std::size_t(1));
    for (const auto& value : model.values) {
        if (!value.initializer.isValid() || value.graph != tree.graph)
            continue;
        const auto& tensor = model.tensor(value.initializer);
        const auto elements = model::elementCount(tensor.dims).value_or(0);
        const auto row = rowOfReaders(value, tree, rowOf);
        add(row == noGroup ? rows.back() : rows[row],
            { {}, 0, 1, elements, model::packedBytes(tensor.element, elements).value_or(0) });
    }
    std::vector<GroupWeights> merged;
    std::uint64_t structure = 0;
    std::string first;
    for (std::uint32_t i = 0; i < parent.childCount; ++i) {
        const auto& group = tree.groups[parent.firstChild + i];
        if (!merged.empty() && group.structure != 0 && group.structure == structure) {
            merged.back().title = rangeTitle(first, group.title);
            ++merged.back().groups;
            add(merged.back(), rows[i]);
            continue;
        }
        structure = group.structure;
        first = group.title;
        rows[i].title = group.title;
        rows[i].groups = 1;
        merged.push_back(std::move(rows[i]));
    }
    merged.push_back(std::move(rows.back()));
    std::erase_if(merged, [](const GroupWeights& row) { return row.tensors == 0; });
    std::ranges::stable_sort(merged, std::greater<> {}, &GroupWeights::bytes);
    return merged;
}

} // namespace layout
