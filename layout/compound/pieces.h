#pragma once

#include "layout/compound/shown_graph.h"
#include "layout/layered/rows.h"

#include <cstdint>
#include <vector>

namespace layout {

constexpr std::uint32_t noPiece = 0xFFFFFFFFU;

/// The part of a line that lies in one level. The pieces of a value form a tree: readers in one
/// frame share the piece that leads into it.
struct Piece {
    std::uint32_t level = 0; ///< group
    LevelItem tail; ///< unused if the piece comes from a port
    LevelItem head; ///< unused if it leads to a port
    std::uint32_t value = 0; ///< index into ShownGraph::values
    std::uint32_t previous = noPiece; ///< lower than its own index
    std::uint32_t edge = 0; ///< one of the edges that use it; a drawn one if there is any
    bool isFromPort = false; ///< begins at the top of the level's frame
    bool isToPort = false; ///< ends at the bottom of the level's frame
    bool isReversed = false; ///< its level has a cycle, and this piece leads upwards
    bool isDrawn = true;
};

struct Pieces {
    std::vector<Piece> all;
    std::vector<std::uint32_t> last; ///< by edge: the piece that arrives at its reader
    Rows byLevel; ///< by group
};

/// Stopped, it returns early with something that nobody may use.
Pieces makePieces(const ShownGraph& shown, const GroupTree& tree, const std::stop_token& stop);

/// The order of a level's items along the flow, from all its lines, drawn or not.
struct LevelRanks {
    std::vector<std::uint32_t> ofBox; ///< by box, in its level
    std::vector<std::uint32_t> ofFrame; ///< by group, in the level around it
    std::vector<std::uint32_t> count; ///< by group: ranks of its level
    std::vector<std::uint8_t> isCut; ///< by edge: chips instead of lines
    std::uint32_t cutCount = 0;
};

/// Ranks every level and applies the rules of CutRule to each of them. An edge that is cut in one
/// level is cut everywhere: pieces that nobody uses any more are not drawn.
LevelRanks rankLevels(const ShownGraph& shown, const GroupTree& tree, const Rows& boxesOfLevel,
    const DrawingOptions& options, Pieces& pieces, const std::stop_token& stop);

/// The open groups directly inside a level.
std::vector<std::uint32_t> framesIn(
    const ShownGraph& shown, const GroupTree& tree, std::uint32_t level);

}
