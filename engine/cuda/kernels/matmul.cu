#include "engine/cuda/kernels/product.h"
#include "engine/cuda/kernels/product_shapes.h"
#include "engine/reference/matmul.h"

// MatMul with broadcast batches, Gemm, and FusedMatMul of com.microsoft (transposed operands,
// scale). fp16 and bfloat16 are summed in float and rounded once.

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
    std::int64_t rows;
    std::int64_t columns;
    float alpha;
    const T* c; ///< null: no c
    std::int64_t rowStride;
    std::int64_t columnStride;
    float beta;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, ProductSum<T> sum) const
    {
        using S = std::conditional_t<std::is_same_v<Arithmetic<T>, float>, float, double>;
        auto value = static_cast<S>(sum) * static_cast<S>(alpha);
        if (c != nullptr && beta != 0)
            value += static_cast<S>(widen(c[row * rowStride + column * columnStride]))
                * static_cast<S>(beta);
        y[(batch * rows + row) * columns + column] = static_cast<T>(
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
    return typedKernel<MatMulTypes>(request, "tiled product", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            using Matrix = StackedMatrix<T>;
            const TiledProduct<ProductSum<T>, Matrix, Matrix, StoreDense<T>> product {
                { in<T>(context, 0), shape.k, 1, shape.offsetsA },
                { in<T>(context, 1), shape.n, 1, shape.offsetsB },
                { reinterpret_cast<T*>(output.data), shape.m, shape.n }, shape.m, shape.n, shape.k
            };
            return runProduct(*device, product, shape.batches);
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
    return typedKernel<MatrixTypes>(request, "tiled product", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            using Matrix = StackedMatrix<T>;
            const TiledProduct<ProductSum<T>, Matrix, Matrix, StoreScaled<T>> product {
                { in<T>(context, 0), shape.rowStrideA(), shape.columnStrideA(), one },
                { in<T>(context, 1), shape.rowStrideB(), shape.columnStrideB(), one },
                { reinterpret_cast<T*>(output.data), shape.m, shape.n, alpha, in<T>(context, 2),
                    stridesC[0], stridesC[1], beta },
                shape.m, shape.n, shape.k
            };
            return runProduct(*device, product, 1);
        });
}

/// Dims of an operand after its transpositions, with the strides of the stored operand. transBatch
/// moves the first axis to before the last.
struct TransposedBatch {
    Dims dims;
    Dims strides;

    std::int64_t rowStride() const { return strides[strides.size() - 2]; }
    std::int64_t columnStride() const { return strides.back(); }
};
TransposedBatch turned(const Dims& dims, bool isTransposed, bool isBatchTurned)
{
    TransposedBatch result { dims, denseStrides(dims) };
    const auto rank = dims.size();
    if (isBatchTurned && rank > 2) {
        std::rotate(result.dims.begin(), result.dims.begin() + 1, result.dims.end() - 1);
        std::rotate(result.strides.begin(), result.strides.begin() + 1, result.strides.end() - 1);
    }
    if (isTransposed) {
        std::swap(result.dims[rank - 1], result.dims[rank - 2]);
        std::swap(result.strides[rank - 1], result.strides[rank - 2]);
    }
    return result;
}

/// Returns the offsets of the operand's matrices over the batch axes of the result.
Result<Strided<1>> stackOf(const TransposedBatch& stack, const Dims& batches)
{
    Dims strides(batches.size(), 0);
    const auto own = stack.dims.size() - 2;
    for (std::size_t d = 0; d < own; ++d) {
        if (stack.dims[d] != 1)
            strides[batches.size() - own + d] = stack.strides[d];
    }
    return stridedOver<1>(batches, { strides });
}

Result<std::unique_ptr<Kernel>> prepareContribMatMul(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& node = request.node;
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 1);
    if (a.element != b.element || a.dims.size() < 2 || b.dims.size() < 2)
        return fail("takes matrices of one type, found ", dimsText(a.dims), " ",
            model::name(a.element), " and ", dimsText(b.dims), " ", model::name(b.element));
    const auto left = turned(a.dims, node.flag("transA"), node.flag("transBatchA"));
    const auto right = turned(b.dims, node.flag("transB"), node.flag("transBatchB"));
    const auto shape = TRY(matMulShape(left.dims, right.dims));
    const TensorType type { a.element, shape.output };
    const Dims batches(shape.output.begin(), shape.output.end() - 2);
    const auto stackA = TRY(stackOf(left, batches));
    const auto stackB = TRY(stackOf(right, batches));
    const float alpha = node.real("alpha", 1.0f);
    return typedKernel<FloatTypes>(request, "tiled product", type, type.element,
        [=, device = &deviceOf(request), m = shape.m, k = shape.k, n = shape.n,
            count = shape.batches]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            using Matrix = StackedMatrix<T>;
            const TiledProduct<ProductSum<T>, Matrix, Matrix, StoreScaled<T>> product {
                { in<T>(context, 0), left.rowStride(), left.columnStride(), stackA },
                { in<T>(context, 1), right.rowStride(), right.columnStride(), stackB },
                { reinterpret_cast<T*>(output.data), m, n, alpha, nullptr, 0, 0, 0 }, m, n, k
            };
            return runProduct(*device, product, count);
        });
}

const RegisterKernels matMul({ "MatMul" }, prepareMatMul);
const RegisterKernels gemm({ "Gemm" }, prepareGemm);
const RegisterKernels contribMatMul(
    { "FusedMatMul", "TransposeMatMul" }, prepareContribMatMul, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
