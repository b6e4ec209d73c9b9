#include "engine/cuda/kernels/numbers.h"
#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/product_shapes.h"
#include "engine/cuda/kernels/window.h"
#include "engine/reference/conv.h"

#include <cmath>

// MatMulInteger, QLinearMatMul, ConvInteger, QLinearConv; MatMulIntegerToFloat, QGemm and
// QLinearConv of com.microsoft: products of bytes with their zero points taken off, summed in 32
// bits that wrap around, as the specification says, then scaled in double and rounded once.

namespace engine::cuda {

namespace {

using ByteTypes = TypeList<std::uint8_t, std::int8_t>;
using Sum = std::uint32_t; ///< the bits of an int32, which may wrap

/// A tensor of bytes and its zero point: one, or one per entry of an axis.
struct Bytes {
    const std::uint8_t* values = nullptr;
    const std::uint8_t* zeros = nullptr; ///< null: 0
    bool isSigned = false;
    bool hasManyZeros = false;

    OPSCOPE_KERNEL std::int32_t code(const std::uint8_t* from, std::int64_t i) const
    {
        return isSigned ? static_cast<std::int32_t>(static_cast<std::int8_t>(from[i]))
                        : static_cast<std::int32_t>(from[i]);
    }
    OPSCOPE_KERNEL Sum at(std::int64_t i, std::int64_t entry) const
    {
        const auto zero = zeros == nullptr ? 0 : code(zeros, hasManyZeros ? entry : 0);
        return static_cast<Sum>(code(values, i) - zero);
    }
};

Bytes bytesOf(const RunContext& context, std::size_t values, std::size_t zeros)
{
    const auto& tensor = context.tensor(values);
    Bytes bytes { in<std::uint8_t>(context, values), in<std::uint8_t>(context, zeros),
        tensor.element() == ElementType::Int8 };
    bytes.hasManyZeros = bytes.zeros != nullptr && context.tensor(zeros).count() > 1;
    return bytes;
}

/// A zero point is of its tensor's type, one number or one per entry.
Result<void> requireBytes(
    const KernelRequest& request, std::size_t values, std::size_t zeros, std::int64_t entries)
{
    TRY(requireElement(request, values, ByteTypes {}));
    if (!request.hasInput(zeros))
        return {};
    const auto& zero = inputType(request, zeros);
    if (zero.element != inputType(request, values).element)
        return fail("zero point ", zeros, " is ", model::name(zero.element), ", its tensor ",
            model::name(inputType(request, values).element));
    if (zero.count() != 1 && zero.count() != entries)
        return fail(
            "zero point ", zeros, " has ", zero.count(), " entries, expected 1 or ", entries);
    return {};
}

/// A scale is one number or one per entry.
Result<void> requireScale(const KernelRequest& request, std::size_t i, std::int64_t entries)
{
    TRY(requireElement(request, i, FloatTypes {}));
    if (inputType(request, i).count() != 1 && inputType(request, i).count() != entries)
        return fail("scale ", i, " has ", inputType(request, i).count(), " entries, expected 1 or ",
            entries);
    return {};
}

struct Scale {
    NumberReader values;
    bool isSingle = true;

    OPSCOPE_KERNEL double at(std::int64_t i) const { return values.at(isSingle ? 0 : i); }
};

Scale scaleOf(const RunContext& context, std::size_t i)
{
    return { numbersOf(context, i), context.tensor(i).count() == 1 };
}

/// Element (row, column) of a matrix of a stack; zero points belong to rows or to columns.
struct ByteMatrix {
    Bytes bytes;
    std::int64_t rowStride;
    Strided<1> batches;
    bool zeroOfRow;

    OPSCOPE_KERNEL Sum operator()(std::int64_t batch, std::int64_t row, std::int64_t column) const
    {
        std::int64_t at[1];
        batches.find(batch, at);
        return bytes.at(at[0] + row * rowStride + column, zeroOfRow ? row : column);
    }
};

struct StoreSums {
    std::uint32_t* y;
    std::int64_t rows;
    std::int64_t columns;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, Sum sum) const
    {
        y[(batch * rows + row) * columns + column] = sum;
    }
};

OPSCOPE_KERNEL double numberOf(Sum sum)
{
    return static_cast<double>(static_cast<std::int32_t>(sum));
}

struct StoreCodes {
    CodeWriter codes;
    Scale a;
    Scale b;
    NumberReader scaleY;
    NumberReader zeroY;
    std::int64_t rows;
    std::int64_t columns;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, Sum sum) const
    {
        const double scale = a.at(row) * b.at(column) / scaleY.at(0);
        codes.store((batch * rows + row) * columns + column, numberOf(sum) * scale,
            zeroY.isPresent() ? zeroY.at(0) : 0.0);
    }
};

