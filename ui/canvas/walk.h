#pragma once

#include "layout/scene/scene.h"

#include <cstdint>
#include <vector>

/// Moving over a picture by keyboard: pure functions of the scene.
namespace ui {

/// Producer and Reader step along the flow, Previous and Next within a rank.
enum class Step { Producer, Reader, Previous, Next };

/// Returns the boxes to which a step may lead: for Producer and Reader every neighbour along edges
/// (cut ones included), nearest first; for Previous and Next the neighbour in the rank, if any.
std::vector<std::uint32_t> stepTargets(const layout::Scene& scene, std::uint32_t box, Step step);

/// The first input (Home): of the inputs with readers, one outside of all groups if possible, then
/// the one with the lowest id; without inputs the start of the longest line. The last output (End):
/// the last box of the last rank. noIndex in an empty scene. Linear.
std::uint32_t firstBox(const layout::Scene& scene);
std::uint32_t lastBox(const layout::Scene& scene);
/// The box whose centre is nearest to a point; noIndex in an empty scene.
std::uint32_t nearestBox(const layout::Scene& scene, layout::Point point);

} // namespace ui
