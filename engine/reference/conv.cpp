#include "engine/reference/conv.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/multiply.h"

// Conv and ConvTranspose of any rank. The elements under a tile of windows are gathered to a
// matrix, which is multiplied by the weights.

namespace engine {

namespace {

/// Whether an input can be divided into groups. One without channels has one group, because it
/// would not bound the number of groups.
bool dividesInto(std::int64_t channels, std::int64_t groups)
{
    return groups >= 1 && groups <= std::max<std::int64_t>(channels, 1) && channels % groups == 0;
}

} // namespace

Result<ConvShape> convShape(
    const OpNode& node, std::span<const std::int64_t> input, std::span<const std::int64_t> weight)
{
    if (input.size() < 3 || weight.size() != input.size())
        return fail("an input of ", input, " and weights of ", weight, " do not fit together");
    ConvShape shape;
    shape.batch = input[0];
    shape.groups = node.integer("group", 1);
    shape.outputChannels = weight[0];
    if (!dividesInto(input[1], shape.groups) || weight[0] % shape.groups != 0
        || weight[1] != input[1] / shape.groups)
        return fail("an input of ", input[1], " channels and weights of ", weight, " do not fit ",
            shape.groups, " groups");
    shape.inputsPerGroup = weight[1];
    shape.outputsPerGroup = weight[0] / shape.groups;
    const auto kernel = weight.subspan(2);
    if (const auto written = node.integers("kernel_shape");
        written && !written->empty() && !std::ranges::equal(*written, kernel))
        return fail("kernel_shape is ", *written, ", the weights have ", kernel);
    shape.window = TRY(windowShape(node, input.subspan(2), kernel, Rounding::Floor));
    return shape;
}

Dims convOutputDims(const ConvShape& shape)
{
    Dims dims { shape.batch, shape.outputChannels };
    dims.insert(dims.end(), shape.window.positions.begin(), shape.window.positions.end());
    return dims;
}

namespace {

/// Checks the element types of weights (input 1) and bias (input 2), and the size of the bias.
Result<void> checkOperands(const RunContext& context, std::int64_t channels)
{
    TRY(requireSameElement(context, 1, 0));
    if (!context.hasInput(2))
        return {};
    TRY(requireSameElement(context, 2, 0));
    if (context.tensor(2).count() != channels)
        return fail("bias has ", context.tensor(2).count(), " elements, expected ", channels);
    return {};
}

template <typename T>
Arithmetic<T> biasAt(const RunContext& context, std::size_t input, std::int64_t channel)
{
    return context.hasInput(input) ? widen(storage<T>(context.tensor(input))[channel])
                                   : Arithmetic<T>(0);
}

} // namespace

Result<Tensor*> computeConv(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& weight = context.tensor(1);
    const auto shape = TRY(convShape(node, input.dims(), weight.dims()));
    TRY(checkOperands(context, shape.outputChannels));
    auto* output = TRY(context.output(0, input.element(), convOutputDims(shape)));
    auto convolve = [&]<typename T>() -> Result<void> {
        using A = Arithmetic<T>;
        std::vector<A> heldInput;
        std::vector<A> heldWeight;
        const A* data = widened(storage<T>(input), input.count(), heldInput);
        const A* weights = widened(storage<T>(weight), weight.count(), heldWeight);
        T* target = storage<T>(*output);
        const auto positions = shape.window.positionCount();
        auto store = [&](std::int64_t batch, std::int64_t channel, std::int64_t first,
                         std::span<const A> sums) {
            const A bias = biasAt<T>(context, 2, channel);
            T* row = target + (batch * shape.outputChannels + channel) * positions + first;
            for (std::size_t p = 0; p < sums.size(); ++p)
                row[p] = static_cast<T>(sums[p] + bias);
        };
        return convolveColumns<A>(shape, data, weights, context.stop(), store);
    };
    TRY(visitElement(FloatTypes {}, input.element(), convolve));
    return output;
}

namespace {

Result<void> runConv(const OpNode& node, RunContext& context)
{
    TRY(computeConv(node, context));
    return {};
}

/// Fails for sizes with which solveTransposedAxis would overflow.
Result<void> checkTransposedAxis(std::int64_t input, std::int64_t stride,
    std::int64_t outputPadding, std::optional<std::int64_t> wanted)
{
    if (input > largestImage / stride)
        return fail("an input of ", input, " elements is too large for a stride of ", stride);
    if (outputPadding < -largestImage || outputPadding > largestImage)
        return fail("output_padding has an entry of ", outputPadding, ", at most ", largestImage,
            " is supported");
    if (wanted && (*wanted < 0 || *wanted > largestImage))
        return fail("output_shape has an entry of ", *wanted, ", expected 0..", largestImage);
    return {};
}

/// Computes output size and pads of one axis of ConvTranspose (specification of ConvTranspose-11,
/// output_shape and auto_pad).
void solveTransposedAxis(WindowShape& window, std::size_t d, std::int64_t input,
    std::int64_t outputPadding, std::optional<std::int64_t> wanted, std::string_view automatic)
{
    const auto extent = (window.kernel[d] - 1) * window.dilations[d] + 1;
    const auto full = window.strides[d] * (input - 1) + outputPadding + extent;
    const bool isSame = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
    if (!wanted && isSame)
        wanted = input * window.strides[d];
    if (!wanted) {
        window.image[d] = full - window.padsBefore[d] - window.padsAfter[d];
        return;
    }
    const auto total = std::max<std::int64_t>(full - *wanted, 0);
    window.image[d] = *wanted;
    window.padsBefore[d] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
    window.padsAfter[d] = total - window.padsBefore[d];
}

} // namespace

Result<TransposedConvShape> transposedConvShape(
    const OpNode& node, std::span<const std::int64_t> input, std::span<const std::int64_t> weight)
{
    if (input.size() < 3 || weight.size() != input.size())
        return fail("an input of ", input, " and weights of ", weight, " do not fit together");
    const auto rank = input.size() - 2;
    TransposedConvShape shape;
    auto& conv = shape.conv;
    conv.batch = input[0];
    conv.groups = node.integer("group", 1);
    if (!dividesInto(input[1], conv.groups) || weight[0] != input[1])
        return fail("an input of ", input[1], " channels and weights of ", weight, " do not fit ",
            conv.groups, " groups");
    conv.inputsPerGroup = weight[1]; // of the convolution that this transposes
    conv.outputsPerGroup = input[1] / conv.groups;
    conv.outputChannels = input[1];
    // Reads the window's attributes for an image that is large enough for any of them. The real
    // size is computed below.
    const Dims roomy(rank, largestImage);
    conv.window = TRY(windowShape(node, roomy, weight.subspan(2), Rounding::Floor));
    const auto automatic = node.text("auto_pad", "NOTSET");
    const auto paddings = node.integers("output_padding", {});
    auto wanted = node.integers("output_shape", {});
    if (wanted.size() == rank + 2)
        wanted.erase(wanted.begin(), wanted.begin() + 2);
    if ((!paddings.empty() && paddings.size() != rank)
        || (!wanted.empty() && wanted.size() != rank))
        return fail("output_padding has ", paddings.size(), " and output_shape ", wanted.size(),
            " entries, expected ", rank);
    const auto outputChannels = TRY(checkedProduct(weight[1], conv.groups));
    shape.output = { input[0], outputChannels };
    for (std::size_t d = 0; d < rank; ++d) {
        const auto size = wanted.empty() ? std::nullopt : std::optional(wanted[d]);
        const auto padding = paddings.empty() ? 0 : paddings[d];
        TRY(checkTransposedAxis(input[d + 2], conv.window.strides[d], padding, size));
        solveTransposedAxis(conv.window, d, input[d + 2], padding, size, automatic);
        conv.window.positions[d] = input[d + 2];
        shape.output.push_back(conv.window.image[d]);
    }
    TRY(checkedCount(shape.output));
    return shape;
}

namespace {

/// Adds columns (inputsPerGroup * kernel rows of `count`) to the image planes.
template <typename A>
void scatterColumns(const ConvShape& shape, const std::vector<A>& columns,
    const std::vector<std::int64_t>& offsets, std::int64_t count, A* planes)
{
    const auto kernelCount = shape.window.kernelCount();
    const auto imageCount = shape.window.imageCount();
    for (std::int64_t row = 0; row < shape.inputsPerGroup * kernelCount; ++row) {
        A* plane = planes + row / kernelCount * imageCount;
        const auto* places = offsets.data() + row % kernelCount * count;
        const A* column = columns.data() + row * count;
        for (std::int64_t p = 0; p < count; ++p) {
            if (places[p] >= 0)
                plane[places[p]] += column[p];
        }
    }
}

template <typename T>
Result<void> convolveTransposed(
    const TransposedConvShape& transposed, RunContext& context, Tensor& output)
{
    using A = Arithmetic<T>;
    const auto& shape = transposed.conv;
    const auto& input = context.tensor(0);
    const auto& weight = context.tensor(1);
    std::vector<A> heldInput;
    std::vector<A> heldWeight;
    const A* data = widened(storage<T>(input), input.count(), heldInput);
    const A* weights = widened(storage<T>(weight), weight.count(), heldWeight);
    // Without input channels only the bias remains, and the weights do not bound the kernel.
    const auto positions = shape.outputsPerGroup > 0 ? shape.window.positionCount() : 0;
    const auto imageCount = shape.window.imageCount();
    const auto rows = shape.inputsPerGroup * shape.window.kernelCount();
    std::vector<A> planes(shape.inputsPerGroup * imageCount);
    for (std::int64_t block = 0; block < shape.batch * shape.groups; ++block) {
        const auto group = block % shape.groups;
        for (std::int64_t channel = 0; channel < shape.inputsPerGroup; ++channel)
            std::fill_n(planes.begin() + channel * imageCount, imageCount,
                biasAt<T>(context, 2, group * shape.inputsPerGroup + channel));
        for (std::int64_t first = 0; first < positions; first += windowTile) {
            if (context.stop().stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "stopped");
            const auto count = std::min(windowTile, positions - first);
            const auto offsets = windowOffsets(shape.window, first, count);
            std::vector<A> columns(rows * count, A(0));
            const MatrixView<A> turnedWeights { weights + group * shape.outputsPerGroup * rows, 1,
                rows };
            const MatrixView<A> values { data + block * shape.outputsPerGroup * positions + first,
                positions, 1 };
            multiplyAdd(
                turnedWeights, values, columns.data(), count, rows, shape.outputsPerGroup, count);
            scatterColumns(shape, columns, offsets, count, planes.data());
        }
        T* target = storage<T>(output) + block * shape.inputsPerGroup * imageCount;
        for (std::size_t i = 0; i < planes.size(); ++i)
            target[i] = static_cast<T>(planes[i]);
    }
    return {};
}

Result<void> runConvTranspose(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto shape = TRY(transposedConvShape(node, input.dims(), context.tensor(1).dims()));
    TRY(checkOperands(context, shape.output[1]));
    auto* output = TRY(context.output(0, input.element(), shape.output));
    if (output->count() == 0)
        return {};
    auto convolve = [&]<typename T>() -> Result<void> {
        return convolveTransposed<T>(shape, context, *output);
    };
    return visitElement(FloatTypes {}, input.element(), convolve);
}

const RegisterReference conv("Conv", runConv, onFloats);
const RegisterReference convTranspose("ConvTranspose", runConvTranspose, onFloats);

} // namespace

} // namespace engine