template <typename T>
struct StoreScaled {
    T* y;
    Scale a;
    Scale b;
    NumberReader bias;
    std::int64_t rows;
    std::int64_t columns;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, Sum sum) const
    {
        const double scaled = numberOf(sum) * a.at(row) * b.at(column);
        y[(batch * rows + row) * columns + column] = static_cast<T>(
            static_cast<float>(scaled + (bias.isPresent() ? bias.at(column) : 0.0)));
    }
};

template <typename Store>
Result<void> runStacked(ModuleBackend& device, const StackedProduct& shape, const Bytes& a,
    const Bytes& b, const Store& store)
{
    const TiledProduct<Sum, ByteMatrix, ByteMatrix, Store> product { { a, shape.k, shape.offsetsA,
                                                                         true },
        { b, shape.n, shape.offsetsB, false }, store, shape.m, shape.n, shape.k };
    return runProduct(device, product, shape.batches);
}

/// Which inputs hold what.
struct Places {
    std::size_t a, b, zeroA, zeroB;
};

Result<StackedProduct> byteProduct(const KernelRequest& request, const Places& places)
{
    auto shape
        = TRY(stackedProduct(inputType(request, places.a).dims, inputType(request, places.b).dims));
    TRY(requireBytes(request, places.a, places.zeroA, shape.m));
    TRY(requireBytes(request, places.b, places.zeroB, shape.n));
    return shape;
}

Result<std::unique_ptr<Kernel>> prepareMatMulInteger(const KernelRequest& request)
{
    const auto plan = TRY(byteProduct(request, { 0, 1, 2, 3 }));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled integer product"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(context.output(0, ElementType::Int32, plan.output));
            return runStacked(*device, plan, bytesOf(context, 0, 2), bytesOf(context, 1, 3),
                StoreSums { reinterpret_cast<std::uint32_t*>(output->data), plan.m, plan.n });
        });
}

/// Inputs: a, a scale, a zero, b, b scale, b zero, y scale, y zero.
Result<std::unique_ptr<Kernel>> prepareQLinearMatMul(const KernelRequest& request)
{
    const auto plan = TRY(byteProduct(request, { 0, 3, 2, 5 }));
    TRY(requireElement(request, 7, ByteTypes {}));
    TRY(requireScale(request, 1, plan.m));
    TRY(requireScale(request, 4, plan.n));
    TRY(requireScale(request, 6, 1));
    const auto element = inputType(request, 7).element;
    const auto codes = TRY(codeWriterOf(element));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled integer product"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(context.output(0, element, plan.output));
            StoreCodes store { codes, scaleOf(context, 1), scaleOf(context, 4),
                numbersOf(context, 6), numbersOf(context, 7), plan.m, plan.n };
            store.codes.data = output->data;
            return runStacked(*device, plan, bytesOf(context, 0, 2), bytesOf(context, 3, 5), store);
        });
}

/// Inputs: a, b, a scale, b scale, a zero, b zero, bias.
Result<std::unique_ptr<Kernel>> prepareMatMulToFloat(const KernelRequest& request)
{
    const auto plan = TRY(byteProduct(request, { 0, 1, 4, 5 }));
    TRY(requireScale(request, 2, plan.m));
    TRY(requireScale(request, 3, plan.n));
    const auto element = inputType(request, 2).element;
    TRY(requireElement(request, 2, TypeList<float, Float16> {}));
    if (request.hasInput(6) && inputType(request, 6).count() != plan.n)
        return fail("bias has ", inputType(request, 6).count(), " elements, expected ", plan.n);
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled integer product"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(context.output(0, element, plan.output));
            auto run = [&]<typename T>() -> Result<void> {
                return runStacked(*device, plan, bytesOf(context, 0, 4), bytesOf(context, 1, 5),
                    StoreScaled<T> { reinterpret_cast<T*>(output->data), scaleOf(context, 2),
                        scaleOf(context, 3), numbersOf(context, 6), plan.m, plan.n });
            };
            return visitElement(TypeList<float, Float16> {}, element, run);
        });
}

/// A matrix as it lies or turned; zero points belong to its columns where it is the right operand.
struct TurnedBytes {
    Bytes bytes;
    std::int64_t rowStride;
    std::int64_t columnStride;

    OPSCOPE_KERNEL Sum operator()(std::int64_t, std::int64_t row, std::int64_t column) const
    {
        return bytes.at(row * rowStride + column * columnStride, column);
    }
};

