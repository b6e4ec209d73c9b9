#include "engine/cuda/kernels/strided.h"
#include "engine/functors/comparison.h"

// ArgMax and ArgMin, one block per row.

namespace engine::cuda {

namespace {

constexpr int searchThreads = 128;

template <typename A>
struct Candidate {
    A value;
    std::int64_t index; ///< -1: none
};

/// Of equal elements the first or the last is better, by `takesLast`.
template <typename A>
OPSCOPE_KERNEL Candidate<A> better(
    const Candidate<A>& a, const Candidate<A>& b, bool wantsLargest, bool takesLast)
{
    if (a.index < 0 || b.index < 0)
        return a.index < 0 ? b : a;
    if (functors::isPreferredByArgMax(a.value, b.value, wantsLargest))
        return a;
    if (functors::isPreferredByArgMax(b.value, a.value, wantsLargest))
        return b;
    return (a.index < b.index) != takesLast ? a : b;
}

template <typename T>
struct FindExtreme {
    const T* x;
    std::int64_t* y;
    AxisFold fold;
    bool wantsLargest;
    bool takesLast;

    OPSCOPE_KERNEL void operator()(Block<searchThreads>& block, std::int64_t row) const
    {
        using A = Arithmetic<T>;
        const T* const first = x + row / fold.inner * fold.axis * fold.inner + row % fold.inner;
        PerThread<Candidate<A>, searchThreads> best;
        block.phase([&](int thread) {
            best[thread] = { A(0), -1 };
            for (std::int64_t i = thread; i < fold.axis; i += searchThreads)
                best[thread] = better(best[thread],
                    Candidate<A> { widen(first[i * fold.inner]), i }, wantsLargest, takesLast);
        });
        const auto found = block.reduce(best,
            [largest = wantsLargest, last = takesLast](const Candidate<A>& a,
                const Candidate<A>& b) { return better(a, b, largest, last); });
        block.phase([&](int thread) {
            if (thread == 0)
                y[row] = found.index;
        });
    }
};

template <bool wantsLargest>
Result<std::unique_ptr<Kernel>> prepareExtreme(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto& node = request.node;
    const auto input = inputType(request, 0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", 0), input.dims.size()));
    const auto fold = foldAt(input.dims, axis);
    if (fold.axis == 0)
        return fail("the axis has no elements");
    TensorType type { ElementType::Int64, input.dims };
    if (node.integer("keepdims", 1) != 0)
        type.dims[axis] = 1;
    else
        type.dims.erase(type.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    const bool takesLast = node.flag("select_last_index");
    return typedKernel<NumberTypes>(request, "search", type, input.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEachBlock<searchThreads>(*device, fold.outer * fold.inner,
                FindExtreme<T> { in<T>(context, 0), reinterpret_cast<std::int64_t*>(output.data),
                    fold, wantsLargest, takesLast });
        });
}

const RegisterKernels argMax({ "ArgMax" }, prepareExtreme<true>);
const RegisterKernels argMin({ "ArgMin" }, prepareExtreme<false>);

} // namespace

} // namespace engine::cuda
