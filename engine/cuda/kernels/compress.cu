#include "engine/cuda/kernels/strided.h"

// Compress: keeps the entries of an axis (or of the flattened input) where a condition is true. The
// condition decides the shape, so it is read when the kernel is prepared; the indices of kept
// entries are stored on the device.

namespace engine::cuda {

namespace {

template <typename T>
struct TakePlaces {
    const T* x;
    T* y;
    const std::int64_t* places; ///< kept entries of the axis
    AxisFold fold;
    std::int64_t count; ///< of places

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / fold.inner;
        y[i] = x[(row / count * fold.axis + places[row % count]) * fold.inner + i % fold.inner];
    }
};

Result<std::vector<std::int64_t>> keptPlaces(const Tensor& condition, std::int64_t length)
{
    if (condition.element() != ElementType::Bool || condition.rank() != 1)
        return fail("a condition of ", dimsText(condition.dims()), " ",
            model::name(condition.element()), ", expected a list of bool");
    std::vector<std::int64_t> places;
    const auto values = condition.as<std::uint8_t>();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] == 0)
            continue;
        if (static_cast<std::int64_t>(i) >= length)
            return fail("the condition keeps entry ", i, " of ", length);
        places.push_back(static_cast<std::int64_t>(i));
    }
    return places;
}

Result<std::unique_ptr<Kernel>> prepareCompress(const KernelRequest& request)
{
    const auto& input = inputType(request, 0);
    TRY(visitBytes(input.element, []<typename T>() -> Result<void> { return {}; }));
    AxisFold fold { 1, input.count(), 1 };
    TensorType type { input.element, { 0 } };
    std::size_t axis = 0;
    if (const auto written = request.node.integer("axis")) {
        axis = TRY(normalizeAxis(*written, input.dims.size()));
        fold = foldAt(input.dims, axis);
        type.dims = input.dims;
    }
    const auto* const condition = TRY(constantInput(request, 1));
    auto places = TRY(keptPlaces(*condition, fold.axis));
    const auto count = static_cast<std::int64_t>(places.size());
    type.dims[axis] = count;
    places.resize(std::max<std::size_t>(places.size(), 1)); // never allocate 0 bytes
    auto* const device = &deviceOf(request);
    auto array = TRY(DeviceArray::of(*device, places));
    return makeKernel(implementationName(request, "gather"),
        [=, array = std::move(array)](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    TakePlaces<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                        array.as<std::int64_t>(), fold, count });
            };
            return visitBytes(type.element, run);
        });
}

const RegisterKernels compress({ "Compress" }, prepareCompress, 1u << 1);

} // namespace

} // namespace engine::cuda
