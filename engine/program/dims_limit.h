#pragma once

#include "model/inference/tensor_shape.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace engine {

/// Fails if `rank` exceeds the supported maximum. A computed shape may have any rank, and every
/// step would keep lists of that length.
inline support::Result<void> checkRank(std::size_t rank)
{
    if (rank <= model::maximumRank)
        return {};
    return support::fail("a tensor of rank ", rank,
        " is asked for, the highest that is supported is ", model::maximumRank);
}

/// Fails for more axes than are supported, a negative size, or sizes whose product is too large.
/// The product leaves zeros out: a tensor without elements takes no memory whatever its other sizes
/// are, but kernels loop over these and multiply them. NumPy has such a limit too.
inline support::Result<void> checkDims(std::span<const std::int64_t> dims)
{
    constexpr std::int64_t maxBesideZero = std::int64_t(1) << 31;
    TRY(checkRank(dims.size()));
    bool isEmpty = false;
    std::int64_t product = 1;
    for (const auto dim : dims) {
        if (dim < 0)
            return support::fail("a tensor has the size ", dim, ", expected 0 or more");
        isEmpty = isEmpty || dim == 0;
        if (dim > 0 && __builtin_mul_overflow(product, dim, &product))
            product = std::numeric_limits<std::int64_t>::max();
    }
    if (isEmpty && product > maxBesideZero)
        return support::fail("a tensor without elements has other sizes with a product of ",
            product, ", at most ", maxBesideZero, " is supported");
    return {};
}

} // namespace engine
