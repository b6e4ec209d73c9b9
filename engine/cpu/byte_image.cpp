#include "engine/cpu/byte_image.h"

#include "engine/cpu/native.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace engine {

namespace {

using Axes = ImageWindow::Axes;

/// Pixels of a depthwise convolution that one thread computes at once.
constexpr std::int64_t pixelBlock = 64;
/// Sums that are computed before they are finished; they stay in the L1 cache.
constexpr std::int64_t depthwiseSums = 4096;

std::int32_t byteAt(const Tensor& tensor, std::int64_t i)
{
    return tensor.element() == ElementType::Int8
        ? storage<std::int8_t>(tensor)[i]
        : static_cast<std::int32_t>(storage<std::uint8_t>(tensor)[i]);
}

Axes axesOf(std::int64_t index, const Axes& sizes)
{
    return { index / (sizes[1] * sizes[2]), index / sizes[2] % sizes[1], index % sizes[2] };
}

} // namespace

void transposeBytes(const std::uint8_t* from, std::int64_t rows, std::int64_t columns,
    std::int64_t first, std::int64_t last, std::uint8_t* to)
{
    if (rows == 3 && std::endian::native == std::endian::little) { // pixels of three colours
        for (auto c = first; c < last; ++c) {
            const auto pixel = static_cast<std::uint32_t>(from[c])
                | static_cast<std::uint32_t>(from[columns + c]) << 8
                | static_cast<std::uint32_t>(from[2 * columns + c]) << 16;
            if (c + 1 < last) // the next pixel replaces the fourth byte
                std::memcpy(to + 3 * c, &pixel, 4);
            else
                std::memcpy(to + 3 * c, &pixel, 3);
        }
        return;
    }
    constexpr auto side = ByteTable::transposeSide;
    for (auto c = first; c < last; c += side) {
        for (std::int64_t r = 0; r < rows; r += side) {
            if (c + side <= last && r + side <= rows) {
                byteTable().transpose(from + r * columns + c, columns, to + c * rows + r, rows);
                continue;
            }
            for (auto i = c; i < std::min(c + side, last); ++i) {
                for (auto k = r; k < std::min(r + side, rows); ++k)
                    to[i * rows + k] = from[k * columns + i];
            }
        }
    }
}

ByteConv::Method ByteConv::methodOf() const
{
    if (m_shape.inputsPerGroup == 1 && m_shape.outputsPerGroup == 1 && m_shape.groups > 1)
        return Method::Depthwise;
    if (m_shape.inputsPerGroup % 4 == 0)
        return Method::Taps;
    const bool isDense = m_window.dilations[2] == 1 || m_window.kernel[2] == 1;
    const bool isCut = std::ranges::any_of(m_window.pads, [](std::int64_t pad) { return pad < 0; });
    return m_shape.groups == 1 && isDense && !isCut ? Method::Strips : Method::Matrix;
}

Result<ByteConv> ByteConv::create(ConvShape shape, const Tensor& weights,
    std::vector<std::int32_t> zeros, Layouts layouts, bool isSigned)
{
    ByteConv conv;
    conv.m_shape = std::move(shape);
    conv.m_layouts = layouts;
    conv.m_isSigned = isSigned;
    conv.m_window = TRY(ImageWindow::create(conv.m_shape.window));
    conv.m_method = conv.methodOf();
    if (conv.m_method == Method::Depthwise)
        conv.packDepthwise(weights, zeros);
    else
        TRY(conv.packColumns(weights, zeros));
    conv.findPixels();
    return conv;
}

