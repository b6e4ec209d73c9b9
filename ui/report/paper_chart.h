#pragma once

#include "ui/report/page_element.h"
#include "ui/report/paper.h"

namespace ui {

/// Draws an inline SVG chart of the page (profiler/exporters/svg.cpp) at this width.
PaperPiece chartPiece(const PageElement& svg, double width);
/// The light theme's colour of a CSS value such as `var(--accent)`; transparent for `none`.
QColor cssColour(const QString& value);

} // namespace ui
