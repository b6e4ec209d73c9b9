#include "engine/cpu/byte_image.h"
#include "engine/cpu/kernels/requantize.h"

#include <algorithm>
#include <array>
#include <cmath>

// ConvInteger, QLinearConv and opscope FusedQLinearConv, whose results are also limited to the
// codes `low` to `high`: signed and unsigned bytes, one to three spatial axes, any groups. Sums are
// exact. Images are plain or channels last. Refuses weights that are not constant. Source: ONNX
// ConvInteger-10, QLinearConv-10; com.microsoft QLinearConv without channels_last.

namespace engine {

namespace {

/// Indices of the inputs of the operator.
struct ConvInputs {
    std::size_t x, zeroX, w, zeroW;
};

Result<ByteConv> planConv(const KernelRequest& request, const ConvInputs& inputs)
{
    TRY(requireBytes(request, inputs.x));
    TRY(requireBytes(request, inputs.w));
    const auto* weights = request.input(inputs.w).constant;
    const auto* zero = request.input(inputs.zeroW).constant;
    if (weights == nullptr || weights->data == nullptr
        || (request.hasInput(inputs.zeroW) && zero == nullptr))
        return fail("native ", request.node.type, " takes constant weights");
    if (request.node.flag("channels_last"))
        return fail("native ", request.node.type, " takes dims with the channels first");
    auto shape = TRY(convShape(request.node, request.input(inputs.x).tensor.dims, weights->dims()));
    if (request.input(inputs.x).tensor.count() == 0 || weights->count() == 0
        || elementCount(convOutputDims(shape)) == 0)
        return fail("native ", request.node.type, " takes no empty tensors");
    std::vector<std::int32_t> zeros { 0 };
    if (zero != nullptr) {
        const auto numbers = TRY(readNumbers(*zero));
        if (numbers.size() != 1 && std::ssize(numbers) != shape.outputChannels)
            return fail(
                numbers.size(), " zero points do not fit ", shape.outputChannels, " channels");
        zeros.assign(numbers.begin(), numbers.end());
    }
    return ByteConv::create(std::move(shape), *weights, std::move(zeros),
        { request.input(inputs.x).layout,
            request.outputs.empty() ? Layout::Plain : request.outputs.front().layout },
        request.input(inputs.x).tensor.element == ElementType::Int8);
}

Result<std::int32_t> zeroOf(const RunContext& context, std::size_t input)
{
    if (!context.hasInput(input))
        return 0;
    return static_cast<std::int32_t>(TRY(readNumber(context.tensor(input))));
}

/// Where the results of a convolution go. Plain images get them channel by channel.
template <typename T>
struct ImageTarget {
    using Rows = ByteTable::Rows;
    T* data;
    std::int64_t channels;
    std::int64_t positions;
    bool isLast;

    ImageTarget(Tensor& image, const ByteConv& conv)
        : data(storage<T>(image))
        , channels(conv.shape().outputChannels)
        , positions(conv.shape().window.positionCount())
        , isLast(conv.outputLayout() == Layout::ChannelsLast)
    {
    }
    T* pixel(std::int64_t row, std::int64_t channel) const
    {
        return data + row * channels + channel;
    }
    /// Writes channels of some pixels of a plain image, from rows that are `stride` apart. Channels
    /// are often a multiple of 4 KiB apart: the pixels of each are written together.
    void scatter(std::int64_t row, std::int64_t channel, const T* from, const Rows& size) const
    {
        for (std::int64_t first = 0; first < size.count;) {
            const auto place = (row + first) % positions;
            const auto n = std::min(size.count - first, positions - place);
            T* const to
                = data + ((row + first) / positions * channels + channel) * positions + place;
            for (std::int64_t c = 0; c < size.width; ++c)
                for (std::int64_t r = 0; r < n; ++r)
                    to[c * positions + r] = from[(first + r) * size.from + c];
            first += n;
        }
    }
};

/// Pixels and channels whose codes are made at once.
constexpr std::int64_t partRows = 8;
constexpr std::int64_t partWidth = 64;

void addOffsets(const SumTile& tile, const std::int32_t* offsets)
{
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        auto* const sums = tile.sums + r * tile.stride;
        for (std::int64_t c = 0; c < tile.columns; ++c)
            sums[c] = static_cast<std::int32_t>(
                static_cast<std::uint32_t>(sums[c]) + static_cast<std::uint32_t>(offsets[c]));
    }
}

Result<std::unique_ptr<Kernel>> prepareConvInteger(const KernelRequest& request)
{
    auto conv = std::make_shared<const ByteConv>(TRY(planConv(request, { 0, 2, 1, 3 })));
    return nativeKernel([conv](RunContext& context) -> Result<void> {
        const auto zero = TRY(zeroOf(context, 2));
        auto* output = TRY(context.output(0, ElementType::Int32, convOutputDims(conv->shape())));
        const ImageTarget<std::int32_t> target(*output, *conv);
        const auto offsets = conv->offsets(zero);
        return conv->run(context, context.tensor(0), zero, [&](const SumTile& tile) {
            addOffsets(tile, offsets.data() + tile.column);
            if (!target.isLast)
                return target.scatter(
                    tile.row, tile.column, tile.sums, { tile.rows, tile.columns, tile.stride, 0 });
            for (std::int64_t r = 0; r < tile.rows; ++r)
                std::copy_n(tile.sums + r * tile.stride, tile.columns,
                    target.pixel(tile.row + r, tile.column));
        });
    });
}

/// How the sums of a QLinearConv become codes.
struct ConvResult {
    Requantization rule;
    std::vector<std::int32_t> offsets;
    std::int32_t zeroX = 0;
};

using TensorOf = std::function<const Tensor*(std::size_t input)>;

Result<ConvResult> resultOf(const OpNode& node, const ByteConv& conv, const TensorOf& tensorOf)
{
    const auto channels = conv.shape().outputChannels;
    const auto scaleX = TRY(readNumber(*tensorOf(1)));
    const auto scaleW = TRY(readScales(*tensorOf(4), channels));
    const auto scaleY = TRY(readNumber(*tensorOf(6)));
    std::vector<double> factors;
    for (std::int64_t channel = 0; channel < channels; ++channel)
        factors.push_back(scaleX * scaleW.at(channel) / scaleY);
    const auto zeroY = TRY(readNumber(*tensorOf(7)));
    const auto zeroX = static_cast<std::int32_t>(TRY(readNumber(*tensorOf(2))));
    std::vector<std::int64_t> bias;
    double largestBias = 0;
    if (const auto* tensor = tensorOf(8)) {
        bias = TRY(readIntegers(*tensor));
        for (const auto number : bias)
            largestBias = std::max(largestBias, std::abs(static_cast<double>(number)));
    }
    const auto depth = conv.shape().inputsPerGroup * conv.shape().window.kernelCount();
    ConvResult result { Requantization(std::move(factors), static_cast<int>(zeroY),
                            tensorOf(7)->element(), depth, largestBias),
        conv.offsets(zeroX), zeroX };
    result.rule.limitTo(
        static_cast<int>(node.integer("low", -128)), static_cast<int>(node.integer("high", 255)));
    for (std::size_t i = 0; i < bias.size(); ++i)
        result.offsets[i] = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(result.offsets[i]) + static_cast<std::uint32_t>(bias[i]));
    return result;
}

