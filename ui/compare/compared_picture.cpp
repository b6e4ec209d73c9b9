#include "ui/compare/compared_picture.h"

#include "layout/folding.h"
#include "ui/compare/aligned_heights.h"
#include "ui/translation/text.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace ui {

using layout::Badge;
using support::Result;

namespace {

/// The open groups for both graphs. For groups in both, the larger graph decides; the smaller one
/// adds the groups that only it has.
layout::OpenGroups openTogether(const layout::GroupTree& a, const layout::GroupTree& b)
{
    const bool isALarger = a.groups.front().totalNodes >= b.groups.front().totalNodes;
    const auto& larger = isALarger ? a : b;
    const auto& smaller = isALarger ? b : a;
    auto open = layout::initiallyOpen(larger);
    std::unordered_set<std::uint64_t> known;
    for (const auto& group : larger.groups)
        known.insert(group.key);
    for (const auto key : layout::initiallyOpen(smaller))
        if (!known.contains(key))
            open.insert(key);
    return open;
}

/// Pairs the boxes of aligned nodes, and the cards of folded groups with equal keys.
std::vector<BoxPair> boxPairs(
    const layout::Scene& a, const layout::Scene& b, const model::NodeAlignment& alignment)
{
    std::unordered_map<std::uint32_t, std::uint32_t> nodesOfB;
    std::unordered_map<std::uint64_t, std::uint32_t> groupsOfB;
    for (std::uint32_t box = 0; box < b.boxCount(); ++box)
        if (b.items[box].node().isValid())
            nodesOfB.emplace(b.items[box].node().value(), box);
    for (const auto& card : b.groupCards)
        groupsOfB.emplace(b.groups->groups[b.items[card.box].id].key, card.box);
    std::vector<BoxPair> pairs;
    for (std::uint32_t box = 0; box < a.boxCount(); ++box) {
        const auto node = a.items[box].node();
        if (!node.isValid() || !alignment.partner(node).isValid())
            continue;
        if (const auto found = nodesOfB.find(alignment.partner(node).value());
            found != nodesOfB.end())
            pairs.emplace_back(box, found->second);
    }
    for (const auto& card : a.groupCards)
        if (const auto found = groupsOfB.find(a.groups->groups[a.items[card.box].id].key);
            found != groupsOfB.end())
            pairs.emplace_back(card.box, found->second);
    return pairs;
}

class BadgeMaker {
public:
    BadgeMaker(const Compared& compared, std::size_t side)
        : m_compared(compared)
        , m_side(side)
    {
    }

    layout::Badges made()
    {
        // A card may have room for the first badge only: timing comes first.
        if (m_compared.time != nullptr)
            for (const auto& row : m_compared.time->rows)
                addTime(row);
        if (m_compared.structure != nullptr)
            for (const auto& row : m_compared.structure->nodes)
                addStructure(row);
        return std::move(m_badges);
    }

private:
    static std::string word(const char* text) { return tr(text).toStdString(); }

    void add(model::NodeId node, const char* text, Badge::Tone tone)
    {
        if (node.isValid())
            m_badges[node.value()].push_back({ word(text), tone });
    }

    void addStructure(const model::NodeDifference& row)
    {
        const auto node = m_side == 0 ? row.a : row.b;
        switch (row.change) {
        case model::NodeChange::Removed:
            return add(node, QT_TR_NOOP("REMOVED"), Badge::Tone::Warning);
        case model::NodeChange::Added:
            return add(node, QT_TR_NOOP("ADDED"), Badge::Tone::Good);
        case model::NodeChange::Changed:
            return add(node, QT_TR_NOOP("CHANGED"), Badge::Tone::Info);
        case model::NodeChange::Renamed:
            return add(node, QT_TR_NOOP("RENAMED"), Badge::Tone::Plain);
        }
    }

    /// Adds the badge to B only: FASTER and SLOWER are relative to A.
    void addTime(const profiler::ComparedRow& row)
    {
        const auto verdict = row.change.verdict;
        const bool isTold
            = verdict == profiler::Verdict::Faster || verdict == profiler::Verdict::Slower;
        if (m_side == 0 || !isTold || row.steps.b.empty())
            return;
        const auto node = m_compared.nodesOf(row).b;
        if (!node.isValid())
            return;
        verdict == profiler::Verdict::Faster ? add(node, QT_TR_NOOP("FASTER"), Badge::Tone::Good)
                                             : add(node, QT_TR_NOOP("SLOWER"), Badge::Tone::Error);
    }

    const Compared& m_compared;
    std::size_t m_side;
    layout::Badges m_badges;
};

} // namespace

Result<ComparedPicture> placeCompared(
    ComparedPlaceRequest request, std::stop_token stop, const support::Progress& progress)
{
    for (auto& side : request.sides)
        if (side.tree == nullptr)
            side.tree = std::make_shared<const layout::GroupTree>(
                layout::buildGroupTree(*side.model, side.graph, stop));
    if (stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "layout cancelled");
    ComparedPicture picture;
    picture.open = request.open ? *std::move(request.open)
                                : openTogether(*request.sides[0].tree, *request.sides[1].tree);
    for (std::size_t i = 0; i < 2; ++i) {
        request.sides[i].open = picture.open;
        request.sides[i].options.direction = layout::Direction::Down;
        picture.placed[i] = TRY(placeGraph(request.sides[i], stop, progress));
    }
    const auto& a = *picture.placed[0].scene;
    const auto& b = *picture.placed[1].scene;
    auto [left, right] = withAlignedHeights(a, b, boxPairs(a, b, request.structure->alignment));
    picture.placed[0].scene = std::make_shared<const layout::Scene>(std::move(left));
    picture.placed[1].scene = std::make_shared<const layout::Scene>(std::move(right));
    return picture;
}

std::shared_ptr<const layout::Badges> comparedBadges(const Compared& compared, std::size_t side)
{
    return std::make_shared<const layout::Badges>(BadgeMaker(compared, side).made());
}

} // namespace ui