/// alpha * a scale * b scale * (sum + C), as codes or as numbers.
struct StoreGemm {
    CodeWriter codes; ///< without memory: numbers
    float* y;
    Scale a;
    Scale b;
    NumberReader scaleY;
    NumberReader zeroY;
    NumberReader c; ///< in units of a scale * b scale
    std::int64_t strideRow; ///< of C
    std::int64_t strideColumn;
    std::int64_t columns;
    double alpha;

    OPSCOPE_KERNEL void operator()(
        std::int64_t, std::int64_t row, std::int64_t column, Sum sum) const
    {
        const double scale = a.at(0) * b.at(column);
        double value = alpha * numberOf(sum);
        if (c.isPresent())
            value += c.at(row * strideRow + column * strideColumn);
        const auto at = row * columns + column;
        if (codes.data == nullptr)
            y[at] = static_cast<float>(value * scale);
        else
            codes.store(at, value * scale / scaleY.at(0), zeroY.isPresent() ? zeroY.at(0) : 0.0);
    }
};

struct GemmPlan {
    GemmShape shape;
    TensorType type; ///< of the result
    double alpha = 1;
    Dims strides; ///< of C
    bool isQuantized = false;
};

/// Inputs: a, a scale, a zero, b, b scale, b zero, c, y scale, y zero.
Result<GemmPlan> gemmPlan(const KernelRequest& request)
{
    GemmPlan plan { TRY(gemmShape(request, 0, 3)), {}, 1, {}, request.hasInput(7) };
    const auto n = plan.shape.n;
    plan.alpha = static_cast<double>(request.node.real("alpha", 1.0f));
    plan.type = { ElementType::Float, plan.shape.output() };
    if (plan.isQuantized)
        plan.type.element
            = request.hasInput(8) ? inputType(request, 8).element : inputType(request, 0).element;
    TRY(requireBytes(request, 0, 2, 1));
    TRY(requireBytes(request, 3, 5, n));
    TRY(requireScale(request, 1, 1));
    TRY(requireScale(request, 4, n));
    if (plan.isQuantized)
        TRY(requireScale(request, 7, 1));
    plan.strides = TRY(stridesOfC(request, 6, ElementType::Int32, plan.type.dims));
    return plan;
}

Result<std::unique_ptr<Kernel>> prepareGemm(const KernelRequest& request)
{
    const auto plan = TRY(gemmPlan(request));
    const auto codes = plan.isQuantized ? TRY(codeWriterOf(plan.type.element)) : CodeWriter {};
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled integer product"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, plan.type));
            const auto& shape = plan.shape;
            StoreGemm store { codes, nullptr, scaleOf(context, 1), scaleOf(context, 4),
                numbersOf(context, 7), numbersOf(context, 8), numbersOf(context, 6),
                plan.strides[0], plan.strides[1], shape.n, plan.alpha };
            if (plan.isQuantized)
                store.codes.data = output->data;
            else
                store.y = reinterpret_cast<float*>(output->data);
            const TurnedBytes left { bytesOf(context, 0, 2), shape.rowStrideA(),
                shape.columnStrideA() };
            const TurnedBytes right { bytesOf(context, 3, 5), shape.rowStrideB(),
                shape.columnStrideB() };
            const TiledProduct<Sum, TurnedBytes, TurnedBytes, StoreGemm> product { left, right,
                store, shape.m, shape.n, shape.k };
            return runProduct(*device, product, 1);
        });
}

struct ByteConv {
    Window window;
    std::int64_t groups = 1;
    std::int64_t inputsPerGroup = 1;
    std::int64_t outputsPerGroup = 1;
    std::int64_t depth = 1;
};

struct ByteWeights {
    Bytes bytes;
    ByteConv conv;

    OPSCOPE_KERNEL Sum operator()(std::int64_t batch, std::int64_t row, std::int64_t depth) const
    {
        const auto channel = batch % conv.groups * conv.outputsPerGroup + row;
        return bytes.at(channel * conv.depth + depth, channel);
    }
};

/// The padding holds the zero point, which is 0 when it is taken off.
struct ByteColumns {
    Bytes bytes;
    ByteConv conv;

    OPSCOPE_KERNEL Sum operator()(
        std::int64_t batch, std::int64_t depth, std::int64_t position) const
    {
        const auto channel = batch * conv.inputsPerGroup + depth / conv.window.kernelCount;
        const auto at = conv.window.find(position, depth % conv.window.kernelCount);
        return at < 0 ? Sum(0) : bytes.at(channel * conv.window.imageCount + at, 0);
    }
};

struct StoreConvSums {
    std::uint32_t* y;
    ByteConv conv;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t position, Sum sum) const
    {
        y[(batch * conv.outputsPerGroup + row) * conv.window.positionCount + position] = sum;
    }
};