Result<void> ByteConv::packColumns(const Tensor& weights, std::span<const std::int32_t> zeros)
{
    const auto kernel = m_window.kernelCount();
    const auto depth = m_shape.inputsPerGroup;
    // Weights with the channels last: [output][kernel element][input].
    auto moved = kernel == 1 ? weights : makeTensor(weights.element(), weights.dims());
    for (std::int64_t o = 0; kernel != 1 && o < m_shape.outputChannels; ++o)
        transposeBytes(storage<std::uint8_t>(weights) + o * depth * kernel, depth, kernel, 0,
            kernel, storage<std::uint8_t>(moved) + o * depth * kernel);
    ByteColumns columns;
    columns.isSigned = weights.element() == ElementType::Int8;
    columns.columns = m_shape.outputsPerGroup;
    columns.taps = m_method == Method::Taps ? kernel
        : m_method == Method::Strips        ? kernel / std::max<std::int64_t>(m_window.kernel[2], 1)
                                            : 1;
    columns.depth = columns.taps > 0 ? kernel * depth / columns.taps : 0;
    columns.tapStride = columns.depth;
    columns.stepStride = 1;
    columns.columnStride = kernel * depth;
    for (std::int64_t group = 0; group < m_shape.groups; ++group) {
        const auto first = group * m_shape.outputsPerGroup;
        columns.data = storage<std::uint8_t>(moved) + first * depth * kernel;
        columns.zeros.assign(zeros.begin(), zeros.end());
        if (zeros.size() > 1)
            columns.zeros.assign(
                zeros.begin() + first, zeros.begin() + first + m_shape.outputsPerGroup);
        m_packed.push_back(TRY(PackedBytes::pack(columns)));
    }
    return {};
}

void ByteConv::packDepthwise(const Tensor& weights, std::span<const std::int32_t> zeros)
{
    const auto kernel = m_window.kernelCount();
    const auto count = channels();
    const auto weightAt = [&](std::int64_t c, std::int64_t tap) {
        const auto zero = zeros[zeros.size() == 1 ? 0 : static_cast<std::size_t>(c)];
        return tap < kernel ? byteAt(weights, c * kernel + tap) - zero : 0;
    };
    bool areBytes = true;
    m_sums.assign(static_cast<std::size_t>(count), 0);
    for (std::int64_t c = 0; c < count; ++c) {
        for (std::int64_t tap = 0; tap < kernel; ++tap) {
            const auto weight = weightAt(c, tap);
            areBytes = areBytes && weight >= -128 && weight <= 127;
            m_sums[static_cast<std::size_t>(c)] += weight;
        }
    }
    if (areBytes && byteTable().depthwiseQuads != nullptr)
        return packQuads(weightAt);
    const auto pairs = (kernel + 1) / 2;
    m_depthwise = makeTensor(ElementType::Int32, { pairs, count });
    for (std::int64_t c = 0; c < count; ++c) {
        for (std::int64_t pair = 0; pair < pairs; ++pair) {
            const auto first = static_cast<std::uint32_t>(weightAt(c, 2 * pair));
            const auto second = static_cast<std::uint32_t>(weightAt(c, 2 * pair + 1));
            storage<std::int32_t>(m_depthwise)[pair * count + c]
                = static_cast<std::int32_t>((first & 0xffffu) | second << 16);
        }
    }
}

void ByteConv::packQuads(
    const std::function<std::int32_t(std::int64_t channel, std::int64_t tap)>& weightAt)
{
    constexpr auto group = ByteTable::depthwiseGroup;
    const auto quads = (m_window.kernelCount() + 3) / 4;
    m_depthwise
        = makeTensor(ElementType::Int8, { (channels() + group - 1) / group, quads, 4 * group });
    auto* to = storage<std::int8_t>(m_depthwise);
    for (std::int64_t i = 0; i < m_depthwise.count(); ++i) {
        const auto vector = i / group % 4;
        const auto part = i / 16 % 4;
        const auto channel = i / (4 * group * quads) * group + 16 * part + 4 * vector + i / 4 % 4;
        const auto tap = i / (4 * group) % quads * 4 + i % 4;
        to[i] = channel < channels() ? static_cast<std::int8_t>(weightAt(channel, tap)) : 0;
    }
}

