#include "engine/cpu/image_window.h"
#include "engine/reference/matmul.h"
#include "engine/reference/quantization.h"

#include <algorithm>
#include <array>

// MatMulInteger, ConvInteger, QLinearConv: signed and unsigned bytes. The zero points are
// subtracted, and the differences are multiplied as floats, which is exact while the sum is below
// 2^24. So the sum is split into pieces of exactSteps steps, which are added as integers. Right
// operands and weights that are constant are packed at preparation. Refuses convolutions whose
// weights are not constant. Source: ONNX MatMulInteger-10, ConvInteger-10, QLinearConv-10.

namespace engine {

namespace {

/// 255 * 255 * 256 < 2^24
constexpr std::int64_t exactSteps = 256;

Result<void> requireBytes(const KernelRequest& request, std::size_t input)
{
    const auto& type = request.input(input);
    if (type.kind != InputType::Kind::Tensor
        || (type.tensor.element != ElementType::Int8 && type.tensor.element != ElementType::Uint8))
        return fail("native ", request.node.type, " takes bytes, input ", input, " is not");
    return {};
}

/// Zero points: one, or one per entry of an axis.
struct ZeroPoints {
    std::vector<double> values { 0.0 };
    int at(std::int64_t entry) const
    {
        return static_cast<int>(values.size() == 1 ? values.front() : values[entry]);
    }
};

Result<ZeroPoints> zeroPoints(const Tensor* tensor, std::int64_t entries)
{
    ZeroPoints zeros;
    if (tensor != nullptr)
        zeros.values = TRY(readNumbers(*tensor));
    if (zeros.values.size() != 1 && std::ssize(zeros.values) != entries)
        return fail(zeros.values.size(), " zero points do not fit ", entries, " entries");
    return zeros;
}

const Tensor* optionalTensor(const RunContext& context, std::size_t input)
{
    return context.hasInput(input) ? &context.tensor(input) : nullptr;
}

/// Writes values - zero point as floats. The zero points belong to the entries of axis `axis`.
void centre(const Tensor& values, const ZeroPoints& zeros, std::size_t axis, int threads, float* to)
{
    const auto* bytes = storage<std::uint8_t>(values);
    const bool isSigned = values.element() == ElementType::Int8;
    const bool isOne = zeros.values.size() == 1 || axis >= values.rank();
    const auto fold = isOne ? AxisFold { 1, 1, values.count() } : foldAt(values.dims(), axis);
    for (std::int64_t row = 0; row < fold.outer * fold.axis; ++row) {
        const auto zero = zeros.at(row % fold.axis);
        parallelFor(
            fold.inner, elementsPerThread, threads, [&](std::int64_t first, std::int64_t last) {
                const auto at = row * fold.inner + first;
                vectorTable().dequantize(bytes + at, to + at, last - first, 1.0f, zero, isSigned);
            });
    }
}

/// Floats of memory for one exact block: the product's buffer, a piece as floats, sums as int32.
std::int64_t exactFloats(const ProductBlocks& blocks)
{
    return (blocks.bufferFloats() + 15) / 16 * 16 + 2 * blocks.rows * blocks.columns;
}

/// Computes the exact sums of a block. Calls finish(row of c, first column, sums, count) for each
/// row.
template <typename Finish>
void multiplyExactly(const ProductBlocks& blocks, std::int64_t block, const PanelSource& a,
    const PanelSource& b, float* buffer, const Finish& finish)
{
    const auto place = placeOf(blocks, block);
    float* piece = buffer + (blocks.bufferFloats() + 15) / 16 * 16;
    auto* sums = reinterpret_cast<std::int32_t*>(piece + blocks.rows * blocks.columns);
    const auto count = place.rows * place.columns;
    std::fill_n(sums, count, 0);
    for (std::int64_t first = 0; first < blocks.size.k; first += exactSteps) {
        sumBlock(place, { first, std::min(blocks.size.k, first + exactSteps) }, a, b,
            { piece, place.columns }, buffer);
        for (std::int64_t i = 0; i < count; ++i) // wraps around like the specification's int32
            sums[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[i])
                + static_cast<std::uint32_t>(static_cast<std::int32_t>(piece[i])));
    }
    for (std::int64_t r = 0; r < place.rows; ++r)
        finish(place.row + r, place.column, sums + r * place.columns, place.columns);
}

// MatMulInteger

struct MatMulPlan {
    MatMulShape shape;
    std::shared_ptr<const PackedPanels> packedB;
};

Result<std::shared_ptr<const PackedPanels>> packBytes(
    const KernelRequest& request, const MatMulShape& shape)
{
    const auto* b = request.input(1).constant;
    const auto* zero = request.input(3).constant;
    if (b == nullptr || b->data == nullptr || (request.hasInput(3) && zero == nullptr)
        || !isOneMatrix(shape.offsetsB))
        return nullptr;
    auto centredB = makeTensor(ElementType::Float, b->dims());
    centre(*b, TRY(zeroPoints(zero, shape.n)), b->rank() - 1, 1, floats(centredB));
    return std::make_shared<const PackedPanels>(
        PanelKind::Columns, MatrixView<float> { floats(centredB), shape.n, 1 }, shape.n, shape.k);
}

Result<float*> centredInput(RunContext& context, std::size_t input, std::size_t zero,
    std::size_t axis, std::int64_t entries)
{
    const auto& tensor = context.tensor(input);
    const auto zeros = TRY(zeroPoints(optionalTensor(context, zero), entries));
    const auto memory = TRY(context.scratch(
        static_cast<std::size_t>(std::max<std::int64_t>(tensor.count(), 1)) * sizeof(float)));
    auto* to = reinterpret_cast<float*>(memory.data());
    centre(tensor, zeros, axis, context.threads(), to);
    return to;
}

Result<void> runMatMul(const MatMulPlan& plan, RunContext& context)
{
    const auto& shape = plan.shape;
    const auto rankA = context.tensor(0).rank();
    auto* output = TRY(context.output(0, ElementType::Int32, shape.output));
    const float* a = TRY(centredInput(context, 0, 2, rankA >= 2 ? rankA - 2 : rankA, shape.m));
    const float* b = plan.packedB
        ? nullptr
        : TRY(centredInput(context, 1, 3, context.tensor(1).rank() - 1, shape.n));
    auto* c = storage<std::int32_t>(*output);
    const auto blocks = cutProduct({ shape.m, shape.n, shape.k }, shape.batches, context.threads());
    return forEachItem(context, shape.batches * blocks.count(), exactFloats(blocks),
        elementCount(std::array { shape.batches, blocks.work() }),
        [&](std::int64_t item, float* buffer) {
            const auto batch = item / blocks.count();
            const auto at = static_cast<std::size_t>(batch);
            const MatrixPanels rows(
                PanelKind::Rows, { a + shape.offsetsA[at], shape.k, 1 }, shape.m);
            const auto write = [&](std::int64_t row, std::int64_t column, const std::int32_t* sums,
                                   std::int64_t count) {
                std::copy_n(sums, count, c + (batch * shape.m + row) * shape.n + column);
            };
            if (plan.packedB)
                return multiplyExactly(
                    blocks, item % blocks.count(), rows, *plan.packedB, buffer, write);
            const MatrixPanels columns(
                PanelKind::Columns, { b + shape.offsetsB[at], shape.n, 1 }, shape.n);
            multiplyExactly(blocks, item % blocks.count(), rows, columns, buffer, write);
        });
}

Result<std::unique_ptr<Kernel>> prepareIntegerMatMul(const KernelRequest& request)
{
    TRY(requireBytes(request, 0));
    TRY(requireBytes(request, 1));
    MatMulPlan plan { TRY(matMulShape(request.input(0).tensor.dims, request.input(1).tensor.dims)),
        nullptr };
    plan.packedB = TRY(packBytes(request, plan.shape));
    return nativeKernel(std::move(plan), runMatMul);
}

// Convolutions

/// Indices of the inputs of the operator.
struct ConvInputs {
    std::size_t x;
    std::size_t zeroX;
    std::size_t w;
    std::size_t zeroW;
};

struct IntegerConvPlan {
    ConvInputs inputs;
    ConvShape shape;
    ImageWindow window;
    Dims output;
    std::vector<ImageWindow::Axes> taps;
    std::vector<PackedPanels> packed; ///< by group
};

Result<IntegerConvPlan> planConv(const KernelRequest& request, const ConvInputs& inputs)
{
    TRY(requireBytes(request, inputs.x));
    TRY(requireBytes(request, inputs.w));
    auto shape = TRY(convShape(
        request.node, request.input(inputs.x).tensor.dims, request.input(inputs.w).tensor.dims));
    IntegerConvPlan plan { inputs, std::move(shape), {}, {}, {}, {} };
    plan.window = TRY(ImageWindow::create(plan.shape.window));
    plan.output = convOutputDims(plan.shape);
    plan.taps = plan.window.taps();
    const auto* weights = request.input(inputs.w).constant;
    const auto* zero = request.input(inputs.zeroW).constant;
    if (weights == nullptr || weights->data == nullptr
        || (request.hasInput(inputs.zeroW) && zero == nullptr))
        return fail("native ", request.node.type, " takes constant weights");
    auto centredWeights = makeTensor(ElementType::Float, weights->dims());
    centre(
        *weights, TRY(zeroPoints(zero, plan.shape.outputChannels)), 0, 1, floats(centredWeights));
    const auto depth = plan.shape.inputsPerGroup * plan.window.kernelCount();
    for (std::int64_t group = 0; group < plan.shape.groups; ++group) {
        const MatrixView<float> rows {
            floats(centredWeights) + group * plan.shape.outputsPerGroup * depth, depth, 1
        };
        plan.packed.emplace_back(PanelKind::Rows, rows, plan.shape.outputsPerGroup, depth);
    }
    return plan;
}

/// Calls store(row, first window, sums, count) for pieces of all rows of the output, from any
/// thread. A row is one channel of one batch entry.
template <typename Store>
Result<void> convolveExactly(const IntegerConvPlan& plan, RunContext& context, const Store& store)
{
    const auto& shape = plan.shape;
    const auto positions = plan.window.positionCount();
    const float* x = TRY(centredInput(context, plan.inputs.x, plan.inputs.zeroX, 0, 1));
    const auto products = shape.batch * shape.groups;
    const auto blocks = cutProduct(
        { shape.outputsPerGroup, positions, shape.inputsPerGroup * plan.window.kernelCount() },
        products, context.threads());
    return forEachItem(context, products * blocks.count(), exactFloats(blocks),
        elementCount(std::array { products, blocks.work() }),
        [&](std::int64_t item, float* buffer) {
            const auto group = item / blocks.count();
            const auto& weights = plan.packed[group % shape.groups];
            const float* planes = x + group * shape.inputsPerGroup * plan.window.imageCount();
            const auto write = [&](std::int64_t row, std::int64_t column, const std::int32_t* sums,
                                   std::int64_t count) {
                store(group * shape.outputsPerGroup + row, column, sums, count);
            };
            if (plan.window.isPlain())
                return multiplyExactly(blocks, item % blocks.count(), weights,
                    MatrixPanels(PanelKind::Columns, { planes, positions, 1 }, positions), buffer,
                    write);
            multiplyExactly(blocks, item % blocks.count(), weights,
                WindowColumns(plan.window, plan.taps, planes), buffer, write);
        });
}

Result<std::unique_ptr<Kernel>> prepareConvInteger(const KernelRequest& request)
{
    auto plan = std::make_shared<const IntegerConvPlan>(TRY(planConv(request, { 0, 2, 1, 3 })));
    return nativeKernel([plan](RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, ElementType::Int32, plan->output));
        auto* y = storage<std::int32_t>(*output);
        const auto positions = plan->window.positionCount();
        return convolveExactly(*plan, context,
            [&](std::int64_t channel, std::int64_t first, const std::int32_t* sums,
                std::int64_t count) { std::copy_n(sums, count, y + channel * positions + first); });
    });
}

