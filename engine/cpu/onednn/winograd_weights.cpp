#include "engine/cpu/onednn/winograd_weights.h"

#include "engine/kernel/kernel.h"

#include <algorithm>
#include <array>
#include <cstring>

// A filter g of 3x3 becomes G g Gᵀ: 4x4 values for tiles of 2x2 results, 6x6 for tiles of 4x4
// (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2016). oneDNN 2 scales the
// points of the larger tiles; its G and the orders of the blocks are those of its reorder
// (src/cpu/x64/wino_reorder.hpp). Version 3 has no Winograd for these processors.

namespace engine::onednn {

#if DNNL_VERSION_MAJOR >= 3

bool transformFilters(const Descriptor&, const float*, const Descriptor&, float*, int)
{
    return false;
}

#else

namespace {

constexpr int lanes = 16; ///< output channels of a block

/// One value for each output channel of a block.
using Lanes = std::array<float, lanes>;

template <typename Function>
inline void forLanes(Function function)
{
    for (int i = 0; i < lanes; ++i)
        function(i);
}

/// The product of G and a column of three values, for tiles of 2x2 results.
struct SmallTile {
    static constexpr int size = 4;
    static void transform(
        const Lanes& a, const Lanes& b, const Lanes& c, std::array<Lanes, size>& result)
    {
        forLanes([&](int i) {
            const float even = 0.5F * a[i] + 0.5F * c[i];
            const float odd = 0.5F * b[i];
            result[0][i] = a[i];
            result[1][i] = even + odd;
            result[2][i] = even - odd;
            result[3][i] = c[i];
        });
    }
};

/// The same for tiles of 4x4 results.
struct LargeTile {
    static constexpr int size = 6;
    static void transform(
        const Lanes& a, const Lanes& b, const Lanes& c, std::array<Lanes, size>& result)
    {
        forLanes([&](int i) {
            const float nearEven = -0.688403361344538F * a[i] - 0.26890756302521F * c[i];
            const float nearOdd = -0.430252100840336F * b[i];
            const float farEven = 0.119514472455649F * a[i] + 0.26890756302521F * c[i];
            const float farOdd = 0.179271708683473F * b[i];
            result[0][i] = 1.13777777777778F * a[i];
            result[1][i] = nearEven + nearOdd;
            result[2][i] = nearEven - nearOdd;
            result[3][i] = farEven + farOdd;
            result[4][i] = farEven - farOdd;
            result[5][i] = c[i];
        });
    }
};

/// Positions in the transformed filters, in blocks of `lanes` output channels.
struct Order {
    std::int64_t inputs; ///< channels, rounded up to whole blocks
    std::int64_t outputBlocks;
    std::int64_t inputBlock;
    std::int64_t inputGroup; ///< blocks of inputs that lie together
    std::int64_t outputGroup; ///< blocks of outputs that lie together
    int tile;
    bool isByOutputs; ///< groups of outputs are outermost, not positions of the tile

    /// Blocks between two positions of the tile.
    std::int64_t positionStride() const
    {
        return isByOutputs ? inputs * outputGroup : inputs * outputBlocks;
    }

    /// The block of an input channel and a block of outputs, for the first position of the tile.
    std::int64_t first(std::int64_t input, std::int64_t outputs) const
    {
        const auto group = outputs / outputGroup;
        const auto inGroup = outputs % outputGroup;
        const auto block = input / inputBlock;
        const auto inBlock = input % inputBlock;
        if (isByOutputs)
            return group * tile * tile * positionStride()
                + ((block / inputGroup * outputGroup + inGroup) * inputGroup + block % inputGroup)
                * inputBlock
                + inBlock;
        return (group * (inputs / inputBlock) + block) * outputGroup * inputBlock
            + inBlock * outputGroup + inGroup;
    }
};

template <typename Tile>
class FilterTransform {
public:
    FilterTransform(const float* filters, std::int64_t outputChannels, std::int64_t inputChannels,
        const Order& order, float* transformed)
        : m_filters(filters)
        , m_outputChannels(outputChannels)
        , m_inputChannels(inputChannels)
        , m_order(order)
        , m_transformed(transformed)
    {
    }