void ByteConv::findPixels()
{
    if (m_method == Method::Strips) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto reach = (m_window.positions[axis] - 1) * m_window.strides[axis]
                + (m_window.kernel[axis] - 1) * m_window.dilations[axis] + 1;
            m_window.image[axis] = std::max(reach, m_window.image[axis] + m_window.pads[axis]);
            m_window.pads[axis] = 0;
        }
        m_window.kernel[2] = 1; // a tap is a row of the kernel
    }
    m_taps = m_window.taps();
    for (const auto& tap : m_taps)
        m_tapOffsets.push_back(
            ((tap[0] * m_window.image[1] + tap[1]) * m_window.image[2] + tap[2]) * channels());
}

std::vector<std::int32_t> ByteConv::offsets(std::int32_t zero) const
{
    std::vector<std::int32_t> offsets;
    if (m_method == Method::Depthwise) {
        const auto read = static_cast<std::uint32_t>(zero + (m_isSigned && hasQuads() ? 128 : 0));
        for (const auto sum : m_sums)
            offsets.push_back(
                static_cast<std::int32_t>(0u - read * static_cast<std::uint32_t>(sum)));
        return offsets;
    }
    for (const auto& packed : m_packed) {
        for (std::int64_t c = 0; c < packed.columns(); ++c)
            offsets.push_back(packed.offset(c, zero + (m_isSigned ? 128 : 0)));
    }
    return offsets;
}

Result<ByteConv::Source> ByteConv::sourceOf(
    RunContext& context, const Tensor& image, std::int32_t zero) const
{
    Source source { storage<std::uint8_t>(image), nullptr };
    const auto pixel = TRY(context.scratch(static_cast<std::size_t>(channels())));
    std::ranges::fill(pixel, static_cast<std::byte>(zero));
    source.padding = reinterpret_cast<const std::uint8_t*>(pixel.data());
    const auto pixels = m_shape.window.imageCount();
    if (m_layouts.input == Layout::Plain && channels() > 1 && pixels > 1) {
        const auto memory = TRY(context.scratch(static_cast<std::size_t>(image.count())));
        auto* const to = reinterpret_cast<std::uint8_t*>(memory.data());
        for (std::int64_t i = 0; i < m_shape.batch; ++i) {
            const auto at = i * channels() * pixels;
            parallelFor(pixels, rowsPerThread(channels()), context.threads(),
                [&](std::int64_t first, std::int64_t last) {
                    transposeBytes(source.data + at, channels(), pixels, first, last, to + at);
                });
        }
        source.data = to;
    }
    return m_method == Method::Strips ? padded(context, source, zero) : source;
}

Result<ByteConv::Source> ByteConv::padded(
    RunContext& context, Source source, std::int32_t zero) const
{
    const auto inner = TRY(ImageWindow::create(m_shape.window));
    // A strip is read in whole quads: up to three bytes beyond the last pixel.
    const auto size = elementCount(std::array { m_shape.batch, m_window.imageCount(), channels() });
    const auto memory = TRY(context.scratch(static_cast<std::size_t>(size) + 4));
    std::ranges::fill(memory, static_cast<std::byte>(zero));
    auto* const to = reinterpret_cast<std::uint8_t*>(memory.data());
    const auto rows = inner.image[0] * inner.image[1];
    for (std::int64_t i = 0; i < m_shape.batch * rows; ++i) {
        const auto z = i % rows / inner.image[1] + inner.pads[0];
        const auto y = i % inner.image[1] + inner.pads[1];
        const auto row
            = ((i / rows * m_window.image[0] + z) * m_window.image[1] + y) * m_window.image[2];
        std::memcpy(to + (row + inner.pads[2]) * channels(),
            source.data + i * inner.image[2] * channels(),
            static_cast<std::size_t>(inner.image[2] * channels()));
    }
    source.data = to;
    return source;
}

