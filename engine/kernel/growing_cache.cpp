#include "engine/kernel/growing_cache.h"

#include <cstring>

namespace engine {

namespace {

/// Steps of room in new memory. With half as many again, a step is copied twice on average.
std::int64_t roomFor(std::int64_t steps) { return steps + std::max<std::int64_t>(steps / 2, 32); }

support::Result<std::shared_ptr<GrowingMemory>> allocate(
    const TensorType& type, std::size_t axis, std::int64_t capacity, MemoryPool& pool)
{
    auto dims = type.dims;
    dims[axis] = capacity;
    auto block = TRY(pool.allocate(type.element, dims));
    auto memory = std::make_shared<GrowingMemory>();
    memory->data = block.data;
    memory->owner = std::move(block.owner);
    memory->axis = axis;
    memory->capacity = capacity;
    memory->used = type.dims[axis];
    return memory;
}

} // namespace

support::Result<Tensor> grownFrom(const Tensor& past, std::span<const std::int64_t> dims,
    std::size_t axis, MemoryPool& pool, std::size_t count)
{
    Tensor grown { { past.element(), { dims.begin(), dims.end() } }, nullptr, nullptr, nullptr,
        {} };
    const auto steps = dims[axis];
    auto kept = past.dims()[axis];
    const auto& memory = past.growing;
    if (memory && memory->axis == axis && steps <= memory->capacity
        && memory->used.compare_exchange_strong(kept, steps)) {
        grown.growing = memory;
        return grown;
    }
    auto wide = grown.type.dims;
    wide[axis] = roomFor(steps);
    const auto bytes = tensorBytes(past.element(), wide);
    const auto live = pool.liveBytes();
    const auto left = pool.limitBytes() > live ? pool.limitBytes() - live : 0;
    const auto capacity = bytes && *bytes <= left / (2 * count) ? wide[axis] : steps;
    grown.growing = TRY(allocate(grown.type, axis, capacity, pool));
    return grown;
}

support::Result<Tensor> packed(const Tensor& growing, MemoryPool& pool)
{
    auto dense = TRY(pool.allocate(growing.element(), growing.dims()));
    const auto& memory = *growing.growing;
    const std::span dims(growing.dims());
    const auto inner = static_cast<std::size_t>(elementCount(dims.subspan(memory.axis + 1)))
        * elementBytes(growing.element());
    const auto bytes = static_cast<std::size_t>(dims[memory.axis]) * inner;
    const auto blocks = elementCount(dims.first(memory.axis));
    for (std::int64_t i = 0; i < blocks && bytes > 0; ++i)
        std::memcpy(dense.data + i * bytes, memory.data + i * memory.capacity * inner, bytes);
    return dense;
}

StepBlocks stepBlocks(const Tensor& tensor, std::size_t axis)
{
    if (tensor.growing)
        return { tensor.growing->data, tensor.growing->capacity };
    return { tensor.data, tensor.dims()[axis] };
}

} // namespace engine