/// Parameters for the conversion of int32 sums to bytes.
struct Requantisation {
    std::vector<double> factors; ///< by output channel
    std::vector<std::int64_t> bias;
    double zero = 0;
    double low = 0;
    double high = 0;
};

Result<Requantisation> requantisation(const IntegerConvPlan& plan, const RunContext& context)
{
    Requantisation result;
    const auto channels = plan.shape.outputChannels;
    const auto scaleX = TRY(readNumber(context.tensor(1)));
    const auto scaleW = TRY(readScales(context.tensor(4), channels));
    const auto scaleY = TRY(readNumber(context.tensor(6)));
    for (std::int64_t channel = 0; channel < channels; ++channel)
        result.factors.push_back(scaleX * scaleW.at(channel) / scaleY);
    result.zero = TRY(readNumber(context.tensor(7)));
    result.bias.assign(channels, 0);
    if (context.hasInput(8))
        result.bias = TRY(readIntegers(context.tensor(8)));
    const auto range = TRY(quantizedRange(context.tensor(7).element()));
    result.low = static_cast<double>(range.low);
    result.high = static_cast<double>(range.high);
    return result;
}

void storeBytes(const Requantisation& to, std::int64_t channel, const std::int32_t* sums,
    std::int64_t count, std::uint8_t* y)
{
    const auto factor = to.factors[channel];
    const auto bias = to.bias[channel];
    // Adding and subtracting 1.5 * 2^52 rounds to nearest even without a function call.
    constexpr double shift = 6755399441055744.0;
    for (std::int64_t i = 0; i < count; ++i) {
        const double value = static_cast<double>(sums[i] + bias) * factor;
        const double rounded = ((value + shift) - shift) + to.zero;
        // NaN becomes the lowest value.
        const double kept = !(rounded > to.low) ? to.low : (rounded > to.high ? to.high : rounded);
        y[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(kept));
    }
}

