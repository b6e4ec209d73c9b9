#pragma once

#include "layout/scene/scene.h"

#include <stop_token>

namespace layout {

/// Rebuilds the spatial indices after boxes or lines moved within the bounds; also a step of
/// finishScene. After a stop request the scene must be discarded.
void indexScene(Scene& scene, const std::stop_token& stop = {});

} // namespace layout
