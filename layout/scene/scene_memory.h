#pragma once

#include "layout/scene/scene.h"

#include <cstddef>

namespace layout {

/// What a scene holds, its index included. For `draw --stats` and the benchmarks.
std::size_t sceneBytes(const Scene& scene);

}
