#pragma once

#include "layout/scene/scene.h"

#include <stop_token>

namespace layout {

/// The spatial indices of a scene alone, after boxes or lines were moved within its bounds; part of
/// finishScene. When stopped it returns early with something that nobody may use.
void indexScene(Scene& scene, const std::stop_token& stop = {});

} // namespace layout