struct StoreConvCodes {
    CodeWriter codes;
    NumberReader scaleX;
    Scale scaleW;
    NumberReader scaleY;
    NumberReader zeroY;
    NumberReader bias; ///< in units of x scale * w scale
    ByteConv conv;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t position, Sum sum) const
    {
        const auto channel = batch % conv.groups * conv.outputsPerGroup + row;
        const double scale = scaleX.at(0) * scaleW.at(channel) / scaleY.at(0);
        const double biased = numberOf(sum) + (bias.isPresent() ? bias.at(channel) : 0.0);
        codes.store((batch * conv.outputsPerGroup + row) * conv.window.positionCount + position,
            biased * scale, zeroY.isPresent() ? zeroY.at(0) : 0.0);
    }
};

struct ConvPlan {
    ByteConv conv;
    Dims output;
    std::int64_t batches = 1;

    template <typename Store>
    Result<void> run(
        ModuleBackend& device, const Bytes& x, const Bytes& w, const Store& store) const
    {
        const TiledProduct<Sum, ByteWeights, ByteColumns, Store> product { { w, conv }, { x, conv },
            store, conv.outputsPerGroup, conv.window.positionCount, conv.depth };
        return runProduct(device, product, batches);
    }
};

Result<ConvPlan> convPlan(const KernelRequest& request, const Places& places)
{
    const auto shape = TRY(convShape(
        request.node, inputType(request, places.a).dims, inputType(request, places.b).dims));
    TRY(requireBytes(request, places.a, places.zeroA, 1));
    TRY(requireBytes(request, places.b, places.zeroB, shape.outputChannels));
    return ConvPlan { { TRY(deviceWindow(shape.window)), shape.groups, shape.inputsPerGroup,
                          shape.outputsPerGroup,
                          shape.inputsPerGroup * shape.window.kernelCount() },
        convOutputDims(shape), shape.batch * shape.groups };
}

Result<std::unique_ptr<Kernel>> prepareConvInteger(const KernelRequest& request)
{
    const auto plan = TRY(convPlan(request, { 0, 1, 2, 3 }));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "implicit integer GEMM"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(context.output(0, ElementType::Int32, plan.output));
            return plan.run(*device, bytesOf(context, 0, 2), bytesOf(context, 1, 3),
                StoreConvSums { reinterpret_cast<std::uint32_t*>(output->data), plan.conv });
        });
}

/// Inputs: x, x scale, x zero, w, w scale, w zero, y scale, y zero, bias.
Result<std::unique_ptr<Kernel>> prepareQLinearConv(const KernelRequest& request)
{
    if (request.node.flag("channels_last"))
        return fail("channels last are not for this kernel");
    const auto plan = TRY(convPlan(request, { 0, 3, 2, 5 }));
    const auto channels = plan.conv.groups * plan.conv.outputsPerGroup;
    TRY(requireElement(request, 7, ByteTypes {}));
    TRY(requireScale(request, 1, 1));
    TRY(requireScale(request, 4, channels));
    TRY(requireScale(request, 6, 1));
    if (request.hasInput(8)) {
        TRY(requireElement(request, 8, TypeList<std::int32_t> {}));
        if (inputType(request, 8).count() != channels)
            return fail(
                "bias has ", inputType(request, 8).count(), " elements, expected ", channels);
    }
    const auto element = inputType(request, 7).element;
    const auto codes = TRY(codeWriterOf(element));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "implicit integer GEMM"),
        [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(context.output(0, element, plan.output));
            StoreConvCodes store { codes, numbersOf(context, 1), scaleOf(context, 4),
                numbersOf(context, 6), numbersOf(context, 7), numbersOf(context, 8), plan.conv };
            store.codes.data = output->data;
            return plan.run(*device, bytesOf(context, 0, 2), bytesOf(context, 3, 5), store);
        });
}

const RegisterKernels matMulInteger({ "MatMulInteger" }, prepareMatMulInteger);
const RegisterKernels qLinearMatMul({ "QLinearMatMul" }, prepareQLinearMatMul);
const RegisterKernels matMulToFloat(
    { "MatMulIntegerToFloat" }, prepareMatMulToFloat, 0, Tier::Native, "com.microsoft");
const RegisterKernels gemm({ "QGemm" }, prepareGemm, 0, Tier::Native, "com.microsoft");
const RegisterKernels convInteger({ "ConvInteger" }, prepareConvInteger);
const RegisterKernels qLinearConv({ "QLinearConv" }, prepareQLinearConv);
const RegisterKernels otherQLinearConv(
    { "QLinearConv" }, prepareQLinearConv, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
