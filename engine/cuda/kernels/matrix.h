#pragma once

#include "engine/cuda/kernels/product.h"

/// Operands and results of products (product.h) for operators that need products as a part:
/// row-major, float types, sums in Arithmetic<T>.
namespace engine::cuda {

/// Reads element (row, column) of a matrix, or of matrices that are `batchStride` apart.
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

/// Stores sum + bias[column] to contiguous rows.
template <typename T>
struct StoreWithBias {
    T* y = nullptr;
    const T* bias = nullptr; ///< null: no bias
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
