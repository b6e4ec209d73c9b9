#pragma once

#include "engine/passes/pipeline.h"

#include <unordered_set>

namespace engine {

/// Lets the images between convolutions lie channels last, which the library's convolutions want,
/// and puts a Reorder where the order changes:
///
///     x ──► Conv ──► Relu ──► Reshape          x ─► Reorder ─► Conv ═► Relu ═► Reorder ─► Reshape
///
/// Only in the main block, only values of known shape that nobody outside the program sees. Not a
/// Patch: no operator changes, values get another order and readers another copy. Reorders have no
/// origin; they are steps of their own in every profile.
/// `refused`: operators that found no kernel for that order before, and stay plain.
void placeChannelsLast(
    Program& program, const PassContext& context, const std::unordered_set<OpId>& refused = {});

} // namespace engine
