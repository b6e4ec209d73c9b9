#include "engine/cpu/native.h"
#include "engine/cpu/onednn.h"

#include <algorithm>
#include <array>
#include <limits>

// ConvTranspose. fp32, one to three spatial axes, groups, dilations, output padding. Source: ONNX
// ConvTranspose-1 and -11; oneDNN developer guide, "Convolution", deconvolution.

namespace engine::onednn {

namespace {

struct TransposedAxis {
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t padBegin = 0;
    std::int64_t padEnd = 0;
};

std::int64_t entryOf(
    const std::optional<std::vector<std::int64_t>>& list, std::size_t i, std::int64_t fallback)
{
    return list && i < list->size() ? (*list)[i] : fallback;
}

/// The padding before the image is the attribute pads, or follows from the output's size if
/// auto_pad or output_shape is given. The padding after it always follows from the output's size.
Result<TransposedAxis> axisOf(
    const KernelRequest& request, std::size_t axis, std::size_t axes, std::int64_t output)
{
    const auto& node = request.node;
    const auto in = request.input(0).tensor.dims[2 + axis];
    const auto kernel = request.input(1).tensor.dims[2 + axis];
    const auto added = entryOf(node.integers("output_padding"), axis, 0);
    TransposedAxis result;
    result.stride = entryOf(node.integers("strides"), axis, 1);
    result.dilation = entryOf(node.integers("dilations"), axis, 1);
    if (result.stride < 1 || result.dilation < 1)
        return fail(
            "stride ", result.stride, " and dilation ", result.dilation, " must be positive");
    // The products below then fit 64 bits.
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    if (std::max({ in, kernel, output, result.stride, result.dilation, added }) > largest
        || std::min(output, added) < 0)
        return fail("an axis of ", in, " and a kernel of ", kernel, " with stride ", result.stride,
            ", dilation ", result.dilation, " and output_padding ", added, " to ", output,
            ", oneDNN takes 0..", largest);
    const auto full = (in - 1) * result.stride + (kernel - 1) * result.dilation + 1;
    const auto automatic = node.text("auto_pad", "NOTSET");
    const bool isWritten = automatic == "NOTSET" && !node.integers("output_shape").has_value();
    if (isWritten) {
        const auto pads = node.integers("pads");
        if (pads && pads->size() != 2 * axes)
            return fail("pads has ", pads->size(), " entries, expected ", 2 * axes);
        result.padBegin = entryOf(pads, axis, 0);
        if (result.padBegin > largest)
            return fail("a pad of ", result.padBegin, ", oneDNN takes up to ", largest);
    } else if (automatic != "VALID") {
        const auto total = full + added - output;
        result.padBegin = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
    }
    if (result.padBegin < 0)
        return fail("oneDNN takes no negative pads");
    result.padEnd = full - result.padBegin - output;
    return result;
}

/// Describes weights [inputs, outputs / groups, kernel]. oneDNN has outputs before inputs; the
/// strides describe the same bytes in that order.
Descriptor weightsOf(
    const Dims& weights, std::int64_t groups, std::int64_t inputs, std::int64_t kernelCount)
{
    const auto outputs = weights[1];
    LibraryDims sizes;
    LibraryDims strides;
    if (groups > 1) {
        sizes.push_back(groups);
        strides.push_back(inputs * outputs * kernelCount);
    }
    sizes.insert(sizes.end(), { outputs, inputs });
    strides.insert(strides.end(), { kernelCount, outputs * kernelCount });
    auto step = kernelCount;
    for (std::size_t axis = 2; axis < weights.size(); ++axis) {
        step /= weights[axis];
        sizes.push_back(weights[axis]);
        strides.push_back(step);
    }
    return Descriptor(sizes, Memory::data_type::f32, strides);
}

/// Adds the bias to every pixel of a channels-last output.
void addToPixels(RunContext& context, Tensor& output)
{
    const auto bias = context.tensor(2).as<float>();
    const auto channels = std::ssize(bias);
    std::vector<float> row; // some pixels, so that the row function has long rows
    while (std::ssize(row) < 512)
        row.insert(row.end(), bias.begin(), bias.end());
    const auto width = std::ssize(row);
    parallelFor(output.count() / channels, rowsPerThread(channels), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto at = first * channels; at < last * channels; at += width) {
                float* y = floats(output) + at;
                combineRows(BinaryOp::Add, y, row.data(), y, std::min(width, last * channels - at));
            }
        });
}

Result<std::unique_ptr<Kernel>> prepareConvTranspose(const KernelRequest& request)
{
    TRY(requireFloats(request, 3));
    const auto output = TRY(outputType(request));
    const auto& input = request.input(0).tensor.dims;
    const auto& weights = request.input(1).tensor.dims;
    const auto groups = request.node.integer("group", 1);
    if (input.size() < 3 || input.size() > 5 || weights.size() != input.size()
        || output.dims.size() != input.size())
        return fail("an input of ", input, " and weights of ", weights,
            ", oneDNN takes one to three spatial axes");
    if (groups < 1 || weights[0] != input[1] || input[1] % groups != 0)
        return fail("an input of ", input[1], " channels and weights of ", weights, " do not fit ",
            groups, " groups");
    Window window;
    std::int64_t kernelCount = 1;
    for (std::size_t axis = 0; axis + 2 < input.size(); ++axis) {
        const auto place = TRY(axisOf(request, axis, input.size() - 2, output.dims[2 + axis]));
        window.strides.push_back(place.stride);
        window.dilations.push_back(place.dilation - 1);
        window.padBegin.push_back(place.padBegin);
        window.padEnd.push_back(place.padEnd);
        kernelCount *= weights[2 + axis];
    }
    TRY(requireUsualSize(window));
    const auto inputs = input[1] / groups;
    const auto outputs = weights[1];
    TRY(requireWork(
        request, elementCount(std::array { elementCount(input), outputs, kernelCount })));
    const bool hasBias = request.hasInput(2);
    if (hasBias && request.input(2).tensor.count() != outputs * groups)
        return fail(
            "bias has ", request.input(2).tensor.count(), " elements, expected ", outputs * groups);
    setLibraryThreads(request.settings.threads);
    const auto given = weightsOf(weights, groups, inputs, kernelCount);
    const auto bias = plain(Dims { outputs * groups });
    const auto source = described(request.input(0));
    const auto destination = described(output, outputLayout(request));
    const bool isLast = outputLayout(request) == Layout::ChannelsLast;
    // oneDNN adds the bias of channels-last images number by number.
    const auto* biasInside = hasBias && !isLast ? &bias : nullptr;
    auto primitive = TRY(guarded("deconvolution", [&] {
        return deconvolution(isLast ? source : anyLayout(input), anyLayout(dimsOf(given)),
            biasInside, isLast ? destination : anyLayout(output.dims), window);
    }));
    auto kernel = TRY(convolutionKernel(
        request, std::move(primitive), source, given, biasInside, destination, output));
    if (hasBias && isLast)
        kernel->finishWith(addToPixels);
    return std::unique_ptr<Kernel>(std::move(kernel));
}

const RegisterLibrary convTranspose("ConvTranspose", prepareConvTranspose);

} // namespace

} // namespace engine::onednn
