#pragma once

#include "profiler/statistics/run_overlay.h"
#include "ui/timeline/step_looks.h"

#include <QImage>

#include <memory>
#include <stop_token>
#include <vector>

namespace ui {

/// One line of pixels per run: what ran when, from each run's own start.
struct OverlayRaster {
    QImage image; ///< empty before the first
    profiler::TimeSpan view; ///< what its width stands for
    std::vector<std::uint32_t> lines; ///< the run of each, in order of time
};

/// What a raster is made from. Snapshots, so that it may be made on a worker.
struct OverlayRasterRequest {
    std::shared_ptr<const profiler::RunOverlay> overlay;
    std::vector<StepLook> looks; ///< by step
    std::vector<bool> isSelected; ///< by step; where any is, the others fade
    QRgb ground = 0;
    profiler::TimeSpan view;
    int width = 0; ///< pixels
    int height = 0; ///< at most so many lines
};

/// An empty one if stopped.
OverlayRaster overlayRaster(const OverlayRasterRequest& request, const std::stop_token& stop);

} // namespace ui
