#pragma once

#include "model/element_type.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

using model::ElementType;
using Dims = std::vector<std::int64_t>;

/// Number of elements; dims are never negative here. 1 for a scalar, 0 where a size is 0, the
/// largest number where the product does not fit.
std::int64_t elementCount(std::span<const std::int64_t> dims);
/// `1×3×224×224`, `scalar`.
std::string dimsText(std::span<const std::int64_t> dims);

/// Bytes of one element in engine memory: types below a byte take one byte each (codes in the low
/// bits, int4 and int2 sign-extended); they are packed only in files. Bool is one byte, 0 or 1. 0
/// for strings.
std::size_t elementBytes(ElementType type);

struct TensorType {
    ElementType element = ElementType::Undefined;
    Dims dims;

    std::int64_t count() const { return elementCount(dims); }
    std::size_t bytes() const { return static_cast<std::size_t>(count()) * elementBytes(element); }
    bool operator==(const TensorType&) const = default;
};

struct GrowingMemory;

/// A dense row-major tensor in host or device memory: a type and a pointer. Copies share the
/// memory. Strings are in `strings`, not in `data`. `owner` keeps the memory alive; it is empty for
/// memory of a plan's arena, which lives as long as the session. A tensor in growing memory
/// (engine/kernel/growing_cache.h) has no `data`: only kernels that ask for such inputs get it.
struct Tensor {
    TensorType type;
    std::byte* data = nullptr;
    std::shared_ptr<void> owner;
    std::shared_ptr<std::vector<std::string>> strings;
    std::shared_ptr<GrowingMemory> growing;

    template <typename T>
    std::span<const T> as() const
    {
        return { reinterpret_cast<const T*>(data), static_cast<std::size_t>(type.count()) };
    }
    template <typename T>
    std::span<T> as()
    {
        return { reinterpret_cast<T*>(data), static_cast<std::size_t>(type.count()) };
    }
    const Dims& dims() const { return type.dims; }
    ElementType element() const { return type.element; }
    std::int64_t count() const { return type.count(); }
    std::size_t rank() const { return type.dims.size(); }
};

/// Makes a tensor with its own memory (64-byte aligned, uninitialised; strings empty). The memory
/// comes from the pool in force (MemoryScope in engine/kernel/memory.h), else it has no limit.
/// Throws support::MemoryRefused if the pool refuses.
Tensor makeTensor(ElementType element, Dims dims);

/// Makes a tensor of one element, or one of all elements of `values`.
template <typename T>
Tensor tensorOf(T value, Dims dims = {})
{
    Tensor tensor = makeTensor(model::ElementTypeOf<T>::value, std::move(dims));
    tensor.as<T>()[0] = value;
    return tensor;
}
template <typename T>
Tensor tensorOf(const std::vector<T>& values, Dims dims)
{
    Tensor tensor = makeTensor(model::ElementTypeOf<T>::value, std::move(dims));
    std::ranges::copy(values, tensor.as<T>().begin());
    return tensor;
}
template <typename T>
Tensor tensorOf(const std::vector<T>& values)
{
    return tensorOf(values, { std::ssize(values) });
}

struct RuntimeValue;
using ValueSequence = std::vector<RuntimeValue>;
/// ONNX map: keys int64 or string, values any runtime value (tensors of one element in practice).
struct MapValue {
    std::variant<std::map<std::int64_t, Tensor>, std::map<std::string, Tensor>> entries;
};

/// What a value holds while a model runs: nothing (an absent optional input or an empty optional),
/// a tensor, a sequence, a map.
struct RuntimeValue {
    std::variant<std::monostate, Tensor, std::shared_ptr<const ValueSequence>,
        std::shared_ptr<const MapValue>>
        content;

    bool isPresent() const { return content.index() != 0; }
    bool isTensor() const { return std::holds_alternative<Tensor>(content); }
    const Tensor& tensor() const { return std::get<Tensor>(content); }
    Tensor& tensor() { return std::get<Tensor>(content); }
};

} // namespace engine
