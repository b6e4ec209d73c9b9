#pragma once

#include "engine/cpu/matrix_product.h"
#include "engine/reference/window.h"

#include <array>

namespace engine {

/// A window over an image of up to three axes, seen as three (z, y, x): those missing in front have
/// size 1. One loop for every rank.
struct ImageWindow {
    using Axes = std::array<std::int64_t, 3>;
    Axes image { 1, 1, 1 };
    Axes kernel { 1, 1, 1 };
    Axes strides { 1, 1, 1 };
    Axes dilations { 1, 1, 1 };
    Axes pads { 0, 0, 0 }; ///< before the image
    Axes positions { 1, 1, 1 };

    static Result<ImageWindow> create(const WindowShape& shape);

    std::int64_t imageCount() const { return image[0] * image[1] * image[2]; }
    std::int64_t kernelCount() const { return kernel[0] * kernel[1] * kernel[2]; }
    std::int64_t positionCount() const { return positions[0] * positions[1] * positions[2]; }
    /// Each element of the kernel once: what it adds to a window's first place.
    std::vector<Axes> taps() const;
    /// Every window is one element, in order: the image itself.
    bool isPlain() const;
};

/// to[i] = row[first + i * stride], or `padding` outside of the row.
struct RowPart {
    std::int64_t first;
    std::int64_t stride;
    std::int64_t count;
};
void copyRowPart(
    const float* row, std::int64_t width, const RowPart& part, float padding, float* to);

/// Columns of a matrix product that are the elements under windows: row (channel, tap), column
/// window. They are gathered panel by panel when the product asks, so that the whole matrix never
/// exists.
class WindowColumns final : public PanelSource {
public:
    WindowColumns(
        const ImageWindow& window, std::span<const ImageWindow::Axes> taps, const float* planes);
    PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const override;

private:
    struct Segment {
        ImageWindow::Axes start; ///< of the first window's first element
        std::int64_t column;
        std::int64_t count;
    };
    std::size_t findSegments(std::int64_t panel, std::span<Segment> segments) const;

    const ImageWindow& m_window;
    std::span<const ImageWindow::Axes> m_taps;
    const float* m_planes;
    std::int64_t m_width;
};

/// A copy of an image plane with its padding in which neighbouring windows read neighbouring
/// elements, whatever the stride is: columns with the same remainder by the stride lie together.
///
///     stride 2, row a b c d e f   ->   a c e | b d f
///     windows begin at a, c, e; their second elements are b, d, f
class PhasedPlane {
public:
    explicit PhasedPlane(const ImageWindow& window);

    std::int64_t bufferFloats() const { return m_floats; }
    void fill(const float* image, float padding, float* to) const;
    /// Offsets of the taps from where a row of windows begins.
    std::vector<std::int64_t> tapOffsets() const;
    std::int64_t rowStart(std::int64_t z, std::int64_t y) const
    {
        return (z * m_window.strides[0] * m_rows + y * m_window.strides[1]) * m_rowPitch;
    }

private:
    ImageWindow m_window;
    std::int64_t m_slices;
    std::int64_t m_rows;
    std::int64_t m_pitch; ///< of one phase of a row
    std::int64_t m_rowPitch;
    std::int64_t m_floats;
};

} // namespace engine
