#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"

#include <bit>

// Cast and CastLike between numbers and truth values, each value rounded once; 8-bit and smaller
// floats and text stay on the CPU. Source: ONNX Cast-25.

namespace engine::cuda {

namespace {

/// To float so that a second rounding to a narrower type is right: what was lost sets the last bit.
OPSCOPE_KERNEL float oddFloat(double value)
{
    const auto near = static_cast<float>(value);
    const auto back = static_cast<double>(near);
    const auto bits = std::bit_cast<std::uint32_t>(near);
    const bool isExact = back == value || value != value || (bits & 0x7fffffffu) >= 0x7f800000u;
    if (isExact || (bits & 1u) != 0)
        return near;
    const bool isTooLarge = (back < 0 ? -back : back) > (value < 0 ? -value : value);
    return std::bit_cast<float>(isTooLarge ? bits - 1 : bits + 1);
}

template <typename To, typename From>
OPSCOPE_KERNEL To convert(From from)
{
    const auto x = widen(from);
    if constexpr (std::is_same_v<To, bool>)
        return x != 0;
    else if constexpr (std::is_integral_v<To>)
        return functors::toInteger<To>(x);
    else if constexpr (std::is_same_v<To, Float16> || std::is_same_v<To, Bfloat16>) {
        if constexpr (std::is_same_v<From, float>)
            return To(x);
        else
            return To(oddFloat(static_cast<double>(x)));
    } else {
        return static_cast<To>(x);
    }
}

template <typename To, typename From>
struct ConvertElements {
    const From* x;
    To* y;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const { y[i] = convert<To>(x[i]); }
};

using CastTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;

Result<std::unique_ptr<Kernel>> prepareCast(const KernelRequest& request)
{
    const auto from = inputType(request, 0);
    const auto to = TRY(outputType(request, 0));
    if (!contains(CastTypes {}, from.element) || !contains(CastTypes {}, to.element))
        return fail("casts from ", model::name(from.element), " to ", model::name(to.element),
            " are done on the CPU");
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "cast"), [=](RunContext& context) -> Result<void> {
            if (from.element == to.element)
                return context.forward(0, 0, from.dims);
            auto* const output = TRY(outputOf(context, 0, to));
            auto read = [&]<typename From>() -> Result<void> {
                auto write = [&]<typename To>() -> Result<void> {
                    return forEach(*device, from.count(),
                        ConvertElements<To, From> {
                            in<From>(context, 0), reinterpret_cast<To*>(output->data) });
                };
                return visitElement(CastTypes {}, to.element, write);
            };
            return visitElement(CastTypes {}, from.element, read);
        });
}

const RegisterKernels cast({ "Cast" }, prepareCast);
const RegisterKernels castLike({ "CastLike" }, prepareCast, 1u << 1);

} // namespace

} // namespace engine::cuda
