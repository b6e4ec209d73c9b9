#pragma once

#include "layout/card/group_card.h"
#include "ui/translation/text.h"

namespace ui {

/// layout::groupCountText() in the language of the window: `28 nodes`, `12 identical · 28 nodes`.
inline QString groupCountLabel(const layout::GroupTree& tree, layout::Item item)
{
    const auto nodes = countOf(layout::groupNodes(tree, item), QT_TR_NOOP("%1 node(s)"));
    return item.count < 2 ? nodes : tr("%1 identical · %2").arg(countText(item.count), nodes);
}

} // namespace ui