void ByteConv::fillRows(const Source& source, std::int64_t first, std::int64_t count,
    std::int64_t channel, const std::uint8_t** to, std::int64_t stride) const
{
    const auto& w = m_window;
    const auto imageBytes = w.imageCount() * channels();
    auto at = axesOf(first % w.positionCount(), w.positions);
    const auto* image = source.data + first / w.positionCount() * imageBytes + channel;
    const auto taps = std::ssize(m_taps);
    const auto step = w.strides[2] * channels();
    for (std::int64_t i = 0; i < count;) {
        const auto n = std::min(insideFrom(at), count - i);
        fillWindow(source, image, at, channel, to);
        for (auto k = i + 1; k < i + n; ++k, to += stride)
            for (std::int64_t t = 0; t < taps; ++t)
                to[stride + t] = to[t] + step;
        to += stride;
        i += n;
        at[2] += n;
        if (at[2] < w.positions[2])
            continue;
        at[2] = 0;
        if (++at[1] < w.positions[1])
            continue;
        at[1] = 0;
        if (++at[0] < w.positions[0])
            continue;
        at[0] = 0;
        image += imageBytes;
    }
}

void ByteConv::fillWindow(const Source& source, const std::uint8_t* image, const Axes& at,
    std::int64_t channel, const std::uint8_t** to) const
{
    const auto& w = m_window;
    Axes start;
    bool isInside = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        start[axis] = at[axis] * w.strides[axis] - w.pads[axis];
        const auto last = start[axis] + (w.kernel[axis] - 1) * w.dilations[axis];
        isInside = isInside && start[axis] >= 0 && last < w.image[axis];
    }
    const auto* const first
        = image + ((start[0] * w.image[1] + start[1]) * w.image[2] + start[2]) * channels();
    const auto taps = m_taps.size();
    const auto* const offsets = m_tapOffsets.data();
    for (std::size_t t = 0; t < taps && isInside; ++t)
        to[t] = first + offsets[t];
    for (std::size_t t = 0; t < taps && !isInside; ++t) {
        bool isOn = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto place = start[axis] + m_taps[t][axis];
            isOn = isOn && place >= 0 && place < w.image[axis];
        }
        to[t] = isOn ? first + offsets[t] : source.padding + channel;
    }
}

Result<void> ByteConv::runGroup(RunContext& context, const Source& source, std::int64_t group,
    const FinishBytes& finish, const ByteTarget* target) const
{
    const auto count = m_shape.batch * m_window.positionCount();
    const auto channel = group * m_shape.inputsPerGroup;
    const auto& packed = m_packed[static_cast<std::size_t>(group)];
    ByteRows rows { count, m_isSigned, {}, group * m_shape.outputsPerGroup };
    if (m_method == Method::Matrix) {
        const auto kernel = std::ssize(m_taps);
        const auto depth = m_shape.inputsPerGroup;
        const auto stride = packed.quads() * 4;
        const auto memory = TRY(context.scratch(static_cast<std::size_t>(
            std::max<std::int64_t>(elementCount(std::array { count, stride }), 1))));
        auto* const matrix = reinterpret_cast<std::uint8_t*>(memory.data());
        parallelFor(count, rowsPerThread(stride), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                std::vector<const std::uint8_t*> taps(m_taps.size());
                for (auto row = first; row < last; ++row) {
                    fillRows(source, row, 1, channel, taps.data(), 0);
                    for (std::int64_t t = 0; t < kernel; ++t)
                        std::memcpy(matrix + row * stride + t * depth,
                            taps[static_cast<std::size_t>(t)], static_cast<std::size_t>(depth));
                }
            });
        rows.fill = [matrix, stride](std::int64_t first, std::int64_t n, const std::uint8_t** to) {
            for (std::int64_t i = 0; i < n; ++i)
                to[i] = matrix + (first + i) * stride;
        };
    } else if (m_window.isPlain()) {
        rows.fill = [&, channel](std::int64_t first, std::int64_t n, const std::uint8_t** to) {
            for (std::int64_t i = 0; i < n; ++i)
                to[i] = source.data + (first + i) * channels() + channel;
        };
    } else {
        rows.fill = [&, channel](std::int64_t first, std::int64_t n, const std::uint8_t** to) {
            fillRows(source, first, n, channel, to, std::ssize(m_taps));
        };
    }
    return multiplyBytes(context, rows, packed, finish, target);
}

