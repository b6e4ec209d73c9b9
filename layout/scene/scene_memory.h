#pragma once

#include "layout/scene/scene.h"

#include <cstddef>

namespace layout {

/// Returns the bytes of memory of a scene, including its indices. For `draw --stats` and
/// benchmarks.
std::size_t sceneBytes(const Scene& scene);

}
