#pragma once

#include "engine/cpu/byte_product.h"
#include "engine/cpu/image_window.h"
#include "engine/reference/conv.h"

namespace engine {

/// Writes columns [first, last) of a matrix of bytes as rows: to[c * rows + r] = from[r * columns +
/// c].
void transposeBytes(const std::uint8_t* from, std::int64_t rows, std::int64_t columns,
    std::int64_t first, std::int64_t last, std::uint8_t* to);

/// A convolution of bytes with constant weights, exact in 32 bits. It is a product (byte_product.h)
/// whose rows are windows and whose columns are output channels. The image is read channels last:
///
///     taps     channels of a group are whole quads: one tap per kernel element, read in place
///     strips   others, dense along x: the image is copied with its padding, and a tap is a row of
///              the kernel, kernel width * channels bytes
///     matrix   others: the windows are copied to a matrix
///
/// A depthwise convolution multiplies channel by channel instead.
class ByteConv {
public:
    struct Layouts {
        Layout input = Layout::Plain;
        Layout output = Layout::Plain;
    };
    /// `zeros`: the zero points of the weights, one or one per output channel.
    static Result<ByteConv> create(ConvShape shape, const Tensor& weights,
        std::vector<std::int32_t> zeros, Layouts layouts, bool isSigned);

    const ConvShape& shape() const { return m_shape; }
    Layout outputLayout() const { return m_layouts.output; }
    /// What must be added to the sums of each output channel; `zero`: the zero point of the image.
    std::vector<std::int32_t> offsets(std::int32_t zero) const;
    /// Calls finish for all results that are not written to the target, see multiplyBytes. Rows are
    /// pixels over all images, columns output channels.
    Result<void> run(RunContext& context, const Tensor& image, std::int32_t zero,
        const FinishBytes& finish, const ByteTarget* target = nullptr) const;

private:
    enum class Method { Depthwise, Taps, Strips, Matrix };
    struct Source {
        const std::uint8_t* data; ///< channels last
        const std::uint8_t* padding; ///< a pixel of zero points
    };

    Method methodOf() const;
    Result<void> packColumns(const Tensor& weights, std::span<const std::int32_t> zeros);
    void packDepthwise(const Tensor& weights, std::span<const std::int32_t> zeros);
    /// Packs the weights as ByteTable::Depthwise says.
    void packQuads(
        const std::function<std::int32_t(std::int64_t channel, std::int64_t tap)>& weightAt);
    bool hasQuads() const { return m_depthwise.element() == ElementType::Int8; }
    /// Sums of windows that are a stride apart; `x`: pointers of the taps of the first, and as many
    /// valid ones as fill quads.
    void sumDepthwise(const std::uint8_t* const* x, std::int64_t windows, std::int32_t* sums) const;
    /// The image that windows move over: that with its padding for Strips.
    void findPixels();
    std::int64_t channels() const { return m_shape.groups * m_shape.inputsPerGroup; }
    Result<Source> sourceOf(RunContext& context, const Tensor& image, std::int32_t zero) const;
    Result<Source> padded(RunContext& context, Source source, std::int32_t zero) const;
    /// Writes the pointers of the windows of rows [first, first + count), `stride` apart.
    void fillRows(const Source& source, std::int64_t first, std::int64_t count,
        std::int64_t channel, const std::uint8_t** to, std::int64_t stride) const;
    void fillWindow(const Source& source, const std::uint8_t* image, const ImageWindow::Axes& at,
        std::int64_t channel, const std::uint8_t** to) const;
    std::int64_t insideFrom(const ImageWindow::Axes& at) const;
    Result<void> runGroup(RunContext& context, const Source& source, std::int64_t group,
        const FinishBytes& finish, const ByteTarget* target) const;
    Result<void> runDepthwise(
        RunContext& context, const Source& source, const FinishBytes& finish) const;

    ConvShape m_shape;
    Layouts m_layouts;
    bool m_isSigned = false;
    Method m_method = Method::Taps;
    ImageWindow m_window;
    std::vector<ImageWindow::Axes> m_taps;
    std::vector<std::int64_t> m_tapOffsets; ///< bytes from the first element of a window inside
    std::vector<PackedBytes> m_packed; ///< by group
    Tensor m_depthwise; ///< int8 as ByteTable::Depthwise, or int32, [pairs of taps][channels]
    std::vector<std::int32_t> m_sums; ///< Depthwise: of the weights of each channel
};

} // namespace engine
