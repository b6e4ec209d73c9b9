#pragma once

#include "profiler/tables/time_span.h"

#include <algorithm>
#include <cstdint>

namespace ui {

/// Maps time and bytes to pixels in the memory chart. Weights are the lower band. If they exceed
/// twice the peak of the activations, the band has a fixed height and is marked as not to scale.
struct MemoryGeometry {
    static constexpr int labelWidth = 72;
    static constexpr int top = 24;
    static constexpr int bottom = 22;
    static constexpr int right = 14;
    static constexpr int shortBand = 20; ///< height in pixels of a weight band that is not to scale
    static constexpr double headroom = 1.08;

    profiler::TimeSpan visible { 0, 1 };
    std::uint64_t weightBytes = 0;
    std::uint64_t peakBytes = 0; ///< of activations only
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
    /// The y of an amount of activations; they are stacked on the weights.
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
