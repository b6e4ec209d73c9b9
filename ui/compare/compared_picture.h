#pragma once

#include "ui/compare/compared.h"
#include "ui/document/place_graph.h"

#include "layout/card/overlay.h"

#include <array>
#include <memory>
#include <optional>

namespace ui {

/// The pictures of both main graphs, with what stands for the same at the same height.
struct ComparedPicture {
    std::array<PlacedGraph, 2> placed;
    layout::OpenGroups open; ///< of both: groups of equal names open and fold together
};

/// What both pictures are made from.
struct ComparedPlaceRequest {
    std::array<PlaceRequest, 2> sides; ///< `open` and `opensAsUsual` are those of below
    std::shared_ptr<const model::StructureDifference> structure;
    std::optional<layout::OpenGroups> open; ///< nothing: as models open
};

/// For a worker.
support::Result<ComparedPicture> placeCompared(
    ComparedPlaceRequest request, std::stop_token stop, const support::Progress& progress);

/// What differs, as words on the cards of one side: ADDED, GONE, CHANGED, RENAMED, and FASTER or
/// SLOWER where it was measured.
std::shared_ptr<const layout::Badges> comparedBadges(const Compared& compared, std::size_t side);

} // namespace ui
