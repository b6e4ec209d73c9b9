#include "engine/cuda/kernels/product.h"
#include "engine/reference/einsum.h"

// Einsum: operands are contracted two at a time, each time by one batch of matrix products. Labels
// that are kept and in both operands are batch axes, those in one operand are rows or columns;
// labels that are not kept are summed. Intermediate results have the type of the sums.

namespace engine::cuda {

namespace {

using EinsumTypes = TypeList<float, double, Float16, Bfloat16, std::int32_t, std::int64_t>;

/// Returns the offset of element `i` of some axes.
OPSCOPE_KERNEL std::int64_t offsetIn(const Strided<1>& walk, std::int64_t i)
{
    if (walk.rank <= 1)
        return walk.rank == 1 ? i * walk.strides[0][0] : 0;
    std::int64_t at[1];
    walk.find(i, at);
    return at[0];
}

/// Three groups of axes of one tensor: batch axes, rows and columns of the matrix.
struct MatrixAxes {
    Strided<1> stack;
    Strided<1> first;
    Strided<1> second;

    OPSCOPE_KERNEL std::int64_t at(std::int64_t batch, std::int64_t i, std::int64_t j) const
    {
        return offsetIn(stack, batch) + offsetIn(first, i) + offsetIn(second, j);
    }
};

/// An input (`given`) or an intermediate result (`made`); all ones if both are null.
template <typename T>
struct EinsumOperand {
    const T* given = nullptr;
    const ProductSum<T>* made = nullptr;
    MatrixAxes axes;

    OPSCOPE_KERNEL ProductSum<T> operator()(
        std::int64_t batch, std::int64_t i, std::int64_t j) const
    {
        const auto at = axes.at(batch, i, j);
        if (given != nullptr)
            return static_cast<ProductSum<T>>(widen(given[at]));
        return made != nullptr ? made[at] : ProductSum<T>(1);
    }
};

template <typename T>
struct EinsumResult {
    T* last = nullptr;
    ProductSum<T>* between = nullptr;
    MatrixAxes axes;

