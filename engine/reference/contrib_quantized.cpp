#include "engine/reference/quantization.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/reference/standard.h"

// QLinear operators of com.microsoft: inputs are dequantised, the standard operator runs in float,
// and its result is quantised. Also NhwcConv and the quantised convolution with channels last.

namespace engine {

namespace {

/// Indices of the inputs of one quantised tensor. The zero point may be absent.
struct QuantizedPlaces {
    std::size_t values, scale, zero;
};

Result<double> zeroAt(const RunContext& context, std::size_t input)
{
    return context.hasInput(input) ? readNumber(context.tensor(input)) : Result<double>(0.0);
}

Result<RuntimeValue> dequantized(const RunContext& context, const QuantizedPlaces& places)
{
    const auto scale = TRY(readNumber(context.tensor(places.scale)));
    const auto zero = TRY(zeroAt(context, places.zero));
    const auto codes = TRY(readNumbers(context.tensor(places.values)));
    auto tensor = makeTensor(ElementType::Float, context.tensor(places.values).dims());
    for (std::size_t i = 0; i < codes.size(); ++i)
        tensor.as<float>()[i] = static_cast<float>((codes[i] - zero) * scale);
    return RuntimeValue { std::move(tensor) };
}

/// The same for a matrix whose scale and zero point are one number or one per entry of
/// `columnAxis`.
Result<Tensor> dequantizedColumns(
    const RunContext& context, const QuantizedPlaces& places, std::size_t columnAxis)
{
    const auto& values = context.tensor(places.values);
    const auto columns = values.dims()[columnAxis];
    const auto scales = TRY(readScales(context.tensor(places.scale), columns));
    const auto zeros = context.hasInput(places.zero)
        ? TRY(readScales(context.tensor(places.zero), columns))
        : Scales { { 0.0 } };
    const auto codes = TRY(readNumbers(values));
    auto matrix = makeTensor(ElementType::Float, values.dims());
    const auto inner = columnAxis == 1 ? std::int64_t(1) : values.dims()[1];
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto column = static_cast<std::int64_t>(i) / inner % columns;
        matrix.as<float>()[i]
            = static_cast<float>((codes[i] - zeros.at(column)) * scales.at(column));
    }
    return matrix;
}

/// Quantises `result` to output 0 in `type`, with the scale and zero point of two inputs.
Result<void> writeQuantized(RunContext& context, const Tensor& result, std::size_t scaleInput,
    std::size_t zeroInput, ElementType type)
{
    const auto scale = TRY(readNumber(context.tensor(scaleInput)));
    const auto zero = static_cast<std::int64_t>(TRY(zeroAt(context, zeroInput)));
    const auto range = TRY(quantizedRange(type));
    auto* output = TRY(context.output(0, type, result.dims()));
    for (std::int64_t i = 0; i < result.count(); ++i)
        storeQuantized(*output, i,
            static_cast<double>(storage<float>(result)[i] / static_cast<float>(scale)), zero,
            range);
    return {};
}

/// Operators of one operand. Inputs: X, x scale, x zero, y scale, y zero.
Result<void> runQuantizedUnary(const OpNode& node, RunContext& context)
{
    auto input = TRY(dequantized(context, { 0, 1, 2 }));
    const bool isLast = node.flag("channels_last");
    if (isLast)
        input.tensor() = TRY(channelsFirst(input.tensor()));
    auto result = TRY(runStandard(
        node, std::string_view(node.type).substr(std::string_view("QLinear").size()), { input }));
    if (isLast)
        result = TRY(channelsLast(result));
    return writeQuantized(context, result, 3, 4, context.tensor(0).element());
}

/// Softmax. If the attribute `opset` is below 13, everything from the axis on is one row.
Result<void> runQuantizedSoftmax(const OpNode& node, RunContext& context)
{
    const auto input = TRY(dequantized(context, { 0, 1, 2 }));
    const auto dims = input.tensor().dims();
    const auto isOld = node.integer("opset", 13) < 13;
    if (!isOld || dims.empty()) {
        const auto result = TRY(runStandard(node, "Softmax", { input }));
        return writeQuantized(context, result, 3, 4, context.tensor(0).element());
    }
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), dims.size()));
    auto flat = input;
    flat.tensor().type.dims = { elementCount(std::span(dims).first(axis)),
        elementCount(std::span(dims).subspan(axis)) };
    auto result = TRY(runStandard({}, "Softmax", { flat }, { attributeOf("axis", 1) }));
    result.type.dims = dims;
    return writeQuantized(context, result, 3, 4, context.tensor(0).element());
}

