#pragma once

namespace ui {

class CanvasView;

/// Makes canvases readable for assistive tools: a list whose children are the boxes in the
/// viewport. Safe to call repeatedly.
void installCanvasAccessibility();
/// Tells assistive tools where the keyboard stands now.
void announceCurrent(CanvasView* view);
/// Drops the interfaces of the boxes of a scene that is replaced.
void forgetAccessibleChildren(CanvasView* view);

} // namespace ui
