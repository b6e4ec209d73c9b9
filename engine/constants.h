#pragma once

#include "engine/memory.h"
#include "engine/tensor.h"
#include "model/model.h"
#include "model/support/result.h"

#include <cstdint>
#include <vector>

namespace engine {

/// The tensor of a model in engine form: a view of the mapped file where alignment and layout permit, else a copy in `pool`; elements
/// below a byte one per byte. Fails as TensorStore::bytes does, or if the data do not match the dims.
support::Result<Tensor> loadConstant(const model::Tensor& source, const model::TensorStore& store, MemoryPool& pool);

/// A sparse tensor written out with zeros.
support::Result<Tensor> loadConstant(const model::SparseTensor& source, const model::TensorStore& store, MemoryPool& pool);

/// Weights for a model that came without: small normal numbers for floats, zeros for integers, the same for the same seed.
support::Result<Tensor> randomWeights(ElementType element, std::span<const std::int64_t> dims, std::uint64_t seed, MemoryPool& pool);

/// Packed elements of a file (low bits first) to one element per byte, signed ones sign-extended, and back. For types below a byte.
void unpackElements(ElementType element, std::span<const std::byte> packed, std::span<std::byte> unpacked);
std::vector<std::byte> packElements(ElementType element, std::span<const std::byte> unpacked);

} // namespace engine
