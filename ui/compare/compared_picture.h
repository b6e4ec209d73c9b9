#pragma once

#include "ui/compare/compared.h"
#include "ui/document/place_graph.h"

#include "layout/card/overlay.h"

#include <array>
#include <memory>
#include <optional>

namespace ui {

/// The layouts of both main graphs, with paired boxes at the same height.
struct ComparedPicture {
    std::array<PlacedGraph, 2> placed;
    layout::OpenGroups open; ///< for both: groups with equal keys open and fold together
};

/// Input of placeCompared().
struct ComparedPlaceRequest {
    /// `open` and `choosesOpenGroups` are ignored; the member `open` below applies.
    std::array<PlaceRequest, 2> sides;
    std::shared_ptr<const model::StructureDifference> structure;
    std::optional<layout::OpenGroups> open; ///< empty: the groups that are open initially
};

/// Lays out both graphs. To be called from a worker thread.
support::Result<ComparedPicture> placeCompared(
    ComparedPlaceRequest request, std::stop_token stop, const support::Progress& progress);

/// Badges for the nodes of one side: ADDED, GONE, CHANGED, RENAMED, and FASTER or SLOWER if both
/// sides were measured.
std::shared_ptr<const layout::Badges> comparedBadges(const Compared& compared, std::size_t side);

} // namespace ui
