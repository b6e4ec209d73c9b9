#include "engine/cuda/kernels/strided.h"

// Trilu of ONNX (Trilu-14) and of com.microsoft. Elements are copied as bits of their size.

namespace engine::cuda {

namespace {

template <typename T>
struct KeepTriangle {
    const T* x;
    T* y;
    std::int64_t rows;
    std::int64_t columns;
    std::int64_t shift;
    bool keepsUpper;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto diagonal = i / columns % rows + shift;
        const auto column = i % columns;
        y[i] = (keepsUpper ? column >= diagonal : column <= diagonal) ? x[i] : T(0);
    }
};

Result<std::unique_ptr<Kernel>> prepareTrilu(const KernelRequest& request)
{
    const auto type = inputType(request, 0);
    if (type.dims.size() < 2)
        return fail("Trilu takes rank 2 or more, found ", dimsText(type.dims));
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    const auto rows = type.dims[type.dims.size() - 2];
    const auto columns = type.dims.back();
    std::int64_t shift = 0;
    if (request.hasInput(1)) {
        const auto* const k = TRY(constantInput(request, 1));
        const auto written = TRY(readInteger(*k));
        shift = std::clamp<std::int64_t>(written, -rows - 1, columns + 1);
    }
    const bool keepsUpper = request.node.integer("upper", 1) != 0;
    return typedKernel<AnyBytes>(request, "triangle", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                KeepTriangle<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data), rows,
                    columns, shift, keepsUpper });
        });
}

const RegisterKernels trilu({ "Trilu" }, prepareTrilu, 0b10);
const RegisterKernels otherTrilu({ "Trilu" }, prepareTrilu, 0b10, Tier::Native, "com.microsoft");

} // namespace

} // namespace engine::cuda
