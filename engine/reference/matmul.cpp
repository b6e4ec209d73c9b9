#include "engine/reference/matmul.h"

#include "engine/functors/arithmetic.h"
#include "engine/kernel/element_dispatch.h"

#include <algorithm>

// MatMul and Gemm. Sums of fp16 and bfloat16 are computed in float and rounded once.

namespace engine {

Result<MatMulShape> matMulShape(std::span<const std::int64_t> a, std::span<const std::int64_t> b)
{
    if (a.empty() || b.empty())
        return fail("MatMul takes rank 1 or more, found ", a, " and ", b);
    const Dims left = a.size() == 1 ? Dims { 1, a[0] } : Dims(a.begin(), a.end());
    const Dims right = b.size() == 1 ? Dims { b[0], 1 } : Dims(b.begin(), b.end());
    MatMulShape shape;
    shape.m = left[left.size() - 2];
    shape.k = left.back();
    shape.n = right.back();
    if (right[right.size() - 2] != shape.k)
        return fail("matrices of ", a, " and ", b, " cannot be multiplied: ", shape.k,
            " columns meet ", right[right.size() - 2], " rows");
    const auto batchA = std::span(left).first(left.size() - 2);
    const auto batchB = std::span(right).first(right.size() - 2);
    shape.output = TRY(broadcastDims(batchA, batchB));
    shape.batches = elementCount(shape.output);
    const StridedLoop<3> loop(shape.output,
        { broadcastStrides(batchA, shape.output), broadcastStrides(batchB, shape.output),
            denseStrides(shape.output) });
    shape.offsetsA.resize(shape.batches);
    shape.offsetsB.resize(shape.batches);
    loop.forEach([&](const auto& at) {
        shape.offsetsA[at[2]] = at[0] * shape.m * shape.k;
        shape.offsetsB[at[2]] = at[1] * shape.k * shape.n;
    });
    if (a.size() > 1)
        shape.output.push_back(shape.m);
    if (b.size() > 1)
        shape.output.push_back(shape.n);
    return shape;
}

bool isOneMatrix(std::span<const std::int64_t> offsets)
{
    return !offsets.empty()
        && std::ranges::all_of(offsets, [](std::int64_t offset) { return offset == 0; });
}

namespace {

using MatrixTypes = TypeList<float, double, Float16, Bfloat16, std::uint32_t, std::uint64_t,
    std::int32_t, std::int64_t>;
/// MatMul only. int8 and uint8 are not in the specification, but models use them.
using MatMulTypes = TypeList<float, double, Float16, Bfloat16, std::uint32_t, std::uint64_t,
    std::int32_t, std::int64_t, std::int8_t, std::uint8_t>;

/// The type in which T is multiplied. Integers are multiplied as unsigned ones, which gives the
/// same bits with defined wrapping.
template <typename T>
using Product = std::conditional_t<!std::is_integral_v<T>, Arithmetic<T>,
    std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>>;

template <typename T>
const Product<T>* factors(const Tensor& tensor, std::vector<Product<T>>& held)
{
    if constexpr (sizeof(T) == sizeof(Product<T>)) {
        return reinterpret_cast<const Product<T>*>(tensor.data);
    } else {
        held.resize(tensor.count());
        for (std::size_t i = 0; i < held.size(); ++i)
            held[i] = static_cast<Product<T>>(storage<T>(tensor)[i]);
        return held.data();
    }
}

} // namespace

Result<Tensor*> computeMatMul(RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    const auto shape = TRY(matMulShape(a.dims(), b.dims()));
    auto* output = TRY(context.output(0, a.element(), shape.output));
    auto multiply = [&]<typename T>() {
        using P = Product<T>;
        std::vector<P> heldA;
        std::vector<P> heldB;
        multiplyStacks(shape, factors<T>(a, heldA), factors<T>(b, heldB), storage<T>(*output),
            [](P sum) { return static_cast<T>(sum); });
    };
    TRY(visitElement(MatMulTypes {}, a.element(), multiply));
    return output;
}

Result<Tensor*> computeGemm(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    if (a.rank() != 2 || b.rank() != 2 || a.element() != b.element())
        return fail("Gemm takes two matrices of one type, found ", a.dims(), " and ", b.dims());
    const bool transposesA = node.flag("transA");
    const bool turnsB = node.flag("transB");
    const auto m = a.dims()[transposesA ? 1 : 0];
    const auto k = a.dims()[transposesA ? 0 : 1];
    const auto n = b.dims()[turnsB ? 0 : 1];
    if (b.dims()[turnsB ? 1 : 0] != k)
        return fail("matrices of ", a.dims(), " and ", b.dims(),
            " cannot be multiplied with transA ", transposesA, " and transB ", turnsB);
    const Dims dims { m, n };
    Dims stridesC { 0, 0 };
    if (context.hasInput(2)) {
        TRY(requireSameElement(context, 2, 0));
        if (TRY(broadcastDims(dims, context.tensor(2).dims())) != dims)
            return fail("C of ", context.tensor(2).dims(), " cannot be broadcast to ", dims);
        stridesC = broadcastStrides(context.tensor(2).dims(), dims);
    }
    auto* output = TRY(context.output(0, a.element(), dims));
    auto multiply = [&]<typename T>() {
        using P = Product<T>;
        std::vector<P> heldA;
        std::vector<P> heldB;
        std::vector<P> sums(m * n, P(0));
        const MatrixView<P> left { factors<T>(a, heldA), transposesA ? 1 : k, transposesA ? m : 1 };
        const MatrixView<P> right { factors<T>(b, heldB), turnsB ? 1 : n, turnsB ? k : 1 };
        multiplyAdd<P>(left, right, sums.data(), n, m, k, n);
        // Integers are scaled by alpha and beta in double, which is exact up to 2^53.
        using S = std::conditional_t<std::is_same_v<Arithmetic<T>, float>, float, double>;
        const auto alpha = static_cast<S>(node.real("alpha", 1.0f));
        const auto beta = static_cast<S>(node.real("beta", 1.0f));
        for (std::int64_t i = 0; i < m * n; ++i) {
            auto value = static_cast<S>(static_cast<Arithmetic<T>>(sums[i])) * alpha;
            if (context.hasInput(2) && beta != S(0))
                value += static_cast<S>(widen(storage<T>(
                             context.tensor(2))[i / n * stridesC[0] + i % n * stridesC[1]]))
                    * beta;
            storage<T>(*output)[i] = functors::narrowedTo<T>(value);
        }
    };
    TRY(visitElement(MatrixTypes {}, a.element(), multiply));
    return output;
}

namespace {

Result<void> runMatMul(const OpNode&, RunContext& context)
{
    TRY(computeMatMul(context));
    return {};
}

Result<void> runGemm(const OpNode& node, RunContext& context)
{
    TRY(computeGemm(node, context));
    return {};
}

const RegisterReference matMul("MatMul", runMatMul, checkFirstInput<MatMulTypes>);
const RegisterReference gemm("Gemm", runGemm, checkFirstInput<MatrixTypes>);

} // namespace

} // namespace engine
