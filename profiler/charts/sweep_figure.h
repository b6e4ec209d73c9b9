#pragma once

#include "profiler/sweep/sweep_curves.h"

#include <cstddef>
#include <vector>

namespace profiler {

enum class SweepScale { Logarithmic, Linear };
/// The curves of a sweep with axes and knees. `dots` lists the shapes that are measured points.
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
