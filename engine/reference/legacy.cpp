#include "engine/reference/elementwise.h"
#include "engine/reference/movement.h"

// ImageScaler and Crop, experimental operators of the first releases that old converters still
// write. Source: ONNX 1.2 to 1.4, "experimental" operators.

namespace engine {

namespace {

/// scale * x + bias of the channel
Result<void> runImageScaler(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto bias = node.reals("bias", {});
    const auto scale = node.real("scale", 1.0f);
    if (input.rank() != 4 || std::ssize(bias) != input.dims()[1])
        return fail("ImageScaler has ", bias.size(), " biases for an image of ", input.dims());
    const auto plane = static_cast<std::size_t>(input.dims()[2] * input.dims()[3]);
    return mapElements<FloatTypes>(context, [&](auto x, std::size_t i) {
        using A = decltype(x);
        return static_cast<A>(scale) * x + static_cast<A>(bias[i / plane % bias.size()]);
    });
}

/// `border` is the width to cut off: left, top, right, bottom. With `scale` (height, width) the
/// kept part has that size and begins at the left top corner of the border.
Result<void> runCrop(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto border = node.integers("border", {});
    const auto scale = node.integers("scale", {});
    if (input.rank() != 4 || border.size() != 4 || (!scale.empty() && scale.size() != 2))
        return fail("Crop has ", border.size(), " border entries for an image of ", input.dims());
    auto dims = input.dims();
    // Rows and columns behind the left top corner: those that are cut off there, or those kept.
    const auto rows = scale.empty() ? border[3] : scale[0];
    const auto columns = scale.empty() ? border[2] : scale[1];
    const auto fits
        = [](std::int64_t size, std::int64_t most) { return size >= 0 && size <= most; };
    if (!fits(border[0], dims[3]) || !fits(border[1], dims[2])
        || !fits(columns, dims[3] - border[0]) || !fits(rows, dims[2] - border[1]))
        return fail("a border of ", border, " does not fit an image of ", dims);
    const auto strides = denseStrides(dims);
    const View from { border[1] * strides[2] + border[0], strides };
    dims[2] = scale.empty() ? dims[2] - border[1] - rows : rows;
    dims[3] = scale.empty() ? dims[3] - border[0] - columns : columns;
    auto* output = TRY(context.output(0, input.element(), dims));
    return copyToDense(dims, input, from, *output);
}

const RegisterReference legacy[] = {
    { "ImageScaler", runImageScaler, onFloats },
    { "Crop", runCrop },
};

} // namespace

} // namespace engine