    OPSCOPE_KERNEL void operator()(
        std::int64_t batch, std::int64_t row, std::int64_t column, ProductSum<T> sum) const
    {
        const auto at = axes.at(batch, row, column);
        if (last != nullptr)
            last[at] = static_cast<T>(sum);
        else
            between[at] = sum;
    }
};

/// One contraction of two operands.
struct Contraction {
    MatrixAxes left, right, result;
    std::int64_t stack = 1;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t depth = 1;
    std::int64_t count = 1; ///< elements of the result
};

struct EinsumPlan {
    TensorType type;
    std::size_t operands = 0;
    std::vector<Contraction> contractions;
};

/// Returns the walk over the axes `which` of one tensor.
Result<Strided<1>> someOf(
    const std::vector<std::size_t>& which, const Dims& sizes, const Dims& strides)
{
    Dims dims;
    Dims own;
    for (const auto axis : which) {
        dims.push_back(sizes[axis]);
        own.push_back(strides[axis]);
    }
    return stridedOver<1>(dims, { own });
}

Result<Contraction> planContraction(const Equation& equation, const Labels& a, const Dims& dimsA,
    const Labels& b, const Dims& dimsB, const Labels& kept)
{
    const auto has = [](const Labels& labels, int label) {
        return std::ranges::find(labels, label) != labels.end();
    };
    const auto walked = walkedLabels(a, b, kept);
    const auto sizes = equation.dimsOf(walked);
    const auto stridesA = loopStrides(a, dimsA, walked);
    const auto stridesB = loopStrides(b, dimsB, walked);
    const auto stridesOut = loopStrides(kept, equation.dimsOf(kept), walked);
    std::vector<std::size_t> stack, rows, columns, depth;
    for (std::size_t i = 0; i < walked.size(); ++i) {
        const bool isInBoth = has(a, walked[i]) && has(b, walked[i]);
        auto& group = !has(kept, walked[i]) ? depth
            : isInBoth                      ? stack
            : has(a, walked[i])             ? rows
                                            : columns;
        group.push_back(i);
    }
    Contraction contraction;
    const auto setOf
        = [&](const auto& first, const auto& second, const auto& strides) -> Result<MatrixAxes> {
        const auto stacks = TRY(someOf(stack, sizes, strides));
        const auto firsts = TRY(someOf(first, sizes, strides));
        const auto seconds = TRY(someOf(second, sizes, strides));
        return MatrixAxes { stacks, firsts, seconds };
    };
    contraction.left = TRY(setOf(rows, depth, stridesA));
    contraction.right = TRY(setOf(depth, columns, stridesB));
    contraction.result = TRY(setOf(rows, columns, stridesOut));
    contraction.stack = contraction.left.stack.count;
    contraction.rows = contraction.left.first.count;
    contraction.columns = contraction.right.second.count;
    contraction.depth = contraction.left.second.count;
    contraction.count = contraction.stack * contraction.rows * contraction.columns;
    return contraction;
}

Result<EinsumPlan> planEinsum(const KernelRequest& request)
{
    TRY(requireElement(request, 0, EinsumTypes {}));
    std::vector<Dims> shapes;
    for (std::size_t i = 0; request.hasInput(i); ++i) {
        if (inputType(request, i).element != inputType(request, 0).element)
            return fail("operands of different types");
        shapes.push_back(inputType(request, i).dims);
    }
    const auto equation = TRY(parseEquation(request.node.text("equation", ""), shapes));
    EinsumPlan plan;
    plan.type = { inputType(request, 0).element, equation.dimsOf(equation.output) };
    plan.operands = shapes.size();
    auto labels = equation.inputs.front();
    auto dims = shapes.front();
    if (shapes.size() == 1)
        plan.contractions.push_back(
            TRY(planContraction(equation, labels, dims, {}, {}, equation.output)));
    for (std::size_t i = 1; i < shapes.size(); ++i) {
        const auto kept = i + 1 == shapes.size()
            ? equation.output
            : neededLater(equation, labels, equation.inputs[i], i + 1);
        plan.contractions.push_back(
            TRY(planContraction(equation, labels, dims, equation.inputs[i], shapes[i], kept)));
        labels = kept;
        dims = equation.dimsOf(kept);
    }
    return plan;
}

template <typename T>
Result<void> runEinsum(ModuleBackend& device, RunContext& context, const EinsumPlan& plan)
{
    using S = ProductSum<T>;
    auto* const output = TRY(outputOf(context, 0, plan.type));
    const S* made = nullptr;
    for (std::size_t i = 0; i < plan.contractions.size(); ++i) {
        const auto& step = plan.contractions[i];
        EinsumResult<T> result { nullptr, nullptr, step.result };
        if (i + 1 == plan.contractions.size()) {
            result.last = reinterpret_cast<T*>(output->data);
        } else {
            const auto memory
                = TRY(context.scratch(static_cast<std::size_t>(step.count) * sizeof(S)));
            result.between = reinterpret_cast<S*>(memory.data());
        }
        const EinsumOperand<T> left { i == 0 ? in<T>(context, 0) : nullptr, made, step.left };
        const EinsumOperand<T> right { in<T>(context, i + 1), nullptr, step.right };
        if (step.count > 0)
            TRY(runProduct(device,
                TiledProduct<S, EinsumOperand<T>, EinsumOperand<T>, EinsumResult<T>> {
                    left, right, result, step.rows, step.columns, step.depth },
                step.stack));
        made = result.between;
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareEinsum(const KernelRequest& request)
{
    auto plan = TRY(planEinsum(request));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "tiled product"),
        [device, plan = std::move(plan)](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runEinsum<T>(*device, context, plan); };
            return visitElement(EinsumTypes {}, plan.type.element, run);
        });
}

const RegisterKernels einsum({ "Einsum" }, prepareEinsum);

} // namespace

} // namespace engine::cuda