/// Scales relative to that of the result, and zero points, as float.
struct BinaryScales {
    float a, b, zeroA, zeroB, zeroC;
};

/// The order of operations in float is that of ONNX Runtime, because many results lie halfway
/// between two codes.
float sumOf(const BinaryScales& scales, float a, float b)
{
    const float constant = scales.zeroC - (scales.a * scales.zeroA + scales.b * scales.zeroB);
    return b * scales.b + (a * scales.a + constant);
}
float productOf(const BinaryScales& scales, float a, float b)
{
    return (a - scales.zeroA) * (b - scales.zeroB) * scales.a + scales.zeroC;
}

/// Reads A with scale and zero, B with scale and zero, C scale, C zero.
Result<BinaryScales> binaryScales(const RunContext& context, bool isProduct)
{
    const auto a = static_cast<float>(TRY(readNumber(context.tensor(1))));
    const auto b = static_cast<float>(TRY(readNumber(context.tensor(4))));
    const auto c = static_cast<float>(TRY(readNumber(context.tensor(6))));
    BinaryScales scales { isProduct ? a * b / c : a / c, b / c, 0, 0, 0 };
    scales.zeroA = static_cast<float>(TRY(zeroAt(context, 2)));
    scales.zeroB = static_cast<float>(TRY(zeroAt(context, 5)));
    scales.zeroC = static_cast<float>(TRY(zeroAt(context, 7)));
    return scales;
}

template <auto combine, bool isProduct>
Result<void> runQuantizedBinary(const OpNode&, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(3);
    const auto dims = TRY(broadcastDims(a.dims(), b.dims()));
    const auto scales = TRY(binaryScales(context, isProduct));
    const auto codesA = TRY(readNumbers(a));
    const auto codesB = TRY(readNumbers(b));
    const auto range = TRY(quantizedRange(a.element()));
    auto* output = TRY(context.output(0, a.element(), dims));
    const StridedLoop<3> loop(dims,
        { broadcastStrides(a.dims(), dims), broadcastStrides(b.dims(), dims), denseStrides(dims) });
    loop.forEach([&](const auto& at) {
        const auto x = static_cast<float>(codesA[at[0]]);
        const auto y = static_cast<float>(codesB[at[1]]);
        storeQuantized(*output, at[2], static_cast<double>(combine(scales, x, y)), 0, range);
    });
    return {};
}

/// Inputs: condition, X with scale and zero, Y with scale and zero, Z scale, Z zero.
Result<void> runQuantizedWhere(const OpNode& node, RunContext& context)
{
    const auto x = TRY(dequantized(context, { 1, 2, 3 }));
    const auto y = TRY(dequantized(context, { 4, 5, 6 }));
    const auto result = TRY(runStandard(node, "Where", { context.input(0), x, y }));
    return writeQuantized(context, result, 7, 8, context.tensor(1).element());
}

/// Inputs: Y scale, Y zero, then each part with its scale and zero.
Result<void> runQuantizedConcat(const OpNode& node, RunContext& context)
{
    std::vector<RuntimeValue> parts;
    for (std::size_t i = 2; context.hasInput(i); i += 3)
        parts.push_back(TRY(dequantized(context, { i, i + 1, i + 2 })));
    if (parts.empty())
        return fail("QLinearConcat has no parts");
    const auto result = TRY(runStandard(node, "Concat", parts));
    return writeQuantized(context, result, 0, 1, context.tensor(2).element());
}

