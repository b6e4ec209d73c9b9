#pragma once

#include "engine/kernel/memory.h"

#include <atomic>

/// A cache that is given back and gets further steps along one axis: past keys and values of a
/// decoder. Its memory has room for more steps than it holds, so a run writes the new ones only:
///
///     Tensor [2, 3, 4] with steps on axis 1, in memory for 5 steps:   s s s - -   s s s - -
///
/// The next tensor shares the memory. Earlier ones keep what they hold, since steps are only added.
/// A second tensor that continues the same past gets memory of its own.
namespace engine {

struct GrowingMemory {
    std::byte* data = nullptr;
    std::shared_ptr<void> owner;
    std::size_t axis = 0;
    std::int64_t capacity = 0; ///< steps that it has room for
    std::atomic<std::int64_t> used = 0; ///< steps of the longest tensor in it
};

/// Returns a tensor like `past` with more steps along `axis`: in the memory of `past` if it has
/// room, else in new memory with room for half as many steps again. The steps of `past` lie in it
/// only if both share their memory. There is no such room if `count` caches with it would take more
/// than half of what the pool has left.
support::Result<Tensor> grownFrom(const Tensor& past, std::span<const std::int64_t> dims,
    std::size_t axis, MemoryPool& pool, std::size_t count = 1);

/// Returns a dense copy of a tensor in growing memory.
support::Result<Tensor> packed(const Tensor& growing, MemoryPool& pool);

/// Where the steps of a tensor lie: blocks of `capacity` steps.
struct StepBlocks {
    std::byte* data = nullptr;
    std::int64_t capacity = 0;
};
StepBlocks stepBlocks(const Tensor& tensor, std::size_t axis);

} // namespace engine
