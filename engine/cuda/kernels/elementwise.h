#pragma once

#include "engine/cuda/kernels/strided.h"
#include "engine/kernel/elementwise_functions.h"

/// Kernels of the operators in the table of engine/functors/elementwise.h.
namespace engine::cuda {

/// Bools are computed as bytes of 0 or 1.
inline ElementType storedAs(ElementType type)
{
    return type == ElementType::Bool ? ElementType::Uint8 : type;
}

/// Whether a functor is compiled for arithmetic type A.
template <typename A>
constexpr bool isTaken(TakenElements taken)
{
    switch (taken) {
    case TakenElements::Float:
        return std::is_floating_point_v<A>;
    case TakenElements::Signed:
        return !std::is_unsigned_v<A>;
    case TakenElements::Integer:
        return std::is_integral_v<A>;
    case TakenElements::Bool:
        return std::is_same_v<A, std::uint8_t>;
    default:
        return true;
    }
}

/// Registers the operators that take `inputs` inputs.
inline bool registerRows(std::size_t inputs,
    Result<std::unique_ptr<Kernel>> (*prepare)(const KernelRequest&, const ElementwiseOperator&))
{
    for (const auto& row : elementwiseOperators()) {
        if (row.maxInputs == inputs)
            RegisterKernels(
                { row.type.data() },
                [&row, prepare](const KernelRequest& request) { return prepare(request, row); }, 0,
                Tier::Native, std::string(row.domain));
    }
    return true;
}

} // namespace engine::cuda
