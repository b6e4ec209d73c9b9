#pragma once

#include "model/contents/tensor_elements.h"
#include "model/sparse_tensor.h"

#include <memory>

namespace model {

/// A sparse tensor as the file holds it. Immutable; may be shared between threads.
struct SparseElements {
    std::vector<std::int64_t> dims; ///< of the dense tensor
    std::shared_ptr<const TensorElements> values; ///< [n]
    SparseIndices indices;
};

/// The sparse tensor of an initializer or of a Constant; null for any other value.
const SparseTensor* sparseTensor(const Model& model, ValueId value);

/// Loads the stored values and their indices; the dense tensor is not made. May map a file, so it
/// must not be called on the GUI thread.
support::Result<std::shared_ptr<const SparseElements>> loadSparse(
    const Model& model, const SparseTensor& sparse);

/// Makes the dense tensor. Fails if it needs more than 1 GiB.
support::Result<std::shared_ptr<const TensorElements>> loadDense(
    const Model& model, const SparseTensor& sparse);

} // namespace model
