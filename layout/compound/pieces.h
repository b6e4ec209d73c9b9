#pragma once

#include "layout/compound/shown_graph.h"
#include "layout/layered/rows.h"

#include <cstdint>
#include <vector>

namespace layout {

constexpr std::uint32_t noPiece = 0xFFFFFFFFU;

/// The part of a line in one level. The pieces of a value form a tree: readers in one frame share
/// the piece that leads into the frame.
struct Piece {
    std::uint32_t level = 0; ///< group
    LevelItem tail; ///< unused if the piece comes from a port
    LevelItem head; ///< unused if it leads to a port
    std::uint32_t value = 0; ///< index into ShownGraph::values
    std::uint32_t previous = noPiece; ///< index of the piece before this one; lower than its own
                                      ///< index
    std::uint32_t edge = 0; ///< an edge that uses the piece; a drawn one if there is any
    bool isFromPort = false; ///< begins at the top of the level's frame
    bool isToPort = false; ///< ends at the bottom of the level's frame
    bool isReversed = false; ///< closes a cycle of its level, so it leads upwards
    bool isDrawn = true;
};

struct Pieces {
    std::vector<Piece> all;
    std::vector<std::uint32_t> last; ///< by edge: the piece that ends at its reader
    Rows byLevel; ///< by group
};

/// Makes the pieces of all edges. After a stop request the result must be discarded.
Pieces makePieces(const ShownGraph& shown, const GroupTree& tree, const std::stop_token& stop);

/// The ranks of all levels, determined by all lines, drawn or not.
struct LevelRanks {
    std::vector<std::uint32_t> ofBox; ///< by box: rank in its level
    std::vector<std::uint32_t> ofFrame; ///< by group: rank in the level around it
    std::vector<std::uint32_t> count; ///< by group: number of ranks of its level
    std::vector<std::uint8_t> isCut; ///< by edge: drawn as chips, not as a line
    std::uint32_t cutCount = 0;
};

/// Ranks every level and applies CutRule to it. An edge that is cut in one level is cut in all of
/// them; pieces without a drawn edge are not drawn.
LevelRanks rankLevels(const ShownGraph& shown, const GroupTree& tree, const Rows& boxesOfLevel,
    const DrawingOptions& options, Pieces& pieces, const std::stop_token& stop);

/// Marks the pieces that are drawn: those that an edge with a line uses.
void markDrawn(Pieces& pieces, std::span<const std::uint8_t> isCutEdge);

/// Returns the open groups directly inside a level.
std::vector<std::uint32_t> framesIn(
    const ShownGraph& shown, const GroupTree& tree, std::uint32_t level);

}
