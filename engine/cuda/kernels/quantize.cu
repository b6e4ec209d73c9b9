#include "engine/cuda/kernels/numbers.h"

#include <cmath>

// QuantizeLinear and DequantizeLinear between floats and integers of 2 to 32 bits or floats of 4 to
// 8 bits, with one scale, one per entry of an axis, or one per block. Common types have kernels of
// their own; one kernel for any number types does the rest.

namespace engine::cuda {

namespace {

/// Finds the scale of an element.
struct ScalePlaces {
    AxisFold fold { 1, 1, 1 };
    std::int64_t block = 0; ///< 0: one scale per tensor or per entry of the axis
    bool isSingle = true;

    OPSCOPE_KERNEL std::int64_t at(std::int64_t element) const
    {
        if (isSingle)
            return 0;
        const auto entry = element / fold.inner % fold.axis;
        if (block == 0)
            return entry;
        const auto blocks = (fold.axis + block - 1) / block;
        const auto outer = element / (fold.inner * fold.axis);
        return (outer * blocks + entry / block) * fold.inner + element % fold.inner;
    }
};

using ScaleTypes = TypeList<float, Float16, Bfloat16>;
using CodeTypes = TypeList<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t>;
using DecodedTypes = TypeList<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::int32_t>;

template <typename S, typename Q>
struct Quantize {
    const S* x;
    const S* scale;
    const Q* zero; ///< null: 0
    Q* y;
    ScalePlaces places;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto at = places.at(i);
        // Computed in the scale's type, as the operator specifies.
        const float quotient = widen(x[i]) / widen(scale[at]);
        const float rounded = std::nearbyint(widen(static_cast<S>(quotient)));
        const auto offset = zero != nullptr ? static_cast<float>(zero[at]) : 0.0f;
        constexpr auto low = static_cast<float>(std::numeric_limits<Q>::lowest());
        constexpr auto high = static_cast<float>(std::numeric_limits<Q>::max());
        const float code = rounded + offset;
        // NaN becomes the lowest value, as in CodeWriter.
        y[i] = static_cast<Q>(!(code > low) ? low : (code > high ? high : code));
    }
};

template <typename S, typename Q>
struct Dequantize {
    const Q* x;
    const S* scale;
    const Q* zero; ///< null: 0
    S* y;
    ScalePlaces places;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto at = places.at(i);
        const auto offset = zero != nullptr ? static_cast<std::int64_t>(zero[at]) : 0;
        const auto difference = static_cast<float>(static_cast<std::int64_t>(x[i]) - offset);
        y[i] = static_cast<S>(difference * widen(scale[at]));
    }
};

Result<ScalePlaces> placesOf(const KernelRequest& request)
{
    const auto& node = request.node;
    const auto& dims = inputType(request, 0).dims;
    const auto scales = inputType(request, 1).count();
    ScalePlaces places;
    places.block = node.integer("block_size", 0);
    if (places.block < 0)
        return fail("block_size is ", places.block);
    if (scales == 1 && places.block == 0)
        return places;
    places.isSingle = false;
    places.fold = foldAt(dims, TRY(normalizeAxis(node.integer("axis", 1), dims.size())));
    const auto& fold = places.fold;
    const auto entries = places.block == 0
        ? fold.axis
        : fold.outer * ((fold.axis + places.block - 1) / places.block) * fold.inner;
    if (scales != entries)
        return fail("a scale of ", scales, " entries, expected ", entries);
    return places;
}

Result<void> requireZero(const KernelRequest& request, ElementType codes)
{
    if (!request.hasInput(2))
        return {};
    const auto& zero = inputType(request, 2);
    if (zero.element != codes || zero.count() != inputType(request, 1).count())
        return fail("a zero point of ", dimsText(zero.dims), " ", model::name(zero.element));
    return {};
}

/// Quantises any number types. The quotient is rounded to the scale's type or to `precision`, as
/// the operator specifies.
struct QuantizeAny {
    NumberReader x;
    NumberReader scale;
    NumberReader zero;
    CodeWriter codes;
    ElementType precision;
    ScalePlaces places;

    OPSCOPE_KERNEL double quotient(double value, double by) const
    {
        if (precision == ElementType::Double)
            return value / by;
        const float result = static_cast<float>(value) / static_cast<float>(by);
        if (precision == ElementType::Float16)
            return static_cast<double>(widen(Float16(result)));
        if (precision == ElementType::Bfloat16)
            return static_cast<double>(widen(Bfloat16(result)));
        return static_cast<double>(result);
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto at = places.at(i);
        codes.store(i, quotient(x.at(i), scale.at(at)), zero.isPresent() ? zero.at(at) : 0.0);
    }
};

