#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/product_shapes.h"

// MatMul with broadcast batches, and Gemm. fp16 and bfloat16 are summed in float and rounded once.

namespace engine::cuda {

namespace {

using MatrixTypes = TypeList<float, double, Float16, Bfloat16, std::int32_t, std::int64_t,
    std::uint32_t, std::uint64_t>;
using MatMulTypes = TypeList<float, double, Float16, Bfloat16, std::int32_t, std::int64_t,
    std::uint32_t, std::uint64_t, std::int8_t, std::uint8_t>;

/// Reads element (row, column) of one of several matrices.
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

/// Stores alpha * sum + beta * c.
template <typename T>
struct StoreScaled {
    T* y;
    const T* c; ///< null: no c
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

Result<std::unique_ptr<Kernel>> prepareMatMul(const KernelRequest& request)
{
    TRY(requireElement(request, 0, MatMulTypes {}));
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 1);
    if (a.element != b.element)
        return fail("operands are ", model::name(a.element), " and ", model::name(b.element));
    const auto shape = TRY(stackedProduct(a.dims, b.dims));
    const TensorType type { a.element, shape.output };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "tiled product"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                using Matrix = StackedMatrix<T>;
                const TiledProduct<ProductSum<T>, Matrix, Matrix, StoreDense<T>> product {
                    { in<T>(context, 0), shape.k, 1, shape.offsetsA },
                    { in<T>(context, 1), shape.n, 1, shape.offsetsB },
                    { reinterpret_cast<T*>(output->data), shape.m, shape.n }, shape.m, shape.n,
                    shape.k
                };
                return runProduct(*device, product, shape.batches);
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
    if (a.element != b.element)
        return fail("operands are ", model::name(a.element), " and ", model::name(b.element));
    const auto shape = TRY(gemmShape(request, 0, 1));
    const TensorType type { a.element, shape.output() };
    const auto stridesC = TRY(stridesOfC(request, 2, a.element, type.dims));
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
                    { in<T>(context, 0), shape.rowStrideA(), shape.columnStrideA(), one },
                    { in<T>(context, 1), shape.rowStrideB(), shape.columnStrideB(), one },
                    { reinterpret_cast<T*>(output->data), in<T>(context, 2), stridesC[0],
                        stridesC[1], shape.n, alpha, beta },
                    shape.m, shape.n, shape.k
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
