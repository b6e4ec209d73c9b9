#pragma once

#include "profiler/tables/time_span.h"

#include <algorithm>
#include <cstdint>

namespace ui {

/// Where time and bytes lie in the memory chart. Weights are the base band: to scale while they
/// leave room for what changes, else cut short and marked as such.
struct MemoryGeometry {
    static constexpr int labelWidth = 72;
    static constexpr int top = 24;
    static constexpr int bottom = 22;
    static constexpr int right = 14;
    static constexpr int shortBand = 20; ///< pixels of weights that are not drawn to scale
    static constexpr double headroom = 1.08;

    profiler::TimeSpan visible { 0, 1 };
    std::uint64_t weightBytes = 0;
    std::uint64_t peakBytes = 0; ///< activations
    int width = 0;
    int height = 0;

    bool isToScale() const { return weightBytes <= 2 * peakBytes; }
    double plotWidth() const { return std::max(1, width - labelWidth - right); }
    double base() const { return height - bottom; }
    double plotHeight() const { return std::max(1.0, base() - top); }
    double bandHeight() const
    {
        if (weightBytes == 0)
            return 0;
        return isToScale() ? plotHeight() * static_cast<double>(weightBytes)
                / (headroom * static_cast<double>(weightBytes + peakBytes))
                           : shortBand;
    }
    double bytesPerPixel() const
    {
        return headroom
            * static_cast<double>(
                isToScale() ? weightBytes + peakBytes : std::max<std::uint64_t>(peakBytes, 1))
            / std::max(1.0, plotHeight() - (isToScale() ? 0 : shortBand));
    }
    /// Of activations above the weights.
    double yOf(std::uint64_t activations) const
    {
        return base() - bandHeight() - static_cast<double>(activations) / bytesPerPixel();
    }
    double xOf(std::int64_t ns) const
    {
        return labelWidth + profiler::pixelOf(visible, plotWidth(), ns);
    }
    std::int64_t timeAt(double x) const
    {
        return std::clamp(
            profiler::timeAt(visible, plotWidth(), x - labelWidth), visible.startNs, visible.endNs);
    }
};

} // namespace ui