/// Inputs: A, a scale, a zero, B, b scale (one or per column), b zero, C (int32 in units of a scale
/// * b scale), y scale, y zero. Without the last two the result is float.
Result<void> runQuantizedGemm(const OpNode& node, RunContext& context)
{
    const auto a = TRY(dequantized(context, { 0, 1, 2 }));
    const auto& weights = context.tensor(3);
    if (weights.rank() != 2)
        return fail("B is ", weights.dims(), ", expected a matrix");
    const std::size_t columnAxis = node.flag("transB") ? 0 : 1;
    auto b = TRY(dequantizedColumns(context, { 3, 4, 5 }, columnAxis));
    std::vector<RuntimeValue> operands { a, { std::move(b) } };
    if (context.hasInput(6)) {
        const auto columns = weights.dims()[columnAxis];
        const auto scales = TRY(readScales(context.tensor(4), columns));
        const auto scaleA = TRY(readNumber(context.tensor(1)));
        const auto biases = TRY(readNumbers(context.tensor(6)));
        if (columns == 0 && !biases.empty())
            return fail("C has ", biases.size(), " elements for a product without columns");
        auto bias = makeTensor(ElementType::Float, context.tensor(6).dims());
        for (std::size_t i = 0; i < biases.size(); ++i)
            bias.as<float>()[i] = static_cast<float>(
                biases[i] * scaleA * scales.at(static_cast<std::int64_t>(i) % columns));
        operands.push_back({ std::move(bias) });
    }
    auto result = TRY(runStandard(node, "Gemm", operands));
    if (!context.hasInput(7))
        return setOutputTensor(context, std::move(result));
    return writeQuantized(context, result, 7, 8,
        context.hasInput(8) ? context.tensor(8).element() : context.tensor(0).element());
}

Result<void> runNhwcConv(const OpNode& node, RunContext& context)
{
    auto image = TRY(channelsFirst(context.tensor(0)));
    std::vector<RuntimeValue> inputs { { std::move(image) }, context.input(1) };
    if (context.hasInput(2))
        inputs.push_back(context.input(2));
    const auto result = TRY(runStandard(node, "Conv", inputs));
    return setOutputTensor(context, TRY(channelsLast(result)));
}

/// QLinearConv of com.microsoft: that of ONNX, optionally with channels last.
Result<void> runChannelsLastConv(const OpNode& node, RunContext& context)
{
    std::vector<RuntimeValue> inputs;
    for (std::size_t i = 0; i < 9; ++i)
        inputs.push_back(context.input(i));
    if (!node.flag("channels_last"))
        return setOutputTensor(context, TRY(runStandard(node, "QLinearConv", inputs)));
    inputs[0] = { TRY(channelsFirst(context.tensor(0))) };
    const auto result = TRY(runStandard(node, "QLinearConv", inputs));
    return setOutputTensor(context, TRY(channelsLast(result)));
}

/// Attention on dequantised inputs. Inputs: input, weight, bias, input scale, weight scale (one or
/// per column), mask, input zero, weight zero, past.
Result<void> runQuantizedAttention(const OpNode& node, RunContext& context)
{
    const auto input = TRY(dequantized(context, { 0, 3, 6 }));
    const auto& weights = context.tensor(1);
    if (weights.rank() != 2)
        return fail("weights are ", weights.dims(), ", expected a matrix");
    const auto matrix = TRY(dequantizedColumns(context, { 1, 4, 7 }, 1));
    auto outputs = TRY(runOther(node, "com.microsoft", "Attention",
        { input, { matrix }, context.input(2), context.input(5), context.input(8) },
        context.hasOutput(1) ? 2 : 1));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        TRY(context.setOutput(i, std::move(outputs[i])));
    return {};
}

constexpr auto onBytes = checkFirstInput<TypeList<std::uint8_t, std::int8_t>>;

const RegisterReference quantizedOperators[] = {
    { "QLinearAdd", runQuantizedBinary<sumOf, false>, onBytes, "com.microsoft" },
    { "QLinearMul", runQuantizedBinary<productOf, true>, onBytes, "com.microsoft" },
    { "QLinearSigmoid", runQuantizedUnary, onBytes, "com.microsoft" },
    { "QLinearLeakyRelu", runQuantizedUnary, onBytes, "com.microsoft" },
    { "QLinearAveragePool", runQuantizedUnary, onBytes, "com.microsoft" },
    { "QLinearGlobalAveragePool", runQuantizedUnary, onBytes, "com.microsoft" },
    { "QLinearSoftmax", runQuantizedSoftmax, onBytes, "com.microsoft" },
    { "QLinearWhere", runQuantizedWhere, nullptr, "com.microsoft" },
    { "QLinearConcat", runQuantizedConcat, nullptr, "com.microsoft" },
    { "QAttention", runQuantizedAttention, onBytes, "com.microsoft" },
    { "QGemm", runQuantizedGemm, onBytes, "com.microsoft" },
    { "QLinearConv", runChannelsLastConv, onBytes, "com.microsoft" },
    { "NhwcConv", runNhwcConv, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
