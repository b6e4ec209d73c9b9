#include "engine/cuda/kernels/matrix.h"
#include "engine/cuda/kernels/product_shapes.h"
#include "engine/reference/matmul.h"
#include "engine/reference/recurrent.h"

// Products of com.microsoft: FusedMatMul and TransposeMatMul (transposed operands, scale),
// FusedGemm (activation).

namespace engine::cuda {

namespace {

using ProductTypes = TypeList<float, double, Float16, Bfloat16>;

/// Elements of a batch of matrices. `stack` has the offset of each batch of the result.
template <typename T>
struct TurnedElements {
    const T* first;
    std::int64_t rowStride;
    std::int64_t columnStride;
    Strided<1> stack;

    OPSCOPE_KERNEL Arithmetic<T> operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column) const
    {
        std::int64_t at[1];
        stack.find(batch, at);
        return widen(first[at[0] + row * rowStride + column * columnStride]);
    }
};

/// Stores activation(alpha * sum + beta * c).
template <typename T>
struct StoreActivated {
    T* y;
    std::int64_t rows;
    std::int64_t columns;
    float alpha;
    const T* c; ///< null: no c
    std::int64_t rowStride;
    std::int64_t columnStride;
    float beta;
    functors::Gate activation;
    bool isActivated;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, Arithmetic<T> sum) const
    {
        using A = Arithmetic<T>;
        A value = sum * static_cast<A>(alpha);
        if (c != nullptr)
            value += widen(c[row * rowStride + column * columnStride]) * static_cast<A>(beta);
        y[(batch * rows + row) * columns + column]
            = static_cast<T>(isActivated ? activation(value) : value);
    }
};

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

Result<std::unique_ptr<Kernel>> prepareFusedMatMul(const KernelRequest& request)
{
    TRY(requireElement(request, 0, ProductTypes {}));
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
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled product"),
        [=, m = shape.m, k = shape.k, n = shape.n, count = shape.batches](
            RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                using Elements = TurnedElements<T>;
                const TiledProduct<Arithmetic<T>, Elements, Elements, StoreActivated<T>> product {
                    { in<T>(context, 0), left.rowStride(), left.columnStride(), stackA },
                    { in<T>(context, 1), right.rowStride(), right.columnStride(), stackB },
                    { reinterpret_cast<T*>(output->data), m, n, alpha, nullptr, 0, 0, 0, {},
                        false },
                    m, n, k
                };
                return runProduct(*device, product, count);
            };
            return visitElement(ProductTypes {}, type.element, run);
        });
}

Result<std::unique_ptr<Kernel>> prepareFusedGemm(const KernelRequest& request)
{
    TRY(requireElement(request, 0, ProductTypes {}));
    const auto& node = request.node;
    const auto& a = inputType(request, 0);
    const auto& b = inputType(request, 1);
    if (a.element != b.element)
        return fail("operands are ", model::name(a.element), " and ", model::name(b.element));
    const auto shape = TRY(gemmShape(request, 0, 1));
    const TensorType type { a.element, shape.output() };
    const auto strides = TRY(stridesOfC(request, 2, a.element, type.dims));
    const auto name = node.text("activation", "");
    const auto constant = [&](std::string_view which) {
        const auto value = node.real(which);
        return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
    };
    functors::Gate activation;
    if (!name.empty())
        activation
            = TRY(gateNamed(name, constant("activation_alpha"), constant("activation_beta")));
    const float alpha = node.real("alpha", 1.0f);
    const float beta = node.real("beta", 1.0f);
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled product"),
        [=, isActivated = !name.empty()](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                using Elements = MatrixElements<T>;
                const TiledProduct<Arithmetic<T>, Elements, Elements, StoreActivated<T>> product {
                    { in<T>(context, 0), shape.rowStrideA(), shape.columnStrideA() },
                    { in<T>(context, 1), shape.rowStrideB(), shape.columnStrideB() },
                    { reinterpret_cast<T*>(output->data), shape.m, shape.n, alpha,
                        in<T>(context, 2), strides[0], strides[1], beta, activation, isActivated },
                    shape.m, shape.n, shape.k
                };
                return runProduct(*device, product, 1);
            };
            return visitElement(ProductTypes {}, type.element, run);
        });
}

const RegisterKernels fusedMatMul(
    { "FusedMatMul", "TransposeMatMul" }, prepareFusedMatMul, 0, Tier::Native, "com.microsoft");
const RegisterKernels fusedGemm(
    { "FusedGemm" }, prepareFusedGemm, 0, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
