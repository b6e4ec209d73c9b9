#pragma once

#include "engine/cuda/kernels/product.h"

/// Operands and results of products (product.h) for operators that multiply on their way: rows of
/// float kinds, sums in the wide type.
namespace engine::cuda {

/// Element (row, column) of one matrix, or of a stack of them `batchStride` apart.
template <typename T>
struct MatrixElements {
    const T* first = nullptr;
    std::int64_t rowStride = 0;
    std::int64_t columnStride = 1;
    std::int64_t batchStride = 0;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column) const
    {
        return widen(first[batch * batchStride + row * rowStride + column * columnStride]);
    }
};

/// sum + bias[column] into dense rows; T may be wider than the operands.
template <typename T, typename B = T>
struct StoreWithBias {
    T* y = nullptr;
    const B* bias = nullptr; ///< null: none
    std::int64_t columns = 0;

    template <typename S>
    OPSCOPE_KERNEL void operator()(std::int64_t, std::int64_t row, std::int64_t column, S sum) const
    {
        if (bias != nullptr)
            sum += static_cast<S>(widen(bias[column]));
        y[row * columns + column] = static_cast<T>(sum);
    }
};

} // namespace engine::cuda
