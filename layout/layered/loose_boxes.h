#pragma once

#include "layout/layered/cut.h"

namespace layout {

/// Moves boxes that lost all their lines. They need not stay directly below their producer: if a
/// rank has many of them, they are placed in rows after it, and later ranks move down. Every edge
/// still leads to a higher rank. O(boxes + edges). Lines that pass the rows become longer by a
/// limited number of ranks per box; `cuts.span` is updated.
void placeUnconnectedInRows(const Drawing& drawing, Ranking& ranking, Cuts& cuts);

}
