#include "engine/reference/conv.h"
#include "engine/cpu/image_window.h"

#include <array>

// Conv and com.microsoft FusedConv: float, one to three spatial axes, groups, dilations, any
// padding. The result is the product of the weights and the elements under the windows, which are
// gathered panel by panel. Groups of few channels are computed directly, tap by tap. Constant
// weights are packed at preparation. Refuses other types and activations without a row function.
// Source: ONNX Conv-11; ONNX Runtime's FusedConv.

namespace engine {

namespace {

/// Data of both algorithms.
struct ConvPlan {
    ConvShape shape;
    ImageWindow window;
    Dims output;
    std::optional<UnaryChoice> activation;

    std::int64_t depth() const { return shape.inputsPerGroup * window.kernelCount(); }
    std::int64_t groupCount() const { return shape.batch * shape.groups; }
    std::int64_t multiplyAdds() const
    {
        return elementCount(
            std::array { groupCount(), shape.outputsPerGroup, depth(), window.positionCount() });
    }
};

/// Operations after the sum, for the complete output.
ProductEpilogue endOf(const ConvPlan& plan, const RunContext& context)
{
    ProductEpilogue end;
    end.perRow = optionalFloats(context, 2);
    if (context.hasInput(3))
        end.added = { floats(context.tensor(3)), plan.window.positionCount(), 1 };
    end.activation = plan.activation;
    return end;
}

/// Returns `end` for a product that begins at channel `channel` and plane `plane` of the output.
ProductEpilogue endFrom(ProductEpilogue end, std::int64_t channel, std::int64_t plane)
{
    if (end.perRow != nullptr)
        end.perRow += channel;
    if (end.added.data != nullptr)
        end.added.data += plane * end.added.rowStride;
    return end;
}

// As a matrix product

struct ProductConv : ConvPlan {
    std::vector<ImageWindow::Axes> taps;
    std::vector<PackedPanels> packed; ///< by group; empty if the weights are not constant
};

void multiplyGroup(const ProductConv& plan, const ProductBlocks& blocks, std::int64_t item,
    const PanelSource& weights, const float* planes, const ProductTarget& target,
    const ProductEpilogue& end, float* buffer)
{
    const auto positions = plan.window.positionCount();
    if (plan.window.isPlain()) {
        const MatrixPanels columns(PanelKind::Columns, { planes, positions, 1 }, positions);
        return multiplyBlock(blocks, item, weights, columns, target, end, buffer);
    }
    const WindowColumns columns(plan.window, plan.taps, planes);
    multiplyBlock(blocks, item, weights, columns, target, end, buffer);
}

Result<void> runProduct(const ProductConv& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.output));
    const auto& shape = plan.shape;
    const auto positions = plan.window.positionCount();
    const auto depth = plan.depth();
    const auto end = endOf(plan, context);
    const float* x = floats(context.tensor(0));
    const float* w = floats(context.tensor(1));
    float* y = floats(*output);
    const auto blocks = cutProduct(
        { shape.outputsPerGroup, positions, depth }, plan.groupCount(), context.threads());
    return forEachItem(context, plan.groupCount() * blocks.count(), blocks.bufferFloats(),
        plan.multiplyAdds(), [&](std::int64_t item, float* buffer) {
            const auto block = item / blocks.count();
            const auto group = block % shape.groups;
            const auto first = block * shape.outputsPerGroup;
            const float* planes = x + block * shape.inputsPerGroup * plan.window.imageCount();
            const ProductTarget target { y + first * positions, positions };
            const auto groupEnd = endFrom(end, group * shape.outputsPerGroup, first);
            if (!plan.packed.empty())
                return multiplyGroup(plan, blocks, item % blocks.count(), plan.packed[group],
                    planes, target, groupEnd, buffer);
            const MatrixPanels weights(PanelKind::Rows,
                { w + group * shape.outputsPerGroup * depth, depth, 1 }, shape.outputsPerGroup);
            multiplyGroup(
                plan, blocks, item % blocks.count(), weights, planes, target, groupEnd, buffer);
        });
}

Result<std::unique_ptr<Kernel>> prepareProduct(ConvPlan plan, const KernelRequest& request)
{
    ProductConv conv { std::move(plan), {}, {} };
    conv.taps = conv.window.taps();
    const auto& shape = conv.shape;
    const auto* weights = request.input(1).constant;
    for (std::int64_t group = 0;
         group < shape.groups && weights != nullptr && weights->data != nullptr; ++group) {
        const float* data = floats(*weights) + group * shape.outputsPerGroup * conv.depth();
        conv.packed.emplace_back(PanelKind::Rows, MatrixView<float> { data, conv.depth(), 1 },
            shape.outputsPerGroup, conv.depth());
    }
    return nativeKernel(std::move(conv), runProduct);
}

