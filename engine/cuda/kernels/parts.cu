#include "engine/cuda/kernels/indices.h"
#include "engine/reference/window.h"

// Trilu, ReverseSequence and MaxUnpool. Elements are moved by their size. Sources: ONNX Trilu-14,
// ReverseSequence-10, MaxUnpool-22.

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
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "triangle"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    KeepTriangle<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data), rows,
                        columns, shift, keepsUpper });
            };
            return visitBytes(type.element, run);
        });
}

/// Reverses the first elements of each sequence, as many as its length.
template <typename T>
struct TurnSequences {
    const T* x;
    T* y;
    IndexReader lengths;
    std::int64_t dims[2];
    std::int64_t inner;
    int timeAxis;
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const std::int64_t at[2] = { i / inner / dims[1], i / inner % dims[1] };
        const auto time = at[timeAxis];
        const auto length = lengths.at(at[1 - timeAxis]);
        if (length < 0 || length > dims[timeAxis]) {
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
            return;
        }
        const auto from = time < length ? length - 1 - time : time;
        y[i] = x[i + (from - time) * (timeAxis == 0 ? dims[1] : 1) * inner];
    }
};

Result<std::unique_ptr<Kernel>> prepareReverseSequence(const KernelRequest& request)
{
    const auto type = inputType(request, 0);
    if (type.dims.size() < 2)
        return fail("ReverseSequence takes rank 2 or more, found ", dimsText(type.dims));
    TRY(requireElement(request, 1, IndexTypes {}));
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    const auto& node = request.node;
    const auto timeAxis = TRY(normalizeAxis(node.integer("time_axis", 0), type.dims.size()));
    const auto batchAxis = TRY(normalizeAxis(node.integer("batch_axis", 1), type.dims.size()));
    if (timeAxis == batchAxis || timeAxis > 1 || batchAxis > 1
        || inputType(request, 1).count() != type.dims[batchAxis])
        return fail("time axis ", timeAxis, ", batch axis ", batchAxis, " and ",
            inputType(request, 1).count(), " lengths do not fit ", dimsText(type.dims));
    const auto inner = elementCount(std::span(type.dims).subspan(2));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "reverse"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    TurnSequences<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                        indicesOf(context, 1), { type.dims[0], type.dims[1] }, inner,
                        static_cast<int>(timeAxis), device->faultWord() });
            };
            return visitBytes(type.element, run);
        });
}

template <typename T>
struct FillZero {
    T* y;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const { y[i] = T(0); }
};

struct UnpoolShape {
    int rank = 0;
    std::int64_t counted[mostAxes] = {}; ///< dims that the indices refer to
    std::int64_t written[mostAxes] = {}; ///< dims of the output
    std::int64_t count = 1; ///< elements of `counted`
};

/// Copies each element to the position of the maximum. Windows with the same maximum write the same
/// value.
template <typename T>
struct PlaceLargest {
    const T* x;
    const std::int64_t* indices;
    T* y;
    UnpoolShape shape;
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        auto index = indices[i];
        bool isOutside = index < 0 || index >= shape.count;
        std::int64_t offset = 0;
        std::int64_t stride = 1;
        for (int d = shape.rank; !isOutside && d-- > 0;) {
            const auto at = index % shape.counted[d];
            index /= shape.counted[d];
            isOutside = at >= shape.written[d];
            offset += at * stride;
            stride *= shape.written[d];
        }
        if (isOutside)
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
        else
            y[offset] = x[i];
    }
};

Result<UnpoolShape> unpoolShape(const KernelRequest& request, const TensorType& type)
{
    const auto& node = request.node;
    const auto& input = inputType(request, 0).dims;
    const auto rank = input.size() >= 2 ? input.size() - 2 : 0;
    const auto kernel = node.integers("kernel_shape").value_or(Dims {});
    const auto strides = node.integers("strides").value_or(Dims(rank, 1));
    const auto pads = node.integers("pads").value_or(Dims(2 * rank, 0));
    if (rank == 0 || input.size() > mostAxes || kernel.size() != rank || strides.size() != rank
        || pads.size() != 2 * rank || inputType(request, 1).count() != elementCount(input)
        || type.dims.size() != input.size())
        return fail("an input of ", dimsText(input),
            " does not fit kernel, strides, pads or indices of MaxUnpool");
    Dims counted { input[0], input[1] };
    for (std::size_t d = 0; d < rank; ++d) {
        const auto reach = TRY(checkedProduct(input[d + 2] - 1, strides[d]));
        constexpr std::int64_t most = std::int64_t(1) << 40; // sums of a few of these fit
        for (const auto size : { reach, pads[d], pads[d + rank], kernel[d] }) {
            if (size > most || size < -most)
                return fail("kernel, strides or pads of MaxUnpool are beyond ", most);
        }
        counted.push_back(reach - pads[d] - pads[d + rank] + kernel[d]);
    }
    const auto count = TRY(checkedCount(counted));
    UnpoolShape shape { static_cast<int>(input.size()), {}, {}, count };
    std::ranges::copy(counted, shape.counted);
    std::ranges::copy(type.dims, shape.written);
    return shape;
}

Result<std::unique_ptr<Kernel>> prepareMaxUnpool(const KernelRequest& request)
{
    TRY(requireElement(request, 1, TypeList<std::int64_t> {}));
    const auto type = TRY(outputType(request, 0));
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    const auto shape = TRY(unpoolShape(request, type));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "unpool"),
        [=, count = inputType(request, 0).count()](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                auto* const y = reinterpret_cast<T*>(output->data);
                TRY(forEach(*device, type.count(), FillZero<T> { y }));
                return forEach(*device, count,
                    PlaceLargest<T> { in<T>(context, 0), in<std::int64_t>(context, 1), y, shape,
                        device->faultWord() });
            };
            return visitBytes(type.element, run);
        });
}

const RegisterKernels trilu({ "Trilu" }, prepareTrilu, 0b10);
const RegisterKernels otherTrilu({ "Trilu" }, prepareTrilu, 0b10, Tier::Native, "com.microsoft");
const RegisterKernels reverseSequence({ "ReverseSequence" }, prepareReverseSequence);
const RegisterKernels maxUnpool({ "MaxUnpool" }, prepareMaxUnpool, 0b100);

} // namespace

} // namespace engine::cuda
