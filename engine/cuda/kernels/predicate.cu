#include "engine/cuda/kernels/strided.h"

// IsInf and IsNaN of all float types.

namespace engine::cuda {

namespace {

/// Which values count as true.
struct Kinds {
    bool nan = false;
    bool positive = false; ///< infinity
    bool negative = false;
};

template <typename T>
struct FindKinds {
    const T* x;
    std::uint8_t* y;
    Kinds kinds;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        using A = Arithmetic<T>;
        const A value = widen(x[i]);
        constexpr A infinity = std::numeric_limits<A>::infinity();
        const bool isFound = (kinds.nan && value != value) || (kinds.positive && value == infinity)
            || (kinds.negative && value == -infinity);
        y[i] = isFound ? 1 : 0;
    }
};

Result<std::unique_ptr<Kernel>> findKernel(const KernelRequest& request, const Kinds& kinds)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto input = inputType(request, 0);
    const TensorType type { ElementType::Bool, input.dims };
    return typedKernel<FloatTypes>(request, "elementwise", type, input.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                FindKinds<T> {
                    in<T>(context, 0), reinterpret_cast<std::uint8_t*>(output.data), kinds });
        });
}

Result<std::unique_ptr<Kernel>> prepareIsNan(const KernelRequest& request)
{
    return findKernel(request, { true, false, false });
}

Result<std::unique_ptr<Kernel>> prepareIsInf(const KernelRequest& request)
{
    const auto& node = request.node;
    return findKernel(request,
        { false, node.integer("detect_positive", 1) != 0,
            node.integer("detect_negative", 1) != 0 });
}

const RegisterKernels isNan({ "IsNaN" }, prepareIsNan);
const RegisterKernels isInf({ "IsInf" }, prepareIsInf);

} // namespace

} // namespace engine::cuda
