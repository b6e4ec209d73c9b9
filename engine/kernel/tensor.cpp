#include "engine/kernel/tensor.h"

#include "engine/kernel/memory.h"
#include "model/support/catch_exceptions.h"

#include <limits>
#include <new>

namespace engine {

std::int64_t elementCount(std::span<const std::int64_t> dims)
{
    std::int64_t count = 1;
    bool isEmpty = false;
    bool isTooLarge = false;
    for (const auto dim : dims) {
        isEmpty |= dim == 0;
        isTooLarge |= __builtin_mul_overflow(count, dim, &count);
    }
    if (isEmpty)
        return 0;
    return isTooLarge ? std::numeric_limits<std::int64_t>::max() : count;
}

std::string dimsText(std::span<const std::int64_t> dims)
{
    if (dims.empty())
        return "scalar";
    std::string text;
    for (const auto dim : dims) {
        if (!text.empty())
            text += "×";
        text += std::to_string(dim);
    }
    return text;
}

std::size_t elementBytes(ElementType type) { return (model::traits(type).bits + 7) / 8; }

Tensor makeTensor(ElementType element, Dims dims)
{
    if (const auto& pool = poolInForce()) {
        auto tensor = pool->allocate(element, dims);
        if (!tensor)
            throw support::MemoryRefused(std::move(tensor).error());
        return std::move(*tensor);
    }
    Tensor tensor { { element, std::move(dims) }, nullptr, nullptr, nullptr };
    if (element == ElementType::String) {
        tensor.strings = std::make_shared<std::vector<std::string>>(tensor.count());
        return tensor;
    }
    constexpr std::align_val_t alignment { 64 };
    const auto bytes = tensor.type.bytes();
    auto* memory = static_cast<std::byte*>(::operator new(bytes > 0 ? bytes : 1, alignment));
    tensor.data = memory;
    tensor.owner = std::shared_ptr<void>(memory, [](void* p) { ::operator delete(p, alignment); });
    return tensor;
}

} // namespace engine
