#include "engine/cuda/cublaslt/byte_sums.h"
#include "engine/cuda/kernels/numbers.h"
#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/window.h"
#include "engine/reference/conv.h"

#include <cmath>

// MatMulInteger, QLinearMatMul, ConvInteger and QLinearConv. Products of bytes minus zero points
// are summed in 32 bits that wrap around, as specified, then scaled in double and rounded once.
// Sums are computed by cuBLASLt (cublaslt/byte_sums.h) or by our tiled product. The library
// computes a convolution only if it is pointwise.

namespace engine::cuda {

namespace {

/// A zero point must have its tensor's type, and one element or one per entry.
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

/// A scale must have one element or one per entry.
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

/// Reads element (row, column) of one of several matrices. Zero points are per row or per column.
struct ByteMatrix {
    Bytes bytes;
    std::int64_t rowStride;
    std::int64_t columnStride;
    Strided<1> batches;
    bool zeroOfRow;

    OPSCOPE_KERNEL ByteSum operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column) const
    {
        std::int64_t at[1];
        batches.find(batch, at);
        return bytes.at(at[0] + row * rowStride + column * columnStride, zeroOfRow ? row : column);
    }
};

struct StoreSums {
    std::uint32_t* y;
    std::int64_t rows;
    std::int64_t columns;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, ByteSum sum) const
    {
        y[(batch * rows + row) * columns + column] = sum;
    }
};

OPSCOPE_KERNEL double numberOf(ByteSum sum)
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
        std::int64_t batch, std::int64_t row, std::int64_t column, ByteSum sum) const
    {
        const double scale = a.at(row) * b.at(column) / scaleY.at(0);
        codes.store((batch * rows + row) * columns + column, numberOf(sum) * scale,
            zeroY.isPresent() ? zeroY.at(0) : 0.0);
    }
};

/// Computes the sums by our tiled product and passes each to a store functor.
struct TiledSums {
    ModuleBackend& device;
    const ByteProduct& product;
    const RunContext& context;

    template <typename Store>
    Result<void> operator()(const Store& store) const
    {
        const auto& a = product.a;
        const auto& b = product.b;
        const auto& shape = product.shape;
        const TiledProduct<ByteSum, ByteMatrix, ByteMatrix, Store> tiles {
            { bytesOf(context, a.values, a.zeros), a.lineStride, a.depthStride, shape.offsetsA,
                true },
            { bytesOf(context, b.values, b.zeros), b.depthStride, b.lineStride, shape.offsetsB,
                false },
            store, shape.m, shape.n, shape.k
        };
        return runProduct(device, tiles, shape.batches);
    }
};

/// The same by cuBLASLt, whose raw sums are already computed.
struct LibrarySums {
    const cublaslt::ByteSums& sums;
    const cublaslt::RawSums& raw;

    template <typename Store>
    Result<void> operator()(const Store& store) const
    {
        return sums.finish(raw, store);
    }
};

/// A kernel by cuBLASLt. `function(context, sums) -> Result<void>` calls sums(store).
template <typename F>
class LibraryKernel final : public Kernel {
public:
    LibraryKernel(std::unique_ptr<cublaslt::ByteSums> sums, F function)
        : m_sums(std::move(sums))
        , m_function(std::move(function))
    {
    }
    Result<void> run(RunContext& context) override
    {
        const auto raw = TRY(m_sums->run(context));
        return m_function(context, LibrarySums { *m_sums, raw });
    }
    std::string implementation() const override { return m_sums->implementation(); }
    std::vector<std::string> notTaken() const override { return m_sums->notTaken(); }
    std::uint64_t workspaceBytes() const override { return m_sums->workspaceBytes(); }

private:
    std::unique_ptr<cublaslt::ByteSums> m_sums;
    F m_function;
};

template <typename F>
Result<std::unique_ptr<Kernel>> libraryKernel(
    const KernelRequest& request, const ByteProduct& product, F function)
{
    auto sums = TRY(cublaslt::ByteSums::prepare(request, product));
    return std::unique_ptr<Kernel>(
        std::make_unique<LibraryKernel<F>>(std::move(sums), std::move(function)));
}

template <typename F>
Result<std::unique_ptr<Kernel>> productKernel(
    const KernelRequest& request, Tier tier, const ByteProduct& product, F function)
{
    if (tier == Tier::Library)
        return libraryKernel(request, product, std::move(function));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "tiled integer product"), [=](RunContext& context) {
            return function(context, TiledSums { *device, product, context });
        });
}

