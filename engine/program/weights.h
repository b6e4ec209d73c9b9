#pragma once

#include "engine/kernel/memory.h"
#include "engine/kernel/tensor.h"
#include "model/model.h"
#include "model/support/result.h"

#include <cstdint>
#include <span>

namespace engine {

/// A sparse tensor written out with zeros.
support::Result<Tensor> loadSparse(
    const model::SparseTensor& source, const model::TensorStore& store, MemoryPool& pool);

/// Weights for a model that came without: small normal numbers for floats, zeros for integers, the
/// same for the same seed.
support::Result<Tensor> randomWeights(
    ElementType element, std::span<const std::int64_t> dims, std::uint64_t seed, MemoryPool& pool);

} // namespace engine