    void operator()(std::int64_t outputs) const
    {
        for (std::int64_t input = 0; input < m_order.inputs; ++input)
            write(filtersOf(outputs, input), m_order.first(input, outputs));
    }

private:
    using Filters = std::array<Lanes, 9>;
    using Column = std::array<Lanes, Tile::size>;

    /// The filters of one input channel and a block of outputs; zeros for channels that only fill
    /// blocks up.
    Filters filtersOf(std::int64_t outputs, std::int64_t input) const
    {
        Filters filters {};
        const auto count = input < m_inputChannels
            ? std::min<std::int64_t>(lanes, m_outputChannels - outputs * lanes)
            : 0;
        for (std::int64_t i = 0; i < count; ++i) {
            const float* const filter
                = m_filters + ((outputs * lanes + i) * m_inputChannels + input) * 9;
            for (std::size_t k = 0; k < 9; ++k)
                filters[k][static_cast<std::size_t>(i)] = filter[k];
        }
        return filters;
    }

    void write(const Filters& filters, std::int64_t block) const
    {
        std::array<Column, 3> columns; // of G g
        for (std::size_t column = 0; column < 3; ++column)
            Tile::transform(
                filters[column], filters[3 + column], filters[6 + column], columns[column]);
        float* to = m_transformed + block * lanes;
        for (std::size_t row = 0; row < Tile::size; ++row) {
            Column result;
            Tile::transform(columns[0][row], columns[1][row], columns[2][row], result);
            for (const auto& values : result) {
                std::memcpy(to, values.data(), sizeof(values));
                to += m_order.positionStride() * lanes;
            }
        }
    }

    const float* m_filters;
    std::int64_t m_outputChannels;
    std::int64_t m_inputChannels;
    const Order& m_order;
    float* m_transformed;
};

bool isPlain(const Descriptor& filters)
{
    const auto& data = filters.data;
    return data.ndims == 4 && data.data_type == dnnl_f32
        && filters == Descriptor(dimsOf(filters), Memory::data_type::f32, Format::oihw);
}

} // namespace

bool transformFilters(const Descriptor& from, const float* filters, const Descriptor& to,
    float* transformed, int threads)
{
    if (to.data.format_kind != dnnl_format_kind_wino || to.data.data_type != dnnl_f32
        || !isPlain(from))
        return false;
    const auto& wanted = to.data.format_desc.wino_desc;
    const bool isLarge = wanted.wino_format == dnnl_wino_wei_OBaaIBOIio;
    const bool isSmall
        = wanted.wino_format == dnnl_wino_wei_aaOio || wanted.wino_format == dnnl_wino_wei_aaOBiOo;
    if ((!isLarge && !isSmall) || wanted.r != 3 || wanted.oc_block != lanes
        || wanted.alpha != (isLarge ? LargeTile::size : SmallTile::size))
        return false;
    const Order order { wanted.ic, wanted.oc / lanes, wanted.ic_block,
        isLarge ? wanted.ic2_block : 1,
        wanted.wino_format == dnnl_wino_wei_aaOio ? 1 : wanted.oc2_block, wanted.alpha, isLarge };
    const auto run = [&](const auto& transform) {
        parallelFor(order.outputBlocks, 1, threads, [&](std::int64_t begin, std::int64_t end) {
            for (auto outputs = begin; outputs < end; ++outputs)
                transform(outputs);
        });
    };
    const auto channels = dimsOf(from);
    if (isLarge)
        run(FilterTransform<LargeTile>(filters, channels[0], channels[1], order, transformed));
    else
        run(FilterTransform<SmallTile>(filters, channels[0], channels[1], order, transformed));
    return true;
}

#endif

} // namespace engine::onednn
