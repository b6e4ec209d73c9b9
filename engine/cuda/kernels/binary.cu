#include "engine/cuda/kernels/elementwise.h"

// The operators of two elements of the table in engine/functors/elementwise.h, with broadcasting,
// and Pow. Integers wrap, and an integer divided by zero gives 0, as in numpy.

namespace engine::cuda {

namespace {

/// Results of functors whose results are truth values are bytes.
template <bool isTruth, typename T>
using Combined = std::conditional_t<isTruth, std::uint8_t, T>;

template <bool isTruth, typename A>
OPSCOPE_KERNEL Combined<isTruth, A> combine(Functor functor, A a, A b)
{
    switch (functor) {
#define OPSCOPE_CASE(name, elements, ...)                                                          \
    case Functor::name:                                                                            \
        if constexpr (isTaken<A>(TakenElements::elements)                                          \
            && functors::isBoolean<functors::name>() == isTruth)                                   \
            return functors::name {}(a, b);                                                        \
        break;
        OPSCOPE_BINARY_OPERATORS(OPSCOPE_CASE, OPSCOPE_CASE)
#undef OPSCOPE_CASE
    default:
        break;
    }
    return {};
}

template <bool isTruth, typename T>
struct Combine {
    const T* a;
    const T* b;
    Combined<isTruth, T>* y;
    Functor functor;
    Strided<2> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        y[i] = static_cast<Combined<isTruth, T>>(
            combine<isTruth>(functor, widen(a[at[0]]), widen(b[at[1]])));
    }
};

template <typename T, typename E>
struct RaiseToPower {
    const T* base;
    const E* exponent;
    T* y;
    Strided<2> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        y[i] = static_cast<T>(functors::Power {}(widen(base[at[0]]), widen(exponent[at[1]])));
    }
};

struct Broadcast {
    Dims dims;
    Strided<2> walk;
};

Result<Broadcast> broadcastOf(const KernelRequest& request)
{
    const auto& a = inputType(request, 0).dims;
    const auto b = TRY(legacyBroadcastDims(request.node, a, inputType(request, 1).dims));
    auto dims = TRY(broadcastDims(a, b));
    auto walk = TRY(stridedOver<2>(dims, { broadcastStrides(a, dims), broadcastStrides(b, dims) }));
    return Broadcast { std::move(dims), walk };
}

Result<std::unique_ptr<Kernel>> prepare(
    const KernelRequest& request, const ElementwiseOperator& row)
{
    const auto element = inputType(request, 0).element;
    if (!contains(row.taken, element) || inputType(request, 1).element != element)
        return fail("operands are ", model::name(element), " and ",
            model::name(inputType(request, 1).element), ", which ", row.type, " does not take");
    const auto functor = functorOf(row, request.node);
    const auto broadcast = TRY(broadcastOf(request));
    const bool isTruth = functionNamed(row.function)->isBoolean;
    const TensorType type { isTruth ? ElementType::Bool : element, broadcast.dims };
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "binary"),
        [=, walk = broadcast.walk](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                const T* const a = in<T>(context, 0);
                const T* const b = in<T>(context, 1);
                if (isTruth)
                    return forEach(*device, walk.count,
                        Combine<true, T> {
                            a, b, reinterpret_cast<std::uint8_t*>(output->data), functor, walk });
                return forEach(*device, walk.count,
                    Combine<false, T> { a, b, reinterpret_cast<T*>(output->data), functor, walk });
            };
            return visitElement(NumberTypes {}, storedAs(element), run);
        });
}

using BaseTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t>;
using ExponentTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint32_t, std::uint64_t>;

Result<std::unique_ptr<Kernel>> preparePow(const KernelRequest& request)
{
    TRY(requireElement(request, 0, BaseTypes {}));
    TRY(requireElement(request, 1, ExponentTypes {}));
    const auto broadcast = TRY(broadcastOf(request));
    const TensorType type { inputType(request, 0).element, broadcast.dims };
    const auto exponentElement = inputType(request, 1).element;
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "power"),
        [=, walk = broadcast.walk](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                auto raise = [&]<typename E>() -> Result<void> {
                    return forEach(*device, walk.count,
                        RaiseToPower<T, E> { in<T>(context, 0), in<E>(context, 1),
                            reinterpret_cast<T*>(output->data), walk });
                };
                return visitElement(ExponentTypes {}, exponentElement, raise);
            };
            return visitElement(BaseTypes {}, type.element, run);
        });
}

const RegisterKernels power({ "Pow" }, preparePow);
const bool areRegistered = registerRows(2, prepare);

} // namespace

} // namespace engine::cuda
