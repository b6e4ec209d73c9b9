#pragma once

namespace ui {

class CanvasView;

/// Makes canvases readable for assistive tools: a list whose children are the boxes in the
/// viewport. Safe to call repeatedly.
void installCanvasAccessibility();
/// Reports the current box as the focused one to assistive tools.
void announceCurrent(CanvasView* view);
/// Deletes the accessible interfaces of all boxes. Called before the scene is replaced.
void forgetAccessibleChildren(CanvasView* view);

} // namespace ui
