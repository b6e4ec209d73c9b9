#pragma once

#include "layout/scene/scene.h"
#include "ui/canvas/view_state.h"

#include <cstdint>
#include <vector>

/// The first view of a picture, and the view after another picture of the same graph replaced it.
namespace ui {

/// True if the complete drawing fits into the viewport at a zoom at which texts can be read (0.9).
bool fitsReadably(const layout::Rect& bounds, QSize viewport);

/// Returns the view in which a graph opens: complete if it fits readably. Otherwise the zoom is 0.9
/// to 1, and the first input (or the start of the longest line) is at the start of the viewport
/// along the flow and in the middle across it.
ViewState openingView(ViewState view, const layout::Scene& scene);

/// A box of the old picture and its place on the screen. The new picture is aligned to it.
struct Anchor {
    layout::Item item;
    std::uint32_t group = 0; ///< the group that contains it, in the old tree
    QPointF centre;
    QPointF corner; ///< top left, which a card and its frame have in common
    std::uint64_t key = 0; ///< of a group; valid also after the file was read again
    bool isKnown = false;
};
/// Returns the visible boxes: `current` first if it is one of them, then by their distance from the
/// middle of the viewport.
std::vector<std::uint32_t> boxesByNearness(
    const layout::Scene& scene, const ViewState& view, std::uint32_t current);
Anchor anchorAt(const layout::Scene& scene, const ViewState& view, std::uint32_t box);
/// The anchor of the first of boxesByNearness; not known if no box is visible.
Anchor anchorIn(const layout::Scene& scene, const ViewState& view, std::uint32_t current);

/// Returns the view in which the anchor stays in place: its box, else the frame that replaced it,
/// else the card into which it was folded. A picture that was folded and fits completely is
/// centred. If nothing would be visible, returns the openingView.
ViewState anchoredView(
    const Anchor& anchor, const layout::Scene& old, ViewState view, const layout::Scene& scene);

} // namespace ui
