#pragma once

#include "engine/kernel/kernel.h"
#include "model/tensor.h"

namespace model {
class TensorStore;
}

namespace engine {

/// A constant of the model in engine memory. Whole-byte types stay views into the mapped file where
/// its alignment allows, packed types (4, 2 and 6 bits) are unpacked to one byte each, bools become
/// 0 or 1. `store` may be null for tensors held in memory.
Result<Tensor> loadConstant(const model::Tensor& tensor, const model::TensorStore* store);

/// Packs one-byte codes as files hold them, low bits first: the reverse of what loadConstant does.
std::vector<std::byte> packElements(const Tensor& tensor);
/// Unpacks `bytes` (packed little-endian elements of a file) into `target`, which has its type and
/// memory. Fails if bytes are missing.
Result<void> unpackElements(std::span<const std::byte> bytes, Tensor& target);

} // namespace engine
