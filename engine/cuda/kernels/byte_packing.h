#pragma once

#include "engine/cuda/kernels/byte_product.h"

/// Operands of products of bytes as tensor cores take them: signed, with the depth of each row of
/// the left and each column of the right operand in one piece, padded with zeros.
namespace engine::cuda {

struct PackedBytes {
    std::int64_t matrices = 1; ///< dense behind each other
    std::int64_t lines = 1; ///< rows of the left, columns of the right operand
    std::int64_t depth = 1;
    std::int64_t lineStride = 1; ///< where they lie before
    std::int64_t depthStride = 1;
    std::int64_t paddedLines = 1;
    std::int64_t paddedDepth = 1;
    bool isSigned = true; ///< if not, 128 is taken off each byte

    std::int64_t packedLines() const { return matrices * paddedLines; }
    std::int64_t bytes() const { return packedLines() * paddedDepth; }
    /// They lie so already.
    bool isPacked() const
    {
        return isSigned && depthStride == 1 && lineStride == depth && lines == paddedLines
            && depth == paddedDepth;
    }
};

Result<void> packBytes(
    ModuleBackend& device, const PackedBytes& shape, const std::uint8_t* from, std::int8_t* packed);
/// The sum of each packed line.
Result<void> sumLines(
    ModuleBackend& device, const PackedBytes& shape, const std::int8_t* packed, ByteSum* sums);

/// Both, of bytes that are known before the run.
struct PackedConstant {
    std::vector<std::int8_t> bytes;
    std::vector<ByteSum> sums;
};
PackedConstant packConstant(const PackedBytes& shape, const std::uint8_t* from);

} // namespace engine::cuda