Result<void> runQLinearConv(const ByteConv& conv, const ConvResult& result, RunContext& context)
{
    auto* output
        = TRY(context.output(0, context.tensor(7).element(), convOutputDims(conv.shape())));
    const ImageTarget<std::uint8_t> target(*output, conv);
    const auto& rule = result.rule;
    const auto* const offsets = result.offsets.data();
    const auto finish = [&](const SumTile& tile) {
        const auto toBytes = byteTable().toBytes;
        if (target.isLast)
            return toBytes(tile.sums, rule.at(tile.column, offsets + tile.column),
                target.pixel(tile.row, tile.column),
                { tile.rows, tile.columns, tile.stride, target.channels });
        std::array<std::uint8_t, partRows * partWidth> codes;
        for (std::int64_t r = 0; r < tile.rows; r += partRows) {
            const auto rows = std::min(partRows, tile.rows - r);
            for (std::int64_t c = 0; c < tile.columns; c += partWidth) {
                const auto width = std::min(partWidth, tile.columns - c);
                const auto column = tile.column + c;
                toBytes(tile.sums + r * tile.stride + c, rule.at(column, offsets + column),
                    codes.data(), { rows, width, tile.stride, width });
                target.scatter(tile.row + r, column, codes.data(), { rows, width, width, 0 });
            }
        }
    };
    const ByteTarget direct { rule.at(0, offsets), target.data, target.channels };
    return conv.run(
        context, context.tensor(0), result.zeroX, finish, target.isLast ? &direct : nullptr);
}

Result<std::unique_ptr<Kernel>> prepareQLinearConv(const KernelRequest& request)
{
    TRY(requireBytes(request, 7));
    auto conv = std::make_shared<const ByteConv>(TRY(planConv(request, { 0, 2, 3, 5 })));
    if (request.hasInput(8) && request.input(8).tensor.count() != conv->shape().outputChannels)
        return fail("bias has ", request.input(8).tensor.count(), " elements, expected ",
            conv->shape().outputChannels);
    bool isConstant = true;
    for (const std::size_t input : { 1, 2, 4, 6, 7, 8 }) {
        const auto* constant = request.input(input).constant;
        isConstant = isConstant
            && (!request.hasInput(input) || (constant != nullptr && constant->data != nullptr));
    }
    if (isConstant) {
        auto result = TRY(resultOf(
            request.node, *conv, [&](std::size_t input) { return request.input(input).constant; }));
        return nativeKernel([conv, result = std::move(result)](RunContext& context) {
            return runQLinearConv(*conv, result, context);
        });
    }
    return nativeKernel([conv, node = request.node](RunContext& context) -> Result<void> {
        const auto result = TRY(resultOf(node, *conv, [&](std::size_t input) {
            return context.hasInput(input) ? &context.tensor(input) : nullptr;
        }));
        return runQLinearConv(*conv, result, context);
    });
}

const RegisterKernel convolutions[] = {
    RegisterKernel(anyLayoutEntry("ConvInteger", prepareConvInteger)),
    RegisterKernel(anyLayoutEntry("QLinearConv", prepareQLinearConv)),
    RegisterKernel(anyLayoutEntry("QLinearConv", prepareQLinearConv, "com.microsoft")),
    RegisterKernel(anyLayoutEntry("FusedQLinearConv", prepareQLinearConv, "opscope")),
};

} // namespace

} // namespace engine
