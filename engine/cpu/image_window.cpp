#include "engine/cpu/image_window.h"

#include <algorithm>

namespace engine {

namespace {

/// Fails for sizes that only a broken file has; another kernel then runs the node. Native kernels
/// allocate lists by tap and by position at preparation.
Result<void> requireUsualSize(const ImageWindow& window)
{
    constexpr std::int64_t maxTaps = std::int64_t(1) << 20;
    constexpr std::int64_t maxElements = std::int64_t(1) << 30;
    std::int64_t taps = 1;
    std::int64_t positions = 1;
    std::int64_t padded = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        taps = TRY(checkedProduct(taps, window.kernel[axis]));
        positions = TRY(checkedProduct(positions, window.positions[axis]));
        const auto extent = TRY(checkedProduct(window.kernel[axis], window.dilations[axis]));
        const auto reach = TRY(checkedProduct(window.positions[axis], window.strides[axis]));
        padded = TRY(checkedProduct(padded, std::max<std::int64_t>(extent, 1) + reach));
    }
    if (taps > maxTaps || positions > maxElements || padded > maxElements)
        return fail("the native kernels take at most ", maxTaps, " kernel elements and ",
            maxElements, " image elements");
    return {};
}

} // namespace

Result<ImageWindow> ImageWindow::create(const WindowShape& shape)
{
    const auto rank = shape.image.size();
    if (rank > 3)
        return fail("native windows slide along one to three axes, these are ", rank);
    ImageWindow window;
    for (std::size_t d = 0; d < rank; ++d) {
        const auto axis = 3 - rank + d;
        window.image[axis] = shape.image[d];
        window.kernel[axis] = shape.kernel[d];
        window.strides[axis] = shape.strides[d];
        window.dilations[axis] = shape.dilations[d];
        window.pads[axis] = shape.padsBefore[d];
        window.positions[axis] = shape.positions[d];
        if (window.positions[axis] < 0)
            return fail("the window does not fit the image");
    }
    TRY(requireUsualSize(window));
    if (window.isPlain()) {
        window = {};
        window.image[2] = window.positions[2] = shape.imageCount();
    }
    return window;
}

std::vector<ImageWindow::Axes> ImageWindow::taps() const
{
    std::vector<Axes> list;
    for (std::int64_t k = 0; k < kernelCount(); ++k)
        list.push_back({ k / (kernel[1] * kernel[2]) * dilations[0],
            k / kernel[2] % kernel[1] * dilations[1], k % kernel[2] * dilations[2] });
    return list;
}

bool ImageWindow::isPlain() const
{
    return kernelCount() == 1 && strides == Axes { 1, 1, 1 } && pads == Axes { 0, 0, 0 }
    && positions == image;
}

void copyRowPart(
    const float* row, std::int64_t width, const RowPart& part, float padding, float* to)
{
    const auto [start, stride, count] = part;
    const auto first = start >= 0 ? 0 : std::min(count, (-start + stride - 1) / stride);
    const auto last = start >= width
        ? first
        : std::max(first, std::min(count, (width - 1 - start) / stride + 1));
    std::fill(to, to + first, padding);
    if (stride == 1) {
        const float* from = row + start;
        for (auto i = first; i < last; ++i)
            to[i] = from[i];
    } else {
        for (auto i = first; i < last; ++i)
            to[i] = row[start + i * stride];
    }
    std::fill(to + last, to + count, padding);
}

WindowColumns::WindowColumns(
    const ImageWindow& window, std::span<const ImageWindow::Axes> taps, const float* planes)
    : m_window(window)
    , m_taps(taps)
    , m_planes(planes)
    , m_width(productTable().columns)
{
}