/// Input numbers of operands and zero points.
struct Places {
    std::size_t a, b, zeroA, zeroB;
};

Result<ByteProduct> byteProduct(const KernelRequest& request, const Places& places)
{
    const auto& a = inputType(request, places.a).dims;
    const auto& b = inputType(request, places.b).dims;
    const auto shape = TRY(stackedProduct(a, b));
    TRY(requireBytes(request, places.a, places.zeroA, shape.m));
    TRY(requireBytes(request, places.b, places.zeroB, shape.n));
    return ByteProduct { a, b, { places.a, places.zeroA, shape.k, 1 },
        { places.b, places.zeroB, 1, shape.n }, shape };
}

Result<std::unique_ptr<Kernel>> prepareMatMulInteger(const KernelRequest& request, Tier tier)
{
    const auto product = TRY(byteProduct(request, { 0, 1, 2, 3 }));
    return productKernel(request, tier, product,
        [shape = product.shape](RunContext& context, const auto& sums) -> Result<void> {
            auto* const output = TRY(context.output(0, ElementType::Int32, shape.output));
            return sums(
                StoreSums { reinterpret_cast<std::uint32_t*>(output->data), shape.m, shape.n });
        });
}

/// Inputs: a, a scale, a zero, b, b scale, b zero, y scale, y zero.
Result<std::unique_ptr<Kernel>> prepareQLinearMatMul(const KernelRequest& request, Tier tier)
{
    const auto product = TRY(byteProduct(request, { 0, 3, 2, 5 }));
    TRY(requireElement(request, 7, ByteTypes {}));
    TRY(requireScale(request, 1, product.shape.m));
    TRY(requireScale(request, 4, product.shape.n));
    TRY(requireScale(request, 6, 1));
    const auto element = inputType(request, 7).element;
    const auto codes = TRY(codeWriterOf(element));
    return productKernel(request, tier, product,
        [=, shape = product.shape](RunContext& context, const auto& sums) -> Result<void> {
            auto* const output = TRY(context.output(0, element, shape.output));
            StoreCodes store { codes, scaleOf(context, 1), scaleOf(context, 4),
                numbersOf(context, 6), numbersOf(context, 7), shape.m, shape.n };
            store.codes.data = output->data;
            return sums(store);
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

    OPSCOPE_KERNEL ByteSum operator()(
        std::int64_t batch, std::int64_t row, std::int64_t depth) const
    {
        const auto channel = batch % conv.groups * conv.outputsPerGroup + row;
        return bytes.at(channel * conv.depth + depth, channel);
    }
};

/// The image as columns. Padding is the zero point, so it is 0 after subtraction.
struct ByteColumns {
    Bytes bytes;
    ByteConv conv;

    OPSCOPE_KERNEL ByteSum operator()(
        std::int64_t batch, std::int64_t depth, std::int64_t position) const
    {
        const auto channel = batch * conv.inputsPerGroup + depth / conv.window.kernelCount;
        const auto at = conv.window.find(position, depth % conv.window.kernelCount);
        return at < 0 ? ByteSum(0) : bytes.at(channel * conv.window.imageCount + at, 0);
    }
};

struct StoreConvSums {
    std::uint32_t* y;
    ByteConv conv;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t position, ByteSum sum) const
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
        std::int64_t batch, std::int64_t row, std::int64_t position, ByteSum sum) const
    {
        const auto channel = batch % conv.groups * conv.outputsPerGroup + row;
        const double scale = scaleX.at(0) * scaleW.at(channel) / scaleY.at(0);
        const double biased = numberOf(sum) + (bias.isPresent() ? bias.at(channel) : 0.0);
        codes.store((batch * conv.outputsPerGroup + row) * conv.window.positionCount + position,
            biased * scale, zeroY.isPresent() ? zeroY.at(0) : 0.0);
    }
};

struct ConvPlan {
    Places places {};
    ConvShape shape;
    ByteConv conv;
    Dims output;
};

/// Computes a convolution's sums by our tiled product.
struct TiledConv {
    ModuleBackend& device;
    const ConvPlan& plan;
    const RunContext& context;

    template <typename Store>
    Result<void> operator()(const Store& store) const
    {
        const auto& conv = plan.conv;
        const auto& places = plan.places;
        const TiledProduct<ByteSum, ByteWeights, ByteColumns, Store> product {
            { bytesOf(context, places.b, places.zeroB), conv },
            { bytesOf(context, places.a, places.zeroA), conv }, store, conv.outputsPerGroup,
            conv.window.positionCount, conv.depth
        };
        return runProduct(device, product, plan.shape.batch * conv.groups);
    }
};

