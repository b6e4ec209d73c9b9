#pragma once

#include "engine/passes/pipeline.h"

#include <unordered_set>

namespace engine {

/// Gives the images between convolutions the layout ChannelsLast, which the library's convolutions
/// want, and adds a Reorder where the layout changes:
///
///     x ──► Conv ──► Relu ──► Reshape          x ─► Reorder ─► Conv ═► Relu ═► Reorder ─► Reshape
///
/// A Transpose that moves the channels of such an image is a view: its other side is plain.
/// Applies only to values of the main block that have a known shape and are not visible outside the
/// program. It is not a Patch, because operators stay the same: values get another layout and
/// readers another copy. Reorders have no origin; they are steps of their own in every profile.
/// `refused`: operators that had no kernel for that layout in an earlier round, and stay plain.
void placeChannelsLast(
    Program& program, const PassContext& context, const std::unordered_set<OpId>& refused = {});

} // namespace engine
