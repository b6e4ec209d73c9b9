#include "engine/cuda/kernels/strided.h"
#include "engine/reference/movement.h"

// Pad in all modes. Negative pads crop before the other axes are padded. Pads
// and value must be known when the kernel is prepared.

namespace engine::cuda {

namespace {

enum class Mode { Constant, Edge, Reflect, Wrap };

struct PadGeometry {
    Mode mode;
    int rank;
    std::int64_t dims[maxAxes]; ///< of the output
    std::int64_t strides[maxAxes]; ///< of the input
    std::int64_t before[maxAxes]; ///< elements added at the start
    std::int64_t cropped[maxAxes]; ///< elements removed at the start
    std::int64_t kept[maxAxes]; ///< elements of the input that remain
};

/// Returns the index among the remaining elements of an axis; -1 for the constant.
OPSCOPE_KERNEL std::int64_t sourceOf(std::int64_t at, std::int64_t kept, Mode mode)
{
    if (at >= 0 && at < kept)
        return at;
    switch (mode) {
    case Mode::Constant:
        return -1;
    case Mode::Edge:
        return at < 0 ? 0 : kept - 1;
    case Mode::Wrap:
        return (at % kept + kept) % kept;
    case Mode::Reflect:
        break;
    }
    const auto period = kept > 1 ? 2 * (kept - 1) : 1;
    at = (at % period + period) % period;
    return at < kept ? at : period - at;
}

template <typename T>
struct PadElements {
    const T* x;
    T* y;
    T fill;
    PadGeometry shape;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t offset = 0;
        std::int64_t rest = i;
        for (int d = shape.rank; d-- > 0;) {
            const auto at
                = sourceOf(rest % shape.dims[d] - shape.before[d], shape.kept[d], shape.mode);
            rest /= shape.dims[d];
            if (at < 0) {
                y[i] = fill;
                return;
            }
            offset += (at + shape.cropped[d]) * shape.strides[d];
        }
        y[i] = x[offset];
    }
};

struct ModeName {
    std::string_view name;
    Mode mode;
};
constexpr std::array modes {
    ModeName { "constant", Mode::Constant },
    ModeName { "edge", Mode::Edge },
    ModeName { "reflect", Mode::Reflect },
    ModeName { "wrap", Mode::Wrap },
};

Result<std::vector<AxisPad>> padsOf(const KernelRequest& request, std::size_t rank)
{
    const auto written
        = TRY(integersOf(request, 1, request.node.version < 2 ? "paddings" : "pads"));
    if (!written)
        return fail("Pad has no pads");
    return axisPads(*written, TRY(integersOf(request, 3, "")), rank);
}

Result<PadGeometry> padGeometry(const KernelRequest& request, const TensorType& type)
{
    const auto& input = inputType(request, 0).dims;
    const auto mode = std::ranges::find(
        modes, request.node.text("mode", "constant"), [](const ModeName& row) { return row.name; });
    if (mode == modes.end() || input.empty() || input.size() > maxAxes
        || type.dims.size() != input.size())
        return fail("an input of ", dimsText(input), " is padded on the CPU");
    const auto pads = TRY(padsOf(request, input.size()));
    const auto strides = denseStrides(input);
    PadGeometry shape {};
    shape.mode = mode->mode;
    shape.rank = static_cast<int>(input.size());
    for (std::size_t d = 0; d < input.size(); ++d) {
        shape.dims[d] = type.dims[d];
        shape.strides[d] = strides[d];
        const auto& [before, after] = pads[d];
        shape.before[d] = std::max<std::int64_t>(before, 0);
        shape.cropped[d] = std::max<std::int64_t>(-before, 0);
        shape.kept[d] = input[d] - shape.cropped[d] - std::max<std::int64_t>(-after, 0);
        const bool isEmpty = shape.kept[d] < 1 && shape.mode != Mode::Constant;
        if (shape.kept[d] < 0 || isEmpty || input[d] + before + after != type.dims[d])
            return fail("pads that do not fit an axis of ", input[d]);
    }
    return shape;
}

/// Returns the constant as bytes of the element type.
Result<std::uint64_t> fillOf(const KernelRequest& request, ElementType element)
{
    std::uint64_t bytes = 0;
    if (request.hasInput(2)) {
        const auto* const value = TRY(constantInput(request, 2));
        if (value->count() != 1 || value->element() != element)
            return fail("the value of Pad is no ", model::name(element));
        std::copy_n(value->data, elementBytes(element), reinterpret_cast<std::byte*>(&bytes));
        return bytes;
    }
    const auto attribute = request.node.version < 11 ? request.node.real("value") : std::nullopt;
    auto write = [&]<typename T>() -> Result<void> {
        const T value = static_cast<T>(attribute.value_or(0));
        std::copy_n(reinterpret_cast<const std::byte*>(&value), sizeof(T),
            reinterpret_cast<std::byte*>(&bytes));
        return {};
    };
    if (attribute)
        TRY(visitElement(NumberTypes {}, element, write));
    return bytes;
}

Result<std::unique_ptr<Kernel>> preparePad(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    const auto shape = TRY(padGeometry(request, type));
    const auto fill = TRY(fillOf(request, type.element));
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    return typedKernel<AnyBytes>(request, "pad", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(
            RunContext& context, Tensor& output) -> Result<void> {
            return forEach(*device, type.count(),
                PadElements<T> { in<T>(context, 0), reinterpret_cast<T*>(output.data),
                    static_cast<T>(fill), shape });
        });
}

const RegisterKernels pad({ "Pad" }, preparePad, 0b1110);

} // namespace

} // namespace engine::cuda
