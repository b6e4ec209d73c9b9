#pragma once

#include "model/support/result.h"
#include "model/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace model {

/// The indices of a sparse tensor's stored values.
class SparseIndices {
public:
    /// `bytes` are the elements of `sparse.indices`. Fails if they are not int64, or not one index
    /// for each stored value.
    static support::Result<SparseIndices> of(
        const SparseTensor& sparse, std::span<const std::byte> bytes);

    std::uint64_t count() const { return m_count; }
    /// True if a value has one linear index, false if it has one index per dimension.
    bool isLinear() const { return m_isLinear; }
    /// The index numbers of a value as the file holds them: one, or one per dimension. They may lie
    /// outside the dimensions.
    std::span<const std::int64_t> stored(std::uint64_t value) const;
    /// The position of a value in the row-major dense tensor; nothing if it lies outside.
    std::optional<std::uint64_t> element(std::uint64_t value) const;

private:
    std::vector<std::int64_t> m_dims;
    std::vector<std::int64_t> m_numbers;
    std::uint64_t m_count = 0;
    bool m_isLinear = true;
};

/// Writes the stored values to their places in `dense`, the bytes of the dense tensor, which must
/// be zero. `values` and `indices` are the bytes of the two tensors of `sparse`. Fails if an index
/// is outside, or not greater than the one before it (onnx.proto, SparseTensorProto).
support::Result<void> expandSparse(const SparseTensor& sparse, std::span<const std::byte> values,
    std::span<const std::byte> indices, std::span<std::byte> dense);

} // namespace model
