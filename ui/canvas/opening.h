#pragma once

#include "layout/scene/scene.h"
#include "ui/canvas/view_state.h"

#include <cstdint>
#include <vector>

/// Where a picture is first seen, and what stays where it was when another picture of the same
/// graph takes its place.
namespace ui {

/// Whether all of a drawing can be seen at a scale at which its texts are read.
bool fitsReadably(const layout::Rect& bounds, QSize viewport);

/// How a graph opens: whole where that fits readably, else at full size with its first input (or
/// the begin of its main line) at the begin of the viewport, in the middle across the flow.
ViewState openingView(ViewState view, const layout::Scene& scene);

/// Something that both pictures show, and where it was on the screen.
struct Anchor {
    layout::Item item;
    std::uint32_t group = 0; ///< around it, in the tree of its picture
    QPointF centre;
    QPointF corner; ///< top left: what a card and the frame that it becomes have in common
    std::uint64_t key = 0; ///< of a group: finds it in the tree of another reading of the file
    bool isKnown = false;
};
/// The boxes that can be seen: `current` first if it is one of them, then by their distance from
/// the middle of the viewport.
std::vector<std::uint32_t> boxesByNearness(
    const layout::Scene& scene, const ViewState& view, std::uint32_t current);
Anchor anchorAt(const layout::Scene& scene, const ViewState& view, std::uint32_t box);
/// The first of boxesByNearness; unknown if no box is visible.
Anchor anchorIn(const layout::Scene& scene, const ViewState& view, std::uint32_t current);

/// The view in which the anchor is where it was: its box, else the frame that it became, else the
/// card that it went into. A picture that was folded and can be seen whole is in the middle.
/// Nothing visible in it: how the graph opens.
ViewState anchoredView(
    const Anchor& anchor, const layout::Scene& old, ViewState view, const layout::Scene& scene);

} // namespace ui
