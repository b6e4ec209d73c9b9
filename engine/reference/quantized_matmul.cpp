#include "engine/kernel/element_dispatch.h"
#include "engine/reference/matmul.h"
#include "engine/reference/quantization.h"

#include <algorithm>

// MatMulInteger, QLinearMatMul, ConvInteger, QLinearConv; MatMulIntegerToFloat and
// DynamicQuantizeMatMul of com.microsoft. Products are summed in 32 bits, as specified.

namespace engine {

namespace {

const Tensor* optionalTensor(const RunContext& context, std::size_t input)
{
    return context.hasInput(input) ? &context.tensor(input) : nullptr;
}

/// A product of integers minus zero points, and the output it goes to. Zero points of the left
/// operand belong to rows, those of the right one to columns.
struct IntegerProduct {
    MatMulShape shape;
    Tensor* output = nullptr;
    std::vector<std::int32_t> sums;
};

/// Finds the shape and asks for output 0. No operand bounds the size of a product of k = 0, but the
/// memory for the output does: sums are allocated after it.
Result<IntegerProduct> prepareProduct(
    RunContext& context, const Tensor& a, const Tensor& b, ElementType element)
{
    IntegerProduct product { TRY(matMulShape(a.dims(), b.dims())), nullptr, {} };
    product.output = TRY(context.output(0, element, product.shape.output));
    return product;
}

void multiplyCentred(IntegerProduct& product, const std::vector<std::int32_t>& left,
    const std::vector<std::int32_t>& right)
{
    product.sums.assign(product.output->count(), 0);
    const auto* dataA = reinterpret_cast<const std::uint32_t*>(left.data());
    const auto* dataB = reinterpret_cast<const std::uint32_t*>(right.data());
    multiplyStacks(product.shape, dataA, dataB, product.sums.data(),
        [](std::uint32_t sum) { return static_cast<std::int32_t>(sum); });
}

Result<void> multiplyIntegers(IntegerProduct& product, const Tensor& a, const Tensor* zeroA,
    const Tensor& b, const Tensor* zeroB)
{
    const auto left = TRY(centred(a, zeroA, a.rank() >= 2 ? a.rank() - 2 : 0));
    const auto right = TRY(centred(b, zeroB, b.rank() >= 1 ? b.rank() - 1 : 0));
    multiplyCentred(product, left, right);
    return {};
}

Result<void> runMatMulInteger(const OpNode&, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    auto product = TRY(prepareProduct(context, a, b, ElementType::Int32));
    TRY(multiplyIntegers(product, a, optionalTensor(context, 2), b, optionalTensor(context, 3)));
    std::ranges::copy(product.sums, product.output->as<std::int32_t>().begin());
    return {};
}

/// Returns the numbers of a quantised tensor minus their zero points. There is one zero point, or
/// one per entry of axis `axis`.
Result<std::vector<double>> centredNumbers(
    const Tensor& values, const Tensor& zeroPoint, std::size_t axis)
{
    auto numbers = TRY(readNumbers(values));
    const auto zeros = TRY(readNumbers(zeroPoint));
    const auto fold = zeros.size() == 1 || axis >= values.rank() ? AxisFold { 1, 1, values.count() }
                                                                 : foldAt(values.dims(), axis);
    if (std::ssize(zeros) != fold.axis)
        return fail(zeros.size(), " zero points do not fit a tensor of ", values.dims());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] -= zeros[static_cast<std::int64_t>(i) / std::max<std::int64_t>(fold.inner, 1)
            % fold.axis];
    return numbers;
}

/// QLinearMatMul if an operand or the result has a float8 type.
Result<void> runQLinearMatMulFloat8(RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(3);
    const auto shape = TRY(matMulShape(a.dims(), b.dims()));
    const auto type = context.tensor(7).element();
    auto* output = TRY(context.output(0, type, shape.output));
    const auto left = TRY(centredNumbers(a, context.tensor(2), a.rank() >= 2 ? a.rank() - 2 : 0));
    const auto right = TRY(centredNumbers(b, context.tensor(5), b.rank() >= 1 ? b.rank() - 1 : 0));
    std::vector<double> sums(output->count(), 0.0);
    multiplyStacks(shape, left.data(), right.data(), sums.data(), [](double sum) { return sum; });
    const auto scaleA = TRY(readScales(context.tensor(1), shape.m));
    const auto scaleB = TRY(readScales(context.tensor(4), shape.n));
    const auto scaleY = TRY(readNumber(context.tensor(6)));
    const auto zeroY = TRY(readNumber(context.tensor(7)));
    const auto range = isSmallFloat(type) ? IntegerRange {} : TRY(quantizedRange(type));
    for (std::int64_t i = 0; i < output->count(); ++i) {
        const double value
            = sums[i] * scaleA.at(i / shape.n % shape.m) * scaleB.at(i % shape.n) / scaleY;
        if (isSmallFloat(type))
            storage<std::uint8_t>(*output)[i] = static_cast<std::uint8_t>(
                encodeSmallFloat(value + zeroY, type, Overflow::Saturate));
        else
            storeQuantized(*output, i, value, static_cast<std::int64_t>(zeroY), range);
    }
    return {};
}

/// Accepts int8, uint8 and the float8 types.
Result<void> checkQLinearMatMul(const KernelRequest& request)
{
    for (const std::size_t i : { 0, 3, 7 }) {
        const auto element = request.input(i).tensor.element;
        const bool isInteger = element == ElementType::Int8 || element == ElementType::Uint8;
        if (!isInteger && !(isSmallFloat(element) && elementBytes(element) == 1))
            return fail("input ", i, " of QLinearMatMul has element type ", element,
                ", which is not supported");
    }
    return {};
}

Result<void> runQLinearMatMul(const OpNode&, RunContext& context)
{
    for (const std::size_t i : { 0, 3, 7 }) {
        if (isSmallFloat(context.tensor(i).element()))
            return runQLinearMatMulFloat8(context);
    }
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(3);
    const auto type = context.tensor(7).element();
    auto product = TRY(prepareProduct(context, a, b, type));
    TRY(multiplyIntegers(product, a, &context.tensor(2), b, &context.tensor(5)));
    const auto& shape = product.shape;
    const auto scaleA = TRY(readScales(context.tensor(1), shape.m));
    const auto scaleB = TRY(readScales(context.tensor(4), shape.n));
    const auto scaleY = TRY(readNumber(context.tensor(6)));
    const auto zeroY = static_cast<std::int64_t>(TRY(readNumber(context.tensor(7))));
    const auto range = TRY(quantizedRange(type));
    for (std::int64_t i = 0; i < product.output->count(); ++i) {
        const double scale = scaleA.at(i / shape.n % shape.m) * scaleB.at(i % shape.n) / scaleY;
        storeQuantized(
            *product.output, i, static_cast<double>(product.sums[i]) * scale, zeroY, range);
    }
    return {};
}

Result<void> writeScaled(
    const IntegerProduct& product, const Scales& scaleA, const Scales& scaleB, const Tensor* bias)
{
    const auto& shape = product.shape;
    const auto biases
        = bias != nullptr ? TRY(readNumbers(*bias)) : std::vector<double>(shape.n, 0.0);
    if (std::ssize(biases) != shape.n)
        return fail("bias has ", biases.size(), " elements, expected ", shape.n);
    auto* output = product.output;
    return visitElement(TypeList<float, Float16> {}, output->element(), [&]<typename T>() {
        for (std::int64_t i = 0; i < output->count(); ++i) {
            const double scaled = static_cast<double>(product.sums[i])
                * scaleA.at(i / shape.n % shape.m) * scaleB.at(i % shape.n);
            storage<T>(*output)[i]
                = static_cast<T>(static_cast<float>(scaled + biases[i % shape.n]));
        }
    });
}

/// MatMulIntegerToFloat of com.microsoft. Inputs: A, B, scales, zero points, bias.
Result<void> runMatMulIntegerToFloat(const OpNode&, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    auto product = TRY(prepareProduct(context, a, b, context.tensor(2).element()));
    TRY(multiplyIntegers(product, a, optionalTensor(context, 4), b, optionalTensor(context, 5)));
    const auto scaleA = TRY(readScales(context.tensor(2), product.shape.m));
    const auto scaleB = TRY(readScales(context.tensor(3), product.shape.n));
    return writeScaled(product, scaleA, scaleB, optionalTensor(context, 6));
}

/// DynamicQuantizeMatMul of com.microsoft. Inputs: A, which is quantised to uint8 here; B, its
/// scale and zero point; bias.
Result<void> runDynamicQuantizeMatMul(const OpNode&, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    auto product = TRY(prepareProduct(context, a, b, ElementType::Float));
    const auto numbers = TRY(readNumbers(a));
    std::vector<float> values;
    for (const double x : numbers)
        values.push_back(static_cast<float>(x));
    const auto range = byteRangeOf(values);
    std::vector<std::int32_t> left;
    for (const float x : values)
        left.push_back(static_cast<std::int32_t>(range.code(x) - range.zero));
    const auto right
        = TRY(centred(b, optionalTensor(context, 3), b.rank() >= 1 ? b.rank() - 1 : 0));
    multiplyCentred(product, left, right);
    const auto scaleB = TRY(readScales(context.tensor(2), product.shape.n));
    return writeScaled(product, Scales { { static_cast<double>(range.scale) } }, scaleB,
        optionalTensor(context, 4));
}

Result<void> runConvInteger(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& weight = context.tensor(1);
    const auto shape = TRY(convShape(node, input.dims(), weight.dims()));
    const auto data = TRY(centred(input, optionalTensor(context, 2), 0));
    const auto weights = TRY(centred(weight, optionalTensor(context, 3), 0));
    auto* output = TRY(context.output(0, ElementType::Int32, convOutputDims(shape)));
    const auto positions = shape.window.positionCount();
    auto store = [&](std::int64_t batch, std::int64_t channel, std::int64_t first,
                     std::span<const std::uint32_t> sums) {
        auto* row = storage<std::uint32_t>(*output)
            + (batch * shape.outputChannels + channel) * positions + first;
        std::ranges::copy(sums, row);
    };
    return convolveIntegers(shape, data, weights, context.stop(), store);
}

/// Inputs: x, x scale, x zero, w, w scale, w zero, y scale, y zero, bias (int32 in units of x scale
/// * w scale).
Result<void> runQLinearConv(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& weight = context.tensor(3);
    const auto shape = TRY(convShape(node, input.dims(), weight.dims()));
    const auto data = TRY(centred(input, &context.tensor(2), 0));
    const auto weights = TRY(centred(weight, &context.tensor(5), 0));
    const auto scaleX = TRY(readNumber(context.tensor(1)));
    const auto scaleW = TRY(readScales(context.tensor(4), shape.outputChannels));
    const auto scaleY = TRY(readNumber(context.tensor(6)));
    const auto zeroY = static_cast<std::int64_t>(TRY(readNumber(context.tensor(7))));
    const auto type = context.tensor(7).element();
    const auto range = TRY(quantizedRange(type));
    const auto bias = context.hasInput(8) ? TRY(readIntegers(context.tensor(8)))
                                          : std::vector<std::int64_t>(shape.outputChannels, 0);
    if (std::ssize(bias) != shape.outputChannels)
        return fail("bias has ", bias.size(), " elements, expected ", shape.outputChannels);
    auto* output = TRY(context.output(0, type, convOutputDims(shape)));
    const auto positions = shape.window.positionCount();
    auto store = [&](std::int64_t batch, std::int64_t channel, std::int64_t first,
                     std::span<const std::uint32_t> sums) {
        const auto base = (batch * shape.outputChannels + channel) * positions + first;
        const double scale = scaleX * scaleW.at(channel) / scaleY;
        for (std::size_t p = 0; p < sums.size(); ++p) {
            const auto sum
                = static_cast<std::int64_t>(static_cast<std::int32_t>(sums[p])) + bias[channel];
            storeQuantized(*output, base + static_cast<std::int64_t>(p),
                static_cast<double>(sum) * scale, zeroY, range);
        }
    };
    return convolveIntegers(shape, data, weights, context.stop(), store);
}

using ByteTypes = TypeList<std::uint8_t, std::int8_t>;
constexpr auto onBytes = checkFirstInput<ByteTypes>;

const RegisterReference quantizedProducts[] = {
    { "MatMulInteger", runMatMulInteger, onBytes },
    { "QLinearMatMul", runQLinearMatMul, checkQLinearMatMul },
    { "ConvInteger", runConvInteger, onBytes },
    { "QLinearConv", runQLinearConv, onBytes },
    { "MatMulIntegerToFloat", runMatMulIntegerToFloat, onBytes, "com.microsoft" },
    { "DynamicQuantizeMatMul", runDynamicQuantizeMatMul, checkFirstInput<TypeList<float>>,
        "com.microsoft" },
};

} // namespace

} // namespace engine
