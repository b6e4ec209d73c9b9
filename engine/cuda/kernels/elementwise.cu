#include "engine/cuda/kernels/elementwise.h"

// The operators of one element of the table in engine/functors/elementwise.h. One kernel per
// element type: all threads apply the same function, and choosing it costs nothing noticeable in a
// kernel that is limited by memory bandwidth. fp16 and bfloat16 are computed in float and rounded
// once.

namespace engine::cuda {

namespace {

template <typename A>
OPSCOPE_KERNEL A apply(Functor functor, A x, float a, float b)
{
    switch (functor) {
#define OPSCOPE_CASE(name, elements, ...)                                                          \
    case Functor::name:                                                                            \
        if constexpr (isTaken<A>(TakenElements::elements))                                         \
            return static_cast<A>(functors::bound<functors::name>(a, b)(x));                       \
        break;
        OPSCOPE_UNARY_OPERATORS(OPSCOPE_CASE, OPSCOPE_CASE)
#undef OPSCOPE_CASE
    default:
        break;
    }
    return x;
}

template <typename T>
struct MapElements {
    const T* x;
    T* y;
    Functor functor;
    float a;
    float b;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        y[i] = static_cast<T>(apply(functor, widen(x[i]), a, b));
    }
};

Result<std::unique_ptr<Kernel>> prepare(
    const KernelRequest& request, const ElementwiseOperator& row)
{
    TRY(requireElement(request, 0, row.taken));
    const auto functor = functorOf(row, request.node);
    const float a = row.a.of(request.node);
    const float b = row.b.of(request.node);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            const auto& input = context.tensor(0);
            auto* const output = TRY(outputOf(context, 0, input.type));
            auto map = [&]<typename T>() -> Result<void> {
                return forEach(*device, input.count(),
                    MapElements<T> {
                        in<T>(context, 0), reinterpret_cast<T*>(output->data), functor, a, b });
            };
            return visitElement(NumberTypes {}, storedAs(input.element()), map);
        });
}

const bool areRegistered = registerRows(1, prepare);

} // namespace

} // namespace engine::cuda