/// Windows of a row of the image from this one on that lie inside it, at least one. Their elements
/// are one stride apart from each other.
std::int64_t ByteConv::insideFrom(const Axes& at) const
{
    const auto& w = m_window;
    const auto isIn = [&](std::size_t axis) {
        const auto start = at[axis] * w.strides[axis] - w.pads[axis];
        return start >= 0 && start + (w.kernel[axis] - 1) * w.dilations[axis] < w.image[axis];
    };
    if (!isIn(0) || !isIn(1) || !isIn(2))
        return 1;
    const auto room = w.image[2] - 1 - (w.kernel[2] - 1) * w.dilations[2] + w.pads[2];
    return std::min(w.positions[2] - 1, room / w.strides[2]) - at[2] + 1;
}

Result<void> ByteConv::runDepthwise(
    RunContext& context, const Source& source, const FinishBytes& finish) const
{
    const auto taps = std::ssize(m_taps);
    const auto places = (taps + 3) / 4 * 4;
    const auto positions = m_window.positionCount();
    const auto count = m_shape.batch * positions;
    const auto pointerFloats = (2 * places + 15) / 16 * 16;
    const auto most = std::clamp<std::int64_t>(depthwiseSums / channels(), 1, pixelBlock);
    return forEachItem(context, (count + pixelBlock - 1) / pixelBlock,
        pointerFloats + most * channels(), elementCount(std::array { count, channels(), taps }),
        [&](std::int64_t item, float* memory) {
            auto** const x = reinterpret_cast<const std::uint8_t**>(memory);
            auto* const sums = reinterpret_cast<std::int32_t*>(memory + pointerFloats);
            const auto last = std::min(count, (item + 1) * pixelBlock);
            for (auto row = item * pixelBlock; row < last;) {
                const auto at = axesOf(row % positions, m_window.positions);
                const auto n = std::min({ insideFrom(at), last - row, most });
                const auto* const image
                    = source.data + row / positions * m_window.imageCount() * channels();
                fillWindow(source, image, at, 0, x);
                std::fill(x + taps, x + places, x[taps - 1]); // their weights are zero
                sumDepthwise(x, n, sums);
                finish({ row, 0, n, channels(), sums, channels() });
                row += n;
            }
        });
}

void ByteConv::sumDepthwise(
    const std::uint8_t* const* x, std::int64_t windows, std::int32_t* sums) const
{
    const auto step = m_window.strides[2] * channels();
    if (hasQuads())
        return byteTable().depthwiseQuads(
            { x, step, windows, m_depthwise.dims()[1], storage<std::int8_t>(m_depthwise),
                channels(), m_isSigned },
            sums);
    for (std::int64_t i = 0; i < windows; ++i)
        byteTable().depthwise(x, i * step, m_depthwise.dims()[0], m_isSigned,
            storage<std::int32_t>(m_depthwise), sums + i * channels(), channels());
}

Result<void> ByteConv::run(RunContext& context, const Tensor& image, std::int32_t zero,
    const FinishBytes& finish, const ByteTarget* target) const
{
    const auto source = TRY(sourceOf(context, image, zero));
    if (m_method == Method::Depthwise)
        return runDepthwise(context, source, finish);
    for (std::int64_t group = 0; group < m_shape.groups; ++group)
        TRY(runGroup(context, source, group, finish, target));
    return {};
}

} // namespace engine
