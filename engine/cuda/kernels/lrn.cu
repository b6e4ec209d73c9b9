#include "engine/cuda/kernels/strided.h"

#include <cmath>

// LRN, one thread per element. fp16 and bfloat16 are computed in float. Source: ONNX LRN-13.

namespace engine::cuda {

namespace {

/// Computes x / (bias + alpha / size * sum of squares over `size` neighbouring channels) ^ beta.
template <typename T>
struct NormaliseChannels {
    const T* x;
    T* y;
    AxisFold fold;
    std::int64_t size;
    float alpha;
    float beta;
    float bias;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        using A = Arithmetic<T>;
        const auto channel = i / fold.inner % fold.axis;
        const auto before = channel - (size - 1) / 2;
        const auto after = channel + size / 2;
        const auto first = before > 0 ? before : 0;
        const auto last = after < fold.axis - 1 ? after : fold.axis - 1;
        A sum = 0;
        for (auto c = first; c <= last; ++c) {
            const A value = widen(x[i + (c - channel) * fold.inner]);
            sum += value * value;
        }
        const A divisor = static_cast<A>(bias) + static_cast<A>(alpha) / static_cast<A>(size) * sum;
        y[i] = static_cast<T>(widen(x[i]) / std::pow(divisor, static_cast<A>(beta)));
    }
};

Result<std::unique_ptr<Kernel>> prepareLrn(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = inputType(request, 0);
    const auto& node = request.node;
    const auto size = node.integer("size", 0);
    if (type.dims.size() < 2 || size < 1)
        return fail("LRN over ", size, " channels of ", dimsText(type.dims));
    const float alpha = node.real("alpha", 1e-4f);
    const float beta = node.real("beta", 0.75f);
    const float bias = node.real("bias", 1.0f);
    const auto fold = foldAt(type.dims, 1);
    return typedKernel<FloatTypes>(request, "normalization", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                NormaliseChannels<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data), fold,
                    size, alpha, beta, bias });
        });
}

const RegisterKernels lrn({ "LRN" }, prepareLrn);

} // namespace

} // namespace engine::cuda
