#include "engine/cuda/kernels/strided.h"

#include <cmath>

// Softmax and LogSoftmax, one block per row. Before version 13 a row is all axes from `axis` on.

namespace engine::cuda {

namespace {

constexpr int softmaxThreads = 128;

enum class Form { Plain, Log };

template <typename T>
struct SoftmaxRow {
    const T* x;
    T* y;
    AxisFold fold;
    Form form;

    OPSCOPE_KERNEL void operator()(Block<softmaxThreads>& block, std::int64_t row) const
    {
        using A = Arithmetic<T>;
        const auto start = row / fold.inner * fold.axis * fold.inner + row % fold.inner;
        const auto at = [&](std::int64_t i) { return start + i * fold.inner; };
        PerThread<A, softmaxThreads> value;
        block.phase([&](int thread) {
            value[thread] = -std::numeric_limits<A>::infinity();
            for (std::int64_t i = thread; i < fold.axis; i += softmaxThreads) {
                const A next = widen(x[at(i)]);
                value[thread] = next > value[thread] || next != next ? next : value[thread];
            }
        });
        const A shift = block.reduce(value, [](A a, A b) { return b > a || b != b ? b : a; });
        block.phase([&](int thread) {
            value[thread] = 0;
            for (std::int64_t i = thread; i < fold.axis; i += softmaxThreads)
                value[thread] += std::exp(widen(x[at(i)]) - shift);
        });
        const A sum = block.reduce(value, [](A a, A b) { return a + b; });
        const A logSum = std::log(sum);
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < fold.axis; i += softmaxThreads) {
                const A distance = widen(x[at(i)]) - shift;
                y[at(i)] = static_cast<T>(
                    form == Form::Log ? distance - logSum : std::exp(distance) / sum);
            }
        });
    }
};

template <Form form>
Result<std::unique_ptr<Kernel>> prepareSoftmax(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto fold = TRY(softmaxFold(request.node, type.dims));
    const auto rows = fold.axis > 0 ? fold.outer * fold.inner : 0;
    return typedKernel<FloatTypes>(request, "softmax", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEachBlock<softmaxThreads>(*device, rows,
                SoftmaxRow<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data), fold, form });
        });
}

const RegisterKernels softmax({ "Softmax" }, prepareSoftmax<Form::Plain>);
const RegisterKernels logSoftmax({ "LogSoftmax" }, prepareSoftmax<Form::Log>);

} // namespace

} // namespace engine::cuda
