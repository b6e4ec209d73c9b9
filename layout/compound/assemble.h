#pragma once

#include "layout/compound/place_levels.h"

namespace layout {

/// Combines the placed levels into one flat scene: boxes and lines in common coordinates, adjacency
/// from producer to reader. After a stop request the result must be discarded.
Scene assemble(const LevelRequest& request, const std::vector<PlacedLevel>& placed,
    const std::stop_token& stop);

/// Sets which line continues which; `lineOf` is by piece, `pieceOf` by line. A piece may continue
/// one with a higher index: pieces of outer levels come first, the one inside the producer's frame
/// later.
void connectPieces(Scene& scene, const Pieces& pieces, std::span<const std::uint32_t> lineOf,
    std::span<const std::uint32_t> pieceOf);
/// Adds what the cards of folded groups stand for.
void describeCards(Scene& scene, const GroupPicture& picture);

}
