#pragma once

#include "ui/report/page_element.h"
#include "ui/report/paper.h"

namespace ui {

/// An inline SVG chart of the page (profiler/exporters/svg.cpp) at this width.
PaperPiece chartPiece(const PageElement& svg, double width);
/// `var(--accent)`, as the light page has it; transparent for `none`.
QColor cssColour(const QString& value);

} // namespace ui
