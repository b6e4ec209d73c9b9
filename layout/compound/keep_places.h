#pragma once

#include "layout/compound/pieces.h"
#include "layout/compound/shown_graph.h"

#include <optional>
#include <stop_token>

namespace layout {

/// A graph that is drawn, before placement.
struct ShownLevels {
    const GroupPicture& picture;
    const ShownGraph& shown;
    const Rows& boxesOfLevel; ///< by group
};

/// Places a graph with the places of GroupPicture::earlier. Boxes, frames and lines that the
/// earlier picture has keep their coordinates exactly; a card whose text is longer or shorter keeps
/// its centre. A new box takes the nearest free place between its producers and readers, and new
/// lines lead around what is there. Marks the pieces that are drawn.
///
/// Empty after a stop request, if the earlier picture is of another kind, if much is new, and if an
/// open group has no room for a new box: then the graph must be placed anew.
std::optional<Scene> keepPlaces(
    const ShownLevels& levels, Pieces& pieces, const std::stop_token& stop);

}
