#pragma once

#include "engine/kernel/small_float.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// A matrix in memory by its strides, in elements.
template <typename T>
struct MatrixView {
    const T* data = nullptr;
    std::int64_t rowStride = 0;
    std::int64_t columnStride = 1;
};

/// The elements in the type arithmetic is done in: fp16 and bfloat16 are widened into `held`,
/// others used where they are.
template <typename T>
const Arithmetic<T>* widened(const T* data, std::int64_t count, std::vector<Arithmetic<T>>& held)
{
    if constexpr (std::is_same_v<T, Arithmetic<T>>) {
        return data;
    } else {
        held.resize(static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i < count; ++i)
            held[static_cast<std::size_t>(i)] = widen(data[i]);
        return held.data();
    }
}

/// c[i, j] += sum over p of a[i, p] * b[p, j]; c is dense rows of `cStride`. Integers must be
/// unsigned, so that they wrap. For float, double, uint32 and uint64.
template <typename T>
void multiplyAdd(MatrixView<T> a, MatrixView<T> b, T* c, std::int64_t cStride, std::int64_t m,
    std::int64_t k, std::int64_t n);

} // namespace engine