Result<ConvPlan> convPlan(const KernelRequest& request, const Places& places)
{
    const auto shape = TRY(convShape(
        request.node, inputType(request, places.a).dims, inputType(request, places.b).dims));
    TRY(requireBytes(request, places.a, places.zeroA, 1));
    TRY(requireBytes(request, places.b, places.zeroB, shape.outputChannels));
    return ConvPlan { places, shape,
        { TRY(deviceWindow(shape.window)), shape.groups, shape.inputsPerGroup,
            shape.outputsPerGroup, shape.inputsPerGroup * shape.window.kernelCount() },
        convOutputDims(shape) };
}

/// Whether a convolution is a product of matrices: a window of one element that covers the image.
bool isPointwise(const ConvShape& shape)
{
    const auto& window = shape.window;
    const auto are = [](const Dims& values, std::int64_t wanted) {
        return std::ranges::all_of(values, [&](std::int64_t each) { return each == wanted; });
    };
    return shape.groups == 1 && are(window.kernel, 1) && are(window.strides, 1)
        && are(window.padsBefore, 0) && are(window.padsAfter, 0);
}

/// The product of the weights [outputs, channels] and each image [channels, positions].
Result<ByteProduct> pointwiseProduct(const ConvPlan& plan)
{
    const auto& shape = plan.shape;
    if (!isPointwise(shape))
        return fail("only a convolution with a window of one element is a product");
    const auto positions = shape.window.positionCount();
    const Dims weights { shape.outputChannels, shape.inputsPerGroup };
    const Dims images { shape.batch, shape.inputsPerGroup, positions };
    const auto product = TRY(stackedProduct(weights, images));
    return ByteProduct { weights, images, { plan.places.b, plan.places.zeroB, weights[1], 1 },
        { plan.places.a, plan.places.zeroA, 1, positions }, product };
}

template <typename F>
Result<std::unique_ptr<Kernel>> convKernel(
    const KernelRequest& request, Tier tier, const ConvPlan& plan, F function)
{
    if (tier == Tier::Library)
        return libraryKernel(request, TRY(pointwiseProduct(plan)), std::move(function));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "implicit integer GEMM"), [=](RunContext& context) {
            return function(context, TiledConv { *device, plan, context });
        });
}

Result<std::unique_ptr<Kernel>> prepareConvInteger(const KernelRequest& request, Tier tier)
{
    const auto plan = TRY(convPlan(request, { 0, 1, 2, 3 }));
    return convKernel(request, tier, plan,
        [conv = plan.conv, dims = plan.output](
            RunContext& context, const auto& sums) -> Result<void> {
            auto* const output = TRY(context.output(0, ElementType::Int32, dims));
            return sums(StoreConvSums { reinterpret_cast<std::uint32_t*>(output->data), conv });
        });
}

/// Inputs: x, x scale, x zero, w, w scale, w zero, y scale, y zero, bias.
Result<std::unique_ptr<Kernel>> prepareQLinearConv(const KernelRequest& request, Tier tier)
{
    const auto plan = TRY(convPlan(request, { 0, 3, 2, 5 }));
    const auto channels = plan.shape.outputChannels;
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
    const TensorType type { inputType(request, 7).element, plan.output };
    const auto codes = TRY(codeWriterOf(type.element));
    return convKernel(request, tier, plan,
        [=, conv = plan.conv](RunContext& context, const auto& sums) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            StoreConvCodes store { codes, numbersOf(context, 1), scaleOf(context, 4),
                numbersOf(context, 6), numbersOf(context, 7), numbersOf(context, 8), conv };
            store.codes.data = output->data;
            return sums(store);
        });
}

struct Row {
    const char* type;
    Result<std::unique_ptr<Kernel>> (*prepare)(const KernelRequest& request, Tier tier);
};
constexpr Row rows[] = {
    { "MatMulInteger", prepareMatMulInteger },
    { "QLinearMatMul", prepareQLinearMatMul },
    { "ConvInteger", prepareConvInteger },
    { "QLinearConv", prepareQLinearConv },
};

const bool areRegistered = [] {
    for (const auto& row : rows) {
        for (const auto tier : { Tier::Library, Tier::Native }) {
            const auto prepare = [prepare = row.prepare, tier](const KernelRequest& request) {
                return prepare(request, tier);
            };
            const RegisterKernels registered({ row.type }, prepare, 0, tier);
        }
    }
    return true;
}();

} // namespace

} // namespace engine::cuda
