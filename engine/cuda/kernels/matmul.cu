#include "engine/cuda/kernels/product.h"
#include "engine/reference/matmul.h"

// MatMul with broadcast batches, and Gemm. fp16 and bfloat16 are summed in float and rounded once.

namespace engine::cuda {

namespace {

using MatrixTypes = TypeList<float, double, Float16, Bfloat16, std::int32_t, std::int64_t,
    std::uint32_t, std::uint64_t>;
using MatMulTypes = TypeList<float, double, Float16, Bfloat16, std::int32_t, std::int64_t,
    std::uint32_t, std::uint64_t, std::int8_t, std::uint8_t>;

/// Element (row, column) of a matrix of a stack.
template <typename T>
struct StackedMatrix {
    const T* first;
    std::int64_t rowStride;
    std::int64_t columnStride;
    Strided<1> batches; ///< offsets of the matrices

    OPSCOPE_KERNEL ProductSum<T> operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column) const
    {
        std::int64_t at[1];
        batches.find(batch, at);
        return static_cast<ProductSum<T>>(
            widen(first[at[0] + row * rowStride + column * columnStride]));
    }
};

template <typename T>
struct StoreDense {
    T* y;
    std::int64_t rows;
    std::int64_t columns;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, ProductSum<T> sum) const
    {
        y[(batch * rows + row) * columns + column] = static_cast<T>(sum);
    }
};

/// alpha * sum + beta * c
template <typename T>
struct StoreScaled {
    T* y;
    const T* c; ///< null: none
    std::int64_t rowStride;
    std::int64_t columnStride;
    std::int64_t columns;
    float alpha;
    float beta;

    OPSCOPE_KERNEL void operator()(
        std::int64_t, std::int64_t row, std::int64_t column, ProductSum<T> sum) const
    {
        using S = std::conditional_t<std::is_same_v<Arithmetic<T>, float>, float, double>;
        auto value = static_cast<S>(sum) * static_cast<S>(alpha);
        if (c != nullptr && beta != 0)
            value += static_cast<S>(widen(c[row * rowStride + column * columnStride]))
                * static_cast<S>(beta);
        y[row * columns + column] = static_cast<T>(
            static_cast<std::conditional_t<std::is_integral_v<T>, T, Arithmetic<T>>>(value));
    }
};

/// Strides of the matrices in a stack, walked as the result's batches are.
Result<Strided<1>> batchesOf(const Dims& dims, const Dims& batches)
{
    Dims own = dims.size() > 2 ? Dims(dims.begin(), dims.end() - 2) : Dims {};
    const auto size = dims.size() > 2 ? dims[dims.size() - 2] * dims.back() : 0;
    auto strides = broadcastStrides(own, batches);
    for (auto& stride : strides)
        stride *= size;
    return stridedOver<1>(batches, { strides });
}

Result<std::unique_ptr<Kernel>> prepareMatMul(const KernelRequest& request)
{
    TRY(requireElement(request, 0, MatMulTypes {}));
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 1);
    if (a.element != b.element)
        return fail("operands are ", model::name(a.element), " and ", model::name(b.element));
    const auto shape = TRY(matMulShape(a.dims, b.dims));
    const TensorType type { a.element, shape.output };
    const auto matrices = std::size_t(a.dims.size() > 1) + std::size_t(b.dims.size() > 1);
    const Dims batches(
        shape.output.begin(), shape.output.end() - static_cast<std::ptrdiff_t>(matrices));
    const auto batchesA = TRY(batchesOf(a.dims, batches));
    const auto batchesB = TRY(batchesOf(b.dims, batches));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled product"),
        [=, m = shape.m, k = shape.k, n = shape.n, count = shape.batches](
            RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                using Matrix = StackedMatrix<T>;
                const TiledProduct<ProductSum<T>, Matrix, Matrix, StoreDense<T>> product {
                    { in<T>(context, 0), k, 1, batchesA }, { in<T>(context, 1), n, 1, batchesB },
                    { reinterpret_cast<T*>(output->data), m, n }, m, n, k
                };
                return runProduct(*device, product, count);
            };
            return visitElement(MatMulTypes {}, type.element, run);
        });
}

Result<std::unique_ptr<Kernel>> prepareGemm(const KernelRequest& request)
{
    TRY(requireElement(request, 0, MatrixTypes {}));
    const auto& node = request.node;
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 1);
    if (a.dims.size() != 2 || b.dims.size() != 2 || a.element != b.element)
        return fail(
            "takes two matrices of one type, found ", dimsText(a.dims), " and ", dimsText(b.dims));
    const bool turnsA = node.flag("transA");
    const bool turnsB = node.flag("transB");
    const auto m = a.dims[turnsA ? 1 : 0];
    const auto k = a.dims[turnsA ? 0 : 1];
    const auto n = b.dims[turnsB ? 0 : 1];
    if (b.dims[turnsB ? 1 : 0] != k)
        return fail(
            "matrices of ", dimsText(a.dims), " and ", dimsText(b.dims), " cannot be multiplied");
    const TensorType type { a.element, { m, n } };
    Dims stridesC { 0, 0 };
    if (request.hasInput(2)) {
        const auto& c = inputType(request, 2);
        if (c.element != a.element || TRY(broadcastDims(type.dims, c.dims)) != type.dims)
            return fail("C of ", dimsText(c.dims), " cannot be broadcast to ", dimsText(type.dims));
        stridesC = broadcastStrides(c.dims, type.dims);
    }
    const float alpha = node.real("alpha", 1.0f);
    const float beta = node.real("beta", 1.0f);
    const auto one = TRY(stridedOver<1>(Dims {}, { Dims {} }));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "tiled product"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                using Matrix = StackedMatrix<T>;
                const TiledProduct<ProductSum<T>, Matrix, Matrix, StoreScaled<T>> product {
                    { in<T>(context, 0), turnsA ? 1 : k, turnsA ? m : 1, one },
                    { in<T>(context, 1), turnsB ? 1 : n, turnsB ? k : 1, one },
                    { reinterpret_cast<T*>(output->data), in<T>(context, 2), stridesC[0],
                        stridesC[1], n, alpha, beta },
                    m, n, k
                };
                return runProduct(*device, product, 1);
            };
            return visitElement(MatrixTypes {}, type.element, run);
        });
}

const RegisterKernels matMul({ "MatMul" }, prepareMatMul);
const RegisterKernels gemm({ "Gemm" }, prepareGemm);

} // namespace

} // namespace engine::cuda
