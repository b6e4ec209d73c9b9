#include "engine/cuda/kernels/byte_packing.h"

namespace engine::cuda {

namespace {

constexpr int packSide = 64;
constexpr int packThreads = 256;
constexpr int sumThreads = 128;

OPSCOPE_KERNEL inline std::int8_t packedByte(std::uint8_t byte, bool isSigned)
{
    return static_cast<std::int8_t>(isSigned ? byte : byte ^ 0x80u);
}

/// Packs a square of lines and depth through shared memory, so that neighbouring threads read and
/// write neighbouring bytes for any layout of the operand.
struct PackTile {
    PackedBytes shape;
    const std::uint8_t* from;
    std::int8_t* to;

    OPSCOPE_KERNEL void operator()(Block<packThreads>& block, std::int64_t tile) const
    {
        OPSCOPE_SHARED std::int8_t bytes[packSide][packSide + 4];
        const auto across = (shape.paddedDepth + packSide - 1) / packSide;
        const auto down = (shape.paddedLines + packSide - 1) / packSide;
        const auto matrix = tile / (across * down);
        const auto firstLine = tile / across % down * packSide;
        const auto firstDepth = tile % across * packSide;
        const auto* const own = from + matrix * shape.lines * shape.depth;
        auto* const target = to + matrix * shape.paddedLines * shape.paddedDepth;
        block.phase([&](int thread) {
            for (int i = thread; i < packSide * packSide; i += packThreads) {
                const int l = shape.depthStride == 1 ? i / packSide : i % packSide;
                const int d = shape.depthStride == 1 ? i % packSide : i / packSide;
                const auto line = firstLine + l;
                const auto depth = firstDepth + d;
                bytes[l][d] = line < shape.lines && depth < shape.depth
                    ? packedByte(
                        own[line * shape.lineStride + depth * shape.depthStride], shape.isSigned)
                    : std::int8_t(0);
            }
        });
        block.phase([&](int thread) {
            for (int i = thread; i < packSide * packSide; i += packThreads) {
                const auto line = firstLine + i / packSide;
                const auto depth = firstDepth + i % packSide;
                if (line < shape.paddedLines && depth < shape.paddedDepth)
                    target[line * shape.paddedDepth + depth] = bytes[i / packSide][i % packSide];
            }
        });
    }
};

struct SumLine {
    const std::int8_t* packed;
    ByteSum* sums;
    std::int64_t depth;

    OPSCOPE_KERNEL void operator()(Block<sumThreads>& block, std::int64_t line) const
    {
        PerThread<ByteSum, sumThreads> sum;
        block.phase([&](int thread) {
            sum[thread] = 0;
            for (std::int64_t d = thread; d < depth; d += sumThreads)
                sum[thread] += static_cast<ByteSum>(std::int32_t(packed[line * depth + d]));
        });
        const auto all = block.reduce(sum, [](ByteSum a, ByteSum b) { return a + b; });
        block.phase([&](int thread) {
            if (thread == 0)
                sums[line] = all;
        });
    }
};

} // namespace

Result<void> packBytes(
    ModuleBackend& device, const PackedBytes& shape, const std::uint8_t* from, std::int8_t* packed)
{
    const auto tiles = (shape.paddedDepth + packSide - 1) / packSide
        * ((shape.paddedLines + packSide - 1) / packSide) * shape.matrices;
    return forEachBlock<packThreads>(device, tiles, PackTile { shape, from, packed });
}

Result<void> sumLines(
    ModuleBackend& device, const PackedBytes& shape, const std::int8_t* packed, ByteSum* sums)
{
    return forEachBlock<sumThreads>(
        device, shape.packedLines(), SumLine { packed, sums, shape.paddedDepth });
}

PackedConstant packConstant(const PackedBytes& shape, const std::uint8_t* from)
{
    PackedConstant packed { std::vector<std::int8_t>(static_cast<std::size_t>(shape.bytes())),
        std::vector<ByteSum>(static_cast<std::size_t>(shape.packedLines())) };
    for (std::int64_t line = 0; line < shape.packedLines(); ++line) {
        const auto matrix = line / shape.paddedLines;
        const auto number = line % shape.paddedLines;
        if (number >= shape.lines)
            continue; // padding
        const auto* const own
            = from + matrix * shape.lines * shape.depth + number * shape.lineStride;
        auto* const target = packed.bytes.data() + line * shape.paddedDepth;
        for (std::int64_t d = 0; d < shape.depth; ++d) {
            const auto byte = own[d * shape.depthStride];
            target[d] = static_cast<std::int8_t>(shape.isSigned ? byte : byte ^ 0x80u);
            packed.sums[static_cast<std::size_t>(line)]
                += static_cast<ByteSum>(std::int32_t(target[d]));
        }
    }
    return packed;
}

} // namespace engine::cuda
