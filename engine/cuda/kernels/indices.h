#pragma once

#include "engine/cuda/kernels/strided.h"

/// Indices that kernels read from tensors. Their values can only be checked while the kernel runs.
namespace engine::cuda {

/// Reads indices of int64 or int32.
struct IndexReader {
    const std::byte* data = nullptr;
    bool isWide = true;

    OPSCOPE_KERNEL std::int64_t at(std::int64_t i) const
    {
        return isWide ? reinterpret_cast<const std::int64_t*>(data)[i]
                      : reinterpret_cast<const std::int32_t*>(data)[i];
    }
};

inline IndexReader indicesOf(const RunContext& context, std::size_t i)
{
    const auto& tensor = context.tensor(i);
    return { tensor.data, tensor.element() == ElementType::Int64 };
}

/// Returns the index, counted from the end if it is negative. If it is out of range, sets the fault
/// and returns -1.
OPSCOPE_KERNEL inline std::int64_t placeOf(
    std::int64_t index, std::int64_t size, std::uint32_t* fault)
{
    const auto at = index < 0 ? index + size : index;
    if (at >= 0 && at < size)
        return at;
    *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
    return -1;
}

} // namespace engine::cuda
