#pragma once

#include "engine/cpu/native.h"

#include <cstddef>

namespace engine {

/// Copies a block of elements of 1, 2, 4, 8 or 16 bytes between strided places. Slice, Concat,
/// Expand and others consist of such copies. Rows that are contiguous on both sides are copied at
/// once.
class StridedCopy {
public:
    /// Strides in elements; those of the source may be 0 or negative.
    StridedCopy(Dims dims, Dims from, Dims to, std::size_t elementBytes);

    /// `source` and `target` are the addresses of the first element.
    void run(const std::byte* source, std::byte* target, int threads) const;

private:
    template <typename T>
    void copyRows(
        const std::byte* source, std::byte* target, std::int64_t first, std::int64_t last) const;

    StridedLoop<2> m_loop;
    std::size_t m_bytes;
};

/// Returns the bytes of one element of the input. Fails for strings, which have no fixed width.
Result<std::size_t> fixedWidth(const KernelRequest& request, std::size_t input);

} // namespace engine
