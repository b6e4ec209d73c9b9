#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"

// Where; Max, Min, Sum and Mean of several inputs; Clip.

namespace engine::cuda {

namespace {

template <typename T>
struct Choose {
    const std::uint8_t* condition;
    const T* a;
    const T* b;
    T* y;
    Strided<3> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[3];
        walk.find(i, at);
        y[i] = condition[at[0]] != 0 ? a[at[1]] : b[at[2]];
    }
};

Result<std::unique_ptr<Kernel>> prepareWhere(const KernelRequest& request)
{
    const auto& condition = inputType(request, 0);
    const auto& a = inputType(request, 1);
    const auto& b = inputType(request, 2);
    if (a.element != b.element)
        return fail("operands have element types ", model::name(a.element), " and ",
            model::name(b.element));
    const auto values = TRY(broadcastDims(a.dims, b.dims));
    const auto dims = TRY(broadcastDims(condition.dims, values));
    const TensorType type { a.element, dims };
    const auto walk = TRY(stridedOver<3>(type.dims,
        { broadcastStrides(condition.dims, type.dims), broadcastStrides(a.dims, type.dims),
            broadcastStrides(b.dims, type.dims) }));
    TRY(visitBytes(a.element, []<typename T>() -> Result<void> { return {}; }));
    return typedKernel<AnyBytes>(request, "choice", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, walk.count,
                Choose<T> { in<std::uint8_t>(context, 0), in<T>(context, 1), in<T>(context, 2),
                    reinterpret_cast<T*>(output.data), walk });
        });
}

enum class Join { Max, Min, Sum, Mean };
constexpr int maxInputs = 8;

template <typename T>
struct JoinAll {
    const T* x[maxInputs];
    int inputs;
    T* y;
    Join join;
    Strided<maxInputs> walk;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[maxInputs];
        walk.find(i, at);
        auto sum = widen(x[0][at[0]]);
        for (int k = 1; k < inputs; ++k) {
            const auto next = widen(x[k][at[k]]);
            if (join == Join::Max)
                sum = functors::Larger {}(sum, next);
            else if (join == Join::Min)
                sum = functors::Smaller {}(sum, next);
            else
                sum = functors::Plus {}(sum, next);
        }
        if (join == Join::Mean)
            sum = sum / static_cast<decltype(sum)>(inputs);
        y[i] = static_cast<T>(sum);
    }
};

template <Join join>
Result<std::unique_ptr<Kernel>> prepareJoin(const KernelRequest& request)
{
    const auto inputs = request.inputs.size();
    if (inputs == 0 || inputs > maxInputs)
        return fail("takes 1 to ", maxInputs, " inputs on the device, found ", inputs);
    const auto element = inputType(request, 0).element;
    TRY(requireElement(request, 0, NumberTypes {}));
    Dims dims;
    for (std::size_t i = 0; i < inputs; ++i) {
        if (inputType(request, i).element != element)
            return fail("inputs 0 and ", i, " have different element types");
        dims = TRY(broadcastDims(dims, inputType(request, i).dims));
    }
    std::array<Dims, maxInputs> strides;
    for (std::size_t i = 0; i < maxInputs; ++i)
        strides[i] = i < inputs ? broadcastStrides(inputType(request, i).dims, dims)
                                : Dims(dims.size(), 0);
    const auto walk = TRY(stridedOver<maxInputs>(dims, strides));
    const TensorType type { element, dims };
    return typedKernel<NumberTypes>(request, "join", type, element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            JoinAll<T> all { {}, static_cast<int>(inputs), reinterpret_cast<T*>(output.data), join,
                walk };
            for (std::size_t i = 0; i < inputs; ++i)
                all.x[i] = in<T>(context, i);
            return forEach(*device, walk.count, all);
        });
}

/// Limits are on the device (inputs) or are numbers (attributes of older versions).
template <typename T>
struct ClipElements {
    const T* x;
    T* y;
    const T* low;
    const T* high;
    bool hasLow;
    bool hasHigh;
    Arithmetic<T> lowest;
    Arithmetic<T> highest;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        auto value = widen(x[i]);
        const auto least = low != nullptr ? widen(*low) : lowest;
        const auto most = high != nullptr ? widen(*high) : highest;
        if ((hasLow || low != nullptr) && value < least)
            value = least;
        if ((hasHigh || high != nullptr) && value > most)
            value = most;
        y[i] = static_cast<T>(value);
    }
};

Result<std::unique_ptr<Kernel>> prepareClip(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto type = inputType(request, 0);
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        if (request.hasInput(i)
            && (inputType(request, i).count() != 1
                || inputType(request, i).element != type.element))
            return fail("limit ", i, " of Clip is not one ", model::name(type.element));
    }
    const bool isOld = request.node.version < 11;
    const auto low = isOld ? request.node.real("min") : std::nullopt;
    const auto high = isOld ? request.node.real("max") : std::nullopt;
    return typedKernel<NumberTypes>(request, "clip", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                ClipElements<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data),
                    isOld ? nullptr : in<T>(context, 1), isOld ? nullptr : in<T>(context, 2),
                    low.has_value(), high.has_value(), static_cast<Arithmetic<T>>(low.value_or(0)),
                    static_cast<Arithmetic<T>>(high.value_or(0)) });
        });
}

const RegisterKernels where({ "Where" }, prepareWhere);
const RegisterKernels maximum({ "Max" }, prepareJoin<Join::Max>);
const RegisterKernels minimum({ "Min" }, prepareJoin<Join::Min>);
const RegisterKernels sum({ "Sum" }, prepareJoin<Join::Sum>);
const RegisterKernels mean({ "Mean" }, prepareJoin<Join::Mean>);
const RegisterKernels clip({ "Clip" }, prepareClip);

} // namespace

} // namespace engine::cuda