// Tap by tap

struct DirectConv : ConvPlan {
    PhasedPlane plane;
    std::vector<std::int64_t> offsets; ///< by (channel of the group, tap), as the weights lie
};

void correlatePlane(
    const DirectConv& plan, const float* planes, const float* weights, float bias, float* y)
{
    const auto& [nz, ny, nx] = plan.window.positions;
    for (std::int64_t z = 0; z < nz; ++z) {
        for (std::int64_t row = 0; row < ny; ++row, y += nx)
            productTable().correlate(planes + plan.plane.rowStart(z, row), plan.offsets.data(),
                weights, plan.depth(), bias, y, nx);
    }
}

Result<void> runDirect(const DirectConv& plan, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Float, plan.output));
    const auto& shape = plan.shape;
    const auto positions = plan.window.positionCount();
    const auto planeFloats = plan.plane.bufferFloats();
    auto end = endOf(plan, context);
    const float* bias = std::exchange(end.perRow, nullptr);
    const float* x = floats(context.tensor(0));
    const float* w = floats(context.tensor(1));
    float* y = floats(*output);
    return forEachItem(context, plan.groupCount(), shape.inputsPerGroup * planeFloats,
        plan.multiplyAdds(), [&](std::int64_t block, float* buffer) {
            for (std::int64_t channel = 0; channel < shape.inputsPerGroup; ++channel)
                plan.plane.fill(
                    x + (block * shape.inputsPerGroup + channel) * plan.window.imageCount(), 0.0f,
                    buffer + channel * planeFloats);
            for (std::int64_t i = 0; i < shape.outputsPerGroup; ++i) {
                const auto channel = block % shape.groups * shape.outputsPerGroup + i;
                const auto plane = block * shape.outputsPerGroup + i;
                correlatePlane(plan, buffer, w + channel * plan.depth(),
                    bias != nullptr ? bias[channel] : 0.0f, y + plane * positions);
                finishRow(end, { plane, 0 }, y + plane * positions, positions);
            }
        });
}

Result<std::unique_ptr<Kernel>> prepareDirect(ConvPlan plan)
{
    const PhasedPlane plane(plan.window);
    DirectConv conv { std::move(plan), plane, {} };
    for (std::int64_t channel = 0; channel < conv.shape.inputsPerGroup; ++channel) {
        for (const auto offset : plane.tapOffsets())
            conv.offsets.push_back(channel * plane.bufferFloats() + offset);
    }
    return nativeKernel(std::move(conv), runDirect);
}

/// True if there are so few channels that gathering columns costs more than tiles save.
bool isSmallGroup(const ConvShape& shape)
{
    return shape.outputsPerGroup * shape.inputsPerGroup <= 4
        || (shape.groups > 1 && shape.inputsPerGroup == 1);
}

Result<std::unique_ptr<Kernel>> prepareConv(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    TRY(requireFloat(request, 1));
    ConvPlan plan;
    plan.shape
        = TRY(convShape(request.node, request.input(0).tensor.dims, request.input(1).tensor.dims));
    if (plan.shape.outputsPerGroup == 0)
        return fail("native ", request.node.type, " takes weights with output channels, found ",
            request.input(1).tensor.dims);
    plan.window = TRY(ImageWindow::create(plan.shape.window));
    plan.output = convOutputDims(plan.shape);
    TRY(requireFloats(request, 2, plan.shape.outputChannels));
    if (request.hasInput(3)) {
        TRY(requireFloat(request, 3));
        if (request.input(3).tensor.dims != plan.output)
            return fail(
                "the added tensor is ", request.input(3).tensor.dims, ", the output ", plan.output);
    }
    if (const auto name = request.node.text("activation", ""); !name.empty()) {
        plan.activation = activationChoice(name, request.node.reals("activation_params", {}));
        if (!plan.activation)
            return fail("native ", request.node.type, " has no activation ", name);
    }
    return isSmallGroup(plan.shape) ? prepareDirect(std::move(plan))
                                    : prepareProduct(std::move(plan), request);
}

const RegisterNative conv("Conv", prepareConv);
const RegisterNative fusedConv("FusedConv", prepareConv, "com.microsoft");

} // namespace

} // namespace engine
