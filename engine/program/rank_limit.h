#pragma once

#include "model/inference/tensor_shape.h"
#include "model/support/result.h"

#include <cstddef>

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

} // namespace engine
