#pragma once

#include "engine/functors/device.h"

#include <cstdint>

/// Positions of elements in memory. Shapes and strides are arrays of `rank` numbers, outer axes
/// first.
namespace engine::functors {

/// Writes the strides of a dense row-major tensor, in elements. The product of the dims of an empty
/// tensor may overflow. Its strides then wrap around, which does no harm because they are never
/// used.
OPSCOPE_DEVICE constexpr void denseStrides(
    const std::int64_t* dims, std::int64_t rank, std::int64_t* strides)
{
    std::uint64_t stride = 1;
    for (std::int64_t d = rank; d-- > 0;) {
        strides[d] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::uint64_t>(dims[d]);
    }
}

/// Writes the strides of a dense tensor that is broadcast to `target` axes. They are 0 along axes
/// that the tensor does not have or has in size 1.
OPSCOPE_DEVICE constexpr void broadcastStrides(
    const std::int64_t* dims, std::int64_t rank, std::int64_t target, std::int64_t* strides)
{
    for (std::int64_t d = 0; d < target - rank; ++d)
        strides[d] = 0;
    auto* own = strides + (target - rank);
    denseStrides(dims, rank, own);
    for (std::int64_t d = 0; d < rank; ++d)
        own[d] = dims[d] == 1 ? 0 : own[d];
}

/// Returns the size of an axis after sizes a and b are broadcast; -1 if they do not match.
OPSCOPE_DEVICE constexpr std::int64_t broadcastSize(std::int64_t a, std::int64_t b)
{
    return a == b || b == 1 ? a : a == 1 ? b : -1;
}

/// Writes the position along each axis of element `number` in row-major order.
OPSCOPE_DEVICE constexpr void positionsOf(
    std::int64_t number, const std::int64_t* dims, std::int64_t rank, std::int64_t* positions)
{
    for (std::int64_t d = rank; d-- > 0;) {
        positions[d] = number % dims[d];
        number /= dims[d];
    }
}

OPSCOPE_DEVICE constexpr std::int64_t offsetOf(
    const std::int64_t* positions, const std::int64_t* strides, std::int64_t rank)
{
    std::int64_t offset = 0;
    for (std::int64_t d = 0; d < rank; ++d)
        offset += positions[d] * strides[d];
    return offset;
}

} // namespace engine::functors
