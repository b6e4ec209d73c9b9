#pragma once

#include "engine/kernel/memory.h"
#include "engine/kernel/tensor.h"
#include "model/model.h"
#include "model/support/result.h"

#include <cstdint>
#include <span>

namespace engine {

/// Returns a sparse tensor as a dense one.
support::Result<Tensor> loadSparse(
    const model::SparseTensor& source, const model::TensorStore& store, MemoryPool& pool);

/// Returns random weights for a model without them: small normal numbers for float types, zeros for
/// others. The same seed gives the same weights.
support::Result<Tensor> randomWeights(
    ElementType element, std::span<const std::int64_t> dims, std::uint64_t seed, MemoryPool& pool);

} // namespace engine
