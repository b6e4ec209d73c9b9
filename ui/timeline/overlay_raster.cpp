#include "ui/timeline/overlay_raster.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int fadedParts = 5; // 1 / fadedParts of the colour remains

QRgb faded(QRgb colour, QRgb ground)
{
    const auto mix = [](int a, int b) { return (a + (fadedParts - 1) * b) / fadedParts; };
    return qRgb(mix(qRed(colour), qRed(ground)), mix(qGreen(colour), qGreen(ground)),
        mix(qBlue(colour), qBlue(ground)));
}

/// The fill colour of each step; faded for unselected steps.
std::vector<QRgb> fillsOf(const OverlayRasterRequest& request)
{
    const bool hasSelection
        = std::ranges::find(request.isSelected, true) != request.isSelected.end();
    std::vector<QRgb> fills;
    fills.reserve(request.looks.size());
    for (std::size_t i = 0; i < request.looks.size(); ++i) {
        const bool isLoud = !hasSelection || request.isSelected[i];
        const auto fill = request.looks[i].fill;
        fills.push_back(isLoud ? fill : faded(fill, request.ground));
    }
    return fills;
}

} // namespace

OverlayRaster overlayRaster(const OverlayRasterRequest& request, const std::stop_token& stop)
{
    OverlayRaster raster;
    const auto& runs = request.overlay->runs();
    const auto chosen
        = profiler::runsDrawn(runs.size(), static_cast<std::size_t>(std::max(0, request.height)));
    if (chosen.empty() || request.width <= 0)
        return raster;
    const auto fills = fillsOf(request);
    const auto& steps = request.overlay->profile().slices.step;
    QImage image(request.width, static_cast<int>(chosen.size()), QImage::Format_RGB32);
    image.fill(request.ground);
    for (int line = 0; line < image.height(); ++line) {
        if (stop.stop_requested())
            return {};
        const auto run = runs[chosen[static_cast<std::size_t>(line)]];
        raster.lines.push_back(run);
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(line));
        for (const auto& bar : request.overlay->bars(run, request.view, request.width)) {
            const auto step = steps[bar.slice];
            if (step == profiler::Slices::none)
                continue;
            const int first = std::clamp(static_cast<int>(bar.x), 0, request.width);
            const int last
                = std::clamp(std::max(first + 1, static_cast<int>(std::round(bar.x + bar.width))),
                    first, request.width);
            std::fill(pixels + first, pixels + last, fills[step]);
        }
    }
    raster.image = std::move(image);
    raster.view = request.view;
    return raster;
}

} // namespace ui
