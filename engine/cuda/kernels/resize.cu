#include "engine/cuda/kernels/strided.h"
#include "engine/reference/resize.h"

// Resize and Upsample in all modes: each output element is a weighted sum of few input elements.
// Their indices and weights are computed on the host, for each coordinate of each resized axis (the
// reference kernel's tables), and copied to the device when the kernel is prepared. At most four
// axes are resized.

namespace engine::cuda {

namespace {

constexpr int maxResized = 4; // with tf_crop_and_resize every axis of an image counts as resized

/// For each output coordinate of an axis, `width` input coordinates with weights. A coordinate is
/// -1 outside of the crop.
struct AxisTable {
    const std::int64_t* indices;
    const double* weights;
    int width;
    int axis;
};

struct ResizeGeometry {
    int rank;
    std::int64_t dims[maxAxes]; ///< of the output
    std::int64_t strides[maxAxes]; ///< of the input
    int tables;
    AxisTable table[maxResized];
    double extrapolation;
};

template <typename T>
struct ResizeElements {
    const T* x;
    T* y;
    ResizeGeometry shape;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t position[maxAxes];
        std::int64_t rest = i;
        for (int d = shape.rank; d-- > 0;) {
            position[d] = rest % shape.dims[d];
            rest /= shape.dims[d];
        }
        std::int64_t base = 0;
        for (int d = 0; d < shape.rank; ++d) {
            bool isResized = false;
            for (int t = 0; t < shape.tables; ++t)
                isResized = isResized || shape.table[t].axis == d;
            base += isResized ? 0 : position[d] * shape.strides[d];
        }
        int combinations = 1;
        for (int t = 0; t < shape.tables; ++t)
            combinations *= shape.table[t].width;
        double sum = 0;
        for (int c = 0; c < combinations; ++c) {
            std::int64_t at = base;
            double weight = 1;
            int choice = c;
            for (int t = shape.tables; t-- > 0;) {
                const auto& table = shape.table[t];
                const auto entry = position[table.axis] * table.width + choice % table.width;
                choice /= table.width;
                if (table.indices[entry] < 0) {
                    y[i] = static_cast<T>(static_cast<Arithmetic<T>>(shape.extrapolation));
                    return;
                }
                at += table.indices[entry] * shape.strides[table.axis];
                weight *= table.weights[entry];
            }
            if (combinations == 1 && weight == 1) {
                y[i] = x[at];
                return;
            }
            if (weight != 0)
                sum += weight * static_cast<double>(widen(x[at]));
        }
        y[i] = static_cast<T>(static_cast<Arithmetic<T>>(sum));
    }
};

/// The tables on the device. `shape` has pointers to `memory`.
struct Tables {
    std::vector<DeviceArray> memory;
    ResizeGeometry shape {};
};

Result<AxisTable> uploadTable(ModuleBackend& device, const std::vector<Taps>& taps, int axis,
    std::vector<DeviceArray>& memory)
{
    std::size_t width = 1;
    for (const auto& tap : taps)
        width = std::max(width, tap.indices.size());
    std::vector<std::int64_t> indices(taps.size() * width, 0);
    std::vector<double> weights(taps.size() * width, 0.0);
    for (std::size_t i = 0; i < taps.size(); ++i) {
        if (taps[i].indices.empty())
            std::fill_n(indices.begin() + static_cast<std::ptrdiff_t>(i * width), width, -1);
        std::ranges::copy(
            taps[i].indices, indices.begin() + static_cast<std::ptrdiff_t>(i * width));
        std::ranges::copy(
            taps[i].weights, weights.begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    memory.push_back(TRY(DeviceArray::of<std::int64_t>(device, indices)));
    const auto* onDevice = memory.back().as<std::int64_t>();
    memory.push_back(TRY(DeviceArray::of<double>(device, weights)));
    return AxisTable { onDevice, memory.back().as<double>(), static_cast<int>(width), axis };
}

Result<std::shared_ptr<Tables>> tablesOf(
    ModuleBackend& device, const Dims& input, const ResizeWork& work)
{
    auto tables = std::make_shared<Tables>();
    auto& shape = tables->shape;
    shape.rank = static_cast<int>(input.size());
    shape.extrapolation = work.rules.extrapolation;
    const auto strides = denseStrides(input);
    for (std::size_t d = 0; d < input.size(); ++d) {
        shape.dims[d] = work.axes[d].resized;
        shape.strides[d] = strides[d];
        if (work.axes[d].isIdentity(work.rules.coordinates))
            continue;
        if (shape.tables == maxResized)
            return fail("more than ", maxResized, " axes are resized on the CPU");
        shape.table[shape.tables++] = TRY(uploadTable(
            device, axisTaps(work.axes[d], work.rules), static_cast<int>(d), tables->memory));
    }
    return tables;
}

using NearestTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t>;

Result<std::unique_ptr<Kernel>> prepareResize(const KernelRequest& request)
{
    const auto input = inputType(request, 0);
    const auto type = TRY(outputType(request, 0));
    ResizeOperands operands {};
    for (std::size_t i = 1; i < operands.size(); ++i) {
        if (request.hasInput(i) && inputType(request, i).count() > 0)
            operands[i] = TRY(constantInput(request, i));
    }
    const auto work = TRY(resizeWork(request.node, input.dims, operands));
    const bool moves
        = work.rules.mode == "nearest" && work.rules.coordinates != "tf_crop_and_resize";
    if (moves)
        TRY(requireElement(request, 0, NearestTypes {}));
    else
        TRY(requireElement(request, 0, FloatTypes {}));
    Dims dims;
    for (const auto& axis : work.axes)
        dims.push_back(axis.resized);
    if (dims != type.dims || dims.empty() || dims.size() > maxAxes || input.count() == 0)
        return fail("an input of ", dimsText(input.dims), " is resized on the CPU");
    auto* const device = &deviceOf(request);
    const auto tables = TRY(tablesOf(*device, input.dims, work));
    return makeKernel(
        implementationName(request, "resize"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    ResizeElements<T> {
                        in<T>(context, 0), reinterpret_cast<T*>(output->data), tables->shape });
            };
            return visitElement(NearestTypes {}, type.element, run);
        });
}

const RegisterKernels resize({ "Resize", "Upsample" }, prepareResize, 0b1110);

} // namespace

} // namespace engine::cuda
