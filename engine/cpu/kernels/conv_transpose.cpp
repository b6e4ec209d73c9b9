#include "engine/cpu/image_window.h"
#include "engine/reference/conv.h"

#include <algorithm>
#include <array>

// ConvTranspose: float, one to three spatial axes. The product of the transposed weights and the
// input gives, for some output channels at a time, what each input element adds under its window.
// addTap then adds these products to the output. Source: ONNX ConvTranspose-11.

namespace engine {

namespace {

/// Floats of products at a time: 512 KiB, the usual size of an L2 cache.
constexpr std::int64_t maxProducts = 128 * 1024;

struct TransposedPlan {
    ConvShape shape; ///< of the convolution that this transposes
    ImageWindow window;
    Dims output;
    std::vector<ImageWindow::Axes> taps;
    std::int64_t channels = 1; ///< output channels of one item
    std::vector<PackedPanels> packed; ///< by (group, item of the group)

    std::int64_t itemsPerGroup() const { return (shape.inputsPerGroup + channels - 1) / channels; }
    std::int64_t rowsOf(std::int64_t item) const
    {
        return std::min(channels, shape.inputsPerGroup - item * channels) * window.kernelCount();
    }
    std::int64_t allRows() const { return shape.inputsPerGroup * window.kernelCount(); }
    /// The transposed weights of an item of a group.
    MatrixView<float> weightsOf(const float* weights, std::int64_t group, std::int64_t item) const
    {
        return { weights + group * shape.outputsPerGroup * allRows()
                + item * channels * window.kernelCount(),
            1, allRows() };
    }
};

/// Adds the products of one tap to the plane, one row of windows after the other.
void addTap(
    const ImageWindow& window, const ImageWindow::Axes& tap, const float* products, float* plane)
{
    const auto& [nz, ny, nx] = window.positions;
    const auto& [depth, height, width] = window.image;
    const auto stride = window.strides[2];
    const auto start = tap[2] - window.pads[2];
    const auto first = start >= 0 ? 0 : std::min(nx, (-start + stride - 1) / stride);
    const auto last
        = start >= width ? first : std::max(first, std::min(nx, (width - 1 - start) / stride + 1));
    for (std::int64_t row = 0; row < nz * ny; ++row, products += nx) {
        const auto z = row / ny * window.strides[0] + tap[0] - window.pads[0];
        const auto y = row % ny * window.strides[1] + tap[1] - window.pads[1];
        if (z < 0 || z >= depth || y < 0 || y >= height)
            continue;
        float* to = plane + (z * height + y) * width + start;
        for (auto i = first; i < last; ++i)
            to[i * stride] += products[i];
    }
}

void computeItem(const TransposedPlan& plan, const PanelSource& weights,
    const MatrixView<float>& input, std::int64_t rows, std::span<const float> bias, float* planes,
    float* buffer)
{
    const auto positions = plan.window.positionCount();
    const auto imageCount = plan.window.imageCount();
    const auto blocks = cutProduct({ rows, positions, plan.shape.outputsPerGroup }, 1, 1);
    const MatrixPanels columns(PanelKind::Columns, input, positions);
    float* products = buffer + (blocks.bufferFloats() + 15) / 16 * 16;
    for (std::int64_t block = 0; block < blocks.count(); ++block)
        multiplyBlock(blocks, block, weights, columns, { products, positions }, {}, buffer);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto channel = row / plan.window.kernelCount();
        const auto tap = row % plan.window.kernelCount();
        if (tap == 0)
            std::fill_n(
                planes + channel * imageCount, imageCount, bias.empty() ? 0.0f : bias[channel]);
        addTap(
            plan.window, plan.taps[tap], products + row * positions, planes + channel * imageCount);
    }
}

Result<void> runTransposed(const TransposedPlan& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.output));
    const auto& shape = plan.shape;
    const auto positions = plan.window.positionCount();
    const auto items = plan.itemsPerGroup();
    const auto bias
        = context.hasInput(2) ? context.tensor(2).as<float>() : std::span<const float>();
    const float* x = floats(context.tensor(0));
    const float* w = floats(context.tensor(1));
    float* y = floats(*output);
    const auto largestRows = plan.rowsOf(0);
    const auto buffer
        = cutProduct({ largestRows, positions, shape.outputsPerGroup }, 1, 1).bufferFloats() + 16
        + largestRows * positions;
    const auto work = elementCount(
        std::array { shape.batch, shape.groups, plan.allRows(), positions, shape.outputsPerGroup });
    return forEachItem(context, shape.batch * shape.groups * items, buffer, work,
        [&](std::int64_t index, float* memory) {
            const auto item = index % items;
            const auto block = index / items;
            const auto group = block % shape.groups;
            const auto channel = item * plan.channels;
            const MatrixView<float> input { x + block * shape.outputsPerGroup * positions,
                positions, 1 };
            float* planes = y + (block * shape.inputsPerGroup + channel) * plan.window.imageCount();
            const auto itemBias
                = bias.empty() ? bias : bias.subspan(group * shape.inputsPerGroup + channel);
            const auto rows = plan.rowsOf(item);
            if (!plan.packed.empty())
                return computeItem(
                    plan, plan.packed[group * items + item], input, rows, itemBias, planes, memory);
            const MatrixPanels weights(PanelKind::Rows, plan.weightsOf(w, group, item), rows);
            computeItem(plan, weights, input, rows, itemBias, planes, memory);
        });
}

Result<std::unique_ptr<Kernel>> prepareTransposed(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    auto shape = TRY(transposedConvShape(
        request.node, request.input(0).tensor.dims, request.input(1).tensor.dims));
    TransposedPlan plan;
    plan.window = TRY(ImageWindow::create(shape.conv.window));
    plan.shape = std::move(shape.conv);
    plan.output = std::move(shape.output);
    plan.taps = plan.window.taps();
    TRY(requireFloats(request, 2, plan.output[1]));
    const auto perChannel
        = std::max<std::int64_t>(plan.window.kernelCount() * plan.window.positionCount(), 1);
    plan.channels = std::clamp<std::int64_t>(maxProducts / perChannel, 1,
        std::max<std::int64_t>(plan.shape.inputsPerGroup / request.settings.threads, 1));
    const auto* weights = request.input(1).constant;
    for (std::int64_t i = 0; i < plan.shape.groups * plan.itemsPerGroup() && weights != nullptr
         && weights->data != nullptr;
         ++i) {
        const auto item = i % plan.itemsPerGroup();
        plan.packed.emplace_back(PanelKind::Rows,
            plan.weightsOf(floats(*weights), i / plan.itemsPerGroup(), item), plan.rowsOf(item),
            plan.shape.outputsPerGroup);
    }
    return nativeKernel(std::move(plan), runTransposed);
}

const RegisterNative convTranspose("ConvTranspose", prepareTransposed);

} // namespace

} // namespace engine
