#pragma once

#include "engine/cuda/kernel_list.h"

#include <algorithm>

namespace engine::cuda {

/// Returns scratch memory of one run for `count` elements, at least for one.
template <typename T>
Result<T*> memoryFor(RunContext& context, std::int64_t count)
{
    const auto elements = static_cast<std::size_t>(std::max<std::int64_t>(count, 1));
    const auto memory = TRY(context.scratch(elements * sizeof(T)));
    return reinterpret_cast<T*>(memory.data());
}

} // namespace engine::cuda
