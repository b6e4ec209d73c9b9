#pragma once

#include "engine/kernel/kernel.h"
#include "model/tensor.h"

namespace model {
class TensorStore;
}

namespace engine {

/// Returns a constant of the model as a tensor in engine memory. Types of whole bytes are views
/// into the mapped file where its alignment allows. Bools are copied and become 0 or 1; types of 6,
/// 4 and 2 bits are unpacked to one byte an element. `store` may be null for tensors held in
/// memory.
Result<Tensor> loadConstant(const model::Tensor& tensor, const model::TensorStore* store);

/// Returns the elements as an ONNX file stores them: types below a byte are packed, low bits first.
/// The inverse of unpackElements.
std::vector<std::byte> packElements(const Tensor& tensor);
/// Unpacks `bytes` (packed little-endian elements of a file) into `target`, which has its type and
/// memory. Fails if bytes are missing.
Result<void> unpackElements(std::span<const std::byte> bytes, Tensor& target);

} // namespace engine