Result<std::unique_ptr<Kernel>> prepareQLinearConv(const KernelRequest& request)
{
    TRY(requireBytes(request, 7));
    auto plan = std::make_shared<const IntegerConvPlan>(TRY(planConv(request, { 0, 2, 3, 5 })));
    if (request.hasInput(8) && request.input(8).tensor.count() != plan->shape.outputChannels)
        return fail("bias has ", request.input(8).tensor.count(), " elements, expected ",
            plan->shape.outputChannels);
    return nativeKernel([plan](RunContext& context) -> Result<void> {
        const auto rule = TRY(requantisation(*plan, context));
        auto* output = TRY(context.output(0, context.tensor(7).element(), plan->output));
        auto* y = storage<std::uint8_t>(*output);
        const auto positions = plan->window.positionCount();
        return convolveExactly(*plan, context,
            [&](std::int64_t channel, std::int64_t first, const std::int32_t* sums,
                std::int64_t count) {
                storeBytes(rule, channel % plan->shape.outputChannels, sums, count,
                    y + channel * positions + first);
            });
    });
}

const RegisterNative integers[] = {
    { "MatMulInteger", prepareIntegerMatMul },
    { "ConvInteger", prepareConvInteger },
    { "QLinearConv", prepareQLinearConv },
};

} // namespace

} // namespace engine
