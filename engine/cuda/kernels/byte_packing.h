#pragma once

#include "engine/cuda/kernels/byte_product.h"

/// Packs operands of byte products for tensor cores: bytes are signed, and each row of the left and
/// each column of the right operand is contiguous and padded with zeros.
namespace engine::cuda {

struct PackedBytes {
    std::int64_t matrices = 1; ///< contiguous, one after the other
    std::int64_t lines = 1; ///< rows of the left, columns of the right operand
    std::int64_t depth = 1;
    std::int64_t lineStride = 1; ///< strides of the unpacked operand, in elements
    std::int64_t depthStride = 1;
    std::int64_t paddedLines = 1;
    std::int64_t paddedDepth = 1;
    bool isSigned = true; ///< if false, 128 is subtracted from each byte

    std::int64_t packedLines() const { return matrices * paddedLines; }
    std::int64_t bytes() const { return packedLines() * paddedDepth; }
    /// Whether the unpacked operand already has this layout.
    bool isPacked() const
    {
        return isSigned && depthStride == 1 && lineStride == depth && lines == paddedLines
            && depth == paddedDepth;
    }
};

Result<void> packBytes(
    ModuleBackend& device, const PackedBytes& shape, const std::uint8_t* from, std::int8_t* packed);
/// Computes the sum of each packed line.
Result<void> sumLines(
    ModuleBackend& device, const PackedBytes& shape, const std::int8_t* packed, ByteSum* sums);

/// Packed bytes and line sums of a constant operand.
struct PackedConstant {
    std::vector<std::int8_t> bytes;
    std::vector<ByteSum> sums;
};
PackedConstant packConstant(const PackedBytes& shape, const std::uint8_t* from);

} // namespace engine::cuda
