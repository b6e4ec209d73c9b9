#include "layout/card/group_card.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace layout {

std::string rangeTitle(std::string_view first, std::string_view last)
{
    const auto digits = last.find_last_not_of("0123456789") + 1;
    const bool isNumbered
        = digits < last.size() && first.substr(0, digits) == last.substr(0, digits);
    return std::string(first) + " – " + std::string(isNumbered ? last.substr(digits) : last);
}

std::string groupTitle(const GroupTree& tree, Item item)
{
    const std::string& first = tree.groups[item.id].title;
    return item.count < 2 ? first : rangeTitle(first, tree.groups[item.id + item.count - 1].title);
}

std::uint64_t groupNodes(const GroupTree& tree, Item item)
{
    std::uint64_t nodes = 0;
    for (std::uint32_t i = 0; i < item.count; ++i)
        nodes += tree.groups[item.id + i].totalNodes;
    return nodes;
}

std::string groupCountText(const GroupTree& tree, Item item)
{
    const auto nodes = support::countOf(groupNodes(tree, item), "node", "nodes");
    return item.count < 2 ? nodes : support::countText(item.count) + " identical · " + nodes;
}

CardContent groupContent(const GroupTree& tree, Item item)
{
    CardContent content;
    content.kind = ItemKind::Group;
    content.category = model::Category::Other;
    content.hasInside = true;
    content.title = groupTitle(tree, item);
    content.name = groupCountText(tree, item);
    return content;
}

Size groupCardSize(
    const GroupTree& tree, Item item, const CardOptions& options, const TextMeasurer& measurer)
{
    const CardContent content = groupContent(tree, item);
    const float text
        = std::max(measurer.width(TextRole::Title, content.title) + GroupCardMetrics::arrow,
            measurer.width(TextRole::Name, content.name));
    const float wanted = text + 2 * CardMetrics::side;
    const float width
        = std::clamp(std::ceil(wanted / CardMetrics::widthStep) * CardMetrics::widthStep,
            CardMetrics::minimumWidth + 28, CardMetrics::maximumWidth);
    const float height = CardMetrics::header + CardMetrics::name + CardMetrics::padding
        + GroupCardMetrics::strip + GroupCardMetrics::stripGap
        + (options.measured ? CardMetrics::measured : 0);
    const float stack = item.count > 1 ? GroupCardMetrics::stackDepth : 0;
    return { width + stack, height + stack };
}

std::array<std::uint32_t, model::categoryCount> categoryMix(
    const model::Model& model, const GroupTree& tree, Item item)
{
    std::array<std::uint32_t, model::categoryCount> mix {};
    // The members of a stack are equal, so the first one is counted for all.
    visitNodes(tree, { item.kind, item.id, 1 }, [&](model::NodeId id) {
        const model::Node& node = model.node(id);
        if (isFolded(model, node))
            return;
        mix[static_cast<std::size_t>(nodeCategory(node))] += item.count;
    });
    return mix;
}

double groupMeasure(const GroupTree& tree, Item item, const Overlay& overlay)
{
    double sum = 0;
    bool isMeasured = false;
    visitNodes(tree, item, [&](model::NodeId node) {
        if (!overlay.isMeasured(node))
            return;
        sum += overlay.value(node);
        isMeasured = true;
    });
    return isMeasured ? sum : std::numeric_limits<double>::quiet_NaN();
}

Rect groupFront(const Rect& box, Item item)
{
    const float stack = item.count > 1 ? GroupCardMetrics::stackDepth : 0;
    return { box.x, box.y, box.width - stack, box.height - stack };
}

Rect groupStrip(const Rect& front)
{
    return { front.x + CardMetrics::side, front.y + CardMetrics::header + CardMetrics::name + 2,
        front.width - 2 * CardMetrics::side, GroupCardMetrics::strip };
}

CardContent boxContent(const model::Model& model, const model::Analysis* analysis,
    const Scene& scene, std::uint32_t box, const CardOptions& options)
{
    const Item item = scene.items[box];
    return item.isGroup() ? groupContent(*scene.groups, item)
                          : cardContent(model, analysis, item, options);
}

}
