#pragma once

#include "profiler/statistics/roofline.h"

#include <string>
#include <vector>

namespace profiler {

/// Bytes that a step fetched into one level of the memory from the next one, and what they mean in
/// the roofline: misses that were counted, times the size of a cache line. The processor does not
/// count what it fetches in advance, so the bytes are a lower bound.
struct LevelTraffic {
    std::string_view level; ///< that missed: `L1`, `L2`, `LLC`
    double bytesPerSecond = 0; ///< by the median time of the step
    double flopsPerByte = 0; ///< its FLOP per byte; 0 for a step without FLOP
    Bandwidth roof; ///< of the arrays that this traffic is compared with; 0 = not measured
};
/// Returns the levels whose misses were counted, nearest first. Traffic from behind the last level
/// is compared with the largest arrays that were measured, main memory. Traffic from behind the
/// first with the smallest, and what is between them with those in the middle.
std::vector<LevelTraffic> levelTraffic(const Roofline& roofline, const RoofRow& row);

/// Returns the traffic in words, one line per level: `L2 misses fetch 12.3 GB/s, 41 % of 30 GB/s
/// (16 MiB); 8.1 FLOP per byte`.
std::string levelText(const Roofline& roofline, const RoofRow& row);

/// Returns the points of one step at the intensity of each level, joined to its dot by a line. Each
/// has its level as label. Points outside of the view are left out. Empty if nothing was counted.
std::vector<Shape> levelShapes(const Roofline& roofline, const RoofRow& row, const RoofView& view,
    double width, double height);

} // namespace profiler
