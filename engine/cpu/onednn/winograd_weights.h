#pragma once

#include "engine/cpu/onednn.h"

namespace engine::onednn {

/// Transforms 3x3 filters for oneDNN's Winograd convolutions of float images, on `threads` threads
/// and without working memory. oneDNN's own reorder does the same on one value at a time, and needs
/// the transformed filters a second time in memory.
///
/// `from` describes filters [O, I, 3, 3] in row-major order, `to` what the primitive wants. Returns
/// false, and writes nothing, for any other pair of descriptors.
bool transformFilters(const Descriptor& from, const float* filters, const Descriptor& to,
    float* transformed, int threads);

} // namespace engine::onednn
