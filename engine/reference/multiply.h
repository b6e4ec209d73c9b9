#pragma once

#include "engine/kernel/small_float.h"

#include <cstdint>
#include <vector>

namespace engine {

/// A matrix in memory; strides are in elements.
template <typename T>
struct MatrixView {
    const T* data = nullptr;
    std::int64_t rowStride = 0;
    std::int64_t columnStride = 1;
};

/// Returns the elements in the type of the arithmetic. fp16 and bfloat16 are widened into `held`,
/// other types are used in place.
template <typename T>
const Arithmetic<T>* widened(const T* data, std::int64_t count, std::vector<Arithmetic<T>>& held)
{
    if constexpr (std::is_same_v<T, Arithmetic<T>>) {
        return data;
    } else {
        held.resize(count);
        for (std::int64_t i = 0; i < count; ++i)
            held[i] = widen(data[i]);
        return held.data();
    }
}

/// c[i, j] += sum over p of a[i, p] * b[p, j]. Rows of c are dense and `cStride` elements apart.
/// Integers must be unsigned, so that they wrap around. Defined for float, double, uint32 and
/// uint64.
template <typename T>
void multiplyAdd(MatrixView<T> a, MatrixView<T> b, T* c, std::int64_t cStride, std::int64_t m,
    std::int64_t k, std::int64_t n);

} // namespace engine