template <typename T>
struct DequantizeAny {
    NumberReader x;
    NumberReader scale;
    NumberReader zero;
    T* y;
    ScalePlaces places;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto at = places.at(i);
        const double offset = zero.isPresent() ? zero.at(at) : 0.0;
        const auto difference = static_cast<Arithmetic<T>>(x.at(i) - offset);
        y[i] = static_cast<T>(difference * static_cast<Arithmetic<T>>(scale.at(at)));
    }
};

Result<std::unique_ptr<Kernel>> prepareQuantizeAny(
    const KernelRequest& request, const TensorType& type, ElementType precision)
{
    TRY(requireNumber(request, 0));
    TRY(requireNumber(request, 1));
    TRY(requireZero(request, type.element));
    const auto places = TRY(placesOf(request));
    auto codes = TRY(codeWriterOf(type.element));
    if (request.node.integer("saturate", 1) == 0)
        codes.overflow = Overflow::Special;
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "quantise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            QuantizeAny quantize { numbersOf(context, 0), numbersOf(context, 1),
                numbersOf(context, 2), codes, precision, places };
            quantize.codes.data = output->data;
            return forEach(*device, type.count(), quantize);
        });
}

Result<std::unique_ptr<Kernel>> prepareDequantizeAny(
    const KernelRequest& request, const TensorType& type)
{
    TRY(requireNumber(request, 0));
    TRY(requireNumber(request, 1));
    if (!contains(FloatTypes {}, type.element))
        return fail("codes are not turned into ", model::name(type.element));
    TRY(requireZero(request, inputType(request, 0).element));
    const auto places = TRY(placesOf(request));
    return typedKernel<FloatTypes>(request, "dequantise", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                DequantizeAny<T> { numbersOf(context, 0), numbersOf(context, 1),
                    numbersOf(context, 2), reinterpret_cast<T*>(output.data), places });
        });
}

Result<std::unique_ptr<Kernel>> prepareQuantize(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    const auto scale = inputType(request, 1).element;
    const auto written = static_cast<ElementType>(request.node.integer("precision", 0));
    const auto precision = written != ElementType::Undefined ? written : scale;
    if (!contains(CodeTypes {}, type.element) || !contains(ScaleTypes {}, scale)
        || inputType(request, 0).element != scale || precision != scale)
        return prepareQuantizeAny(request, type, precision);
    TRY(requireZero(request, type.element));
    const auto places = TRY(placesOf(request));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "quantise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto ofScale = [&]<typename S>() -> Result<void> {
                auto ofCode = [&]<typename Q>() -> Result<void> {
                    return forEach(*device, type.count(),
                        Quantize<S, Q> { in<S>(context, 0), in<S>(context, 1), in<Q>(context, 2),
                            reinterpret_cast<Q*>(output->data), places });
                };
                return visitElement(CodeTypes {}, type.element, ofCode);
            };
            return visitElement(ScaleTypes {}, scale, ofScale);
        });
}

Result<std::unique_ptr<Kernel>> prepareDequantize(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    const auto scale = inputType(request, 1).element;
    const auto codes = inputType(request, 0).element;
    if (!contains(DecodedTypes {}, codes) || !contains(ScaleTypes {}, scale)
        || type.element != scale)
        return prepareDequantizeAny(request, type);
    TRY(requireZero(request, codes));
    const auto places = TRY(placesOf(request));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "dequantise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto ofScale = [&]<typename S>() -> Result<void> {
                auto ofCode = [&]<typename Q>() -> Result<void> {
                    return forEach(*device, type.count(),
                        Dequantize<S, Q> { in<Q>(context, 0), in<S>(context, 1), in<Q>(context, 2),
                            reinterpret_cast<S*>(output->data), places });
                };
                return visitElement(DecodedTypes {}, codes, ofCode);
            };
            return visitElement(ScaleTypes {}, scale, ofScale);
        });
}

const RegisterKernels quantise({ "QuantizeLinear" }, prepareQuantize);
const RegisterKernels dequantise({ "DequantizeLinear" }, prepareDequantize);
const RegisterKernels quantiseOther(
    { "QuantizeLinear" }, prepareQuantize, 0, Tier::Native, "com.microsoft");
const RegisterKernels dequantiseOther(
    { "DequantizeLinear" }, prepareDequantize, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
