#include "engine/reference/conv.h"
#include "engine/cpu/onednn/activation.h"

#include <array>

// Conv and com.microsoft FusedConv (activation and an added tensor in the same primitive). fp32,
// one to three spatial axes, groups, dilations, any padding that is not negative. Constant weights
// are reordered once to the layout that the primitive prefers. Images are reordered before and
// after it if plain ones would be slow. Source: ONNX Conv-1 and -11; oneDNN developer guide,
// "Convolution".

namespace engine::onednn {

namespace {

struct ConvLayout {
    ConvShape shape;
    Descriptor source;
    Descriptor weights;
    Descriptor destination;
    Window window;
    TensorType output;
};

/// Dims of the weights [O, I/g, k...]; with groups [g, O/g, I/g, k...], which are the same bytes.
Dims weightDims(const ConvShape& shape)
{
    Dims dims;
    if (shape.groups > 1)
        dims.push_back(shape.groups);
    dims.push_back(shape.outputsPerGroup);
    dims.push_back(shape.inputsPerGroup);
    dims.insert(dims.end(), shape.window.kernel.begin(), shape.window.kernel.end());
    return dims;
}

Result<Window> windowOf(const WindowShape& shape)
{
    Window window;
    for (std::size_t axis = 0; axis < shape.image.size(); ++axis) {
        if (shape.padsBefore[axis] < 0 || shape.padsAfter[axis] < 0)
            return fail("oneDNN takes no negative pads");
        window.strides.push_back(shape.strides[axis]);
        window.dilations.push_back(shape.dilations[axis] - 1);
        window.padBegin.push_back(shape.padsBefore[axis]);
        window.padEnd.push_back(shape.padsAfter[axis]);
    }
    return window;
}

Result<ConvLayout> layoutOf(const KernelRequest& request)
{
    const auto& input = request.input(0).tensor;
    const auto& weights = request.input(1).tensor;
    ConvLayout layout;
    layout.shape = TRY(convShape(request.node, input.dims, weights.dims));
    if (layout.shape.window.image.size() > 3)
        return fail("oneDNN convolves along one to three axes, these are ",
            layout.shape.window.image.size());
    layout.window = TRY(windowOf(layout.shape.window));
    TRY(requireUsualSize(layout.window));
    layout.output = { ElementType::Float, convOutputDims(layout.shape) };
    TRY(requireOutput(layout.output));
    layout.source = described(request.input(0));
    layout.weights = plain(weightDims(layout.shape));
    layout.destination = described(layout.output, outputLayout(request));
    const auto depth = layout.shape.inputsPerGroup * layout.shape.window.kernelCount();
    TRY(requireWork(request, elementCount(std::array { layout.output.count(), depth })));
    return layout;
}

/// Operations on the result of the convolution.
struct ConvEnd {
    std::vector<Epilogue> epilogues;
    PrimitiveKernel::Finish after;
};

Result<ConvEnd> endOf(const KernelRequest& request, const ConvLayout& layout)
{
    ConvEnd end;
    if (request.hasInput(3)) {
        if (request.input(3).tensor.dims != layout.output.dims)
            return fail("the added tensor is ", request.input(3).tensor.dims, ", the output ",
                layout.output.dims);
        end.epilogues.push_back({ Epilogue::Kind::Sum, {}, 0, 0, {} });
    }
    const auto name = request.node.text("activation", "");
    if (name.empty())
        return end;
    const auto parameters = request.node.reals("activation_params", {});
    const auto activation = TRY(fusedActivation(name, parameters));
    if (activation.epilogue)
        end.epilogues.push_back(*activation.epilogue);
    end.after = activation.after;
    return end;
}

bool isSlow(const Primitive& primitive)
{
    return primitive.implementation.find("gemm") != std::string::npos
        || primitive.implementation.find("ref") != std::string::npos;
}

/// Creates the primitive for plain images or, if only a slow implementation takes them, for the
/// layout that it prefers.
Result<Primitive> createConv(
    const ConvLayout& layout, const Descriptor* bias, const dnnl::primitive_attr& attributes)
{
    const auto weights = anyLayout(weightDims(layout.shape));
    const auto create = [&](const Descriptor& source, const Descriptor& destination) {
        return guarded("convolution", [&] {
            return convolution(source, weights, bias, destination, layout.window, attributes);
        });
    };
    auto withPlain = create(layout.source, layout.destination);
    if (withPlain && !isSlow(*withPlain))
        return withPlain;
    auto withAny = create(anyLayout(dimsOf(layout.source)), anyLayout(dimsOf(layout.destination)));
    return withAny ? withAny : withPlain;
}

Result<std::unique_ptr<Kernel>> prepareConv(const KernelRequest& request)
{
    TRY(requireFloats(request, 4));
    const auto layout = TRY(layoutOf(request));
    const auto end = TRY(endOf(request, layout));
    const Dims biasDims { layout.shape.outputChannels };
    const auto bias = plain(biasDims);
    const bool hasBias = request.hasInput(2);
    if (hasBias && request.input(2).tensor.count() != layout.shape.outputChannels)
        return fail("bias has ", request.input(2).tensor.count(), " elements, expected ",
            layout.shape.outputChannels);
    auto attributes = TRY(guarded("attributes", [&] { return attributesOf(end.epilogues); }));
    setLibraryThreads(request.settings.threads);
    auto primitive = TRY(createConv(layout, hasBias ? &bias : nullptr, attributes));
    auto kernel = TRY(convolutionKernel(request, std::move(primitive), layout.source,
        layout.weights, hasBias ? &bias : nullptr, layout.destination, layout.output));
    if (request.hasInput(3))
        TRY(kernel->initialiseOutputFrom(3));
    kernel->finishWith(end.after);
    return std::unique_ptr<Kernel>(std::move(kernel));
}

const RegisterLibrary conv("Conv", prepareConv);
const RegisterLibrary fusedConv("FusedConv", prepareConv, "com.microsoft");

} // namespace

} // namespace engine::onednn
