#include "engine/cuda/kernels/window.h"

// MaxPool (with indices) and AveragePool with up to three spatial axes, one thread per window;
// their global forms, one block per image.

namespace engine::cuda {

namespace {

template <typename T>
struct LargestInWindow {
    const T* x;
    T* y;
    std::int64_t* indices; ///< null: the output is left out
    Window window;
    bool isColumnMajor;

    OPSCOPE_KERNEL static bool isNan(T element) { return widen(element) != widen(element); }

    OPSCOPE_KERNEL std::int64_t reported(std::int64_t offset) const
    {
        if (!isColumnMajor)
            return offset;
        std::int64_t index = 0;
        std::int64_t stride = window.imageCount;
        for (int d = maxSpatial; d-- > 0;) {
            stride /= window.image[d];
            index += offset % window.image[d] * stride;
            offset /= window.image[d];
        }
        return index;
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto plane = i / window.positionCount;
        const T* const source = x + plane * window.imageCount;
        std::int64_t best = -1;
        for (std::int64_t k = 0; k < window.kernelCount; ++k) {
            const auto at = window.find(i % window.positionCount, k);
            // NaN is skipped; its index is used until there is a number.
            if (at >= 0
                && (best < 0 || widen(source[at]) > widen(source[best]) || isNan(source[best])))
                best = at;
        }
        if (best >= 0 && !isNan(source[best]))
            y[i] = source[best];
        else if constexpr (isFloatType<T>)
            y[i] = static_cast<T>(-std::numeric_limits<Arithmetic<T>>::infinity());
        else
            y[i] = std::numeric_limits<T>::lowest();
        if (indices != nullptr)
            indices[i] = best >= 0 ? plane * window.imageCount + reported(best) : -1;
    }
};

template <typename T>
struct MeanOfWindow {
    const T* x;
    T* y;
    Window window;
    bool countsPadding;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const T* const source = x + i / window.positionCount * window.imageCount;
        Arithmetic<T> sum = 0;
        std::int64_t counted = 0;
        for (std::int64_t k = 0; k < window.kernelCount; ++k) {
            const auto at = window.find(i % window.positionCount, k);
            if (at >= 0)
                sum += widen(source[at]);
            counted += at >= 0 || (countsPadding && at == -1) ? 1 : 0;
        }
        y[i] = static_cast<T>(counted > 0 ? sum / static_cast<Arithmetic<T>>(counted) : sum);
    }
};

enum class Pool { Max, Average };
using PooledTypes = TypeList<float, double, Float16, Bfloat16, std::int8_t, std::uint8_t>;

struct PoolPlan {
    TensorType type;
    Window window;
    bool countsPadding = false;
    bool isColumnMajor = false;
};

template <Pool pool>
Result<std::unique_ptr<Kernel>> poolKernel(const KernelRequest& request, PoolPlan plan)
{
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "pool"), [device, plan](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, plan.type));
            std::int64_t* indices = nullptr;
            if (context.hasOutput(1)) {
                auto* const tensor = TRY(context.output(1, ElementType::Int64, plan.type.dims));
                indices = reinterpret_cast<std::int64_t*>(tensor->data);
            }
            const auto count = plan.type.count();
            auto run = [&]<typename T>() -> Result<void> {
                auto* const y = reinterpret_cast<T*>(output->data);
                if constexpr (pool == Pool::Max)
                    return forEach(*device, count,
                        LargestInWindow<T> {
                            in<T>(context, 0), y, indices, plan.window, plan.isColumnMajor });
                else
                    return forEach(*device, count,
                        MeanOfWindow<T> { in<T>(context, 0), y, plan.window, plan.countsPadding });
            };
            if constexpr (pool == Pool::Max)
                return visitElement(PooledTypes {}, plan.type.element, run);
            else
                return visitElement(FloatTypes {}, plan.type.element, run);
        });
}

constexpr int imageThreads = 128;

/// The largest element or the mean of each image. As in a window, NaN is skipped by Max.
template <Pool pool, typename T>
struct PoolImages {
    using A = Arithmetic<T>;
    const T* x;
    T* y;
    std::int64_t count; ///< elements of an image

    OPSCOPE_KERNEL static A joined(A a, A b)
    {
        if constexpr (pool == Pool::Max)
            return b > a ? b : a;
        else
            return a + b;
    }

    OPSCOPE_KERNEL void operator()(Block<imageThreads>& block, std::int64_t image) const
    {
        const T* const source = x + image * count;
        PerThread<A, imageThreads> part;
        block.phase([&](int thread) {
            part[thread] = pool == Pool::Max ? -std::numeric_limits<A>::infinity() : A(0);
            for (std::int64_t i = thread; i < count; i += imageThreads)
                part[thread] = joined(part[thread], widen(source[i]));
        });
        const A whole = block.reduce(part, [](A a, A b) { return joined(a, b); });
        block.phase([&](int thread) {
            if (thread == 0)
                y[image]
                    = static_cast<T>(pool == Pool::Max ? whole : whole / static_cast<A>(count));
        });
    }
};

template <Pool pool>
Result<void> requireType(const KernelRequest& request)
{
    if constexpr (pool == Pool::Max)
        return requireElement(request, 0, PooledTypes {});
    else
        return requireElement(request, 0, FloatTypes {});
}

template <Pool pool>
Result<std::unique_ptr<Kernel>> preparePool(const KernelRequest& request)
{
    TRY(requireType<pool>(request));
    const auto& node = request.node;
    const auto& input = inputType(request, 0);
    const auto kernel = node.integers("kernel_shape");
    if (!kernel || input.dims.size() < 3)
        return fail(node.type, " without kernel_shape or with an input of ", dimsText(input.dims));
    const auto shape = TRY(windowShape(node, std::span(input.dims).subspan(2), *kernel,
        node.flag("ceil_mode") ? Rounding::Ceil : Rounding::Floor));
    const auto window = TRY(deviceWindow(shape));
    PoolPlan plan { { input.element, { input.dims[0], input.dims[1] } }, window };
    plan.type.dims.insert(plan.type.dims.end(), shape.positions.begin(), shape.positions.end());
    plan.countsPadding = node.flag("count_include_pad");
    plan.isColumnMajor = node.flag("storage_order");
    return poolKernel<pool>(request, plan);
}

template <Pool pool>
Result<std::unique_ptr<Kernel>> prepareGlobal(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& input = inputType(request, 0);
    if (input.dims.size() < 2)
        return fail(request.node.type, " takes rank 3 or more, found ", dimsText(input.dims));
    const auto plane = elementCount(std::span(input.dims).subspan(2));
    if (plane == 0)
        return fail(request.node.type, " of an image without elements");
    TensorType type { input.element, Dims(input.dims.size(), 1) };
    type.dims[0] = input.dims[0];
    type.dims[1] = input.dims[1];
    return typedKernel<FloatTypes>(request, "pool", type, input.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEachBlock<imageThreads>(*device, output.count(),
                PoolImages<pool, T> {
                    in<T>(context, 0), reinterpret_cast<T*>(output.data), plane });
        });
}

const RegisterKernels maxPool({ "MaxPool" }, preparePool<Pool::Max>);
const RegisterKernels averagePool({ "AveragePool" }, preparePool<Pool::Average>);
const RegisterKernels globalMax({ "GlobalMaxPool" }, prepareGlobal<Pool::Max>);
const RegisterKernels globalAverage({ "GlobalAveragePool" }, prepareGlobal<Pool::Average>);

} // namespace

} // namespace engine::cuda
