#pragma once

#include "profiler/sweep/sweep_curves.h"

#include <cstddef>
#include <vector>

namespace profiler {

enum class SweepScale { Logarithmic, Linear };
/// The curves with axes and knees. `dots` tells which shapes are measured points.
struct SweepFigure {
    struct Dot {
        std::size_t shape = 0;
        std::size_t curve = 0;
        std::size_t point = 0;
    };
    Figure figure;
    std::vector<Dot> dots; ///< curve by curve
};
SweepFigure sweepFigure(const Sweep& sweep, const std::vector<SweepCurve>& curves, SweepScale scale,
    double width, double height);

} // namespace profiler
