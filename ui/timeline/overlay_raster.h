#pragma once

#include "profiler/statistics/run_overlay.h"
#include "ui/timeline/step_looks.h"

#include <QImage>

#include <memory>
#include <stop_token>
#include <vector>

namespace ui {

/// Image with one line of pixels per run. It shows what ran when, from each run's own start.
struct OverlayRaster {
    QImage image; ///< null until the first raster is computed
    profiler::TimeSpan view; ///< the time range of the width
    std::vector<std::uint32_t> lines; ///< the run of each line, in order of time
};

/// Input of overlayRaster(). Snapshots, so that it may be used on a worker thread.
struct OverlayRasterRequest {
    std::shared_ptr<const profiler::RunOverlay> overlay;
    std::vector<StepLook> looks; ///< by step
    std::vector<bool> isSelected; ///< by step; if any is true, the others fade
    QRgb ground = 0;
    profiler::TimeSpan view;
    int width = 0; ///< in pixels
    int height = 0; ///< maximum number of lines
};

/// Draws the raster; returns an empty one if stopped.
OverlayRaster overlayRaster(const OverlayRasterRequest& request, const std::stop_token& stop);

} // namespace ui
