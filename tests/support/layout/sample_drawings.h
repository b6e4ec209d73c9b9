#pragma once

#include "layout/drawing.h"
#include "layout/scene/scene.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Drawings made for tests and benchmarks.
namespace testing {

/// Builds a drawing from lines such as `a -> b c` (one value of a, read by b and c). Boxes are
/// created in order of first mention, 140 by 60 units.
layout::Drawing drawingFromText(std::string_view text);

/// A chain of boxes; each reads the previous one.
layout::Drawing chainDrawing(std::size_t boxes);
/// A decoder: per layer two normalisations with residuals, three projections, rotation, attention,
/// gated feed-forward. With `isShared`, every layer reads a mask and two rotation tables that are
/// computed at the top.
layout::Drawing decoderDrawing(std::size_t layers, bool isShared);
/// Each box reads one or two of the 60 boxes before it; unlike any model.
layout::Drawing randomDrawing(std::size_t boxes, std::uint64_t seed);

/// The first error in a scene of this drawing: missing boxes, or faults of scene_geometry.h. Empty
/// if there is none.
std::string faultOf(const layout::Scene& scene, const layout::Drawing& drawing);
/// All numbers of a scene as text, to compare two scenes.
std::string dump(const layout::Scene& scene);

}
