#include "engine/reference/quantization.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/reference/rounding.h"

#include <algorithm>

// QuantizeLinear and DequantizeLinear (10 to 25; per tensor, axis or block; integers, float8,
// float4), DynamicQuantizeLinear.

namespace engine {

namespace {

/// Maps elements to their scales.
struct ScaleMap {
    AxisFold fold { 1, 1, 1 };
    std::int64_t block = 0; ///< 0 = one scale per tensor or per entry of the axis
    bool isSingle = true;

    std::size_t at(std::int64_t element) const
    {
        if (isSingle)
            return 0;
        const auto entry = element / fold.inner % fold.axis;
        if (block == 0)
            return static_cast<std::size_t>(entry);
        const auto blocks = blockCount(fold.axis, block);
        const auto outer = element / (fold.inner * fold.axis);
        return static_cast<std::size_t>(
            (outer * blocks + entry / block) * fold.inner + element % fold.inner);
    }
};

Result<ScaleMap> scaleMap(const OpNode& node, const Tensor& values, const Tensor& scale)
{
    ScaleMap map;
    map.block = node.integer("block_size", 0);
    if (map.block < 0)
        return fail("block_size is ", map.block);
    if (scale.count() == 1 && map.block == 0)
        return map;
    const auto axis = TRY(normalizeAxis(node.integer("axis", 1), values.rank()));
    map.isSingle = false;
    map.fold = foldAt(values.dims(), axis);
    const auto entries = map.block == 0
        ? map.fold.axis
        : map.fold.outer * blockCount(map.fold.axis, map.block) * map.fold.inner;
    if (scale.count() != entries)
        return fail("a scale of ", scale.dims(), " does not fit a tensor of ", values.dims(),
            " at axis ", axis, ", block size ", map.block);
    return map;
}

ElementType quantizedType(const OpNode& node, const RunContext& context)
{
    if (context.hasInput(2))
        return context.tensor(2).element();
    const auto written = node.element("output_dtype", ElementType::Undefined);
    return written != ElementType::Undefined ? written : ElementType::Uint8;
}

/// Returns x / scale in the precision of the operator: that of the scale, unless `precision` is
/// another one.
double quotient(double x, double scale, ElementType precision)
{
    if (precision == ElementType::Double)
        return x / scale;
    const float result = static_cast<float>(x) / static_cast<float>(scale);
    if (precision == ElementType::Float16)
        return static_cast<double>(halfValue(halfBits(result)));
    if (precision == ElementType::Bfloat16)
        return static_cast<double>(static_cast<float>(Bfloat16(result)));
    return static_cast<double>(result);
}

void storeFloatCode(Tensor& output, std::int64_t i, std::uint16_t code)
{
    if (elementBytes(output.element()) == 2)
        storage<std::uint16_t>(output)[i] = code;
    else
        storage<std::uint8_t>(output)[i] = static_cast<std::uint8_t>(code);
}

/// The zero points in input 2, one for each scale; 0 if there are none.
Result<std::vector<double>> zerosPerScale(const RunContext& context, std::size_t scales)
{
    auto zeros = context.hasInput(2) ? TRY(readCodes(context.tensor(2)))
                                     : std::vector<double>(scales, 0.0);
    if (zeros.size() != scales)
        return fail("scale has ", scales, " entries, zero point ", zeros.size());
    return zeros;
}

Result<void> runQuantize(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& scale = context.tensor(1);
    const auto type = quantizedType(node, context);
    const auto map = TRY(scaleMap(node, input, scale));
    const auto scales = TRY(readNumbers(scale));
    const auto values = TRY(readNumbers(input));
    const auto zeros = TRY(zerosPerScale(context, scales.size()));
    const auto written = node.element("precision", ElementType::Undefined);
    const auto precision = written != ElementType::Undefined ? written : scale.element();
    const bool isFloat = isSmallFloat(type);
    const auto overflow = node.integer("saturate", 1) != 0 ? Overflow::Saturate : Overflow::Special;
    const auto range = isFloat ? IntegerRange {} : TRY(quantizedRange(type));
    auto* output = TRY(context.output(0, type, input.dims()));
    for (std::int64_t i = 0; i < input.count(); ++i) {
        const auto at = map.at(i);
        const double value = quotient(values[i], scales[at], precision);
        if (isFloat)
            storeFloatCode(*output, i, encodeSmallFloat(value + zeros[at], type, overflow));
        else
            storeQuantized(*output, i, value, static_cast<std::int64_t>(zeros[at]), range);
    }
    return {};
}

Result<void> runDequantize(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& scale = context.tensor(1);
    const auto map = TRY(scaleMap(node, input, scale));
    const auto scales = TRY(readNumbers(scale));
    const auto values = TRY(readCodes(input));
    const auto zeros = TRY(zerosPerScale(context, scales.size()));
    const auto written = node.element("output_dtype", ElementType::Undefined);
    auto type = written != ElementType::Undefined ? written : scale.element();
    if (type == ElementType::Float8E8M0)
        type = ElementType::Float; // float8e8m0 is a type of scales only
    auto* output = TRY(context.output(0, type, input.dims()));
    return visitElement(FloatTypes {}, type, [&]<typename T>() {
        using A = Arithmetic<T>;
        for (std::int64_t i = 0; i < input.count(); ++i) {
            const auto at = map.at(i);
            const auto difference = static_cast<A>(values[i] - zeros[at]);
            storage<T>(*output)[i] = static_cast<T>(difference * static_cast<A>(scales[at]));
        }
    });
}

/// y = saturate(round(x / scale) + zero), with 0 always inside the range of x.
Result<void> runDynamicQuantize(const OpNode&, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto range = byteRangeOf(input.as<float>());
    auto* output = TRY(context.output(0, ElementType::Uint8, input.dims()));
    auto* scaleOut = TRY(context.output(1, ElementType::Float, Dims {}));
    auto* zeroOut = TRY(context.output(2, ElementType::Uint8, Dims {}));
    std::ranges::transform(input.as<float>(), output->as<std::uint8_t>().begin(),
        [&](float x) { return static_cast<std::uint8_t>(range.code(x)); });
    scaleOut->as<float>()[0] = range.scale;
    zeroOut->as<std::uint8_t>()[0] = static_cast<std::uint8_t>(range.zero);
    return {};
}

const RegisterReference quantizers[] = {
    { "QuantizeLinear", runQuantize },
    { "DequantizeLinear", runDequantize },
    { "DynamicQuantizeLinear", runDynamicQuantize, checkFirstInput<TypeList<float>> },
    { "QuantizeLinear", runQuantize, nullptr, "com.microsoft" },
    { "DequantizeLinear", runDequantize, nullptr, "com.microsoft" },
};

} // namespace

} // namespace engine
