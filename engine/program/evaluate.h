#pragma once

#include "engine/kernel/kernel.h"
#include "engine/kernel/memory.h"

#include <span>
#include <vector>

namespace engine {

/// Runs one operator on the CPU during preparation, on known values. Tries Reference kernels first,
/// because preparing them costs nothing.
support::Result<std::vector<RuntimeValue>> evaluate(
    const KernelRequest& request, std::span<const RuntimeValue> inputs, MemoryPool& pool);

} // namespace engine
