#pragma once

#include "engine/kernel/kernel.h"
#include "engine/kernel/small_float.h"

#include <complex>
#include <string>
#include <type_traits>

namespace engine {

/// List of C++ types that a functor is instantiated for. Keep a list as short as the operator
/// allows: each type costs compile time.
template <typename... Ts>
struct TypeList {
};

using FloatTypes = TypeList<float, double, Float16, Bfloat16>;
using IntegerTypes = TypeList<std::int64_t, std::int32_t, std::uint8_t, std::int8_t, std::uint16_t,
    std::int16_t, std::uint32_t, std::uint64_t>;
using NumberTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t>;
using SignedTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::int8_t, std::int16_t>;
using ComparableTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;
using BoolTypes = TypeList<bool>;
using IndexTypes = TypeList<std::int64_t, std::int32_t>;

template <typename T>
inline constexpr bool isFloatType
    = std::is_floating_point_v<T> || std::is_same_v<T, Float16> || std::is_same_v<T, Bfloat16>;

template <typename... Ts>
bool contains(TypeList<Ts...>, ElementType type)
{
    return ((model::ElementTypeOf<Ts>::value == type) || ...);
}

/// Calls `function.template operator()<T>()`, which returns Result<void> or nothing.
template <typename T, typename F>
Result<void> callFor(F& function)
{
    if constexpr (std::is_void_v<decltype(function.template operator()<T>())>) {
        function.template operator()<T>();
        return {};
    } else {
        return function.template operator()<T>();
    }
}

/// Calls `function.template operator()<T>()` for the T in the list that stores `type`. The function
/// returns Result<void> or nothing.
template <typename... Ts, typename F>
Result<void> visitElement(TypeList<Ts...>, ElementType type, F&& function)
{
    Result<void> result;
    const bool listed
        = ((model::ElementTypeOf<Ts>::value == type && (result = callFor<Ts>(function), true))
            || ...);
    if (!listed)
        return fail("element type ", type, " is not supported");
    return result;
}

/// Checks at preparation that input `input` is a tensor with an element type that the list
/// contains; visitElement would fail at run time otherwise.
template <typename List>
Result<void> requireElement(const KernelRequest& request, std::size_t input, List list)
{
    const auto& type = request.input(input);
    if (type.kind != InputType::Kind::Tensor)
        return fail("input ", input, " of ", request.node.type, " is not a tensor");
    if (!contains(list, type.tensor.element))
        return fail("input ", input, " of ", request.node.type, " has element type ",
            type.tensor.element, ", which is not supported");
    return {};
}

/// Fails unless both tensors have the same element type. Schemas allow several types for most
/// inputs, and nothing else compares two inputs. To be called before one is read as the other.
inline Result<void> requireSameElement(
    const RunContext& context, std::size_t input, std::size_t other)
{
    const auto element = context.tensor(input).element();
    const auto wanted = context.tensor(other).element();
    if (element != wanted)
        return fail("input ", input, " has element type ", element, ", input ", other, " has ",
            wanted, ": they must be the same");
    return {};
}

template <typename List>
Result<void> checkFirstInput(const KernelRequest& request)
{
    return requireElement(request, 0, List {});
}

inline constexpr auto onFloats = checkFirstInput<FloatTypes>;
inline constexpr auto onNumbers = checkFirstInput<NumberTypes>;
/// Most operators of com.microsoft do not take double.
inline constexpr auto onSingleOrHalf = checkFirstInput<TypeList<float, Float16, Bfloat16>>;

using Bytes16 = std::complex<double>;

/// Returns the elements of a tensor as storage units of type T: strings for string tensors, else a
/// type of the element's size.
template <typename T>
const T* storage(const Tensor& tensor)
{
    if constexpr (std::is_same_v<T, std::string>)
        return tensor.strings->data();
    else
        return reinterpret_cast<const T*>(tensor.data);
}
template <typename T>
T* storage(Tensor& tensor)
{
    if constexpr (std::is_same_v<T, std::string>)
        return tensor.strings->data();
    else
        return reinterpret_cast<T*>(tensor.data);
}

/// For operators that only move elements: calls the function for a storage type of the element's
/// size (or std::string). The function returns Result<void> or nothing.
template <typename F>
Result<void> visitStorage(ElementType type, F&& function)
{
    if (type == ElementType::String)
        return callFor<std::string>(function);
    switch (elementBytes(type)) {
    case 1:
        return callFor<std::uint8_t>(function);
    case 2:
        return callFor<std::uint16_t>(function);
    case 4:
        return callFor<std::uint32_t>(function);
    case 8:
        return callFor<std::uint64_t>(function);
    case 16:
        return callFor<Bytes16>(function);
    default:
        return fail("element type ", type, " is not supported");
    }
}

} // namespace engine
