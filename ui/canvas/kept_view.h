#pragma once

#include "layout/group_tree.h"

#include <QList>
#include <QPointF>

#include <cstdint>

namespace ui {

/// A view of a graph, as it can be shown again.
struct KeptView {
    std::uint32_t graph = 0; ///< GraphId
    layout::OpenGroups open; ///< groups of that graph
    QPointF centre; ///< scene point in the middle of the canvas
    double zoom = 1;
};

/// The one or two views of a document.
struct KeptViews {
    QList<KeptView> views;
    Qt::Orientation direction = Qt::Horizontal; ///< in which the second follows the first
    int active = 0;
};

} // namespace ui
