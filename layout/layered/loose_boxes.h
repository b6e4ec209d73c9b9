#pragma once

#include "layout/layered/cut.h"

namespace layout {

/// Boxes that lost all their lines have no place to keep below their producer: where a rank has
/// many of them, they follow it in rows, and later ranks move down. Every edge still leads to a
/// higher rank. O(boxes + edges); lines that pass the rows get longer by at most some ranks per
/// box, which `cuts` then counts.
void rowUpLooseBoxes(const Drawing& drawing, Ranking& ranking, Cuts& cuts);

}