/// Splits a panel into segments, each of windows in one row. Returns their number.
std::size_t WindowColumns::findSegments(std::int64_t panel, std::span<Segment> segments) const
{
    const auto& [nz, ny, nx] = m_window.positions;
    const auto last = std::min((panel + 1) * m_width, nz * ny * nx);
    std::size_t count = 0;
    for (auto position = panel * m_width; position < last;) {
        const auto x = position % nx;
        const auto run = std::min(nx - x, last - position);
        const ImageWindow::Axes at { position / (ny * nx), position / nx % ny, x };
        auto& segment = segments[count++];
        for (std::size_t axis = 0; axis < 3; ++axis)
            segment.start[axis] = at[axis] * m_window.strides[axis] - m_window.pads[axis];
        segment.column = position - panel * m_width;
        segment.count = run;
        position += run;
    }
    return count;
}

PanelView WindowColumns::read(
    std::int64_t panel, std::int64_t first, std::int64_t last, float* buffer) const
{
    constexpr std::size_t maxColumns = 64;
    std::array<Segment, maxColumns> held;
    const std::span segments(held.data(), findSegments(panel, held));
    const auto& [depth, height, width] = m_window.image;
    const auto taps = std::ssize(m_taps);
    const auto used = segments.empty() ? 0 : segments.back().column + segments.back().count;
    auto tap = first % taps;
    const float* plane = m_planes + first / taps * m_window.imageCount();
    for (auto step = first; step < last; ++step) {
        float* to = buffer + (step - first) * m_width;
        const auto& offset = m_taps[tap];
        for (const auto& segment : segments) {
            const auto z = segment.start[0] + offset[0];
            const auto y = segment.start[1] + offset[1];
            if (z < 0 || z >= depth || y < 0 || y >= height)
                std::fill_n(to + segment.column, segment.count, 0.0f);
            else
                copyRowPart(plane + (z * height + y) * width, width,
                    { segment.start[2] + offset[2], m_window.strides[2], segment.count }, 0.0f,
                    to + segment.column);
        }
        std::fill(to + used, to + m_width, 0.0f);
        if (++tap == taps) {
            tap = 0;
            plane += m_window.imageCount();
        }
    }
    return { buffer, m_width };
}

PhasedPlane::PhasedPlane(const ImageWindow& window)
    : m_window(window)
{
    const auto reach = [&](std::size_t axis) {
        return std::max<std::int64_t>((window.positions[axis] - 1) * window.strides[axis]
                + (window.kernel[axis] - 1) * window.dilations[axis] + 1,
            0);
    };
    m_slices = reach(0);
    m_rows = reach(1);
    m_pitch = (reach(2) + window.strides[2] - 1) / window.strides[2];
    m_rowPitch = m_pitch * window.strides[2];
    constexpr std::int64_t overrun = 64; // correlate and largest read up to a vector past the end
    m_floats = m_slices * m_rows * m_rowPitch + overrun;
}

void PhasedPlane::fill(const float* image, float padding, float* to) const
{
    const auto& [depth, height, width] = m_window.image;
    for (std::int64_t slice = 0; slice < m_slices; ++slice) {
        const auto z = slice - m_window.pads[0];
        for (std::int64_t row = 0; row < m_rows; ++row, to += m_rowPitch) {
            const auto y = row - m_window.pads[1];
            if (z < 0 || z >= depth || y < 0 || y >= height) {
                std::fill_n(to, m_rowPitch, padding);
                continue;
            }
            for (std::int64_t phase = 0; phase < m_window.strides[2]; ++phase)
                copyRowPart(image + (z * height + y) * width, width,
                    { phase - m_window.pads[2], m_window.strides[2], m_pitch }, padding,
                    to + phase * m_pitch);
        }
    }
}

std::vector<std::int64_t> PhasedPlane::tapOffsets() const
{
    std::vector<std::int64_t> offsets;
    const auto stride = m_window.strides[2];
    for (const auto& [z, y, x] : m_window.taps())
        offsets.push_back((z * m_rows + y) * m_rowPitch + x % stride * m_pitch + x / stride);
    return offsets;
}

} // namespace engine
