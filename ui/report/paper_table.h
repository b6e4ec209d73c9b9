#pragma once

#include "ui/report/page_element.h"
#include "ui/report/paper.h"

#include <vector>

namespace ui {

/// A table of the page at this width: a heading that is repeated on each sheet, and its rows. Of a
/// table that the page folds, the rows that it shows first.
std::vector<PaperPiece> tablePieces(const PageElement& table, double width);

} // namespace ui
