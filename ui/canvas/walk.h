#pragma once

#include "layout/scene/scene.h"

#include <cstdint>
#include <vector>

/// Walking over a picture by keyboard: pure functions over the scene.
namespace ui {

/// Along the flow, whichever way it is drawn.
enum class Step { Producer, Reader, Previous, Next };

/// Where a step may lead from a box: for Producer and Reader every neighbour along edges (cut ones
/// included), nearest first; for Previous and Next the neighbour in the rank, if any.
std::vector<std::uint32_t> stepTargets(const layout::Scene& scene, std::uint32_t box, Step step);

/// First input (Home): of those that are read and not inside a group the one that the file names
/// first; without one the begin of the longest line. Last output (End): the last box of the last
/// rank. noIndex in an empty scene. Linear.
std::uint32_t firstBox(const layout::Scene& scene);
std::uint32_t lastBox(const layout::Scene& scene);
/// The box whose centre is nearest to a point; noIndex in an empty scene.
std::uint32_t nearestBox(const layout::Scene& scene, layout::Point point);

} // namespace ui
