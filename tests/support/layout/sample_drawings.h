#pragma once

#include "layout/drawing.h"
#include "layout/scene/scene.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Drawings made for tests and benchmarks.
namespace testing {

/// From lines such as `a -> b c` (one value of a, read by b and c). Boxes appear in order of first
/// mention, 140 by 60 units.
layout::Drawing drawingFromText(std::string_view text);

/// n boxes, each reading the one before.
layout::Drawing chainDrawing(std::size_t boxes);
/// A decoder: per layer two normalisations with residuals, three projections, rotation, attention,
/// gated feed-forward. With `isShared` a mask and two rotation tables made at the top are read by
/// every layer.
layout::Drawing decoderDrawing(std::size_t layers, bool isShared);
/// Each box reads one or two of the sixty before it: nothing like a model.
layout::Drawing randomDrawing(std::size_t boxes, std::uint64_t seed);

/// The first thing that is wrong with a scene of that drawing
/// (tests/support/layout/scene_geometry.h, and boxes that are missing); empty if nothing is.
std::string faultOf(const layout::Scene& scene, const layout::Drawing& drawing);
/// Every number of a scene as text, for comparing two.
std::string dump(const layout::Scene& scene);

}
