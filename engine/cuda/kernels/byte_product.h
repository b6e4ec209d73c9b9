#pragma once

#include "engine/cuda/kernels/product_shapes.h"

/// Products of bytes, signed or not, with zero points taken off, summed in 32 bits that wrap
/// around: what the quantised products of ONNX are before their sums are scaled.
///
///     sum[i, j] = Σ (a[i, d] - zero a[i]) · (b[d, j] - zero b[j])
namespace engine::cuda {

using ByteTypes = TypeList<std::uint8_t, std::int8_t>;
using ByteSum = std::uint32_t; ///< the bits of an int32, which may wrap

/// A tensor of bytes and its zero point: one, or one per entry of an axis.
struct Bytes {
    const std::uint8_t* values = nullptr;
    const std::uint8_t* zeros = nullptr; ///< null: 0
    bool isSigned = false;
    bool hasManyZeros = false;

    OPSCOPE_KERNEL std::int32_t code(const std::uint8_t* from, std::int64_t i) const
    {
        return isSigned ? static_cast<std::int32_t>(static_cast<std::int8_t>(from[i]))
                        : static_cast<std::int32_t>(from[i]);
    }
    OPSCOPE_KERNEL std::int32_t zero(std::int64_t entry) const
    {
        return zeros == nullptr ? 0 : code(zeros, hasManyZeros ? entry : 0);
    }
    OPSCOPE_KERNEL ByteSum at(std::int64_t i, std::int64_t entry) const
    {
        return static_cast<ByteSum>(code(values, i) - zero(entry));
    }
};

inline Bytes bytesOf(const RunContext& context, std::size_t values, std::size_t zeros)
{
    const auto& tensor = context.tensor(values);
    Bytes bytes { in<std::uint8_t>(context, values), in<std::uint8_t>(context, zeros),
        tensor.element() == ElementType::Int8 };
    bytes.hasManyZeros = bytes.zeros != nullptr && context.tensor(zeros).count() > 1;
    return bytes;
}

/// One operand: which inputs it is of, and how its matrices lie, in elements.
struct ByteOperand {
    std::size_t values = 0;
    std::size_t zeros = 0; ///< of the left operand one per row, of the right one per column, or one
    std::int64_t lineStride = 1; ///< from one row of the left, one column of the right to the next
    std::int64_t depthStride = 1; ///< along what is summed
};

/// MatMul of two operands, in the dims that MatMul sees.
struct ByteProduct {
    Dims dimsA;
    Dims dimsB;
    ByteOperand a;
    ByteOperand b;
    StackedProduct shape;
};

} // namespace engine::cuda
