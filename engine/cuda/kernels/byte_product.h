#pragma once

#include "engine/cuda/kernels/product_shapes.h"

/// Products of bytes, signed or unsigned, minus zero points. Sums are 32 bits and wrap around.
/// ONNX's quantised products are these sums with a scale.
///
///     sum[i, j] = Σ (a[i, d] - zero a[i]) · (b[d, j] - zero b[j])
namespace engine::cuda {

using ByteTypes = TypeList<std::uint8_t, std::int8_t>;
using ByteSum = std::uint32_t; ///< the bits of an int32, which may wrap

/// A tensor of bytes and its zero points: one, or one per row or column.
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

/// One operand: its input numbers and its strides in elements.
struct ByteOperand {
    std::size_t values = 0;
    std::size_t zeros = 0; ///< one for all, or one per row of the left, column of the right operand
    std::int64_t lineStride = 1; ///< between rows of the left or columns of the right operand
    std::int64_t depthStride = 1; ///< along the axis that is summed
};

/// A product of two byte operands with the shapes of MatMul's inputs.
struct ByteProduct {
    Dims dimsA;
    Dims dimsB;
    ByteOperand a;
    ByteOperand b;
    StackedProduct shape;
};

} // namespace engine::cuda
