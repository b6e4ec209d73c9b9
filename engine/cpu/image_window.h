#pragma once

#include "engine/cpu/matrix_product.h"
#include "engine/reference/window.h"

#include <array>

namespace engine {

/// A sliding window over an image of one to three spatial axes, stored as three (z, y, x). Missing
/// outer axes have size 1, so that one loop serves every rank.
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
    /// Offsets of the kernel elements from the first element of their window, as (z, y, x).
    std::vector<Axes> taps() const;
    /// True if each window is one element and the windows are the image's elements in order.
    bool isPlain() const;
};

/// A strided part of a row. copyRowPart writes to[i] = row[first + i * stride] for i < count, or
/// `padding` if that index is outside the row.
struct RowPart {
    std::int64_t first;
    std::int64_t stride;
    std::int64_t count;
};
void copyRowPart(
    const float* row, std::int64_t width, const RowPart& part, float padding, float* to);

/// The elements under the windows as the right operand of a matrix product: row (channel, tap),
/// column window. They are gathered panel by panel when the product reads them, so that the
/// complete matrix is never in memory.
class WindowColumns final : public PanelSource {
public:
    WindowColumns(
        const ImageWindow& window, std::span<const ImageWindow::Axes> taps, const float* planes);
    PanelView read(
        std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const override;

private:
    struct Segment {
        ImageWindow::Axes start; ///< (z, y, x) of the first element of the first window
        std::int64_t column;
        std::int64_t count;
    };
    std::size_t findSegments(std::int64_t panel, std::span<Segment> segments) const;

    const ImageWindow& m_window;
    std::span<const ImageWindow::Axes> m_taps;
    const float* m_planes;
    std::int64_t m_width;
};

/// A padded copy of an image plane in which neighbouring windows read neighbouring elements for any
/// stride. The columns of a row are grouped by their index modulo the stride; a group is a phase.
///
///     stride 2, row a b c d e f   ->   a c e | b d f
///     windows begin at a, c, e; their second elements are b, d, f
class PhasedPlane {
public:
    explicit PhasedPlane(const ImageWindow& window);

    std::int64_t bufferFloats() const { return m_floats; }
    void fill(const float* image, float padding, float* to) const;
    /// Offsets of the taps from the first element of a row of windows, see rowStart.
    std::vector<std::int64_t> tapOffsets() const;
    std::int64_t rowStart(std::int64_t z, std::int64_t y) const
    {
        return (z * m_window.strides[0] * m_rows + y * m_window.strides[1]) * m_rowPitch;
    }

private:
    ImageWindow m_window;
    std::int64_t m_slices;
    std::int64_t m_rows;
    std::int64_t m_pitch; ///< floats of one phase of a row
    std::int64_t m_rowPitch;
    std::int64_t m_floats;
};

} // namespace engine
