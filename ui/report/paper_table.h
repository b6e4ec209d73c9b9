#pragma once

#include "ui/report/page_element.h"
#include "ui/report/paper.h"

#include <vector>

namespace ui {

/// Converts a table of the page to pieces of this width: a heading that is repeated on each sheet,
/// and the rows. Of a folded table, only the rows that are visible while it is folded.
std::vector<PaperPiece> tablePieces(const PageElement& table, double width);

} // namespace ui
